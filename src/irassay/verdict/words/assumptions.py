"""The assumption behind each kind of number, in one sentence each, which accompanies the number into every file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.estimates import ASSUMPTION
from irassay.messages import CORRECTIONS, INTERVALS_IN_A_COLUMN, TESTS, adjustment, count, listed, number, plural
from irassay.verdict.words.non_inferiority import interval_name

STUDENT = (
    "Student's 95% interval over queries, unadjusted; assumes that means over such queries are normally distributed"
)
ESTIMATE = ASSUMPTION
BOOTSTRAP_RANKS = (
    "simultaneous ranges of ranks from a bootstrap of all differences (Mogstad et al., 2024); valid for many queries"
)
EFFECT = "mean difference divided by the standard deviation of the per-query differences"
STRENGTH = (
    "of the order on these queries by the labels alone, whatever p is. "
    "proved: the order is kept under every completion of the labels; likely: in at least 95 of 100 completions drawn "
    f"from the estimate, with its significance if it has one. {ASSUMPTION}"
)
BETTER = "the better system: by the queries, and proved or likely by the labels"
LABELS_NEEDED = (
    "labels by the largest change of the difference, until no missing one matters: in half and in 90% of "
    f"draws from the estimate. {ASSUMPTION}"
)
DETECTABLE = "an estimate: 80% power at the corrected level, if per-query differences keep their variance"


def interval(n_bootstrap: int, how: str = "percentile") -> str:
    """The assumption of a 95% interval over queries."""
    resamples = "" if how == "wilson" else f" ({count(n_bootstrap)} resamples)"
    kind = f"95% {INTERVALS_IN_A_COLUMN[how]} over queries{resamples}, {adjustment(how)}"
    return f"{kind}; assumes that the queries are a random sample"


def corrected(test: str, correction: str, family: int) -> str:
    """The assumption of a corrected p-value."""
    takes = (
        "assumes that all systems are exchangeable where none differ" if correction == "tukey" else TESTS[test].assumes
    )
    return f"{TESTS[test].name}, {CORRECTIONS[correction]} over {plural(family, 'pair')}; {takes}"


def uncorrected(test: str) -> str:
    """The assumption of an uncorrected p-value."""
    return f"{TESTS[test].name}, one pair alone; {TESTS[test].assumes}"


def bounds(unseen: int, scale: Sequence[int] = (), *, exact: bool = True) -> str:
    """The scope of bounds over missing labels."""
    grades = f"grades ({listed([str(g) for g in scale])})" if scale else "grades"
    documents = "among retrieved documents"
    if unseen:
        documents = f"including {plural(unseen, 'document')} a query that nobody retrieved"
    outer = "" if exact else ", outer bounds"
    return f"over all {grades} of missing labels{outer}, {documents}; assumes that the given labels are correct"


def margin(alpha: float, method: str) -> str:
    """The assumption of a decision about a margin."""
    kind = f"{number(100 * (1 - alpha), None)}% interval over queries ({interval_name(method)})"
    return (
        f"{kind}, unadjusted, above 0 where a is better; assumes that the queries are a random sample and that the "
        "margin was chosen beforehand"
    )


def in_one(assumed: Mapping[str, str]) -> str:
    """All assumptions in one cell, each with the names of its columns."""
    return " ".join(f"{names}: {text.rstrip('.')}." for names, text in assumed.items())
