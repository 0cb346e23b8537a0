"""Present labels that would have to be wrong before the order of two systems falls: the doubt about labels given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heapreplace
from typing import TypeAlias

import numpy as np

from irassay.arguments import between, places_of
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.equality import ROUNDING
from irassay.errors import UsageError
from irassay.estimates.bounds.changed_queries import Averaged, Labels, Shared, Summed, concave_steps
from irassay.estimates.universe import bounding_of, gains, has_bounds, make_universe, on_scale, rank_weights
from irassay.estimates.words import BY_LABELS
from irassay.formats.nouns import qrels_given, runs_given
from irassay.label_sets.noise import noisy
from irassay.measures import Measure
from irassay.messages import percent
from irassay.random_keys import Seed
from irassay.record import Record
from irassay.scoring import evaluate

Changed: TypeAlias = Summed | Shared | Averaged
Range: TypeAlias = tuple[int | None, int | None]  # least, None: no number does it; most, None: none is known to

FORMS = ("linear", "ratio", "share", "average")  # of measures whose labels can be counted
N_DRAWS = 1_000


class WrongLabels(Record):
    """How many present labels would have to be wrong before the order of two systems falls.

    Each number is a range, (least, most): fewer than the least never do it, and some labels of the number `most` do.
    They are equal for sums such as P, DCG and RBP. None: no number does it, or none was found.

    Attributes
    ----------
    ahead, other : str
    labels : int
        Labels of the queries that are counted.
    equal, reverse : (int or None, int or None)
        Labels that, with any other grade, leave `ahead` no longer ahead, and that put `other` ahead.
    equal_by_one, reverse_by_one : (int or None, int or None)
        The same where each label is wrong by one grade of the scale.
    expected, chance : float
        With a rate of wrong labels: how many are wrong on average, and how often `ahead` is then not ahead; else NaN.
    """

    ahead: str
    other: str
    labels: int
    equal: Range
    reverse: Range
    equal_by_one: Range
    reverse_by_one: Range
    expected: float = float("nan")
    chance: float = float("nan")

    def __repr__(self) -> str:
        return f"WrongLabels({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def renamed(self, names: Mapping[str, str]) -> WrongLabels:
        """The same with systems under other names."""
        return self.but(ahead=names.get(self.ahead, self.ahead), other=names.get(self.other, self.other))

    def sentence(self) -> str:
        """The numbers in words.

        Examples
        --------
        >>> WrongLabels("new", "old", 1060, (7, 7), (8, 8), (9, 9), (9, 9)).sentence()
        'Wrong labels: 7 of 1,060 could end the lead of new, 9 if each is wrong by one grade.'
        """
        n, by_one = how_many_wrong(self.equal), how_many_wrong(self.equal_by_one)
        if not n:
            return BY_LABELS("wrong-labels.never", ahead=self.ahead)
        return BY_LABELS(
            "wrong-labels",
            n=n, labels=self.labels, ahead=self.ahead, by_one=by_one if by_one != n else "",
            expected=f"{self.expected:,.0f}", chance=percent(self.chance) if self.chance == self.chance else "",
        )  # fmt: skip


def how_many_wrong(of: Range) -> str:
    """A number of wrong labels: "7", "7 to 9", "at least 7"; "" where no number does it."""
    least, most = of
    if least is None:
        return ""
    return f"at least {least:,}" if most is None else f"{least:,}" if least == most else f"{least:,} to {most:,}"


def can_count(measure: Measure) -> bool:
    """Whether wrong labels are counted for a measure: sums over documents, nDCG, NCG, recall and AP."""
    return has_bounds(measure) and bounding_of(measure).form in FORMS


def wrong_labels(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    pair: tuple[str, str],
    *,
    rate: float | None = None,
    scale: Sequence[int] | None = None,
    ties: Ties = "float64",
    seed: Seed = 0,
) -> WrongLabels:
    """The fewest labels that would have to be wrong to make two systems equal, or to reverse them.

    Answers: how many errors of assessors does this order survive?

    Parameters
    ----------
    qrels : Qrels
        All its queries count. Grades below 0 count as 0.
    runs : Runs
    measure : str or Measure
        A sum over documents (P, DCG, RBP, INSQ), nDCG, NCG, R or AP.
    pair : (str, str)
    rate : float, above 0 and below 1, optional
        Share of labels that another assessor would grade otherwise: of each grade alike, into all others alike.
    scale : sequence of int, optional
        All grades, 0 among them. Default: 0 to the largest of the labels, at least 1 and the measure's ``rel``.
    ties : {"float64", "float32"}
    seed : int or numpy.random.Generator
        Of the 1,000 draws behind the chance.

    Returns
    -------
    WrongLabels

    Raises
    ------
    UsageError
        Another measure, an unknown system, or a rate that can't be one.

    Notes
    -----
    *Assumes* that unjudged documents stay as the measure counts them; for what they may do see `bound`.
    *Guarantees* exact for sums: the labels of the largest effects. For nDCG, NCG, R and AP a proved range: on each
    query no n labels lower the lead by more than a bound whose least concave majorant is spent where it is steepest;
    the upper end is attained by labels that are changed one by one. The chance is heuristic: errors are independent.
    *Source*: the bound of AP splits its sum as Carterette, Allan and Sitaraman, SIGIR 2006, do.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in ("q1", "q2", "q3")})
    >>> lists = {"new": dict.fromkeys(qrels.queries, {"a": 1}), "old": dict.fromkeys(qrels.queries, {"b": 1})}
    >>> runs = Runs.from_dict(lists)
    >>> wrong = wrong_labels(qrels, runs, "P@1", ("new", "old"))
    >>> wrong.equal, wrong.reverse, wrong.labels
    ((3, 3), (4, 4), 6)
    """
    qrels, runs, measure = qrels_given(qrels).judged(), runs_given(runs), Measure.parse(measure)
    places_of(runs.systems, pair, argument="pair")
    if not can_count(measure):
        raise UsageError(f"wrong labels are counted for sums such as P@10, for nDCG, NCG, R and AP, but got {measure}")
    levels = sorted({0, *make_universe(qrels, measure, None, scale).scale, *(g for g in qrels.scale if g > 0)})
    measure = on_scale(measure, qrels, levels)
    of = _labels(qrels, runs, measure, pair, ties)
    leads, by_one = (_leads(of, measure, levels, one=one) for one in (False, True))
    lead, within = (
        sum(one.lead() for one in leads),
        ROUNDING * len(qrels.queries) * max(1.0, *gains(measure)[: levels[-1] + 1]),
    )
    if lead < -within:
        turned = {"rate": rate, "scale": scale, "ties": ties, "seed": seed}
        return wrong_labels(qrels, runs, measure, (pair[1], pair[0]), **turned)  # type: ignore[arg-type]
    targets = lead - within, lead + within
    noise = () if rate is None else _at_rate(qrels, runs, measure, pair, rate, ties, seed)
    ranges = [*_ranges(leads, targets), *_ranges(by_one, targets)]
    return WrongLabels(*pair, qrels.n_labels, *ranges, *noise)  # type: ignore[arg-type]


def _labels(
    qrels: Qrels, runs: Runs, measure: Measure, pair: tuple[str, str], ties: Ties
) -> list[tuple[I64, tuple[F64, F64]]]:
    """Of each query the grades from 0 up, and the ranks in both lists, inf beyond the measure's depth: (label,)."""
    depth = measure.cutoff or measure.definition.depth or None
    out = []
    for query in qrels.queries:
        grades = qrels.grades(query)
        place = dict(zip(grades, range(len(grades)), strict=True))
        ranks = np.full((2, len(place)), np.inf)
        for row, system in zip(ranks, pair, strict=True):
            for rank, doc in enumerate(runs.ranking(system, query, ties=ties)[:depth], 1):
                if doc in place:
                    row[place[doc]] = rank
        out.append((np.maximum(np.array(list(grades.values()), dtype=np.int64), 0), (ranks[0], ranks[1])))
    return out


