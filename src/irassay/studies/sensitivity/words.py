"""Every sentence about extrapolated labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.messages import capital, conjugate, count, listed, number, percent, plural, span
from irassay.studies.sections.captions import HOW
from irassay.studies.sensitivity.answer_words import chance, nearness, nearness_is_told, pair, where_nearer

if TYPE_CHECKING:
    from irassay.studies.sensitivity.evidence import SensitivityEvidence

TABLE = "Scores and orders by the number of passages deemed relevant"
KIND_ALPHA = 0.05
KIND_P = "of gains given to the systems at random, corrected over all kinds, columns and lists"
BAND = "95% over queries and golds"
X_AXIS = "d: passages deemed relevant"
DECISIONS_NOTE = "Significant is a paired t-test over queries with Holm's correction over all pairs, at 0.05."
GAINS_NOTE = (
    "Labels made by one kind of system favour systems of that kind. A gain above 0 means that its systems rise in the "
    "order as passages are deemed relevant; the others fall as much."
)
PRECISION_NOTE = (
    "A deemed passage without a fuller label is not counted as relevant. Where only judged passages could be deemed, "
    "such as in an index of these alone, the share is too kind."
)
ASSUMES = "This assumes that what is similar answers the same query."
BRIEF_NOTE = "d: passages deemed relevant a query, at most. Tau is with the order at d=0, by the labels alone."
LEAST_TIED = 0.0005  # share of pairs, below which no sentence names them
WHERE = {
    "rank": "in the list as it is, the gold in it: rank 1 is mostly the gold itself, a control",
    "place": "among the deemed, after gold and labels are taken out",
}


def title(of: SensitivityEvidence) -> str:
    """The headline: who is ahead of two systems, or how many pairs of systems change order."""
    if of.of_pair:
        return pair(of, of.sets[-1])
    last = [of.curve(of_set, of.measures[0])[-1] for of_set in of.sets]
    if min(step.tied for step in last) == 1:
        return f"No pair of systems can change order: all are tied at d=0 or d={of.draws.deemed}."
    ends = [step.turned for step in last]
    low, high = percent(min(ends), 0), percent(max(ends), 0)
    share = f"{low.removesuffix('%')} to {high} of pairs change" if low != high else f"{low} of pairs change"
    if not max(ends):
        share = "no pair changes"
    return f"With {plural(of.draws.deemed, 'passage')} a query deemed relevant, {share} order."


def standfirst(of: SensitivityEvidence) -> str:
    """What is compared, what is assumed, and what fuller labels say."""
    where = f"of {of.sets[0]}'s list" if len(of.sets) == 1 else f"of each list ({listed(of.sets)})"
    texts = [
        f"Passages similar to a query's gold, its known answer, are deemed relevant too: the first d {where} that have "
        f"no label. The order of the systems at d={of.draws.deemed} is compared with that at d=0, by the labels alone.",
        ASSUMES,
    ]
    if len(of.draws.of) > 1:
        texts.append(f"All numbers are means over {len(of.draws.of):,} draws of golds.")
    step = of.main[-1]
    said = nearness_is_told(of) and chance(of)
    if step.nearer is not None and not of.of_pair and not said:
        texts.append(f"{capital(nearness(step, 'the order'))}{where_nearer(of)}.")
    return " ".join(texts)


def intervals(of: SensitivityEvidence) -> str:
    """What intervals and bands are."""
    golds = ", each with all of its golds" if len(of.draws.of) > 1 else ""
    return (
        f"Intervals are 95%, by {of.resamples:,} resamples of the queries{golds}. They say what to expect of as many "
        f"other queries; with more queries orders agree more."
    )


def steps_note(of: SensitivityEvidence) -> str:
    """Under a table by depth."""
    return (
        f"d: passages deemed relevant a query, at most. Tau is with the order at d=0 and counts every pair; turned are "
        f"the pairs in the opposite order there, tied those tied here or at d=0. Weighted tau gives a pair the sum of "
        f"its two reciprocal ranks and divides by the pairs without ties. {intervals(of)}"
    )


def labels(of: SensitivityEvidence) -> str:
    """How many labels there are at d=0."""
    return plural(of.draws.n_labels, "label")


def part(of: SensitivityEvidence) -> str:
    """Where the extrapolation starts from a part of the labels given; "" where it doesn't."""
    if not of.draws.part:
        return ""
    return (
        f"The labels were extrapolated from a part of those given: at d=0 there are {labels(of)} in "
        f"{plural(len(of.draws.queries), 'query')}."
    )


