"""A study whose answer is a table of numbers: in its text form, or all rows as TSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from irassay.drawing.tables.formats import table_tsv

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


def rows_json(form: str, table: Table, result: Result) -> str:
    """The rows of a table with title, findings and provenance of its study; what is not a number there is null. `form`
    is the name and version of this document."""
    rows = [{column.name: plain(column.values[i]) for column in table.columns} for i in range(len(table))]
    findings = [{"code": f.code, "text": f.text} for f in result.findings]
    document: dict[str, Any] = {"format": form, "title": result.title, "findings": findings, "rows": rows}
    document["provenance"] = result.provenance.to_dict()
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """The value; None for NaN, which JSON has not."""
    return None if value != value else value
