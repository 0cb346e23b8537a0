"""Formats of relevance labels, a module each: how a file of it is told, read and written."""

# By name, in the order of the documentation; TREC's first, so that a file of it loads no other.
FORMATS = (
    "trec",
    "strata",
    "msmarco",
    "beir",
    "quepid",
    "quepid-json",
    "rre",
    "ltr",
    "elasticsearch",
    "elasticsearch-response",
    "opensearch",
    "json",
    "subtopics",
    "jsonl",
    "parquet",
    "ranx",
    "ranx-parquet",
)
