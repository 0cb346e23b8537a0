"""Systems whose names hold commas, colons, or are words of our sentences: what is about one is never told of another.

Oracle: the world is planted. `the` and `b: c` are one run, `a` comes close to it, `a, b` is poor, and `a, b: c` and
`error: x` have one score for all documents, which is an error of theirs alone. A program that reads names back from
text finds `a` and `b: c` in a list of "a, b: c, error: x", `a, b` before the first colon, and *the* in every sentence.
"""

from __future__ import annotations

import csv
import io
import json
import random
from html.parser import HTMLParser

import pytest

import irassay
from irassay.cli.main import main
from irassay.drawing.tables.formats import table_csv, table_html, table_latex, table_tsv
from irassay.messages.names import CLOSE, OPEN
from irassay.result import LeagueChart, Result

GOOD = {"the": 6.0, "b: c": 6.0, "a": 5.0, "1": 1.0, "a, b": 0.3}
FLAT = ["a, b: c", "error: x"]
NAMES = [*GOOD, *FLAT]
QUERIES = [f"q {number}" for number in range(24)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    draw = random.Random(11)
    folder = tmp_path_factory.mktemp("named")
    grades = {q: {f"d{d}": draw.choice([0, 0, 0, 1, 2]) for d in range(12)} for q in QUERIES}
    judged = {q: {d: grade for d, grade in of.items() if d == "d0" or draw.random() < 0.9} for q, of in grades.items()}
    runs = {}
    for name, skill in GOOD.items():
        runs[name] = {q: {d: grade * skill + draw.gauss(0, 1) for d, grade in of.items()} for q, of in grades.items()}
    runs["b: c"] = runs["the"]
    # Equal scores put the highest id first: one run has all documents, the other some.
    runs["a, b: c"] = {q: dict.fromkeys(of, 1.0) for q, of in grades.items()}
    runs["error: x"] = {q: dict.fromkeys(list(of)[:6], 2.0) for q, of in grades.items()}
    (folder / "qrels.json").write_text(json.dumps(judged))
    (folder / "runs.json").write_text(json.dumps(runs))
    return folder


@pytest.fixture
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "200")
    return folder


FILES = ["qrels.json", "runs.json", "-m", "nDCG@5"]


def said(capsys, verb, *words, code=0):
    assert main([verb, *FILES, *words]) == code
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def result(folder):
    return irassay.overview(folder / "qrels.json", folder / "runs.json", measures=["nDCG@5"], seed=3)


def finding(result, code):
    return next(f for f in result.findings if f.code == code)


# check


def test_a_finding_is_about_the_systems_it_is_about(here, capsys):
    found = Result.from_json(said(capsys, "check", "--format", "json", code=1))
    assert sorted(finding(found, "all-equal-scores").systems) == FLAT
    assert sorted(finding(found, "same-run").systems) == ["b: c", "the"]
    assert sorted(finding(found, "ties").systems) == FLAT
    assert {name for f in found.findings for name in f.systems} <= set(NAMES)
    assert {name for f in found.findings if f.level == "error" for name in f.systems} == set(FLAT)


def test_check_begins_with_its_answer_where_no_finding_gives_it(here, capsys):
    """The title follows the errors there are, whatever systems are called."""
    out = said(capsys, "check", "--format", "table", code=1)
    assert "2 runs: lists in which all documents have the same score" in out
    assert out.startswith("Something in these files is wrong. 1 error, 2 warnings")
    alone = json.loads((here / "runs.json").read_text())
    (here / "good.json").write_text(json.dumps({name: alone[name] for name in ("a", "1", "a, b")}))
    assert main(["check", "qrels.json", "good.json", "-m", "nDCG@5", "--format", "table"]) == 0
    assert capsys.readouterr().out.startswith("These files belong together.")


def test_lines_that_cant_be_used_are_of_the_run_whose_file_has_them(here, capsys):
    (here / "runs").mkdir()
    for name, text in (
        ("a, b.run", "q Q0 d0 1 oops t\n"),
        ("a.run", "q Q0 d0 1 1.0 t\n"),
        ("b.run", ""),
        ("c, d.run", "q Q0 d1 1 1.0 t\n"),
    ):
        (here / "runs" / name).write_text(text)
    (here / "few.txt").write_text("q 0 d0 1\n")
    found = irassay.check(here / "few.txt", here / "runs")
    assert finding(found, "lines-score").systems == ("a, b",)
    assert finding(found, "no-data").systems == ("b",)
    assert sorted(finding(found, "repeated-tags").systems) == ["a", "c, d"]


