"""`compare --expect 'new > old - 0.01'`: how it is read, what is printed, and the exit codes."""

import json
import random
from pathlib import Path

import pytest

from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.formats import read_qrels, read_runs
from irassay.verdict import settle
from irassay.verdict.expectation import Expectation, read
from irassay.verdict.words.queries_needed import ends_of_range


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Forty queries, all judged: old finds the relevant document first, new on all but one query, bad on a quarter."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(3)
    queries = [f"q{i:02}" for i in range(40)]
    first = {"old": lambda i: draw.random() < 0.98, "new": lambda i: i != 7, "bad": lambda i: i % 4 == 0}
    (tmp_path / "qrels").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    for system, hits in first.items():
        lines = [f"{q} Q0 {'a' if hits(i) else 'b'} 1 1 {system}\n" for i, q in enumerate(queries)]
        (tmp_path / f"{system}.run").write_text("".join(lines))
    return tmp_path


FILES = ("qrels", "old.run", "new.run", "bad.run", "-m", "P@1")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--expect", "new > old", "--margin", "0.15"], 0),
        (["--expect", "new > old - 0.15"], 0),
        (["--expect", "old - 0.15 < new"], 0),
        (["--expect", "bad > old - 0.15"], 1),
        (["--expect", "new > old - 0.001"], 4),
        (["--expect", "new > old - 0.15", "--margin", "0.15"], 2),
        (["--expect", "new > old - 0"], 2),
        (["--margin", "0.15"], 2),
        (["--expect", "new > old", "--margin", "0"], 2),
        (["--expect", "new > nobody - 0.15"], 2),
        (["--expect", "new > old - 0.15", "--fail-on", "settled-by-queries"], 1),
    ],
)
def test_the_exit_code_says_on_which_side_of_the_margin_the_interval_lies(here, capsys, words, code):
    assert main(["compare", *FILES, *words]) == code


