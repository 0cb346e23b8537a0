"""Every sentence about extrapolated labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.studies.sections.captions import HOW
from irassay.wording import count, listed, number, percent, plural, span

if TYPE_CHECKING:
    from irassay.studies.sensitivity.by_depth import Step
    from irassay.studies.sensitivity.evidence import Evidence

TABLE = "Scores and orders by the number of passages deemed relevant"
BAND = "95% over queries and golds"
X_AXIS = "passages deemed relevant a query, at most"
STEPS_NOTE = (
    "tau-a counts every pair; a pair that is tied at this d or at d=0 is neither kept nor turned. Weighted tau gives "
    "a pair the sum of its two reciprocal ranks and divides by the pairs without ties."
)
DECISIONS_NOTE = "Significant is a paired t-test over queries with Holm's correction over all pairs, at 0.05."
GAINS_NOTE = (
    "Labels made by one kind of system favour systems of that kind. A gain above 0 means that its systems rise in the "
    "order as passages are deemed relevant; the others fall as much."
)
PRECISION_NOTE = (
    "A deemed passage without a fuller label is not counted as relevant. Where only judged passages could be deemed, "
    "such as in an index of these alone, the share is too kind."
)
WHERE = {
    "rank": "in the list as it is, the gold in it: rank 1 is mostly the gold itself, a control",
    "place": "among the deemed, after gold and labels are taken out",
}


def title(of: Evidence) -> str:
    """The headline: what becomes of the order."""
    last = of.main[-1]
    deemed = f"With up to {plural(last.d, 'passage')} a query deemed relevant"
    kept = f"the order by {of.measures[0]} keeps a tau of {number(last.tau.mean, 2)}"
    if last.nearer is None or last.full_tau is None:
        return f"{deemed}, {kept}."
    return f"{deemed}, {kept}; {_nearness(last, 'it')}."


def _nearness(step: Step, order: str) -> str:
    """Whether a step's order is nearer to the fuller labels' than that at d=0; needs fuller labels."""
    assert step.nearer is not None
    if step.nearer.low > 0:
        return f"{order} comes nearer to the fuller labels'"
    if step.nearer.high < 0:
        return f"{order} moves away from the fuller labels'"
    return f"whether {order} comes nearer to the fuller labels' can't be told"


def standfirst(of: Evidence) -> str:
    """What is compared, and what is assumed."""
    lists = plural(len(of.sets), "list")
    golds = f", from {count(len(of.draws.of))} draws of golds" if len(of.draws.of) > 1 else ""
    return (
        f"What stands first in {lists} of passages near each query's gold ({listed(of.sets)}{golds}) is deemed "
        f"relevant, and each order compared with that by the labels alone. This assumes that what is similar answers "
        f"the same query."
    )


def labels(of: Evidence) -> str:
    """How many labels there are at d=0."""
    return plural(of.draws.n_labels, "label")


def part(of: Evidence) -> str:
    """Where the extrapolation starts from a part of the labels given; "" where it doesn't."""
    if not of.draws.part:
        return ""
    return (
        f"The labels were extrapolated from a part of those given: at d=0 there are {labels(of)} in "
        f"{plural(len(of.draws.queries), 'query')}."
    )


def without_gold(of: Evidence) -> str:
    """How many queries keep their labels; "" where none does."""
    n = len(of.draws.of[0].without)
    if not n:
        return ""
    keep = "keeps its" if n == 1 else "keep their"
    return f"{plural(n, 'query')} without a gold {keep} labels at every d."


def scores(of: Evidence, of_set: str) -> str:
    """How the means move."""
    parts = []
    for measure in of.measures:
        steps = of.curve(of_set, measure)
        first, last = steps[0].mean, steps[-1].mean
        parts.append(f"{measure} from {number(first.mean)} to {number(last.mean)}")
    return f"{of_set}: the mean over systems and queries goes by {listed(parts)}."


