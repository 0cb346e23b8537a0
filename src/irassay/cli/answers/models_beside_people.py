"""What `irassay labels --source all` says of models: how far they agree with people, and their habits beside theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import columns_of
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import filled, lines_of
from irassay.messages import number, percent, span
from irassay.record import Record
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.cli.answers.one_screen import Part
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.answer_sources import Answers
    from irassay.judging.assessors.model_quality import ModelAgreement
    from irassay.judging.assessors.statistic import Statistic
    from irassay.judging.store.campaign import Campaign

AGREEMENT = {  # statistic -> heading
    "agreement": "alike",
    "kappa": "kappa",
    "ac1": "AC1",
    "self_alpha": "itself",
}
ORDER = {"tau": "tau", "tau_first_8": "of the first 8"}
HABITS = {
    "tie_share": "ties",
    "first_share": "first wins",
    "longer_share": "longer wins",
    "inconsistent_share": "inconsistent",
}
DIGITS = 2


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
    ends = span(kappas[0].low, kappas[0].high, DIGITS)
    return CLI("models.chance", name=of.name, kappa=kappas[0].value, ends=ends)


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
