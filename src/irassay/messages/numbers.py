"""Scores, differences, p-values, shares and ranges as text.

A number that is exactly zero is ``0``; one that only rounds to zero keeps its decimals and has no sign. Thousands have
commas, a negative number has a minus sign, a range an en dash (`irassay.drawing.terminal` turns both to ASCII where it
must).
"""

from __future__ import annotations

DASH = "–"
NOTHING = DASH  # where there is no value
INFINITE = float("inf")
NEAR = 0.1  # of the level: a p-value no further from it is near
SMALL_P = 0.001
MOST_DECIMALS = 6  # that show on which side of 0 a number lies
TWO_DIGITS = (0.1, 0.01)  # below each of these p has one decimal more
IN_LATEX = (0.01,)
LEVELS = (0.005, 0.01, 0.05, 0.1)  # where a rounded p would hide on which side it lies


def number(value: float | None, digits: int | None = 4) -> str:
    """A score, a difference or another number; with `digits` None whole, or with four significant digits."""
    if value is None or value != value:  # NaN is unequal to itself
        return NOTHING
    if value == 0:
        return "0"
    size = abs(value)
    if size == INFINITE:
        text = "∞"
    elif digits is None:
        text = f"{size:,.0f}" if float(value).is_integer() else f"{size:,.4g}"
    else:
        text = f"{size:,.{digits}f}"
    return "−" + text if value < 0 and text.strip("0.,") else text


def interval(low: float | None, high: float | None, digits: int = 3, *, between: str = DASH) -> str:
    """The two ends of a range; pass `between` = " to " in columns where an end can be negative."""
    if low is None or high is None or low != low or high != high:
        return NOTHING
    return between.join(signed_ends(low, high, digits))


def span(low: float | None, high: float | None, digits: int = 3) -> str:
    """The two ends of a range in a sentence."""
    return interval(low, high, digits, between=" to ")


def signed_ends(low: float, high: float, digits: int = 3, *, mark: float = 0.0) -> tuple[str, str]:
    """The two ends of an interval of a difference, with more decimals where fewer would round an end to 0 or `mark`."""
    shown = max(decimals_of(low, high, digits=digits, mark=of) for of in (0.0, mark))
    return number(low, shown), number(high, shown)


def decimals_of(*values: float, digits: int, mark: float = 0.0) -> int:
    """How many decimals show of each of these numbers whether it is below or above `mark`; `digits` or a few more."""
    there = [value for value in values if value != mark and value == value]
    shown = (
        more for more in range(digits, MOST_DECIMALS + 1) if all(round(v, more) != round(mark, more) for v in there)
    )
    return next(shown, digits)


def signed(value: float | None, digits: int | None = 4) -> str:
    """A number as `number` writes it, with more decimals where fewer would round its sign away."""
    return number(value, digits if digits is None or value is None else decimals_of(value, digits=digits))


def is_near(p: float, alpha: float) -> bool:
    """Whether a p-value is within a tenth of the level that it is held to, on either side."""
    return abs(p - alpha) <= NEAR * alpha * (1 + 1e-9)


def near(alpha: float) -> str:
    """What it means that a p-value is near this level."""
    return f"so near {alpha:g} that another sample of queries may well decide otherwise"


def deciding_p(p: float, alpha: float) -> str:
    """The p-value that decides, with a word of caution where it is near the level."""
    return f"{p_value(p)} ({near(alpha)})" if is_near(p, alpha) else p_value(p)


def p_value(p: float, steps: tuple[float, ...] = TWO_DIGITS) -> str:
    """A p-value with two significant digits, never zero, and more where they would round it to a level."""
    if p != p:
        return NOTHING
    if p < SMALL_P:
        return f"< {SMALL_P}"
    digits = 2 + sum(p < step for step in steps)
    shortest = f"{p:.{digits}f}"
    for more in range(digits, 7):
        text = f"{p:.{more}f}"
        if float(text) not in LEVELS:
            return text
    return shortest  # it is that level


def percent(part: float, digits: int = 1) -> str:
    """A share from 0 to 1 as a percentage. Only a full share is 100%, and only an empty one is 0%."""
    if part != part or abs(part) == INFINITE:
        return NOTHING
    if part in (0, 1):
        return "100%" if part else "0%"
    return _rounded(part, digits)


def share(part: int, whole: int, digits: int = 1) -> str:
    """The share of two counts as a percentage. Only a full share is 100%, and only an empty one is 0%."""
    if whole == 0:
        return NOTHING
    if part in (0, whole):
        return "100%" if part else "0%"
    return _rounded(part / whole, digits)


def size(n_bytes: float) -> str:
    """A number of bytes."""
    if n_bytes < 50_000:
        return f"{n_bytes / 1e3:.0f} kB"
    return f"{n_bytes / 1e6:.1f} MB" if n_bytes < 1e9 else f"{n_bytes / 1e9:.1f} GB"


def _rounded(part: float, digits: int) -> str:
    """A share strictly between 0 and 1; one that would round to 0% or 100% becomes an inequality."""
    text = f"{100 * part:.{digits}f}"
    step = 10.0**-digits
    if 0 < part < 1 and float(text) == 0:
        return f"< {step:.{digits}f}%"
    if 0 < part < 1 and float(text) == 100:
        return f"> {100 - step:.{digits}f}%"
    return number(100 * part, digits) + "%"
