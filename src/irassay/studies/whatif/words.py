"""Every sentence about what other labels would have said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.agreement.order_agreement import LEAST_VARIANTS, STABLE
from irassay.messages import conjugate, count, listed, number, percent, plural
from irassay.studies.sections import captions
from irassay.studies.sections.bands import most_of
from irassay.studies.sections.captions import HOW, distance
from irassay.studies.whatif.step_agreement import ALL, Selection, StepAgreement

if TYPE_CHECKING:
    from irassay.comparison import PairBuckets
    from irassay.studies.whatif.own_labels import OwnLabels

ALL_PAIRS = "All pairs"
TABLE = "Orders under other labels against the order under all labels"
MEASURES_TITLE = "Tau by measure"
STEPS_NOTE = (
    "tau-a counts every pair. A pair that is tied under either set of labels is neither concordant nor discordant, so "
    "tau can't reach 1 if pairs are tied under all labels."
)
DISTANCE_NOTE = (
    "p is of a paired t-test over queries on all labels, uncorrected: it measures how far apart two systems are, and "
    "decides nothing. Concordance is of ordered pairs: is the first significantly better, with p below 0.05?"
)
_NAMES = {
    "random": "Labels drawn at random",
    "system": "Labels that a system retrieves first",
    "popular": "The most popular document",
    "longest": "The longest document",
    "shortest": "The shortest document",
    "depth": "A shallower pool",
    "groups": "Fewer groups in the pool",
    "noise": "Another assessor",
}
_ASKS = {
    "random": "What if an assessor had found only some of the relevant documents, each with equal probability?",
    "system": (
        "What if only the relevant documents that one system retrieves first had been labelled? Each system chooses "
        "in turn, and is left out of the comparison under its own labels."
    ),
    "popular": "What if only the most popular relevant document of each query had been labelled?",
    "longest": "What if only the longest relevant document of each query had been labelled?",
    "shortest": "What if only the shortest relevant document of each query had been labelled?",
    "depth": "What if the pool of these runs had been shallower?",
    "groups": "What if only some of the groups had contributed to the pool?",
    "noise": "What if each label had been given by an assessor with the errors of the confusion matrix?",
}
_VARIANTS = {"random": "draws", "system": "systems", "groups": "sets of groups", "noise": "draws"}


def name(select: str) -> str:
    """A selection as a heading."""
    return _NAMES[select]


def asks(select: str) -> str:
    """The question that a selection answers."""
    return _ASKS[select]


def axis(select: str) -> str:
    """What stands below a curve."""
    return "depth of the pool" if select == "depth" else "percent of the relevant labels"


def labels_unit(select: str) -> str:
    """What is counted as kept: pools keep labels of any grade."""
    return "labels" if select in ("depth", "groups", "noise") else "relevant labels"


def title(selections: Sequence[Selection], measure: str) -> str:
    """The page's headline: from which part of the labels on the order is stable, or what the first step keeps."""
    with_curve = next((s for s in selections if s.curve), None)
    if with_curve is None:
        step = selections[0].steps[0]
        return f"{subject(selections[0].select, step)} a tau of {number(step.tau(measure).mean, 2)} by {measure}."
    at = with_curve.stable_from(measure)
    if with_curve.select == "depth":
        pool = f"A pool to {at.name}" if at else f"No pool to {with_curve.curve[-1].name} or less"
        return f"{pool} keeps the order by {measure} stable."
    how = ", drawn at random," if with_curve.select == "random" else ", retrieved first by one system,"
    if at is None or at.name == ALL:
        largest = [step.name for step in with_curve.curve if step.name != ALL][-1]
        tried = f"up to {largest} of the relevant labels{how.removesuffix(',')}"
        return f"No part tried ({tried}) keeps the order by {measure} stable."
    return f"{at.name} of the relevant labels{how} keep the order by {measure} stable."


