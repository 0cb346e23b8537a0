"""The title of the league table, which its rows confirm, and how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import conjugate, count, listed, number, plural, ranks, spelled, these_queries
from irassay.studies.sections.captions import HOW
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words.league import shared_letter
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.verdict import Verdict


def league_title(verdict: Verdict) -> str:
    """What the ranks by significance say."""
    league = verdict.league
    if league.n == 1:
        return f"{league.systems[0]} scores {number(float(league.mean[0]), 3)}"
    if league.baseline:
        return baseline_words.league_title(verdict)
    if league.n == 2:
        return "Each score, and how far other queries and missing labels could move it"
    if not league.rank_intervals:
        return f"{these_queries(len(league.queries)).capitalize()} can't rank {plural(league.n, 'system')}"
    certain = [i + 1 for i, (low, high) in enumerate(league.rank_intervals) if low == high]
    doubted = _doubted(verdict, certain)
    n_first = len(league.leaders)
    if len(certain) == league.n:
        return f"Every place is certain{doubted}"
    first = (
        f"first place is open to {plural(n_first, 'system')}"
        if n_first > 1
        else f"first place is {league.leaders[0]}'s alone"
    )
    return f"Ranks are ranges: {first}, and {_certain(certain, league.n, n_first)}{doubted}"


def _doubted(verdict: Verdict, certain: Sequence[int]) -> str:
    """The condition on which places are certain, where a file contradicts itself; "" where there is none."""
    suspects = [system for system in verdict.by_rank if any(_moves(verdict, system, place) for place in certain)]
    if not suspects:
        return ""
    return f", if the scores of {listed(suspects, 2)}, not {conjugate(len(suspects), 'its')} ranks, are right"


def _moves(verdict: Verdict, suspect: str, place: int) -> bool:
    """Whether a run would pass a place, or take it, were its rank column right and not its scores."""
    if suspect not in verdict.systems:
        return False
    sign = -1 if verdict.league.lower_is_better else 1
    means = sign * np.asarray(verdict.league.mean)
    now, then = (1 + int((means > sign * mean).sum()) for mean in verdict.by_rank[suspect])
    if then > now:
        then -= 1  # the run itself is among those above its other mean
    return now != then and min(now, then) <= place <= max(now, then)


def _certain(certain: Sequence[int], n: int, n_first: int) -> str:
    if not certain:
        return "no place is certain"
    if certain == [n]:
        return "no place but the last is certain"
    if n_first == 1 and certain == [1]:
        return "no other place is certain"
    return f"{count(len(certain))} of {count(n)} places {conjugate(len(certain), 'is')} certain"


BY_BOOTSTRAP = (
    "Ranks by bootstrap: a second method, of all differences at once; where the two ranges differ, neither is wrong."
)


def league_how(verdict: Verdict) -> str:
    """How to read the league table."""
    league = verdict.league
    marks = [f"The dot is the mean {league.measure}", "the line its 95% interval over queries (thick: 50%)"]
    if verdict.bounds is not None and verdict.means("lower") is not None:
        marks.append("the pale band every score that missing labels allow")
    if has_rings(verdict):
        marks.append(f"the ring the estimate {SAID('phrase.like-judged')}")
    parts = [f"{HOW}{', '.join(marks)}."]
    if len(league.t_low):
        parts.append("With so few queries the line may be too short; Student's t interval is in the table.")
    if league.rank_intervals and league.n > 2:
        low, high = league.rank_intervals[0]
        worse = league.n - high
        parts.append(
            f"Rank {ranks(low, high)} means: by the queries {_no(low - 1)} significantly better, {_is(worse)} "
            "significantly worse."
        )
    if league.rank_intervals_bootstrap and league.n > 2:
        parts.append(BY_BOOTSTRAP)
    if league.letters and league.n > 2:
        parts.append(shared_letter(league))
    return " ".join(parts)


def has_rings(verdict: Verdict) -> bool:
    """Whether the league shows estimates: not where the labels settle nearly every pair, and unjudged documents move
    all systems alike."""
    return verdict.bounds is not None and not verdict.labels_high and not np.all(np.isnan(verdict.bounds.estimate))


def _no(n: int) -> str:
    return "no system is" if n == 0 else _is(n)


def _is(n: int) -> str:
    return f"{spelled(n)} {conjugate(n, 'is')}"
