"""Results for the verbs that write or print one: errors before the work, rows, charts, pages, and lists of files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from irassay.cli.next_command import next_command
from irassay.cli.output import PAGES, Output
from irassay.errors import UsageError, cut
from irassay.files import is_plain, try_folder
from irassay.messages import capital, plural, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.drawing.charts.drawers import Captions
    from irassay.drawing.terminal import Screen
    from irassay.provenance import Provenance
    from irassay.reporting.figures import Format
    from irassay.result import Result, Table
    from irassay.studies.whatif.study import WhatIf

    Made = TypeVar("Made", Result, WhatIf)


def extras_can_be_written(
    figures: str | None,
    figure_format: Format,
    sheets: str | None = None,
    sheets_by: str | None = None,
    metadata: str | None = None,
) -> None:
    """Raise before the work what would go wrong after it with the charts' format and folder, or those of the sheets."""
    if figures:
        from irassay.drawing.pictures import encoder_of

        encoder_of(figure_format)
        try_folder(figures)
    if sheets:
        try_folder(sheets)
    if sheets_by is not None:
        from irassay.formats import read_metadata
        from irassay.reporting.run_sheets import check_column

        if not sheets or not metadata:
            raise UsageError(f"--sheets-by names a folder for each sheet: add {'--metadata' if sheets else '--sheets'}")
        check_column(sheets_by, read_metadata(metadata).columns)


def recorded(made: Made, **options: object) -> Made:
    """What a study returned, with these options in its provenance; those that were not given are not there."""
    from dataclasses import replace

    given = {name: list(value) if isinstance(value, tuple) else value for name, value in options.items() if value}
    if not given:
        return made
    return replace(made, provenance=replace(made.provenance, options={**made.provenance.options, **given}))


def about_files(result: Result) -> str:
    """How many errors and warnings a page has about the files; "" where there are none."""
    from irassay.result import Finding

    of_files = [f for section in result.sections if section.name == "files" for f in section.body]
    parts = []
    for level in ("error", "warning"):
        n = sum(isinstance(f, Finding) and f.level == level for f in of_files)
        if n:
            parts.append(plural(n, level))
    return f"{' and '.join(parts)} about the files." if parts else ""


def about_metadata(runs: Runs) -> list[str]:
    """What is odd in the metadata of the runs under their own names: what is there, what follows, and what to do."""
    from irassay.preflight import metadata_values

    warnings = [f for f in metadata_values.about_metadata(runs) if f.level == "warning"]
    named = {f.code: ": ".join((f.text, *f.where)) for f in warnings if f.code == "runs-without-metadata"}
    return [f"{named.get(f.code, f.text)}; {f.effect}. {capital(f.action)}." for f in warnings]


def write_charts(result: Result, folder: str | None, figure_format: Format, screen: Screen) -> None:
    """Each chart as a file of the folder, which `screen` says; nothing without a folder."""
    if folder:
        from irassay.reporting import write_figures

        screen.result(figures_written(write_figures(result, folder, format=figure_format), folder))


def sheets_written(n: int, folder: str) -> str:
    """How many sheets were written where."""
    return f"{folder}  {plural(n, 'sheet')}, none of which names another run; index.csv says whose each is"


def figures_written(paths: Sequence[object], folder: str, *, captions: Captions = "shown") -> str:
    """How many figures were written where."""
    how = "each with its title and how to read it" if captions == "shown" else "without titles and captions"
    return f"{folder}  {plural(len(paths), 'figure')}, {how}"


def size_of(path: str) -> str:
    """How large a written file is, and for a page that it stands alone."""
    if not is_plain(path):
        return "not a file, written to where it is"
    how_large = size(os.path.getsize(path))
    return f"{how_large}, one file, no network needed" if path.endswith(PAGES) else how_large


def page_asked(output: str | None, form: str | None) -> bool:
    """Whether the answer is to be a page, by the file's name; UsageError where another form is asked for too."""
    to_page = bool(output) and str(output).lower().endswith(PAGES)
    if to_page and form:
        raise UsageError(f"--format {form} and -o {cut(output)} ask for two things; leave one out")
    return to_page


def write_page(result: Result, to: str, screen: Screen) -> None:
    """The result as a page; `screen` says how large it is, and its headline."""
    result.write(to)
    screen.result(f"{to}  {size_of(to)}")
    screen.say(result.title)
    screen.next(f"open {to}")


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
    """Print a study, `brief` on one screen or `whole`, or write its page; then its charts. `given` are the options."""
    screen = given["screen"]
    if page_asked(given["output"], given["format"]):
        write_page(study.result(), given["output"], screen)
    else:
        out = Output(screen, given["output"], given["format"], given["color"])
        with out.answer(study.provenance.to_dict) as answer:
            if out.form == "json":
                answer.result(rows_json(f"irassay.{verb}/1", study.table(), study.result()))
            elif out.form == "tsv":
                from irassay.drawing.tables.formats import table_tsv

                answer.result(table_tsv(study.table()).rstrip("\n"))
            else:
                (brief if out.on_screen(given["all"]) else whole)(study, answer)
        if out.form == "table":
            screen.next(f"{next_command(verb, given['texts'], given_to=verb)} -o {verb}.html")
    if given["figures"]:
        write_charts(study.result(), given["figures"], given["figure_format"], screen)


def rows_json(form: str, table: Table, result: Result) -> str:
    """The rows of a table with title, findings and provenance; `form` is the document's name and version."""
    rows = [{column.name: plain(column.values[i]) for column in table.columns} for i in range(len(table))]
    findings = [{"code": f.code, "text": f.text} for f in result.findings]
    document: dict[str, Any] = {"format": form, "title": result.title, "findings": findings, "rows": rows}
    document["provenance"] = result.provenance.to_dict()
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """The value; None for NaN, which JSON has not."""
    return None if value != value else value
