"""Pairs of systems: their counts, their numbers, and the section that shows them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from irassay.comparison.effect import standardised, standardised_pairs
from irassay.comparison.words import resolution
from irassay.result import Column, Finding, Forest, PairMatrix, Section, Table
from irassay.studies.overview import words_assumed
from irassay.studies.overview import words_figures as words
from irassay.studies.overview.case import FEW, Case, Pair
from irassay.studies.overview.evidence import Evidence, Order
from irassay.studies.overview.words_pairs import sentence
from irassay.wording import alone

MOST_DRAWN = 21  # pairs that are drawn one by one; more are a table
EQUAL = 1e-12  # scores closer than this are equal


def all_pairs(n: int) -> Iterator[tuple[int, int]]:
    """Pairs of rows, the better first: (0, 1), (0, 2) ... (n-2, n-1)."""
    return ((i, j) for i in range(n) for j in range(i + 1, n))


def wins(order: Order, i: int, j: int) -> tuple[int, int, int]:
    """Queries on which system `i` is better than `j`, worse, equal."""
    difference = order.values[i] - order.values[j]
    if order.lower_is_better:
        difference = -difference
    better = int((difference > EQUAL).sum())
    worse = int((difference < -EQUAL).sum())
    return better, worse, len(order.queries) - better - worse


def pair_of(evidence: Evidence, i: int, j: int) -> Pair:
    """All numbers of one pair's sentence; with several baselines those of the family of `j`."""
    order, holes = evidence.order, evidence.holes
    asked = i, j
    i, j = sorted(asked)
    return Pair(
        a=order.systems[i],
        b=order.systems[j],
        difference=float(order.difference[i, j]),
        wins=wins(order, i, j),
        low=float(order.difference_low[i, j]),
        high=float(order.difference_high[i, j]),
        p=float(order.p[asked]),
        p_corrected=float(order.p_corrected[asked]),
        significant=bool(order.significant[asked]),
        state="" if holes is None else holes.state[i][j],
        labels_low=math.nan if holes is None else float(holes.difference_lower[i, j]),
        labels_high=math.nan if holes is None else float(holes.difference_upper[i, j]),
        alpha=order.alpha,
        t_low=math.nan if order.difference_t is None else float(order.difference_t[i, j, 0]),
        t_high=math.nan if order.difference_t is None else float(order.difference_t[i, j, 1]),
        effect=standardised(order.values[i], order.values[j]),
        against_means=_against_means(order, *asked) * (1 if asked == (i, j) else -1),
    )


def _against_means(order: Order, i: int, j: int) -> int:
    return 0 if order.against_means is None else int(order.against_means[i, j])


def counted_pairs(order: Order) -> list[tuple[int, int]]:
    """The pairs that the comparison is about: all, or every system with each baseline, which stands second.

    Each baseline is a family of its own, so a pair of two baselines is counted in both.
    """
    if not order.baseline:
        return list(all_pairs(order.n))
    return [(i, base) for base in map(order.systems.index, order.baseline) for i in range(order.n) if i != base]


def n_settled(order: Order) -> int:
    """How many of the counted pairs differ significantly, each in its family."""
    return sum(bool(order.significant[i, j]) for i, j in counted_pairs(order))


def pairs_section(evidence: Evidence, case: Case) -> Section:
    """Who can be told apart: a matrix, or the pairs asked about with their sentences."""
    if case.n > FEW and not case.baselines:
        return Section("pairs", "Who can be told apart", [_matrix(evidence, case), *_resolution(evidence)])
    forest = _forest(evidence, case)
    shown = forest if len(forest.table) <= MOST_DRAWN else forest.table
    return Section("pairs", "Who can be told apart", [shown, *_resolution(evidence)])


def _resolution(evidence: Evidence) -> list[Finding]:
    """How small a difference these queries show, where a pair is open."""
    found = evidence.resolution
    if found is None:
        return []
    text = resolution(len(evidence.order.queries), found.typical, found.never)
    numbers: dict[str, float | int | str] = {"typical": found.typical, "unresolvable_by_labels": found.never}
    return [Finding("resolution", "note", "queries", text, numbers)]


