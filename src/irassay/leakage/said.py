"""What is said of leaks, by a code of messages/sentences/leakage.toml."""

from irassay.messages.said import Room

LEAKAGE = Room("leakage")