def _leads(
    of: Sequence[tuple[I64, tuple[F64, F64]]], measure: Measure, levels: list[int], *, one: bool
) -> list[Changed]:
    """The leads of the first system, one a query; `one`: labels are wrong by one grade."""
    near = {g: levels[max(0, i - 1) : i] + levels[i + 1 : i + 2] for i, g in enumerate(levels)}
    moves = near if one else {g: [h for h in levels if h != g] for g in levels}
    gain, bounding = np.array(gains(measure)), bounding_of(measure)
    labels = [Labels(grade, ranks, gain, moves) for grade, ranks in of]
    if bounding.form == "average":
        return [Averaged(one_query, int(measure.params["rel"])) for one_query in labels]
    deepest = max((int(r[np.isfinite(r)].max(initial=0)) for _, ranks in of for r in ranks), default=0)
    by_rank = np.append(rank_weights(measure, max([deepest, *(len(grade) for grade, _ in of)])), 0.0)
    weights = [
        np.subtract(*(by_rank[np.where(np.isfinite(r), r, 0).astype(np.int64) - 1] for r in ranks)) for _, ranks in of
    ]
    if bounding.form == "linear":
        return [Summed(one_query, weight) for one_query, weight in zip(labels, weights, strict=True)]
    ideal = by_rank[: (measure.cutoff if bounding.ideal else None) or -1]
    return [Shared(one_query, weight, ideal, one=one) for one_query, weight in zip(labels, weights, strict=True)]


