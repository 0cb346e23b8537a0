"""The sentences of the report beside its verdict."""

from irassay.messages.said import Room

OVERVIEW = Room("overview")
