"""A study whose answer is a table of numbers: in its text form, or all rows as TSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from irassay.cli.next_command import next_command
from irassay.cli.output import Output
from irassay.cli.result_files import page_asked, write_charts, write_page
from irassay.drawing.tables.formats import table_tsv

if TYPE_CHECKING:
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


def present(
    study: Given, verb: str, given: Mapping[str, Any], brief: Callable[[Given, Screen], None],
    whole: Callable[[Given, Screen], None],
) -> None:  # fmt: skip
    """Print a study, `brief` on one screen or as a `whole`, or write its page where ``-o`` names one; then its charts.
    `given` are the values of the verb's options."""
    screen = given["screen"]
    if page_asked(given["output"], given["format"]):
        write_page(study.result(), given["output"], screen)
    else:
        out = Output(screen, given["output"], given["format"], given["color"])
        with out.answer(study.provenance.to_dict) as answer:
            if out.form == "json":
                answer.result(rows_json(f"irassay.{verb}/1", study.table(), study.result()))
            elif out.form == "tsv":
                answer.result(table_tsv(study.table()).rstrip("\n"))
            else:
                (brief if out.on_screen(given["all"]) else whole)(study, answer)
        if out.form == "table":
            screen.next(f"{next_command(verb, given['texts'], given_to=verb)} -o {verb}.html")
    if given["figures"]:
        write_charts(study.result(), given["figures"], given["figure_format"], screen)


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
