"""A Result without a page: its main table as CSV, TSV or LaTeX, or all of it as words."""

from __future__ import annotations

from irassay.drawing.latex import table_latex
from irassay.drawing.separated import table_csv, table_tsv
from irassay.errors import UsageError
from irassay.result import Figure, Finding, LeagueChart, Result, Table, Text

_LEVELS = {"error": "✗ error", "warning": "▲ warning", "note": "· note"}


def main_table(result: Result) -> Table:
    """The league where there is one, else the first table; UsageError for a result without any."""
    for figure in result.figures:
        if isinstance(figure, LeagueChart):
            return figure.table
    for table in (*result.tables, *(f.table for f in result.figures)):
        return table
    raise UsageError("this result has no table; write it as .txt, .json or .html")


def main_csv(result: Result) -> str:
    """The main table as CSV."""
    return table_csv(main_table(result))


def main_tsv(result: Result) -> str:
    """The main table as TSV."""
    return table_tsv(main_table(result))


def main_latex(result: Result) -> str:
    """The LaTeX that the study made to be pasted; where it made none, the main table."""
    made = [
        item.text
        for section in result.sections
        for item in section.body
        if isinstance(item, Text) and item.language == "latex"
    ]
    return "\n".join(made) if made else table_latex(main_table(result))


def words(result: Result) -> str:
    """Everything that can be said without drawing: verdict, findings, tables, texts to paste."""
    lines = [" · ".join(result.facts), "", result.title, "", result.standfirst, result.advice]
    for section in result.sections:
        lines += ["", "", section.title.upper(), section.standfirst]
        for item in section.body:
            lines += ["", *_item(item)]
    return "\n".join(_collapsed(lines)) + "\n"


def _item(item: object) -> list[str]:
    if isinstance(item, Finding):
        head = f"{_LEVELS[item.level]}  {item.text}" if item.level in _LEVELS else item.text
        return [head, *(f"  {part}" for part in (item.effect, item.action) if part)]
    if isinstance(item, Text):
        return [item.title, item.text]
    if isinstance(item, Table):
        return [item.title, table_tsv(item)]
    if isinstance(item, Figure):
        return [item.title, item.how_to_read, table_tsv(item.table)]
    return []


def _collapsed(lines: list[str]) -> list[str]:
    """No more than two empty lines in a row, none at the start."""
    out: list[str] = []
    for line in lines:
        if line or (out and out[-2:] != ["", ""]):
            out.append(line)
    return out
