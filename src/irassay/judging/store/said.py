"""What a campaign says, by a code of messages/sentences/judging.toml."""

from irassay.messages.said import Room

JUDGING = Room("judging")
