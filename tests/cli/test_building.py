"""`irassay sample`, `irassay carry` and documents' labels by `irassay convert`: from files to files."""

from __future__ import annotations

import gzip
import json

import pytest

from irassay.cli.main import main
from irassay.pooling import length_strata, sample_queries


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def queries(folder):
    """Twelve short queries and three long ones."""
    texts = {f"s{i}": f"red  shoes {i}" for i in range(12)} | {f"l{i}": " ".join(["word"] * 11) for i in range(3)}
    (folder / "queries.tsv").write_text("".join(f"{q}\t{t}\n" for q, t in texts.items()))
    return texts


def test_sampled_queries_are_those_of_the_python_function_with_their_texts(queries, folder, capsys):
    assert main(["sample", "queries.tsv", "--per-stratum", "5", "--seed", "7", "-o", "drawn.tsv"]) == 0
    drawn = [line.split("\t") for line in (folder / "drawn.tsv").read_text().splitlines()]
    assert [q for q, _ in drawn] == sample_queries(length_strata(queries), per_stratum=5, seed=7).queries
    assert all(text == " ".join(queries[q].split()) for q, text in drawn)
    told = capsys.readouterr()
    assert told.out == ""
    assert "Fewer than 5 queries in 10 words or more (3): all are drawn." in told.err


def test_more_strata_of_length_and_strata_of_a_file(queries, folder, capsys):
    assert main(["sample", "queries.tsv", "--per-stratum", "1", "--from-words", "3", "--from-words", "11"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2  # no query has fewer than 3 words
    (folder / "kinds.tsv").write_text("".join(f"{q}\t{'odd' if int(q[1:]) % 2 else 'even'}\n" for q in queries))
    assert main(["sample", "queries.tsv", "--per-stratum", "2", "--strata", "kinds.tsv", "--quiet"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert sorted(int(row.split("\t")[0][1:]) % 2 for row in rows) == [0, 0, 1, 1]


def test_a_query_without_a_stratum_is_named(queries, folder, capsys):
    (folder / "kinds.tsv").write_text("s1\ta\n")
    assert main(["sample", "queries.tsv", "--strata", "kinds.tsv"]) == 3
    assert '14 of 15 queries of "queries.tsv" have no stratum in "kinds.tsv", such as "l0"' in capsys.readouterr().err
    assert main(["sample", "queries.tsv", "--strata", "kinds.tsv", "--from-words", "4"]) == 2
    assert main(["sample", "queries.tsv", "--from-words", "0"]) == 2
    assert '--from-words is "0", expected a whole number from 1 to 10,000' in capsys.readouterr().err


TEXT = "one two three four five six seven eight nine ten"
OTHER = "nothing of what stood here before is left in it today"
HALF = "one two three four five six seven other words now"  # 5 of 11 triples are shared


@pytest.fixture
def corpora(folder):
    """Four judged documents: one the same, one half so, one changed, one gone; the new file is packed JSON lines."""
    old = "".join(f"D{i}\thttp://www.a.org/{i}\t\t{TEXT}\n" for i in range(4))
    (folder / "old.tsv").write_text(old)
    new = {"N0": ("https://a.org/0/", TEXT), "N1": ("a.org/1", HALF), "N2": ("http://a.org/2", OTHER)}
    lines = [json.dumps({"docid": doc, "url": url, "body": text}) + "\n" for doc, (url, text) in new.items()]
    with gzip.open(folder / "new.jsonl.gz", "wt") as file:
        file.write("".join(lines))
    (folder / "qrels.txt").write_text("q 0 D0 3\nq 0 D1 2\nq 0 D2 1\nq 0 D3 1\n")
    return folder


def test_labels_are_carried_and_every_fate_is_told(corpora, capsys):
    asked = ["carry", "qrels.txt", "--old", "old.tsv", "--new", "new.jsonl.gz", "--fates", "fates.tsv", "-o", "v2.txt"]
    assert main(asked) == 0
    assert (corpora / "v2.txt").read_text() == "q 0 N0 3\n"
    rows = [line.split("\t") for line in (corpora / "fates.tsv").read_text().splitlines()]
    assert rows == [
        ["query", "old", "new", "grade", "fate", "similarity"],
        ["q", "D1", "N1", "2", "doubtful", f"{5 / 11:.4f}"],
        ["q", "D2", "N2", "1", "changed", "0.0000"],
        ["q", "D3", "", "1", "gone", "0.0000"],
        ["q", "D0", "N0", "3", "kept", "1.0000"],
    ]
    assert "doubtful" in capsys.readouterr().err


def test_thresholds_move_a_label_from_doubt(corpora, capsys):
    asked = ["carry", "qrels.txt", "--old", "old.tsv", "--new", "new.jsonl.gz", "--quiet"]
    assert main([*asked, "--similar", "0.45"]) == 0
    assert capsys.readouterr().out == "q 0 N0 3\nq 0 N1 2\n"
    assert main([*asked, "--similar", "0.3"]) == 2
    assert "--doubtful is 0.4, expected at most --similar, which is 0.3" in capsys.readouterr().err


def test_a_document_without_an_address_is_located(corpora, capsys):
    (corpora / "new.jsonl").write_text('{"docid": "N0", "body": "words"}\n')
    assert main(["carry", "qrels.txt", "--old", "old.tsv", "--new", "new.jsonl"]) == 3
    assert 'new.jsonl:1  "N0" has no address, expected an id, an address (url) and a text' in capsys.readouterr().err
    assert main(["carry", "qrels.txt", "--old", "old.tsv"]) == 2
    assert "--new is missing" in capsys.readouterr().err


@pytest.mark.parametrize(("aggregate", "grade"), [("best", 3), ("mean", 1), ("sum", 3), ("first", 0)])
def test_convert_makes_labels_of_documents_from_those_of_passages(folder, capsys, aggregate, grade):
    (folder / "passages.qrels").write_text("q 0 p1 0\nq 0 p2 3\nq 0 p3 0\nq 0 lost 1\n")
    (folder / "p2d.tsv").write_text("p1\td\np2\td\np3\td\n")
    asked = ["convert", "passages.qrels", "--to", "trec", "--passage-to-document", "p2d.tsv", "--aggregate", aggregate]
    assert main(asked) == 0
    told = capsys.readouterr()
    assert told.out == f"q 0 d {grade}\n"
    assert "1 label of passages without a document left out" in told.err


def test_convert_has_documents_for_labels_only(folder, capsys):
    (folder / "texts.tsv").write_text("q1\tred shoes\n")
    asked = ["convert", "texts.tsv", "--kind", "texts", "--to", "jsonl", "--passage-to-document", "texts.tsv"]
    assert main(asked) == 2
    assert "--passage-to-document is for labels of passages, and this is texts" in capsys.readouterr().err
