"""The league table for the template: rows with texts, marks and brackets, and the filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from irassay.drawing.charts import league as chart
from irassay.drawing.charts.sheet import Scale, text_width
from irassay.drawing.escape import markup
from irassay.drawing.tables.formats import heading
from irassay.messages import number, percent, span
from irassay.result import LeagueChart

FILTERS_FROM = 8  # least number of systems for which the table has filters
BOLD = 14.5  # size of plain text as wide as a bold heading of 12 pixels
COLUMNS = 5  # most metadata columns shown; the others can still be searched and filtered
LAST_FREE = 97.0  # percent of the axis beyond which a label is left of its line, clear of the next heading
_CHOICES = 60  # most distinct values of a column with a list of choices


@dataclass(frozen=True)
class Row:
    """One system."""

    number: int
    rank: str
    rank_key: str
    rank_bootstrap: str
    bootstrap_key: str
    system: str
    same: Sequence[str]
    leader: bool
    aside: str
    flag: str
    why: str
    letters: str
    rest: str
    pieces: Markup
    heads: Sequence[tuple[str, str]]
    marks: Markup
    aloud: str
    mean: str
    judged: str
    meta: Sequence[str]


@dataclass(frozen=True)
class Filter:
    """The values of a metadata column, each with its number of systems; "" means not stated."""

    column: int
    name: str
    values: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Meta:
    """A metadata column: its name, its class, and its width in pixels."""

    name: str
    css: str
    width: int
    head: Markup


@dataclass(frozen=True)
class LeagueView:
    """The table."""

    rows: Sequence[Row]
    axis: str
    ticks: Sequence[tuple[str, str, bool]]
    grid: str
    has: dict[str, bool]
    meta: Sequence[Meta]
    filters: Sequence[Filter]
    name_width: int
    lanes_width: int
    score_width: int
    row_height: int
    filterable: bool


def league_view(figure: LeagueChart) -> LeagueView:
    """Rows, axis and filters of a league chart."""
    n = len(figure.table)
    scale = chart.league_scale(figure)
    pieces, heads, rest, n_lanes = chart.bracket_pieces(figure)
    meta = [c for c in figure.table.columns if c.name.startswith("meta:")]
    ticks = [(text, scale.percent(value)) for text, value in chart.axis_labels(scale)]
    at_end = ticks[-1:] if ticks and float(ticks[-1][1].rstrip("%")) > LAST_FREE else []
    values = {
        name: chart.column(figure, name)
        for name in ("mean", "low", "lower", "estimate", "judged", "letters", "rank_low", "bootstrap_low")
    }
    has = {name: any(v is not None and v == v and v != "" for v in column) for name, column in values.items()}
    rows = [
        _row(figure, i, scale, pieces[i], heads[i], rest[i], [str(c.values[i] or "") for c in meta]) for i in range(n)
    ]
    return LeagueView(
        rows=rows,
        axis=figure.axis,
        ticks=[(text, place, tick in at_end) for tick in ticks for text, place in [tick]],
        grid=",".join(f"linear-gradient(var(--hair),var(--hair)) {place} 0/1px 100% no-repeat" for _, place in ticks),
        has=has,
        meta=_columns(figure),
        filters=_filters(figure),
        name_width=_name_width(rows),
        lanes_width=max(int(n_lanes * chart.LANE + 22), 64),
        score_width=max(int(text_width(figure.axis + " ↓", 14)) + 30, 92),
        row_height=chart.row_height(n),
        filterable=n >= FILTERS_FROM,
    )


def _row(
    figure: LeagueChart,
    i: int,
    scale: Scale,
    piece: str,
    heads: Sequence[tuple[str, float]],
    rest: str,
    meta: Sequence[str],
) -> Row:
    cell = {c.name: c.values[i] for c in figure.table.columns}
    digits = figure.table.column("mean").digits
    mean = cell["mean"]
    low, high = cell.get("rank_low"), cell.get("rank_high")
    second = cell.get("bootstrap_low"), cell.get("bootstrap_high")
    ends = cell.get("low"), cell.get("high")  # as text, for screen readers and for print without the drawing
    return Row(
        number=i,
        rank=chart.rank_text(low, high),
        rank_key=_rank_key(low, high),
        rank_bootstrap=chart.rank_text(*second) if chart.finite(second[0]) else "",
        bootstrap_key=_rank_key(*second),
        system=str(cell["system"]),
        same=cell.get("same") or (),
        leader=bool(cell.get("leader")),
        **{name: str(cell.get(name) or "") for name in ("aside", "flag", "why", "letters")},
        rest=rest,
        pieces=Markup(piece),
        heads=[(letter, f"{x:.0f}") for letter, x in heads],
        marks=Markup(chart.row_marks(figure, i, scale)),
        aloud=span(*ends) if all(map(chart.finite, ends)) else "",
        mean=number(float(mean), 3 if digits is None else digits) if chart.finite(mean) else "",
        judged=percent(float(cell["judged"])) if chart.finite(cell.get("judged")) else "",
        meta=meta,
    )


def _rank_key(low: object, high: object) -> str:
    """The sort key of a range of ranks: the best rank, then the worst."""
    if not chart.finite(low) or not chart.finite(high):
        return ""
    return f"{int(low) * 10000 + int(high)}"  # type: ignore[call-overload]


def _name_width(rows: Sequence[Row]) -> int:
    """Width in pixels of the longest name with its marks, up to a limit; longer names are cut, with a full tooltip."""
    size = 13 if len(rows) > 100 else 14
    need = [
        text_width(row.system, size) * 1.06 + 24 * bool(row.same) + 16 * bool(row.aside) + 16 * bool(row.flag)
        for row in rows
    ]
    return int(min(max(*need, 128, 0) + 38, 260))


def _columns(figure: LeagueChart) -> list[Meta]:
    """The metadata columns; the one with most values, the group, is hidden first on a narrow screen."""
    meta = [c for c in figure.table.columns if c.name.startswith("meta:")]
    sizes = [len({str(v) for v in c.values}) for c in meta]
    widest = sizes.index(max(sizes)) if len(sizes) > 1 else -1
    narrow = [i for i, size in enumerate(sizes) if size > 1 or len(figure.table) == 1][:COLUMNS]
    columns = []
    for i, c in enumerate(meta):
        css = "meta wide" if i == widest else "meta" if i in narrow else "meta extra"
        head, body = heading(c), [str(v or "") for v in c.values]
        need = max(text_width(head, BOLD), *(text_width(v, 12.5) for v in body)) + 12
        heading_text = Markup(markup(head).replace("_", "_<wbr>"))
        columns.append(Meta(head, css, int(min(max(need, 44), 124 if i == widest else 96)), heading_text))
    return columns


def _filters(figure: LeagueChart) -> list[Filter]:
    filters = []
    for i, c in enumerate(c for c in figure.table.columns if c.name.startswith("meta:")):
        counts = Counter(str(v or "") for v in c.values)
        names = sorted(v for v in counts if v)
        if len(names) + ("" in counts) >= 2 and names and len(names) <= _CHOICES:
            values = [(v, counts[v]) for v in [*names, *([""] if "" in counts else [])]]
            filters.append(Filter(i, heading(c), values))
    return filters
