"""Sentences about what other labels would have said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.agreement.order_agreement import LEAST_VARIANTS, STABLE
from irassay.comparison import PairBuckets
from irassay.messages import conjugate, count, listed, percent, plural
from irassay.studies.sections import captions
from irassay.studies.sections.captions import distance, most_of
from irassay.studies.whatif.selections import WHATIF, OwnLabels
from irassay.studies.whatif.step_agreement import ALL, Selection, StepAgreement

ALL_PAIRS = "All pairs"
MEASURES_TITLE = "Tau by measure"
_VARIANTS = {"random": "draws", "system": "systems", "groups": "sets of groups", "noise": "draws"}


def name(select: str) -> str:
    """A selection as a heading."""
    return WHATIF(f"name.{select}")


def labels_unit(select: str) -> str:
    """What is counted as kept: pools keep labels of any grade."""
    return "labels" if select in ("depth", "groups", "noise") else "relevant labels"


def title(selections: Sequence[Selection], measure: str) -> str:
    """The page's headline: from which part of the labels on the order is stable, or what the first step keeps."""
    with_curve = next((s for s in selections if s.curve), None)
    if with_curve is None:
        return _curve_title("title.no-curve", selections[0].select, selections[0].steps[0], measure)
    at = with_curve.stable_from(measure)
    if with_curve.select == "depth":
        return WHATIF("title.pool", at=at and at.name, last=with_curve.curve[-1].name, measure=measure)
    form = "title.no-part" if at is None or at.name == ALL else "title.part"
    *_, last = ["", *(step.name for step in with_curve.curve if step.name != ALL)]
    return WHATIF(form, at=at and at.name, last=last, random=with_curve.select == "random", measure=measure)


def _curve_title(form: str, select: str, step: StepAgreement, measure: str) -> str:
    return WHATIF(form, subject=subject(select, step), tau=step.tau(measure).mean, measure=measure)


def subject(select: str, step: StepAgreement) -> str:
    """A step of a selection as the subject of a sentence."""
    form = select if select in ("depth", "groups", "noise") else "part" if step.at == step.at else "one"
    return WHATIF(f"subject.{form}", step=step.name)


def standfirst(selections: Sequence[Selection], measure: str) -> str:
    """What the labels are held against, and what stable means."""
    with_curve = next((s for s in selections if s.curve), None)
    most = max((step.variants for step in with_curve.curve), default=0) if with_curve else 0
    stable, every = STABLE if most else 0, 1 < most < LEAST_VARIANTS
    return WHATIF("standfirst", measure=measure, stable=stable, every=every, most=most >= LEAST_VARIANTS)


def first_step(selection: Selection, measure: str) -> str:
    """What the fewest labels of a selection keep of the order."""
    step = selection.steps[0]
    tau, error, n = step.tau(measure), step.error_rate(measure), step.variants
    return WHATIF(
        "first-step",
        **_first(selection), tau=tau.mean, low=tau.low, high=tau.high, several=n > 1, often=n >= LEAST_VARIANTS,
        two=n == 2, n=n, variants=_VARIANTS.get(selection.select, ""), error=error.mean, error_low=error.low,
        error_high=error.high, tied=float(step.agreement[measure].tied_rate.mean()),
    )  # fmt: skip


def _first(selection: Selection) -> dict[str, str]:
    """A selection's heading and its first step, as the subject after it."""
    of = subject(selection.select, selection.steps[0])
    return {"name": name(selection.select), "subject": f"{of[:1].lower()}{of[1:]}"}


def concordance(selection: Selection, measure: str) -> str:
    """On how many ordered pairs the fewest labels of a selection decide as all labels do."""
    share = float(selection.steps[0].concordance[measure].share.mean())
    return WHATIF("concordance", **_first(selection), share=share)


def own_labels(own: OwnLabels, measure: str, form: str = "own-labels") -> str:
    """Whether a system ranks first under its own labels, ties said, and how many ranks it gains by them."""
    gain = round(own.gain)
    return WHATIF(form, n=own.first, systems=len(own.systems), measure=measure, moves=abs(gain), gains=gain > 0)


def others(own: OwnLabels) -> str:
    """How many label sets of other systems a range holds."""
    return most_of([len(own.systems) - 1], "others' labels")


def unknown(selection: Selection) -> str:
    """Of how many documents, or systems, what a selection goes by is not known; "" where it is of all."""
    step = selection.steps[0]
    if not step.unknown:
        return ""
    return WHATIF(
        "unknown.groups" if selection.select == "groups" else "unknown",
        name=name(selection.select), n=step.unknown, popular=selection.select == "popular", by_id=step.by_id,
        queries=round(step.labels),
    )  # fmt: skip


