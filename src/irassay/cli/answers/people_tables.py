"""Tables of a campaign: those who judge, for a person in columns, and the tasks; else all rows as TSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.cli.answers.one_screen import TO_A_FILE, columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.answers.study_rows import plain
from irassay.drawing.tables.formats import table_tsv
from irassay.drawing.tables.text import filled, lines_of
from irassay.messages import plural

if TYPE_CHECKING:
    from irassay.cli.answers.one_screen import Part
    from irassay.cli.output import Output
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.payments import Payments
    from irassay.judging.assessors.quality import Quality
    from irassay.result import Table

MOST_PAIRS = 10  # of people, in columns for a person
PAYMENTS_FORMAT = "irassay.judging-payments/1"
TASKS_FORMAT = "irassay.judging-tasks/1"
QUALITY_FORMAT = "irassay.judging-quality/1"
_IN_COLUMNS = ("who", "statistic", "value", "low", "high", "p_corrected", "tasks")


def print_quality(quality: Quality, source: str, out: Output, *, brief: bool) -> None:
    """Print how far people agree, and how each of them judges; `brief` is on one screen."""
    if brief:
        apart = [f"{one.who}, {one.name}: {one.note}." for one in quality.apart]
        of_labels = [one for one in quality.statistics if one.name.startswith("agrees_")]
        answer = CLI("people", n=len({one.who for one in quality.apart}))
        if n := sum(one.tasks for one in of_labels):
            answer = CLI("people.labels", agreed=round(sum(one.value * one.tasks for one in of_labels)), n=n)
        tables: list[Part] = [("", columns_of(quality.table(), _IN_COLUMNS), ())]
        print_answer(out.screen, answer, tables, sentences=[CLI("people.intervals")], cautions=apart, more=TO_A_FILE)
        return
    last = {"entry": quality.entry, "entry_sha256": quality.sha256}
    provenance = _provenance(source, {"to": "quality", **last}, quality.seed)
    with out.answer(lambda: provenance) as screen:
        table = quality.table()
        if out.form != "table":
            _print(table, out.form, QUALITY_FORMAT, provenance, _IN_COLUMNS, screen)
            return
        pairs = {one.who for one in quality.statistics if " " in one.who}
        shown = [i for i, one in enumerate(quality.statistics) if len(pairs) <= MOST_PAIRS or one.who not in pairs]
        _print(table.rows(shown), out.form, QUALITY_FORMAT, provenance, _IN_COLUMNS, screen)
        if len(shown) < len(table):
            screen.result(CLI("people.pairs", n=len(pairs)))
        _print_what_holds(quality, screen)


def print_payments(owed: Payments, source: str, out: Output, *, brief: bool) -> None:
    """Print what is owed to each person, and in all on standard error; `brief` is on one screen."""
    total = f"{owed.total:,.2f} for {plural(len(owed.rows), 'person', 'people')}"
    if brief:
        print_answer(out.screen, f"{total}.", [("", columns_of(owed.table()), ())] if owed.rows else [], more=TO_A_FILE)
        return
    paid = {"pay": owed.settings.pay, "fee": owed.settings.fee, "batch": owed.settings.batch}
    last = {"entry": owed.entry, "entry_sha256": owed.sha256}
    provenance, table = _provenance(source, {"to": "payments", **paid, **last}, 0), owed.table()
    with out.answer(lambda: provenance) as screen:
        _print(table, out.form, PAYMENTS_FORMAT, provenance, [one.name for one in table.columns], screen)
    out.screen.explain(total)


def print_tasks(tasks: Table, source: str, as_of: str | None, out: Output, *, brief: bool) -> None:
    """Print the tasks for `irassay judge`, or how many there are, with the first and the last of them."""
    n = len(set(tasks.column("task").values) - {None})
    counted = f"{plural(n, 'task')} of {plural(len(set(tasks.column('query').values)), 'query')}"
    if brief:
        print_answer(out.screen, f"{counted}.", [("", columns_of(tasks), ())] if n else [], more=TO_A_FILE)
        return
    provenance = _provenance(source, {"to": "tasks", "as_of": as_of}, 0)
    with out.answer(lambda: provenance) as screen:
        _print(tasks, "json" if out.form == "json" else "tsv", TASKS_FORMAT, provenance, (), screen)
    out.screen.explain(counted)


def _print_what_holds(quality: Quality, screen: Screen) -> None:
    for one in quality.statistics:
        if one.note:
            screen.result(filled(f"{one.who}, {one.name}: {one.note}", screen.prose, indent=2, first=0))
    if not quality.apart:
        screen.result(filled(CLI("people", n=0), screen.prose))
    screen.result(filled(CLI("people.intervals"), screen.prose))


def _print(
    table: Table, form: str, json_format: str, provenance: dict[str, Any], names: Sequence[str], screen: Screen
) -> None:
    """The table in the form that is asked for; a person gets the columns of these names."""
    if form == "json":
        rows = [{one.name: plain(one.values[i]) for one in table.columns} for i in range(len(table))]
        document = {"format": json_format, "title": table.title, "rows": rows, "provenance": provenance}
        screen.result(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False))
    elif form == "tsv":
        screen.result(table_tsv(table).rstrip("\n"))
    else:
        screen.result("\n\n".join("\n".join(lines) for lines in lines_of(columns_of(table, names), screen.width)))
        screen.result()


def _provenance(source: str, settings: dict[str, Any], seed: int) -> dict[str, Any]:
    """How it was made; the hash of the log's last entry stands for the whole log."""
    from irassay.provenance import Provenance, versions

    return Provenance({source: ""}, settings, seed, versions()).to_dict()
