"""Columns to nouns: millions of rows at once. What is wrong with a row is found again one by one, for its place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress, count, pairwise
from operator import gt, lt, ne, or_
from typing import Any, TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.reading import Reading, odd_score
from irassay.errors import cut
from irassay.formats.row_checks import LabelRows, RankRows, Scale, SystemLists, parts, score_of
from irassay.formats.sources.lines import Problems
from irassay.kernel import _core

Columns: TypeAlias = Mapping[str, Sequence[Any]]  # role -> values, all of one length
Where: TypeAlias = Callable[[int], int | str]  # row -> its place in the file
NO_ITERATION = ("0", "Q0")


def row_number(row: int) -> str:
    """Where a row of a frame is."""
    return f"row {row + 1:,}"


def labels(
    columns: Columns,
    *,
    source: str,
    where: Where = row_number,
    scale: Scale | None = None,
    skipped: Mapping[str, int] | None = None,
    left_out: Mapping[str, int] | None = None,
) -> Qrels:
    """Labels from columns ``query``, ``doc``, ``grade`` and perhaps ``stratum`` and ``iteration``. InputError with
    every problem of the rows, located by `where`."""
    skipped, left_out = dict(skipped or {}), dict(left_out or {})
    problems = Problems(source)
    queries, docs = _ids(columns, "query", problems, where), _ids(columns, "doc", problems, where)
    problems.raise_if_any()
    grades = columns["grade"]
    iterations = sum(1 for one in columns.get("iteration", ()) if one and str(one) not in NO_ITERATION)
    if iterations:
        left_out["iteration other than 0"] = iterations
    reading = Reading(source, len(queries) + sum(skipped.values()), len(queries), skipped, left_out=left_out)
    strata = _strata(columns.get("stratum"), queries, docs)
    if queries and scale is None and set(map(type, grades)) == {int} and _plain(queries, docs):
        tree: dict[str, tuple[list[str], list[int]]] = {}
        for query, doc, grade in zip(queries, docs, grades):
            try:
                of_query = tree[query]
            except KeyError:
                of_query = tree[query] = ([], [])
            of_query[0].append(doc)
            of_query[1].append(grade)
        try:
            core = _core.qrels_from_lists(list(tree), [d for d, _ in tree.values()], [g for _, g in tree.values()])
            return Qrels(core, [reading], strata=strata)
        except (ValueError, TypeError):
            pass  # the rows are looked at one by one
    rows = LabelRows(source, scale=scale)
    for i, (query, doc, grade) in enumerate(zip(queries, docs, grades)):
        rows.add(where(i), query, doc, grade)
    noted = rows.reading()
    reading.counts, reading.raw = noted.counts, noted.raw
    return Qrels.from_dict(rows.grades, [reading], strata=strata)


def runs(
    columns: Columns,
    *,
    source: str,
    system: str = "run",
    where: Where = row_number,
    skipped: Mapping[str, int] | None = None,
    left_out: Mapping[str, int] | None = None,
) -> list[SystemLists]:
    """Rankings from columns ``query``, ``doc``, ``score`` or ``rank``, and perhaps ``system``: one part a system."""
    problems = Problems(source)
    queries, docs = _ids(columns, "query", problems, where), _ids(columns, "doc", problems, where)
    systems = _ids(columns, "system", problems, where) if "system" in columns else [system] * len(queries)
    scores = _scores(columns, problems, where)
    problems.raise_if_any()
    by_column = (systems, queries, docs, scores)
    ranks = columns.get("rank", ()) if "score" in columns else ()
    rows = zip(*by_column)
    if queries and not any(map(math.isnan, scores)) and _plain(queries, docs):
        lists = _lists(rows)
        if all(len(set(d)) == len(d) for of in lists.values() for _, d, _ in of):
            return _beside_ranks(parts(lists, source, skipped or {}, left_out or {}), ranks, by_column)
        rows = zip(*by_column)
    one_by_one = RankRows(source, skipped=skipped, left_out=left_out)
    for i, row in enumerate(rows):
        one_by_one.add(where(i), *row)
    return _beside_ranks(one_by_one.finish(), ranks, by_column)


def _beside_ranks(read: list[SystemLists], ranks: Sequence[Any], rows: Sequence[Sequence[Any]]) -> list[SystemLists]:
    """The same parts, whose readings say where a column of ranks contradicts the scores; `rows` are the columns of
    systems, queries, documents and scores."""
    if not ranks or not set(map(type, ranks)) <= {int, float}:
        return read
    doubtful = _not_in_order(ranks, rows, n_lists=sum(len(part.lists) for part in read))
    of_list: dict[tuple[str, str], list[tuple[float, float, str]]] = {key: [] for key in doubtful}
    if doubtful:
        for system, query, doc, score, rank in zip(*rows, ranks):
            if (system, query) in doubtful:
                of_list[system, query].append((rank, -score, doc))
    readings = {part.system: part.reading for part in read}
    for (system, query), of in of_list.items():
        of.sort()
        if any(below < above for (_, above, _), (_, below, _) in pairwise(of)):
            readings[system].by_rank[query] = [doc for _, _, doc in of]
    return read


def _not_in_order(ranks: Sequence[float], rows: Sequence[Sequence[Any]], *, n_lists: int) -> set[tuple[str, str]]:
    """Systems and queries whose rows don't go down by rank and by score together: most frames have none."""
    systems, queries, _, scores = rows
    other = list(map(or_, map(ne, queries, queries[1:]), map(ne, systems, systems[1:])))
    if sum(other) + 1 > n_lists:
        return set(zip(systems, queries))  # a list's rows don't stand together
    wrong = map(or_, map(gt, ranks, ranks[1:]), map(lt, scores, scores[1:]))
    return {(systems[i], queries[i]) for i in compress(count(), map(gt, wrong, other))}


