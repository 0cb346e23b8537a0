"""`eval` says what `compare` says of lists that were cut and of scores that may be distances, and keeps no ranking."""

import os
from pathlib import Path

import pytest

from irassay.cli.main import main

N, DEPTH = 6, 30  # queries, documents a list


def write(name, depth=DEPTH, sign=1):
    """A run that has the ten judged documents first, by scores whose sign may be wrong; returns its file."""
    with open(f"{name}.run", "w") as file:
        for q in range(N):
            for i in range(depth):
                file.write(f"q{q} Q0 {'r' if i < 10 else 'n'}{i} {i + 1} {sign * (100 - i)} {name}\n")
    return f"{name}.run"


@pytest.fixture(autouse=True)
def qrels(tmp_path, monkeypatch):
    """The file of labels: ten judged documents a query."""
    monkeypatch.chdir(tmp_path)
    lines = (f"q{q} 0 r{i} {int(i % 2 == 0)}\n" for q in range(N) for i in range(10))
    (tmp_path / "qrels.txt").write_text("".join(lines))
    return "qrels.txt"


def warned(capsys, *words):
    assert main(list(words)) == 0
    return [line for line in capsys.readouterr().err.splitlines() if line.startswith("▲")]


@pytest.mark.parametrize("measure", ["R@20", "AP", "P@12"])
def test_lists_cut_before_the_measures_depth_are_named_as_compare_names_them(qrels, capsys, measure):
    """Oracle: what `compare` warns of, which holds the rankings."""
    files = (qrels, write("new", 10), write("old"))
    said = warned(capsys, "eval", *files, "-m", measure)
    assert said
    assert set(said) <= set(warned(capsys, "compare", *files, "-m", measure))
    assert warned(capsys, "eval", *files, "-m", "nDCG@10") == []


def test_of_several_cutoffs_beyond_the_lists_the_deepest_is_told(qrels, capsys):
    words = [word for k in (5, 50, 100, 1000) for word in ("-m", f"P@{k}")]
    (said,) = warned(capsys, "eval", qrels, write("only"), *words)
    assert said.startswith("▲ only: lists that end before rank 1,000 (no list goes on after rank 30); 97.0% of only's ")


def test_who_asks_for_the_first_documents_alone_is_not_told_that_lists_end_there(qrels, capsys):
    assert warned(capsys, "eval", qrels, write("only"), "-m", "P@20", "--max-docs", "10") == []


def test_a_collection_is_named_with_its_lists(qrels, capsys):
    Path("whole").mkdir()
    Path(write("new")).rename("whole/new.run")
    words = ["--collection", f"A={qrels},whole/", "--collection", f"B={qrels},{write('new', 10)}", "-m", "R@30"]
    (said,) = warned(capsys, "eval", *words)
    assert said.startswith("▲ B: new: lists that end before rank 30 (no list goes on after rank 10); 66.7% of new's ")


@pytest.mark.parametrize("measure", ["nDCG@5", "AP", "RR"])
def test_scores_that_may_be_distances_are_told_with_the_mean_that_they_have_the_other_way_round(qrels, capsys, measure):
    """Oracle: the mean of the same file with its scores negated."""
    right, wrong = write("right"), write("wrong", sign=-1)
    assert main(["eval", qrels, right, "-m", measure]) == 0
    mean = float(capsys.readouterr().out.split()[-1])
    *_, said = warned(capsys, "eval", qrels, wrong, "-m", measure)  # after "no document down to rank 5 has a label"
    assert said.startswith(f"▲ wrong: scores may be distances, the lowest best; {measure} ")
    assert f" by highest score first (used), {mean:.4f} by lowest: if its scores are distances" in said
    assert warned(capsys, "eval", qrels, right, "-m", measure) == []


def test_of_several_such_runs_there_is_one_warning_under_the_names_that_the_table_has(qrels, capsys):
    files = (write("a", sign=-1), write("good"), write("b", sign=-1))
    (said,) = warned(capsys, "eval", qrels, *files, "-m", "nDCG@5", "--rename", "b=faiss")
    assert said.startswith("▲ 2 runs: scores may be distances, the lowest best (a, faiss); most in a: nDCG@5 ")
    assert "who scores highest" not in said


def test_what_can_be_read_once_is_not_read_again(qrels, capsys):
    text = Path(write("wrong", sign=-1)).read_bytes()
    read, to = os.pipe()
    os.write(to, text)
    os.close(to)
    (said,) = warned(capsys, "eval", qrels, f"/dev/fd/{read}", "-m", "nDCG@5")
    os.close(read)
    assert "no document down to rank 5 has a label" in said
