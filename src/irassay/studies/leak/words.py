"""Every sentence about leaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.collection.query_texts import WITHOUT_TEXT
from irassay.comparison.equality import ROUNDING
from irassay.leakage.find import TRAIN_TEXTS
from irassay.wording import count, counted, listed, number, percent, plural, visible

if TYPE_CHECKING:
    from irassay.leakage import Calibration, Effect, Leaks
    from irassay.leakage.curves import Step
    from irassay.leakage.people_agreement import PeopleAgreement
    from irassay.studies.leak.effects import Scored
    from irassay.studies.leak.evidence import Evidence

CANT_SEE = (
    "A clean query is one of which these texts and this comparison show no leak: a question asked in other words, in "
    "another language or in files that were not given is not seen."
)
OF_GIVEN = "A clean query is one that the given leaks don't name: for what they were searched is not known here."
REVIEW = (
    "A pair to review is alike above the floors and not certain: people decide. Write them with --review, label them, "
    "and give the labels with --labels."
)
ALL_SOURCES, UNION = "all files", "any field"
SCORES_HOW = (
    "A point is a system: across its mean on the clean queries, upwards that on the leaked ones. On the line both are "
    "equal. Exposed systems are named: leakage lifts them more than the others, and so may easier queries."
)
PRECISION_HOW = (
    "By threshold: the share of the pairs at it or above that people call leaks, with its 95% interval over queries, "
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


def title(of: Evidence) -> str:
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
    return f"{plural(n, 'pair')}{beside} {'is' if n == 1 else 'are'} for people to look at: --review FILE writes them."


def leaked(of: Evidence) -> str:
    """The share with its interval."""
    leaks = of.leaks
    where = "" if of.known else f" in {plural(leaks.n_train, 'training text')}"
    share = f"{percent(leaks.share)} of the test queries leaked{where} (95% for queries like these: {_span(leaks)})"
    return f"{share}."


def _span(leaks: Leaks) -> str:
    low, high = leaks.interval
    return f"{percent(low)} to {percent(high)}"


def what_counts(of: Evidence) -> str:
    """What is called a leak here."""
    if of.known:
        return "The leaks were given, not looked for."
    by_words = (
        "A leak is a training text with the same stems in any order, or with all stems of a test text of two content "
        "words or more"
    )
    if of.threshold is None:
        return f"{by_words}. No threshold was given, so similarity alone makes no leak."
    return f"{by_words}, or one with {'a cosine' if of.dense else 'an overlap of words'} of {of.threshold:g} or more."


def standfirst(of: Evidence) -> str:
    """What it did to scores and order, and what the page rests on."""
    return " ".join(filter(None, (conclusion(of), what_counts(of), cant_see(of))))


def cant_see(of: Evidence) -> str:
    """What a clean query is, and what isn't seen."""
    return OF_GIVEN if of.known else CANT_SEE


def conclusion(of: Evidence) -> str:
    """What the leaked queries did to scores and order by the main measure; "" where nothing was tested."""
    first = of.scored.effects[0] if of.scored is not None and of.scored.effects else None
    if first is None:
        return ""
    by, parts = f"By {first.measure}", []
    if first.p is not None:
        adjusted = first.adjusted
        straight = first.p <= first.alpha
        helped = adjusted is None or not adjusted.low <= 0 <= adjusted.high
        if straight and helped:
            parts.append("exposed systems do differ on leaked queries, by more than chance")
        elif straight:
            parts.append("exposed systems differ on leaked queries by more than chance, as easier queries explain")
        else:
            parts.append("exposed systems show no more on leaked queries than chance would")
    if first.order is not None and first.order.p is not None:
        made = first.order.p <= first.alpha
        parts.append(f"the order {'changes more' if made else 'changes no more'} without them than without others")
    return f"{by}, {', and '.join(parts)}." if parts else ""


def not_told(leaks: Leaks) -> str:
    """Which test queries have no words, so that nothing is known of them; "" for none."""
    n = len(leaks.wordless)
    if not n:
        return ""
    has = "has no text with a word: it is neither leaked nor clean, and counts"
    have = "have no text with a word: they are neither leaked nor clean, and count"
    return f"{plural(n, 'test query')} {has if n == 1 else have} nowhere: {listed(map(visible, leaks.wordless))}."


def of_search(of: Evidence) -> list[str]:
    """What chance puts above the floor of the vectors, and what a screen left."""
    return [one.explain() for one in (of.searched.chance, of.searched.recall) if one is not None]


def counts(of: Evidence) -> str:
    """What was counted on the way; "" for nothing."""
    apart = (TRAIN_TEXTS, WITHOUT_TEXT)
    texts = [counted(n, what) for what, n in of.leaks.counts.items() if what not in apart]
    return f"Counted and left out: {'; '.join(texts)}." if texts else ""


