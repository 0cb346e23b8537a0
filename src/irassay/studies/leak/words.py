"""Every sentence about leaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.wording import count, interval, percent, plural

if TYPE_CHECKING:
    from irassay.leakage import Leaks
    from irassay.studies.leak.evidence import Evidence

CANT_SEE = (
    "A clean query is one of which these texts and this comparison show no leak: a question asked in other words, in "
    "another language or in files that were not given is not seen."
)
REVIEW = (
    "A pair to review is alike above the floors and not certain: people decide. Write them with --leaks, label them, "
    "and give the labels with --labels."
)
ALL_SOURCES, UNION = "all files", "any field"
PAIRS_TITLE = "Leaked queries, each with its strongest pair"
FIELDS_TITLE = "Leaks by field of the test queries and by file of training texts"
FIELDS_NOTE = (
    "A query counts where at least one of its pairs is a leak, a training text where it is in one. The fields of a "
    "query overlap, so the rows don't add up."
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
    verb = "was" if len(leaks.leaked) == 1 else "were"
    return f"{share} {verb} trained on{_to_review(leaks)}."


def _to_review(leaks: Leaks) -> str:
    return f"; {count(len(leaks.review))} more to review" if leaks.review else ""


def leaked(of: Evidence) -> str:
    """The share with its interval, and what counts as a leak."""
    leaks = of.leaks
    where = "" if of.known else f" in {plural(leaks.n_train, 'training text')}"
    share = f"{percent(leaks.share)} of the test queries leaked{where} (95% for queries like these: {_span(leaks)})"
    return f"{share}. {what_counts(of)}"


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
    what = "cosine" if of.encoder else "overlap of words"
    return f"{by_words}, or one with a {what} of {of.threshold:g} or more."


def standfirst(of: Evidence) -> str:
    """What the page rests on."""
    return CANT_SEE if of.known else f"{what_counts(of)} {CANT_SEE}"


def counts(of: Evidence) -> str:
    """What was counted on the way; "" for nothing."""
    texts = [f"{count(n)} {what}" for what, n in of.leaks.counts.items() if what != "training texts"]
    return f"Counted and left out: {'; '.join(texts)}." if texts else ""


def interval_text(low: float, high: float) -> str:
    """An interval of scores."""
    return interval(low, high)
