"""How the text of an option becomes its value; ValueError says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from irassay.arguments import LARGEST_GRADE, LEAST_GRADE, MARGIN, MOST_THREADS, number_of_bytes
from irassay.errors import UsageError

_CENT_DIGITS = 2
_MOST_DIGITS = 9  # before the point
MOST_INSTANCES = 1 << 30
T = TypeVar("T", int, float)


def reader(words: str) -> Callable[[str], object]:
    """What reads the texts of an option whose entry says that it `takes` these words, such as ``whole 1 1000``."""
    name, *bounds = words.split()
    return whole(*map(int, bounds)) if name == "whole" else READERS[name]


def number(holds: Callable[[T], bool], expected: str, kind: Callable[[str], T]) -> Callable[[str], T]:
    """A number of a kind for which `holds` is true; `expected` says so in words."""

    def take(text: str) -> T:
        try:
            x = kind(text)
        except ValueError:
            raise ValueError(expected) from None
        if not holds(x):
            raise ValueError(expected)
        return x

    return take


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number from `low` to `high`."""
    expected = f"a whole number from {low:,}{'' if high is None else f' to {high:,}'}"
    return number(lambda n: n >= low and (high is None or n <= high), expected, int)


def money(text: str) -> str:
    """An amount of money as it is written; ValueError where it is none."""
    whole, point, cents = text.partition(".")
    if not (whole.isascii() and whole.isdecimal() and (not point or (cents.isascii() and cents.isdecimal()))):
        raise ValueError("an amount of 0 or more, such as 2.40")
    if len(cents) > _CENT_DIGITS or len(whole) > _MOST_DIGITS:
        raise ValueError("an amount with two decimals at most, such as 2.40")
    return text


def whole_or(is_word: Callable[[str], bool], words: str, most: int | None = None) -> Callable[[str], int | str]:
    """A whole number from 1, or a text for which `is_word` is true; `words` says so behind the number."""

    def take(text: str) -> int | str:
        try:
            return text if is_word(text) else whole(1, most)(text)
        except ValueError as error:
            raise ValueError(f"{error}, {words}") from None

    return take


def grades_of_words(text: str) -> dict[str, int]:
    """The grade of each word, as ``--label-map`` has them."""
    expected = f"WORD=GRADE,..., each word once, with grades of {LEAST_GRADE} to {LARGEST_GRADE}"
    pairs = [part.rpartition("=") for part in text.split(",")]
    words = {word.strip(): int(grade) for word, _, grade in pairs if grade.strip().removeprefix("-").isdecimal()}
    if len(words) < len(pairs) or "" in words or any(abs(grade) > LARGEST_GRADE for grade in words.values()):
        raise ValueError(expected)
    return words


def a_size(text: str) -> str:
    """A number of bytes with its unit, as it is written."""
    try:
        number_of_bytes("memory", text)
    except UsageError:
        raise ValueError("a size of at least 1MB, such as 512MB or 2GB") from None
    return text


def a_width(text: str) -> str:
    """The width of a drawing, as it is written."""
    from irassay.drawing import pictures

    try:
        pictures.width(text)
    except UsageError:
        raise ValueError(pictures.EXPECTED) from None
    return text


def grades(text: str) -> tuple[int, ...]:
    """A scale of grades: ``0..3`` or ``0,1,3``."""
    try:
        if ".." in text:
            low, high = (int(part) for part in text.split(".."))
            scale = tuple(range(low, high + 1))
        else:
            scale = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        scale = ()
    if len(scale) < 2 or min(scale) < -127 or max(scale) > 127:
        raise ValueError("grades such as 0..3 or 0,1,3, from -127 to 127")
    return scale


def flip(text: str) -> tuple[int, int, float]:
    """How likely a grade becomes another: ``1:0:0.2``."""
    try:
        grade, other, share = text.split(":")
        old, new, chance = int(grade), int(other), float(share)
    except ValueError:
        old, new, chance = 0, 0, -1.0
    if not 0 <= chance <= 1 or old == new:
        raise ValueError("two grades and a chance from 0 to 1, such as 1:0:0.2")
    return old, new, chance


def a_band(text: str) -> tuple[int, float]:
    """A band of ranks by its last one, and the share of it to draw."""
    end, _, share = text.partition(":")
    try:
        band = whole(2)(end), float(share)
    except ValueError:
        band = 0, 0.0
    if not 0 < band[1] <= 1:
        raise ValueError("RANK:SHARE, the last rank of the band and a share above 0 and up to 1, such as 100:0.1")
    return band


def sizes(text: str) -> tuple[int, ...]:
    """Numbers of instances: ``1000,4000``, or ``1000..128000``, which doubles."""
    try:
        if ".." in text:
            low, high = (int(part) for part in text.split(".."))
            found = tuple(low << i for i in range(32) if low << i <= high)
        else:
            found = tuple(int(part) for part in text.split(","))
            low = high = min(found)
    except ValueError:
        found, low, high = (), 0, 0
    if not found or low < 2 or max(found) > MOST_INSTANCES or max(found) < high:
        raise ValueError("numbers such as 1000,4000, or 1000..128000, which doubles; from 2 on")
    if low << len(found) - 1 != high and ".." in text:
        raise ValueError(f"doublings of {low:,} up to the last number, such as {low}..{max(found)}")
    return found


READERS: dict[str, Callable[[str], object]] = {
    "share": number(lambda x: 0 <= x <= 1, "a number from 0 to 1", float),
    "open-share": number(lambda x: 0 < x < 1, "a number above 0 and below 1", float),
    "part": number(lambda x: 0 < x <= 1, "a number above 0 and up to 1", float),
    "cosine": number(lambda x: -1 <= x <= 1, "a number from -1 to 1", float),
    "above-zero": number(lambda x: 0 < x < float("inf"), "a number above 0", float),
    "from-zero": number(lambda x: 0 <= x < float("inf"), "a number from 0 on", float),
    "any-number": number(lambda x: abs(x) < float("inf"), "a number", float),
    "difference": number(lambda x: 0 < x < float("inf"), MARGIN, float),
    "money": money,
    "whole-or-half": whole_or(lambda text: text == "half", "or half"),
    "workers": whole_or(
        lambda text: text == "local" or ":" in text, "local, or an address such as tcp://10.0.0.7:8786", MOST_THREADS
    ),
    "grades-of-words": grades_of_words,
    "size": a_size,
    "width": a_width,
    "grades": grades,
    "flip": flip,
    "band": a_band,
    "sizes": sizes,
}
