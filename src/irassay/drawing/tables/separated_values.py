"""A Table as CSV for spreadsheets and as TSV for programs, in full precision and without cells that run as formulas."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from math import isfinite
from typing import Any

from irassay.drawing.escape import cell
from irassay.drawing.tables import text
from irassay.result import Column, Table


def with_definitions(table: Table) -> Table:
    """The table with a column that holds, in the first row, the definitions of its numbers and their assumptions."""
    by_text: dict[str, list[str]] = {}
    for column in table.columns:
        if column.definition and any(_plain(v) for v in column.values):
            by_text.setdefault(column.definition.rstrip("."), []).append(column.name)
    definitions = " ".join(f"{', '.join(names)}: {text}." for text, names in by_text.items())
    if not definitions or not len(table):
        return table
    return replace(table, columns=[*table.columns, Column("definitions", [definitions, *[""] * (len(table) - 1)])])


def table_csv(table: Table) -> str:
    """The table as CSV (RFC 4180) with a heading line; text that begins like a formula gets a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([cell(c.name) for c in table.columns])
    for i in range(len(table)):
        writer.writerow([_plain(c.values[i]) for c in table.columns])
    return out.getvalue()


def table_tsv(table: Table) -> str:
    r"""The table as TSV with a heading line; tabs and line ends within text become ``\t`` and ``\n``."""
    lines = ["\t".join(text.one_line(cell(c.name)) for c in table.columns)]
    lines += ["\t".join(text.one_line(_plain(c.values[i])) for c in table.columns) for i in range(len(table))]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    """A value in full precision; "" where it is missing. Only text is guarded, so numbers keep their sign."""
    if value is None:
        return ""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if isfinite(value) else ""
    if isinstance(value, (list, tuple)):
        return cell(", ".join(_plain(v) for v in value))
    return cell(value)
