"""What the labels cover, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.studies.overview.case import Case
from irassay.studies.overview.evidence import Coverage
from irassay.wording import count, listed, percent, plural, share


def unjudged(coverage: Coverage, measure: str) -> str:
    """How many retrieved documents have no label, down to the depth that the measure reads."""
    if coverage.unjudged == 0:
        return f"Every document that a run returns down to rank {count(coverage.depth)} has a label."
    has = "has" if coverage.unjudged == 1 else "have"
    return (
        f"{plural(coverage.unjudged, 'document')} that some run returns down to rank {count(coverage.depth)} {has} "
        "no label."
    )


def still_open(case: Case) -> str:
    """What those and never retrieved documents could do."""
    undecided = case.labels_open + case.labels_unknown
    if case.labels_settled is None:
        return f"how far they could move scores is not computed for {case.measure}"
    if case.n < 2 or (undecided == 0 and case.unjudged == 0):
        return ""
    if undecided == 0:
        return "none of them could change the order of any pair"
    retrieved = "" if case.unjudged else "; documents that nobody retrieved could raise the ideal ranking"
    return f"{plural(undecided, 'pair')} could change order{retrieved}"


def least_judged(systems: Sequence[tuple[str, float]], coverage: Coverage) -> str:
    """The runs with the fewest labels among their documents."""
    named = listed([f"{system} ({percent(value)})" for system, value in systems])
    return f"Fewest labels down to rank {count(coverage.depth)}: {named}."


def unretrieved(labels: int, total: int) -> str:
    """Labels whose documents no run returns."""
    return (
        f"{count(labels)} of {plural(total, 'label')} ({share(labels, total)}) {'is' if labels == 1 else 'are'} for "
        "documents that no run returns. Relevant ones still count in what a ranking could have reached."
    )
