"""The headline of a track's overview, and phrases that several of its sections share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.wording import capital, count, listed, number, plural, span, spelled

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient
    from irassay.comparison import BestGap, TypeSummary
    from irassay.studies.track.track_data import Track

OVER_QUERIES = "95%, whole queries drawn again"  # an interval by the bootstrap
NAMED = "Named are the first run by either, and those whose rank changes most."


def kind_of(column: str, kind: str) -> str:
    """A kind as an adjective: its own name, with the column's where it is a yes or no.

    >>> kind_of("neural", "trad"), kind_of("dense", "yes"), kind_of("dense", "no")
    ('trad', 'dense', 'not dense')
    """
    plain = kind.lower()
    if plain in ("yes", "true", "1"):
        return column
    return f"not {column}" if plain in ("no", "false", "0") else kind


def title(track: Track, leading: Sequence[str], n_systems: int) -> str:
    """The page's headline: how many runs lead, which are `n_systems` systems where some are the same."""
    runs = plural(len(track.systems), "run")
    if len(track.systems) == 1:
        return f"{track.systems[0]} is the only run."
    if n_systems == 1:
        verb = "leads" if len(leading) == 1 else "lead"
        return f"{listed(list(leading), 6)} {verb} {runs}: to every other one is significantly superior."
    systems = f" ({plural(n_systems, 'system')})" if n_systems < len(leading) else ""
    return f"{capital(spelled(len(leading)))} of {runs} share the lead{systems}."


def standfirst(track: Track, widest: tuple[str, BestGap] | None) -> str:
    """What follows the headline: the widest gap between kinds."""
    highest = track.highest()
    score = "scores" if len(highest) == 1 else "score"
    first = f"{listed(highest, 4)} {score} highest by {track.main}: {_score(track)}."
    if widest is None:
        return first
    column, gap = widest
    best = best_run(column, gap.a)
    # Nothing is a share of a score of 0.
    above = f"{number(gap.percent, 0)}% above" if gap.percent == gap.percent else f"{number(gap.gap, 4)} above"
    won = f"better on {count(gap.wins[0])} of {plural(sum(gap.wins), 'query')}"
    wins = f", and scores {won}"
    if gap.a.tied or gap.b.tied:
        wins = f"; {gap.a.best} scores {won.replace(' on', f' than {gap.b.best} on', 1)}"
    is_or_are = "are" if gap.a.tied else "is"
    return f"{first} The {best} {is_or_are} {above} the {best_run(column, gap.b)}{wins}."


def best_run(column: str, of: TypeSummary) -> str:
    """The best run of a kind, or how many runs are tied for the best, after "the".

    >>> from dataclasses import replace
    >>> from irassay.comparison import TypeSummary
    >>> one = TypeSummary("rerank", 12, "a", 0.4, 0.4, 0.4, 0.0)
    >>> best_run("subtask", one)
    'best rerank run'
    >>> best_run("subtask", replace(one, tied=["b", "c"]))
    'best rerank runs (3 tied)'
    """
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
    wider = "" if c.widening != c.widening else f", {number(c.widening, 1)} times wider than if labels were independent"
    return f"{c.name} {number(c.value, 3)}; other queries: {span(c.low, c.high)}{wider}."
