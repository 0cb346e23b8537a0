"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from contextlib import nullcontext, redirect_stdout

from irassay.cli import options, output
from irassay.cli.next_command import next_command
from irassay.errors import UsageError, cut
from irassay.messages import listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from irassay.cli.answers.models_beside_people import ModelsBesidePeople
    from irassay.collection.judging_scales import JudgingScale
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels
    from irassay.judging.assessors.answer_sources import Answers
    from irassay.judging.assessors.standing_answers import Standing
    from irassay.judging.store.campaign import Campaign

DONE = "written"
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
COUNTS = {
    "majority": "the grade given most often",
    "median": "the grade in the middle",
    "lowest": "the lowest grade",
    "highest": "the highest grade",
    "dawid-skene": "the likeliest grade",
}  # --combine -> which grade


def run(args: argparse.Namespace) -> int:
    """Write the labels, the preferences, the log, the tasks, or a table about those who judged."""
    from irassay.cli.answers.models_beside_people import ModelsBesidePeople
    from irassay.collection.task_kinds import kind_of
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
    from io import StringIO

    from irassay.cli.answers.one_screen import TO_A_FILE, lines_part, print_answer

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
    """Labels or preferences; then how many, what was left out, and what models add. `how` is the scale and the rule of
    combining."""
    from io import StringIO

    from irassay.cli.answers.one_screen import TO_A_FILE, lines_part, print_answer
    from irassay.collection.qrels import Qrels
    from irassay.judging.assessors.given_labels import n_earlier
    from irassay.messages import count

    first = given.in_turn[0]
    text = StringIO()
    with redirect_stdout(text) if brief else nullcontext():
        if isinstance(made, Qrels):
            told, counted = _write_qrels(made, first, *how, out.path or "-")
            n_before = n_earlier(given, how[0])
            counted += f", {count(n_before)} of them given before" if n_before else ""
        else:
            told, counted = "", _write_preferences(made, out.path or "-")
    counted += _without_label(given.in_turn)
    doubts = [*(beside.cautions if beside else ()), _closed(first.closed), _barred(first.barred)]
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


def _write_preferences(preferences: Preferences, to: str) -> str:
    from irassay.formats import write_preferences
    from irassay.messages import plural

    write_preferences(preferences, to, output_format="prefs")
    return f"{plural(preferences.n_pairs, 'preference')} of {plural(len(preferences.queries), 'query')}"


def _write_qrels(qrels: Qrels, stands: Standing, scale: JudgingScale, combine: str, to: str) -> tuple[str, str]:
    """Write the labels; how far people's grades differ, and how many labels there are."""
    from irassay.formats import write_qrels
    from irassay.formats.registry import format_name
    from irassay.judging.assessors.given_labels import grades_of, n_not_judged, printed_form
    from irassay.label_sets.combined_answers import disagreements
    from irassay.messages import count, plural

    is_sample = bool(qrels.strata) and format_name("labels", to, None) == "trec"  # whose columns have no stratum
    form = printed_form(qrels) if to == "-" else "strata" if is_sample else None
    write_qrels(qrels, to, output_format=form)
    n_left = n_not_judged(qrels)
    told = _disagreement(*disagreements(grades_of(stands, scale)), combine)
    counted = f"{plural(qrels.n_labels - n_left, 'label')} of {plural(len(qrels.queries), 'query')}"
    if n_left:
        counted += f"; {count(n_left)} more of the strata, not judged, are −1"
    return told, counted


def _without_label(in_turn: Sequence[Standing]) -> str:
    """How many tasks have no label, whether open, skipped or failed; "" where all have one."""
    from irassay.messages import conjugate, plural

    answered = {task for of in in_turn for task in of.answered}
    first = in_turn[0]
    left = [one.query for task, one in first.tasks.items() if task not in answered and one.query not in first.closed]
    return (
        f"; {plural(len(left), 'task')} on {plural(len(set(left)), 'query')} {conjugate(len(left), 'has')} none"
        if left
        else ""
    )


def _closed(closed: Sequence[str]) -> str:
    """The queries that are left out; "" for none."""
    from irassay.errors import cut
    from irassay.messages import plural

    shown = ", ".join(cut(query) for query in closed[:SHOWN])
    more = f" and {len(closed) - SHOWN:,} more" if len(closed) > SHOWN else ""
    return f"{plural(len(closed), 'query')} left out, closed by an owner: {shown}{more}" if closed else ""


def _barred(barred: Mapping[str, str]) -> str:
    """Who gets nothing more, and why; "" for nobody."""
    from irassay.messages import conjugate, plural

    named = [f"{who} ({WHY_BARRED.get(why, why)})" for who, why in list(barred.items())[:SHOWN]]
    more = f" and {len(barred) - SHOWN:,} more" if len(barred) > SHOWN else ""
    who = f"{plural(len(barred), 'person', 'people')} {conjugate(len(barred), 'is')} barred"
    return f"{who}: {', '.join(named)}{more}" if barred else ""


def _disagreement(n_several: int, differences: Sequence[int], combine: str) -> str:
    """How far people's grades of the same documents differ, and which counts; "" where each was graded once."""
    from irassay.messages import by_how_much, count, plural

    if not n_several:
        return ""
    start = f"Several people graded {plural(n_several, 'document')}: their grades"
    if not differences:
        return f"{start} are the same on all"
    differ = f"{start} differ on {count(len(differences))}, {by_how_much(differences)}"
    return f"{differ}; {COUNTS[combine]} counts (--combine {combine})"


def _exported(campaign: Campaign, form: str, as_of: str | None, out: output.Output) -> str:
    """Write it, and warn of what the form has no place for; how much it is."""
    from itertools import count

    from irassay.cli.answers.losses import losses_told
    from irassay.files import WholeFiles
    from irassay.formats.writing.judgments import write_judgments
    from irassay.judging.assessors.task_list import judged_sheet
    from irassay.judging.store.entries import lines

    if form == "log":
        numbers = count()
        with WholeFiles() as files:
            files.write(out.path or "-", (line for line, _ in zip(lines(campaign.log(as_of)), numbers, strict=False)))
        return f"{plural(next(numbers) - 1, 'entry', 'entries')} of the log"
    sheet, stands = judged_sheet(campaign, as_of)
    with losses_told(out.screen):
        write_judgments(sheet, out.path or "-", form)
    if n := len(stands.adjudicated):
        out.screen.warn(f"{plural(n, 'adjudication')} left out: {form} gets what each person said")
    given = [one for task in sheet.tasks for one in task.judgments]
    skips = sum(bool(one.skip) for one in given)
    parts = [plural(len(given) - skips, "answer"), *([plural(skips, "skip")] if skips else [])]
    who = plural(len({one.assessor for one in given}), "person", "people")
    return f"{listed(parts)} of {who}, by name, to {plural(len(sheet.tasks), 'task')}"
