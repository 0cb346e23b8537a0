"""Formats of runs, a module each: how a file of it is told, read and written."""

# By name, in the order of the documentation; the kernel's first, so that a file of theirs loads no other.
FORMATS = ("trec", "msmarco", "csv", "elasticsearch-response", "json", "jsonl", "parquet", "ranx", "ranx-parquet")
