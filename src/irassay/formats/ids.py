"""Which ids a format can hold. What it can't is an error that names them, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.errors import InputError, cut
from irassay.formats.losses import counted

MARK = "\ufeff"  # a byte order mark: taken off the beginning of a file by every reader


class Rule:
    """What an id may not have in a family of formats.

    Parameters
    ----------
    characters : str
        None of these anywhere.
    what : str
        All of it in words, after "no".
    first : str
        None of these at the beginning.
    edges : bool
        Whether white space at the ends would be lost.
    """

    __slots__ = ("characters", "edges", "first", "what")

    def __init__(self, characters: str, what: str, *, first: str = "", edges: bool = False) -> None:
        self.characters = characters
        self.what = what
        self.first = first
        self.edges = edges

    def allows(self, text: str) -> bool:
        """Whether the format gives this id back as it is."""
        if not text or text[0] in self.first or any(c in self.characters for c in text):
            return False
        return not (self.edges and text != text.strip())


# A line that begins with # is a comment in TREC's files.
WORDS = Rule(" \t\n\v\f\r\0", "white space, no NUL and no # at the beginning", first="#" + MARK)
CELLS = Rule("\t\n\r\0", "tab, no line end, no NUL and no white space at either end", first=MARK, edges=True)
QUOTED = Rule("\n\r\0", "line end, no NUL and no white space at either end", first=MARK, edges=True)
ANY = Rule("", "")

RULES = {
    **dict.fromkeys(("trec", "strata", "msmarco", "pairs", "prefs"), WORDS),
    **dict.fromkeys(("beir", "tsv"), CELLS),
    "quepid": QUOTED,
}


def check_queries(queries: Iterable[str], family: str, to: str) -> None:
    """Raise where a query id can't stand in the format; ``--rename-queries`` is the way out."""
    rule = RULES.get(family, ANY)
    bad = [query for query in queries if not rule.allows(query)]
    if bad:
        raise InputError(
            f"{_place(to)} was not written: {counted(len(bad), 'query id')} can't stand in {family}, which allows no "
            f"{rule.what}; --rename-queries FILE writes q1, q2, ... and keeps the old ids in FILE",
            tuple(f"query {cut(query)}" for query in bad),
        )


def check_docs(pairs: Iterable[tuple[str, str]], family: str, to: str) -> None:
    """Raise where a document id can't stand in the format. `pairs` are (query, document)."""
    rule = RULES.get(family, ANY)
    if rule is ANY:
        return
    bad = [(query, doc) for query, doc in pairs if not rule.allows(doc)]
    if bad:
        raise InputError(
            f"{_place(to)} was not written: {counted(len(bad), 'document id')} can't stand in {family}, which "
            f"allows no {rule.what}; json and jsonl hold any id",
            tuple(f"document {cut(doc)} of query {cut(query)}" for query, doc in bad),
        )


def _place(to: str) -> str:
    return "standard output" if to == "-" else to
