"""The parts of a Result: Findings, Tables, Texts, and the fields of all figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias

from irassay.errors import MissingLibrary
from irassay.messages.names import parts

_CUT = 60  # characters of a title in a repr
Level: TypeAlias = Literal["settled", "undecided", "note", "warning", "error"]
Doubt: TypeAlias = Literal["queries", "labels", "none"]


class Shown:
    """What a notebook draws. The drawing room sets `drawer` when it is loaded; until then it prints as text."""

    __slots__ = ()
    drawer: ClassVar[Callable[[object], str | None] | None] = None

    def _repr_html_(self) -> str | None:
        return None if Shown.drawer is None else Shown.drawer(self)


@dataclass(frozen=True, slots=True)
class View(Shown):
    """A noun at a glance: what it is, facts about it, and a table of which a notebook shows the beginning."""

    ROWS: ClassVar[int] = 12  # of the table; the others are counted

    kind: str
    facts: Sequence[str] = ()
    table: Table | None = None
    note: str = ""


def short(text: str) -> str:
    """The start of a title, for a repr."""
    return text if len(text) <= _CUT else text[: _CUT - 1] + "…"


@dataclass(frozen=True, slots=True)
class Finding(Shown):
    """A sentence with its numbers; a text with marked names is kept without the marks, and the names as `mentions`."""

    code: str  # a stable name, ``rank-contradicts-score``
    level: Level  # how sure or how bad
    doubt: Doubt  # which doubt it is about
    text: str
    numbers: Mapping[str, float | int | str] = field(default_factory=dict)  # every number in the sentence, by name
    where: Sequence[str] = ()  # examples, for people: systems, queries, ``path:line``
    effect: str = ""  # what it does to the scores; "" where nothing is to say
    action: str = ""  # what to do; "" where nothing is to say
    systems: Sequence[str] = ()  # those it is about, by whole name: what programs read
    # names in `text`: first character, one after the last; None: not marked
    mentions: Sequence[tuple[int, int]] | None = None
    items: Sequence[int] = ()  # where each item of a list begins, from 0; () for one paragraph

    def __post_init__(self) -> None:
        text, mentions = parts(self.text)
        if mentions:
            object.__setattr__(self, "text", text)
            object.__setattr__(self, "mentions", mentions)

    @property
    def names(self) -> list[str]:
        """The names that the sentence marks, in the order of the text."""
        return [self.text[a:b] for a, b in self.mentions or ()]


@dataclass(frozen=True, slots=True)
class Column:
    """A named column of a Table; `digits` is how many decimals a person is shown, `heading` what stands above it, ""
    for the name. Three units have a written form: "share" (percent), "p" (a probability) and "letters" (of tie
    groups)."""

    name: str
    values: Sequence[Any]
    unit: str = ""
    definition: str = ""
    digits: int | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Table(Shown):
    """Columns of equal length. `marks` names the column of yes and no whose rows stand out; "" for none."""

    name: str
    title: str
    columns: Sequence[Column]
    note: str = ""
    marks: str = ""

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def __repr__(self) -> str:
        names = ", ".join(c.name for c in self.columns[:8]) + (", …" if len(self.columns) > 8 else "")
        return f"Table({self.name!r}, {short(self.title)!r}, {len(self):,} rows: {names})"

    def column(self, name: str) -> Column:
        """The column of that name; KeyError names those there are."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"no column {name!r}; there are {', '.join(c.name for c in self.columns)}")

    def rows(self, places: Iterable[int]) -> Table:
        """The rows at these places, in their order."""
        at = list(places)
        columns = [replace(column, values=[column.values[row] for row in at]) for column in self.columns]
        return replace(self, columns=columns)

    def to_pandas(self) -> Any:
        """A pandas DataFrame with one column a Column."""
        return MissingLibrary.load("pandas", "frames").DataFrame({c.name: list(c.values) for c in self.columns})

    def to_polars(self) -> Any:
        """A polars DataFrame with one column a Column."""
        return MissingLibrary.load("polars", "frames").DataFrame(
            {c.name: list(c.values) for c in self.columns}, strict=False
        )


@dataclass(frozen=True, slots=True, repr=False)
class Figure(Shown):
    """What all figures have: a name, a title that is a finding, how to read it, and the table behind it."""

    name: str
    title: str
    how_to_read: str
    table: Table

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {short(self.title)!r}, {len(self.table):,} rows)"


@dataclass(frozen=True, slots=True)
class Text:
    """Something to paste: the methods paragraph, a LaTeX table. `language` is "text", "latex", "bibtex" or "shell"."""

    name: str
    title: str
    text: str
    language: str = "text"