def order(of: Evidence, of_set: str, measure: str) -> str:
    """What the last depth keeps of the order."""
    last = of.curve(of_set, measure)[-1]
    return (
        f"{of_set}: at d={last.d} the order by {measure} has a tau of {number(last.tau.mean, 2)} "
        f"({span(last.tau.low, last.tau.high, 2)} over queries{_and_golds(of)}) with the order at d=0, weighted "
        f"{number(last.weighted_tau.mean, 2)} ({span(last.weighted_tau.low, last.weighted_tau.high, 2)}); "
        f"{percent(last.turned)} of pairs are turned and {percent(last.tied)} tied."
    )


def decisions(of: Evidence, of_set: str) -> str:
    """What becomes of leaders and significant pairs."""
    steps = of.curve(of_set, of.measures[0])
    zero, last = steps[0], steps[-1]
    if len(of.draws.of) == 1:
        first = "is still first" if last.first else "is no longer first"
    else:
        first = f"is still first under {percent(last.first, 0)} of golds"
    pairs = (
        f"of {_n(zero.settled)} pairs that differ significantly at d=0, {_n(last.lost)} no longer do at d={last.d} and "
        f"{_n(last.against)} stand in the opposite order; {_n(last.settled)} differ there"
        if zero.settled
        else f"no pair differs significantly at d=0, and {_n(last.settled)} do at d={last.d}"
    )
    leaders = f"leaders are {_n(zero.leaders)} and {_n(last.leaders)}"
    return f"{of_set}: {pairs}. The first system {first}; {leaders}."


def _n(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _and_golds(of: Evidence) -> str:
    return " and golds" if len(of.draws.of) > 1 else ""


def of_draws(of: Evidence) -> str:
    """What a range over golds holds."""
    n = len(of.draws.of)
    return f"nine of ten of {n} draws of golds" if n >= LEAST_VARIANTS else f"all {n} draws of golds"


def over_golds(of: Evidence) -> str:
    """Of a count: where it is a mean."""
    return "mean over draws of golds" if len(of.draws.of) > 1 else "all queries together"


def precision_of(of: Evidence) -> str:
    """What confirms a deemed passage."""
    return f"of the deemed: fuller label of grade {of.rel} or more"


def precision(of: Evidence, of_set: str) -> str:
    """How many of the deemed are confirmed at both ends."""
    rows = [row for row in of.precisions if row.set == of_set]
    first, last = rows[0], rows[-1]
    text = (
        f"{of_set}: of the first passage deemed relevant a query the fuller labels call "
        f"{percent(first.precision.mean, 0)} relevant (grade {of.rel} or more), of the first {last.d} "
        f"{percent(last.precision.mean, 0)} ({span(100 * last.precision.low, 100 * last.precision.high, 0)}%)"
    )
    if first.without_copies is None or last.without_copies is None:
        return f"{text}."
    apart = f"{percent(first.without_copies.mean, 0)} and {percent(last.without_copies.mean, 0)}"
    return f"{text}; without exact copies of the gold {apart}."


def nearer(of: Evidence, of_set: str, measure: str) -> str:
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
        f"{of_set}: the order by {measure} has a tau of {number(zero.mean, 2)} with the fuller labels' at d=0 and "
        f"{number(tau.mean, 2)} at d={last.d}{most}. The difference between the two is "
        f"{span(last.nearer.low, last.nearer.high, 2)} over queries{_and_golds(of)}: {_nearness(last, 'it')}."
    )


def shared(of: Evidence) -> str:
    """Where the fuller labels have a part of the queries; "" where they have all."""
    if of.shared == of.queries:
        return ""
    return f"The fuller labels have {count(of.shared)} of the {plural(of.queries, 'query')}; these alone are compared."


def counts(system: str, of: Evidence) -> str:
    """Whether a system counts in means and orders."""
    if system in of.left_out:
        return "left out"
    return "" if system in of.main[0].places else "same as another"


