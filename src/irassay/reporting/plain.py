"""Plain forms of a Result: its main table as CSV, TSV or LaTeX, or all of it as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import takewhile

from irassay.drawing.charts import curves, scatter, strips
from irassay.drawing.escape import visible
from irassay.drawing.tables import text
from irassay.drawing.tables.formats import (
    cell_text,
    heading,
    is_numeric,
    table_csv,
    table_latex,
    table_tsv,
    with_definitions,
)
from irassay.errors import UsageError
from irassay.reporting.verdict import ANSWERS, SHARES
from irassay.result import Curves, Differences, Figure, Finding, LeagueChart, Result, Scatter, Strips, Table, Text

WIDTH = 80
MOST_ROWS = 400
RESULTS = "results"  # name of the table with one row per run
_LEVELS = {"error": "✗ error", "warning": "▲ warning", "note": "· note"}


def main_table(result: Result) -> Table:
    """The league if there is one, else the table named results, else the first table; UsageError without any."""
    for figure in result.figures:
        if isinstance(figure, LeagueChart):
            return figure.table
    results = results_table(result)
    if results is not None:
        return results
    for table in (*result.tables, *(f.table for f in result.figures)):
        return table
    raise UsageError("this result has no table; write it as .txt, .json or .html")


def results_table(result: Result) -> Table | None:
    """The table named results, with every run's scores; None where there is none."""
    return next((table for table in result.tables if table.name == RESULTS), None)


def main_csv(result: Result) -> str:
    """The main table as CSV."""
    return table_csv(with_definitions(main_table(result)))


def main_tsv(result: Result) -> str:
    """The main table as TSV."""
    return table_tsv(with_definitions(main_table(result)))


def main_latex(result: Result) -> str:
    """The LaTeX text of the study; the main table where there is none."""
    texts = [
        item.text
        for section in result.sections
        for item in section.body
        if isinstance(item, Text) and item.language == "latex"
    ]
    return "\n".join(texts) + "\n" if texts else table_latex(main_table(result))


def words(result: Result) -> str:
    """The result as text in 80 columns: verdict, findings, tables and texts to paste."""
    lines = [" · ".join(visible(f) for f in result.facts), "", *_filled(result.title), ""]
    lines += _filled(result.standfirst)
    lines += _filled(result.advice)
    for section in result.sections:
        lines += ["", "", visible(section.title).upper(), *_filled(section.standfirst)]
        for item in section.body:
            lines += ["", *_item(item)]
    return "\n".join(_without_gaps(lines)) + "\n"


def _item(item: object) -> list[str]:
    if isinstance(item, Finding):
        return [line for part in (*_finding_lines(item), item.effect, item.action) for line in _filled(part)]
    if isinstance(item, Text):
        return [*_filled(item.title), "", *visible(item.text).split("\n")]
    if isinstance(item, Table):
        return [*_table(item), *_filled(item.note)]
    if isinstance(item, Differences):
        head = [*_filled(item.title), *_filled(item.how_to_read), "", *_table(item.table, titled=False)]
        return head + [line for table in item.documents for line in (*_table(table), *_filled(table.note), "")]
    if isinstance(item, Figure):
        return [*_filled(item.title), *_filled(item.how_to_read), "", *_table(behind(item), titled=False)]
    return []


def behind(figure: Figure) -> Table:
    """The table behind a figure, in readable form."""
    if isinstance(figure, Curves):
        return curves.behind(figure)
    if isinstance(figure, Scatter):
        return scatter.behind(figure)
    return strips.behind(figure) if isinstance(figure, Strips) else figure.table


def _finding_lines(finding: Finding) -> tuple[str, ...]:
    """A finding's sentence: in the verdict under its fixed heading, elsewhere after its level."""
    if finding.code in ANSWERS:
        return ANSWERS[finding.code], finding.text
    if finding.code in SHARES:
        return f"Settled by the {SHARES[finding.code]}", finding.text
    return (f"{_LEVELS[finding.level]}  {finding.text}" if finding.level in _LEVELS else finding.text,)


def _table(table: Table, *, titled: bool = True) -> list[str]:
    """A table in aligned columns; for very long tables only a reference to the other forms."""
    head = [*_filled(table.title), ""] if titled else []
    if not len(table):
        return head
    if len(table) > MOST_ROWS:
        return [*head, f"{len(table):,} rows: in the .json form."]
    columns = []
    for c in table.columns:
        cells = [visible(cell_text(v, digits=c.digits, unit=c.unit)) for v in c.values]
        align = "right" if is_numeric(c.values) else "left"
        columns.append(text.TextColumn(heading(c), cells, align=align))
    blocks = text.lines_of(columns, WIDTH, n_keys=_n_keys(columns))
    return [*head, *(line for block in blocks for line in (*block, ""))]


def _n_keys(columns: Sequence[text.TextColumn]) -> int:
    """The leading columns of words that tell rows apart: the fewest whose cells differ, all where none do."""
    words = list(takewhile(lambda column: column.align == "left", columns))
    for n in range(1, len(words)):
        rows = list(zip(*(column.cells for column in words[:n])))
        if len(set(rows)) == len(rows):
            return n
    return max(1, len(words))


def _filled(sentence: str) -> list[str]:
    """A sentence wrapped into lines; a command stays on one line, so that it can be copied."""
    if sentence.startswith("irassay "):
        return [visible(sentence)]
    return textwrap.wrap(visible(sentence), WIDTH, break_long_words=False, break_on_hyphens=False)


def _without_gaps(lines: list[str]) -> list[str]:
    """No more than two empty lines in a row, none at the start."""
    out: list[str] = []
    for line in lines:
        if line or (out and out[-2:] != ["", ""]):
            out.append(line.rstrip())
    return out