def stable(selection: Selection, measure: str) -> str:
    """From how many labels on the order is stable: all pairs, then by how far apart they are."""
    buckets = selection.curve[0].agreement[measure].buckets
    since: dict[str, list[str]] = {}  # from where on -> the pairs for which it is
    for k, (of, size) in enumerate(zip(buckets.ranges[:-1], buckets.sizes)):
        if size:
            pairs = f"{plural(size, 'pair')} with {distance(of)}"
            since.setdefault(_since(selection, selection.stable_from(measure, k)), []).append(pairs)
    parts = [f"{begins} for {listed(pairs)}" for begins, pairs in since.items()]
    at = _since(selection, selection.stable_from(measure))
    return WHATIF("stable", name=name(selection.select), measure=measure, since=at, parts=parts)


def _since(selection: Selection, step: StepAgreement | None) -> str:
    """From which step on."""
    if step is None:
        return "at no depth" if selection.select == "depth" else captions.NEVER_STABLE
    if step.name == ALL:
        return captions.ALL_LABELS
    return f"from {step.name} on"


def against_each_other(selections: Sequence[Selection], measure: str, *, kept_below: int = 0) -> str:
    """One label at random against one that a system found: which keeps more, and why; "" without both. `kept_below` is
    the least relevant grade where the measure gains below it, else 0."""
    by: Mapping[str, Selection] = {s.select: s for s in selections}
    if "random" not in by or "system" not in by:
        return ""
    steps = [by[of].steps[0] for of in ("random", "system")]
    ways = [(step.tau(measure).mean, float(step.agreement[measure].tied_rate.mean())) for step in steps]
    equal, random = abs(ways[0][0] - ways[1][0]) < 0.005, ways[0][0] > ways[1][0]
    (high, a), (low, b) = ways if equal or random else ways[::-1]
    one, other = percent(a), percent(b)
    tied = WHATIF("random-against-system.tied", any=a or b, same=one == other, one=one, other=other)
    return WHATIF(
        "random-against-system.equal" if equal else "random-against-system",
        random=random, high=high, low=low, tied=tied,
        suffers=_random_suffers_from(steps[0], measure, kept_below),
    )  # fmt: skip


def _random_suffers_from(step: StepAgreement, measure: str, kept_below: int) -> str:
    """Chance or bias, whichever takes more of the order away: the mean over draws is free of chance alone."""
    if measure not in step.of_mean:
        return ""
    of_mean, orders = step.of_mean[measure], step.agreement[measure]
    most = 1.0 - sum(orders.tied_before) / max(1, sum(orders.buckets.sizes))  # pairs tied under all labels stay tied
    chance = of_mean - step.tau(measure).mean > most - of_mean
    form = "random-against-system.chance" if chance else "random-against-system.bias"
    return WHATIF(form, draws=step.variants, tau=of_mean, kept=kept_below, measure=measure)


def distances(buckets: PairBuckets) -> str:
    """How far apart the pairs are under all labels."""
    *apart, _ = (f"{count(n)} {conjugate(n, 'has')} {distance(of)}" for of, n in zip(buckets.ranges, buckets.sizes))
    n, same, equal = sum(buckets.sizes), buckets.sizes[-1], distance(buckets.ranges[-1])
    return WHATIF("distance", n=n, apart=apart, same=same, equal=equal)


def distance_title(selection: Selection, measure: str) -> str:
    """What becomes of pairs that are clearly apart, and of the others."""
    step = selection.steps[0]
    buckets = step.agreement[measure].buckets
    there = [(k, of) for k, (of, size) in enumerate(zip(buckets.ranges[:-1], buckets.sizes)) if size]
    taus = [WHATIF("distance.tau", tau=step.tau(measure, k).mean, distance=distance(of)) for k, of in there]
    return WHATIF("distance.title", subject=subject(selection.select, step), taus=taus)


def curve_title(selection: Selection, measure: str) -> str:
    """What the curve shows: how much half of the labels, or the middle depth, keeps."""
    return _curve_title("curve.title", selection.select, _middle(selection), measure)


def _middle(selection: Selection) -> StepAgreement:
    if selection.select == "depth":
        return selection.curve[(len(selection.curve) - 1) // 2]
    return min(selection.curve[:-1], key=lambda step: (abs(step.at - 50), step.at))


def beside_title(selections: Sequence[Selection], measure: str) -> str:
    """What curves of the same shares show beside each other."""
    taus = [WHATIF(f"beside.{of.select}", tau=_middle(of).tau(measure).mean) for of in selections]
    return WHATIF("beside.title", subject=subject(selections[0].select, _middle(selections[0])), taus=taus)


def variants(selections: Sequence[Selection]) -> list[int]:
    """How many there are of each step."""
    return [step.variants for selection in selections for step in selection.steps]


def how(selection: Selection) -> str:
    """How to read the panels."""
    of = _VARIANTS.get(selection.select)
    return WHATIF("curve.how", most=of and most_of(variants([selection]), of))
