"""A study whose answer is a table of numbers: in its text form, or all rows as TSV or JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from irassay.cli.answers.rows_json import rows_json
from irassay.drawing.tables.separated_values import table_tsv

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.drawing.terminal import Screen
    from irassay.provenance import Provenance
    from irassay.result import Result, Table


class Study(Protocol):
    """What a study gives that has rows."""

    @property
    def provenance(self) -> Provenance:
        """How it was made."""

    def table(self) -> Table:
        """Every number."""

    def result(self) -> Result:
        """The page."""


Given = TypeVar("Given", bound=Study)


def print_study(study: Given, out: Output, json_format: str, text: Callable[[Given, Screen], None]) -> None:
    """Print a study in the form that is asked for; `json_format` is the name and version of the JSON document. `text`
    prints the text form on a screen."""
    with out.answer(study.provenance.to_dict) as screen:
        if out.form == "json":
            screen.result(rows_json(json_format, study.table(), study.result()))
        elif out.form == "tsv":
            screen.result(table_tsv(study.table()).rstrip("\n"))
        else:
            text(study, screen)