def left_out(of: Evidence) -> str:
    """Which systems don't count; "" where all do."""
    if not of.left_out:
        return ""
    be = "does" if len(of.left_out) == 1 else "do"
    return f"{listed(of.left_out)} {be} not count in means and orders."


def gains(of: Evidence, of_set: str) -> str:
    """Which kinds rise, where other queries would not say the opposite; "" without kinds."""
    of_kinds = of.curve(of_set, of.measures[0])[-1].gains
    if not of_kinds:
        return ""
    rise = {kind: band for kind, band in of_kinds.items() if band.low > 0}
    if not rise:
        return f"{of_set}: no kind of system clearly gains ranks."
    kinds = sorted(rise, key=lambda kind: -rise[kind].mean)
    parts = [f"{kind[0]} {kind[1]} ({number(rise[kind].mean, 1)} places)" for kind in kinds]
    return f"{of_set}: systems that gain ranks are those with {listed(parts)}."


def anchors(of: Evidence) -> str:
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


def decisions_title(of: Evidence) -> str:
    """Of a table."""
    return f"Leaders and significant pairs by {of.measures[0]}"


def systems_title(of: Evidence) -> str:
    """Of a table."""
    return f"All systems by {of.measures[0]}, before and after"


def at_depth(of_set: str, d: int) -> str:
    """Of a column."""
    return f"with up to {plural(d, 'passage')} of {of_set} deemed relevant"


def gains_title(of: Evidence) -> str:
    """Of a table."""
    return f"Places gained in the order by {of.measures[0]}, by kind of system"


def precision_title(of: Evidence) -> str:
    """Of a table."""
    return "Deemed passages that the fuller labels call relevant"


def full_title(of: Evidence) -> str:
    """Of a table."""
    return "Agreement with the order under the fuller labels"


def anchors_title(of: Evidence) -> str:
    """Of a table."""
    return "As good an answer as the gold?"


def means_title(of: Evidence) -> str:
    """The finding of a chart."""
    steps = of.main
    return (
        f"The mean {of.measures[0]} goes from {number(steps[0].mean.mean, 3)} to {number(steps[-1].mean.mean, 3)} at "
        f"d={steps[-1].d} of {of.sets[-1]}"
    )


def taus_title(of: Evidence) -> str:
    """The finding of a chart."""
    last = of.main[-1]
    return f"At d={last.d} of {last.set} the order by {last.measure} keeps a tau of {number(last.tau.mean, 2)}"


def weighted_title(of: Evidence) -> str:
    """The finding of a chart."""
    last = of.main[-1]
    tau = number(last.weighted_tau.mean, 2)
    return f"Where the top weighs most, the order by {last.measure} keeps a tau of {tau} at d={last.d} of {last.set}"


def nearness_title(of: Evidence) -> str:
    """The finding of a chart."""
    return f"By {of.measures[0]}, {_nearness(of.main[-1], 'the order')}"


def precisions_title(of: Evidence) -> str:
    """The finding of a chart."""
    last = of.precisions[-1]
    return (
        f"The fuller labels call {percent(last.precision.mean, 0)} of the first {last.d} deemed passages of {last.set} "
        f"relevant"
    )


def how_scores() -> str:
    """How to read the curves of means."""
    return f"{HOW}Mean over systems and queries, by the number of passages deemed relevant. {BANDS}"


def how_order() -> str:
    """How to read the curves of orders."""
    return f"{HOW}Agreement with the order at d=0; 1 is the same order. {BANDS}"


def how_weighted() -> str:
    """How to read the curves of weighted taus."""
    return f"{HOW}As above; a pair of systems weighs the sum of its two reciprocal ranks. {BANDS}"


def how_precision() -> str:
    """How to read the curves of precision."""
    return f"{HOW}Share of the first d deemed passages that the fuller labels call relevant. {BANDS}"


def how_full() -> str:
    """How to read the curves of nearness."""
    return f"{HOW}Tau-a with the order under the fuller labels; a curve that rises comes nearer to them. {BANDS}"


BANDS = "A band holds 95% of resamples of the queries, over all draws of golds."
