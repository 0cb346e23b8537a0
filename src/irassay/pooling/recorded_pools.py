"""A pool as it was recorded: the table that says of each document which runs brought it, read back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import unquote

import numpy as np

from irassay.collection.metadata import Metadata
from irassay.errors import InputError, cut
from irassay.formats.sources.lines import lines
from irassay.formats.sources.problems import Problems
from irassay.pooling.pools import Pool, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = ("query", "doc", "found_by")
DIGITS = 9  # of a rank
EXPECTED = "expected run:rank of each run that has it, parted by spaces"
HOW_ELSE = "without it the pool can only be made again from the runs, to a depth that is stated or found"


def read_pool(source: str | os.PathLike[str], *, metadata: Metadata | None = None, group: str | None = None) -> Pool:
    """A pool that was written down, such as by ``irassay pool``: which documents, and which runs brought each.

    Parameters
    ----------
    source : path
        Lines of cells parted by tabs, under a heading. Column *query*, column *doc*, and column *found_by*: run:rank
        of each run that has the document, parted by spaces (white space and percent signs of a name as in an address:
        ``%20``, ``%25``). Other columns are not read. May be compressed; ``-`` for standard input.
    metadata : Metadata, optional
        Of the runs, for whose they are; without, each run is a group by itself.
    group : str, optional
        The column of groups, as for `pool`.

    Returns
    -------
    Pool
        Documents in the order of the file, which is the order "recorded". Its depth is the deepest rank that the file
        names, and its systems are those that it names, in the order met.

    Raises
    ------
    InputError
        A file that names no finders, lines with too many or too few cells, a document twice, what is no run:rank.
    UsageError
        A column of groups that the metadata don't have.

    Notes
    -----
    *Guarantees* what `Pool.table` says of documents and finders comes back. A pool without the documents that had a
    label before (``judged=``) says nothing of those: nobody is known to have brought them.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "pool.tsv"
    >>> _ = path.write_text("query\\tdoc\\tfound_by\\nq\\ta\\tbm25:1 dense:2\\nq\\tc\\tdense:1\\n")
    >>> read_pool(path).finders(0)
    [('bm25', 1), ('dense', 2)]
    """
    path = os.fspath(source)
    problems = Problems(path)
    queries: list[str] = []
    docs: list[str] = []
    found: list[dict[str, int]] = []
    first: dict[tuple[str, str], int] = {}
    for number, query, doc, said in _rows(path, problems):
        if first.setdefault((query, doc), number) != number:
            again = f"(first: line {first[query, doc]})"
            problems.add(number, f"document {cut(doc)} twice for query {cut(query)} {again}, expected once")
            continue
        of = _finders(said)
        if isinstance(of, str):
            problems.add(number, of)
            continue
        queries.append(query)
        docs.append(doc)
        found.append(of)
    problems.raise_if_any()
    if not docs:
        raise InputError(f"{path} has no line of data; expected a heading and a line for each document")
    place = {name: i for i, name in enumerate(dict.fromkeys(name for of in found for name in of))}
    groups, group_of = grouped(list(place), metadata or Metadata({}), group)
    return Pool(
        depth=max(rank for of in found for rank in of.values()),
        order="recorded",
        systems=tuple(place),
        groups=groups,
        group_of=group_of,
        queries=queries,
        docs=docs,
        start=np.concatenate([[0], np.cumsum([len(of) for of in found])]).astype(np.int64),
        system=np.array([place[name] for of in found for name in of], dtype=np.int64),
        rank=np.array([rank for of in found for rank in of.values()], dtype=np.int64),
        n_judged=0,
    )


def _rows(path: str, problems: Problems) -> Iterator[tuple[int, str, str, str]]:
    """Number, query, document and finders of each line below the heading."""
    heading: list[str] = []
    at: list[int] = []
    for number, line in lines(path, problems):
        if not line.strip():
            continue
        cells = line.split("\t")
        if not heading:
            heading, at = cells, _places(path, cells)
        elif len(cells) != len(heading):
            problems.add(number, f"{len(cells)} cells, expected {len(heading)} as in the heading, parted by tabs")
        elif not (cells[at[0]] and cells[at[1]]):
            problems.add(number, f"{cut(line)}, expected a query and a document")
        else:
            yield number, cells[at[0]], cells[at[1]], cells[at[2]]


def _places(path: str, heading: list[str]) -> list[int]:
    """Where the heading has the three columns."""
    names = [name.strip().lower() for name in heading]
    if missing := [name for name in COLUMNS if name not in names]:
        raise InputError(
            f"{path} begins with {cut(' '.join(heading))}, expected a heading parted by tabs with the columns "
            f"{', '.join(COLUMNS)}, as `irassay pool` writes it; "
            + (f"who found a document is not said, and {HOW_ELSE}" if "found_by" in missing else "give that table")
        )
    if twice := [name for name in COLUMNS if names.count(name) > 1]:
        raise InputError(f"{path} has column {cut(twice[0])} twice in its heading, expected once")
    return [names.index(name) for name in COLUMNS]


def _finders(said: str) -> dict[str, int] | str:
    """Run -> rank, or what is wrong."""
    found: dict[str, int] = {}
    for part in filter(None, said.split(" ")):  # other white space may be part of a name
        name, _, rank = part.rpartition(":")
        if not (name and rank.isascii() and rank.isdecimal() and len(rank) <= DIGITS and int(rank)):
            return f"found_by has {cut(part)}, {EXPECTED}"
        run = unquote(name)
        if run in found:
            return f"found_by names {cut(run)} twice, expected each run once"
        found[run] = int(rank)
    return found or f"found_by is empty, {EXPECTED}"
