"""Sections of a Result for the templates: each item is a block with a kind and its finished drawings."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from irassay.drawing.charts import differences, matrix
from irassay.drawing.charts.drawers import SQUARE_WIDTHS, WIDTHS, can_draw, draw
from irassay.drawing.charts.lines import by_system
from irassay.drawing.tables.formats import table_html
from irassay.messages import number
from irassay.reporting.league import LeagueView, league_view
from irassay.reporting.plain import RESULTS, behind, results_table
from irassay.reporting.verdict import VERDICT_CODES
from irassay.result import (
    Bars,
    Differences,
    Figure,
    Finding,
    Forest,
    LeagueChart,
    Lines,
    PairMatrix,
    PlaceChart,
    Result,
    Scatter,
    Section,
    Table,
    Text,
)

ROWS_WHOLE = 80  # most rows of a chart shown at once, with one row per system; further rows unfold
SMALL_SIDE = 600  # largest matrix in pixels with its legend close beside it
# Tables and charts that few readers need: folded whatever their length.
ASIDE = (
    "weighted-taus", "under-holes", "under-holes-assumed", "left-out", "runs-left-out", "outside-pool",
    "coverage-by-depth",
)  # fmt: skip
OPEN = ("league", "pairs", "bets", "answer", "results")  # what stands behind the last of these is folded
UNFOLDED = 24  # most rows of a table that is not folded
WIDE = 6  # least columns of a table that no phone has room for; less are enough where two of them hold texts
TEXT = 24  # characters of a cell from which on it is text, and no name
FEW_ROWS = 60  # most rows of such a table that become lines on a phone; longer ones scroll sideways
TABLE_ROWS = 9  # most rows of a folded table; the JSON form has all of them
MANY_COLUMNS, FEWEST_ROWS = 10, 5  # a table with more columns, or of a chart that few need, shows fewer rows
DOCUMENTS = 3  # most documents of a query

_HEADINGS = {"labels": "Above the diagonal: the labels", "queries": "Below the diagonal: the queries"}


@dataclass(frozen=True)
class PageSystems:
    """The systems of a page, for all charts: their numbers in the page, and the leaders."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    leaders: Collection[str] = ()


@dataclass(frozen=True)
class DifferenceRow:
    """One query of two systems: the texts of its row, its marks, and the documents behind it."""

    query: str
    text: str
    a: str
    b: str
    difference: str
    marks: Markup
    documents: Markup


@dataclass(frozen=True)
class Block:
    """One item: "figure", "aside" (folded), "league", "matrix", "differences", "results", "table", "folded", "text",
    "findings" or "notes"."""

    kind: str
    key: str
    item: Any = None
    how: str = ""
    drawings: Sequence[Markup] = ()
    table: str = ""
    league: LeagueView | None = None
    findings: Sequence[Finding] = ()
    legend: Sequence[Triangle] = ()
    rest: Sequence[Markup] = ()
    n_rest: int = 0
    sentences: Sequence[tuple[str, str]] = ()
    first_two: str = ""
    label: str = ""  # id of the sentence that is its title, where that stands elsewhere
    side: int = 0
    rows: Sequence[DifferenceRow] = ()


@dataclass(frozen=True)
class SectionView:
    """A section with its blocks, folded behind its finding where it has one."""

    name: str
    title: str
    short_title: str
    standfirst: str
    blocks: Sequence[Block]
    finding: str = ""


def systems_of(result: Result) -> Sequence[str]:
    """The systems in the order of the league, the matrix, the results or the points: their numbers in the page."""
    for figure in result.figures:
        if isinstance(figure, LeagueChart):
            return [str(v) for v in figure.table.column("system").values]
    for figure in result.figures:
        if isinstance(figure, PairMatrix):
            return list(figure.systems)
    results = results_table(result)
    if results is not None:
        return [str(v) for v in results.columns[0].values]
    scatters = (figure for figure in result.figures if isinstance(figure, Scatter))
    return list(dict.fromkeys(str(v) for one in scatters for v in one.table.column("system").values))


def leaders_of(result: Result) -> Collection[str]:
    """The leaders of the league: systems to which no other is significantly superior."""
    for figure in result.figures:
        if isinstance(figure, LeagueChart):
            cells = {c.name: c.values for c in figure.table.columns}
            return {str(s) for s, lead in zip(cells["system"], cells.get("leader", ())) if lead}
    return ()


def section_views(result: Result, numbers: Mapping[str, int]) -> list[SectionView]:
    """All sections. Consecutive findings are one list; those of the verdict or of a folded table stand there alone."""
    keys: set[str] = set()
    page_systems = PageSystems(numbers, leaders_of(result))
    names = [s.name for s in result.sections]
    n_open = 1 + max((names.index(name) for name in OPEN if name in names), default=len(names))
    return [_section(s, page_systems, keys, folded=i >= n_open) for i, s in enumerate(result.sections)]


