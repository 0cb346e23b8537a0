"""`irassay.write_run_sheets`: for each run a page and a CSV file that name no other run, as a track sends them."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from inspect import Parameter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from irassay.drawing.charts.drawers import WIDTHS
from irassay.drawing.escape import cell
from irassay.drawing.tables.formats import table_csv, table_html
from irassay.errors import UsageError, cut
from irassay.files import make_folder, try_folder, write_whole
from irassay.messages import listed
from irassay.progress import Progress
from irassay.reporting.blocks import drawings_of, unique
from irassay.reporting.page import style, templates
from irassay.reporting.write import writing
from irassay.result import Column, Result
from irassay.studies.run_sheets import sheets_of

if TYPE_CHECKING:
    from typing import Unpack

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.studies.run_sheets.study import Options

PathName: TypeAlias = str | PathLike[str]

INDEX = "index"  # which file is whose; for the organiser
LONGEST_NAME = 80  # characters of a file name that come from a system's name
TABLE_ROWS = 2000  # on the page; the CSV file has all
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
_WIDTHS = WIDTHS[:2]  # a phone, and a column that fits on A4


def write_run_sheets(
    qrels: PathName | Qrels,
    runs: PathName | Sequence[PathName] | Runs,
    *,
    to: PathName,
    by: str | None = None,
    **options: Unpack[Options],
) -> Mapping[str, Path]:
    """Write for each run a page and a CSV file: its score on each query beside the lowest, median and highest of all.

    Parameters
    ----------
    qrels, runs
        As for `irassay.overview`.
    to : path
        The folder, made where it is not there. ``NAME.html`` and ``NAME.csv`` for each run; characters of its name that
        some file system can't hold become ``_``. ``index.csv`` says which file is whose: the one file that names all,
        with the metadata of `Runs` that have some (`Runs.with_metadata`), such as their groups.
    by : str, optional
        A column of this metadata, such as ``"group"``: each sheet goes into a folder in `to` named by the run's value,
        which can be sent as it is; sheets of runs without a value, and ``index.csv``, stay in `to`.
    **options
        measures, query_texts, doc_texts, duplicates, rename, queries, ties, alpha, n_resamples, seed, threads,
        residual, input_format, grade_scale and label_map as for `irassay.overview`, with its defaults; and overview,
        the Result of the same files with the same options: then nothing is tested again; and left_out, runs that don't
        count and get no sheet: their names, or name -> reason, which stands in ``index.csv``.

    Returns
    -------
    mapping of str to Path
        System -> its page.

    Raises
    ------
    InputError
        Files that can't be read in one way only.
    UsageError
        `to` is a file, or there is no column `by`.

    Examples
    --------
    >>> import irassay, tempfile
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> lists = {"mine/1": {"q1": {"a": 1.0}}, "theirs": {"q2": {"b": 1.0}}}
    >>> pages = write_run_sheets(qrels, irassay.Runs.from_dict(lists), to=tempfile.mkdtemp())
    >>> pages["mine/1"].name
    'mine_1.html'
    """
    try_folder(to)
    from irassay.collection.runs import Runs

    about = _columns(runs) if isinstance(runs, Runs) else {}
    if by is not None:
        check_column(by, about)
    left_out = options.get("left_out", ())
    reasons = left_out if isinstance(left_out, Mapping) else dict.fromkeys(left_out, "left out")
    sheets, folder = sheets_of(qrels, runs, **options), Path(to)
    make_folder(folder)
    names, pages = file_names(sheets), {}
    places = _folders(sheets, {} if by is None else about[by])
    for place in set(places.values()):
        make_folder(folder / place)
    with Progress("Writing sheets", len(sheets)) as progress:
        for system, result in sheets.items():
            pages[system] = folder / places[system] / f"{names[system]}.html"
            write_whole(pages[system], sheet_page(result, names[system]).encode("utf-8", "backslashreplace"))
            write_whole(pages[system].with_suffix(".csv"), sheet_csv(result).encode("utf-8", "backslashreplace"))
            progress.step(1)
    files = {system: page.relative_to(folder).as_posix() for system, page in pages.items()}
    write_whole(folder / f"{INDEX}.csv", _index(files, about, reasons).encode("utf-8", "backslashreplace"))
    return pages


def check_column(name: str, columns: Collection[str]) -> None:
    """Raise where the metadata have no column of this name."""
    if name not in columns:
        there = f"the columns are {listed(list(columns))}" if columns else "the runs have no metadata"
        raise UsageError(f"sheets by {cut(name)}: {there}")


_BY = Parameter("by", Parameter.KEYWORD_ONLY, default=None, annotation="str | None")
write_run_sheets.__signature__ = writing(sheets_of, "Mapping[str, Path]", _BY)  # type: ignore[attr-defined]


def _folders(systems: Iterable[str], values: Mapping[str, str]) -> dict[str, str]:
    """System -> the folder of its sheet, named by its value; "" without one."""
    those = {system: values.get(system, "") for system in systems}
    names = file_names(dict.fromkeys(filter(None, those.values())))
    return {system: names.get(value, "") for system, value in those.items()}


def file_names(systems: Iterable[str]) -> dict[str, str]:
    """System -> a name of a file that every file system can hold, each once, also where case makes no difference."""
    files, names = {INDEX}, {}
    for system in systems:
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in system)[:LONGEST_NAME]
        plain = plain.strip("._").lstrip("-") or "run"  # a name that a spreadsheet or a shell takes for no other thing
        if plain.partition(".")[0].lower() in _RESERVED:
            plain += "_" if "." not in plain else ""
            plain = plain.replace(".", "_")
        names[system] = unique(plain, files)
    return names


def _columns(runs: Runs) -> dict[str, Mapping[str, str]]:
    """The metadata of runs, where copies without a row have their group."""
    from irassay.collection.metadata import group_column
    from irassay.collection.runs import run_groups

    columns: dict[str, Mapping[str, str]] = dict(runs.metadata.columns)
    by = group_column(columns)
    return {name: run_groups(runs) if name == by else of for name, of in columns.items()}


def _index(files: Mapping[str, str], about: Mapping[str, Mapping[str, str]], reasons: Mapping[str, str]) -> str:
    columns = dict(about)
    if reasons:
        columns["no sheet because"] = reasons
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["system", "file", *map(cell, columns)])
    for system, file in {**files, **dict.fromkeys(reasons, "")}.items():
        writer.writerow([cell(system), file, *(cell(of.get(system, "")) for of in columns.values())])
    return out.getvalue()


def sheet_csv(result: Result) -> str:
    """All measures of a sheet as CSV, one row a measure and query."""
    parts = [
        replace(table, columns=[Column("measure", [table.column("score").unit] * len(table)), *table.columns])
        for table in result.tables
    ]
    columns = [
        replace(c, values=[v for part in parts for v in part.columns[i].values]) for i, c in enumerate(parts[0].columns)
    ]
    return table_csv(replace(parts[0], columns=columns))


def sheet_page(result: Result, name: str) -> str:
    """The page of one run."""
    figure, table = result.figures[0], result.tables[0]
    # With three decimals, and without the unit in each heading, which the title has.
    columns = [replace(c, unit="", digits=None if c.digits is None else 3) for c in table.columns]
    return (
        templates()
        .get_template("sheet.html.j2")
        .render(
            result=result,
            findings=result.findings,
            figure=figure,
            drawings=drawings_of(figure, "sheet", _WIDTHS),
            table=Markup(table_html(replace(table, columns=columns), limit=TABLE_ROWS)),
            csv=f"{name}.csv",
            style=Markup(_style()),
        )
    )


@cache
def _style() -> str:
    return style(":root", "sheet.css")
