"""Sentences about baselines, and about what queries show: the difference that these detect, and how many would."""

from __future__ import annotations

import math
from collections.abc import Sequence

from irassay.comparison.power import is_guess
from irassay.messages import capital, listed, roughly, two_digits
from irassay.verdict.next_steps import FAR, within_reach
from irassay.verdict.queries_needed import Needed
from irassay.verdict.verdict import Verdict
from irassay.verdict.words.phrases import SAID

NAMED = 4  # most baselines that are described one by one; more are counted together


def title(verdict: Verdict) -> str:
    """The number of systems that score significantly better than each baseline."""
    if not any(one.above or one.below for one in verdict.against):
        return SAID("title.no-baseline", baselines=listed(verdict.league.baseline, NAMED, last="or"))
    return f"{_of_all(verdict, 'title.baselines') or _of_each(verdict, 'title.baseline')}."


def family(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline, and that can't be told apart from it."""
    code = "basis.baseline" if len(verdict.against) == 1 else "basis.against"
    return f"{capital(_of_each(verdict, code, '; '))}."


def apart(verdict: Verdict) -> str:
    """The systems that can't be told apart from each baseline."""
    code = "answer-apart.baseline" if len(verdict.against) == 1 else "answer-apart.from"
    return f"{_of_each(verdict, code, '. ')}."


def behind(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline."""
    return f"{_of_each(verdict, 'answer-behind.baseline')}."


def league_title(verdict: Verdict) -> str:
    """The numbers of systems that are better and worse than each baseline."""
    return _of_all(verdict, "league.baselines") or _of_each(verdict, "league.baseline")


def _of_all(verdict: Verdict, code: str) -> str:
    """What is true of the comparisons with all baselines together, where there are too many to name; else ""."""
    n, lower = len(verdict.against), verdict.league.lower_is_better
    above, below = (sum(len(getattr(one, side)) for one in verdict.against) for side in ("above", "below"))
    pairs = (verdict.n - 1) * n
    return SAID(code, n=n, above=above, below=below, both=above + below, pairs=pairs, lower=lower) if n > NAMED else ""


def _of_each(verdict: Verdict, code: str, between: str = "") -> str:
    """What is true of each baseline, by a form for the first and one for those after it, and how many follow."""
    clauses = [
        SAID(
            f"{code}-and" if at else code, baseline=one.baseline, above=len(one.above), below=len(one.below),
            apart=len(one.apart), systems=list(one.apart), rest=verdict.n - 1, lower=verdict.league.lower_is_better,
        )
        for at, one in enumerate(verdict.against[:NAMED])
    ]  # fmt: skip
    return between.join(clauses) + SAID("phrase.more-baselines", more=max(0, len(verdict.against) - NAMED))


def ends_of_range(low: float, high: float, now: int) -> tuple[int, int]:
    """The ends of an extrapolated range of queries, rounded to their precision; at least `now` are needed."""
    least, most = round(low / _step(low)) * _step(low), math.ceil(high / _step(high)) * _step(high)
    return max(least, now), max(most, now)


def range_of_queries(low: float, high: float, now: int) -> str:
    """An extrapolated range of queries as text; `now` is the least that can be needed."""
    least, most = ends_of_range(low, high, now)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _step(n: float) -> int:
    return 1 if n < 30 else 10 if n < 200 else 10 ** (len(str(int(n))) - 2)


def in_brackets(verdict: Verdict) -> str:
    """The queries that would separate the one open pair, in brackets; "" without an estimate, or for several pairs."""
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
    return SAID("queries-needed.in-brackets", now=verdict.n_queries, nearest=nearest)


def reach_of_pair(verdict: Verdict, a: str, b: str, *, order: bool) -> str:
    """The difference of two systems that these queries can detect, and, where `order` was asked, how many would
    separate them; or ""."""
    systems = [verdict.league.stands_for(system) for system in (a, b)]
    i, j = map(verdict.systems.index, systems)
    least = float(verdict.detectable[i, j])
    if not least > 0:  # no query differs, or nothing is known of their variance
        return ""
    text = f"{SAID('resolution.least', n=verdict.n_queries, difference=least)}."
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
    far = last != nearest
    return SAID("queries-needed", nearest=nearest, now=verdict.n_queries, first=first, near=reach[0].other, far=far)


def labels_of_queries(verdict: Verdict, needed: Sequence[Needed], first: str) -> str:
    """The labels that further queries for the hardest would take, from the printed numbers; "" without labels."""
    reach = within_reach(verdict, needed)
    if not verdict.n_labels or not reach:
        return ""
    each, now = round(verdict.n_labels / verdict.n_queries), verdict.n_queries
    last = reach[-1]
    low, high = (two_digits((n - now) * each) for n in ends_of_range(last.low, last.high, now + 1))
    nearest, ends = (range_of_queries(n.low, n.high, now + 1) for n in (reach[0], last))
    far = "" if nearest == ends and len(verdict.league.baseline) < 2 else ends
    return SAID("queries-needed.labels", each=each, first=first, far=last.other, range=far, low=low, high=high)


def no_estimate(verdict: Verdict, needed: Sequence[Needed], first: str) -> str:
    """Systems that are not too close, but for which these queries can't tell how many more are needed."""
    others = [n.other for n in needed if n.low < FAR * verdict.n_queries and is_guess(n.low, n.high)]
    if not others:
        return ""
    return SAID("queries-needed.not-known", n=verdict.n_queries, first=first, others=others)


def too_close_ones(verdict: Verdict) -> str:
    """Systems that are too close for any practical number of queries."""
    several = len(verdict.league.baseline) > 1
    by_reference = needed_by_reference(verdict).items()
    return " ".join(filter(None, (_too_close(verdict, needed, of if several else "") for of, needed in by_reference)))


def _too_close(verdict: Verdict, needed: Sequence[Needed], to: str) -> str:
    far = [n for n in needed if n.low >= FAR * verdict.n_queries]
    if not far:
        return ""
    names, least = [n.other for n in far], roughly(far[0].low) if far[0].low < 1e7 else 0
    return SAID("queries-needed.too-close", names=names, n=len(far), to=to, least=least, nearest=names[0])
