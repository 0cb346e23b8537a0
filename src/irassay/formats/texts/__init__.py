"""Formats of texts of queries and documents, a module each: how a file of it is told, read and written."""

FORMATS = ("tsv", "jsonl", "topics", "topics-xml", "docs")  # by name, in the order of the documentation
