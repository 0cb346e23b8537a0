"""`irassay judge`: a campaign made or extended, and its page served until it is stopped."""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack, suppress

from irassay.cli import options, output
from irassay.errors import UsageError, cut
from irassay.record import Record
from irassay.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    import socket
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.cli.parser import Parser
    from irassay.collection.tasks import Task
    from irassay.drawing.terminal import Screen
    from irassay.store import Settings
    from irassay.store.campaign import Campaign
    from irassay.store.imported_answers import Imported
    from irassay.web.figures_process import FiguresProcess

DONE = "served"
OWNER = "owner"
OF_A_NEW_ONE = ("task_kind", "judging_scale", "guideline", "seed", "batch", "pay", "fee")
OF_A_PAGE = ("task_files", "listen", "origin", "imported", "answering", "verdict_runs")
OF_NEW_TASKS = ("overlap", "overlap_share", "query_texts", "doc_texts")


class Work(Record):
    """What is to be judged, with the texts that people read."""

    tasks: list[Task]
    queries: dict[str, str]
    docs: dict[str, str]


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
            "overlap",
            "seed",
        ),
        *("overlap_share", "batch", "pay", "fee", "listen", "origin", "verdict_runs"),
        *("imported", "answering", "backup"),
        order={
            "help": "of a new campaign: queries and documents in an order of each person's own, or as they are given",
            "choices": ("shuffled", "rank"),
            "default": "shuffled",
        },
        doc_texts={"help": "the documents' texts, tab-separated or JSON lines"},
    )
    parser.examples = (
        "irassay judge news.db pool.tsv --query-texts queries.tsv --doc-texts docs.tsv",
        "irassay judge news.db",
        "irassay judge news-pairs.db pairs.tsv --kind pair --query-texts q.tsv --doc-texts d.tsv",
        "irassay judge news.db --backup monday.db",
        "irassay judge copy.db --import log.jsonl --query-texts queries.tsv --doc-texts docs.tsv",
        "irassay judge news.db --runs runs/*.run",
        "irassay judge news.db --listen 0.0.0.0:80 --origin https://judge.example.org",
    )


def run(args: argparse.Namespace) -> int:
    """Make or extend the campaign, print the owner's link, serve; or write a copy of it."""
    if args.backup:
        options.refuse(args, *OF_A_NEW_ONE, *OF_NEW_TASKS, *OF_A_PAGE, where="with --backup, which copies and ends")
        _back_up(args.campaign, args.backup)
        args.screen.explain(f"{args.backup} is a copy of {args.campaign}")
        return 0
    from irassay.store import make_campaign, open_campaign
    from irassay.store.database import is_there
    from irassay.web import serving
    from irassay.web.figures_process import FiguresProcess

    settings, log = None, None
    if args.answering and not args.imported:
        raise UsageError("whose answers are these? Add --import FILE, a table of answers, to --assessor")
    if args.imported and not args.answering:
        options.refuse(args, *OF_A_NEW_ONE, where="with --import of a log, which says it")
        log = args.imported
    elif is_there(args.campaign):
        options.refuse(args, *OF_A_NEW_ONE, where="for a campaign that is there")
        with open_campaign(args.campaign) as campaign:
            kind = campaign.settings.kind
    elif args.task_files:
        kind = args.task_kind
        if kind != "graded":
            options.refuse(args, "judging_scale", where=f"with --kind {kind}")
        paid = {"batch": args.batch, "pay": args.pay, "fee": args.fee}
        settings = _settings(kind, args.judging_scale, args.order, args.seed, args.guideline, paid)
    else:
        raise UsageError(
            f"there is no campaign {cut(args.campaign)}: give TASKS, a file of what is to be judged to make one"
        )
    work = None
    if args.task_files:
        work = _work(kind, args.task_files, args.overlap, args.query_texts, args.doc_texts)
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
            args.screen.explain(_add(campaign, work, args.overlap_share))
        if answers is not None:
            n_of = campaign.import_answers(args.answering, answers, _source(args.imported))
            args.screen.explain(_of_import(n_of, args.answering))
        _serve(campaign, origin, server, FiguresProcess(args.campaign, args.verdict_runs), args.screen)
    return 0


def _serve(campaign: Campaign, origin: str, server: socket.socket, figures: FiguresProcess, screen: Screen) -> None:
    """Print the owner's link, and serve until Ctrl-C."""
    from irassay.web import serving

    campaign.serve_at(origin)
    link = f"{origin}/in/{campaign.invite(OWNER, OWNER)}"
    with suppress(KeyboardInterrupt):  # the way to end it, from the moment on that somebody has read of it
        screen.result(link)
        screen.flush()
        screen.explain(f"the campaign's page, for owners, once this link was opened: {origin}/campaign")
        screen.explain("Ctrl-C ends the page; what was answered is kept")
        serving.serve(campaign, server, origin, figures)


def _add(campaign: Campaign, work: Work, overlap_share: float) -> str:
    """Add what is to be judged, a share of it for one person more; how many tasks that are, in words."""
    from irassay.assessors.overlap import with_overlap

    tasks = with_overlap(work.tasks, overlap_share, campaign.settings.seed)
    n = campaign.add(tasks, queries=work.queries, docs=work.docs)
    return f"{plural(n, 'task')} to judge added, {campaign.counts().tasks:,} in all"


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


def _work(kind: str, paths: Sequence[str], wanted: int, query_texts: str | None, doc_texts: str | None) -> Work:
    """What the files name, with its texts."""
    from irassay.formats.reading.tasks import read_tasks
    from irassay.formats.reading.texts import read_texts
    from irassay.store.adding import check_texts

    if not (query_texts and doc_texts):
        raise UsageError("people judge texts: add --query-texts FILE and --doc-texts FILE")
    tasks = [task for path in paths for task in read_tasks(path, kind, wanted=wanted)]
    work = Work(
        tasks=tasks,
        queries=read_texts(query_texts).pick({task.query for task in tasks}),
        docs=read_texts(doc_texts).pick({doc for task in tasks for doc in task.docs}),
    )
    check_texts(work.tasks, work.queries, work.docs)
    return work


def _settings(
    kind: str, scale_or_file: str, order: str, seed: int, guideline: str | None, paid: Mapping[str, Any]
) -> Settings:
    """What a new campaign is made with."""
    from irassay.collection.judging_scales import SCALES, scale
    from irassay.formats.reading.judging_scales import read_scale
    from irassay.formats.sources.opening import read_bytes
    from irassay.store import Settings

    return Settings(
        scale=scale(scale_or_file) if scale_or_file in SCALES else read_scale(scale_or_file),
        kind=kind,
        order=order,
        seed=seed,
        guideline=read_bytes(guideline).decode("utf-8") if guideline else "",
        **paid,
    )
