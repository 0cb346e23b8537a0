"""Checks of the arguments that functions share: whole numbers, words to choose from, threads."""

from __future__ import annotations

from operator import index

from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 2**31 - 1  # the kernel counts depths and draws in 32 bits
MOST_THREADS = 1024


def whole_number(name: str, value: object, low: int = 1, high: int = MOST) -> int:
    """`value` as an int, NumPy's integers included.

    Raises
    ------
    UsageError
        It is no whole number from `low` to `high`.

    Examples
    --------
    >>> whole_number("depth", 10)
    10
    >>> whole_number("depth", 0)
    Traceback (most recent call last):
    irassay.errors.UsageError: depth must be a whole number of at least 1, but got depth=0
    """
    try:
        number = low - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = low - 1
    if low <= number <= high:
        return number
    within = f"of at least {low:,}" if high == MOST and number < low else f"from {low:,} to {high:,}"
    raise UsageError(f"{name} must be a whole number {within}, but got {name}={value!r}")


def check_choice(name: str, value: object, choices: Sequence[str | None]) -> None:
    """Raise a UsageError where `value` is none of the choices; None among them is "not stated".

    >>> check_choice("keep", "all", ("queries", "summary"))
    Traceback (most recent call last):
    irassay.errors.UsageError: keep must be one of queries, summary, but got keep='all'
    """
    if value not in choices:
        raise UsageError(f"{name} must be one of {', '.join(filter(None, choices))}, but got {name}={value!r}")


def number_of_threads(threads: int) -> int:
    """`threads`, or a UsageError where it is no number of threads; 0 is one a core."""
    return whole_number("threads", threads, 0, MOST_THREADS)
