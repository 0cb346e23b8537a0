"""How numbers and names stand in a sentence. Everything here is a pure function from values to a string.

The sentences themselves are in each study's ``words`` files; they all speak through these few functions, so that a
number looks the same wherever it appears.
"""

from __future__ import annotations

from collections.abc import Sequence

HOW = "How to read it. "  # opens the caption of every figure
NAMES_SHOWN = 12  # names in one sentence before "and 9 more"
SMALL_P = 0.001
_ONES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count(n: int) -> str:
    """A whole number with thousands parted.

    >>> count(1830)
    '1,830'
    """
    return f"{n:,}"


def plural(n: int, noun: str, several: str = "") -> str:
    """A count with its noun; `several` is the plural where an s won't do.

    >>> plural(1, "pair"), plural(1830, "pair"), plural(2, "query", "queries")
    ('1 pair', '1,830 pairs', '2 queries')
    """
    return f"{count(n)} {noun if n == 1 else several or noun + 's'}"


def spelled(n: int, *, capital: bool = False) -> str:
    """Small whole numbers as words, others as figures.

    >>> spelled(3), spelled(0), spelled(63), spelled(1, capital=True)
    ('three', 'no', '63', 'One')
    """
    text = _ONES[n] if 0 <= n < len(_ONES) else count(n)
    return text[:1].upper() + text[1:] if capital else text


def number(x: float, digits: int) -> str:
    """A decimal number with a true minus sign; what rounds to zero has no sign.

    >>> number(-0.0214, 3), number(-0.0001, 3), number(0.0, 4)
    ('−0.021', '0.000', '0.0000')
    """
    if x != x:
        return "–"
    text = f"{x:.{digits}f}"
    if float(text) == 0:
        return text.lstrip("-")
    return text.replace("-", "−")


def span(low: float, high: float, digits: int = 3) -> str:
    """An interval in words.

    >>> span(-0.0214, 0.0507)
    '−0.021 to 0.051'
    """
    return f"{number(low, digits)} to {number(high, digits)}"


def share(part: int, whole: int, digits: int = 1) -> str:
    """A share in percent; 100% and 0% only where they are exact.

    >>> share(814, 1830), share(1830, 1830), share(0, 5), share(9999, 10000), share(1, 100000)
    ('44.5%', '100%', '0%', '99.9%', '0.1%')
    """
    if whole == 0:
        return "–"
    if part == whole:
        return "100%"
    if part == 0:
        return "0%"
    step = 10.0**-digits
    percent = min(max(100.0 * part / whole, step), 100.0 - step)
    return f"{percent:.{digits}f}%"


def fraction(value: float, digits: int = 1) -> str:
    """A share that is known as a number from 0 to 1, in percent.

    >>> fraction(0.998), fraction(1.0), fraction(0.99999)
    ('99.8%', '100%', '99.9%')
    """
    if value != value:
        return "–"
    return share(round(value * 10**9), 10**9, digits)


def p_value(p: float) -> str:
    """A p-value: two digits from 0.01 up, three below, never zero.

    >>> p_value(0.4312), p_value(0.0042), p_value(0.00001), p_value(1.0)
    ('0.43', '0.004', '< 0.001', '1.00')
    """
    if p < SMALL_P:
        return "< 0.001"
    return f"{p:.2f}" if p >= 0.01 else f"{p:.3f}"


def distance(bucket: str) -> str:
    """How far apart two systems are, from the name of their bucket of p-values.

    >>> distance("p<0.01"), distance("0.01<=p<0.05"), distance("p>=0.05"), distance("identical")
    ('p below 0.01', 'p from 0.01 to 0.05', 'p of 0.05 or more', 'the same score on every query')
    """
    if bucket.startswith("p<"):
        return f"p below {bucket[2:]}"
    if bucket.startswith("p>="):
        return f"p of {bucket[3:]} or more"
    low, between, high = bucket.partition("<=p<")
    return f"p from {low} to {high}" if between else "the same score on every query"


def panel(bucket: str, size: int) -> str:
    """A bucket of pairs as the heading of its panel.

    >>> panel("p<0.01", 5877)
    'p below 0.01 (5,877)'
    """
    return f"{distance(bucket)} ({count(size)})"


def listed(names: Sequence[str], shown: int = NAMES_SHOWN) -> str:
    """Names in a sentence; beyond `shown` they are counted.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c", "d"], 3)
    ('a', 'a and b', 'a, b and 2 more')
    """
    names = list(names)
    if len(names) > shown:
        return f"{', '.join(names[: shown - 1])} and {count(len(names) - shown + 1)} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def roughly(n: float) -> int:
    """An extrapolated count, rounded up so that it doesn't promise precision: to tens below 100, then to two figures.

    >>> roughly(83.2), roughly(141), roughly(2080)
    (90, 150, 2100)
    """
    step = 10
    while n >= step * 100:
        step *= 10
    if n < 100:
        step = 10
    return int(-(-n // step) * step)


def nth_part(part: int, whole: int) -> str:
    """A share in everyday words, for a title.

    >>> nth_part(6490, 10828), nth_part(0, 5), nth_part(5, 5), nth_part(1, 2)
    ('three in five', 'none', 'all', 'half')
    """
    if part == 0 or whole == 0:
        return "none"
    if part == whole:
        return "all"
    ratio = part / whole
    if ratio < 0.045:
        return share(part, whole)
    named = {(1, 2): "half", (1, 3): "a third", (2, 3): "two thirds", (1, 4): "a quarter", (3, 4): "three quarters"}
    options = [(a, b) for b in (2, 3, 4, 5, 10) for a in range(1, b)]
    a, b = min(options, key=lambda ab: (round(abs(ratio - ab[0] / ab[1]), 6), ab[1]))
    if abs(ratio - a / b) > 0.025:
        return share(part, whole, 0)
    return named.get((a, b), f"{spelled(a)} in {spelled(b)}")
