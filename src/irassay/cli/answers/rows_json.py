"""A study's numbers as JSON: rows with names, the sentences about them, and how they were made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from irassay.result import Result, Table


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
