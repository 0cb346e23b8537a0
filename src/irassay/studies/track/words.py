"""The headline of a track's overview, and phrases that several of its sections share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irassay.agreement.label_agreement import Coefficient
from irassay.comparison import BestGap, League, TypeSummary
from irassay.messages import span
from irassay.messages.said import Room
from irassay.studies.track.track_data import Track
from irassay.verdict.words.lead import by_a_hair

TRACK = Room("track")


def kind_of(column: str, kind: str) -> str:
    """A kind as an adjective: its own name, with the column's where it is a yes or no."""
    plain = kind.lower()
    if plain in ("yes", "true", "1"):
        return column
    return f"not {column}" if plain in ("no", "false", "0") else kind


def title(track: Track, leading: Sequence[str], league: League) -> str:
    """The page's headline: how many runs lead, with the number of systems where some of them are the same."""
    n, n_leaders, n_leading = len(track.systems), len(league.leaders), len(leading)
    form = "all" if n_leading == n else "text"
    if n == 1 or league.n == 1:
        form = "only" if n == 1 else "one-system"
    elif n_leaders == 1:
        above = int(league.significant[league.systems.index(league.leaders[0])].sum())
        form = "superior" if above == league.n - 1 else "not-superior"
    return TRACK(
        f"title.{form}",
        highest=track.systems[0], broken=bool(track.broken), two=n == 2, runs=n, measure=track.main,
        leading=list(leading), leaders=n_leading, systems=n_leaders if n_leaders < n_leading else 0,
        behind=n - n_leading,
    )  # fmt: skip


def standfirst(track: Track, league: League, widest: tuple[str, BestGap] | None) -> str:
    """What follows the headline: who scores highest, whether the lead hangs by a hair, and the widest gap of kinds."""
    of = {"best": ""} if widest is None else gap_slots(*widest)
    score = float(track.values[track.main][0].mean())
    return TRACK("standfirst", highest=track.highest(), measure=track.main, score=score, hair=by_a_hair(league), **of)


def gap_slots(column: str, gap: BestGap, form: str = "text") -> dict[str, Any]:
    """The best of two kinds, and by how much the first is before the second: nothing is a share of a score of 0."""
    a, b = gap.a, gap.b
    return {
        "column": column, "best": best_run(column, a, form), "other": best_run(column, b, form),
        "kind_a": kind_of(column, a.name), "kind_b": kind_of(column, b.name), "a": a.best, "b": b.best,
        "runs": [a.best, *a.tied], "others": [b.best, *b.tied], "either": bool(a.tied or b.tied), "gap": gap.gap,
        "relative": gap.percent == gap.percent, "percent": gap.percent, "won": gap.wins[0], "queries": sum(gap.wins),
    }  # fmt: skip


def best_run(column: str, of: TypeSummary, form: str = "text") -> str:
    """The best run of a kind, or how many runs are tied for the best, after "the"."""
    return TRACK(f"best.{form}", kind=kind_of(column, of.name), tied=1 + len(of.tied) if of.tied else 0)


def gap(column: str, gap: BestGap) -> str:
    """One gap between the best of two kinds, and what is left of it without the luck of choosing."""
    lower, is_open = 100 * gap.gap / gap.a.top if gap.a.top else float("nan"), gap.low <= 0 <= gap.high
    return TRACK(
        "gap" if gap.selection_bias == gap.selection_bias else "gap.one-query",
        **gap_slots(column, gap), below=lower == lower, lower=lower, n=gap.a.n, n_other=gap.b.n,
        bias=abs(gap.selection_bias), raised=gap.selection_bias < 0, corrected=gap.corrected,
        ends=span(gap.low, gap.high, 4), open=is_open and not gap.keeps_sign,
        opposite=not (is_open or gap.keeps_sign),
    )  # fmt: skip


def with_labels(measure: str, labels: str) -> str:
    """The name of an axis."""
    return f"{measure} with {labels} labels"


def coefficient(c: Coefficient) -> str:
    """One coefficient of agreement with both intervals."""
    form = "none" if c.value != c.value else "no-interval" if c.low != c.low else "text"
    wider = {"wider": c.widening == c.widening, "widening": c.widening}
    return TRACK(f"coefficient.{form}", name=c.name, value=c.value, ends=span(c.low, c.high), **wider)
