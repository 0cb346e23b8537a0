"""Sentences and phrases of a track's overview: the headline, gaps of kinds, and those of its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from irassay.agreement import Repeats, StrataAgreement, TopAgreement
from irassay.agreement.label_agreement import Coefficient
from irassay.comparison import BestGap, League, TypeSummary
from irassay.estimates import Completeness, GroupLeftOut, LeftOut
from irassay.estimates.pools.completeness import Band
from irassay.messages import span
from irassay.messages.said import Room
from irassay.studies.sections.left_out import loss
from irassay.studies.track.track_data import Track
from irassay.verdict.words.lead import by_a_hair

TRACK = Room("track")
FEW_JUDGED = 2  # returned documents a judged one, from which a band's judged ones are a selection: as for rich queries


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
        "runs": [a.best, *a.tied], "others": [b.best, *b.tied], "gap": gap.gap,
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


def participation_title(n_runs: int, n_groups: int, n_baselines: int, n_unstated: int = 0) -> str:
    """How many took part; `n_unstated` runs are of no group that is stated."""
    of_groups = n_runs - n_baselines - n_unstated if n_groups else 0
    counts = {"groups": of_groups, "baselines": n_baselines, "unstated": n_unstated}
    parts = [TRACK(f"participation.{form}", n=n, groups=n_groups) for form, n in counts.items() if n]
    form = "participation.one-part" if n_groups and len(parts) == 1 else "participation.title"
    return TRACK(form, runs=n_runs, groups=n_groups, parts=parts)


def strata(
    kind: str, names: tuple[str, str], agreement: StrataAgreement, runs: int, *, n_tests: int, level: float
) -> str:
    """How two strata order the runs; a difference is claimed at the level over all `n_tests` comparisons."""
    a, b = names
    return TRACK(
        "strata",
        kind=kind, runs=runs, a=a, b=b, n_a=agreement.n_first, n_b=agreement.n_second, tau=agreement.between,
        less=agreement.p <= level, tests=n_tests if level / n_tests < agreement.p <= level else 0, p=agreement.p,
        ends=span(agreement.by_chance_low, agreement.by_chance_high, 2), whole_a=agreement.first_whole,
        whole_b=agreement.second_whole,
    )  # fmt: skip


def ranks(band: Band) -> str:
    """A band of ranks as a cell."""
    if band.last == 0:
        return "not returned"
    return str(band.first) if band.first == band.last else f"{band.first} to {band.last}"


def typical(left_out: LeftOut, groups: Sequence[GroupLeftOut]) -> str:
    """What a group that comes later should expect."""
    taus, pairs = [g.tau for g in groups], sum(g.pairs for g in groups)
    return TRACK(
        "group-left-out",
        median=median(map(loss, groups)), measure=left_out.measure, groups=len(groups), low=min(taus), high=max(taus),
        changed=sum(g.flipped for g in groups) / pairs if pairs else 0.0,
    )  # fmt: skip


def bands_title(completeness: Completeness) -> str:
    """The table by rank; that deep documents were selected comes before a share that would surprise."""
    if not completeness.bands:
        return TRACK("bands.none")
    first, last = completeness.bands[0], completeness.bands[-1]
    return TRACK(
        "bands.few-judged" if FEW_JUDGED * last.judged < last.returned else "bands.title",
        first=ranks(first), last=ranks(last), above=first.share, below=last.share, judged=last.judged / last.returned,
    )  # fmt: skip


def order(main: str, measure: str, orders: Sequence[TopAgreement]) -> str:
    """How far another set of labels orders the runs as these do: among all, and among the first."""
    whole, *tops = (
        {"n": one.n, "tau": one.tau, "ends": span(one.tau_low, one.tau_high, 2), "error": one.error_rate}
        for one in orders
    )
    of = {"measure": measure, "main": main if main != measure else ""}
    return TRACK("label-sets.order", **of, **whole, tops="".join(TRACK("label-sets.top", **top) for top in tops))


def positives_title(counts: Mapping[int | None, int], rel: int) -> str:
    """What these labels say of the other set's relevant documents."""
    below = sum(n for grade, n in counts.items() if grade is not None and grade < rel)
    n = sum(counts.values())
    return TRACK("label-sets.positives", documents=n, below=below, unjudged=counts.get(None, 0))


def passes(repeats: Repeats) -> str:
    """That the other labels were given several times, how far they agree with themselves, and which are used."""
    return TRACK(
        "passes",
        passes=repeats.n_passes, documents=repeats.n_items, unlike=repeats.n_unlike,
        share=repeats.n_unlike / repeats.n_items, alpha=repeats.alpha, ends=span(repeats.low, repeats.high),
        lowest=min(repeats.kappas), highest=max(repeats.kappas), several=repeats.n_passes > 2,
    )  # fmt: skip


def scales(top: int, others: int, cuts: Mapping[int, float]) -> str:
    """That two sets have different scales, and kappa at each cut of the track's."""
    kappas = [TRACK("scales.cut", kappa=kappa, cut=cut, first=not at) for at, (cut, kappa) in enumerate(cuts.items())]
    return TRACK("scales", top=top, others=others, above=top - others, next=others + 1, kappas=kappas)