# The overview


def test_only_the_runs_in_error_need_a_look(result):
    following = finding(result, "answer-next")
    orders = [" and ".join(order) for order in (FLAT, FLAT[::-1])]
    assert following.text.startswith(
        tuple(f"Two runs need a look first: {told} (none leads as it stands)." for told in orders)
    ), following.text
    assert sorted(following.systems) == FLAT


def test_an_error_of_runs_that_dont_lead_is_not_repeated_above(result):
    """It is not about `a` or `b: c`, which lead."""
    leaders = finding(result, "answer-apart").where
    assert sorted(leaders) in (["a", "the"], ["a", "b: c"])
    (verdict,) = (s for s in result.sections if s.name == "verdict")
    assert not [item for item in verdict.body if getattr(item, "level", "") == "error"]
    assert sum(f.code == "all-equal-scores" for f in result.findings) == 1
    assert finding(result, "answer-apart").systems == leaders


def test_mentions_are_the_names_and_nothing_else(result):
    for code in ("answer-highest", "answer-apart", "answer-behind", "answer-next"):
        found = finding(result, code)
        named = [found.text[a:b] for a, b in found.mentions]
        assert set(named) <= set(NAMES), (code, named)
        assert [a for a, _ in found.mentions] == sorted(a for a, _ in found.mentions)
    following = finding(result, "answer-next")
    assert {following.text[a:b] for a, b in following.mentions} >= set(FLAT)


def test_what_is_the_same_is_a_list_of_names(result):
    (chart,) = (f for f in result.figures if isinstance(f, LeagueChart))
    rows = dict(zip(chart.table.column("system").values, chart.table.column("same").values))
    first = "b: c" if "b: c" in rows else "the"
    other = {"b: c": "the", "the": "b: c"}[first]
    assert rows[first] == (other,)
    assert all(same == () for name, same in rows.items() if name != first)
    assert sorted(finding(result, "identical").systems) == ["b: c", "the"]
    (written,) = (row for row in csv.DictReader(io.StringIO(table_csv(chart.table))) if row["system"] == first)
    assert written["same"] == other
    assert table_tsv(chart.table).count(f"\t{first}\t{other}\t") == 1
    assert f" {first} & {other} & " in table_latex(chart.table)
    assert f'<bdi>{first}</bdi><td class="n"><bdi>{other}</bdi>' in table_html(chart.table)


def test_a_result_comes_back_from_json(result):
    again = Result.from_json(result.to_json())
    assert [f.systems for f in again.findings] == [tuple(f.systems) for f in result.findings]
    assert [f.mentions for f in again.findings] == [f.mentions for f in result.findings]
    assert again.advice == result.advice != ""


class Page(HTMLParser):
    """What a page has in bold among the answers, what leads to the files, and the rows of the league."""

    def __init__(self, text):
        super().__init__()
        self.bold, self.linked, self.rows = [], [], []
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("br", "meta", "input", "link", "path", "circle", "line", "rect"):
            return
        self.open.append((tag, given))
        if tag == "th" and given.get("class") == "system" and given.get("scope") == "row":
            self.rows.append({"names": [], "flag": False})
        if tag == "a" and "flag" in given.get("class", "") and self.rows:
            self.rows[-1]["flag"] = True

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        classes = [given.get("class", "") for _, given in self.open]
        if "answers" in classes and tags[-2:] == ["b", "bdi"]:
            self.bold.append(data)
            if any(given.get("href") == "#files" for _, given in self.open):
                self.linked.append(data)
        if tags[-1:] == ["bdi"] and "th" in tags and self.rows and "system" in classes:
            self.rows[-1]["names"].append(data)


def test_the_page_sets_names_in_bold_and_no_other_word(result, tmp_path):
    result.write(tmp_path / "page.html")
    page = Page((tmp_path / "page.html").read_text())
    assert sorted(page.linked) == FLAT, "only what is in error leads to the files"
    expected = []
    for code in ("answer-highest", "answer-apart", "answer-behind", "answer-next"):
        found = finding(result, code)
        named = dict.fromkeys(found.text[a:b] for a, b in found.mentions)
        expected += [name for name in named if name in found.systems or name in FLAT]
    assert page.bold == expected
    (chart,) = (f for f in result.figures if isinstance(f, LeagueChart))
    assert page.bold[0] == chart.table.column("system").values[0]


