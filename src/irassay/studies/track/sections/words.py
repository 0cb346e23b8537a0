"""Sentences about runs and labels of a track: who took part, strata, completeness, and a second set of labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from irassay.agreement import Repeats, StrataAgreement, TopAgreement
from irassay.estimates import Completeness, GroupLeftOut, LeftOut
from irassay.estimates.pools.completeness import Band
from irassay.messages import span
from irassay.studies.sections.left_out import loss
from irassay.studies.track.words import TRACK

FEW_JUDGED = 2  # returned documents a judged one, from which a band's judged ones are a selection: as for rich queries


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
