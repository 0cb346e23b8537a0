"""`irassay memory`: from a training set and runs to whether leaked documents are remembered."""

from __future__ import annotations

import json

import pytest

from irassay import read_runs
from irassay.cli.main import main
from irassay.collection.instances import Instance, Instances
from irassay.formats.reading.instances import instance_lines
from irassay.leakage import memory
from tests.leakage.test_memory import runs

TOPICS = [f"t{i:02}" for i in range(60)]
DOCS = [f"d{i}" for i in range(12)]


def leaks():
    sides = (("leak+", True), ("leak-", False))
    return Instances([Instance(f"q{t}", "", doc, "", of, "test", t) for doc, of in sides] for t in TOPICS)


def lists(depth):
    """Documents by score; a leaked one of score x ranks below the documents that score more."""
    return {t: {doc: float(depth - i) for i, doc in enumerate(DOCS)} for t in TOPICS}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two seeds a side; with leakage the relevant one goes from rank 5 to 4, the other from 7 to 10 or 11."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.jsonl").write_text("".join(instance_lines(leaks())))
    for name, relevant, other in (("a1", 9.5, 3.5), ("a2", 9.5, 2.5), ("b1", 8.5, 6.5), ("b2", 8.5, 6.5)):
        side = tmp_path / name[0]
        side.mkdir(exist_ok=True)
        rows = [f"{t} Q0 {doc} 1 {score} m\n" for t, docs in lists(12).items() for doc, score in docs.items()]
        (side / f"{name}.run").write_text("".join(rows))
        also = [f"{t} Q0 leak+ 1 {relevant} m\n{t} Q0 leak- 2 {other} m\n" for t in TOPICS]
        (side / f"{name}.also.run").write_text("".join(also))
    return tmp_path


ASKED = ["memory", "set.jsonl", "--with", "a", "--without", "b/b1.run", "--without", "b/b2.run"]


