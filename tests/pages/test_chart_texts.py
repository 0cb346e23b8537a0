"""Texts of charts as a browser draws them: none touches another, none leaves its drawing; what a phone must keep."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from page_example import example

from irassay.drawing.charts.drawers import figure_svg
from irassay.drawing.charts.marks import DARK, LIGHT
from irassay.provenance import Provenance
from irassay.result import Column, LeagueChart, Lines, Result, Section, Table

FOUND = """() => {
  const found = [];
  for (const svg of document.querySelectorAll("figure svg.c")) {
    if (!svg.getClientRects().length) continue;
    const whole = svg.getBoundingClientRect(), id = svg.closest("figure").id;
    const texts = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
    for (const [text, r] of texts)
      if (r.width && (r.left < whole.left - 2 || r.right > whole.right + 2)) found.push([id, "leaves", text]);
    texts.forEach(([a, p], i) => texts.slice(i + 1).forEach(([b, q]) => {
      const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (across > 0.5 && down > 3.5) found.push([id, "touches", a, b]);
    }));
  }
  return found;
}"""


def _open(window: Any, path: Any, width: int) -> Any:
    tab = window.new_page()
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto(path.as_uri())
    tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    tab.wait_for_timeout(300)
    return tab


@pytest.mark.parametrize("width", [380, 900, 1600])
@pytest.mark.parametrize("n", [2, 63])
def test_no_text_of_a_chart_touches_another_or_leaves_it(
    window: Any, written: Callable[..., Any], n: int, width: int
) -> None:
    tab = _open(window, written(n), width)
    assert tab.evaluate(FOUND) == []


@pytest.mark.parametrize("width", [328, 480, 660])
@pytest.mark.parametrize("measure", ["nDCG@10", "AP", "infNDCG@1000"])
def test_no_text_of_a_league_in_a_column_of_a_paper_touches_another_in_a_wide_font(
    window: Any, tmp_path: Any, measure: str, width: int
) -> None:
    """Oracle: the browser's boxes in DejaVu, the widest common font. The axis ends at its last label, 0.8."""
    names = ["monoCE", "splade", "bm25+rm3", "bm25", "ql", "lsa"]
    means = [0.5062, 0.4220, 0.3547, 0.3476, 0.3469, 0.2247]
    columns = [
        Column("rank_low", [1, 2, 3, 3, 3, 6]), Column("rank_high", [1, 2, 5, 5, 5, 6]), Column("system", names),
        Column("mean", means, digits=4), Column("lower", [mean - 0.07 for mean in means]),
        Column("upper", [mean + 0.28 for mean in means]), Column("judged", [0.7] * 6, "share"),
        Column("leader", [True, *[False] * 5]),
    ]  # fmt: skip
    brackets = [("a", 0, 0), ("b", 1, 1), ("c", 2, 4), ("d", 5, 5)]
    how = "How to read it. Rows."
    table = Table("league", "A league", columns)
    chart = LeagueChart("league", "A league", how, table, axis=measure, brackets=brackets)
    svg = figure_svg(chart, width=width, captions="none").replace("-apple-system", "DejaVu Sans,-apple-system")
    (tmp_path / "league.html").write_text(f'<meta charset="utf-8"><figure id="league">{svg}</figure>')
    tab = _open(window, tmp_path / "league.html", 900)
    assert tab.locator("svg text").count() >= 18
    assert [one for one in tab.evaluate(FOUND) if len(one[-1]) > 1] == [], "letters of brackets stand close"


def _band(values: list[float]) -> Lines:
    xs = [1.0, 10.0, 100.0, 590.0, 600.0]
    columns = [
        Column("panel", ["depth 10"] * 5), Column("series", ["mean"] * 5), Column("x", xs), Column("y", values),
        Column("low", values), Column("high", values),
    ]  # fmt: skip
    how = "How to read it. Lines."
    return Lines("band", "A band", how, Table("band", "A band", columns), "runs", "found", marker=100.0, x_scale="log")


def _all_figures(n: int) -> list[Any]:
    """The figures of the example, and panels of a band."""
    return [*example(n).figures, _panels()]


