"""Checks of the arguments that functions share: whole numbers, words to choose from, threads."""

from __future__ import annotations

from operator import index

from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T")

INFINITY = float("inf")  # `math` would be one more thing to load
MOST = 2**31 - 1  # the kernel counts depths and draws in 32 bits
MOST_THREADS = 1024
MARGIN = "a number above 0 in the measure's unit, with a point, such as 0.03; leave it out to ask who is better"
LEAST_GRADE, LARGEST_GRADE = -127, 127  # the kernel keeps grades in 8 bits


def whole_number(name: str, value: object, low: int = 1, high: int = MOST) -> int:
    """`value` as an int, NumPy's integers included; UsageError where it is no whole number from `low` to `high`."""
    try:
        number = low - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = low - 1
    if low <= number <= high:
        return number
    within = f"of at least {low:,}" if high == MOST and number < low else f"from {low:,} to {high:,}"
    is_whole = isinstance(value, float) and value.is_integer() and low <= value <= high
    instead = f"; write {name}={int(value)}" if is_whole else ""  # type: ignore[call-overload]
    raise UsageError(f"{name} must be a whole number {within}, but got {name}={value!r}{instead}")


def between(name: str, value: object, low: float = 0.0, high: float = 1.0) -> float:
    """`value` as a float above `low` and below `high`, else UsageError: significance levels, power, persistence."""
    if is_number(value) and low < value < high:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    raise UsageError(f"expected {name} above {low:g} and below {high:g}, but got {name}={value!r}")


def without_nan(*scores: Any) -> None:
    """UsageError where one of these arrays (system, query) holds NaN."""
    if any((x != x).any() for x in scores):
        raise UsageError("scores hold NaN; leave those systems or queries out")


def least_grade(rel: object) -> int:
    """`rel`, or a UsageError where it can't be the least relevant grade."""
    return whole_number("rel", rel, 1, LARGEST_GRADE)


def grade_scale_given(scale: object) -> None:
    """Raise a UsageError where grades can't be multiplied by `scale`; None is no scale."""
    if scale is not None:
        between("grade_scale", scale, 0.0, INFINITY)


def several(name: str, values: Iterable[Any]) -> list[Any]:
    """The values of a sequence; UsageError where it is a single thing."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise UsageError(f"expected {name} as a sequence, but got {name}={values!r}")
    return list(values)


def names_given(name: str, values: str | Iterable[str]) -> tuple[str, ...]:
    """Names, each once; one string is one name."""
    return (values,) if isinstance(values, str) else tuple(dict.fromkeys(several(name, values)))


def is_number(value: object) -> bool:
    """Whether a value is a number other than NaN, NumPy's included; True and False are none."""
    return hasattr(value, "__float__") and not isinstance(value, bool) and value == value


def check_choice(name: str, value: object, choices: Sequence[str | None]) -> None:
    """Raise UsageError where `value` is none of the choices; None among them is "not stated"."""
    if value not in choices:
        raise UsageError(f"{name} must be one of {', '.join(filter(None, choices))}, but got {name}={value!r}")


def number_of_bytes(name: str, value: int | str) -> int:
    """`value` as a number of bytes: a whole number, or text such as 512MB."""
    units = {"KB": 10, "MB": 20, "GB": 30, "TB": 40}
    n = value
    if isinstance(value, str):
        digits, shift = value[:-2].strip(), units.get(value[-2:].upper())
        if not digits.isdecimal() or len(digits) > 9 or shift is None:
            raise UsageError(f"expected {name} as a size such as 512MB or 2GB, but got {name}={value!r}")
        n = int(digits) << shift
    return whole_number(name, n, 1 << 20, 1 << 60)


def number_of_threads(threads: int) -> int:
    """`threads`, or a UsageError where it is no number of threads; 0 is one a core."""
    return whole_number("threads", threads, 0, MOST_THREADS)


def of_keywords(make: Callable[..., T], keywords: Mapping[str, Any]) -> T:
    """What a class, or a function of keywords alone, makes of those among `keywords` that it knows."""
    names = getattr(make, "__kwdefaults__", None) or getattr(make, "__dataclass_fields__", make.__annotations__)
    return make(**{name: keywords[name] for name in names if name in keywords})


def places_of(systems: Sequence[str], names: Iterable[str], *, argument: str) -> list[int]:
    """The place of each name among the systems; UsageError names the argument where one is not there."""
    place = {system: i for i, system in enumerate(systems)}
    for name in names:
        if name not in place:
            raise UsageError(
                f"{argument} names {cut(name)}, which is not among the {len(place):,} systems: "
                f"{', '.join(systems[:5])}{' ...' if len(systems) > 5 else ''}"
            )
    return [place[name] for name in names]
