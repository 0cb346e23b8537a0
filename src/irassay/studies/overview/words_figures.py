"""Titles of the strip, the league and the pairs, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.studies.overview import words_assumed, words_baseline
from irassay.studies.overview.case import Case, Pair
from irassay.studies.overview.evidence import Holes, Order
from irassay.studies.words import HOW
from irassay.wording import alone, count, listed, number, plural, share, span, spelled


def these(n_queries: int) -> str:
    """The queries at hand."""
    return "this query" if n_queries == 1 else f"these {count(n_queries)} queries"


def strip_title(order: Order) -> str:
    """What the dots show about the lead."""
    leaders = [order.systems.index(s) for s in order.leaders]
    n = len(leaders)
    if order.baseline:
        return (
            f"{plural(order.n, 'system')} from {span(float(order.mean.min()), float(order.mean.max()))} {order.measure}"
        )
    if n == 1:
        gap = abs(float(order.mean[0] - order.mean[1]))
        return f"{order.systems[0]} stands {number(gap, 3)} {order.measure} apart from the next"
    width = abs(float(order.mean[leaders[0]] - order.mean[leaders[-1]]))
    who = f"The first {spelled(n)} systems" if leaders == list(range(n)) else f"The {spelled(n)} leaders"
    cant = "can't split them"
    return f"{who} span {number(width, 3)} {order.measure}, and {these(len(order.queries))} {cant}"


def strip_how(order: Order) -> str:
    """How to read the strip."""
    text = f"{HOW}One dot is one system, placed by its mean {order.measure}; dots that would overlap are stacked."
    if order.baseline:
        return text
    if len(order.leaders) == 1:
        return f"{text} The filled dot is the leader: no system is significantly better."
    return f"{text} Filled dots are the leaders: no two of them differ significantly."


def league_title(order: Order, case: Case) -> str:
    """What the ranks by significance say."""
    if order.n == 1:
        return f"{order.systems[0]} scores {number(float(order.mean[0]), 3)}"
    if order.baseline:
        return words_baseline.league_title(case.against, lower_is_better=order.lower_is_better)
    if order.n == 2:
        return f"Two systems, {number(abs(float(order.difference[0, 1])), 4)} {order.measure} apart"
    if not order.rank_intervals:
        return f"{these(len(order.queries)).capitalize()} can't rank {plural(order.n, 'system')}"
    certain = [i + 1 for i, (low, high) in enumerate(order.rank_intervals) if low == high]
    n_first = len(order.leaders)
    if len(certain) == order.n:
        return "Every place is certain"
    first = (
        f"first place is open to {plural(n_first, 'system')}"
        if n_first > 1
        else f"first place is {order.leaders[0]}'s alone"
    )
    return f"Ranks are ranges: {first}, and {_certain(certain, order.n, n_first)}"


def _certain(certain: Sequence[int], n: int, n_first: int) -> str:
    if not certain:
        return "no place is certain"
    if certain == [n]:
        return "no place but the last is certain"
    if n_first == 1 and certain == [1]:
        return "no other place is certain"
    return f"{count(len(certain))} of {count(n)} places {'is' if len(certain) == 1 else 'are'} certain"


BY_BOOTSTRAP = (
    "Ranks by bootstrap: a second method, of all differences at once; where the two ranges differ, neither is wrong."
)


def league_how(order: Order, holes: Holes | None) -> str:
    """How to read the league table."""
    parts = [f"{HOW}The dot is the mean {order.measure}, the line its 95% interval over queries (thick: 50%)."]
    if order.t_low is not None:
        parts.append("With so few queries that line may be too short; Student's t interval stands in the table.")
    if order.rank_intervals and order.n > 2:
        low, high = order.rank_intervals[0]
        worse = order.n - high
        parts.append(
            f"Rank {_rank(low, high)} means: {_no(low - 1)} significantly better, {_is(worse)} significantly worse."
        )
    if order.rank_intervals_bootstrap and order.n > 2:
        parts.append(BY_BOOTSTRAP)
    if holes is not None:
        parts += bands(order, holes)
    if order.letters and order.n > 2:
        parts.append(letters_rule(order))
    return " ".join(parts)


def bands(order: Order, holes: Holes) -> list[str]:
    """What the pale bands and the rings are, and what they assume."""
    parts = ["The pale band holds every score that missing labels allow."]
    if order.n > 1:
        parts.append(
            "Bands of two rows may overlap and the order still be fixed: the same unjudged documents move both."
        )
    if order.measure.startswith("nDCG") and float(np.max(order.mean - holes.lower, initial=0.0)) > 0:
        parts.append(
            "A run whose documents are all judged has a band too: documents that others found, or nobody, could "
            "raise the ideal."
        )
    if not np.all(np.isnan(holes.estimate)):
        parts.append(words_assumed.ESTIMATE)
    return parts


def _rank(low: int, high: int) -> str:
    return f"{low}–{high}" if low != high else f"{low}"


def _no(n: int) -> str:
    return "no system is" if n == 0 else _is(n)


def _is(n: int) -> str:
    return f"{spelled(n)} {'is' if n == 1 else 'are'}"


def letters_rule(order: Order) -> str:
    """What shared letters say, by how they were made."""
    if order.n <= 20:
        return "Systems share a letter if and only if they can't be told apart."
    free = order.open_without_letter
    tail = f" ({plural(free, 'undecided pair')} share{'s' if free == 1 else ''} none)" if free else ""
    return f"A shared letter: can't be told apart. No shared letter decides nothing{tail}."


def pairs_title(case: Case) -> str:
    """Both shares in one finding."""
    queries, pairs = case.queries_settled, case.pairs
    vouch = _vouch(queries, pairs)
    if case.labels_settled is None:
        return f"The queries {vouch} all pairs"
    labels = case.labels_settled
    fix = f"The labels fix {_of(labels, case.labels_pairs)}"
    if case.labels_high and not case.queries_high:
        return f"{fix}; the queries can vouch for {_fewer(queries, pairs)}"
    if labels / max(case.labels_pairs, 1) < queries / max(pairs, 1):
        return f"The queries {vouch} all pairs; the labels fix {_fewer(labels, case.labels_pairs)}"
    return f"{fix}; the queries separate {'all of them' if queries == pairs else share(queries, pairs, 0)}"


def _of(part: int, whole: int) -> str:
    return "the order of every pair" if part == whole else f"{share(part, whole, 0)} of all pairs"


def _vouch(part: int, whole: int) -> str:
    return "separate" if part == whole else f"separate {share(part, whole, 0)} of"


def _fewer(part: int, whole: int) -> str:
    if part == 0:
        return "none"
    ratio = part / whole
    if 0.4 <= ratio < 0.5:
        return "fewer than half"
    if 0.5 < ratio <= 0.6:
        return "little more than half"
    return share(part, whole, 0)


def matrix_how() -> str:
    """How to read the matrix."""
    return (
        f"{HOW}Systems run from best to worst, left to right and top to bottom, so neighbours in score meet at the "
        "diagonal. Each pair appears twice: below the diagonal for the queries, mirrored above it for the labels. "
        "Solid is settled, pale is open, hatched is not known."
    )


def first_of_pair(order: Order) -> str:
    """Which of two systems is named first."""
    return "the lower score first: lower is better" if order.lower_is_better else "the higher score first"


def pair_name(pair: Pair, base: str, baselines: Sequence[str]) -> str:
    """Two systems; where both are baselines, which one's family the row is of."""
    name = f"{pair.a} – {pair.b}"
    return f"{name}, against {base}" if pair.a in baselines and pair.b in baselines else name


def forest_title(case: Case) -> str:
    """A few pairs."""
    if case.pairs == 1:
        pair = case.pair
        assert pair is not None
        told = "differ significantly" if pair.significant else "can't be told apart"
        return f"{pair.a} and {pair.b} {told}"
    if case.baselines:
        of = f"{count(case.queries_settled)} of"
        if len(case.baselines) > 1:
            return f"{of} {plural(case.pairs, 'comparison')} with {listed(case.baselines)} are significant"
        return f"{of} {plural(case.pairs, 'system')} differ significantly from {case.baselines[0]}"
    return f"{count(case.queries_settled)} of {count(case.pairs)} pairs differ significantly"


def forest_how(holes: Holes | None, interval: str = "percentile") -> str:
    """How to read the differences."""
    text = (
        f"{HOW}One row is one pair: the dot is the difference of their means, the line its 95% interval over "
        f"queries, {alone(interval)}."
    )
    if holes is None:
        return text
    return (
        f"{text} The pale band holds every difference that missing labels allow; where it leaves out 0, the labels "
        "settle the order."
    )
