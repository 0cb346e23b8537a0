"""How many deemed passages are as good as the gold, by depth and list, and all evidence that words and tables read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from irassay.arrays import F64
from irassay.collection.duplicates import find_duplicates
from irassay.collection.qrels import Qrels
from irassay.collection.texts import Texts
from irassay.comparison.proportions import wilson
from irassay.comparison.significance.randomization import snap
from irassay.errors import InputError, cut
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import name_of, records
from irassay.kernel import _core
from irassay.label_sets.anchor_tasks import PLACES, Where
from irassay.messages.names import of_cell
from irassay.provenance import Provenance
from irassay.random_keys import stream
from irassay.studies.sensitivity.by_depth import RESAMPLES, AtDepth, Band, Draws, Kind

RELEVANT, COPY, RELEVANT_COPY, LABELLED = range(4)
ANSWERS = {"yes": True, "no": False}
COLUMNS = ("query", "list", "answer")
GOLD = "gold"
PASSAGE = "passage"
EXPECTED = "the columns query, list, answer, and rank (in the list as it is) or place (among the deemed)"
Z = 1.959963984540054  # 97.5% quantile of the normal distribution
KindP: TypeAlias = Mapping[tuple[str, "Kind"], float]
DRAWS = 9_999  # ways to give the systems' gains to one another
AT_ONCE = 500
_PURPOSE = 0x6B696E64  # of the draws of kinds


@dataclass(frozen=True, slots=True)
class Precision:
    """Of the first d deemed passages of each query, pooled over queries."""

    set: str
    d: int
    deemed: float  # passages, mean over draws
    labelled: float  # deemed passages with a fuller label, mean over draws
    precision: Band  # share of deemed that fuller labels call relevant; unlabelled are not
    copies: float | None  # deemed passages with the gold's text; None where texts are not known
    without_copies: Band | None  # the same share of the others


def precisions_of(
    draws: Draws, full: Qrels, texts: Texts | None, *, rel: int, key: int, threads: int
) -> list[Precision]:
    """Precision by list and depth, from d = 1 on, over the queries that the fuller labels have, with intervals over
    queries; `texts` tell copies. Where only pooled passages could be deemed, it is too kind."""
    queries = [query for query in draws.queries if query in set(full.queries)]
    found = []
    for of_set in draws.sets:
        cells = [_cells(draws, number, of_set, queries, full, texts, rel) for number in range(len(draws.of))]
        for d in range(1, draws.deemed + 1):
            first = [np.nansum(of[:, :, :d], axis=2) for of in cells]  # what, query
            n = [(~np.isnan(of[RELEVANT, :, :d])).sum(axis=1).astype(np.float64) for of in cells]
            whole = _ratio([of[RELEVANT] for of in first], n, key, threads)
            apart = None
            if texts is not None:
                others = [of[RELEVANT] - of[RELEVANT_COPY] for of in first]
                apart = _ratio(others, [all_ - of[COPY] for all_, of in zip(n, first)], key, threads)
            deemed, labelled, copies = (
                float(np.mean([part.sum() for part in parts]))
                for parts in (n, [of[LABELLED] for of in first], [of[COPY] for of in first])
            )
            found.append(Precision(of_set, d, deemed, labelled, whole, copies if texts is not None else None, apart))
    return found


def _cells(
    draws: Draws, number: int, of_set: str, queries: Sequence[str], full: Qrels, texts: Texts | None, rel: int
) -> F64:
    """(what, query, place): 1 or 0, NaN where nothing is deemed."""
    draw = draws.of[number]
    cells = np.full((4, len(queries), draws.deemed), np.nan)
    copies = _copies(draw.deemed[of_set], {q: draw.gold[q].doc for q in queries if q in draw.gold}, texts)
    for row, query in enumerate(queries):
        grades = full.grades(query)
        for place, doc in enumerate(draw.deemed[of_set].get(query, ())[: draws.deemed]):
            relevant, copy = grades.get(doc, -1) >= rel, (query, doc) in copies
            cells[:, row, place] = relevant, copy, relevant and copy, doc in grades
    return cells


def _copies(deemed: object, gold: object, texts: Texts | None) -> set[tuple[str, str]]:
    """(query, document) of what is deemed and has the gold's text."""
    if texts is None:
        return set()
    by_query = {query: {doc: 1, **dict.fromkeys(deemed.get(query, ()), 1)} for query, doc in gold.items()}  # type: ignore[attr-defined]
    same = find_duplicates(texts, Qrels.from_dict(by_query)).groups
    return {
        (query, doc)
        for query, groups in same.items()
        for group in groups
        if gold[query] in group  # type: ignore[index]
        for doc in group
    }


