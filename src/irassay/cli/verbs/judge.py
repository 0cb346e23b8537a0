"""`irassay judge`: a campaign made or extended, and its page served until it is stopped."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from shlex import quote

from irassay.cli import options, output
from irassay.cli.answers import judging_work
from irassay.cli.output import losses_told
from irassay.collection.task_kinds import KINDS
from irassay.drawing.tables.text import TextColumn, filled, lines_of, meter
from irassay.errors import MissingLibrary
from irassay.formats.sources.opening import read_bytes
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from irassay.collection.judging_scales import JudgingScale
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.plan import Plan
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.web.figures_process import FiguresProcess
    from irassay.judging.web.serving import Place

OWNER, PARTICIPANTS = "owner", "participants"  # names and roles of those whose links are printed
OF_A_NEW_ONE = (
    *("task_kind", "judging_scale", "guideline", "seed", "share", "batch", "pay", "fee", "consent", "tests", "equal"),
)
OF_A_PAGE = ("listen", "origin", "participant_parameter", "completion_url")
OF_MORE = ("task_files", "earlier_labels", "imported", "imported_from", "answering", "judged_runs", *OF_A_PAGE)
OF_NEW_TASKS = (
    *("leave_out_missing_texts", "overlap", "overlap_share", "query_texts", "doc_texts"),
    *("training", "exam", "test_pairs", "check_labels"),
)


def run(args: argparse.Namespace) -> int:
    """Make or extend the campaign, print the owner's link, serve; or say how much work it is, or write a copy of it."""
    tasks = args.task_files or ([args.check_labels] if args.check_labels else [])
    paid = {"batch": args.batch, "pay": args.pay, "fee": args.fee}
    if args.plan:
        others = ("backup", "imported", "earlier_labels", *OF_A_PAGE)
        options.refuse(args, *others, where="with --plan, which serves nothing")
        ignored = options.spellings(args, "task_kind", *paid)
        kind = args.task_kind or judging_work.kind_of_tasks(tasks, args.check_labels)
        work = args.campaign, tasks, kind, args.overlap, (args.check_labels, args.judging_scale)
        _plan(work, paid, ignored, args.screen, args.format)
        return 0
    options.refuse(args, "format", where="without --plan")
    if args.backup:
        options.refuse(args, *OF_A_NEW_ONE, *OF_NEW_TASKS, *OF_MORE, where="with --backup, which copies and ends")
        with open_campaign(args.campaign) as campaign:
            campaign.back_up(args.backup)
            args.screen.explain(f"{args.backup} is a copy of {campaign.source}")
        return 0
    for library in ("fastapi", "uvicorn", "sqlalchemy", "limits"):  # what the page needs
        MissingLibrary.load(library, "web")
    if not args.imported:
        options.refuse(args, "answering", "imported_from", where="without --import FILE, which has the answers")
    given = judging_work.import_of(args.imported, args.imported_from, args.answering) if args.imported else None
    is_log, of_given = bool(given and given.is_log), [given.path] if given and given.has_tasks else []
    made = None
    if is_log or judging_work.is_there(args.campaign, tasks or of_given):
        options.refuse(args, *OF_A_NEW_ONE, where="for a campaign that is there, or is taken over")
    else:
        tasks = tasks or of_given
        task_kind = args.task_kind or judging_work.kind_of_tasks(tasks, args.check_labels)
        for kind in KINDS.values():
            of_others = {*kind.options} - {*KINDS[task_kind].options}
            options.refuse(args, *sorted(of_others), where=f"with --kind {task_kind}, only with {kind.name}")
        own = {name: getattr(args, name) for name in ("order", "share", "seed", "tests")}
        own |= {**paid, "kind": task_kind, "equal": args.equal == "yes"}
        made = _settings(judging_work.scale_of(args.judging_scale, tasks), args.guideline, args.consent, own)
    if not (tasks or is_log):
        options.refuse(args, *OF_NEW_TASKS, where="without TASKS, a file of what is to be judged")
    files = judging_work.Files(
        tasks=tasks, texts=(args.query_texts, args.doc_texts), leave_out=args.leave_out_missing_texts,
        known={"practice": args.training, "exam": args.exam, "test": args.test_pairs}, runs=args.judged_runs,
        wanted=judging_work.Wanted(people=args.overlap, share=args.overlap_share), earlier=args.earlier_labels,
        checked=args.check_labels,
    )  # fmt: skip
    extended = _extended(args.campaign, made, given, files, args.screen)
    if given:
        options.refuse(args, *OF_A_PAGE, where="with --import, which adds and ends")
        return _added(args.campaign, extended, args.screen)
    page = {name: getattr(args, name) for name in (*OF_A_PAGE, "judged_runs")}
    return _serve_page(args.campaign, extended, page, args.screen)


def _plan(
    work: tuple[str, Sequence[str], str, int, tuple[str | None, str | None]],
    paid: Mapping[str, Any],
    ignored: Sequence[str],
    screen: Screen,
    form: str | None,
) -> int:
    """Print how much work it is, of a campaign, files, a kind and people a task; and whose terms count."""
    plan, has_terms = judging_work.read_plan(*work, paid)
    write_plan(plan, output.Output(screen, format=form).form, screen)
    if has_terms and ignored:
        screen.explain(f"the campaign's own terms count, not {' and '.join(ignored)}")
    return 0