def subject(select: str, step: StepAgreement) -> str:
    """A step of a selection as the subject of a sentence."""
    if select in ("depth", "groups"):
        return f"A pool {'to' if select == 'depth' else 'of'} {step.name} keeps"
    if select == "noise":
        return "All labels, regraded, keep"
    return f"{step.name} of the relevant labels keep" if step.at == step.at else "One relevant label a query keeps"


def standfirst(selections: Sequence[Selection], measure: str) -> str:
    """What the labels are held against, and what stable means."""
    against = f"Compared with the order by {measure} under all labels"
    curves = [step for selection in selections for step in selection.curve]
    if not curves:
        return f"{against}."
    return f"{against}. Stable is a tau of {STABLE:g} or more{_nearly_always([step.variants for step in curves])}."


def relevant_labels(n: int, rel: int) -> str:
    """How many labels are relevant; from which grade on, where that is not 1."""
    return f"{n:,} relevant labels" + (f" (grade {rel} or more)" if rel > 1 else "")


def nothing_to_remove(n: int, n_queries: int) -> str:
    """That a selection of relevant labels leaves out next to none, and what says more."""
    out, labels, queries = n - n_queries or "none", plural(n, "relevant label"), plural(n_queries, "query")
    return (
        f"{labels} of {queries}: one a query leaves out {out}, too few to try. irassay extrapolate and irassay "
        "sensitivity say what fuller labels would change; --select depth, groups and noise still work"
    )


def grades_below(measures: Sequence[str], rel: int) -> str:
    """Which measures gain from labels that no selection takes away."""
    left = f"Selections of relevant labels leave labels below grade {rel} where they are"
    return f"{left}, and {listed(measures)} {conjugate(len(measures), 'gains')} from them."


def counts_from(measures: Sequence[str], rel: int, relevant: int, first: str, relevant_to_first: int) -> str:
    """Which measures are why labels below `rel` don't count as relevant, and how many would for the first alone."""
    return (
        f"Because of {listed(measures)}, relevant is grade {rel} or more: {plural(relevant, 'label')}; {first} "
        f"alone would choose among {count(relevant_to_first)}."
    )


def _nearly_always(variants: Sequence[int]) -> str:
    several = [n for n in variants if n > 1]
    if not several:
        return ""
    if max(several) < LEAST_VARIANTS:
        return " in every variant"
    few = f", in each of fewer than {LEAST_VARIANTS}" if min(several) < LEAST_VARIANTS else ""
    return f" in nineteen variants of twenty{few}"


def first_step(selection: Selection, measure: str) -> str:
    """What the fewest labels of a selection keep of the order."""
    step = selection.steps[0]
    agreement, tau = step.agreement[measure], step.tau(measure)
    error = step.error_rate(measure)
    spread = also = ""
    if step.variants > 1:
        spread = f" ({number(tau.low, 2)} to {number(tau.high, 2)} in {_most(step.variants, selection)})"
        also = f" ({percent(error.low)} to {percent(error.high)})"
    of = _lower(subject(selection.select, step))
    return (
        f"{name(selection.select)}: {of} a tau of {number(tau.mean, 2)}{spread} with the order "
        f"under all labels; {percent(error.mean)}{also} of pairs are reversed and "
        f"{percent(float(agreement.tied_rate.mean()))} are tied."
    )


def concordance(selection: Selection, measure: str) -> str:
    """On how many ordered pairs the fewest labels of a selection decide as all labels do."""
    step = selection.steps[0]
    share = percent(float(step.concordance[measure].share.mean()))
    return (
        f"{name(selection.select)}: {_lower(subject(selection.select, step))} the verdict of all labels on {share} of "
        "ordered pairs: significantly better or not."
    )


def own_labels_title(own: OwnLabels, measure: str) -> str:
    """Whether a system ranks first under its own labels."""
    n = own.first
    return (
        f"{count(n)} of {plural(len(own.systems), 'system')} {conjugate(n, 'ranks')} first by {measure} under labels "
        f"{'of its' if n == 1 else 'of their'} own"
    )


