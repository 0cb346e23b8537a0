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
    """A score, a difference or another number; with `digits` None whole, or with four significant digits.

    >>> number(0.74943), number(-0.02, 3), number(10828, 0), number(None)
    ('0.7494', '−0.020', '10,828', '–')
    >>> number(0.0), number(-0.0001, 3)
    ('0', '0.000')
    >>> number(10828.0, None), number(0.5, None)
    ('10,828', '0.5')
    """
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
    """The two ends of a range; pass `between` = " to " in columns where an end can be negative.

    >>> interval(0.707, 0.792), interval(-0.021, 0.051, between=" to "), interval(None, None)
    ('0.707–0.792', '−0.021 to 0.051', '–')
    >>> interval(-0.0003, 0.012, between=" to ")  # on which side of 0 it begins
    '−0.0003 to 0.0120'
    """
    if low is None or high is None or low != low or high != high:
        return NOTHING
    return between.join(signed_ends(low, high, digits))


def span(low: float | None, high: float | None, digits: int = 3) -> str:
    """The two ends of a range in a sentence.

    >>> span(-0.0214, 0.0507)
    '−0.021 to 0.051'
    """
    return interval(low, high, digits, between=" to ")


def signed_ends(low: float, high: float, digits: int = 3) -> tuple[str, str]:
    """The two ends of an interval of a difference, with more decimals where fewer would round an end's sign away.

    >>> signed_ends(0.00021, 0.0213), signed_ends(-0.0213, 0.0507), signed_ends(0.0, 0.1)
    (('0.0002', '0.0213'), ('−0.021', '0.051'), ('0', '0.100'))
    """
    shown = decimals_of(low, high, digits=digits)
    return number(low, shown), number(high, shown)


def decimals_of(*values: float, digits: int) -> int:
    """How many decimals show of each of these numbers whether it is below or above 0; `digits` or a few more.

    Where six don't show it, the number differs from 0 by rounding, and `digits` it is.

    >>> decimals_of(0.00021, 0.0213, digits=3), decimals_of(0.0, -0.1, digits=3), decimals_of(1e-17, digits=3)
    (4, 3, 3)
    """
    there = [value for value in values if value and value == value]
    return next((more for more in range(digits, MOST_DECIMALS + 1) if all(round(v, more) for v in there)), digits)


def signed(value: float | None, digits: int | None = 4) -> str:
    """A number as `number` writes it, with more decimals where fewer would round its sign away.

    >>> signed(-0.00021, 3), signed(0.0213, 3), signed(0.0, 3), signed(None)
    ('−0.0002', '0.021', '0', '–')
    """
    return number(value, digits if digits is None or value is None else decimals_of(value, digits=digits))


def is_near(p: float, alpha: float) -> bool:
    """Whether a p-value is within a tenth of the level that it is held to, on either side.

    >>> [is_near(p, 0.05) for p in (0.0502, 0.045, 0.055, 0.0449, 0.056, float("nan"))]
    [True, True, True, False, False, False]
    """
    return abs(p - alpha) <= NEAR * alpha * (1 + 1e-9)


def near(alpha: float) -> str:
    """What it means that a p-value is near this level.

    >>> near(0.05)
    'within a tenth of the level 0.05: another sample of queries may well turn it'
    """
    return f"within a tenth of the level {alpha:g}: another sample of queries may well turn it"


def deciding_p(p: float, alpha: float) -> str:
    """The p-value that decides, with a word of caution where it is near the level.

    >>> deciding_p(0.43, 0.05), deciding_p(0.0502, 0.05)[:41]
    ('0.43', '0.0502 (within a tenth of the level 0.05:')
    """
    return f"{p_value(p)} ({near(alpha)})" if is_near(p, alpha) else p_value(p)


def p_value(p: float, steps: tuple[float, ...] = TWO_DIGITS) -> str:
    """A p-value with two significant digits, never zero, and more where they would round it to a level.

    >>> p_value(0.4312), p_value(0.0042), p_value(0.0007), p_value(1.0), p_value(float("nan"))
    ('0.43', '0.0042', '< 0.001', '1.00', '–')
    >>> p_value(0.0503), p_value(0.0497), p_value(0.05), p_value(0.0242), p_value(0.0996)
    ('0.0503', '0.0497', '0.050', '0.024', '0.0996')
    """
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
    """A share from 0 to 1 as a percentage. Only a full share is 100%, and only an empty one is 0%.

    >>> percent(0.445), percent(0.99999), percent(1.0), percent(0.0001), percent(0.0)
    ('44.5%', '> 99.9%', '100%', '< 0.1%', '0%')
    >>> percent(0.445, 0), percent(-0.02)
    ('44%', '−2.0%')
    """
    if part != part or abs(part) == INFINITE:
        return NOTHING
    if part in (0, 1):
        return "100%" if part else "0%"
    return _rounded(part, digits)


def share(part: int, whole: int, digits: int = 1) -> str:
    """The share of two counts as a percentage. Only a full share is 100%, and only an empty one is 0%.

    >>> share(814, 1830), share(1830, 1830), share(0, 5), share(9999, 10000), share(1, 100000), share(0, 0)
    ('44.5%', '100%', '0%', '> 99.9%', '< 0.1%', '–')
    """
    if whole == 0:
        return NOTHING
    if part in (0, whole):
        return "100%" if part else "0%"
    return _rounded(part / whole, digits)


def size(n_bytes: float) -> str:
    """A number of bytes.

    >>> size(400), size(2_345_678), size(7.2e10)
    ('0 kB', '2.3 MB', '72.0 GB')
    """
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
