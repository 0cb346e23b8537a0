"""The assumption behind each kind of number, in one sentence each, which accompanies the number into every file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import CORRECTIONS, INTERVALS_IN_A_COLUMN, TESTS, adjustment, number
from irassay.verdict.words.non_inferiority import interval_name
from irassay.verdict.words.phrases import SAID


def interval(n_bootstrap: int, how: str = "percentile") -> str:
    """The assumption of a 95% interval over queries."""
    resamples = 0 if how == "wilson" else n_bootstrap
    kind = INTERVALS_IN_A_COLUMN[how]
    return SAID("assumes.interval", kind=kind, resamples=resamples, adjustment=adjustment(how))


def corrected(test: str, correction: str, family: int) -> str:
    """The assumption of a corrected p-value."""
    of, form = TESTS[test], "assumes.tukey" if correction == "tukey" else "assumes.corrected"
    return SAID(form, test=of.name, correction=CORRECTIONS[correction], family=family, assumes=of.assumes)


def bounds(unseen: int, scale: Sequence[int] = (), *, exact: bool = True) -> str:
    """The scope of bounds over missing labels."""
    return SAID("assumes.bounds", unseen=unseen, scale=list(scale), exact=exact)


def margin(alpha: float, method: str) -> str:
    """The assumption of a decision about a margin."""
    return SAID("assumes.margin", level=number(100 * (1 - alpha), None), method=interval_name(method))


def in_one(assumed: Mapping[str, str]) -> str:
    """All assumptions in one cell, each with the names of its columns."""
    return " ".join(f"{names}: {text.rstrip('.')}." for names, text in assumed.items())
