"""The headline of a track's overview, and phrases that several of its sections share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.wording import capital, count, listed, number, plural, span, spelled

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient
    from irassay.comparison import BestGap
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
    first = f"{track.systems[0]} scores highest by {track.main}: {_score(track)}."
    if widest is None:
        return first
    column, gap = widest
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    # Nothing is a share of a score of 0.
    above = f"{number(gap.percent, 0)}% above" if gap.percent == gap.percent else f"{number(gap.gap, 4)} above"
    return (
        f"{first} The best {a} run is {above} the best {b} run, and scores better on "
        f"{count(gap.wins[0])} of {plural(sum(gap.wins), 'query')}."
    )


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
