"""The answer of `irassay ask`: how far a model is, its cost, and the tasks it has not answered."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from irassay.errors import cut
from irassay.judging.assessors.asked_calls import INCONSISTENT
from irassay.messages import count, plural

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.asking import Asking, Listed
    from irassay.judging.assessors.judge import Judge

CENT = Decimal("0.01")
SHOWN = 20  # tasks of a list


def print_plan(asking: Asking, judge: Judge, screen: Screen) -> None:
    """Print what asking would be, and how far the model is."""
    cost = f", {money(asking.cost)} at most" if judge.is_priced else ""
    calls = f"{plural(asking.n_calls, 'question')}{cost}"
    screen.result(f"{judge.name} would be asked {plural(asking.n_to_ask, 'task')}: {calls}")
    _print_states(asking, judge, screen)
    if asking.out_of_budget:
        screen.warn("the budget may not last: asking ends with the question that could pass it")


def print_asked(asking: Asking, judge: Judge, screen: Screen) -> None:
    """Print how far the model is now, and name what it has not answered."""
    _print_states(asking, judge, screen)
    if judge.is_priced:
        screen.result(f"cost: {money(asking.cost)} now, {money(asking.spent)} in all")
    if asking.out_of_budget:
        screen.warn("asking has ended: the next question could have passed the budget")
    for state in ("unparsable", "failed", INCONSISTENT):
        _print_list([one for one in asking.listed if one.state == state], state, screen)


def _print_states(asking: Asking, judge: Judge, screen: Screen) -> None:
    of = asking.states
    screen.result(f"{judge.name}: " + ", ".join(f"{count(n)} {state}" for state, n in of.items()))
    if asking.other_sources:
        screen.warn(
            f"{judge.name} has answered before with {plural(asking.other_sources, 'other version')} of its code: each "
            "answer in the log has the hash of the code that gave it"
        )


def _print_list(listed: Sequence[Listed], state: str, screen: Screen) -> None:
    if not listed:
        return
    for one in listed[:SHOWN]:
        screen.explain(f"{state}  {one.task}  {' '.join(one.docs)}  {cut(one.reason)}")
    if len(listed) > SHOWN:
        screen.explain(f"and {count(len(listed) - SHOWN)} more {state}")
    if state != INCONSISTENT:
        screen.explain(f"--again {state} asks these once more")


def money(amount: Decimal) -> str:
    """An amount in cents, rounded up."""
    return f"{amount.quantize(CENT, ROUND_CEILING):,}"
