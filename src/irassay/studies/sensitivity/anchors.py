"""People's answers on passages near the gold: how many are as good an answer, by list and rank."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.wilson import wilson
from irassay.errors import InputError, cut
from irassay.formats.sources.problems import Problems
from irassay.formats.tables.separated import records
from irassay.label_sets.anchor_tasks import PLACES, Where
from irassay.wording.cells import of_cell

if TYPE_CHECKING:
    from irassay.studies.sensitivity.draws import Draws

ANSWERS = {"yes": True, "no": False}
COLUMNS = ("query", "list", "answer")
GOLD = "gold"
EXPECTED = "the columns query, list, answer, and rank (in the list as it is) or place (among the deemed)"
Z = 1.959963984540054  # 97.5% quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class AnchorRow:
    """Answers on the passages at one rank of one list.

    Attributes
    ----------
    set : str
    where : {"rank", "place"}
        Of the list as it is, the gold in it, so that rank 1 is mostly the gold itself, a control; or among the deemed.
    at : int
    yes, n : int
    low, high : float
        Wilson's 95% interval of the share.
    """

    set: str
    where: Where
    at: int
    yes: int
    n: int
    low: float
    high: float


def anchors_of(path: str | os.PathLike[str], draws: Draws) -> list[AnchorRow]:
    """Count the answers of a file.

    Parameters
    ----------
    path : path
        A table with a heading: query, list, rank or place, answer (yes or no), as `anchor_form` makes it; a row without
        an answer is passed over. Where it has a column gold, that is the gold of a draw; others are for people.
    draws : Draws
        Names the queries and lists that there are.

    Raises
    ------
    InputError
        A column is missing, or a row has another answer, query, list or gold, or answers a second time.

    Notes
    -----
    *Assumes* one passage a query, list and rank, and independent queries. *Guarantees* coverage close to nominal, also
    for 20 answers. *Source* Mackenzie, Petri and Moffat, ECIR 2022, Table 1; Wilson, JASA 22, 1927.
    """
    source = os.fspath(path)
    problems = Problems(source)
    rows = records(source, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    names = [cell.strip() for cell in heading[1]] if heading else []
    where = next((name for name in PLACES if name in names), None)
    if where is None or any(names.count(name) != 1 for name in (*COLUMNS, where)) or set(PLACES) <= set(names):
        raise InputError(f"{cut(source)} has the heading {cut(', '.join(names) or 'nothing')}, expected {EXPECTED}")
    golds = {query: {one.gold[query].doc for one in draws.of if query in one.gold} for query in draws.queries}
    queries, counts = set(draws.queries), dict[tuple[str, int], list[bool]]()
    seen: dict[tuple[str, ...], int] = {}
    for number, cells in rows:
        if len(cells) != len(names):
            problems.add(number, f"{len(cells)} cells, expected {len(names)} as in the heading")
            continue
        query, of_set, answer, at = (of_cell(cells[names.index(name)].strip()) for name in (*COLUMNS, where))
        gold = of_cell(cells[names.index(GOLD)].strip()) if GOLD in names else ""
        if not answer:
            continue
        if query not in queries:
            problems.add(number, f"query {cut(query)}, expected one of the {len(queries):,} of the labels")
        elif of_set not in draws.sets:
            problems.add(number, f"list {cut(of_set)}, expected {' or '.join(draws.sets)}")
        elif not (at.isascii() and at.isdecimal() and int(at) > 0):
            problems.add(number, f"{where} {cut(at)}, expected a whole number from 1")
        elif gold and gold not in golds[query]:
            problems.add(number, f"gold {cut(gold)}, expected {' or '.join(sorted(golds[query])) or 'none'}")
        elif answer.lower() not in ANSWERS:
            problems.add(number, f"answer {cut(answer)}, expected yes or no")
        elif seen.setdefault((query, of_set, at), number) != number:
            problems.add(number, f"a second answer (first: line {seen[query, of_set, at]}), expected one")
        else:
            counts.setdefault((of_set, int(at)), []).append(ANSWERS[answer.lower()])
    problems.raise_if_any()
    if not counts:
        raise InputError(f"{cut(source)} has no answers, expected yes or no in the column answer below the heading")
    in_order = sorted(counts, key=lambda key: (draws.sets.index(key[0]), key[1]))
    return [_row(of_set, where, at, counts[of_set, at]) for of_set, at in in_order]


def _row(of_set: str, where: Where, at: int, answers: Sequence[bool]) -> AnchorRow:
    yes, n = sum(answers), len(answers)
    low, high = wilson(np.array([float(yes)]), n, np.array([-Z, Z]))[0]
    return AnchorRow(of_set, where, at, yes, n, float(low), float(high))
