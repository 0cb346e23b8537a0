"""People's answers on passages near the gold: how many are as good an answer, by list and rank."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.proportions import wilson
from irassay.errors import InputError, cut
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import name_of, records
from irassay.label_sets.anchor_tasks import PLACES, Where
from irassay.messages.names import of_cell

if TYPE_CHECKING:
    from irassay.studies.sensitivity.draws import Draws

ANSWERS = {"yes": True, "no": False}
COLUMNS = ("query", "list", "answer")
GOLD = "gold"
PASSAGE = "passage"
EXPECTED = "the columns query, list, answer, and rank (in the list as it is) or place (among the deemed)"
Z = 1.959963984540054  # 97.5% quantile of the normal distribution


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
