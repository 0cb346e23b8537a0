"""Every sentence about leaks."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from irassay.collection.query_texts import WITHOUT_TEXT
from irassay.comparison.equality import ROUNDING
from irassay.leakage.find import TRAIN_TEXTS
from irassay.leakage.people import ADDED, AMBIGUOUS, CONTRARY
from irassay.messages import conjugate, count, counted, listed, number, percent, plural, visible

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient
    from irassay.leakage import Calibration, Effect, Leaks
    from irassay.leakage.curves import ThresholdStep
    from irassay.leakage.pair_labels import PairLabels
    from irassay.leakage.people_agreement import PeopleAgreement
    from irassay.studies.leak.effects import Scored
    from irassay.studies.leak.evidence import LeakEvidence

CANT_SEE = (
    "A clean query is one of which these texts show no leak. A question asked in other words, in another language or "
    "in files that were not given is not seen."
)
OF_GIVEN = "A clean query is one that the given leaks don't name. What they were searched for is not known here."
REVIEW = (
    "A pair to review is alike above the floors and not certain: people decide. Write them with --review, label them, "
    "and give the labels with --labels."
)
EXPOSURES = {True: "exposed", False: "unexposed", None: "not known"}
ALL_SOURCES, UNION = "all files", "any field"
SCORES_HOW = (
    "A point is a system: across its mean on the clean queries, upwards that on the leaked ones. On the line both are "
    "equal. Leakage would lift exposed systems above the others; so may how hard the queries are."
)
PRECISION_HOW = (
    "By threshold: the share of the pairs at it or above that people call leaks, with its 95% interval over queries; "
    "and the share of all leaks among the candidates that these keep."
)
PAIRS_TITLE = "Leaked queries, each with its strongest pair"
FIELDS_TITLE = "Leaks by field of the test queries and by file of training texts"
FIELDS_NOTE = (
    "A query counts where at least one of its pairs is a leak, a training text where it is in one. The fields of a "
    "query overlap, so the rows don't add up."
)
KINDS_TITLE = "What leaked of each test query"
KINDS_NOTE = (
    "Query: asked in training with another document, with none, or with one that could not be compared. Pair: with a "
    "relevant document as the positive. Contradicted: with one as the negative. Document: a relevant document is the "
    "positive of another query."
)
TYPES_TITLE = "What the training texts are to the test texts"
TYPES_NOTE = (
    "The types are proposed by a rule on stems; people confirm them. Identical: the same stems in any order. "
    "Specialization: the training text says more. Generalization: it says less. Reformulation: both say what the other "
    "lacks."
)


def title(of: LeakEvidence) -> str:
    """The headline."""
    leaks = of.leaks
    if not leaks.leaked:
        return f"No leak was found among {plural(len(leaks.queries), 'test query')}{_to_review(leaks)}."
    share = f"{count(len(leaks.leaked))} of {plural(len(leaks.queries), 'test query')}"
    return f"{share} leaked{_to_review(leaks)}."


def _to_review(leaks: Leaks) -> str:
    return f"; {count(len(leaks.review))} more to review" if leaks.review else ""


def to_look_at(leaks: Leaks) -> str:
    """How many pairs people have to look at; "" for none."""
    n = sum(pair.verdict == "review" for pair in leaks)
    also = sum(leaks.state(query) == "leaked" for query in {pair.query for pair in leaks if pair.verdict == "review"})
    if not n:
        return ""
    beside = f", also of {plural(also, 'leaked query')}" if also else ""
    return f"{plural(n, 'pair')}{beside} {conjugate(n, 'is')} for people to look at: --review FILE writes them."


def leaked(of: LeakEvidence) -> str:
    """The share with its interval."""
    leaks = of.leaks
    where = "" if of.known else f" in {plural(leaks.n_train, 'training text')}"
    share = f"{percent(leaks.share)} of the test queries leaked{where} (95% for queries like these: {_span(leaks)})"
    return f"{share}."


def _span(leaks: Leaks) -> str:
    low, high = leaks.interval
    return f"{percent(low)} to {percent(high)}"


def what_counts(of: LeakEvidence) -> str:
    """What is called a leak here."""
    if of.known:
        return "The leaks were given, not looked for."
    by_words = (
        "A leak is a training text with the same stems in any order, or with all stems of a test text of two content "
        "words or more"
    )
    people = "" if of.people is None else " Where people labelled a pair their word stands."
    if of.threshold is None:
        return f"{by_words}. No threshold was given, so similarity alone makes no leak.{people}"
    what = "a cosine" if of.dense else "an overlap of words"
    return f"{by_words}, or one with {what} of {round(of.threshold, 3):g} or more.{people}"


def standfirst(of: LeakEvidence) -> str:
    """What it did to scores and order, and what the page rests on."""
    return " ".join(filter(None, (conclusion(of), what_counts(of), cant_see(of))))


def cant_see(of: LeakEvidence) -> str:
    """What a clean query is, and what isn't seen."""
    return OF_GIVEN if of.known else CANT_SEE


