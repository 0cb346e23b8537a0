"""Sentences about what queries can show: the difference that these detect, and how many would separate systems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.comparison.power import is_guess
from irassay.messages import conjugate, count, listed, number, plural, roughly, two_digits
from irassay.verdict.next_steps import FAR, within_reach
from irassay.verdict.words.baselines import NAMED

if TYPE_CHECKING:
    from irassay.verdict.queries_needed import Needed
    from irassay.verdict.verdict import Verdict


def ends_of_range(low: float, high: float, now: int) -> tuple[int, int]:
    """The ends of an extrapolated range of queries, rounded to their precision; `now` is the least that can be
    needed."""
    least, most = round(low / _step(low)) * _step(low), math.ceil(high / _step(high)) * _step(high)
    return max(least, now), max(most, now)


def range_of_queries(low: float, high: float, now: int) -> str:
    """An extrapolated range of queries as text; `now` is the least that can be needed."""
    least, most = ends_of_range(low, high, now)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _step(n: float) -> int:
    return 1 if n < 30 else 10 if n < 200 else 10 ** (len(str(int(n))) - 2)


def in_brackets(verdict: Verdict) -> str:
    """The queries that would separate the one pair that is open, in brackets; "" where they can't be estimated, or
    there are several."""
    by_reference = needed_by_reference(verdict)
    if len(by_reference) > 1:
        return ""
    (needed,) = by_reference.values()
    if len(needed) > 1:
        return ""
    reach = within_reach(verdict, needed)
    if not reach:
        return ""
    nearest = range_of_queries(reach[0].low, reach[0].high, verdict.n_queries + 1)
    return f" (now {count(verdict.n_queries)}; roughly {nearest} in all)"


def detectable(n_queries: int, difference: float) -> str:
    """The difference that so many queries can detect, without a stop; an estimate."""
    return (
        f"An estimate: with 80% power these {plural(n_queries, 'query')} can detect a difference of "
        f"{number(difference, 3)}"
    )


def resolution(n_queries: int, typical: float, never: int) -> str:
    """Detectable difference with so many queries, and the number of open pairs below it under any labels; an
    estimate."""
    text = f"{detectable(n_queries, typical)} (median of the pairs that they can't tell apart)."
    if not never:
        return text
    need, whose = ("pair needs", "its difference") if never == 1 else ("pairs need", "their differences")
    return f"{text} {count(never)} {need} more queries: no labels make {whose} large enough."


def reach_of_pair(verdict: Verdict, a: str, b: str, *, order: bool) -> str:
    """The difference of two systems that these queries can detect, and, where `order` was asked, how many would
    separate them; or ""."""
    systems = [verdict.league.stands_for(system) for system in (a, b)]
    i, j = map(verdict.systems.index, systems)
    least = float(verdict.detectable[i, j])
    if not least > 0:  # no query differs, or nothing is known of their variance
        return ""
    text = f"{detectable(verdict.n_queries, least)}."
    needed = [n for n in verdict.needed if {n.of, n.other} == set(systems)] if order else []
    if not needed:
        return text
    first = needed[0].of
    more = (
        to_separate(verdict, needed, first) or no_estimate(verdict, needed, first) or _too_close(verdict, needed, first)
    )
    return f"{text} {more}".rstrip()


def needed_by_reference(verdict: Verdict) -> dict[str, list[Needed]]:
    """Queries needed for each pair, by the first system or the baseline that the others are compared with."""
    league = verdict.league
    first = league.baseline[0] if league.baseline else verdict.systems[0]
    by_reference: dict[str, list[Needed]] = {name: [] for name in league.baseline or [first]}
    for needed in verdict.needed:
        by_reference.setdefault(needed.of or first, []).append(needed)
    return dict(list(by_reference.items())[:NAMED])


def to_separate(verdict: Verdict, needed: Sequence[Needed], first: str) -> str:
    """The queries that would separate `first` from systems within reach, where the range is better than a guess."""
    reach = within_reach(verdict, needed)
    if not reach:
        return ""
    nearest, last = (range_of_queries(n.low, n.high, verdict.n_queries + 1) for n in (reach[0], reach[-1]))
    in_all = f"queries in all, now {count(verdict.n_queries)},"
    text = f"Roughly {nearest} {in_all} would separate {first} from {reach[0].other}"
    if len(reach) > 1:
        text += f" and {reach[-1].other}" if last == nearest else f", and {last} from {reach[-1].other}"
    return f"{text}."


def labels_of_queries(verdict: Verdict, needed: Sequence[Needed]) -> str:
    """The labels that further queries for the hardest would take, from the printed numbers; "" without labels."""
    reach = within_reach(verdict, needed)
    if not verdict.n_labels or not reach:
        return ""
    each, now = round(verdict.n_labels / verdict.n_queries), verdict.n_queries
    ends = ends_of_range(reach[-1].low, reach[-1].high, now + 1)
    low, high = (count(two_digits((n - now) * each)) for n in ends)
    further = f"the further ones for {reach[-1].other} take {low} to {high} labels"
    return f"With {count(each)} labels a query, as now, {further}."


def no_estimate(verdict: Verdict, needed: Sequence[Needed], first: str) -> str:
    """Systems that are not too close, but for which these queries can't tell how many more are needed."""
    others = [n.other for n in needed if n.low < FAR * verdict.n_queries and is_guess(n.low, n.high)]
    if not others:
        return ""
    few = "One query is" if verdict.n_queries == 1 else f"These {count(verdict.n_queries)} queries are"
    return f"{few} too few to estimate how many would separate {first} from {listed(others, 3)}."


def too_close_ones(verdict: Verdict) -> str:
    """Systems that are too close for any practical number of queries."""
    several = len(verdict.league.baseline) > 1
    by_reference = needed_by_reference(verdict).items()
    return " ".join(filter(None, (_too_close(verdict, needed, of if several else "") for of, needed in by_reference)))


def _too_close(verdict: Verdict, needed: Sequence[Needed], to: str) -> str:
    far = [n for n in needed if n.low >= FAR * verdict.n_queries]
    if not far:
        return ""
    names = listed([n.other for n in far], 3)
    it = "it" if len(far) == 1 else f"even {far[0].other}"
    would = "no number of queries can be estimated"
    if far[0].low < 1e7:
        would = f"{it} would take about {count(roughly(far[0].low))} queries or more"
    return f"{names} {conjugate(len(far), 'is')} too close{f' to {to}' if to else ''}: {would}."
