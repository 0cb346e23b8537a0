"""The text of a table's heading, and of its cell by type and by the column's unit and digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irassay.messages import NOTHING, TWO_DIGITS, p_value, percent, signed
from irassay.result import Column


def heading(column: Column) -> str:
    """What a person reads above a column. Names from files are left as they are."""
    name = column.name
    return column.heading or (name.replace("_", " ") if name.isidentifier() else name.removeprefix("meta:"))


def cell_text(value: Any, *, digits: int | None = None, unit: str = "", p_steps: tuple[float, ...] = TWO_DIGITS) -> str:
    """The text of one value; a dash where there is none."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, (bool,)) or type(value).__name__ == "bool":
        return "yes" if value else "no"
    if isinstance(value, Sequence):
        return ", ".join(cell_text(v, digits=digits, unit=unit) for v in value) or NOTHING
    try:
        plain = float(value)
    except (TypeError, ValueError):
        return str(value)
    if unit.startswith("share"):
        return percent(plain, 1 if digits is None else max(digits - 2, 0))
    if unit == "p":
        return p_value(plain, p_steps)
    return signed(plain, digits)


def is_numeric(values: Sequence[Any]) -> bool:
    """Whether a column holds numbers and is right-aligned; empty cells are ignored."""
    cells = [v for v in values if v is not None and v != ""]
    return bool(cells) and all(
        not isinstance(v, (str, bytes, bool)) and type(v).__name__ != "bool" and hasattr(v, "__float__") for v in cells
    )
