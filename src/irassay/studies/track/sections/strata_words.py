"""Sentences about strata of queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import count, listed, number, p_value, plural, span, spelled

if TYPE_CHECKING:
    from irassay.agreement import StrataAgreement
    from irassay.studies.track.track_data import Track

ALL_RUNS = "all runs"
STRATA_ORDER_TITLE = "Agreement of the rankings on two strata, and on random strata of the same sizes"


def no_strata(names: Sequence[str], least: int) -> str:
    """Why there is nothing to say about strata."""
    if not names:
        return "No strata are known: short and long queries are told apart by their texts, which labelled queries lack."
    return f"Only one stratum, {names[0]}, has {spelled(least)} queries or more: nothing to compare it with."


def strata_standfirst(names: Sequence[str]) -> str:
    """What the section asks."""
    return (
        f"Do {listed(list(names))} queries rank the runs alike? Two small sets of queries never agree fully: each tau "
        f"is compared with random strata of the same sizes."
    )


def strata(kind: str, a: str, b: str, agreement: StrataAgreement, n: int, n_tests: int, level: float) -> str:
    """How two strata order the runs; a difference is claimed at the level over all `n_tests` comparisons."""
    who = "" if kind == ALL_RUNS else f" of the {plural(n, f'{kind} run')}"
    random = "random strata of these sizes do"
    if agreement.p <= level / n_tests:
        compared = f"less than {random}"
    elif agreement.p <= level:
        compared = f"less than {random}, but not after correction for {spelled(n_tests)} comparisons"
    else:
        compared = f"no less than {random}"
    return (
        f"The ranking{who} on {a} queries ({count(agreement.n_first)}) agrees with that on {b} ones "
        f"({count(agreement.n_second)}) with tau {number(agreement.between, 2)}, {compared} "
        f"({span(agreement.by_chance_low, agreement.by_chance_high, 2)}; p {p_value(agreement.p)}). With all queries: "
        f"{number(agreement.first_whole, 2)} and {number(agreement.second_whole, 2)}."
    )


def strata_table_title(track: Track) -> str:
    """The table of strata."""
    return f"{track.main} and relevant documents by stratum"