def _forest(evidence: Evidence, case: Case) -> Forest:
    order = evidence.order
    counted = counted_pairs(order)
    pairs = [pair_of(evidence, i, j) for i, j in counted]
    names = [words.pair_name(p, order.systems[base], order.baseline) for p, (_, base) in zip(pairs, counted)]
    n_queries = len(order.queries)
    spread = f"95% interval over queries, {alone(order.interval)}"
    columns = [
        Column("pair", names, definition=words.first_of_pair(order)),
        Column("difference", [p.difference for p in pairs], definition="of the means", digits=4),
        Column("low", [p.low for p in pairs], definition=spread, digits=3),
        Column("high", [p.high for p in pairs], definition=spread, digits=3),
        Column(
            "labels_low", [p.labels_low for p in pairs], definition="least difference over missing labels", digits=3
        ),
        Column(
            "labels_high",
            [p.labels_high for p in pairs],
            definition="greatest difference over missing labels",
            digits=3,
        ),
        Column("p", [p.p for p in pairs], unit="p", definition=words_assumed.tested(order.test)),
        Column(
            "p_corrected",
            [p.p_corrected for p in pairs],
            unit="p",
            definition=words_assumed.corrected(order.test, order.correction, order.family),
        ),
        Column("effect", [p.effect for p in pairs], definition=words_assumed.EFFECT, digits=2),
        Column("queries", ["settled" if p.significant else "open" for p in pairs], definition="by the queries"),
        Column("labels", [p.state for p in pairs], definition="by the labels"),
        Column("sentence", [sentence(p, family=order.family, n_queries=n_queries) for p in pairs]),
    ]
    title = words.forest_title(case)
    return Forest(
        "pairs",
        title,
        words.forest_how(evidence.holes, order.interval),
        Table("pairs", title, columns),
        f"difference in {case.measure}",
    )


def _matrix(evidence: Evidence, case: Case) -> PairMatrix:
    order, holes = evidence.order, evidence.holes
    n = order.n
    blank = [""] * n
    queries = [["settled" if order.significant[i, j] else "open" for j in range(i)] + blank[i:] for i in range(n)]
    labels = [blank[: i + 1] + ["" if holes is None else holes.state[i][j] for j in range(i + 1, n)] for i in range(n)]
    upper = np.triu_indices(n, 1)
    title = words.pairs_title(case)
    return PairMatrix(
        "pairs",
        title,
        words.matrix_how(),
        _counts(case),
        systems=list(order.systems),
        queries=queries,
        labels=labels,
        difference=order.difference[upper].tolist(),
        low=order.difference_low[upper].tolist(),
        high=order.difference_high[upper].tolist(),
        p=order.p[upper].tolist(),
        p_corrected=order.p_corrected[upper].tolist(),
        wins=[wins(order, i, j) for i, j in all_pairs(n)],
        labels_low=[] if holes is None else holes.difference_lower[upper].tolist(),
        labels_high=[] if holes is None else holes.difference_upper[upper].tolist(),
        effect=standardised_pairs(order.values).tolist(),
        against_means=[_against_means(order, i, j) for i, j in all_pairs(n)],
        family=order.family,
        alpha=order.alpha,
        assumes=words_assumed.in_one(_assumed(evidence)),
        ask=f"irassay compare {case.command} --pair",
    )


def _assumed(evidence: Evidence) -> dict[str, str]:
    order, holes = evidence.order, evidence.holes
    found = {
        "low, high": words_assumed.interval(order.n_bootstrap, order.interval),
        "p, p_corrected": words_assumed.corrected(order.test, order.correction, order.family),
    }
    if holes is not None:
        found["labels_low, labels_high"] = words_assumed.bounds(holes.unseen, exact=holes.exact)
    return found


def _counts(case: Case) -> Table:
    rows = [
        ("queries", "settled", case.queries_settled, "the two differ significantly"),
        ("queries", "open", case.pairs - case.queries_settled, "can't be told apart"),
    ]
    if case.labels_settled is not None:
        rows += [
            ("labels", "settled", case.labels_settled, "order kept by every label"),
            ("labels", "open", case.labels_open, "order open: missing labels could make the two equal or reverse them"),
            ("labels", "not known", case.labels_unknown, "not known whether missing labels could reverse them"),
            ("labels", "exactly tied", case.tied, "exactly tied; not in the labels' share"),
        ]
    doubt, state, pairs, means = zip(*[row for row in rows if row[2] or row[1] in ("settled", "open")])
    return Table(
        "pairs",
        "Pairs of systems by state",
        [
            Column("doubt", doubt),
            Column("state", state),
            Column("pairs", pairs, unit="pairs", digits=0),
            Column("meaning", means),
        ],
    )