def _ratio(parts: Sequence[F64], wholes: Sequence[F64], key: int, threads: int) -> Band:
    """The share of sums over queries, over draws."""
    nan = float("nan")
    own, redrawn = [], np.zeros(RESAMPLES)
    for part, whole in zip(parts, wholes):
        exact = np.ascontiguousarray(snap(np.stack([part, whole], axis=1))[0].T)
        sums = _core.drawn_sums(exact, key, 0, RESAMPLES, [0, len(part)], threads=threads)
        with np.errstate(invalid="ignore", divide="ignore"):
            redrawn += np.asarray(sums[0] / sums[1]) / len(parts)
        own.append(part.sum() / whole.sum() if whole.sum() else nan)
    return Band.of(np.array(own), redrawn, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class AnchorRow:
    """Answers on the passages at one rank of one list."""

    set: str
    where: Where  # rank of the whole list (1 mostly the gold, a control), or deemed place
    at: int
    yes: int
    n: int
    low: float  # Wilson's 95% interval of the share
    high: float


def anchors_of(path: str | os.PathLike[str], draws: Draws) -> list[AnchorRow]:
    """The answers in a file made by `anchor_form`, counted, without empty ones; InputError where a column is missing,
    or a row's entry is unknown or answered twice. Sources: Mackenzie, Petri and Moffat, ECIR 2022, Table 1; Wilson,
    JASA 22, 1927."""
    source = os.fspath(path)
    problems = Problems(source)
    rows = records(source, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    names = [name_of(cell) for cell in heading[1]] if heading else []
    where = next((name for name in PLACES if name in names), None)
    if where is None or any(names.count(name) != 1 for name in (*COLUMNS, where)) or set(PLACES) <= set(names):
        raise InputError(f"{cut(source)} has the heading {cut(', '.join(names) or 'nothing')}, expected {EXPECTED}")
    expected = _Expected(draws, where)
    counts: dict[tuple[str, int], list[bool]] = {}
    seen: dict[tuple[str, ...], int] = {}
    for number, cells in rows:
        if len(cells) != len(names):
            problems.add_width(number, len(cells), len(names))
            continue
        row = {name: of_cell(cell.strip()) for name, cell in zip(names, cells)}
        if not row["answer"]:
            continue
        place = (row["query"], row["list"], row[where].lstrip("0"))
        if problem := expected.problem(row):
            problems.add(number, problem)
        elif seen.setdefault(place, number) != number:
            problems.add(number, f"a second answer (first: line {seen[place]}), expected one")
        else:
            counts.setdefault((row["list"], int(row[where])), []).append(ANSWERS[row["answer"].lower()])
    problems.raise_if_any()
    if not counts:
        raise InputError(f"{cut(source)} has no answers, expected yes or no in the column answer below the heading")
    in_order = sorted(counts, key=lambda key: (draws.sets.index(key[0]), key[1]))
    return [_row(of_set, where, at, counts[of_set, at]) for of_set, at in in_order]


class _Expected:
    """What a row of answers may say."""

    __slots__ = ("draws", "lists", "queries", "where")

    def __init__(self, draws: Draws, where: Where) -> None:
        self.draws, self.where, self.queries = draws, where, set(draws.queries)
        self.lists = draws.lists() if where == "rank" else []

    def problem(self, row: Mapping[str, str]) -> str:
        """What was found and expected; "" where all is well."""
        query, of_set, at, gold = (row.get(name, "") for name in ("query", "list", self.where, GOLD))
        if query not in self.queries:
            return f"query {cut(query)}, expected one of the {len(self.queries):,} of the labels"
        if of_set not in self.draws.sets:
            return f"list {cut(of_set)}, expected {' or '.join(self.draws.sets)}"
        if not (at.isascii() and at.isdecimal() and int(at) > 0):
            return f"{self.where} {cut(at)}, expected a whole number from 1"
        golds = {one.gold[query].doc for one in self.draws.of if query in one.gold}
        if gold and gold not in golds:
            return f"gold {cut(gold)}, expected {' or '.join(sorted(golds)) or 'none'}"
        if row["answer"].lower() not in ANSWERS:
            return f"answer {cut(row['answer'])}, expected yes or no"
        return self._other_passage(query, of_set, int(at), gold, row.get(PASSAGE, ""))

    def _other_passage(self, query: str, of_set: str, at: int, gold: str, passage: str) -> str:
        """Where the list has no such rank, or another passage there; "" also where the list is not at hand."""
        rankings = [
            ranking
            for number, one in enumerate(self.draws.of)
            if not gold or (query in one.gold and one.gold[query].doc == gold)
            if (ranking := self._ranking(number, query, of_set)) is not None
        ]
        if not rankings:
            return ""
        longest = max(map(len, rankings))
        if at > longest:
            ranks = f"1 to {longest:,}" if longest else "none"
            return f"{self.where} {at:,}, expected {ranks}: so long is the list {of_set} of query {cut(query)}"
        there = sorted({ranking[at - 1] for ranking in rankings if len(ranking) >= at})
        if passage and passage not in there:
            return (
                f"passage {cut(passage)}, expected {' or '.join(map(cut, there))}, at {self.where} {at:,} of {of_set}"
            )
        return ""

    def _ranking(self, number: int, query: str, of_set: str) -> Sequence[str] | None:
        """A list of a draw, best first; None where it is not at hand."""
        if self.where == "place":
            return self.draws.of[number].deemed[of_set].get(query, ())
        runs = self.lists[number].get(of_set)
        return None if runs is None else runs.ranking(runs.systems[0], query)


def _row(of_set: str, where: Where, at: int, answers: Sequence[bool]) -> AnchorRow:
    yes, n = sum(answers), len(answers)
    low, high = wilson(np.array([float(yes)]), n, np.array([-Z, Z]))[0]
    return AnchorRow(of_set, where, at, yes, n, float(low), float(high))


@dataclass(frozen=True, slots=True)
class SensitivityEvidence:
    """What was measured under extrapolated labels."""

    steps: Sequence[AtDepth]  # by list, measure and depth
    precisions: Sequence[Precision]  # by list and depth; empty without fuller labels
    anchors: Sequence[AnchorRow]  # by list and rank; empty without answers
    draws: Draws
    measures: Sequence[str]  # the first is the main one
    runs: int
    systems: int
    queries: int
    shared: int  # queries that the fuller labels have too, 0 without these
    left_out: Sequence[str]
    rel: int  # least grade of the fuller labels that confirms a deemed passage
    lower_is_better: Sequence[str]  # measures
    resamples: int  # of the queries, behind each interval
    provenance: Provenance
    kind_p: KindP = field(default_factory=dict)  # list, column and kind -> corrected p of its gain, main measure

    @property
    def of_pair(self) -> bool:
        """Whether two systems count."""
        return self.systems == 2

    @property
    def sets(self) -> Sequence[str]:
        """The lists; the last is the main one."""
        return self.draws.sets

    def curve(self, of_set: str, measure: str) -> list[AtDepth]:
        """By depth, from 0 on."""
        return [step for step in self.steps if step.set == of_set and step.measure == measure]

    @property
    def main(self) -> list[AtDepth]:
        """The main list by the main measure."""
        return self.curve(self.sets[-1], self.measures[0])

    @property
    def ends(self) -> Mapping[str, AtDepth]:
        """List -> its last depth by the main measure."""
        return {of_set: self.curve(of_set, self.measures[0])[-1] for of_set in self.sets}


def corrected_p(ends: Mapping[str, tuple[AtDepth, AtDepth]], kinds: Mapping[Kind, Sequence[str]], *, key: int) -> KindP:
    """P-value of each list and kind that the largest gain of any kind on any list (first against last of `ends`) is as
    large by chance, which permutes systems for all lists at once. A gain is a kind's mean in standard errors."""
    names = list(next(iter(ends.values()))[0].places)
    place = {name: i for i, name in enumerate(names)}
    gains = np.array([[zero.places[s] - last.places[s] for s in names] for zero, last in ends.values()])
    weights, of_kinds = [], []
    for kind, systems in kinds.items():
        mine = [place[name] for name in systems if name in place]
        if 0 < len(mine) < len(names):
            row = np.zeros(len(names))
            row[mine] = 1 / len(mine) / np.sqrt(1 / len(mine) - 1 / len(names))
            weights.append(row)
            of_kinds.append(kind)
    if not weights:
        return {}
    spread = gains.std(axis=1, ddof=1, keepdims=True)
    centred = gains - gains.mean(axis=1, keepdims=True)
    scaled = np.divide(centred, spread, out=np.zeros_like(gains), where=spread > 0)
    rows = np.array(weights)
    own = scaled @ rows.T
    rng = np.random.Generator(stream(key, _PURPOSE))
    most = np.concatenate(
        [
            (scaled[:, rng.permuted(np.tile(np.arange(len(names)), (n, 1)), axis=1)] @ rows.T).max(axis=(0, 2))
            for n in (min(AT_ONCE, DRAWS - first) for first in range(0, DRAWS, AT_ONCE))
        ]
    )
    p = (1 + (most[:, None, None] >= own - 1e-9).sum(axis=0)) / (1 + DRAWS)
    return {(of_set, kind): float(p[i, k]) for i, of_set in enumerate(ends) for k, kind in enumerate(of_kinds)}