def test_a_terminal_has_the_answer_first_and_all_of_it_on_one_screen(folder, capsys):
    """By hand: -1 for the relevant one, +3.5 for the other, so that the offset grows by 4.5."""
    assert main([*ASKED, "--format", "table"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert " ".join(out[:2]).startswith(
        "Leaked documents are remembered: with leakage the rank offset grows by 4.5 (95%"
    )
    assert "60 leaked topics, 120 documents, 2 seeds with leakage, 2 without" in out
    assert [line.split()[2:5] for line in out if line.startswith("rank offset")] == [["6.50", "2.00", "4.50"]]
    assert len(out) <= 22
    assert max(map(len, out)) <= 80
    assert main([*ASKED, "--format", "table", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 60


def test_rows_json_and_a_page_say_what_python_says(folder, capsys):
    """Oracle: `irassay.leakage.memory` of the same lists in memory."""
    from irassay import Runs

    one, two = runs([lists(12)] * 2, "a"), runs([lists(12)] * 2, "b")
    values = {"a0": (9.5, 3.5), "a1": (9.5, 2.5), "b0": (8.5, 6.5), "b1": (8.5, 6.5)}
    also = {name: {t: dict(zip(("leak+", "leak-"), both)) for t in TOPICS} for name, both in values.items()}
    expected = memory(leaks(), one, two, also=Runs.from_dict(also, keep="scores"))
    assert main([*ASKED, "-o", "out.json"]) == 0
    told = json.loads((folder / "out.json").read_text())
    assert told["format"] == "irassay.memory/1"
    assert told["title"] == "Leaked documents are remembered."
    assert told["findings"][0]["text"] == expected.explain()[0]
    row = told["rows"][0]
    assert (row["quantity"], row["change"], row["low"]) == ("rank offset", expected.offset.change, expected.offset.low)
    assert told["provenance"]["options"]["ties"] == "document id ascending"
    assert "a/a1.also.run" in told["provenance"]["inputs"]
    assert main([*ASKED, "-o", "out.tsv"]) == 0
    assert (folder / "out.tsv").read_text().splitlines()[1].startswith("rank offset\t6.5\t")
    assert main([*ASKED, "-o", "out.html", "--figures", "charts"]) == 0
    page = (folder / "out.html").read_text()
    assert "The offset grows on 60 of 60 topics" in page
    assert [path.name for path in (folder / "charts").iterdir()] == ["offsets.svg"]


def test_without_the_files_beside_the_runs_leaked_documents_rank_below_the_depth(folder, capsys):
    for path in folder.glob("*/*.also.run"):
        path.unlink()
    assert main([*ASKED, "--format", "table", "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the rank offset hardly changes" in told
    assert "without a score have rank 101: 240 of 240 with leakage and 240 of 240 without." in told
    assert "rerank the same candidates" not in told


def test_lists_of_other_documents_are_a_caution(folder, capsys):
    """By hand: on the side with leakage no list of t00 has the first document of a pair, on the other all have."""
    pair = [Instance("q", "", doc, "", doc == "d0", "test", "t00") for doc in ("d0", "d5")]
    (folder / "set.jsonl").write_text("".join(instance_lines(Instances([pair]))))
    for path in folder.glob("*/*.also.run"):
        path.unlink()
    for name in ("a1", "a2"):
        path = folder / "a" / f"{name}.run"
        path.write_text("".join(line + "\n" for line in path.read_text().splitlines() if " d0 " not in line))
    assert main([*ASKED, "--format", "table"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "2 of 4 with leakage and 0 of 4 without. ▲ The two sides' lists hold other documents" in told


def test_one_model_alone_takes_labels_and_systems_that_saw_neither(folder, capsys):
    """By hand: of four relevant documents the model was trained on the second and ranks it first."""
    found = "".join(f"{t} 0 d{i} 1\n" for t in TOPICS for i in range(4))
    (folder / "qrels").write_text(found)
    pairs = [[Instance("q", "", doc, "", doc == "d1", "test", t) for doc in ("d1", "d9")] for t in TOPICS]
    (folder / "one.jsonl").write_text("".join(instance_lines(Instances(pairs))))
    rows = [f"{t} Q0 {d} 1 {20 if d == 'd1' else 12 - i} m\n" for t in TOPICS for i, d in enumerate(DOCS)]
    (folder / "m.run").write_text("".join(rows))
    asked = ["memory", "one.jsonl", "--with", "m.run", "--qrels", "qrels", "--format", "table"]
    assert main([*asked, "--others", "b/b1.run"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    # 3 - 1 in the model; (1 + 3 + 4) / 3 - 2 in the other system
    assert told.startswith(
        "Leaked documents are remembered: against other systems, relevant documents it trained on rank 1.3 better than "
        "others (95% over topics: 1.3 to 1.3)."
    )
    assert main(asked) == 0
    assert "Whether training did that is not known" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "code", "what"),
    [
        ([], 2, "Add --with RUN, one a seed"),
        (["--with", "a"], 2, "give qrels, or runs without"),
        (["--with", "a", "--without", "b", "--others", "b"], 2, "leave one out"),
        (["--with", "a/a1.run", "--without", "a"], 2, '"a/a1.run" is given as a run with and without leakage'),
        (["--with", "a", "--without", "c.run"], 2, '"c.run" has no scores of documents outside its lists'),
        (["--with", "nowhere.run"], 3, "nowhere.run"),
    ],
)
def test_what_can_not_be_answered_is_refused(folder, capsys, asked, code, what):
    (folder / "c.run").write_text((folder / "b" / "b1.run").read_text())
    assert main(["memory", "set.jsonl", *asked]) == code
    assert what in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("run", "digest", "said"),
    [("a/a1.run", "0" * 64, "on another set than set.jsonl"), ("b/b1.run", leaks().digest, "was trained on set.jsonl")],
)
def test_a_run_of_another_set_or_on_the_wrong_side_is_refused_where_the_file_beside_it_says_so(
    folder, capsys, run, digest, said
):
    (folder / f"{run}.provenance.json").write_text(json.dumps({"model": {"sha256": digest}}))
    assert main(ASKED) == 3
    assert said in " ".join(capsys.readouterr().err.split())


def test_scores_of_leaks_beside_a_run_are_no_run_of_a_folder(folder):
    """They hold one query's documents outside the list, and would lead every league."""
    assert len(read_runs(folder / "a").systems) == 2
