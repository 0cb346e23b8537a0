"""Tables of a campaign: those who judge, for a person in columns, and the tasks; else all rows as TSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.cli.answers.one_screen import TO_A_FILE, columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.result_files import plain
from irassay.drawing.tables.formats import table_tsv
from irassay.drawing.tables.text import filled, lines_of
from irassay.messages import number, percent, plural, span
from irassay.provenance import Provenance, versions
from irassay.record import Record
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.cli.answers.one_screen import Part
    from irassay.cli.output import Output
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.answer_sources import Answers
    from irassay.judging.assessors.model_quality import ModelAgreement
    from irassay.judging.assessors.payments import Payments
    from irassay.judging.assessors.quality import Quality
    from irassay.judging.assessors.statistic import Statistic
    from irassay.judging.store.campaign import Campaign

MOST_PAIRS = 10  # of people, in columns for a person
PAYMENTS_FORMAT = "irassay.judging-payments/1"
TASKS_FORMAT = "irassay.judging-tasks/1"
QUALITY_FORMAT = "irassay.judging-quality/1"
_IN_COLUMNS = ("who", "statistic", "value", "low", "high", "p_corrected", "tasks")
# Statistic -> heading.
AGREEMENT = {"agreement": "alike", "kappa": "kappa", "ac1": "AC1", "self_alpha": "itself"}
ORDER = {"tau": "tau", "tau_first_8": "of the first 8"}
HABITS = {
    "tie_share": "ties",
    "first_share": "first wins",
    "longer_share": "longer wins",
    "inconsistent_share": "inconsistent",
}
DIGITS = 2


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
    return Provenance({source: ""}, settings, seed, versions()).to_dict()


class ModelsBesidePeople(Record):
    """Tables, sentences, and a doubt about labels that are a model's alone."""

    tables: Sequence[Table]
    sentences: Sequence[str]
    cautions: Sequence[str]

    @classmethod
    def of(cls, campaign: Campaign, given: Answers, runs: Sequence[str]) -> ModelsBesidePeople:
        """What is to be said of a campaign's answers, and of these files of runs."""
        from irassay.formats import read_runs
        from irassay.judging.assessors.model_quality import model_agreements, people_habits

        people = given.in_turn[0]
        judged, by_models = (stands.answered for stands in given.in_turn)
        if not (given.models and judged):
            return cls(tables=[], sentences=[CLI("models.nothing", models=given.models)], cautions=[])
        lengths = campaign.models.lengths()
        read = read_runs(list(runs)) if runs else None
        found = model_agreements(people, given.models, campaign.settings, lengths, read)
        habits = [("people", people_habits(people, lengths)), *((one.name, one.rows) for one in found)]
        tables = [
            _table("Models beside people", AGREEMENT, [(one.name, one.rows) for one in found]),
            _table("Habits", HABITS, habits),
            *(_square(one) for one in found if one.square.any()),
        ]
        sentences = [text for one in found for text in (f"{one.name}: {one.rows[0].note}.", *_order(one))]
        alone = len(by_models - judged)
        holes = CLI("models.alone", alone=alone, tasks=len(by_models | judged)) if alone else ""
        doubts = [*map(_by_chance, found), holes, *map(_never_said, found)]
        return cls(
            tables=[one for one in tables if len(one.columns) > 1],
            sentences=[*sentences, CLI("models.brackets")],
            cautions=[text for text in doubts if text],
        )

    @property
    def parts(self) -> list[Part]:
        """The tables as parts of an answer."""
        return [(one.title, columns_of(one), ()) for one in self.tables]

    def lines(self, screen: Screen) -> list[str]:
        """Everything but the doubt, beside an answer that goes into a file or a pipe."""
        blocks = [
            "\n".join([one.title, *block]) for one in self.tables for block in lines_of(columns_of(one), screen.width)
        ]
        return [*blocks, *(filled(text, screen.prose) for text in self.sentences)]


def _table(title: str, headings: dict[str, str], rows: Sequence[tuple[str, Sequence[Statistic]]]) -> Table:
    """A row for each who has such a statistic, and a column for each statistic that somebody has."""
    cells = [(who, {one.name: one for one in of if one.name in headings and one.tasks}) for who, of in rows]
    cells = [(who, of) for who, of in cells if of]
    names = [name for name in headings if any(name in of for _, of in cells)]
    columns = [Column("", [who for who, _ in cells])]
    if "agreement" in names:
        columns.append(
            Column("tasks", [of["agreement"].tasks if "agreement" in of else 0 for _, of in cells], digits=0)
        )
    columns += [Column(headings[name], [_cell(of.get(name)) for _, of in cells]) for name in names]
    return Table("models", title, columns)


def _order(of: ModelAgreement) -> list[str]:
    """How far runs have one order by people's grades and by the model's, where that was computed."""
    rows = {name: row for name in ORDER if (row := of.row(name)) is not None and row.tasks}
    if not rows:
        return []
    taus = ", ".join(f"{ORDER[name]} {_cell(row)}" for name, row in rows.items())
    return [CLI("models.order", name=of.name, of=rows["tau"].note, taus=taus)]


def _by_chance(of: ModelAgreement) -> str:
    """That nothing shows an agreement, where each kappa's interval holds 0 or lies below; "" elsewhere."""
    kappas = [one for one in of.rows if one.name.startswith("kappa")]
    if not kappas or not all(one.low <= 0 for one in kappas):  # false where there is no interval
        return ""
    return CLI("models.chance", name=of.name, kappa=kappas[0].value, ends=span(kappas[0].low, kappas[0].high, DIGITS))


def _never_said(of: ModelAgreement) -> str:
    """Which answers of people a model never gave, where there are some."""
    by_people = of.square.sum(axis=1)
    never = [i for i, n in enumerate(of.square.sum(axis=0)) if not n and by_people[i]]
    if not never:
        return ""
    n, labels = int(by_people[never].sum()), " or ".join(of.labels[i] for i in never)
    return CLI("models.never", name=of.name, labels=labels, n=n, tasks=int(by_people.sum()))


def _cell(one: Statistic | None) -> str:
    if one is None:
        return ""
    if one.name.endswith(("share", "agreement")):
        value, ends = percent(one.value, 0), f"{percent(one.low, 0)} to {percent(one.high, 0)}"
    else:
        value, ends = number(one.value, DIGITS), span(one.low, one.high, DIGITS)
    return value if one.low != one.low else f"{value} ({ends})"


def _square(of: ModelAgreement) -> Table:
    """The tasks by people's label and the model's."""
    columns = [Column("people", list(of.labels))]
    columns += [Column(name, of.square[:, j].astype(int).tolist(), digits=0) for j, name in enumerate(of.labels)]
    return Table("confusion", CLI("models.square", name=of.name), columns)
