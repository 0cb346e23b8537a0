"""What answers say, by a code of messages/sentences/cli.toml."""

from irassay.messages.said import Room

CLI = Room("cli")
