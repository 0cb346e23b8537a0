"""Recorded pools, tables that list the runs of each document; and the group that contributed each labelled document."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

import numpy as np

from irassay.arguments import LEAST_GRADE
from irassay.arrays import I32, Flags
from irassay.collection.metadata import Metadata
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.lines import Problems, lines
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import DEPTH
from irassay.messages.names import of_cell
from irassay.pooling.pools import KNOWN, Pool, group_index
from irassay.pooling.words import OF_POOL

COLUMNS = ("query", "doc", "found_by")
WHY = "why"
DIGITS = 9  # most digits of a rank
EXPECTED = "expected run:rank of each run that has it, separated by spaces"


def read_pool(source: str | os.PathLike[str], *, metadata: Metadata | None = None, group: str | None = None) -> Pool:
    """Read a recorded pool, such as ``irassay pool`` writes: its documents, and the runs that contributed each.

    Parameters
    ----------
    source : path
        Tab-separated lines under a heading with the columns *query*, *doc* and *found_by*. *found_by* holds run:rank
        for each run that has the document, separated by spaces; white space and percent signs in a name are
        percent-encoded (``%20``, ``%25``). It is empty where the column *why* says ``known``: no run has a known answer
        that joined the pool. Other columns are ignored. The file may be compressed; ``-`` is standard
        input.
    metadata : Metadata, optional
        Metadata of the runs, with their groups. Without it, each run is a group by itself.
    group : str, optional
        The column of groups, as for `pool`.

    Returns
    -------
    Pool
        Documents in the order of the file, which is the order "recorded". The depth is the deepest rank in the file.
        The systems are those in the file, in order of first occurrence.

    Raises
    ------
    InputError
        The file has no column of finders, a line has too many or too few cells, a document occurs twice, or a finder
        is not run:rank.
    UsageError
        The metadata have no column `group`.

    Notes
    -----
    *Guarantees* reading restores the documents and finders that `Pool.table` lists. A pool made with ``judged=`` leaves
    out documents that had a label before; their contributors are then unknown.

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
    finders: list[dict[str, int]] = []
    first: dict[tuple[str, str], int] = {}
    for number, query, doc, cell, why in _rows(path, problems):
        if first.setdefault((query, doc), number) != number:
            again = f"(first: line {first[query, doc]})"
            problems.add(number, OF_POOL("recorded.twice", doc=doc, query=query, again=again))
            continue
        ranks = {} if not cell and why == KNOWN else _finders(cell)
        if isinstance(ranks, str):
            problems.add(number, ranks)
            continue
        queries.append(query)
        docs.append(doc)
        finders.append(ranks)
    problems.raise_if_any()
    if not docs:
        raise InputError(OF_POOL("recorded.empty", path=path))
    place = {name: i for i, name in enumerate(dict.fromkeys(name for ranks in finders for name in ranks))}
    groups, group_of = group_index(list(place), metadata or Metadata({}), group)
    return Pool(
        depth=max((rank for ranks in finders for rank in ranks.values()), default=1),
        order="recorded",
        systems=tuple(place),
        groups=groups,
        group_of=group_of,
        queries=queries,
        docs=docs,
        start=np.concatenate([[0], np.cumsum([len(ranks) for ranks in finders])]).astype(np.int64),
        system=np.array([place[name] for ranks in finders for name in ranks], dtype=np.int64),
        rank=np.array([rank for ranks in finders for rank in ranks.values()], dtype=np.int64),
        n_judged=0,
        n_unrateable=0,
    )


def _rows(path: str, problems: Problems) -> Iterator[tuple[int, str, str, str, str]]:
    """Line number, query, document, finders and why ("" without that column) of each line below the heading."""
    heading: list[str] = []
    at: list[int] = []
    for number, line in lines(path, problems):
        if not line.strip():
            continue
        cells = [of_cell(cell) for cell in line.split("\t")]
        if not heading:
            heading, at = cells, _places(path, cells)
        elif len(cells) != len(heading):
            problems.add(number, f"{len(cells)} cells, expected {len(heading)} as in the heading, separated by tabs")
        elif not (cells[at[0]] and cells[at[1]]):
            problems.add(number, f"{cut(line)}, expected a query and a document")
        else:
            why = cells[heading.index(WHY)] if WHY in heading else ""
            yield number, cells[at[0]], cells[at[1]], cells[at[2]], why