def _lists(rows: Iterable[tuple[str, str, str, float]]) -> dict[str, list[tuple[str, list[str], list[float]]]]:
    """System -> query, its documents and their scores; rows need not stand together."""
    by_query: dict[str, dict[str, tuple[str, list[str], list[float]]]] = {}
    for system, query, doc, score in rows:
        try:
            ranking = by_query[system][query]
        except KeyError:
            ranking = by_query.setdefault(system, {})[query] = (query, [], [])
        ranking[1].append(doc)
        ranking[2].append(score)
    return {system: list(of.values()) for system, of in by_query.items()}


def _plain(queries: Sequence[str], docs: Sequence[str]) -> bool:
    """Whether no id is empty or has a NUL."""
    names = set(queries)
    return "" not in names and "" not in docs and "\0" not in "".join(names) and "\0" not in "".join(docs)


def _ids(columns: Columns, role: str, problems: Problems, where: Where) -> Sequence[str]:
    """A column of ids as text: whole numbers are taken as they are written, anything else is a problem."""
    values = columns[role]
    if set(map(type, values)) <= {str}:
        return values
    out = []
    for i, value in enumerate(values):
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            out.append(str(value))
        else:
            problems.add(where(i), f"{role} is {cut(value)}, expected text or a whole number")
    return out


def _scores(columns: Columns, problems: Problems, where: Where) -> Sequence[float]:
    values = columns["score"] if "score" in columns else columns["rank"]
    sign = 1.0 if "score" in columns else -1.0
    if sign == 1.0 and set(map(type, values)) <= {float}:
        return values
    out = []
    for i, value in enumerate(values):
        score = sign * score_of(value)
        out.append(score)
        if score != score and value == value:
            problems.add(where(i), odd_score(value, cut(value), "score" if sign == 1.0 else "rank"))
    return out


def _strata(
    values: Sequence[Any] | None, queries: Sequence[str], docs: Sequence[str]
) -> dict[str, dict[str, str]] | None:
    if values is None:
        return None
    strata: dict[str, dict[str, str]] = {}
    for query, doc, value in zip(queries, docs, values):
        if value is not None and value == value:
            strata.setdefault(query, {})[doc] = str(value)
    return strata or None
