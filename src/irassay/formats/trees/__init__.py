"""Formats of one JSON value."""