def conclusion(of: LeakEvidence) -> str:
    """What the leaked queries did to scores and order by the main measure; "" where nothing was tested."""
    first = of.scored.effects[0] if of.scored is not None and of.scored.effects else None
    if first is None:
        return ""
    by, parts = f"By {first.measure}{_of_those(first)}", []
    if first.p is not None and first.did is not None:
        moves = f"exposed systems {'gain' if first.is_gain(first.did) else 'lose'} on leaked queries"
        if first.p > first.alpha:
            parts.append("exposed systems show no more on leaked queries than chance would")
        elif first.sign is not None:
            parts.append(f"{moves}, more than chance and the queries' difficulty explain")
        elif first.adjusted is not None:
            parts.append(f"{moves} by more than chance, as the queries' difficulty may explain")
        else:
            parts.append(f"{moves} by more than chance")
    if first.order is not None and first.order.p is not None:
        made = first.order.p <= first.alpha
        parts.append(f"the order {'changes more' if made else 'changes no more'} without them than without others")
    return f"{by}, {', and '.join(parts)}." if parts else ""


def _of_those(effect: Effect) -> str:
    """How many systems can be compared, where some can't."""
    n, all_of_them = len(effect.systems), effect.n_systems
    return "" if n == all_of_them else f", over the {count(n)} of {count(all_of_them)} systems that can be compared"


def not_told(leaks: Leaks) -> str:
    """Which test queries have no words, so that nothing is known of them; "" for none."""
    n = len(leaks.wordless)
    if not n:
        return ""
    return (
        f"{plural(n, 'test query')} {conjugate(n, 'has')} no text with a word: {conjugate(n, 'it is')} neither leaked "
        f"nor clean, and {conjugate(n, 'counts')} nowhere: {listed(map(visible, leaks.wordless))}."
    )


def of_search(of: LeakEvidence) -> list[str]:
    """What chance puts above the floor of the vectors, and what a screen left."""
    return [one.explain() for one in (of.searched.chance, of.searched.recall) if one is not None]


def counts(of: LeakEvidence) -> str:
    """What was counted on the way; "" for nothing. `calibrated` says which labels fit several pairs."""
    apart = (TRAIN_TEXTS, WITHOUT_TEXT, AMBIGUOUS)
    said = {what: n for what, n in of.leaks.counts.items() if what not in apart}
    n, n_added = said.pop(CONTRARY, 0), said.pop(ADDED, 0)
    left_out = "; ".join(counted(n, what) for what, n in said.items())
    texts = [f"Counted and left out: {left_out}."] if left_out else []
    if n_added:
        were, them = conjugate(n_added, "was"), "it a leak" if n_added == 1 else "them leaks"
        texts.append(f"{plural(n_added, 'pair')} {were} not found and people call {them}.")
    if n:
        texts.append(f"People disagree on {plural(n, 'pair')}, which {conjugate(n, 'is')} to be reviewed.")
    return " ".join(texts)


def calibrated(of: Calibration) -> list[str]:
    """What people's labels say of the threshold, a fact a sentence."""
    times = f", with {plural(of.n_labels, 'label')}" if of.n_labels > of.n_labelled else ""
    texts = [f"People labelled {plural(of.n_labelled, 'pair')}{times}."]
    if of.n_candidates > of.n_labelled:
        texts.append(
            f"They stand for the {plural(of.n_candidates, 'candidate')} above the floor in the same bands of "
            f"{'cosine' if of.score == 'similarity' else 'overlap'}."
        )
    step = None if of.threshold is None else of.overall.at(of.threshold)
    texts += _no_threshold(of) if step is None else _threshold(of, step)
    if n := of.n_without_score:
        texts.append(f"{plural(n, 'label')} of pairs without a score: left out.")
    if n := of.n_ambiguous:
        fit = conjugate(n, "fits")
        texts.append(f"{plural(n, 'label')} {fit} pairs of two training texts or files: give the text or the source.")
    if n := of.n_of_weaker_fields:
        says = (
            "label says no to a variant of a pair that is" if n == 1 else "labels say no to variants of pairs that are"
        )
        texts.append(f"{count(n)} {says} more alike in another text: nothing is said of the pair{'s' * (n > 1)}.")
    if n := of.n_same_stems:
        says = "label says no to a pair" if n == 1 else "labels say no to pairs"
        texts.append(f"{count(n)} {says} with the same stems: people's word stands.")
    return texts


def _no_threshold(of: Calibration) -> list[str]:
    """That no threshold is surely precise enough, or that labels are too few to tell."""
    curve, share = of.overall, percent(of.precision, 0)
    if curve.stays_from is not None:
        here = f"An estimate: {share} of the pairs leak from {curve.stays_from:.3f} on"
        few = curve.steps[0].n_labelled < curve.least_surely
        would = f"{curve.least_surely} labels that leak would do" if few else "no interval says so"
        return [f"{here}; {would}. Similarity alone makes no leak."]
    if curve.too_few is None:
        return [f"At no threshold do {share} of the pairs leak."]
    return [f"Too few labels to set a threshold: {curve.least_surely} that leak would do."]


