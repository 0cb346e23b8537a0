"""Which ids a format can hold, as an error that names the others, and short names for queries, which a file keeps.

That file has a line a query: new name, tab, old id. A tab, line end or backslash of an id is written as in Python.
Where the file is there already its names are used again, so that labels and runs agree.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from itertools import count

from irassay.errors import InputError, cut
from irassay.files import WholeFiles
from irassay.formats.sources.lines import Problems, lines
from irassay.messages import plural

MARK = "\ufeff"  # a byte order mark: taken off the beginning of a file by every reader
_PLAIN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_MEANT = {escape: plain for plain, escape in _PLAIN.items()}
_NAME = re.compile(r"q\d+")


class Rule:
    """What an id may not have in a family of formats: any of `characters`, or one of `first` at the beginning."""

    def __init__(self, characters: str, what: str, *, first: str = "") -> None:
        self.characters = characters
        self.what = what
        self.first = first
        parts = [f"[{re.escape(characters)}]".replace("\\\n", "")]
        if first:
            parts.append(f"(?:^|\n)[{re.escape(first)}]")
        self._odd = re.compile("|".join(parts))

    def allows_all(self, texts: Collection[str]) -> bool:
        """Whether the format gives all of these back: one look for all."""
        if "" in texts:
            return False
        joined = "\n".join(texts)
        if "\n" in self.characters and joined.count("\n") >= len(texts):
            return False
        return not self._odd.search(joined)

    def allows(self, text: str) -> bool:
        """Whether the format gives this id back as it is."""
        return bool(text) and text[0] not in self.first and not any(c in self.characters for c in text)


# A line that begins with # is a comment in TREC's files.
WORDS = Rule(" \t\n\v\f\r\0", "white space, no NUL and no # at the beginning", first="#" + MARK)
CELLS = Rule("\t\n\r\0", "tab, no line end and no NUL", first=MARK)
QUOTED = Rule("\n\r\0", "line end and no NUL", first=MARK)
LINES = Rule("\n\r\0", "line end and no NUL")
ANY = Rule("\0", "NUL")
# As formats name them.
RULES = {"words": WORDS, "cells": CELLS, "quoted": QUOTED, "lines": LINES, "any": ANY}


def check_queries(queries: Iterable[str], name: str, rule_name: str, to: str) -> None:
    """Raise where a query id can't stand in the format of that name; ``--rename-queries`` is the way out."""
    rule = RULES[rule_name]
    bad = [query for query in queries if not rule.allows(query)]
    if bad:
        why = (
            f"{plural(len(bad), 'query id')} can't stand in {name}, which allows no {rule.what}; json and jsonl hold "
            "any id, and irassay convert --rename-queries FILE writes q1, q2, ... and keeps the old ids in FILE"
        )
        raise not_written(to, why, [f"query {cut(query)}" for query in bad])


def check_docs(lists: Iterable[tuple[str, Collection[str]]], name: str, rule_name: str, to: str) -> None:
    """Raise where a document id can't stand in the format of that name. `lists` are of query and documents."""
    rule = RULES[rule_name]
    odd = [(query, docs) for query, docs in lists if not rule.allows_all(docs)]
    bad = [(query, doc) for query, docs in odd for doc in docs if not rule.allows(doc)]
    if bad:
        n = plural(len(bad), "document id")
        why = f"{n} can't stand in {name}, which allows no {rule.what}; json and jsonl hold any id"
        raise not_written(to, why, documents(bad))


def check_names(names: Collection[str], to: str) -> None:
    """Raise where the name of a stratum, subtopic, assessor or group can't be a column of its own."""
    bad = sorted(name for name in names if not name or any(c in WORDS.characters for c in name))
    if bad:
        n = plural(len(bad), "name")
        why = f"{n} (of strata, subtopics, assessors or groups) can't stand in a column: white space"
        raise not_written(to, why, map(cut, bad))


def documents(bad: Iterable[tuple[str, str]]) -> list[str]:
    """Documents of queries, as messages list them."""
    return [f"document {cut(doc)} of query {cut(query)}" for query, doc in bad]


def not_written(to: str, why: str, places: Iterable[str]) -> InputError:
    """The error of labels or runs that can't stand in a file."""
    place = "standard output" if to == "-" else to
    return InputError(f"{place} was not written: {why}", tuple(places), consequence="")


def short_names(files: WholeFiles, queries: Iterable[str], to: str | os.PathLike[str] | None) -> dict[str, str]:
    """Old id -> new name, those that the file `to` has first, which it then says; without it every query keeps its id.
    InputError where there is a file that is no such list."""
    if to is None:
        return {query: query for query in queries}
    path = os.fspath(to)
    new_names = _read(path) if os.path.exists(path) else {}
    in_use = set(new_names.values())
    free = (name for name in map("q{}".format, count(1)) if name not in in_use)
    for query in queries:
        if query not in new_names:
            new_names[query] = next(free)
    files.write(path, [f"{new}\t{''.join(_PLAIN.get(c, c) for c in old)}\n" for old, new in new_names.items()])
    return new_names


def _read(path: str) -> dict[str, str]:
    problems = Problems(path, consequence="nothing was written")
    new_names: dict[str, str] = {}
    for number, line in lines(path, problems):
        new, tab, old = line.partition("\t")
        if not tab or not _NAME.fullmatch(new):
            raise InputError(
                f"{path}:{number}  {cut(line)} is no line of new name, tab, old id; "
                "--rename-queries would replace this file: name another"
            )
        new_names[re.sub(r"\\[\\tnr]", lambda escape: _MEANT[escape.group()], old)] = new
    problems.raise_if_any()
    return new_names
