"""`irassay ask`: a model answers the tasks of a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.errors import UsageError, cut
from irassay.judging.assessors.judge import INCONSISTENT, Judge
from irassay.judging.store import open_campaign
from irassay.messages import count

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.asking import Asking, Listed

CENT = Decimal("0.01")
SHOWN = 20  # tasks of a list


def run(args: argparse.Namespace) -> int:
    """Ask, and print how far the model is and what it has cost."""
    from irassay.judging.assessors import asking
    from irassay.judging.assessors.model_judges.function import judge_of

    if not args.judge:
        given = "--judge FILE.toml with the lines name, url and model, or --judge MODULE:FUNCTION"
        raise UsageError(f"which model is to be asked? Add {given}")
    limits = {"limit": args.task_limit, "budget": args.money_limit, "again": args.again}
    with open_campaign(args.campaign) as campaign:
        judge = judge_of(args.judge, campaign.settings.kind)
        if args.plan:
            _print_plan(asking.plan(campaign, judge, **limits), judge, args.screen)
        else:
            _print_asked(asking.ask(campaign, judge, **limits), judge, args.screen)
    return 0


def _print_plan(asking: Asking, judge: Judge, screen: Screen) -> None:
    """Print what asking would be, and how far the model is."""
    calls = {"questions": asking.n_calls, "priced": judge.is_priced, "cost": money(asking.cost)}
    screen.result(CLI("asked", name=judge.name, tasks=asking.n_to_ask, **calls))
    _print_states(asking, judge, screen)
    if asking.out_of_budget:
        screen.warn(CLI("asked.may-end"))


def _print_asked(asking: Asking, judge: Judge, screen: Screen) -> None:
    """Print how far the model is now, and name what it has not answered."""
    _print_states(asking, judge, screen)
    if judge.is_priced:
        screen.result(CLI("asked.cost", now=money(asking.cost), all=money(asking.spent)))
    if asking.out_of_budget:
        screen.warn(CLI("asked.ended"))
    for state in ("unparsable", "failed", INCONSISTENT):
        _print_list([one for one in asking.listed if one.state == state], state, screen)


def _print_states(asking: Asking, judge: Judge, screen: Screen) -> None:
    screen.result(f"{judge.name}: " + ", ".join(f"{count(n)} {state}" for state, n in asking.states.items()))
    if asking.other_sources:
        screen.warn(CLI("asked.versions", name=judge.name, n=asking.other_sources))


def _print_list(listed: Sequence[Listed], state: str, screen: Screen) -> None:
    if not listed:
        return
    for one in listed[:SHOWN]:
        screen.explain(f"{state}  {one.task}  {' '.join(one.docs)}  {cut(one.reason)}")
    if len(listed) > SHOWN:
        screen.explain(CLI("asked.more", n=len(listed) - SHOWN, state=state))
    if state != INCONSISTENT:
        screen.explain(CLI("asked.again", state=state))


def money(amount: Decimal) -> str:
    """An amount in cents, rounded up."""
    return f"{amount.quantize(CENT, ROUND_CEILING):,}"
