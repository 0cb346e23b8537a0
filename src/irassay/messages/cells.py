"""Text in cells that a spreadsheet opens: what would run as a formula there, and how it is kept from it."""

from __future__ import annotations

FORMULA = ("=", "+", "-", "@")
APOSTROPHE = "'"


def as_cell(text: str) -> str:
    """Text with an apostrophe in front where a spreadsheet would take it for a formula; `of_cell` takes it off."""
    return APOSTROPHE + text if _begins_formula(text) else text


def of_cell(cell: str) -> str:
    """The text that `as_cell` made a cell of."""
    rest = cell.removeprefix(APOSTROPHE)
    return rest if rest != cell and _begins_formula(rest) else cell


def _begins_formula(text: str) -> bool:
    return text.lstrip(" \t\r\n" + APOSTROPHE).startswith(FORMULA)