def _ranges(leads: Sequence[Changed], targets: Sequence[float]) -> list[Range]:
    """The least and the most labels that take each target, ascending, from the sum of the leads."""
    steps = [one.steps() if isinstance(one, Summed) else concave_steps(one.falls()) for one in leads]
    largest_first = np.sort(np.concatenate([np.zeros(0), *steps]))[::-1]
    others = [one for one in leads if not isinstance(one, Summed)]
    one_by_one = np.array(list(_one_by_one(others, targets[-1]))) if others else largest_first
    return [(0, 0) if of < 0 else (_first(largest_first, of), _first(one_by_one, of)) for of in targets]


def _one_by_one(leads: Sequence[Shared | Averaged], target: float) -> Iterator[float]:
    """Falls of the lead, each by the one label that lowers it most then, until the target is reached or none does."""
    heap = [(-fall, i, at, grade) for i, one in enumerate(leads) for fall, at, grade in [one.best()]]
    heapify(heap)
    while target > 0 and heap and heap[0][0] < 0:
        fall, i, at, grade = heap[0]
        yield -fall
        target += fall
        leads[i].change(at, grade)
        fall, at, grade = leads[i].best()
        heapreplace(heap, (-fall, i, at, grade))


def _first(steps: F64, target: float) -> int | None:
    """The number of steps whose sum reaches the target; None where none does."""
    reached = np.nonzero(np.cumsum(steps) >= target)[0]
    return int(reached[0]) + 1 if len(reached) else None


def _at_rate(
    qrels: Qrels, runs: Runs, measure: Measure, pair: tuple[str, str], rate: float, ties: Ties, seed: Seed
) -> tuple[float, float]:
    """How many labels are wrong on average at a rate, and the share of draws in which the first isn't ahead then."""
    grades = sorted({*qrels.grade_counts, *range(2)})
    others = between("rate", rate) / (len(grades) - 1)
    confusion = {g: {h: 1 - rate if h == g else others for h in grades} for g in grades}
    drawn = noisy(qrels, confusion, draws=N_DRAWS, seed=seed)
    first, second = (
        evaluate(drawn, runs, [measure], ties=ties).summary[0][:, places_of(runs.systems, pair, argument="pair")].T
    )
    return rate * qrels.n_labels, float((first - second <= ROUNDING).mean())
