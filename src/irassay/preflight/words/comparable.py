"""Reasons not to compare a run as it is: a short label for the margin, and a sentence with its number."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.measures import Measure
from irassay.messages import conjugate, count, number, percent, plural, visible
from irassay.preflight.inputs import FromEnd
from irassay.preflight.words.order import lowest_first
from irassay.preflight.words.phrases import some

RANKS, TIES, ID_ORDER, LOWEST_BEST = "rank column", "ties", "id order", "lowest best"
NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, SAME = "no label", "few labels", "only labelled", "same run"
QUERIES, SHORT, UNJUDGED, NOT_POOLED = "queries", "short lists", "unjudged", "not pooled"

MEANING = {
    RANKS: "The rank column contradicts the scores, and its order changes the mean by 0.01 or more.",
    TIES: "Document ids order documents with equal scores, and another order changes the mean by 0.02 or more. Many "
    "pairs of systems differ by as much. Or all documents of every list have the same score.",
    ID_ORDER: "Every list is sorted by document id.",
    LOWEST_BEST: "Read with the lowest score first it is far better, and far more of its documents have a label: its "
    "scores may be distances.",
    NO_LABEL: "No document of the run has a label: usually the ids are of another collection.",
    LITTLE_LABEL: "Of the top ranks that labelled documents could fill, fewer than one in ten hold one, less than "
    "half the share of the median run.",
    ONLY_LABELLED: "Only labelled documents to the end of long lists: the run was made from the labels, or documents "
    "were removed.",
    SAME: "A copy of another run under another name, with the same documents in the same order.",
    QUERIES: "At least one labelled query in twenty is left out, and counts 0: other runs are scored on other queries.",
    SHORT: "At least one place in ten down to the measure's cutoff is empty, as in a rerank of few candidates.",
    UNJUDGED: "At least a fifth of its documents to the cutoff have no label, and three times as many as in the "
    "median run: missing labels concern this run in particular.",
    NOT_POOLED: "The metadata say that the run did not contribute to the pool: a column pooled, contributed, "
    "contributed_judgments, in_pool or judged has no. A tenth or more of its documents to the cutoff have no label, "
    "twice as many as in the median run.",
}
TO_MEND = (RANKS, TIES, ID_ORDER, LOWEST_BEST, NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, QUERIES, SHORT)  # not in labels
NOTE = "All runs are still compared: a flag says what to consider before trusting a score."


def title(n: int, of: int) -> str:
    """The number of runs with a flag."""
    return f"{count(n)} of {plural(of, 'run')} {conjugate(n, 'is')} not comparable as {conjugate(n, 'it is')}"


def to_mend(flags: Sequence[tuple[str, str]], of: int) -> str:
    """What is to be mended in files before runs are compared, of (system, flag), as an object; "" for nothing."""
    by_system: dict[str, list[str]] = {}
    for system, flag in flags:
        if flag in TO_MEND:
            by_system.setdefault(system, []).append(flag)
    if not by_system:
        return ""
    each = [f"{visible(system)} ({', '.join(words)})" for system, words in by_system.items()]
    return f"what makes {count(len(each))} of {plural(of, 'run')} not comparable: {some(each)}"


def reservation(n: int, of: int) -> str:
    """The condition on which files belong together."""
    return f"with {'a reservation' if n == 1 else 'reservations'} about {count(n)} of {plural(of, 'run')}"


def ranks(measure: Measure, by_score: float, by_rank: float) -> str:
    """A rank column that contradicts the scores."""
    means = f"{number(by_score)} by score (used), {number(by_rank)} by rank"
    return f"its rank column contradicts its scores: {measure} {means}"


def ties(measure: Measure, least: float, present: float, greatest: float) -> str:
    """Ties that leave the order to document ids."""
    return (
        f"equal scores are ordered by document id: {measure} {number(present)}; other orders give {number(least)} to "
        f"{number(greatest)}"
    )


ONE_SCORE = "all documents of a list have the same score: only document ids order them"
BY_ID = "its lists are sorted by document id: it is no ranking"
WITHOUT_LABEL = "none of its documents has a label: its score is 0"  # as in a run of another collection
ALL_LABELLED = "all its documents have a label: it was made from the labels, or documents without one were removed"


def lowest_best(measure: Measure, of: FromEnd) -> str:
    """Scores that may be distances."""
    return f"its scores may be distances: {lowest_first(measure, of)}"


def little_label(share: float, depth: int) -> str:
    """Hardly any labelled document."""
    return f"{percent(share)} of its documents to rank {count(depth)} have a label: ids may be of another collection"


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
    return f"its lists end early: {percent(share)} of its ranks to {count(depth)} are empty and count as not relevant"


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
    return f"against {percent(middle) if middle else 'none'} in the median run"


def _outside(column: str) -> str:
    return f"according to the metadata ({visible(column)}) it did not contribute to the pool"
