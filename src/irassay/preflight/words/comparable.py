"""Reasons not to compare a run as it is: a short label for the margin, and a sentence with its number."""

from __future__ import annotations

from irassay.measures import Measure
from irassay.preflight.words.phrases import score
from irassay.wording import count, percent, plural, visible

RANKS, TIES, ID_ORDER = "rank column", "ties", "id order"
NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, SAME = "no label", "few labels", "only labelled", "same run"
QUERIES, SHORT, UNJUDGED, NOT_POOLED = "queries", "short lists", "unjudged", "not pooled"

MEANING = {
    RANKS: "The rank column gives another order than the scores, and a mean that differs by 0.01 or more.",
    TIES: "Equal scores leave the order to document ids, and another order of them moves the mean by 0.02 or more (as "
    "much as many pairs of systems differ by); or every list has one score throughout.",
    ID_ORDER: "Every list is in the order of its document ids.",
    NO_LABEL: "No document of the run has a label: another collection's ids, as a rule.",
    LITTLE_LABEL: "Fewer than one in ten of the places that labels could fill hold one, and less than half of the "
    "median run's.",
    ONLY_LABELLED: "Nothing but labelled documents to the end of long lists: made from the labels, or documents were "
    "removed.",
    SAME: "A copy of another run under another name, in every document and order.",
    QUERIES: "At least one labelled query in twenty is left out, and counts 0: other runs are scored on other queries.",
    SHORT: "At least one place in ten down to the measure's cutoff is empty, as in a rerank of few candidates.",
    UNJUDGED: "At least a fifth of its documents to the cutoff have no label, and three times as many as the median "
    "run's: what is missing is about this run, not about all.",
    NOT_POOLED: "The metadata say that the run did not contribute to the pool (a column pooled, contributed, "
    "contributed_judgments, in_pool or judged with yes and no), and it shows: a tenth or more of its documents to the "
    "cutoff have no label, twice as many as the median run's.",
}
NOTE = "All runs are compared nevertheless: a flag says what to know before their scores are believed."


def title(n: int, of: int) -> str:
    """The number of runs with a flag.

    >>> title(1, 63)
    '1 of 63 runs is not comparable as it is'
    """
    verb, so = ("is", "it is") if n == 1 else ("are", "they are")
    return f"{count(n)} of {plural(of, 'run')} {verb} not comparable as {so}"


def ranks(measure: Measure, by_score: float, by_rank: float) -> str:
    """A rank column that contradicts the scores."""
    return (
        f"its rank column contradicts its scores: {measure} {score(by_score)} by score (used), {score(by_rank)} by rank"
    )


def ties(measure: Measure, least: float, present: float, greatest: float) -> str:
    """Ties that leave the order to document ids."""
    return (
        f"equal scores, so document ids decide: {measure} {score(present)}, by another order of them "
        f"{score(least)} to {score(greatest)}"
    )


def one_score() -> str:
    """Lists in which all documents have the same score."""
    return "one score for all documents of a list: document ids alone make the order"


def id_order() -> str:
    """Lists sorted by id."""
    return "its documents are in the order of their ids: it ranks nothing"


def no_label() -> str:
    """No labelled document, as in a run of another collection."""
    return "none of its documents has a label: it scores 0 whatever it found"


def little_label(share: float, depth: int) -> str:
    """Hardly any labelled document."""
    return f"{percent(share)} of its documents to rank {count(depth)} have a label: ids may be of another collection"


def only_labelled() -> str:
    """Labelled documents only."""
    return "every document of its lists has a label: made from the labels, or what had none was taken out"


def same(other: str) -> str:
    """A copy of another run."""
    return f"the same documents in the same order as {visible(other)} on every query"


def queries(missing: int, of: int) -> str:
    """Unanswered queries, which count 0."""
    return f"leaves out {count(missing)} of {plural(of, 'labelled query', 'labelled queries')}: {_counts(missing)} 0"


def _counts(missing: int) -> str:
    return "it counts" if missing == 1 else "each counts"


def short(share: float, depth: int) -> str:
    """Empty ranks."""
    return f"its lists end early: {percent(share)} of its places to rank {count(depth)} are empty, not relevant"


def unjudged(share: float, middle: float, depth: int, column: str = "") -> str:
    """Many unjudged documents."""
    text = f"{percent(share)} of its documents to rank {count(depth)} have no label, {_others(middle)}"
    text += ": its score could be far higher"
    return f"{text}; {_outside(column)}" if column else text


def not_pooled(share: float, middle: float, depth: int, column: str) -> str:
    """A run outside the pool, with many unjudged documents."""
    return (
        f"{_outside(column)}: {percent(share)} of its documents to rank {count(depth)} have no label, {_others(middle)}"
    )


def _others(middle: float) -> str:
    return "the median run's all have one" if middle == 0 else f"of the median run's {percent(middle)}"


def _outside(column: str) -> str:
    return f"by the metadata ({visible(column)}) its documents were not judged for it"
