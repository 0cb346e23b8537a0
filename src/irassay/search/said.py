"""What searches say, by a code of messages/sentences/search.toml."""

from irassay.messages.said import Room

SEARCH = Room("search")
