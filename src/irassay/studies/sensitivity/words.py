"""Sentences about extrapolated labels."""

from __future__ import annotations

from typing import Any

from irassay.messages import number, p_value, percent, span
from irassay.studies.sensitivity.by_depth import SENSITIVITY, AtDepth
from irassay.studies.sensitivity.precision import SensitivityEvidence

KIND_ALPHA = 0.05
LEAST_TIED = 0.0005  # share of pairs, below which no sentence names them


def slots(of: SensitivityEvidence) -> dict[str, Any]:
    """What many sentences take: the last depth, the main measure and list, and how many draws of golds."""
    draws, several = len(of.draws.of), len(of.sets) > 1
    return {
        "d": str(of.draws.deemed), "measure": of.measures[0], "draws": draws if draws > 1 else 0,
        "several": several, "main": of.sets[-1],
    }  # fmt: skip


def title(of: SensitivityEvidence) -> str:
    """The headline: who is ahead of two systems, or how many pairs of systems change order."""
    if of.of_pair:
        return pair(of, of.sets[-1])
    last = of.ends.values()
    if min(step.tied for step in last) == 1:
        return SENSITIVITY("title.tied", **slots(of))
    turned = [step.turned for step in last]
    least, most = percent(min(turned), 0), percent(max(turned), 0)
    return SENSITIVITY(
        "title",
        passages=of.draws.deemed, most=max(turned) and most, least="" if least == most else least.removesuffix("%"),
    )  # fmt: skip


def standfirst(of: SensitivityEvidence) -> str:
    """What is compared, what is assumed, and what fuller labels say."""
    step, moves = of.main[-1], nearness(of.main[-1])
    near = step.nearer is not None and not of.of_pair and not (moves["told"] and chance(of))
    return SENSITIVITY("standfirst", **slots(of), **moves, passages=of.draws.deemed, sets=of.sets, near=near)


def pair(of: SensitivityEvidence, of_set: str) -> str:
    """Who of two systems is ahead with all passages deemed relevant, and who was before."""
    zero, *_, last = of.curve(of_set, of.measures[0])
    p = p_value(last.pair_p) if last.pair_p == last.pair_p else ""
    return SENSITIVITY("pair", **slots(of), set=of_set, last=_ahead(last, of), zero=_ahead(zero, of), p=p)


def _ahead(step: AtDepth, of: SensitivityEvidence) -> str:
    """Which of two systems scores better, and by how much, as a clause."""
    sign = -1 if step.measure in of.lower_is_better else 1
    first, second = sorted(step.places, key=lambda system: (-sign * step.scores[system], system))
    return SENSITIVITY("pair.ahead", first=first, second=second, gap=abs(step.scores[first] - step.scores[second]))


def chance(of: SensitivityEvidence) -> str:
    """Why the headline's changes can't be told from chance, with how the whole order moves; "" where they can."""
    last, settled = of.ends.values(), of.main[0].settled > 0
    beyond = settled and not all(step.tau.high >= 1 for step in last)
    if of.of_pair or beyond or not max(step.turned for step in last):
        return ""
    return SENSITIVITY("chance", **slots(of), **nearness(of.main[-1]), settled=settled)


def nearness(step: AtDepth) -> dict[str, bool]:
    """Whether it is told that a step's order is nearer to the fuller labels' than that at d=0, or further away."""
    low, high = (step.nearer.low, step.nearer.high) if step.nearer else (0, 0)
    return {"told": low > 0 or high < 0, "away": high < 0}


def scores(of: SensitivityEvidence, of_set: str) -> str:
    """How the means move."""
    curves = {measure: of.curve(of_set, measure) for measure in of.measures}
    parts = [
        SENSITIVITY("scores.part", first=steps[0].mean.mean, last=steps[-1].mean.mean, measure=measure)
        for measure, steps in curves.items()
    ]
    return SENSITIVITY("scores", **slots(of), set=of_set, parts=parts)


