"""The sentences of this room, by their codes."""

from irassay.messages.said import Room

BY_QUERY = Room("comparison")
