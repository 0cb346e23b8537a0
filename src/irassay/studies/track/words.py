"""The headline of a track's overview, and phrases that several of its sections share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import capital, conjugate, count, listed, number, plural, span, spelled
from irassay.verdict.words.near_level import by_a_hair

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient
    from irassay.comparison import BestGap, League, TypeSummary
    from irassay.studies.track.track_data import Track

OVER_QUERIES = "95%, whole queries drawn again"  # an interval by the bootstrap
NAMED = "Named are the first run by either, and those whose rank changes most."


def kind_of(column: str, kind: str) -> str:
    """A kind as an adjective: its own name, with the column's where it is a yes or no."""
    plain = kind.lower()
    if plain in ("yes", "true", "1"):
        return column
    return f"not {column}" if plain in ("no", "false", "0") else kind


def title(track: Track, leading: Sequence[str], league: League) -> str:
    """The page's headline: how many runs lead, with the number of systems where some of them are the same."""
    n, runs = len(track.systems), plural(len(track.systems), "run")
    if n == 1:
        return f"{track.systems[0]} is the only run{' that counts' if track.broken else ''}."
    if league.n == 1:
        return f"{'Both' if n == 2 else f'All {count(n)}'} runs are one system for {track.main}."
    if len(league.leaders) == 1:
        return _one_leader(track, leading, league)
    which = f", which are {plural(len(league.leaders), 'system')}," if len(league.leaders) < len(leading) else ""
    if len(leading) == n:
        return f"{'Both' if n == 2 else f'All {count(n)}'} runs{which} share the lead."
    return f"{capital(spelled(len(leading)))} of {runs}{which} share the lead."


def _one_leader(track: Track, leading: Sequence[str], league: League) -> str:
    """The headline where one system leads: over each other one, or only as nobody else is free of a superior one."""
    behind, others = len(track.systems) - len(leading), league.n - 1
    which, it = f"{listed(list(leading), 6)} leads", "it"
    if len(leading) > 1:
        which, it = f"{listed(list(leading), 6)} lead as one system", "they"
    if int(league.significant[league.systems.index(league.leaders[0])].sum()) < others:
        return f"{which}: every other run has one that is significantly superior to it."
    rest = "the other run" if behind == 1 else f"each of the other {count(behind)} runs"
    return f"{which}: {it} {'is' if it == 'it' else 'are'} significantly superior to {rest}."


def standfirst(track: Track, league: League, widest: tuple[str, BestGap] | None) -> str:
    """What follows the headline: who scores highest, whether the lead hangs by a hair, and the widest gap of kinds."""
    highest = track.highest()
    score = conjugate(len(highest), "scores")
    first = f"{listed(highest, 4)} {score} highest by {track.main}: {_score(track)}. {by_a_hair(league)}".rstrip()
    if widest is None:
        return first
    column, gap = widest
    best = best_run(column, gap.a)
    # Nothing is a share of a score of 0.
    above = f"{number(gap.percent, 0)}% above" if gap.percent == gap.percent else f"{number(gap.gap, 4)} above"
    both = f"; {gap.a.best} scores better than {gap.b.best}" if gap.a.tied or gap.b.tied else ", and scores better"
    wins = f"{both} on {count(gap.wins[0])} of {plural(sum(gap.wins), 'query')}"
    is_or_are = "are" if gap.a.tied else "is"
    return f"{first} The {best} {is_or_are} {above} the {best_run(column, gap.b)}{wins}."


def best_run(column: str, of: TypeSummary) -> str:
    """The best run of a kind, or how many runs are tied for the best, after "the"."""
    return f"best {kind_of(column, of.name)} run{'s' if of.tied else ''}{ties(of)}"


def ties(of: TypeSummary) -> str:
    """How many runs are tied for the best of a kind, in brackets; "" where one is the best."""
    return f" ({count(1 + len(of.tied))} tied)" if of.tied else ""


def _score(track: Track) -> str:
    return number(float(track.values[track.main][0].mean()), 4)


def with_labels(measure: str, labels: str) -> str:
    """The name of an axis."""
    return f"{measure} with {labels} labels"


def coefficient(c: Coefficient) -> str:
    """One coefficient of agreement with both intervals."""
    if c.value != c.value:
        return f"{c.name}: no number, since one grade only is given."
    if c.low != c.low:
        return f"{c.name} {number(c.value, 3)}; no interval: too few queries disagree."
    wider = "" if c.widening != c.widening else f", {number(c.widening, 1)} times wider than if labels were independent"
    return f"{c.name} {number(c.value, 3)}; other queries: {span(c.low, c.high)}{wider}."
