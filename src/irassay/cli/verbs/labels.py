"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from contextlib import nullcontext, redirect_stdout
from io import StringIO
from itertools import count

from irassay.cli import options, output
from irassay.cli.answers.one_screen import TO_A_FILE, lines_part, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.next_command import next_command
from irassay.cli.output import losses_told
from irassay.collection.qrels import Qrels
from irassay.collection.task_kinds import kind_of
from irassay.errors import UsageError, cut
from irassay.files import WholeFiles
from irassay.formats import write_preferences, write_qrels
from irassay.formats.registry import format_name
from irassay.formats.writing.qrels import write_judgments
from irassay.messages import by_how_much

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.cli.answers.people_tables import ModelsBesidePeople
    from irassay.collection.judging_scales import JudgingScale
    from irassay.collection.preferences import Preferences
    from irassay.judging.assessors.answer_sources import Answers
    from irassay.judging.assessors.standing_answers import Standing
    from irassay.judging.store.campaign import Campaign

SHOWN = 20  # closed queries, or barred people, that are named
WHY_BARRED = {"test": "missed a test", "exam": "failed the exam"}  # reason of an exclusion -> words
TABLES = ("tasks", "quality", "payments")
TOOLS = {"labelstudio": "tasks.json", "potato": "annotations.jsonl", "quepid": "book.json", "prefj": "judgments.txt"}
FILES = {  # --to -> the file that the next step names
    "qrels": "qrels.txt",
    "preferences": "preferences.txt",
    "log": "log.jsonl",
    **{form: f"{form}.tsv" for form in TABLES},
    **TOOLS,
}


def run(args: argparse.Namespace) -> int:
    """Write the labels, the preferences, the log, the tasks, or a table about those who judged."""
    from irassay.cli.answers.people_tables import ModelsBesidePeople
    from irassay.judging.assessors.answer_sources import answers_of
    from irassay.judging.assessors.given_labels import ANY_IDS, are_words, form_of, labels_that_count
    from irassay.judging.store import open_campaign

    out = output.Output(args.screen, args.output)
    brief = out.path is None and args.screen.live and not args.all
    with open_campaign(args.campaign) as campaign:
        form = args.labels_form or kind_of(campaign.settings.kind).becomes[0]
        name = FILES[form]
        if form not in TABLES and (args.output or "").lower().endswith(output.COMMAS):
            raise UsageError(f"{cut(args.output)}: --to {form} is written without commas; name no {output.COMMAS}")
        if form != "qrels":
            options.refuse(args, "combine", where=f"with --to {form}")
        if form not in ("qrels", "preferences"):
            options.refuse(args, "source", where=f"with --to {form}")
        if args.source != "all":
            options.refuse(args, "judged_runs", where=f"with --source {args.source}")
        if form == "log" or form in TOOLS:
            _write_whole(campaign, form, args.as_of, out, brief=brief)
        elif form in TABLES:
            _write_table(campaign, form, args.as_of, out, brief=brief)
        else:
            form = form_of(campaign.settings.kind, form)
            given = answers_of(campaign, args.source, args.as_of)
            beside = ModelsBesidePeople.of(campaign, given, args.judged_runs) if args.source == "all" else None
            made = labels_that_count(campaign, given, form, args.combine, args.source, args.as_of)
            name = FILES[form] if are_words(made) else f"labels.{ANY_IDS}"
            _write_labels(made, given, beside, (campaign.settings.scale, args.combine), out, brief=brief)
    if brief:
        args.screen.next(f"{next_command('labels', args.texts, given_to='labels')} -o {name}")
    return 0


def _write_whole(campaign: Campaign, form: str, as_of: str | None, out: output.Output, *, brief: bool) -> None:
    """The log, or what each person said as a tool has it; then how much it is."""
    text = StringIO()
    with redirect_stdout(text) if brief else nullcontext():
        counted = _exported(campaign, form, as_of, out)
    if brief:
        print_answer(out.screen, f"{counted}.", lines_part(text.getvalue().splitlines()), more=TO_A_FILE)
    else:
        out.screen.explain(counted)


def _write_table(campaign: Campaign, form: str, as_of: str | None, out: output.Output, *, brief: bool) -> None:
    from irassay.cli.answers import people_tables

    if form == "tasks":
        from irassay.judging.assessors.task_list import task_list

        people_tables.print_tasks(task_list(campaign, as_of=as_of), campaign.source, as_of, out, brief=brief)
    elif form == "quality":
        from irassay.judging.assessors.quality import quality

        people_tables.print_quality(quality(campaign, as_of=as_of), campaign.source, out, brief=brief)
    else:
        from irassay.judging.assessors.payments import payments

        people_tables.print_payments(payments(campaign, as_of=as_of), campaign.source, out, brief=brief)


