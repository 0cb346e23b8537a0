"""`irassay decide`: a question about systems, posed to a campaign, and what its labels have settled so far."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from irassay.cli.answers.posed_question import Posed

DONE = "decided"
# Options of a question; those whose names `irassay.decide` does not share stand apart.
SHARED = ("top", "alpha", "unit", "choose", "seed")
OF_A_QUESTION = (
    *("measure", "pair", "one_baseline", "whole_order", "tied_within", *SHARED, "scale"),
    *("judged", "model_labels", "ideals", "query_texts", "doc_texts", "leave_out_missing_texts"),
    *("judging_scale", "guideline", "drawn_at_once", "budget", "overlap", "combine", "grade_scale", "label_map"),
)


def run(args: argparse.Namespace) -> int:
    """Pose the question, if there is one, and print what is settled."""
    if args.plan or args.replay:
        options.refuse(args, *("as_of", "output", "next_to", "answers", "expect"), where="with --plan or --replay")
        return _costs(vars(args))
    from irassay.cli.answers.decision_text import code_of, print_decision
    from irassay.cli.answers.next_documents import take_back, write_next
    from irassay.cli.result_files import page_asked, write_page
    from irassay.judging.assessors.deciding import Deciding, looked, page_of
    from irassay.judging.store import open_campaign

    out = output.Output(args.screen, format=args.format)
    if args.output and not page_asked(args.output, args.format):
        raise UsageError(f"-o writes a page, expected a name that ends in .html, but got {cut(args.output)}")
    if args.as_of is not None:
        options.refuse(args, "next_to", "answers", where="with --as-of: what is over asks nothing")
    if not args.answers:
        options.refuse(args, "answering", where="without --answers FILE")
    if args.runs:
        options.refuse(args, "as_of", where="with RUN...: a question is asked now")
        _pose(vars(args))
    else:
        options.refuse(args, *OF_A_QUESTION, where="without RUN..., which asks a question")
    with open_campaign(args.campaign) as campaign:
        n_half = 0
        if args.as_of is not None:
            decision = looked(campaign, args.as_of)
        else:
            deciding = Deciding(campaign)
            if args.answers:
                take_back(campaign, args.answers, args.answering, args.screen)
            if args.next_to:
                write_next(campaign, deciding.pending(), args.next_to)
            elif args.runs:
                deciding.pending()
            decision, n_half = deciding.look(), deciding.n_half_answered
        if args.output:
            write_page(page_of(campaign, args.as_of), args.output, args.screen)
        else:
            print_decision(decision, args.campaign, (args.next_to, args.answers), n_half, out)
    return code_of(decision, args.expect) if args.expect else 0


def _costs(given: Mapping[str, Any]) -> int:
    """Print what the question would cost."""
    from irassay.cli.answers.decision_text import print_plan, print_replay
    from irassay.judging.assessors.deciding import decider_of

    out = output.Output(given["screen"], format=given["format"])
    if given["plan"] and given["replay"]:
        raise UsageError("expected --plan or --replay, but got both")
    if given["replay"] and not given["runs"]:
        raise UsageError("--replay holds campaigns anew: it needs RUN... and -m MEASURE")
    if not given["runs"]:
        print_plan(decider_of(given["campaign"]), out)
    elif given["plan"]:
        print_plan(_posed(given).decider(), out)
    else:
        print_replay(_posed(given).replay(given["replay"]), out)
    return 0


def _pose(given: Mapping[str, Any]) -> None:
    """Ask the question that the options make."""
    for text in _posed(given).ask(given["campaign"]):
        given["screen"].warn(text)


def _posed(given: Mapping[str, Any]) -> Posed:
    """The question that the options make."""
    from irassay.cli.answers.posed_question import Posed
    from irassay.judging.assessors.deciding import Terms

    if not given["measure"]:
        raise UsageError("by which measure? Add -m MEASURE, such as -m P@10")
    family = {name: given[name] for name in SHARED} | {"margin": given["tied_within"] or 0.0}
    family |= {"pairs": given["pair"] or None, "baseline": given["one_baseline"], "order": given["whole_order"]}
    return Posed(
        runs=given["runs"], measure=given["measure"], family=family, grades=given["scale"],
        labels={"judged": given["judged"], "model": given["model_labels"], "ideals": given["ideals"]},
        meaning={name: given[name] for name in ("grade_scale", "label_map")},
        texts=(given["query_texts"], given["doc_texts"]), leave_out=given["leave_out_missing_texts"],
        scale=given["judging_scale"], guideline=given["guideline"],
        terms=Terms(*(given[name] for name in ("drawn_at_once", "budget", "overlap", "combine"))),
    )  # fmt: skip