def _added(source: str, extended: AbstractContextManager[Campaign], screen: Screen) -> int:
    """Add what is imported, and name the command that serves what is left, or writes the labels."""
    from irassay.judging.web import serving

    with serving.alone(source), extended as campaign:
        of = campaign.counts()
        screen.next(f"irassay {'judge' if of.answered < of.wanted else 'labels'} {quote(source)}")
    return 0


@contextmanager
def _extended(
    source: str, made: Settings | None, given: judging_work.Import | None, files: judging_work.Files, screen: Screen
) -> Iterator[Campaign]:
    """The campaign with all that the files add; no new one is made unless every file can be read."""
    log = given.path if given and given.is_log else None
    with ExitStack() as stack:
        there = None if made else stack.enter_context(_opened(source, log, files.texts, screen))
        settings = there.settings if there else made
        assert settings is not None
        work = files.read(settings) if files.tasks else None
        earlier = judging_work.EarlierLabels.of(files.earlier, settings) if files.earlier else None
        with losses_told(screen):
            judged = given.read(settings, there, work) if given and not log else None
        told: list[str] = []

        def extend(campaign: Campaign) -> None:
            if work is not None:
                told.append(work.add_to(campaign))
            if earlier:
                told.append(earlier.add_to(campaign))
            if given and judged is not None:
                told.append(given.add_to(campaign, judged))

        if there is None:
            campaign = stack.enter_context(make_campaign(source, settings, extend))
        else:
            extend(campaign := there)
        for sentence in told:
            screen.explain(sentence)
        yield campaign


def _opened(source: str, log: str | None, texts: tuple[str | None, str | None], screen: Screen) -> Campaign:
    """The campaign that is there, or one taken over from a log."""
    if log is not None:
        campaign, n = judging_work.rebuilt(source, log, *texts)
        screen.explain(f"{plural(n, 'entry', 'entries')} of {log} taken over")
        return campaign
    campaign = open_campaign(source)
    if campaign.copy_of_older:
        screen.explain(f"An older irassay made this campaign: as it was it is in {campaign.copy_of_older}")
    campaign.recount()
    return campaign


def _serve_page(source: str, opened: AbstractContextManager[Campaign], page: Mapping[str, Any], screen: Screen) -> int:
    """Serve the campaign as the options of `page` have it, by name."""
    from irassay.judging.web import serving
    from irassay.judging.web.figures_process import FiguresProcess
    from irassay.judging.web.platforms import platform_of

    platform = platform_of(page["participant_parameter"], page["completion_url"])
    server, origin = serving.listening(page["listen"], page["origin"])
    with server, serving.ended_alike(), serving.alone(source, origin), opened as campaign:
        figures = FiguresProcess(source, page["judged_runs"])
        _serve(campaign, serving.Place(server=server, origin=origin, platform=platform), figures, screen)
    return 0


def _serve(campaign: Campaign, place: Place, figures: FiguresProcess, screen: Screen) -> None:
    """Print the owner's link, and that of a platform's participants; serve until Ctrl-C."""
    from irassay.judging.web import serving

    campaign.serve_at(place.origin)
    links = [f"{place.origin}/in/{campaign.invite(OWNER, OWNER)}"]
    parameter = place.platform.parameter
    if parameter:
        links.append(f"{place.origin}/in/{campaign.invite(PARTICIPANTS, PARTICIPANTS)}?{parameter}=")
    with suppress(KeyboardInterrupt):  # the way to end it, from the moment on that somebody has read of it
        for link in links:
            screen.result(link)
        screen.flush()
        screen.explain(
            f"the owner's link opens {place.origin}/campaign; nothing is held for the owner before Judge there"
        )
        if parameter:
            screen.explain(f"the second link is for the platform, which puts the id of each person after {parameter}=")
        screen.explain("Ctrl-C ends the page; what was answered is kept")
        serving.serve(campaign, place, figures)


def _settings(scale: JudgingScale, guideline: str | None, consent: str | None, own: Mapping[str, Any]) -> Settings:
    """What a new campaign is made with."""
    return Settings(
        scale=scale,
        guideline=read_bytes(guideline).decode("utf-8") if guideline else "",
        consent=read_bytes(consent).decode("utf-8") if consent else "",
        **own,
    )


def write_plan(plan: Plan, form: str, screen: Screen) -> None:
    """Print the plan as ``table``, ``tsv`` or ``json``."""
    if form == "json":
        screen.result(json.dumps(plan.to_json(), indent=2))
    elif form == "tsv":
        of = plan.to_json()
        for name, value in of.items():
            if name != "pool_sizes" and value is not None:
                screen.result(f"{name}\t{value}")
        for size, n in of["pool_sizes"]:
            screen.result(f"pool_size\t{size}\t{n}")
    else:
        _plan_table(plan, screen)


def _plan_table(plan: Plan, screen: Screen) -> None:
    from irassay.judging.assessors.plan import sentences

    bins = plan.bins()
    most = max((n for *_, n in bins), default=0)
    columns = [
        TextColumn("pool size", [str(a) if a == b else f"{a:,}–{b:,}" for a, b, _ in bins]),
        TextColumn("queries", [f"{n:,}" for *_, n in bins]),
        TextColumn("", [meter(n / most) for *_, n in bins], align="left"),
    ]
    for block in lines_of(columns, screen.width) if bins else []:
        screen.result("\n".join(line.rstrip() for line in block) + "\n")
    for sentence in sentences(plan):
        screen.result(filled(sentence, screen.prose))