def _section(section: Section, page_systems: PageSystems, keys: set[str], *, folded: bool) -> SectionView:
    """A section; folded, its finding is its standfirst, or else the title of a chart, its first sentence, a title."""
    name, blocks = _key(section.name, keys), _blocks(section, page_systems, keys)
    short, standfirst, finding = section.short_title or section.title, section.standfirst, ""
    if folded:
        said = [(isinstance(b.item, Table), b.item.title) for b in blocks if b.item]
        said += [(False, one.text) for b in blocks for one in b.findings]
        finding, standfirst = standfirst or min(said, key=itemgetter(0), default=("", section.title))[1], ""
        blocks = [replace(b, label=f"{name}-finding") if b.item and b.item.title == finding else b for b in blocks]
        blocks = [
            replace(b, findings=[f for f in b.findings if f.text != finding or f.where or f.effect or f.action])
            for b in blocks
        ]
        blocks = [b for b in blocks if b.item or b.findings]
        finding, standfirst = (finding, "") if blocks or not section.body else ("", finding)
    return SectionView(name, section.title, short, standfirst, blocks, finding)


def _blocks(section: Section, page_systems: PageSystems, keys: set[str]) -> list[Block]:
    blocks: list[Block] = []
    tables = {item.name for item in section.body if isinstance(item, Table) and _is_folded(item)}
    notes = {one.code: one.text for one in section.body if isinstance(one, Finding) and one.code in tables}
    for item in section.body:
        if isinstance(item, Finding):
            if item.code in (*VERDICT_CODES, *notes):
                continue
            kind = "notes" if item.level == "note" else "findings"
            if blocks and blocks[-1].kind == kind:
                blocks[-1] = replace(blocks[-1], findings=(*blocks[-1].findings, item))
            else:
                blocks.append(Block(kind, _key(f"{section.name}-findings", keys), findings=(item,)))
            continue
        key = _key(f"figure-{item.name}", keys)
        if isinstance(item, Text):
            blocks.append(Block("text", key, item))
        elif isinstance(item, Table):
            blocks.append(_table(replace(item, note=f"{notes.get(item.name, '')} {item.note}".strip()), key))
        else:
            blocks.append(_figure(item, key, page_systems))
    return blocks


def _table(table: Table, key: str) -> Block:
    """The complete, sortable table of results; other tables are folded if they are long or secondary."""
    if table.name == RESULTS:
        return Block("results", key, table, table=Markup(table_html(table, css="data sortable")))
    kind = "folded" if _is_folded(table) else "table"
    in_rows = len(table) <= FEW_ROWS and (len(table.columns) >= WIDE or _of_texts(table))
    limit, shown = (_rows_of(table), replace(table, title="")) if kind == "folded" else (None, table)
    html = table_html(shown, limit=limit, narrow="rows" if in_rows else "scroll")
    return Block(kind, key, table, table=Markup(html))


def _is_folded(table: Table) -> bool:
    return len(table) > UNFOLDED or table.name in ASIDE


def _rows_of(table: Table) -> int:
    """Most rows of a folded table."""
    wide = len(table.columns) > MANY_COLUMNS
    return FEWEST_ROWS if wide or (table.name in ASIDE and len(table) > TABLE_ROWS) else TABLE_ROWS


def _of_texts(table: Table) -> bool:
    """Whether two texts stand beside other columns: on a phone each would have a word a line."""
    texts = [c for c in table.columns if any(isinstance(value, str) and len(value) > TEXT for value in c.values)]
    return len(texts) >= 2 and len(table.columns) >= len(texts) + 2


def _figure(figure: Figure, key: str, page_systems: PageSystems) -> Block:
    if isinstance(figure, LeagueChart):
        whole = draw(figure, WIDTHS[-1], numbers=page_systems.numbers)
        svg = whole.svg(key=f"{key}s", title=figure.title, description=figure.how_to_read)
        return Block("league", key, figure, _how(figure), [Markup(svg)], league=league_view(figure))
    if isinstance(figure, Differences):
        return _differences(figure, key, page_systems)
    widths = SQUARE_WIDTHS if isinstance(figure, PairMatrix) else WIDTHS
    drawings = drawings_of(figure, key, widths, page_systems) if can_draw(figure) else []
    behind = replace(_behind(figure), title="")
    table = Markup(table_html(behind, limit=_rows_of(behind)))
    if isinstance(figure, PairMatrix):
        first_two = shlex.join(figure.systems[:2])
        legend = legend_of(figure)
        side = int(matrix.drawn_width(figure, SQUARE_WIDTHS[-1]))
        return Block(
            "matrix", key, figure, _how(figure), drawings, table,
            legend=legend, first_two=first_two, side=side if side <= SMALL_SIDE else 0,
        )  # fmt: skip
    if isinstance(figure, Bars | PlaceChart) and len(figure.table) > ROWS_WHOLE:
        n = len(figure.table)
        first, rest = (
            drawings_of(figure, f"{key}-{part}", WIDTHS, page_systems, rows)
            for part, rows in (("first", (0, figure.shown)), ("rest", (figure.shown, n)))
        )
        return Block("figure", key, figure, _how(figure), first, table, rest=rest, n_rest=n - figure.shown)
    cells = {c.name: c.values for c in figure.table.columns} if isinstance(figure, Forest) else {}
    pairs = [(str(p), str(s)) for p, s in zip(cells.get("pair", ()), cells.get("sentence", ())) if s]
    kind = "aside" if figure.name in ASIDE else "figure"
    label = f"{key}-title" if kind == "aside" else ""
    return Block(kind, key, figure, _how(figure), drawings, table, sentences=pairs, label=label)


