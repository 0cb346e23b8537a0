"""`irassay judge`: a campaign made or extended, and its page served until it is stopped."""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack, suppress

from irassay.cli import options, output
from irassay.cli.answers import judging_plan
from irassay.cli.answers.judging_work import read_plan, read_work
from irassay.errors import UsageError, cut
from irassay.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.answers.judging_work import Work
    from irassay.cli.parser import Parser
    from irassay.store import Settings
    from irassay.store.campaign import Campaign
    from irassay.store.imported_answers import Imported

DONE = "served"
OWNER = "owner"
OF_A_NEW_ONE = ("task_kind", "judging_scale", "guideline", "seed", "share")
OF_A_PAGE = ("task_files", "listen", "origin", "imported", "answering")
OF_A_PLAN = ("batch", "pay", "fee", "format")
OF_NEW_TASKS = ("overlap", "query_texts", "doc_texts", "judged_runs")


def configure(parser: Parser) -> None:
    """The options of `judge`."""
    options.add(
        parser,
        *(
            "campaign",
            "task_files",
            "query_texts",
            "doc_texts",
            "task_kind",
            "judging_scale",
            "guideline",
            "order",
            "judged_runs",
            "share",
            "overlap",
            "seed",
        ),
        *("listen", "origin"),
        *("imported", "answering", "backup"),
        *("plan", "batch", "pay", "fee", "format"),
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
        "irassay judge news-pairs.db pairs.tsv --kind pair --query-texts q.tsv --doc-texts d.tsv",
        "irassay judge news.db --backup monday.db",
        "irassay judge copy.db --import log.jsonl --query-texts queries.tsv --doc-texts docs.tsv",
        "irassay judge news.db --listen 0.0.0.0:80 --origin https://judge.example.org",
    )


def run(args: argparse.Namespace) -> int:
    """Make or extend the campaign, print the owner's link, serve; or write a copy of it, or say how much work it is."""
    if args.plan:
        options.refuse(args, *OF_A_PAGE[1:], "backup", where="with --plan, which serves nothing")
        judging_plan.write(
            read_plan(
                args.campaign,
                args.task_files,
                kind=args.task_kind,
                wanted=args.overlap,
                batch=args.batch,
                pay=args.pay,
                fee=args.fee,
            ),
            output.Output(args.screen, format=args.format).form,
            args.screen,
        )
        return 0
    options.refuse(args, *OF_A_PLAN, where="without --plan")
    if args.backup:
        options.refuse(args, *OF_A_NEW_ONE, *OF_NEW_TASKS, *OF_A_PAGE, where="with --backup, which copies and ends")
        _back_up(args.campaign, args.backup)
        args.screen.explain(f"{args.backup} is a copy of {args.campaign}")
        return 0
    from irassay.store import make_campaign, open_campaign
    from irassay.store.database import is_there
    from irassay.web import serving

    settings, log = None, None
    if args.answering and not args.imported:
        raise UsageError("whose answers are these? Add --import FILE, a table of answers, to --assessor")
    if args.imported and not args.answering:
        options.refuse(args, *OF_A_NEW_ONE, where="with --import of a log, which says it")
        log = args.imported
    elif is_there(args.campaign):
        options.refuse(args, *OF_A_NEW_ONE, where="for a campaign that is there")
        with open_campaign(args.campaign) as campaign:
            kind, order = campaign.settings.kind, campaign.settings.order
    elif args.task_files:
        kind, order = args.task_kind, args.order
        if kind != "graded":
            options.refuse(args, "judging_scale", where=f"with --kind {kind}")
        settings = _settings(kind, args.judging_scale, order, args.share, args.seed, args.guideline)
    else:
        raise UsageError(
            f"there is no campaign {cut(args.campaign)}: give TASKS, a file of what is to be judged to make one"
        )
    work = None
    if args.task_files:
        work = read_work(
            args.task_files,
            kind=kind,
            order=order,
            wanted=args.overlap,
            query_texts=args.query_texts,
            doc_texts=args.doc_texts,
            runs=args.judged_runs,
        )
    elif log is None:
        options.refuse(args, *OF_NEW_TASKS, where="without TASKS, a file of what is to be judged")
    answers = None
    if args.answering:
        answers = _answers(args.imported, args.campaign, settings, work)
    server, origin = serving.listening(args.listen, args.origin)
    with ExitStack() as stack:
        stack.enter_context(server)
        stack.enter_context(serving.alone(args.campaign, origin))
        if log is not None:
            opened, n = _rebuilt(args.campaign, log, args.query_texts, args.doc_texts)
            args.screen.explain(f"{plural(n, 'entry', 'entries')} of {log} taken over")
        else:
            opened = make_campaign(args.campaign, settings) if settings else open_campaign(args.campaign)
        campaign = stack.enter_context(opened)
        if work is not None:
            n = work.add_to(campaign)
            args.screen.explain(f"{plural(n, 'task')} to judge added, {campaign.counts().tasks:,} in all")
        if answers is not None:
            n_of = campaign.import_answers(args.answering, answers, _source(args.imported))
            args.screen.explain(_of_import(n_of, args.answering))
        campaign.serve_at(origin)
        link = f"{origin}/in/{campaign.invite(OWNER, OWNER)}"
        with suppress(KeyboardInterrupt):  # the way to end it, from the moment on that somebody has read of it
            args.screen.result(link)
            args.screen.flush()
            args.screen.explain("Ctrl-C ends the page; what was answered is kept")
            serving.serve(campaign, server, origin)
    return 0


