"""The table of a track's results: open, sorted as a reader asks, tie groups seen, and the same in LaTeX and CSV."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from irassay.drawing.tables.formats import PAGE, in_places, table_html, table_latex
from irassay.provenance import Provenance
from irassay.result import Column, Result, Scatter, Section, Table

N = 60


def results(n: int = N) -> Table:
    columns = [
        Column("run", [f"run{i:02d}" for i in range(n)]),
        Column("nDCG@10", [0.9 - 0.01 * i for i in range(n)], "nDCG@10", digits=4),
        Column("AP", [0.5 + 0.001 * (i * 7 % n) for i in range(n)], "AP", digits=4),
        Column("leader", [i < 3 for i in range(n)]),
        Column("letters", ["ab"[i % 2] if i > 3 else "ab" for i in range(n)], "letters"),
        Column("group", ["" if i == 5 else f"g{i % 4}" for i in range(n)]),
    ]
    return Table("results", "60 runs by nDCG@10, best first", columns, "Means over 9 queries.", marks="leader")


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    table = results()
    columns = [
        Column("system", table.columns[0].values),
        *(Column(k, c.values) for k, c in zip("xy", table.columns[1:3])),
    ]
    chart = Scatter("s", "T", "H", Table("s", "T", columns), "nDCG@10", "AP")
    sections = [Section("results", "Results", [table, chart])]
    path = tmp_path_factory.mktemp("results") / "track.html"
    Result("A track.", "It rests.", sections, Provenance(), study="track").write(path)
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    tab = context.new_page()
    tab.goto(path.as_uri())
    yield tab
    context.close()


def shown(page: Any) -> list[str]:
    return page.locator(".results tbody th").all_inner_texts()


def test_all_runs_are_seen_without_opening_anything(page: Any) -> None:
    assert page.locator(".results table").is_visible()
    assert len(shown(page)) == N
    assert page.locator(".results tr.lead").count() == 3


def test_heads_sort_both_ways_and_what_is_not_stated_comes_last(page: Any) -> None:
    table = results()
    head = page.locator(".results thead th")
    head.nth(2).locator("button").click()
    by_ap = sorted(range(N), key=lambda i: -table.columns[2].values[i])
    assert shown(page) == [f"run{i:02d}" for i in by_ap]
    assert head.nth(2).get_attribute("aria-sort") == "descending"
    head.nth(2).locator("button").click()
    assert shown(page) == [f"run{i:02d}" for i in by_ap[::-1]]
    head.nth(5).locator("button").click()
    assert shown(page)[-1] == "run05"
    assert [th.get_attribute("aria-sort") for th in head.all()].count(None) == 5
    head.nth(1).locator("button").click()
    assert shown(page) == [f"run{i:02d}" for i in range(N)]


def test_marks_of_a_chart_know_their_runs_without_a_league(page: Any) -> None:
    page.locator(".chart svg:visible [data-s='7']").first.hover()
    assert page.locator("#tip").inner_text() == "run07"


def test_the_table_saves_itself_as_csv(page: Any) -> None:
    with page.expect_download() as waiting:
        page.locator("[data-save=results]").click()
    lines = Path(waiting.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert waiting.value.suggested_filename == "results.csv"
    assert lines[0].startswith("run,nDCG@10,AP,leader,letters,group")
    assert len(lines) == N + 1


def test_each_letter_of_a_tie_group_has_its_own_place() -> None:
    assert in_places(["a", "ab", "abc", "bc", "c[53]"]) == ["a", "ab", "abc", " bc", "  c[53]"]
    many = ["".join(chr(97 + i) for i in range(26)) + "Z" * (i % 2) for i in range(3)]
    assert in_places(many) == many


def test_letters_are_text_to_those_who_can_not_see_them() -> None:
    cells = re.findall(r'class="lt"><bdi>([^<]*)', table_html(results()))
    assert {c.strip() for c in cells} == {"ab", "a", "b"}


def test_a_table_longer_than_a_page_breaks_over_pages_in_latex() -> None:
    long, short = table_latex(results()), table_latex(results(PAGE))
    assert long.splitlines()[0] == r"% needs \usepackage{booktabs,longtable}"
    assert long.count(r"\begin{longtable}") == long.count(r"\end{longtable}") == 1
    assert r"\begin{table}" not in long
    assert "longtable" not in short
    for text, n in ((long, N), (short, PAGE)):
        assert sum(line.startswith("run") and line.endswith(r"\\") for line in text.splitlines()) >= n
        assert r"\caption{60 runs by nDCG@10, best first. Means over 9 queries.}" in text


def test_the_table_of_results_is_whole_on_paper(page: Any) -> None:
    page.set_viewport_size({"width": 688, "height": 1000})  # A4 less its margins
    page.emulate_media(media="print")
    wide = page.evaluate(
        "[...document.querySelectorAll('.scroll')].map(e => [e.firstChild.offsetWidth, e.clientWidth])"
    )
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert all(table <= paper for table, paper in wide)