def order(of: SensitivityEvidence, of_set: str) -> str:
    """What the last depth keeps of the order."""
    last = of.ends[of_set]
    tau, weighted, tied = last.tau, last.weighted_tau, last.tied
    return SENSITIVITY(
        "order",
        **slots(of), set=of_set, turned=last.turned, tied=tied if tied >= LEAST_TIED else 0,
        tau=tau.mean, ends=span(tau.low, tau.high, 2),
        weighted=weighted.mean, weighted_ends=span(weighted.low, weighted.high, 2),
    )  # fmt: skip


def decisions(of: SensitivityEvidence, of_set: str) -> str:
    """What becomes of leaders and significant pairs."""
    zero, *_, last = of.curve(of_set, of.measures[0])
    counts = {
        "settled": zero.settled, "lost": last.lost, "against": last.against, "still": last.settled,
        "leaders": zero.leaders, "last": last.leaders,
    }  # fmt: skip
    whole = {name: value if value % 1 else int(value) for name, value in counts.items()}
    return SENSITIVITY("decisions", **slots(of), **whole, set=of_set, first=round(len(of.draws.of) * last.first))


def steps_note(of: SensitivityEvidence) -> str:
    """What is told under a table by depth."""
    return SENSITIVITY("pair.note" if of.of_pair else "steps.note", **slots(of), resamples=of.resamples)


def precision(of: SensitivityEvidence, of_set: str) -> str:
    """How many of the deemed are confirmed at both ends."""
    rows = [row for row in of.precisions if row.set == of_set]
    first, last = rows[0], rows[-1]
    without = [row.without_copies for row in (first, last)[: last.d]]
    return SENSITIVITY(
        "precision",
        **slots(of), set=of_set, rel=of.rel, more=last.d > 1,
        first=first.precision.mean, last=last.precision.mean, ends=_percents(last.precision.low, last.precision.high),
        apart=[percent(band.mean, 0) for band in without if band is not None],
    )  # fmt: skip


def _percents(low: float, high: float) -> str:
    return span(100 * low, 100 * high, 0)


def fuller(of: SensitivityEvidence, of_set: str) -> str:
    """Whether the order comes nearer to the fuller labels'."""
    steps = [(step, step.full_tau) for step in of.curve(of_set, of.measures[0]) if step.full_tau is not None]
    (_, zero), (last, tau) = steps[0], steps[-1]
    assert last.nearer is not None
    best, highest = max(steps, key=lambda pair: pair[1].mean)
    more = number(highest.mean, 2) not in (number(zero.mean, 2), number(tau.mean, 2))
    return SENSITIVITY(
        "fuller",
        **slots(of), **nearness(last), set=of_set, zero=zero.mean, tau=tau.mean,
        best=str(best.d) if more else "", most=highest.mean,
        change=last.nearer.mean, ends=span(last.nearer.low, last.nearer.high, 2),
    )  # fmt: skip


def gains(of: SensitivityEvidence, of_set: str) -> str:
    """Which kinds rise, where other queries would not say the opposite."""
    rise = {
        kind: band.mean
        for kind, band in of.ends[of_set].gains.items()
        if band.low > 0 and of.kind_p.get((of_set, kind), 1.0) <= KIND_ALPHA
    }
    kinds = [
        SENSITIVITY("gains.kind", column=kind[0], kind=kind[1], gain=rise[kind])
        for kind in sorted(rise, key=lambda kind: -rise[kind])
    ]
    return SENSITIVITY("gains", set=of_set, kinds=kinds)


def anchors(of: SensitivityEvidence) -> str:
    """What people answered."""
    where = of.anchors[0].where
    parts = [
        f"{row.yes} of {row.n} at {where} {row.at} of {row.set} ({_percents(row.low, row.high)}%)" for row in of.anchors
    ]
    return SENSITIVITY("anchors", parts=parts, rank=where == "rank")
