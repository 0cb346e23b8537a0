"""What every study returns: Sections of Findings, Tables and Figures, with Provenance. Data only.

Figures are a closed list of frozen classes. A study fills them with numbers and names; `drawing` turns one into SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite, nan
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, runtime_checkable

from irassay.errors import InputError, MissingLibrary, cut
from irassay.provenance import Provenance

FORMAT = "irassay.result/1"
_CUT = 60  # characters of a title in a repr
Level: TypeAlias = Literal["settled", "undecided", "note", "warning", "error"]
Doubt: TypeAlias = Literal["queries", "labels", "none"]


class Shown:
    """What a notebook draws. The drawing room stands above this one, and sets `drawer` when it is loaded."""

    __slots__ = ()
    drawer: ClassVar[Callable[[object], str | None] | None] = None

    def _repr_html_(self) -> str | None:
        return None if Shown.drawer is None else Shown.drawer(self)


class _Titled(Shown):
    """A figure prints as its name and title, not as all its numbers."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {_short(self.title)!r}, {len(self.table):,} rows)"  # type: ignore[attr-defined]


def _short(text: str) -> str:
    return text if len(text) <= _CUT else text[: _CUT - 1] + "…"


@dataclass(frozen=True, slots=True)
class Finding(Shown):
    """A sentence with its numbers.

    Attributes
    ----------
    code : str
        A stable name, ``rank-contradicts-score``.
    level, doubt : str
        How sure or how bad, and which doubt it is about.
    text : str
        The sentence.
    numbers : mapping
        Every number in the sentence, by name.
    where : sequence of str
        Examples: systems, queries, ``path:line``.
    effect, action : str
        What it does to the scores, and what to do; "" where there is nothing to say.
    """

    code: str
    level: Level
    doubt: Doubt
    text: str
    numbers: Mapping[str, float | int | str] = field(default_factory=dict)
    where: Sequence[str] = ()
    effect: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A named column of a Table, with its unit and definition. `digits` is how many decimals a person is shown.

    Three units have a written form: "share" (0 to 1, shown as a percentage), "p" (a probability) and "letters" (of tie
    groups, each in a place of its own where there is room).
    """

    name: str
    values: Sequence[Any]
    unit: str = ""
    definition: str = ""
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Table(Shown):
    """Columns of equal length."""

    name: str
    title: str
    columns: Sequence[Column]
    note: str = ""

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def __repr__(self) -> str:
        names = ", ".join(c.name for c in self.columns[:8]) + (", …" if len(self.columns) > 8 else "")
        return f"Table({self.name!r}, {_short(self.title)!r}, {len(self):,} rows: {names})"

    def column(self, name: str) -> Column:
        """The column of that name; KeyError names those there are."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"no column {name!r}; there are {', '.join(c.name for c in self.columns)}")

    def to_pandas(self) -> Any:
        """A pandas DataFrame with one column a Column."""
        return MissingLibrary.load("pandas", "frames").DataFrame({c.name: list(c.values) for c in self.columns})

    def to_polars(self) -> Any:
        """A polars DataFrame with one column a Column."""
        return MissingLibrary.load("polars", "frames").DataFrame(
            {c.name: list(c.values) for c in self.columns}, strict=False
        )


@runtime_checkable
class Figure(Protocol):
    """What all figures have: a name, a title that is a finding, how to read it, and the table behind it."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def how_to_read(self) -> str: ...  # noqa: D102
    @property
    def table(self) -> Table: ...  # noqa: D102


@dataclass(frozen=True, slots=True, repr=False)
class Strip(_Titled):
    """One dot a system on one axis of mean scores; the leaders filled and bracketed."""

    name: str
    title: str
    how_to_read: str
    table: Table  # columns: system, mean, leader (bool)
    axis: str  # what the axis shows: "nDCG@10"
    labelled: Sequence[str] = ()  # systems whose names are printed


@dataclass(frozen=True, slots=True, repr=False)
class LeagueChart(_Titled):
    """The league table with its drawn intervals, bands, rings and brackets.

    The table's columns: rank_low, rank_high, system, same (names of identical systems, comma separated), mean, low,
    high, low50, high50 (interval over queries), lower, estimate, upper (holes; NaN where not computed), judged (share),
    letters, leader (bool), then one column for each metadata column, named ``meta:NAME``.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    brackets: Sequence[tuple[str, int, int]] = ()  # letter, first row, last row (0-based, closed), in row order