def _write_labels(
    made: Qrels | Preferences, given: Answers, beside: ModelsBesidePeople | None, how: tuple[JudgingScale, str],
    out: output.Output, *, brief: bool,
) -> None:  # fmt: skip
    """Labels or preferences; then how many, and what was left out. `how` is the scale and the combining rule."""
    from irassay.judging.assessors.given_labels import n_earlier

    first = given.in_turn[0]
    text = StringIO()
    with redirect_stdout(text) if brief else nullcontext():
        if isinstance(made, Qrels):
            told, counted = _write_qrels(made, first, *how, n_earlier(given, how[0]), out.path or "-")
        else:
            write_preferences(made, out.path or "-", output_format="prefs")
            told, counted = "", CLI("labels.preferences", pairs=made.n_pairs, queries=len(made.queries))
    counted += _without_label(given.in_turn)
    barred = [f"{who} ({WHY_BARRED.get(why, why)})" for who, why in first.barred.items()]
    of = {"closed": [cut(query) for query in first.closed], "barred": barred}
    doubts = [*(beside.cautions if beside else ())]
    doubts += [CLI(f"labels.{what}", n=len(names), names=_first(names)) for what, names in of.items() if names]
    sentences = [told, *(beside.sentences if beside else ())]
    if brief:
        parts = [*(beside.parts if beside else ()), *lines_part(text.getvalue().splitlines())]
        print_answer(out.screen, f"{counted}.", parts, sentences=sentences, cautions=doubts, more=TO_A_FILE)
        return
    out.screen.explain(
        "\n".join(line for line in (told, counted, *(beside.lines(out.screen) if beside else ())) if line)
    )
    for doubt in filter(None, doubts):
        out.screen.warn(doubt)


def _write_qrels(
    qrels: Qrels, stands: Standing, scale: JudgingScale, combine: str, n_before: int, to: str
) -> tuple[str, str]:
    """Write the labels; how far people's grades differ, and how many labels there are."""
    from irassay.judging.assessors.given_labels import grades_of, n_not_judged, printed_form
    from irassay.label_sets.combined_answers import disagreements

    is_sample = bool(qrels.strata) and format_name("labels", to, None) == "trec"  # whose columns have no stratum
    form = printed_form(qrels) if to == "-" else "strata" if is_sample else None
    write_qrels(qrels, to, output_format=form)
    n_left, (n, differences) = n_not_judged(qrels), disagreements(grades_of(stands, scale))
    by = by_how_much(differences) if differences else ""
    grade = CLI(f"graded.{combine}")
    told = CLI("graded", n=n, differ=len(differences), by=by, grade=grade, combine=combine) if n else ""
    of = {"labels": qrels.n_labels - n_left, "queries": len(qrels.queries), "left": n_left, "before": n_before}
    return told, CLI("labels", **of)


def _without_label(in_turn: Sequence[Standing]) -> str:
    """How many tasks have no label, whether open, skipped or failed; "" where all have one."""
    answered = {task for of in in_turn for task in of.answered}
    first = in_turn[0]
    left = [one.query for task, one in first.tasks.items() if task not in answered and one.query not in first.closed]
    return CLI("labels.without", tasks=len(left), queries=len(set(left))) if left else ""


def _first(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _exported(campaign: Campaign, form: str, as_of: str | None, out: output.Output) -> str:
    """Write it, and warn of what the form has no place for; how much it is."""
    from irassay.judging.assessors.task_list import judged_sheet
    from irassay.judging.store.entries import lines

    if form == "log":
        numbers = count()
        with WholeFiles() as files:
            files.write(out.path or "-", (line for line, _ in zip(lines(campaign.log(as_of)), numbers, strict=False)))
        return CLI("labels.log", n=next(numbers) - 1)
    sheet, stands = judged_sheet(campaign, as_of)
    with losses_told(out.screen):
        write_judgments(sheet, out.path or "-", form)
    if n := len(stands.adjudicated):
        out.screen.warn(CLI("labels.adjudicated", n=n, form=form))
    given = [one for task in sheet.tasks for one in task.judgments]
    skips = sum(bool(one.skip) for one in given)
    people, tasks = len({one.assessor for one in given}), len(sheet.tasks)
    return CLI("labels.judged", answers=len(given) - skips, skips=skips, people=people, tasks=tasks)
