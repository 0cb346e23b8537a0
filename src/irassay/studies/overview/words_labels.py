"""What the labels cover, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.verdict.verdict import Verdict
from irassay.wording import count, listed, percent, plural, share

if TYPE_CHECKING:
    from irassay.verdict import Reach


def unjudged(reach: Reach) -> str:
    """How many retrieved documents have no label, down to the depth that the measure reads."""
    if reach.unjudged == 0:
        return f"Every document that a run returns down to rank {count(reach.depth)} has a label."
    has = "has" if reach.unjudged == 1 else "have"
    return (
        f"{plural(reach.unjudged, 'document')} that some run returns down to rank {count(reach.depth)} {has} no label."
    )


def still_open(verdict: Verdict) -> str:
    """What those and never retrieved documents could do."""
    undecided = verdict.labels_open + verdict.labels_unknown
    if verdict.labels_settled is None:
        return f"how far they could move scores is not computed for {verdict.league.measure}"
    if verdict.n < 2 or (undecided == 0 and verdict.unjudged == 0):
        return ""
    if undecided == 0:
        return "none of them could change the order of any pair"
    retrieved = "" if verdict.unjudged else "; documents that nobody retrieved could raise the ideal ranking"
    return f"{plural(undecided, 'pair')} could change order{retrieved}"


def least_judged(systems: Sequence[tuple[str, float]], reach: Reach) -> str:
    """The runs with the fewest labels among their documents."""
    named = listed([f"{system} ({percent(value)})" for system, value in systems])
    return f"Fewest labels down to rank {count(reach.depth)}: {named}."


def unretrieved(labels: int, total: int) -> str:
    """Labels whose documents no run returns."""
    return (
        f"{count(labels)} of {plural(total, 'label')} ({share(labels, total)}) {'is' if labels == 1 else 'are'} for "
        "documents that no run returns. Relevant ones still count in what a ranking could have reached."
    )
