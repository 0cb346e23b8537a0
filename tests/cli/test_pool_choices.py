"""`irassay pool`: known answers, pairs, samples of queries and of bands of ranks."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from irassay.pooling import read_pool


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two runs; a known answer of q1 that no run has, two of q2; q3 has a pool of one document."""
    monkeypatch.chdir(tmp_path)
    lists = {"bm25": {"q1": "ab", "q2": "mno", "q3": "x"}, "dense": {"q1": "bc", "q2": "nmp"}}
    for run, queries in lists.items():
        lines = [f"{q} Q0 {d} {i + 1} {9 - i} {run}\n" for q, docs in queries.items() for i, d in enumerate(docs)]
        (tmp_path / f"{run}.run").write_text("".join(lines))
    (tmp_path / "qrels.txt").write_text("q1 0 a 0\nq1 0 z 1\nq2 0 n 1\nq2 0 o 1\n")
    return tmp_path


RUNS = ["bm25.run", "dense.run"]
KNOWN = ["--known", "qrels.txt"]


def rows(capsys, *words):
    assert main(["pool", *words]) == 0
    told = capsys.readouterr()
    return [line.split("\t") for line in told.out.splitlines()], " ".join(told.err.split())


def test_pairs_have_their_headings_and_the_known_answer_first(folder, capsys):
    table, told = rows(capsys, *RUNS, *KNOWN, "--depth", "1", "--pairs", "known")
    assert table == [
        ["query", "doc_a", "doc_b", "why"],
        ["q1", "z", "a", "known"],
        ["q1", "z", "b", "known"],
        ["q2", "n", "m", "known"],
    ]
    assert "1 query with a pool of fewer than 2 documents left out." in told
    assert "2 known answers in the pool, 1 of them in no run to this depth." in told
    assert "3 pairs to judge on 2 queries." in told


def test_all_pairs_of_pools_with_all_known_answers(folder, capsys):
    table, _ = rows(capsys, *RUNS, *KNOWN, "--known-rule", "all", "--depth", "1", "--pairs", "all")
    assert [row[:3] for row in table[1:]] == [
        ["q1", "a", "b"],
        ["q1", "a", "z"],
        ["q1", "b", "z"],
        ["q2", "m", "n"],
        ["q2", "m", "o"],
        ["q2", "n", "o"],
    ]


def test_next_pairs_are_one_runs_first_or_second_document(folder, capsys):
    table, _ = rows(capsys, "dense.run", *KNOWN, "--pairs", "next")
    assert table[1:] == [["q1", "z", "b", "next"], ["q2", "n", "m", "next"]]


def test_a_pool_says_which_document_is_a_known_answer_and_is_read_again(folder, capsys):
    rows(capsys, *RUNS, *KNOWN, "--depth", "1", "-o", "pool.tsv")
    lines = [line.split("\t") for line in (folder / "pool.tsv").read_text().splitlines()]
    assert lines[3] == ["q1", "z", "", "0", "0", "", "", "known"]
    assert [line[-1] for line in lines[1:]] == ["pool", "pool", "known", "pool", "pool", "pool"]
    again = read_pool(folder / "pool.tsv")
    assert (again.docs[2], again.finders(2)) == ("z", [])


def test_a_sample_carries_its_probability(folder, capsys):
    table, told = rows(capsys, *RUNS, "--sample", "1", "--min-pool", "2", "--seed", "3")
    assert table[0][-2:] == ["why", "probability"]
    assert {row[-1] for row in table[1:]} == {"0.5"}
    assert len({row[0] for row in table[1:]}) == 1
    assert "1 of 2 queries drawn." in told


def test_a_band_carries_stratum_probability_and_what_was_drawn(folder, capsys):
    table, told = rows(capsys, *RUNS, "--depth", "1", "--band", "3:0.5")
    assert table[0][-4:] == ["why", "stratum", "probability", "drawn"]
    of_q2 = [[row[1], *row[-3:]] for row in table[1:] if row[0] == "q2"]
    assert of_q2[:2] == [["m", "1-1", "1.0", "yes"], ["n", "1-1", "1.0", "yes"]]
    assert [row[1:3] for row in of_q2[2:]] == [["2-3", "0.5"], ["2-3", "0.5"]]
    assert sorted(row[3] for row in of_q2[2:]) == ["no", "yes"]
    assert "7 documents drawn to be judged, by rank: 5 of 5 of 1-1, 2 of 3 of 2-3." in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pairs", "known"], "add --known QRELS"),
        (["--known-rule", "all"], "add --known QRELS"),
        (["--pairs", "all", "--to", "csv"], "--pairs writes a table for irassay judge"),
        (["--band", "50:0.5", "-o", "book.json"], "--band writes a table for irassay judge"),
        (["--band", "50:0.5", "--budget", "3"], "leave out --budget"),
        (["--band", "50:0.5", "--pairs", "all"], "give one of the two"),
        (["--band", "50"], "RANK:SHARE"),
        (["--band", "50:2"], "RANK:SHARE"),
        (["--band", "5:0.5"], "ascending ranks below the depth of 10"),
        (["--judged", "qrels.txt", "--audit", "1", "--sample", "1"], "an audit draws its own queries"),
        ([*KNOWN, "--pairs", "next", "--judged", "qrels.txt"], "leave out --judged"),
        ([*KNOWN, "--pairs", "next"], "2 runs"),
        (["--sample", "2", "--to", "run"], "--sample is for pools"),
    ],
)
def test_what_has_no_place_is_refused_and_nothing_is_written(words, message, folder, capsys):
    before = sorted(path.name for path in folder.iterdir())
    assert main(["pool", *RUNS, *words]) == 2
    told = capsys.readouterr()
    assert message in " ".join(told.err.split())
    assert told.out == ""
    assert sorted(path.name for path in folder.iterdir()) == before