def _back_up(source: str, to: str) -> None:
    from irassay.store import open_campaign

    output.all_writable((to,), ())
    with open_campaign(source) as campaign:
        campaign.back_up(to)


def _answers(path: str, source: str, settings: Settings | None, work: Work | None) -> dict[tuple[str, str], str]:
    """The answers of a table: each to a task that the campaign has, or will have."""
    from irassay.formats.reading.answers_elsewhere import read_answers
    from irassay.store import open_campaign
    from irassay.store.imported_answers import tasks_of

    tasks = {task.id for task in work.tasks} if work else set()
    if settings is not None:
        answers = read_answers(path, settings.scale)
    else:
        with open_campaign(source) as campaign:
            answers = read_answers(path, campaign.settings.scale)
            tasks |= set(campaign.tasks())
    tasks_of(answers, tasks)
    return answers


def _source(path: str) -> dict[str, str]:
    """What the log says of a file of answers."""
    from irassay.formats.sources.opening import read_bytes

    return {"file": os.path.basename(path), "file_sha256": hashlib.sha256(read_bytes(path)).hexdigest()}


def _of_import(imported: Imported, name: str) -> str:
    parts = [f"{plural(imported.added, 'answer')} of {name} added"]
    if imported.same:
        parts.append(f"{imported.same:,} of them were there already")
    if imported.without_room:
        parts.append(
            f"{imported.without_room:,} left out: others have given, or hold, all answers that are wanted there"
        )
    return "; ".join(parts)


def _rebuilt(source: str, log: str, query_texts: str | None, doc_texts: str | None) -> tuple[Campaign, int]:
    """The campaign with the entries of a log, and how many are new."""
    from irassay.collection.texts import Texts
    from irassay.formats.reading.campaign_logs import CampaignLog
    from irassay.formats.reading.texts import read_texts
    from irassay.store import rebuild_campaign

    queries, docs = (read_texts(file) if file else Texts(lambda: iter(())) for file in (query_texts, doc_texts))
    return rebuild_campaign(source, CampaignLog(log), queries=queries, docs=docs)


def _settings(kind: str, scale_or_file: str, order: str, share: str, seed: int, guideline: str | None) -> Settings:
    """What a new campaign is made with."""
    from irassay.collection.judging_scales import SCALES, scale
    from irassay.formats.reading.judging_scales import read_scale
    from irassay.formats.sources.opening import read_bytes
    from irassay.store import Settings

    return Settings(
        scale=scale(scale_or_file) if scale_or_file in SCALES else read_scale(scale_or_file),
        kind=kind,
        order=order,
        share=share,
        seed=seed,
        guideline=read_bytes(guideline).decode("utf-8") if guideline else "",
    )