def calibrated(of: Calibration) -> list[str]:
    """What people's labels say of the threshold, a fact a sentence."""
    texts = [f"People labelled {plural(of.n_labels, 'pair')}."]
    if of.n_candidates > of.n_labels:
        texts.append(
            f"They stand for the {plural(of.n_candidates, 'candidate')} above the floor in the same bands of "
            f"{'cosine' if of.score == 'similarity' else 'overlap'}."
        )
    step = None if of.threshold is None else of.overall.at(of.threshold)
    texts += _no_threshold(of) if step is None else _threshold(of, step)
    left_out = (
        (of.n_unknown, "of pairs that are no candidates: left out"),
        (of.n_without_score, "of pairs without a score: left out"),
    )
    texts += [f"{plural(n, 'label')} {why}." for n, why in left_out if n]
    if n := of.n_ambiguous:
        fits = "label fits" if n == 1 else "labels fit"
        texts.append(f"{count(n)} {fits} pairs of two training texts or files: give the text or the source.")
    if n := of.n_same_stems:
        says = "label says no to a pair" if n == 1 else "labels say no to pairs"
        texts.append(f"{count(n)} {says} with the same stems: people's word stands.")
    return texts


def _no_threshold(of: Calibration) -> list[str]:
    """That no threshold is precise enough, or that labels are too few to tell."""
    few, share = of.overall.too_few, percent(of.precision, 0)
    if few is None:
        return [f"At no threshold do {share} of the pairs leak."]
    here = f"{count(few.n_labels)} at {few.threshold:.3f} or more"
    return [f"Too few labels ({here}) to set a threshold from which on {share} leak: {of.overall.least} would do."]


def _threshold(of: Calibration, step: Step) -> list[str]:
    """From which threshold on pairs leak, and from which the interval says so too."""
    what = "a cosine" if of.score == "similarity" else "an overlap"
    first = (
        f"From {what} of {step.threshold:.3f} on at least {percent(of.precision, 0)} of the pairs leak: "
        f"{percent(step.precision)} at this threshold (95% {percent(step.low)} to {percent(step.high)}), which "
        f"keeps {percent(step.kept, 0)} of all leaks among the candidates."
    )
    surely, least = of.overall.surely_from, of.overall.least_surely
    if surely is not None:
        return [first, f"The lower end of the interval stays there from {surely:.3f} on."]
    if step.n_labels < least:
        return [first, f"Too few labels for the lower end of the interval to reach that: {least} that leak would do."]
    return [first, "The lower end of the interval stays there at no threshold."]


def agreement(of: PeopleAgreement) -> list[str]:
    """How far two people agree on the pairs that both labelled."""
    texts = [f"Two people labelled {plural(of.n_pairs, 'pair')}."]
    parts = [(of.verdicts, of.verdicts_agree, "leak or not")]
    parts += [(of.kinds, of.kinds_agree, "five types")] if of.kinds is not None else []
    for kappa, agree, what in parts:
        ends = f" ({number(kappa.low, 2)} to {number(kappa.high, 2)} over queries)"
        texts.append(f"On {what} they agree on {percent(agree, 0)}: kappa {number(kappa.value, 2)}{ends}.")
    return texts


def leader(of: Effect) -> str:
    """Who has the best mean with the leaked queries and without; "" where there is nothing to compare."""
    if len(of.systems) < 2 or not of.n_leaked or not of.n_clean:
        return ""
    sign = -1 if of.lower_is_better else 1
    best = max(sign * (one.clean or 0.0) for one in of.systems)
    ahead = [one.system for one in of.systems if sign * (one.clean or 0.0) >= best - ROUNDING]
    first = of.systems[0].system
    if first in ahead:
        alone = "" if len(ahead) == 1 else f", beside {listed([name for name in ahead if name != first])}"
        return f"{first} has the best mean {of.measure}, and without the leaked queries too{alone}."
    return f"{first} has the best mean {of.measure}; without the leaked queries {listed(ahead)} has."


def unscored(of: Scored) -> str:
    """Leaked queries that were not scored, and labelled ones that were not compared; "" for none."""
    texts = []
    if n := of.n_unscored:
        texts.append(f"{count(n)} leaked {'query has' if n == 1 else 'queries have'} no labels, so no score.")
    if n := of.n_outside:
        was = "query was" if n == 1 else "queries were"
        texts.append(f"{count(n)} labelled {was} not compared with training texts: neither leaked nor clean.")
    return " ".join(texts)


def scores_title(of: Effect) -> str:
    """The chart's finding, no more than all numbers together say."""
    if of.p is None:
        return f"{of.measure} on leaked and on clean queries"
    if of.p > of.alpha:
        return "Exposed systems differ as much as queries marked at random let expect"
    if of.adjusted is not None and of.adjusted.low <= 0 <= of.adjusted.high:
        return "Exposed systems differ on leaked queries, by what easier queries explain"
    return "Exposed systems differ more than queries marked at random let expect"


def precision_title(of: Calibration) -> str:
    """The chart's finding."""
    what = "a cosine" if of.score == "similarity" else "an overlap"
    if of.overall.too_few is not None:
        return "Too few labels to set a threshold"
    if of.threshold is None:
        return f"No threshold has a precision of {percent(of.precision, 0)}"
    return f"From {what} of {of.threshold:.3f} on, {percent(of.precision, 0)} of the pairs leak"
