"""Formats of preferences, a module each: how a file of it is told, read and written."""

FORMATS = ("pairs", "prefs")  # by name, in the order of the documentation; what nobody claims is the first
