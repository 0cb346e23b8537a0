"""How a value is written for a person: digits, thousands, minus sign, shares, small p, and a dash for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

NOTHING = "–"


def number(value: float, digits: int | None = None) -> str:
    """A number with thousands separated and a real minus sign; a whole number without decimals unless asked.

    >>> number(10828), number(-0.0214, 3), number(0.5)
    ('10,828', '−0.021', '0.5')
    """
    if not isfinite(value):
        return NOTHING
    if digits is None:
        text = f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"
    else:
        text = f"{value:,.{digits}f}"
        if float(text.replace(",", "")) == 0:  # −0.000 is 0.000
            text = f"{0:.{digits}f}"
    return text.replace("-", "−")


def share(value: float, digits: int = 1) -> str:
    """A share as a percentage. Only all is 100% and only none is 0%.

    >>> share(0.466), share(0.99999), share(1.0), share(0.0001), share(0)
    ('46.6%', '> 99.9%', '100%', '< 0.1%', '0%')
    """
    if not isfinite(value):
        return NOTHING
    if value in (0, 1):
        return f"{value * 100:.0f}%"
    step = 10.0**-digits
    percent = round(value * 100, digits)
    if 0 < value < 1 and percent >= 100:
        return f"> {100 - step:.{digits}f}%"
    if 0 < value < 1 and percent <= 0:
        return f"< {step:.{digits}f}%"
    return f"{percent:.{digits}f}%".replace("-", "−")


def probability(value: float) -> str:
    """A p-value: two digits above 0.01, three below, never 0.

    >>> probability(0.4321), probability(0.0042), probability(0.00001)
    ('0.43', '0.004', '< 0.001')
    """
    if not isfinite(value):
        return NOTHING
    if value < 0.001:
        return "< 0.001"
    return f"{value:.2f}" if value >= 0.01 else f"{value:.3f}"


def shown(value: Any, *, digits: int | None = None, unit: str = "") -> str:
    """A table's cell as a person reads it, by its type and its column's unit and digits."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, (bool,)) or type(value).__name__ == "bool":
        return "yes" if value else "no"
    if isinstance(value, Sequence):
        return ", ".join(shown(v, digits=digits, unit=unit) for v in value) or NOTHING
    try:
        plain = float(value)
    except (TypeError, ValueError):
        return str(value)
    if unit.startswith("share"):
        return share(plain, 1 if digits is None else max(digits - 2, 0))
    if unit == "p":
        return probability(plain)
    return number(plain, digits)


def is_numeric(values: Sequence[Any]) -> bool:
    """True for a column of numbers, which stands right-aligned; empty cells don't decide."""
    kept = [v for v in values if v is not None and v != ""]
    return bool(kept) and all(
        not isinstance(v, (str, bytes, bool)) and type(v).__name__ != "bool" and hasattr(v, "__float__") for v in kept
    )