def _threshold(of: Calibration, step: ThresholdStep) -> list[str]:
    """From which threshold on the interval says that pairs leak."""
    start = f"From {'a cosine' if of.score == 'similarity' else 'an overlap'} of {step.threshold:.3f} on"
    return [
        f"{start} at least {percent(of.precision, 0)} of the pairs leak; the estimate is {percent(step.precision)}.",
        f"That keeps {percent(step.kept, 0)} of all leaks among the candidates.",
    ]


def label_files(files: Sequence[PairLabels]) -> list[str]:
    """Files that have the same labels, and rows that are no labels, since they are a machine's."""
    texts = []
    for i, one in enumerate(files):
        if copy := next((other for other in files[:i] if one.says_as(other)), None):
            texts.append(f"{copy.source} and {one.source} have the same labels: if one is a copy, leave it out.")
    for one in files:
        if n := one.n_by_machines:
            texts.append(
                f"{plural(n, 'row')} of {one.source} {conjugate(n, 'is')} a machine's and no label{'s' * (n > 1)}; "
                "where somebody decided, the column by must say people."
            )
    return texts


def agreement(of: PeopleAgreement) -> list[str]:
    """How far two people agree on the pairs that both labelled."""
    texts = [f"Two people labelled {plural(of.n_pairs, 'pair')}."]
    texts.append(_agree(of.verdicts, of.verdicts_agree, "On leak or not"))
    if of.kinds is None:
        return [*texts, "Both gave types to no leak, so nothing is said of types."]
    return [*texts, _agree(of.kinds, of.kinds_agree, f"On five types, of {plural(of.n_types, 'pair')},")]


def _agree(kappa: Coefficient, agree: float, what: str) -> str:
    said = f"{what} they agree on {percent(agree, 0)}"
    if isnan(kappa.value):
        return f"{said}; both say one thing of all pairs, and kappa needs two."
    ends = "" if isnan(kappa.low) else f" ({number(kappa.low, 2)} to {number(kappa.high, 2)} over queries)"
    return f"{said}: kappa {number(kappa.value, 2)}{ends}."


def leader(of: Effect) -> str:
    """Who has the best mean with the leaked queries and without; "" where there is nothing to compare."""
    if len(of.systems) < 2 or not of.n_leaked or not of.n_clean:
        return ""
    sign = -1 if of.lower_is_better else 1
    best = max(sign * (one.clean or 0.0) for one in of.systems)
    ahead = [one.system for one in of.systems if sign * (one.clean or 0.0) >= best - ROUNDING]
    first = of.systems[0].system
    has = "Of the systems that are compared, " if of.n_systems > len(of.systems) else ""
    has += f"{first} has the best mean {of.measure}"
    if first in ahead:
        alone = "" if len(ahead) == 1 else f", beside {listed([name for name in ahead if name != first])}"
        return f"{has}, and without the leaked queries too{alone}."
    return f"{has}; without the leaked queries {listed(ahead)} has."


def unscored(of: Scored) -> str:
    """Leaked queries without a score, labelled ones that were not compared, the family of the tests; "" for none."""
    texts = []
    if n := of.n_unscored:
        texts.append(f"{plural(n, 'leaked query')} {conjugate(n, 'has')} no labels, so no score.")
    if (n := len(of.effects)) > 1:
        texts.append(f"{count(n)} measures are one family: each is tested at a level of {of.effects[0].alpha:.2g}.")
    if n := of.n_outside:
        was = conjugate(n, "was")
        texts.append(f"{plural(n, 'labelled query')} {was} not compared with training texts: neither leaked nor clean.")
    return " ".join(texts)


def scores_title(of: Effect) -> str:
    """The chart's finding, no more than all numbers together say."""
    if of.p is None or of.did is None:
        return f"{of.measure} on leaked and on clean queries"
    if of.p > of.alpha:
        return "Exposed systems differ as much as queries marked at random let expect"
    moves = f"Exposed systems {'gain' if of.is_gain(of.did) else 'lose'} on leaked queries"
    if of.sign is None and of.adjusted is not None:
        return f"{moves}, as the queries' difficulty may explain"
    return f"{moves}, more than queries marked at random let expect"


def precision_title(of: Calibration) -> str:
    """The chart's finding."""
    what = "a cosine" if of.score == "similarity" else "an overlap"
    if of.threshold is not None:
        return f"From {what} of {of.threshold:.3f} on, {percent(of.precision, 0)} of the pairs leak"
    if of.overall.too_few is not None or of.overall.stays_from is not None:
        return "The labels don't settle a threshold"
    return f"No threshold has a precision of {percent(of.precision, 0)}"
