"""`irassay ask`: a model answers the tasks of a campaign."""

from __future__ import annotations

from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


DONE = "asked"


def run(args: argparse.Namespace) -> int:
    """Ask, and print how far the model is and what it has cost."""
    from irassay.cli.answers.asked_text import print_asked, print_plan
    from irassay.judging.assessors import asking
    from irassay.judging.assessors.model_judges.function import judge_of
    from irassay.judging.store import open_campaign

    if not args.judge:
        given = "--judge FILE.toml with the lines name, url and model, or --judge MODULE:FUNCTION"
        raise UsageError(f"which model is to be asked? Add {given}")
    limits = {"limit": args.task_limit, "budget": args.money_limit, "again": args.again}
    with open_campaign(args.campaign) as campaign:
        judge = judge_of(args.judge, campaign.settings.kind)
        if args.plan:
            print_plan(asking.plan(campaign, judge, **limits), judge, args.screen)
        else:
            print_asked(asking.ask(campaign, judge, **limits), judge, args.screen)
    return 0