def without_gold(of: SensitivityEvidence) -> str:
    """How many queries keep their labels; "" where none does."""
    n = len(of.draws.of[0].without)
    if not n:
        return ""
    return f"{plural(n, 'query')} without a gold {conjugate(n, 'keeps')} {conjugate(n, 'its')} labels at every d."


def scores(of: SensitivityEvidence, of_set: str) -> str:
    """How the means move."""
    parts = []
    for measure in of.measures:
        steps = of.curve(of_set, measure)
        first, last = steps[0].mean, steps[-1].mean
        parts.append(f"from {number(first.mean)} to {number(last.mean)} by {measure}")
    return f"{of_set}: from d=0 to d={of.draws.deemed} the mean over systems and queries goes {listed(parts)}."


def order(of: SensitivityEvidence, of_set: str, measure: str) -> str:
    """What the last depth keeps of the order."""
    last = of.curve(of_set, measure)[-1]
    tied = f", {percent(last.tied)} are tied" if last.tied >= LEAST_TIED else ""
    return (
        f"{of_set}: at d={last.d}, {percent(last.turned)} of pairs stand in the opposite order by {measure}{tied}. Tau "
        f"with the order at d=0 is {number(last.tau.mean, 2)} ({span(last.tau.low, last.tau.high, 2)} over "
        f"queries{_and_golds(of)}), weighted to the top {number(last.weighted_tau.mean, 2)} "
        f"({span(last.weighted_tau.low, last.weighted_tau.high, 2)})."
    )


def decisions(of: SensitivityEvidence, of_set: str) -> str:
    """What becomes of leaders and significant pairs."""
    steps = of.curve(of_set, of.measures[0])
    zero, last = steps[0], steps[-1]
    n = len(of.draws.of)
    mean = f", in the mean of {n:,} draws of golds" if n > 1 else ""
    if n > 1:
        first = f"is still first in {round(n * last.first):,} of the {n:,} draws"
    else:
        first = "is still first" if last.first else "is no longer first"
    lost = (
        f", {_n(last.lost)} of these no longer {conjugate(last.lost, 'does')} at d={last.d}, and {_n(last.against)} "
        f"{conjugate(last.against, 'does')} in the opposite order"
        if zero.settled
        else ""
    )
    differ, are = (conjugate(zero.settled, "differs")), (conjugate(zero.leaders, "is"))
    return (
        f"{of_set}{mean}: {_some(zero.settled, 'pair')} {differ} significantly at d=0{lost}; "
        f"{_some(last.settled, 'pair')} {conjugate(last.settled, 'does')} at d={last.d}. There {are} "
        f"{_some(zero.leaders, 'leader')} at d=0 and {_n(last.leaders)} at d={last.d}; the first system at d=0 {first}."
    )


