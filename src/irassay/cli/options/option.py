"""An option of the command line, and how its text is read."""

from __future__ import annotations

from collections.abc import Callable

from irassay.arguments import LARGEST_GRADE, LEAST_GRADE, MOST_THREADS
from irassay.errors import UsageError
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


RUN_LEFT_OUT = "a run that is read as if its file were not there; repeat it for more"
MAIN_MEASURE = "a measure; the first is the main one, repeat it for more"
ANSWER_OR_PAGE = "write the answer to FILE, and FILE.provenance.json beside it; .html is a page"
SAME_TEXTS = "the documents' texts, tab-separated or JSON lines: finds the same text under several ids"
RUN_TO = "write the run to FILE, by which it is named"
LIST_LENGTH = "how many documents a list has, at most"
BY_SUFFIX = "where to write: .html, .json, .csv, .tsv, .tex or .txt, by suffix"
MAX_SEED = 2**64 - 1
_CENT_DIGITS = 2
_MOST_DIGITS = 9  # before the point
_FILE_VALUES = (
    *("FILE", "DIR", "QRELS", "RUN", "RESULT", "QUERIES", "TEXTS", "INDEX", "TEST", "CAMPAIGN", "TASKS"),
    "PREFERENCES",
    "SET",
)

# The headings of a long help, in their order.
FILES = "Files"
SCORING = "Scores"
COMPARISON = "Comparison over queries"
MISSING = "Missing labels"
JUDGING = "What is judged, and what becomes of labels"
SEARCH = "Index and search"
LEAKS = "Leaks"
BESIDE = "Texts and facts beside the scores"
CAMPAIGN = "The campaign, and who judges"
DECISION = "Exit code"
ANSWER = "Answer"
GROUPS = (FILES, SCORING, COMPARISON, MISSING, JUDGING, SEARCH, LEAKS, CAMPAIGN, BESIDE, DECISION, ANSWER)


class Option(Record):
    """One option, by its Python `name`, the same in every function that has it; `spelling` is ``("-m", "--measure")``,
    one capitalised word for an operand, or else the name; `also` still work. The default, which `shown` words, is
    False for a switch, () where repeated. `takes` makes the value of the text, or raises ValueError with what was
    expected. `count` is 0 for a switch, 2 for a pair, "+" for one or more, None for one. `writes` says what the verb
    writes there, "" where it reads."""

    name: str
    help: str
    group: str
    spelling: tuple[str, ...] = ()
    default: Any = None
    shown: str = ""
    value: str = ""
    takes: Callable[[str], object] | None = None
    choices: tuple[str, ...] = ()
    count: int | str | None = None
    repeated: bool = False
    also: tuple[str, ...] = ()
    writes: str = ""

    def __post_init__(self) -> None:
        self.spelling = self.spelling or (f"--{self.name.replace('_', '-')}",)
        self.default = False if self.count == 0 else () if self.repeated and self.default is None else self.default
        is_shown = self.default is not None and self.default is not False and self.default != ()
        self.shown = self.shown or (str(self.default) if is_shown else "")
        self.value = self.value or "|".join(self.choices)

    def but(self, **values: Any) -> Self:
        """The same with other values; what help says of the default and the choices follows them."""
        derived = {of: "" for name, of in (("default", "shown"), ("choices", "value")) if name in values}
        return super().but(**derived | values)

    @property
    def operand(self) -> bool:
        """Whether it is given by place and not by name."""
        return not self.spelling[0].startswith("-")

    @property
    def files(self) -> bool:
        """Whether its value is a file or a folder."""
        return (self.spelling[0] if self.operand else self.value).rstrip(".") in _FILE_VALUES

    @property
    def usage(self) -> str:
        """How it is written: ``-m, --measure MEASURE``."""
        if self.operand:
            return self.spelling[0] + ("..." if self.count in ("+", "*") else "")
        return ", ".join(self.spelling) + (f" {self.value}" if self.value else "")


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number from `low` to `high`."""
    expected = f"a whole number from {low:,}{'' if high is None else f' to {high:,}'}"

    def take(text: str) -> int:
        try:
            n = int(text)
        except ValueError:
            raise ValueError(expected) from None
        if n < low or (high is not None and n > high):
            raise ValueError(expected)
        return n

    return take


def number(holds: Callable[[float], bool], expected: str) -> Callable[[str], float]:
    """A number for which `holds` is true; `expected` says so in words."""

    def take(text: str) -> float:
        try:
            x = float(text)
        except ValueError:
            raise ValueError(expected) from None
        if not holds(x):
            raise ValueError(expected)
        return x

    return take


open_share = number(lambda x: 0 < x < 1, "a number above 0 and below 1")
share = number(lambda x: 0 <= x <= 1, "a number from 0 to 1")


def money(text: str) -> str:
    """An amount of money as it is written; ValueError where it is none."""
    whole, point, cents = text.partition(".")
    if not (whole.isascii() and whole.isdecimal() and (not point or (cents.isascii() and cents.isdecimal()))):
        raise ValueError("an amount of 0 or more, such as 2.40")
    if len(cents) > _CENT_DIGITS or len(whole) > _MOST_DIGITS:
        raise ValueError("an amount with two decimals at most, such as 2.40")
    return text


def whole_or_half(text: str) -> int | str:
    """How many come first: a whole number, or the word half."""
    if text == "half":
        return text
    try:
        return whole(1)(text)
    except ValueError as error:
        raise ValueError(f"{error}, or half") from None


def some_workers(text: str) -> int | str:
    """Who does shards: a number of processes, the word local, or the address of a scheduler."""
    if text == "local" or ":" in text:
        return text
    try:
        return whole(1, MOST_THREADS)(text)
    except ValueError as error:
        raise ValueError(f"{error}, local, or an address such as tcp://10.0.0.7:8786") from None


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
    from irassay.arguments import number_of_bytes

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


above_zero = number(lambda x: 0 < x < float("inf"), "a number above 0")


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
