"""A Table as CSV for spreadsheets and as TSV for programs. Full precision; nothing a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from math import isfinite
from typing import Any

from irassay.drawing.escape import cell
from irassay.result import Table


def table_csv(table: Table) -> str:
    """The table as CSV (RFC 4180) with a heading line; text that begins like a formula gets an apostrophe before it.

    Examples
    --------
    >>> from irassay.result import Column, Table
    >>> table_csv(Table("t", "", [Column("system", ["=1+1", "b"]), Column("mean", [0.5, -0.25])]))
    "system,mean\\r\\n'=1+1,0.5\\r\\nb,-0.25\\r\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([cell(c.name) for c in table.columns])
    for i in range(len(table)):
        writer.writerow([_plain(c.values[i]) for c in table.columns])
    return out.getvalue()


def table_tsv(table: Table) -> str:
    r"""The table as TSV with a heading line; tabs and line ends within text become ``\t`` and ``\n``."""
    lines = ["\t".join(_flat(cell(c.name)) for c in table.columns)]
    lines += ["\t".join(_flat(_plain(c.values[i])) for c in table.columns) for i in range(len(table))]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    """A value at full precision; nothing for what is missing. Numbers keep their sign: only text is guarded."""
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


def _flat(text: str) -> str:
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