def _n(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _some(value: float, noun: str) -> str:
    return plural(1, noun) if value == 1 else f"{_n(value)} {noun}s"


def _and_golds(of: SensitivityEvidence) -> str:
    return " and golds" if len(of.draws.of) > 1 else ""


def of_draws(of: SensitivityEvidence) -> str:
    """What a range over golds holds."""
    n = len(of.draws.of)
    return f"nine of ten of {n} draws of golds" if n >= LEAST_VARIANTS else f"all {n} draws of golds"


def over_golds(of: SensitivityEvidence) -> str:
    """Of a count: where it is a mean."""
    return "mean over draws of golds" if len(of.draws.of) > 1 else "all queries together"


def precision_of(of: SensitivityEvidence) -> str:
    """What confirms a deemed passage."""
    return f"of the deemed: fuller label of grade {of.rel} or more"


def precision(of: SensitivityEvidence, of_set: str) -> str:
    """How many of the deemed are confirmed at both ends."""
    rows = [row for row in of.precisions if row.set == of_set]
    first, last = rows[0], rows[-1]
    interval = f"({span(100 * last.precision.low, 100 * last.precision.high, 0)}%)"
    text = f"{of_set}: the fuller labels call {percent(first.precision.mean, 0)} of the first deemed passages relevant "
    text += f"(grade {of.rel} or more)"
    text += f", and {percent(last.precision.mean, 0)} {interval} of the first {last.d}" if last.d > 1 else ""
    if first.without_copies is None or last.without_copies is None:
        return f"{text}."
    ends = [first.without_copies, last.without_copies][: last.d]
    apart = listed(percent(band.mean, 0) for band in ends)
    return f"{text}; without exact copies of the gold {apart}."


def nearer(of: SensitivityEvidence, of_set: str, measure: str) -> str:
    """Whether the order comes nearer to the fuller labels'; "" without these."""
    steps = [(step, step.full_tau) for step in of.curve(of_set, measure) if step.full_tau is not None]
    if not steps:
        return ""
    (_, zero), (last, tau) = steps[0], steps[-1]
    assert last.nearer is not None
    best, highest = max(steps, key=lambda pair: pair[1].mean)
    more = number(highest.mean, 2) not in (number(zero.mean, 2), number(tau.mean, 2))
    most = f"; most at d={best.d}, {number(highest.mean, 2)}" if more else ""
    return (
        f"{of_set}: by {measure} tau with the order of the fuller labels is {number(zero.mean, 2)} at d=0 and "
        f"{number(tau.mean, 2)} at d={last.d}{most}. The change is {number(last.nearer.mean, 2)} "
        f"({span(last.nearer.low, last.nearer.high, 2)} over queries{_and_golds(of)}): {nearness(last, 'the order')}."
    )


def shared(of: SensitivityEvidence) -> str:
    """Where the fuller labels have a part of the queries; "" where they have all, and without fuller labels."""
    if not of.precisions or of.shared == of.queries:
        return ""
    return f"The fuller labels have {count(of.shared)} of the {plural(of.queries, 'query')}; these alone are compared."


def counts(system: str, of: SensitivityEvidence) -> str:
    """Whether a system counts in means and orders."""
    if system in of.left_out:
        return "left out"
    return "" if system in of.main[0].places else "same as another"


def left_out(of: SensitivityEvidence) -> str:
    """Which systems don't count; "" where all do."""
    if not of.left_out:
        return ""
    return f"{listed(of.left_out)} {conjugate(len(of.left_out), 'does')} not count in means and orders."


def gains(of: SensitivityEvidence, of_set: str) -> str:
    """Which kinds rise, where other queries would not say the opposite; "" without kinds."""
    of_kinds = of.curve(of_set, of.measures[0])[-1].gains
    if not of_kinds:
        return ""
    rise = {
        kind: band
        for kind, band in of_kinds.items()
        if band.low > 0 and of.kind_p.get((of_set, kind), 1.0) <= KIND_ALPHA
    }
    if not rise:
        return f"{of_set}: no kind of system clearly gains ranks."
    kinds = sorted(rise, key=lambda kind: -rise[kind].mean)
    parts = [f"{kind[0]} {kind[1]} ({number(rise[kind].mean, 1)} places)" for kind in kinds]
    return f"{of_set}: systems that gain ranks are those with {listed(parts)}."


def anchors(of: SensitivityEvidence) -> str:
    """What people answered."""
    where = of.anchors[0].where
    parts = [
        f"{row.yes} of {row.n} at {where} {row.at} of {row.set} ({span(100 * row.low, 100 * row.high, 0)}%)"
        for row in of.anchors
    ]
    what = "with the gold in the list, so that rank 1 is a control" if where == "rank" else "among the deemed"
    return f"As good an answer as the gold: {listed(parts)}; {what}."


def steps_title(of_set: str, measure: str) -> str:
    """Of a table."""
    return f"{of_set}: scores and order by {measure}, by passages deemed relevant"


def decisions_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return f"Leaders and significant pairs by {of.measures[0]}"


def systems_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return f"All systems by {of.measures[0]}, before and after"


def at_depth(of_set: str, d: int) -> str:
    """Of a column."""
    return f"with up to {plural(d, 'passage')} of {of_set} deemed relevant"


def gains_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return f"Places gained in the order by {of.measures[0]}, by kind of system"


def precision_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return "Deemed passages that the fuller labels call relevant"


def full_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return "Agreement with the order under the fuller labels"


def anchors_title(of: SensitivityEvidence) -> str:
    """Of a table."""
    return "As good an answer as the gold?"


def means_title(of: SensitivityEvidence) -> str:
    """The finding of a chart."""
    steps = of.main
    return (
        f"The mean {of.measures[0]} goes from {number(steps[0].mean.mean, 3)} at d=0 to "
        f"{number(steps[-1].mean.mean, 3)} at d={steps[-1].d}{_of_main(of)}"
    )


def taus_title(of: SensitivityEvidence) -> str:
    """The finding of a chart."""
    last = of.main[-1]
    tau = number(last.tau.mean, 2)
    return f"By {last.measure} the order at d={last.d}{_of_main(of)} has a tau of {tau} with that at d=0"


def weighted_title(of: SensitivityEvidence) -> str:
    """The finding of a chart."""
    last = of.main[-1]
    return f"Weighted to the top, this tau is {number(last.weighted_tau.mean, 2)} at d={last.d}{_of_main(of)}"


def _of_main(of: SensitivityEvidence) -> str:
    """Which list a title is about, where there are several."""
    return f" of {of.sets[-1]}" if len(of.sets) > 1 else ""


def nearness_title(of: SensitivityEvidence) -> str:
    """The finding of a chart."""
    return f"By {of.measures[0]}, {nearness(of.main[-1], 'the order')}"


def precisions_title(of: SensitivityEvidence) -> str:
    """The finding of a chart."""
    last = of.precisions[-1]
    return (
        f"The fuller labels call {percent(last.precision.mean, 0)} of the first {last.d} deemed passages of {last.set} "
        f"relevant"
    )


def how_scores(of: SensitivityEvidence) -> str:
    """How to read the curves of means."""
    return f"{HOW}Mean over systems and queries, by the number of passages deemed relevant. {_bands(of)}"


def how_order(of: SensitivityEvidence) -> str:
    """How to read the curves of orders."""
    return (
        f"{HOW}To the right more passages are deemed relevant. Tau with the order at d=0 is 1 where no pair changes "
        f"order, 0 where half of the pairs do. {_bands(of)}"
    )


def how_weighted(of: SensitivityEvidence) -> str:
    """How to read the curves of weighted taus."""
    return f"{HOW}As above; a pair of systems weighs the sum of its two reciprocal ranks. {_bands(of)}"


def how_precision(of: SensitivityEvidence) -> str:
    """How to read the curves of precision."""
    return f"{HOW}Share of the first d deemed passages that the fuller labels call relevant. {_bands(of)}"


def how_full(of: SensitivityEvidence) -> str:
    """How to read the curves of nearness."""
    return f"{HOW}Tau with the order of the fuller labels; a curve that rises comes nearer to them. {_bands(of)}"


def _bands(of: SensitivityEvidence) -> str:
    return f"Bands are 95% intervals over queries{_and_golds(of)}."
