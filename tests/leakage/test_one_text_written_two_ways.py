"""A text that is written in two ways is one text: in the search of pairs, in their types and in runs of words."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from irassay.leakage.decide import propose_type
from irassay.leakage.what_leaked import WordRuns
from irassay.leakage.words import plain

TWO_WAYS = [
    *(
        (f"why isn{sign}t pluto a planet", "why isn't pluto a planet")
        for sign in "\u2019\u2018\u02bc\u00b4\u2032\uff07`"
    ),
    ("climate_change effects", "climate change effects"),
    ("who walks 10,000 steps", "who walks 10000 steps"),
    ("who counts 1,000,000 steps", "who counts 1000000 steps"),
    ("who walks 10\u202f000 steps", "who walks 10000 steps"),
    ("who walks 10\u00a0000 steps", "who walks 10,000 steps"),
    ("u.s. economy in crisis", "us economy in crisis"),
    ("U.S economy in crisis", "us economy in crisis"),
    ("J.R.R. Tolkien novels", "JRR Tolkien novels"),
    ("人工 智能 的 应用", "人工智能的应用"),
    ("人工\u3000智能的应用", "人工智能的应用"),
    ("日本 の 首都", "日本の首都"),
    ("東京 タワー の 高さ", "東京タワーの高さ"),
    ("state\u2011of\u2011the\u2011art engines", "state-of-the-art engines"),
    ("soft\u00adware engines", "software engines"),
]
# Texts that look alike and say something else.
OTHERS = [
    ("room 10,20", "room 1020"),
    ("codes 10,0000", "codes 100000"),
    ("grades 1,2,3", "grades 123"),
    ("version 3.5,000", "version 35000"),
    ("mail of x.y.com", "mail of xycom"),
]


@pytest.mark.parametrize(("one", "other"), TWO_WAYS)
def test_one_text_written_two_ways_leaks_and_its_row_goes(tmp_path, monkeypatch, one, other):
    monkeypatch.chdir(tmp_path)
    for test, train in ((one, other), (other, one)):
        (tmp_path / "test.tsv").write_text(f"q1\t{test}\nq2\twalking boots\n")
        (tmp_path / "train.tsv").write_text(f"t1\t{train}\nt2\tgarden hose\n")
        command = ["leak", "test.tsv", "--train", "train.tsv", "--leaks", "leaks.tsv", "--clean-train", "clean.tsv"]
        assert main([*command, "--clean-queries", "clean"]) == 0
        rows = [row.split("\t")[:4] for row in (tmp_path / "leaks.tsv").read_text().splitlines()[1:]]
        assert rows == [["q1", "t1", "leak", "identical"]]
        assert (tmp_path / "clean.tsv").read_text() == "t2\tgarden hose\n"
        assert (tmp_path / "clean").read_text() == "q2\n"


@pytest.mark.parametrize(("one", "other"), TWO_WAYS)
def test_its_type_and_its_runs_of_words_are_those_of_one_text(one, other):
    assert propose_type(one, other) == "identical"
    around = " ".join(f"word{n}" for n in range(12))
    runs = WordRuns({"d1": f"{one} {around}"})
    runs.add([f"{other} {around}"], len)
    assert list(runs.matches(floor=1.0).values()) == [{"d1": 1.0}]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_other_texts_stay_other_texts(one, other):
    assert plain(one).casefold() != plain(other).casefold()


def test_the_economy_alone_is_not_the_economy_of_the_us(tmp_path, monkeypatch):
    """`us` says what a text is about, though it is a function word too."""
    assert propose_type("us economy in crisis", "economy in crisis") == "generalization"
    assert propose_type("u.s. economy in crisis", "economy in crisis") == "generalization"
