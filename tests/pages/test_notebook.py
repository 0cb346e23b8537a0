"""What a notebook shows of nouns, results and figures: bounded, escaped, without scripts, and readable in any theme."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest
from page_example import HOSTILE, example

import irassay
from irassay.collection import Metadata, Preferences, QrelsStack, Reading, Texts
from irassay.collection.preferences import Comparison
from irassay.drawing import notebook
from irassay.result import Column, LeagueChart, Result, Table

TAGS = {
    "div",
    "p",
    "b",
    "span",
    "small",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "bdi",
    "caption",
    "ul",
    "li",
    "br",
}
ATTRIBUTES = {"class", "style", "title", "src", "alt"}


@cache
def nouns(n_systems=12, names=HOSTILE):
    """One of each noun, with hostile names."""
    queries = [f"{names[i % len(names)]}{i}" for i in range(6)]
    docs = [f"{names[i % len(names)]}d{i}" for i in range(4)]
    systems = [f"{names[i % len(names)]}s{i}" for i in range(n_systems)]
    qrels = irassay.Qrels.from_dict({q: {d: i % 3 for i, d in enumerate(docs)} for q in queries})
    rng = np.random.default_rng(0)
    lists = {s: {q: {d: float(rng.random()) for d in docs} for q in queries} for s in systems}
    about = Metadata({names[0]: dict.fromkeys(systems, names[1])})
    runs = irassay.Runs.from_dict(lists).with_metadata(about)
    scores = irassay.evaluate(qrels, runs, ["nDCG@2", "P@1"])
    grades = np.zeros((qrels.n_labels, 30), dtype=np.int8)
    stack = QrelsStack(qrels, grades, [f"{names[0]}{i}" for i in range(30)], [{names[0]: names[2]}] * 30)
    comparisons = [Comparison(queries[0], {docs[0]: 2.0, docs[1]: 1.0}, judge=name) for name in names]
    texts = Texts(lambda: iter((f"{names[0]}{i}", names[0] * 50) for i in range(99)), source=names[0])
    return {
        "Qrels": qrels,
        "QrelsStack": stack,
        "Runs": runs,
        "Metadata": about,
        "Scores": scores,
        "League": irassay.compare(scores, n_resamples=2000),
        "Bounds": irassay.bound(qrels, runs, "P@1"),
        "Preferences": Preferences(comparisons),
        "Texts": texts,
        "loaded Texts": Texts(texts._read, source=names[0]).load(),
        "Reading": Reading(names[0], 9, 7, {"blank": 2}, counts={"grade": 1}, raw=[("grade", 3, 0, b"<b>", b"q")]),
        "Table": Table("t", names[0], [Column(names[0], list(names)), Column("n", [1, 2.5, 3, None, -4])]),
        **{f"figure {f.name}": f for f in example(63, hostile=True).figures},
        "finding": example(63, hostile=True).findings[0],
        "Result": example(63, hostile=True),
    }


KINDS = (
    *("Qrels", "QrelsStack", "Runs", "Metadata", "Scores", "League", "Bounds", "Preferences", "Texts", "loaded Texts"),
    *("Reading", "Table", "finding", "Result", *(f"figure {f.name}" for f in example(63, hostile=True).figures)),
)


def test_each_noun_is_looked_at_here():
    assert set(KINDS) == set(nouns())


@pytest.mark.parametrize("kind", KINDS)
def test_every_noun_is_shown_escaped_without_script_or_style(kind):
    html = nouns()[kind]._repr_html_()
    for element in ElementTree.fromstring(html).iter():  # it parses: every name is escaped
        assert element.tag in {*TAGS, "img", "code"}
        assert set(element.attrib) <= ATTRIBUTES
        assert element.get("src", "data:image/svg+xml;base64,").startswith("data:image/svg+xml;base64,")
    assert len(html) < 250_000


@pytest.mark.parametrize("kind", KINDS)
def test_every_noun_prints_as_a_line_or_two(kind):
    assert len(repr(nouns()[kind])) < 1000
    assert "\n" not in repr(nouns()[kind])


def test_a_thousand_systems_are_not_all_shown():
    names = [f"s{i:04}" for i in range(1000)]
    runs = irassay.Runs.from_dict({s: {"q": {"d": 1.0}} for s in names})
    scores = irassay.evaluate(irassay.Qrels.from_dict({"q": {"d": 1}}), runs, ["P@1"])
    for noun in (runs, scores):
        html = noun._repr_html_()
        assert html.count("<tr>") == notebook.ROWS + 1
        assert "988 more rows" in html
        assert len(html) < 8000


def test_a_tall_figure_shows_its_first_rows_and_says_how_many_there_are():
    league = next(f for f in example(126).figures if isinstance(f, LeagueChart))
    drawn = league._repr_html_()
    assert "66 more rows." in drawn
    assert drawn_names(league) == [str(s) for s in league.table.column("system").values[: notebook.DRAWN_ROWS]]


def drawn_names(league):
    source = re.search(r"base64,([^\"]+)", league._repr_html_())[1]
    texts = {t.text for t in ElementTree.fromstring(b64decode(source)).iter("{http://www.w3.org/2000/svg}text")}
    return [str(s) for s in league.table.column("system").values if str(s) in texts]


def test_a_drawing_takes_the_theme_of_a_screen_and_is_light_on_paper():
    source = re.search(r"base64,([^\"]+)", example(8).figures[0]._repr_html_())[1]
    svg = b64decode(source).decode()
    assert "@media screen and (prefers-color-scheme:dark)" in svg
    assert "How to read it." in svg


def test_a_result_shows_its_headline_findings_and_what_else_there_is():
    result = example(63)
    html = result._repr_html_()
    assert result.title in html
    assert result.advice in html
    assert "more: <code>result.findings</code>" in html or len(result.findings) <= notebook.FINDINGS
    assert 'result.write("report.html")' in html.replace("&quot;", '"')


def test_the_league_of_a_comparison_shows_its_table():
    html = nouns()["League"]._repr_html_()
    assert html.count("<tr>") > 3
    assert "nDCG@2" in html


def test_nothing_is_read_to_show_texts():
    def read():
        raise AssertionError("read")

    assert "Streamed" in Texts(read, source="corpus.tsv")._repr_html_()


def test_results_draw_themselves_in_a_notebook_and_cost_nothing_elsewhere():
    code = (
        "import sys, irassay; irassay.Result; from irassay.result import Table;"
        "print('irassay.drawing.notebook' in sys.modules, Table('t', '', [])._repr_html_())"
    )
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert plain.stdout == "False None\n"
    there = "import sys, types; sys.modules['IPython'] = types.ModuleType('IPython');" + code
    shown = subprocess.run([sys.executable, "-c", there], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith('True <div class="irassay">')


def test_a_saved_result_is_shown_as_the_one_that_was_saved():
    result = example(8)
    assert Result.from_json(result.to_json())._repr_html_() == result._repr_html_()


@pytest.mark.parametrize("baseline", [(), "old"])
def test_verdicts_show_their_league_and_their_answer(baseline):
    """They showed their repr alone. Oracle: the sentences of the same verdicts."""
    queries = [f"q{i}" for i in range(8)]
    qrels = irassay.Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    tops = {"new": "a", "old": "b", "<b>": "c"}
    runs = irassay.Runs.from_dict({name: {q: {doc: 1} for q in queries} for name, doc in tops.items()})
    verdict = irassay.settle(qrels, runs, "P@1", baseline=baseline)
    over = irassay.settle_over({"A": (qrels, runs), "B": (qrels, runs)}, "P@1", baseline=baseline)
    for noun, kind in ((verdict, "Verdict"), (over, "CollectionVerdicts"), (verdict.pair("new", "old"), "PairVerdict")):
        html = noun._repr_html_()
        assert html.startswith(f'<div class="irassay"><p><b>{kind}</b>')
        assert "<script" not in html
        assert "<b><b>" not in html
        words = re.sub(r"\s+", " ", re.sub("<[^>]*>", "", html))
        assert ("new is better than old" in words) == (kind == "PairVerdict")
        assert ("<table" in html) == (kind != "PairVerdict")