def own_labels(own: OwnLabels, measure: str) -> str:
    """The same, ties said, and how many ranks a system gains on its rank under all labels."""
    gain = round(own.gain)
    moves = f"{'gains' if gain > 0 else 'loses'} {plural(abs(gain), 'rank')}" if gain else "keeps its rank"
    return f"{own_labels_title(own, measure)}, alone or tied. On the median a system {moves} by them."


def others(own: OwnLabels) -> str:
    """How many label sets of other systems a range holds."""
    return most_of([len(own.systems) - 1], "others' labels")


def how_own(own: OwnLabels) -> str:
    """How to read the ranks."""
    return (
        f"{HOW}A row is a system, in the order of all labels. Labels are the first relevant document of each query "
        f"that one system retrieves. The line holds the ranks under {others(own)}, the thick line half of them, the "
        "dot is the median; the ring, and the number to the right, is the rank under labels of its own."
    )


def _most(variants: int, selection: Selection) -> str:
    of = _VARIANTS[selection.select]
    if variants >= LEAST_VARIANTS:
        return f"nine of ten {of}"
    return f"both {of}" if variants == 2 else f"all {count(variants)} {of}"


def unknown(selection: Selection) -> str:
    """Of how many documents, or systems, what a selection goes by is not known; "" where it is of all."""
    step = selection.steps[0]
    if not step.unknown:
        return ""
    if selection.select == "groups":
        one = step.unknown == 1
        alone = "1 system without a group counts" if one else f"{count(step.unknown)} systems without a group count"
        return f"{name(selection.select)}: {alone} as {'a group of its own' if one else 'groups of their own'}."
    what = "number" if selection.select == "popular" else "text"
    labels = plural(step.unknown, "relevant label")
    are = "is of a document" if step.unknown == 1 else "are of documents"
    by_id = f" In {count(step.by_id)} of {plural(round(step.labels), 'query')} all are: ids choose."
    return f"{name(selection.select)}: {labels} {are} without a {what}.{by_id if step.by_id else ''}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


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
    whole = f"{name(selection.select)}: the order by {measure} is stable {at}."
    return f"{whole} By how far apart two systems are: {listed(parts)}." if parts else whole


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
    random, system = (by[of].steps[0] for of in ("random", "system"))
    taus = [step.tau(measure).mean for step in (random, system)]
    ties = [float(step.agreement[measure].tied_rate.mean()) for step in (random, system)]
    if abs(taus[0] - taus[1]) < 0.005:
        head = (
            f"One random label and one that a system retrieves first keep the order equally well: tau "
            f"{number(taus[0], 2)}"
        )
        return f"{head}, {_tied(ties)}."
    ways = ("at random", "that a system retrieves first")
    more, less = ways if taus[0] > taus[1] else ways[::-1]
    high, low = sorted(taus, reverse=True)
    order = ties if taus[0] > taus[1] else ties[::-1]
    return (
        f"One label {more} keeps more of the order than one {less}: tau {number(high, 2)} against {number(low, 2)}, "
        f"{_tied(order)}.{_random_suffers_from(random, measure, kept_below)} A system's label suffers from bias: it "
        f"favours similar systems."
    )


def _tied(rates: Sequence[float]) -> str:
    """The shares of tied pairs of two ways."""
    if not any(rates):
        return "and neither ties a pair"
    one, other = (percent(rate) for rate in rates)
    return f"each with {one} of pairs tied" if one == other else f"with {one} and {other} of pairs tied"