def _places(path: str, heading: list[str]) -> list[int]:
    """Positions of the three columns in the heading."""
    names = [name.strip().lower() for name in heading]
    if missing := [name for name in COLUMNS if name not in names]:
        raise InputError(
            OF_POOL(
                "recorded.heading", path=path, heading=" ".join(heading), columns=COLUMNS, finders="found_by" in missing
            )
        )
    if twice := [name for name in COLUMNS if names.count(name) > 1]:
        raise InputError(f"{path} has column {cut(twice[0])} twice in its heading, expected once")
    return [names.index(name) for name in COLUMNS]


def _finders(cell: str) -> dict[str, int] | str:
    """Run -> rank, or a message about what is wrong."""
    ranks: dict[str, int] = {}
    for part in filter(None, cell.split(" ")):  # other white space may be part of a name
        name, _, rank = part.rpartition(":")
        if not (name and rank.isascii() and rank.isdecimal() and len(rank) <= DIGITS and int(rank)):
            return f"found_by has {cut(part)}, {EXPECTED}"
        run = unquote(name)
        if run in ranks:
            return f"found_by names {cut(run)} twice, expected each run once"
        ranks[run] = int(rank)
    return ranks or f"found_by is empty, {EXPECTED}"


NOBODY, SEVERAL = -1, -2


def finders_among(
    qrels: Qrels,
    runs: Runs,
    groups: Sequence[str],
    pooled: Sequence[str],
    *,
    depth: int = DEPTH,
    ties: Ties = "float64",
) -> I32:
    """The group that contributed each labelled document to a pool of the `pooled` systems, (label,), as the first of
    `places_of_labels`. UsageError where one of them has no run."""
    pooled_systems = set(pooled)
    if unknown := sorted(pooled_systems - set(runs.systems)):
        raise UsageError(OF_POOL("pooled.unknown", name=unknown[0], n=len(runs.systems)))
    place = {name: i for i, name in enumerate(dict.fromkeys(groups))}
    outside = len(place)
    _, ranks = _core.relevant_ranks(
        qrels.core, runs.core, runs.join(qrels), rel=LEAST_GRADE, depth=depth, n_groups=outside + 1,
        group=[place[g] if s in pooled_systems else outside for s, g in zip(runs.systems, groups)],
        ties=tie_rule(ties),
    )  # fmt: skip
    return _only(np.asarray(ranks)[:, :outside] > 0)


def finders_recorded(qrels: Qrels, pool: Pool, groups: Mapping[str, str]) -> I32:
    """The group that contributed each label of a recorded pool, (label,), as `places_of_labels`; -1 where absent."""
    if pool.systems and not set(pool.systems) & set(groups):
        raise UsageError(
            OF_POOL("pooled.systems", names=_first(pool.systems), n=len(groups), those=_first(list(groups)))
        )
    place = {name: i for i, name in enumerate(dict.fromkeys(groups.values()))}
    absent = {system: len(place) + i for i, system in enumerate(s for s in pool.systems if s not in groups)}
    of = np.array([absent[s] if s in absent else place[groups[s]] for s in pool.systems], dtype=np.int64)
    has_document = np.zeros((len(pool), len(place) + len(absent)), dtype=bool)
    has_document[np.repeat(np.arange(len(pool)), pool.n_runs), of[pool.system]] = True
    only = dict(zip(zip(pool.queries, pool.docs), _only(has_document).tolist()))
    out = np.array([only.get((q, d), NOBODY) for q in qrels.queries for d in qrels.grades(q)], dtype=np.int32)
    if len(out) and (out == NOBODY).all():
        raise InputError(OF_POOL("pooled.none", n=len(out)))
    return out


def _first(names: Sequence[str]) -> str:
    """The first three names."""
    return ", ".join(map(cut, names[:3]))


def _only(has_document: Flags) -> I32:
    """The only true column of each row; -1 where no column is true, -2 where several are."""
    n = has_document.sum(axis=1)
    return np.where(n == 1, has_document.argmax(axis=1), np.where(n, SEVERAL, NOBODY)).astype(np.int32)
