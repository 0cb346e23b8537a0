"""Sentences of the preflight, one file a subject."""