@dataclass(frozen=True, slots=True, repr=False)
class PairMatrix(_Titled):
    """Every pair of systems twice: below the diagonal the queries, above it the labels.

    `queries[i][j]` for i > j: "settled" or "open"; `labels[i][j]` for i < j: "settled", "open", "not known", "exactly
    tied" ("" where not computed). Rows and columns are `systems`, best first. The numbers for the sentence of a pair
    are flat lists in the order (0,1), (0,2) ... (n-2,n-1).
    """

    name: str
    title: str
    how_to_read: str
    table: Table  # the counts: state, doubt, pairs
    systems: Sequence[str]
    queries: Sequence[Sequence[str]]
    labels: Sequence[Sequence[str]]
    difference: Sequence[float] = ()
    low: Sequence[float] = ()  # 95% interval of the difference over queries
    high: Sequence[float] = ()
    p: Sequence[float] = ()
    p_corrected: Sequence[float] = ()
    wins: Sequence[tuple[int, int, int]] = ()  # better, worse, equal queries
    labels_low: Sequence[float] = ()  # least and greatest difference over completions
    labels_high: Sequence[float] = ()
    effect: Sequence[float] = ()  # difference in standard deviations of the per-query differences
    family: int = 0  # pairs the correction is over
    alpha: float = 0.05  # the level the test was held to
    assumes: str = ""  # what the numbers take for granted, for the file of all pairs
    ask: str = ""  # the command that answers for two systems, their names to be added


@dataclass(frozen=True, slots=True, repr=False)
class Stacked(_Titled):
    """One bar split into parts, such as all labels by grade. Table columns: part, count."""

    name: str
    title: str
    how_to_read: str
    table: Table
    unit: str = "labels"


@dataclass(frozen=True, slots=True, repr=False)
class Lines(_Titled):
    """Thin lines, one a system, over ranks or queries, in panels, with the panel's mean thick.

    Table columns: panel, series, x, y; with low and high too, one line with a band, dashed beyond the marker. `marker`
    is a dotted vertical line (the measure's depth, the systems that are there), None for none.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    x_axis: str
    y_axis: str
    marker: float | None = None
    marker_text: str = ""
    doubt: Doubt = "labels"
    share: bool = True  # y is a share, drawn from 0 to 100%
    x_scale: Literal["auto", "log"] = "auto"  # auto: logarithmic where x goes far beyond the marker


@dataclass(frozen=True, slots=True, repr=False)
class Bars(_Titled):
    """One horizontal bar a row, with an optional dark part. Table columns: row, value and optionally part."""

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    doubt: Doubt = "labels"
    shown: int = 30  # rows before the rest unfolds


@dataclass(frozen=True, slots=True, repr=False)
class Strips(_Titled):
    """Systems of several kinds: a strip a kind on one axis, under headings; the best of a kind filled and named.

    Table columns: panel (what parts the systems, such as a column of metadata), heading (what stands above its strips),
    kind, system, mean, best (bool). Means whose unit is "share" are drawn in percent. `marker` is a dotted vertical
    line, such as what chance would give; None for none.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    marker: float | None = None
    marker_text: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Scatter(_Titled):
    """One mark a system at two of its numbers, such as its score with one set of labels and with another.

    Table columns: system, x, y and optionally kind, which gives the mark its shape and a legend. Numbers whose unit is
    "share" are drawn in percent.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    x_axis: str
    y_axis: str
    labelled: Sequence[str] = ()  # systems whose names are printed where there is room
    same_scale: bool = False  # x and y are of one measure: both axes have one range, with the line where they are equal
    marker: float | None = None  # a dotted line across, at a y
    marker_text: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Histogram(_Titled):
    """Counts in bins. Table columns: low, high, count."""

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    doubt: Doubt = "queries"


@dataclass(frozen=True, slots=True, repr=False)
class PlaceChart(_Titled):
    """Order stability: in which places a system comes out in resamples of the queries.

    Table columns: system, place, low, high (95% of resamples), low50, high50, first (share in first place).
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    shown: int = 30  # rows before the rest unfolds


@dataclass(frozen=True, slots=True, repr=False)
class QueryChart(_Titled):
    """Per query: the spread of all systems' scores.

    Table columns: query, text, low, q1, median, q3, high, focus (leader's score), relevant, judged; of two systems
    `other` instead of the quartiles.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    focus: str = ""
    other: str = ""  # the second of two systems


@dataclass(frozen=True, slots=True, repr=False)
class Forest(_Titled):
    """A few differences with their intervals, for two to seven systems.

    Table columns: pair, difference, low, high, labels_low, labels_high, sentence.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str