def drawings_of(
    figure: Figure,
    key: str,
    widths: Sequence[int],
    page_systems: PageSystems = PageSystems(),
    rows: tuple[int, int | None] = (0, None),
) -> list[Markup]:
    """The figure at each width, small to wide; a page shows the one that fits."""
    return [
        Markup(
            draw(figure, width, numbers=page_systems.numbers, leaders=page_systems.leaders, rows=rows).svg(
                key=f"{key}{size}", title=figure.title, description=figure.how_to_read, css=f"c {size}"
            )
        )
        for width, size in zip(widths, "smw")
    ]


def _differences(figure: Differences, key: str, page_systems: PageSystems) -> Block:
    """One row per query with its documents; the drawing of all queries is for saving."""
    sheet = draw(figure, WIDTHS[-1], numbers=page_systems.numbers)
    svg = Markup(sheet.svg(key=f"{key}s", title=figure.title, description=figure.how_to_read))
    cells = {c.name: c.values for c in figure.table.columns}
    texts = cells.get("text") or [""] * len(figure.table)
    scale = differences.scale_of(figure)
    rows = [
        DifferenceRow(
            query=str(cells["query"][i]),
            text=str(texts[i]),
            a=number(cells["a"][i], 3),
            b=number(cells["b"][i], 3),
            difference=number(cells["difference"][i], 3),
            marks=Markup(differences.marks(cells["a"][i], cells["b"][i], scale)),
            documents=Markup(table_html(replace(_with_names(table), title=""), limit=DOCUMENTS)),
        )
        for i, table in enumerate(figure.documents)
    ]
    behind = (
        table_html(replace(_with_names(figure.table), title=""), limit=TABLE_ROWS)
        if len(figure.table) > len(rows)
        else ""
    )
    return Block("differences", key, figure, _how(figure), [svg], Markup(behind), rows=rows)


def _with_names(table: Table) -> Table:
    """The table with the columns of either system named by their definitions."""
    own = ("a", "b", "rank_a", "rank_b")
    columns = [
        replace(c, heading=c.definition.removeprefix("rank in "), definition="") if c.name in own else c
        for c in table.columns
    ]
    return replace(table, columns=columns)


def _behind(figure: Figure) -> Table:
    """The table behind a figure in the page: lines have one row per system, and sentences are left out."""
    if isinstance(figure, Lines):
        return by_system(figure)
    if isinstance(figure, Forest):
        return replace(figure.table, columns=[c for c in figure.table.columns if c.name != "sentence"])
    return behind(figure)


def _how(figure: Figure) -> str:
    """How to read it, without the label that the template adds."""
    return figure.how_to_read.removeprefix("How to read it.").strip()


def _key(name: str, keys: set[str]) -> str:
    """A name as a unique id of the page: letters, digits and hyphens."""
    return unique(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "part", keys)


@dataclass(frozen=True)
class Line:
    """One state: the class of its swatch, its number of pairs, and its meaning."""

    css: str
    pairs: str
    meaning: str


@dataclass(frozen=True)
class Triangle:
    """One triangle."""

    doubt: str
    heading: str
    lines: Sequence[Line]


def legend_of(figure: PairMatrix) -> list[Triangle]:
    """The two triangles, labels first since they are above; a triangle without rows in the table is left out."""
    cells = {c.name: c.values for c in figure.table.columns}
    meanings = cells.get("meaning", cells["state"])
    rows = list(zip(cells["doubt"], cells["state"], cells["pairs"], meanings))
    parts = []
    for doubt, heading in _HEADINGS.items():
        lines = [
            Line(f"{doubt} {str(state).replace(' ', '-')}", number(float(pairs), None), str(meaning))
            for of, state, pairs, meaning in rows
            if of == doubt
        ]
        if lines:
            parts.append(Triangle(doubt, heading, lines))
    return parts


def unique(name: str, names: set[str]) -> str:
    """The name, with a number where it is among `names`, which it then joins. Case makes no difference."""
    free, n = name, 1
    while free.lower() in names:
        n += 1
        free = f"{name}-{n}"
    names.add(free.lower())
    return free
