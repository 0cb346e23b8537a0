"""Nouns to files, a module a noun: checked, then written whole or not at all. What is lost is counted."""
