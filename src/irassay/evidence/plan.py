"""How a collection is made, and what its files are called."""

from __future__ import annotations

from typing import Literal

from irassay.evidence.candidates import MOST_REFERENCES
from irassay.evidence.identify import LEAST_EVIDENCE
from irassay.record import Record
from irassay.workflows import Workers

PASSAGES, ALIASES, LINKS, LISTS, WIKI = "passages.jsonl", "aliases.tsv", "links.tsv", "lists.jsonl", "wiki.json"
ARTICLES = "articles.txt"
GROUPS, CANDIDATES, TO_JUDGE, DISCARDED = "groups.jsonl", "candidates.tsv", "to-judge.tsv", "discarded.tsv"
CROWDED = "crowded.tsv"


class Plan(Record):
    """How a collection is made. `by` says what a passage is, `links_of` where its links are looked for, and `mentions`
    asks for passages that name a member without one; `title` begins the titles of lists, `heading` is in the headings
    of columns, and `workers` read pages."""

    by: Literal["article", "section"] = "article"
    links_of: Literal["passage", "article"] = "passage"
    title: str = "List of"
    heading: str = "name"
    most_references: int = MOST_REFERENCES
    least_evidence: int = LEAST_EVIDENCE
    mentions: bool = False
    workers: Workers = 1
