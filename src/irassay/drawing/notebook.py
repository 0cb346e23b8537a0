"""Notebook views of nouns, results and figures: a heading, facts, sentences, a bounded table, a drawing.

Colours and fonts are the notebook's own, so that views are readable in dark and light themes; they add no style sheet
and no script. A drawing is an image, which keeps its style to itself. Importing this module enables these views for
tables, figures and results.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

from irassay.drawing.charts import drawers
from irassay.drawing.escape import markup
from irassay.drawing.tables.formats import cell_text, heading, is_numeric
from irassay.messages import plural
from irassay.result import (
    Bars,
    Column,
    Figure,
    Finding,
    LeagueChart,
    PlaceChart,
    QueryChart,
    Result,
    Shown,
    Table,
    View,
)

ROWS = View.ROWS  # rows of a table
COLUMNS = 10
FINDINGS = 12
NAME = 160  # most characters of one cell
UNBROKEN = 30  # most characters of a cell without line breaks
DRAWN_ROWS = 60  # most rows of a chart with one row per system or query
DRAWN_BYTES = 600_000  # largest drawing shown; larger ones appear in the report only
WIDTH = 860  # width of a drawing in pixels
_DIM = "opacity:.72"
_LEVELS = {"error": "✗ error", "warning": "▲ warning", "note": "note"}
_TALL = (Bars, LeagueChart, PlaceChart, QueryChart)


def _view(noun: View) -> str:
    """A noun: its kind, facts about it, and the first rows and columns of a table."""
    head = f"<b>{markup(noun.kind)}</b>"
    if noun.facts:
        head += f' <span style="{_DIM}">{" · ".join(markup(cut(f)) for f in noun.facts)}</span>'
    parts = [f"<p>{head}</p>"]
    if noun.table is not None and noun.table.columns:
        parts.append(_table(noun.table))
    if noun.note:
        parts.append(_small(noun.note))
    return f'<div class="irassay">{"".join(parts)}</div>'


def cut(text: object, limit: int = NAME) -> str:
    """The text of a cell, cut in the middle where it is long."""
    whole = str(text)
    half = (limit - 1) // 2
    return whole if len(whole) <= limit else f"{whole[:half]}…{whole[-half:]}"


def html_of(item: object) -> str | None:
    """The HTML of a noun, table, figure, finding or result; None for anything else, which a notebook prints as text."""
    if isinstance(item, View):
        return _view(item)
    if isinstance(item, Result):
        return _result(item)
    if isinstance(item, Table):
        size = f"{len(item):,} rows, {len(item.columns):,} columns"
        return _view(View("Table", [item.title or item.name, size], table=item))
    if isinstance(item, Finding):
        return f'<div class="irassay"><ul style="margin:0">{_finding(item)}</ul></div>'
    if isinstance(item, Figure) and drawers.can_draw(item):
        return _figure(item)
    return None


def _table(table: Table, *, titled: bool = False) -> str:
    columns = table.columns[:COLUMNS]
    right = [is_numeric(c.values) for c in columns]
    rows = min(len(table), ROWS)
    head = "".join(_cell("th", heading(c), r, c) for c, r in zip(columns, right))
    body = "".join(
        "<tr>"
        + "".join(_cell("td", cell_text(c.values[i], digits=c.digits, unit=c.unit), r) for c, r in zip(columns, right))
        + "</tr>"
        for i in range(rows)
    )
    caption = f'<caption style="text-align:left">{markup(cut(table.title, 200))}</caption>' if titled else ""
    left_out = ((len(table) - ROWS, "rows"), (len(table.columns) - COLUMNS, "columns"))
    more = [f"{n:,} more {what}" for n, what in left_out if n > 0]
    foot = _small(". ".join(part for part in (" and ".join(more), table.note) if part))
    rows_html = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div style="overflow-x:auto"><table>{caption}{rows_html}</table></div>{foot}'


def _cell(tag: str, text: str, right: bool, column: Column | None = None) -> str:
    tip = f' title="{markup(cut(column.definition, 200))}"' if column is not None and column.definition else ""
    style = f"text-align:{'right' if right else 'left'};padding:.15em .7em"
    style += ";white-space:nowrap" if len(text) <= UNBROKEN else ""
    return f'<{tag} style="{style}"{tip}><bdi>{markup(cut(text))}</bdi></{tag}>'


def _small(text: str) -> str:
    return f'<p style="{_DIM}"><small>{markup(cut(text, 600))}</small></p>' if text else ""


def _finding(finding: Finding) -> str:
    level = f"<b>{_LEVELS[finding.level]}</b> " if finding.level in _LEVELS else ""
    more = [t for t in (finding.effect, finding.action) if t]
    after = f'<br/><span style="{_DIM}">{markup(cut(" ".join(more), 400))}</span>' if more else ""
    return f"<li>{level}{markup(cut(finding.text, 600))}{after}</li>"


def _result(result: Result) -> str:
    """Title, standfirst and findings; then the tables of a result without figures, or the names of its figures."""
    facts = " · ".join(markup(cut(f)) for f in result.facts)
    lead = f"{result.standfirst} {result.advice}".strip()
    parts = [
        f'<p style="{_DIM}">{facts}</p>' if facts else "",
        f'<p style="font-size:1.35em;font-weight:600;margin:.2em 0">{markup(cut(result.title, 400))}</p>',
        f"<p>{markup(cut(lead, 1500))}</p>",
    ]
    findings = [f for f in result.findings if f.text.rstrip(".") != result.title.rstrip(".")]
    if findings:
        rest = (
            f"<li>{len(findings) - FINDINGS:,} more: <code>result.findings</code></li>"
            if len(findings) > FINDINGS
            else ""
        )
        parts.append(f"<ul>{''.join(_finding(f) for f in findings[:FINDINGS])}{rest}</ul>")
    if not result.figures:
        parts += [_table(t, titled=True) for t in result.tables[:2]]
    else:
        names = ", ".join(f"{i} {figure.name}" for i, figure in enumerate(result.figures[:20]))
        n = plural(len(result.figures), "figure")
        text = f'Drawn by result.figures[i], {n}: {names}. The whole page: result.write("report.html").'
        parts.append(_small(text))
    return f'<div class="irassay">{"".join(parts)}</div>'


def _figure(figure: Figure) -> str:
    """The figure as an image; its table where the image would be too large."""
    short = _first_rows(figure)
    svg = drawers.figure_svg(short, width=WIDTH, colours=None)
    if len(svg) > DRAWN_BYTES:
        note = "Too large to be drawn here; see the report."
        return _view(View(type(figure).__name__, [figure.title], table=figure.table, note=note))
    source = b64encode(svg.encode("utf-8")).decode("ascii")
    more = len(figure.table) - len(short.table)
    rest = _small(f"{more:,} more rows.") if more else ""
    alt = markup(f"{figure.title}. {figure.how_to_read}")
    return (
        '<div class="irassay">'
        f'<img src="data:image/svg+xml;base64,{source}" alt="{alt}" style="max-width:100%;height:auto"/>{rest}</div>'
    )


def _first_rows(figure: Figure) -> Figure:
    """The first rows of a figure with one row per system or query."""
    if not isinstance(figure, _TALL) or len(figure.table) <= DRAWN_ROWS:
        return figure
    columns = [replace(c, values=c.values[:DRAWN_ROWS]) for c in figure.table.columns]
    fields: dict[str, Any] = {"table": replace(figure.table, columns=columns)}
    if isinstance(figure, LeagueChart):
        fields["brackets"] = [
            (letter, first, min(last, DRAWN_ROWS - 1)) for letter, first, last in figure.brackets if first < DRAWN_ROWS
        ]
    return replace(figure, **fields)


Shown.drawer = staticmethod(html_of)
