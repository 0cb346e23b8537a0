"""`irassay judge`: a campaign made or extended, and its page served until it is stopped."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext, suppress

from irassay.cli import options, output
from irassay.cli.answers import judging_plan
from irassay.errors import MissingLibrary, UsageError, cut
from irassay.record import Record
from irassay.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from decimal import Decimal

    from irassay.assessors.plan import Plan
    from irassay.cli.parser import Parser
    from irassay.collection.tasks import Task
    from irassay.store import Settings
    from irassay.store.pool_facts import PoolFacts

DONE = "served"
OWNER = "owner"
OF_A_NEW_ONE = ("judging_scale", "guideline", "seed", "share")
OF_A_PLAN = ("batch", "pay", "fee", "format")
OF_NEW_TASKS = ("overlap", "query_texts", "doc_texts", "judged_runs")


class Work(Record):
    """What is to be judged, with the texts that people read."""

    tasks: list[Task]
    queries: dict[str, str]
    docs: dict[str, str]
    facts: PoolFacts


def configure(parser: Parser) -> None:
    """The options of `judge`."""
    options.add(
        parser,
        *(
            "campaign",
            "task_files",
            "query_texts",
            "doc_texts",
            "judging_scale",
            "guideline",
            "order",
            "judged_runs",
            "share",
            "overlap",
            "seed",
        ),
        *("listen", "origin", "plan", "batch", "pay", "fee", "format"),
        format={"help": "how to write the plan", "choices": ("table", "tsv", "json")},
        order={
            "help": "of a new campaign. Query by query: documents in an order of each person's own, as they are given, "
            "or from the run that finds most. For everybody alike: a document a query in turn, or all at random",
            "choices": ("shuffled", "rank", "rounds", "random", "move-to-front", "max-mean"),
            "default": "shuffled",
        },
        doc_texts={"help": "the documents' texts, tab-separated or JSON lines"},
    )
    parser.examples = (
        "irassay judge news.db pool.tsv --query-texts queries.tsv --doc-texts docs.tsv",
        "irassay judge news.db pool.tsv --plan --pay 2.00 --fee 0.40",
        "irassay judge news.db",
        "irassay judge news.db --listen 0.0.0.0:80 --origin https://judge.example.org",
    )


def run(args: argparse.Namespace) -> int:
    """Make or extend the campaign, print the owner's link, serve; or say how much work it is."""
    if args.plan:
        options.refuse(args, "listen", "origin", where="with --plan, which serves nothing")
        plan = _plan(args.campaign, args.task_files, args.overlap, args.batch, args.pay, args.fee)
        judging_plan.write(plan, output.Output(args.screen, format=args.format).form, args.screen)
        return 0
    options.refuse(args, *OF_A_PLAN, where="without --plan")
    from irassay.assessors.given_work import with_rankings
    from irassay.formats import read_runs
    from irassay.store import make_campaign, open_campaign
    from irassay.store.database import is_there
    from irassay.web import serving

    settings = None
    if is_there(args.campaign):
        options.refuse(args, *OF_A_NEW_ONE, where="for a campaign that is there")
    elif args.task_files:
        settings = _settings(args.judging_scale, args.order, args.share, args.seed, args.guideline)
        _check_runs(args.order, args.judged_runs)
    else:
        raise UsageError(
            f"there is no campaign {cut(args.campaign)}: give TASKS, a file of what is to be judged to make one"
        )
    work = None
    if args.task_files:
        work = _work(args.task_files, args.overlap, args.query_texts, args.doc_texts)
        runs = read_runs(args.judged_runs) if args.judged_runs else None
    else:
        options.refuse(args, *OF_NEW_TASKS, where="without TASKS, a file of what is to be judged")
    server, origin = serving.listening(args.listen, args.origin)
    with ExitStack() as stack:
        stack.enter_context(server)
        stack.enter_context(serving.alone(args.campaign, origin))
        opened = make_campaign(args.campaign, settings) if settings else open_campaign(args.campaign)
        campaign = stack.enter_context(opened)
        if work is not None:
            _check_runs(campaign.settings.order, args.judged_runs)
            facts = work.facts if runs is None else with_rankings(work.facts, runs, work.tasks, campaign)
            n = campaign.add(work.tasks, queries=work.queries, docs=work.docs, facts=facts)
            args.screen.explain(f"{plural(n, 'document')} to judge added, {campaign.counts().tasks:,} in all")
        campaign.serve_at(origin)
        link = f"{origin}/in/{campaign.invite(OWNER, OWNER)}"
        with suppress(KeyboardInterrupt):  # the way to end it, from the moment on that somebody has read of it
            args.screen.result(link)
            args.screen.flush()
            args.screen.explain("Ctrl-C ends the page; what was answered is kept")
            serving.serve(campaign, server, origin)
    return 0


def _check_runs(order: str, runs: Sequence[str]) -> None:
    """Raise where an order follows runs and there are none, or runs are without effect."""
    from irassay.assessors.adaptive_orders import ADAPTIVE

    if order in ADAPTIVE and not runs:
        raise UsageError(f"--order {order} takes the next document from one of the runs: add --runs RUN for each")
    if runs and order not in ADAPTIVE:
        raise UsageError(f"--runs are for --order {' and '.join(ADAPTIVE)}, the order is {order}: leave them out")


def _plan(source: str, paths: Sequence[str], wanted: int, batch: int, pay: Decimal | None, fee: Decimal | None) -> Plan:
    """The work of a campaign and of the files, without a change to either; texts are not needed."""
    from irassay.assessors.given_work import tasks_of
    from irassay.assessors.plan import plan_campaign
    from irassay.formats.reading.tasks import read_task_rows
    from irassay.store import open_campaign

    MissingLibrary.load("sqlalchemy", "web")
    from irassay.store.database import is_there

    there = is_there(source)
    if not (there or paths):
        raise UsageError(f"there is no campaign {cut(source)}, and no TASKS, a file of what is to be judged")
    tasks = tasks_of([read_task_rows(path) for path in paths], wanted)
    with open_campaign(source) if there else nullcontext() as campaign:
        return plan_campaign(campaign, tasks, batch=batch, pay=pay, fee=fee)


def _work(paths: Sequence[str], wanted: int, query_texts: str | None, doc_texts: str | None) -> Work:
    """What the files name, with its texts."""
    from irassay.assessors.given_work import facts_of, tasks_of
    from irassay.formats.reading.tasks import read_task_rows
    from irassay.formats.reading.texts import read_texts
    from irassay.store.adding import check_texts

    if not (query_texts and doc_texts):
        raise UsageError("people judge texts: add --query-texts FILE and --doc-texts FILE")
    tables = [read_task_rows(path) for path in paths]
    tasks = tasks_of(tables, wanted)
    work = Work(
        tasks=tasks,
        queries=read_texts(query_texts).pick({task.query for task in tasks}),
        docs=read_texts(doc_texts).pick({doc for task in tasks for doc in task.docs}),
        facts=facts_of(tables),
    )
    check_texts(work.tasks, work.queries, work.docs)
    return work


def _settings(scale_or_file: str, order: str, share: str, seed: int, guideline: str | None) -> Settings:
    """What a new campaign is made with."""
    from irassay.collection.judging_scales import SCALES, scale
    from irassay.formats.reading.judging_scales import read_scale
    from irassay.formats.sources.opening import read_bytes
    from irassay.store import Settings

    return Settings(
        scale=scale(scale_or_file) if scale_or_file in SCALES else read_scale(scale_or_file),
        order=order,
        share=share,
        seed=seed,
        guideline=read_bytes(guideline).decode("utf-8") if guideline else "",
    )