def _panels() -> Lines:
    """Four depths, as the coverage of pools has them."""
    xs, ys = [1.0, 3.0, 8.0, 24.0, 80.0], [0.06, 0.13, 0.2, 0.28, 0.36]
    rows = [(d, x, y * k) for k, d in enumerate((10, 20, 50, 100), 1) for x, y in zip(xs, ys)]
    columns = [
        Column("panel", [f"depth {d}" for d, *_ in rows]), Column("series", ["mean"] * 20),
        Column("x", [x for _, x, _ in rows]), Column("y", [min(y, 1.0) for *_, y in rows]),
        Column("low", [0.9 * min(y, 1.0) for *_, y in rows]), Column("high", [min(1.1 * y, 1.0) for *_, y in rows]),
    ]  # fmt: skip
    table = Table("by-depth", "By depth", columns)
    how = "How to read it. Lines."
    return Lines("by-depth", "By depth", how, table, "runs in the pool", "relevant documents found",
                 marker=8.0, marker_text="these 8", x_scale="log")  # fmt: skip


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [328, 480, 1040])
@pytest.mark.parametrize("n", [2, 12])
def test_no_text_of_a_figure_for_a_paper_touches_another_or_is_cut_by_its_edge(
    window: Any, tmp_path: Any, n: int, width: int, colours: Any
) -> None:
    """Oracle: the browser's boxes. The letters of a league's brackets stand close."""
    figures = _all_figures(n)
    svgs = [figure_svg(f, width=width, colours=colours, captions="none") for f in figures]
    html = "".join(f'<figure id="f-{f.name}">{svg}</figure>' for f, svg in zip(figures, svgs))
    (tmp_path / "all.html").write_text(f'<meta charset="utf-8">{html}')
    tab = _open(window, tmp_path / "all.html", 1200)
    assert [one for one in tab.evaluate(FOUND) if len(one[-1]) > 1] == []


@pytest.mark.parametrize("width", [328, 1040])
def test_a_figure_without_a_caption_names_its_axes_in_full(width: int) -> None:
    for figure in _all_figures(12):
        texts = re.findall("<text[^>]*>([^<]*)</text>", figure_svg(figure, width=width, captions="none"))
        written = " ".join(texts)
        for name in (getattr(figure, "axis", ""), getattr(figure, "x_axis", ""), getattr(figure, "y_axis", "")):
            assert name in written, figure.name


def test_four_panels_stand_two_by_two_in_a_column() -> None:
    """They stood one below the other, 1,073 pixels tall."""
    heads = {
        text: (float(x), float(y))
        for x, y, text in re.findall(
            r'<text class="b" x="([0-9.]+)" y="([0-9.]+)">(depth [0-9]+)<',
            figure_svg(_panels(), width=328, captions="none"),
        )
    }
    assert heads["depth 10"][0] == heads["depth 50"][0] < heads["depth 20"][0] == heads["depth 100"][0]
    assert heads["depth 10"][1] == heads["depth 20"][1] < heads["depth 50"][1] == heads["depth 100"][1]


def test_values_at_the_end_of_a_line_give_way_to_the_last(window: Any, tmp_path: Any) -> None:
    """Planted: two points stand so close at the end that only one value has room."""
    result = Result("A title.", "", [Section("s", "S", [_band([0.1, 0.4, 0.97, 0.995, 0.996])])], Provenance())
    result.write(tmp_path / "band.html")
    for width in (380, 1600):
        tab = _open(window, tmp_path / "band.html", width)
        assert tab.evaluate(FOUND) == []
        texts = tab.locator("#figure-band svg:visible text").all_text_contents()
        assert texts.count("> 99%") == 1, "the last value stays, the one that would touch it gives way"


@pytest.mark.parametrize("n", [2, 8])
def test_a_phone_shows_the_share_of_judged_documents_of_each_system(
    window: Any, written: Callable[..., Any], n: int
) -> None:
    tab = _open(window, written(n), 380)
    shares = tab.locator(".rows tbody .judged:visible")
    assert shares.count() == n
    assert tab.evaluate("getComputedStyle(document.querySelector('.rows tbody .judged'), '::before').content") == (
        '"judged "'
    )
    assert tab.evaluate("document.documentElement.scrollWidth") <= 380


def test_a_phone_shows_every_column_of_a_tracks_counts(window: Any, tmp_path: Any) -> None:
    """The table of who took part, as the page of TREC DL 2021 has it: four columns, which were cut after the third."""
    columns = [
        Column("column", ["group", "subtask", "neural"]), Column("value", ["that took part", "fullrank", "not stated"]),
        Column("groups", [15, "", ""], "groups", digits=0), Column("runs", [46, 50, 1], "runs", digits=0),
    ]  # fmt: skip
    table = Table("participation", "Groups, and runs by their metadata", columns)
    Result("A title.", "", [Section("s", "S", [table])], Provenance()).write(tmp_path / "counts.html")
    tab = _open(window, tmp_path / "counts.html", 380)
    wide, there = tab.evaluate(
        "(() => { const box = document.querySelector('#figure-participation .scroll'); "
        "return [box.scrollWidth, box.clientWidth]; })()"
    )
    assert wide <= there