@dataclass(frozen=True, slots=True, repr=False)
class Differences(_Titled):
    """Two systems query by query, largest difference first, and the documents behind the first of these.

    Table columns: query, text, a, b, difference (a minus b). `documents` are tables, one for each of the first rows,
    with the columns document, rank_a, rank_b, grade and, where known, adds and text; the note says what is not shown.
    """

    name: str
    title: str
    how_to_read: str
    table: Table
    axis: str
    a: str
    b: str
    documents: Sequence[Table] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Something to paste: the methods paragraph, a LaTeX table. `language` is "text", "latex", "bibtex" or "shell"."""

    name: str
    title: str
    text: str
    language: str = "text"


Item: TypeAlias = Finding | Table | Figure | Text


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a result; its body in reading order. `standfirst` is a lead sentence, "" for none."""

    name: str
    title: str
    body: Sequence[Item]
    standfirst: str = ""


@dataclass(frozen=True, slots=True)
class Result(Shown):
    """What a study found, in reading order.

    Attributes
    ----------
    title, standfirst : str
        The verdict and what it rests on.
    sections : sequence of Section
    provenance : Provenance
    facts : sequence of str
        Short facts for the line above the title: "63 systems", "53 queries", "10,828 labels", "nDCG@10".
    advice : str
        What to do, in one sentence; stands in bold at the end of the standfirst (it may hold it). "" for none.
    """

    title: str
    standfirst: str
    sections: Sequence[Section]
    provenance: Provenance
    facts: Sequence[str] = ()
    study: str = ""
    advice: str = ""

    def __repr__(self) -> str:
        held = f"{len(self.findings)} findings, {len(self.tables)} tables, {len(self.figures)} figures"
        return f"Result({_short(self.title)!r}, {held})"

    @property
    def findings(self) -> Sequence[Finding]:
        """All sections' findings, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Finding)]

    @property
    def tables(self) -> Sequence[Table]:
        """All sections' tables, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Table)]

    @property
    def figures(self) -> Sequence[Figure]:
        """All sections' figures, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Figure)]

    def to_json(self) -> str:
        """The versioned JSON form, ``irassay.result/1``. Numbers that are not finite become null."""
        import json

        body = {"format": FORMAT, **_encoded(self)}
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """The Result that `to_json` wrote; null in a column of numbers becomes NaN again.

        Raises
        ------
        InputError
            For JSON that is not ``irassay.result/1``.
        """
        import json

        try:
            body = json.loads(text)
        except ValueError as why:
            raise InputError(f"not a saved result: {why}; expected JSON of the format {FORMAT}") from None
        found = body.pop("format", None) if isinstance(body, dict) else None
        if found != FORMAT:
            raise InputError(f"a saved result of the format {cut(found)}, expected {FORMAT}: make it again")
        try:
            result = _decoded(body)
        except (TypeError, KeyError) as why:
            raise InputError(f"a saved result with a part missing: {why}; make it again") from None
        if not isinstance(result, cls):
            raise InputError("a saved result without sections; make it again")
        return result


def _encoded(value: Any) -> Any:
    """JSON values only. A class becomes an object with its name under "kind"."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _encoded(getattr(value, f.name)) for f in fields(value)}
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {str(k): _encoded(v) for k, v in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if hasattr(value, "tolist"):  # an array or a scalar of NumPy
        return _encoded(value.tolist())
    return [_encoded(v) for v in value]


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(v) for v in value)
    if not isinstance(value, dict):
        return value
    kind = value.get("kind")
    parts = {k: _decoded(v) for k, v in value.items()}
    if not isinstance(kind, str) or kind not in _KINDS:
        return parts
    made = _KINDS[kind]
    known = {f.name for f in fields(made)}
    kept = {k: v for k, v in parts.items() if k in known}
    if made is Column:
        kept["values"] = _numbers(kept["values"])
    elif made is PairMatrix:
        kept.update({k: _numbers(kept[k]) for k in _PAIR_NUMBERS if k in kept})
    return made(**kept)


def _numbers(values: Sequence[Any]) -> Sequence[Any]:
    """None among floats is NaN again; other columns are left as they are."""
    kept = [v for v in values if v is not None]
    floats = any(isinstance(v, float) for v in kept)
    if floats and all(isinstance(v, (int, float)) for v in kept):
        return tuple(nan if v is None else v for v in values)
    return values


_PAIR_NUMBERS = ("difference", "low", "high", "p", "p_corrected", "labels_low", "labels_high", "effect")
_KINDS: Mapping[str, type[Any]] = {
    made.__name__: made
    for made in (
        *(Finding, Column, Table, Strip, LeagueChart, PairMatrix, Stacked, Lines, Bars, Histogram, PlaceChart),
        *(QueryChart, Forest, Differences, Strips, Scatter),
        *(Text, Section, Result, Provenance),
    )
}