def test_the_rows_of_the_page_are_flagged_where_they_are_odd(result, tmp_path):
    result.write(tmp_path / "page.html")
    rows = Page((tmp_path / "page.html").read_text()).rows
    assert len(rows) == len(NAMES) - 1
    assert sorted(sorted(row["names"]) for row in rows if len(row["names"]) > 1) == [["b: c", "the"]]
    (chart,) = (f for f in result.figures if isinstance(f, LeagueChart))
    flagged = {s for s, flag in zip(chart.table.column("system").values, chart.table.column("flag").values) if flag}
    assert {row["names"][0] for row in rows if row["flag"]} == flagged
    assert set(FLAT) <= flagged
    assert not {"a", "the", "b: c"} & flagged


def test_the_standfirst_and_the_advice_are_said_once(result, tmp_path):
    assert result.advice
    for ending in ("html", "txt"):
        result.write(tmp_path / f"page.{ending}")
        text = " ".join((tmp_path / f"page.{ending}").read_text().split())
        assert text.count(result.advice) == 1


@pytest.mark.parametrize("verb", ["report", "track", "whatif", "check", "compare", "eval"])
def test_no_output_holds_the_mark_of_a_name(here, tmp_path, capsys, verb):
    for form in ("table", "tsv", "json"):
        main([verb, *FILES, *([] if verb in ("report", "track") else ["--format", form])])
    if verb in ("report", "track", "whatif", "check"):
        for ending in ("html", "json", "txt"):
            assert main([verb, *FILES, "-o", str(tmp_path / f"page.{ending}")]) in (0, 1)
    shown = capsys.readouterr()
    texts = (shown.out, shown.err, *(path.read_text() for path in tmp_path.iterdir()))
    assert "the" in "".join(texts)
    assert not {OPEN, CLOSE} & {letter for text in texts for letter in text}


# compare


def test_compare_gives_each_row_its_own_numbers(here, capsys):
    rows = {
        row["system"]: row for row in json.loads(said(capsys, "compare", "--format", "json"))["measures"][0]["systems"]
    }
    assert main(["eval", *FILES, "--format", "json"]) == 0
    scored = {row["system"]: row["value"] for row in json.loads(capsys.readouterr().out)["scores"]}
    for name, row in rows.items():
        assert row["mean"] == pytest.approx(scored[name], abs=1e-12)
    assert sorted([name, *row["same"]] for name, row in rows.items() if row["same"])[0] in (
        ["b: c", "the"],
        ["the", "b: c"],
    )
    heading, *lines = said(capsys, "compare", "--format", "tsv").splitlines()
    cells = [dict(zip(heading.split("\t"), line.split("\t"))) for line in lines]
    assert {row["system"] for row in cells} == set(rows)


def test_compare_in_a_table_says_who_is_the_same(here, capsys):
    out = said(capsys, "compare", "--format", "table")
    assert "the (= b: c)" in out or "b: c (= the)" in out
    assert all(any(f" {name} " in line for line in out.splitlines()) for name in ("a, b: c", "error: x", "a, b"))


@pytest.mark.parametrize(("better", "worse"), [("a", "a, b: c"), ("b: c", "error: x"), ("the", "a, b")])
def test_pairs_and_expectations_take_such_names(here, capsys, better, worse):
    form = ["--pair", better, worse, "--format", "json"]
    (pair,) = json.loads(said(capsys, "compare", *form))["measures"][0]["pairs"]
    assert (pair["a"], pair["b"], pair["difference"] > 0) == (better, worse, True)
    out = said(capsys, "compare", "--pair", better, worse, "--format", "table")
    assert out.startswith(f"{better} is better than {worse}: ")
    assert main(["compare", *FILES, "--expect", f"{better} > {worse}", "--require", "taken"]) == 0
    assert main(["compare", *FILES, "--expect", f"{worse} > {better}", "--require", "taken"]) == 1
    capsys.readouterr()


def test_the_report_on_the_command_line_has_the_same_values(here, capsys, tmp_path):
    to = tmp_path / "report.json"
    assert main(["report", *FILES, "-o", str(to), "--seed", "3"]) == 0
    capsys.readouterr()
    found = Result.from_json(to.read_text())
    assert sorted(finding(found, "answer-next").systems) == FLAT
    (chart,) = (f for f in found.figures if isinstance(f, LeagueChart))
    assert [same for same in chart.table.column("same").values if same] in ([("the",)], [("b: c",)])