@pytest.mark.parametrize("margin", ["3%", "0,03", "0", "-0.03", "0.0", "1/30"])
def test_a_margin_that_is_no_number_above_0_is_named_with_what_is_expected(here, capsys, margin):
    expected = (
        f'"{margin}", expected a number above 0 in the measure\'s unit, with a point, such as 0.03; leave it out to '
        "ask who is better"
    )
    assert main(["compare", *FILES, "--expect", f"new > old - {margin}"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said == f'error: --expect is "new > old - {margin}": the margin is {expected}'
    assert main(["compare", *FILES, "--expect", "new > old", f"--margin={margin}"]) == 2
    assert " ".join(capsys.readouterr().err.split()) == f"error: --margin is {expected}"


def error_of(capsys, *words):
    """What `compare` says of wrong use; nothing else is printed."""
    assert main(["compare", *words]) == 2
    said = capsys.readouterr()
    assert not said.out
    return " ".join(said.err.split())


@pytest.mark.parametrize("margin", ["1", "2"])
def test_a_margin_that_no_system_could_lose_is_wrong_use(here, capsys, margin):
    """By hand: P@1 is 0 or 1, so no difference is beyond -1; the mean of MFR is from 1 to any rank."""
    text = f"bad > old - {margin}"
    expected = f"the margin is {margin}, but P@1 is from 0 to 1, so no system could lose as much"
    assert expected in error_of(capsys, *FILES, "--expect", text)
    assert main(["report", *FILES, "--expect", text, "-o", "page.html"]) == 2
    assert expected in " ".join(capsys.readouterr().err.split())
    assert not (here / "page.html").exists()
    assert main(["compare", *FILES[:4], "-m", "MFR@5", "--expect", text]) in (0, 1, 4)


@pytest.mark.parametrize("text", ["old > old", "old > old - 0.02", "old < old"])
def test_a_system_and_itself_are_no_order(here, capsys, text):
    assert '"old" on both sides, expected two systems' in error_of(capsys, *FILES, "--expect", text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("new > old-0.02", "put spaces around the minus of the margin: 'new > old - 0.02'"),
        ("new > old + 0.02", "expected a minus: 'new > old - 0.02' asks whether new is not worse by that much"),
        ("new >= old", "expected > or <, without ="),
        ("new => old", "expected > or <, without ="),
        ("old <= new", "expected > or <, without ="),
        ("new > old > bad", "expected one order of two systems, but there are 3"),
        ("new > old > nobody", 'no system "old > nobody"'),
    ],
)
def test_signs_that_no_order_has_are_named_with_what_to_write(here, capsys, text, said):
    assert said in error_of(capsys, *FILES, "--expect", text)


def test_two_systems_with_the_same_answers_keep_a_margin_with_a_warning(here, capsys):
    """Planted: a copy of old under another name; new is another system."""
    (here / "copy.run").write_text((here / "old.run").read_text().replace(" old\n", " copy\n"))
    files = ("qrels", "old.run", "copy.run", "new.run", "-m", "P@1")
    assert main(["compare", *files, "--expect", "copy > old - 0.15"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "copy and old have the same answers, so copy keeps every margin" in said
    assert main(["compare", *files, "--expect", "copy > old - 0.15", "--fail-on", "same-run"]) == 1
    capsys.readouterr()
    assert main(["compare", *files, "--expect", "new > old - 0.15"]) == 0
    assert "same answers" not in capsys.readouterr().err


@pytest.mark.parametrize("expect", ["new > bad", "new > bad - 0.15"])
def test_the_first_of_several_measures_is_named_with_the_exit_code(here, capsys, expect):
    said = "The exit code is about P@1, the first of the measures."
    several = [*FILES, "-m", "RR", "--expect", expect]
    for layout in ("table", "markdown"):
        assert main(["compare", *several, "--format", layout]) == 0
        printed = capsys.readouterr()
        assert said in " ".join((printed.out + printed.err).split())
        assert main(["compare", *FILES, "--expect", expect, "--format", layout]) == 0
        printed = capsys.readouterr()
        assert "The exit code is about" not in printed.out + printed.err


def test_a_system_whose_name_looks_like_a_margin_is_a_system():
    assert read("new > old - 3%", None, ["new", "old", "old - 3%"]) == Expectation("new", "old - 3%")
    assert read("new > odd - 3%", None, ["new", "old"]) == Expectation("new", "odd - 3%"), "no system is called odd"


def test_an_open_margin_comes_with_the_difference_that_the_queries_can_detect(here, capsys):
    """Oracle: `minimum_detectable` of the pair in JSON."""
    files = [*FILES[:3], *FILES[4:]]
    assert main(["compare", *files, "--format", "json"]) == 0
    pairs = json.loads(capsys.readouterr().out)["measures"][0]["pairs"]
    said = "An estimate: with 80% power these 40 queries can detect a difference of"
    least = pairs[0]["minimum_detectable"]
    for layout in ("table", "markdown"):
        assert main(["compare", *files, "--expect", "new > old - 0.001", "--format", layout, "--all"]) == 4
        told = " ".join(capsys.readouterr().out.split())
        assert f"{said} {least:.3f}." in told
        assert "separate" not in told, "who is ahead was not asked"
        assert main(["compare", *files, "--expect", "new > old - 0.2", "--format", layout, "--all"]) == 0
        assert said not in capsys.readouterr().out, "the queries decide"


@pytest.mark.parametrize("layout", ["table", "markdown"])
def test_two_systems_that_queries_leave_open_come_with_what_more_queries_would_take(
    tmp_path, monkeypatch, capsys, layout
):
    """Forty queries: new is ahead on nine of eleven that differ. The numbers of queries are those of the league."""
    monkeypatch.chdir(tmp_path)
    queries = [f"q{i:02}" for i in range(40)]
    (tmp_path / "qrels").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    for system, hits in (("old", range(2)), ("new", range(2, 11))):
        lines = [f"{q} Q0 {'a' if i in hits else 'b'} 1 1 {system}\n" for i, q in enumerate(queries)]
        (tmp_path / f"{system}.run").write_text("".join(lines))
    verdict = settle(read_qrels("qrels"), read_runs(["old.run", "new.run"]), "P@1")
    (needed,) = verdict.needed
    assert main(["compare", "qrels", "old.run", "new.run", "-m", "P@1", "--format", layout, "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    least, most = ends_of_range(needed.low, needed.high, 41)
    assert (
        f"can detect a difference of {verdict.detectable[0, 1]:.3f}. At roughly {least:,} to {most:,} queries in all"
        in told
    )


def test_of_several_collections_each_that_has_both_systems_is_answered_before_the_order(here, capsys):
    """Oracle: `compare` of that collection by itself."""
    files = {"a": FILES[:4], "b": ("qrels", "new.run", "old.run")}
    over = [f"--collection={name}={','.join(of)}" for name, of in files.items()]
    asked = ["-m", "P@1", "-m", "RR", "--expect", "new > old - 0.15"]
    assert main(["compare", *over, *asked, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["measures"]
    assert main(["compare", *files["a"], *asked, "--format", "json"]) == 0
    alone = json.loads(capsys.readouterr().out)["measures"][0]
    assert [one["collection"] for one in found if one["non_inferiority"]] == [None, "a", "b"]
    assert found[1]["non_inferiority"] == alone["non_inferiority"]

    assert main(["compare", *over, *asked, "--format", "tsv"]) == 0
    heading, *rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {len(row) for row in rows} == {len(heading)}
    at = heading.index("margin_answer")
    assert [row[at] for row in rows] == ["not inferior"] * 3 + [""] * 3

    assert main(["compare", *over, *asked, "--format", "table", "--all"]) == 0
    parts = capsys.readouterr().out.split("\n\n\n")
    for part in parts[:3]:
        assert part.index("is not worse than old by 0.1") < part.index("Difference ")


def test_the_answer_about_a_margin_is_all_that_one_screen_says_of_the_pair(here, capsys):
    asked = ["compare", *FILES, "--expect", "new > old - 0.15", "--format", "table"]
    assert main(asked) == 0
    short = capsys.readouterr().out
    assert short.startswith("new is not worse than old by 0.15 or more")
    assert "can't be told apart" not in short
    assert main([*asked, "--all"]) == 0
    whole = capsys.readouterr().out
    assert short.splitlines()[0].removesuffix(" (P@1).") in whole
    assert "new and old can't be told apart." in whole


def test_a_margin_needs_no_labels(here, capsys):
    assert main(["eval", *FILES, "-q"]) == 0
    (here / "scores.tsv").write_text(capsys.readouterr().out)
    assert main(["compare", "--scores", "scores.tsv", "--expect", "new > old - 0.15"]) == 0
    assert main(["compare", "--scores", "scores.tsv", "--expect", "bad > old - 0.15"]) == 1


def test_a_system_of_exactly_that_name_wins():
    systems = ["new", "old", "old - 0.01"]
    assert read("new > old - 0.01", None, systems) == Expectation("new", "old - 0.01")
    assert read("new > old - 0.01", 0.2, systems) == Expectation("new", "old - 0.01", 0.2)
    assert read("new > old - 0.02", None, systems) == Expectation("new", "old", 0.02)
    assert read("new > old - 0.01 - 0.02", None, systems) == Expectation("new", "old - 0.01", 0.02)
    assert read("new > old-0.02", None, systems) == Expectation("new", "old-0.02")
    with pytest.raises(UsageError, match="both have a margin"):
        read("new > old - 0.02", 0.2, systems)


def test_what_was_decided_is_said_in_words_and_in_fields(here, capsys):
    assert main(["compare", *FILES, "--expect", "new > old - 0.15", "--format", "table"]) == 0
    short = " ".join(capsys.readouterr().out.split())
    assert short.startswith("new is not worse than old by 0.15 or more (P@1). new 0.9750 old 0.9750 difference 0 ")
    assert "queries settled the whole interval lies above −0.15" in short
    assert main(["compare", *FILES, "--expect", "new > old - 0.15", "--format", "table", "--all"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    decided = "new is not worse than old by 0.15 or more: the queries decide it, and no missing label changes a query's"
    assert f"{decided} difference." in out
    assert main(["compare", *FILES, "--expect", "bad > old - 0.15", "--format", "table"]) == 1
    assert "bad is worse than old by more than 0.15 (P@1)" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", *FILES, "--expect", "new > old - 0.001", "--format", "table"]) == 4
    undecided = " ".join(capsys.readouterr().out.split())
    assert undecided.startswith("Undecided: new may be up to ")
    assert "worse than old, and 0.001 is allowed (P@1)." in undecided
    assert undecided.endswith("Next: add queries.")

    assert main(["compare", *FILES, "--expect", "new > old - 0.15", "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["measures"][0]["pairs"]
    assert (row["margin"], row["margin_answer"], row["margin_strength"]) == (0.15, "not inferior", "proved")
    assert (row["margin_low"], row["margin_high"]) == (row["low"], row["high"]), "the interval of the pair, at 0.05"
    assert main(["compare", *FILES, "--expect", "new > old - 0.15", "--format", "tsv"]) == 0
    heading, values = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert dict(zip(heading, values))["margin_answer"] == "not inferior"


def test_the_decision_stands_in_json_whatever_pairs_are_shown(here, capsys):
    words = ["--pair", "bad", "new", "--expect", "new > old - 0.15", "--format", "json"]
    assert main(["compare", *FILES, *words]) == 0
    document = json.loads(capsys.readouterr().out)["measures"][0]
    assert [(row["a"], row["b"]) for row in document["pairs"]] == [("bad", "new")]
    decided = document["non_inferiority"]
    assert (decided["new"], decided["old"], decided["margin"], decided["answer"]) == (
        "new",
        "old",
        0.15,
        "not inferior",
    )
    assert decided["low"] <= decided["difference"] <= decided["high"]
    assert main(["compare", *FILES, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"][0]["non_inferiority"] is None


def test_two_runs_that_are_one_system_are_not_inferior_to_each_other(here, capsys):
    (here / "twin.run").write_text((here / "new.run").read_text().replace("new", "twin"))
    assert main(["compare", *FILES, "twin.run", "--expect", "new > twin - 0.01", "--format", "table"]) == 0
    assert "new is not worse than twin by 0.01 or more" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", *FILES, "twin.run", "--expect", "new > twin"]) == 5


@pytest.fixture
def half_labelled(tmp_path, monkeypatch):
    """Ten queries. New loses the first by one of two documents, of which x, in the second place, has no label."""
    monkeypatch.chdir(tmp_path)
    queries = [f"q{i}" for i in range(10)]
    (tmp_path / "qrels").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    lists = {"old": {q: ["a", "b"] for q in queries}, "new": {q: ["b" if q == "q0" else "a", "x"] for q in queries}}
    for name, of in lists.items():
        lines = [f"{q} Q0 {doc} {i + 1} {-i} {name}" for q, docs in of.items() for i, doc in enumerate(docs)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    return tmp_path


MARGIN_OF = ["compare", "qrels", "old", "new", "--format", "table", "--all", "--expect"]


def test_labels_are_settled_about_a_margin_that_no_missing_label_reaches(half_labelled, capsys):
    """By hand: at rank 1 new has 9 of 10, whatever x is; with x at rank 2 the difference is from -0.05 to 0.45."""
    assert main([*MARGIN_OF, "new > old - 0.05", "-m", "P@1", "--unjudged", "next.tsv"]) == 4
    told = capsys.readouterr()
    out = " ".join(told.out.split())
    about = out[out.index("Undecided: new may be up to") :]
    assert "queries open" in about
    assert "labels settled with all missing labels of any grade −0.1000 to −0.1000, all below −0.05" in about
    said = "next.tsv 0 documents to judge for P@1: no missing label moves the difference on these queries to −0.05"
    assert said in " ".join(told.err.split())
    assert main([*MARGIN_OF, "new > old - 0.05", "-m", "P@2", "--unjudged", "next.tsv"]) == 4
    told = capsys.readouterr()
    assert "labels open with all missing labels of any grade −0.0500 to 0.4500" in " ".join(told.out.split())
    assert len((half_labelled / "next.tsv").read_text().splitlines()) == 11
    assert main([*MARGIN_OF, "new > old - 0.06", "-m", "P@2", "--unjudged", "next.tsv"]) == 4
    assert "−0.0500 to 0.4500, all above −0.06" in " ".join(capsys.readouterr().out.split())
    assert len((half_labelled / "next.tsv").read_text().splitlines()) == 1, "the order is open, the margin is not"


def test_under_a_margin_nobody_counts_the_labels_that_settle_the_order(half_labelled, capsys):
    """Judging these did not change the answer, which the queries leave open."""
    words = [*MARGIN_OF, "new > old - 0.05", "-m", "P@2", "--unjudged", "next.tsv", "--all"]
    assert main(words) == 4
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert "labels" in text
        assert "by expected effect" not in text.lower()
        assert "not known" not in text
    assert "the queries leave the answer open too" in " ".join(told.err.split())
    every = Path("next.tsv").read_text()
    assert main([*words, "--unjudged-limit", "half"]) == 4
    told = " ".join(capsys.readouterr().err.split())
    assert "--unjudged-limit half: how many labels are needed is not counted; give a whole number. All" in told
    assert Path("next.tsv").read_text() == every


def test_labels_that_likely_keep_an_order_are_said_so_with_a_margin_and_among_more_runs(here, capsys):
    """Planted: `new` is right on 20 queries of 100, `old` on 12 others, 10 of the rest without a label: 8 of these
    would have to be relevant, where one in six is at rank 1."""
    queries = [f"q{i:02}" for i in range(100)]
    right = {"new": range(20), "old": range(20, 32), "bad": ()}
    (here / "qrels").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    for system, hits in right.items():
        docs = ["a" if i in hits else "c" if system == "old" and i >= 90 else "b" for i in range(100)]
        (here / f"{system}.run").write_text("".join(f"{q} Q0 {d} 1 1 {system}\n" for q, d in zip(queries, docs)))
    for runs in (["old.run", "new.run"], ["old.run", "new.run", "bad.run"]):
        for words in (["--pair", "new", "old"], ["--expect", "new > old"], ["--expect", "new > old - 0.01"]):
            main(["compare", "qrels", *runs, "-m", "P@1", "--format", "table", *words])
            said = " ".join(capsys.readouterr().out.split())
            assert " labels likely " in said
            assert ("labels come second." in said) == ("0.01" not in words[-1])