def _random_suffers_from(step: StepAgreement, measure: str, kept_below: int) -> str:
    """Chance or bias, whichever takes more of the order away: the mean over draws is free of chance alone."""
    if measure not in step.of_mean:
        return ""
    of_mean, orders = step.of_mean[measure], step.agreement[measure]
    most = 1.0 - sum(orders.tied_before) / max(1, sum(orders.buckets.sizes))  # pairs tied under all labels stay tied
    by_mean = f"the order by means over all {plural(step.variants, 'draw')} has a tau of {number(of_mean, 2)}"
    if of_mean - step.tau(measure).mean > most - of_mean:
        return (
            " A random label suffers from chance, such as that it is below the measure's depth, which averages out: "
            f"{by_mean}."
        )
    stay = ""
    if kept_below:
        stay = f": labels below grade {kept_below}, from which {measure} gains, stay, and most of the others go"
    return f" A random label suffers from bias here more than from chance{stay}; {by_mean}."


def distances(buckets: PairBuckets) -> str:
    """How far apart the pairs are under all labels."""
    *apart, same = [f"{count(n)} {conjugate(n, 'has')} {distance(of)}" for of, n in zip(buckets.ranges, buckets.sizes)]
    text = f"Of {plural(sum(buckets.sizes), 'pair')} of systems {listed(apart)}"
    if buckets.sizes[-1]:
        text += f"; {same}, and thus no order to keep"
    return text + "."


def steps_title(selection: Selection, measure: str) -> str:
    """What the table of steps holds."""
    return f"{name(selection.select)}: the order by {measure}, step by step"


def distance_title(selection: Selection, measure: str) -> str:
    """What becomes of pairs that are clearly apart, and of the others."""
    step = selection.steps[0]
    buckets = step.agreement[measure].buckets
    there = [k for k, size in enumerate(buckets.sizes[:-1]) if size]
    taus = [f"{number(step.tau(measure, k).mean, 2)} among pairs with {distance(buckets.ranges[k])}" for k in there]
    kept = f"a tau of {listed(taus)}" if taus else "no order: no two systems differ"
    return f"{subject(selection.select, step)} {kept}"


def curve_title(selection: Selection, measure: str) -> str:
    """What the curve shows: how much half of the labels, or the middle depth, keeps."""
    middle = _middle(selection)
    return f"{subject(selection.select, middle)} a tau of {number(middle.tau(measure).mean, 2)} by {measure}"


def _middle(selection: Selection) -> StepAgreement:
    if selection.select == "depth":
        return selection.curve[(len(selection.curve) - 1) // 2]
    return min(selection.curve[:-1], key=lambda step: (abs(step.at - 40), step.at))


def beside_title(selections: Sequence[Selection], measure: str) -> str:
    """What curves of the same shares show beside each other."""
    taus = listed([f"{number(_middle(of).tau(measure).mean, 2)} {_CHOSEN[of.select]}" for of in selections])
    return f"{subject(selections[0].select, _middle(selections[0]))} a tau of {taus}"


_CHOSEN = {"random": "if drawn at random", "system": "if a system retrieves them first"}


def variants(selections: Sequence[Selection]) -> list[int]:
    """How many there are of each step."""
    return [step.variants for selection in selections for step in selection.steps]


def how_beside(selections: Sequence[Selection]) -> str:
    """How to read these panels."""
    most = most_of(variants(selections), "variants")
    return (
        f"{HOW}Agreement of the order of all systems with that under all labels, by the share of relevant labels that "
        f"is kept. The line is the mean of tau, and the band holds {most}; 1 is the same order."
    )


def how(selection: Selection) -> str:
    """How to read the panels."""
    of = _VARIANTS.get(selection.select)
    line = f"the mean of tau, and the band holds {most_of(variants([selection]), of)}" if of else "tau"
    return (
        f"{HOW}The first panel is of all pairs of systems, the others of pairs by how far apart they are (p of a "
        f"t-test on all labels). Parentheses have the number of pairs. The line is {line}; 1 is the same order; tied "
        f"pairs keep tau below 1."
    )


def measures(names: Sequence[str]) -> str:
    """What the table of measures is for."""
    return f"Mean tau by {listed(list(names))}. Each measure is compared with its own order under all labels."
