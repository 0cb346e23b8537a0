"""`irassay convert`: what goes in comes out, or is counted; nothing is half written."""

import io
import json
import os
import sys

import pytest

from irassay.cli.main import main

QRELS = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n"
RUN = "q1 Q0 d2 1 2.5 bm25\nq1 Q0 d1 2 1.25 bm25\nq2 Q0 d3 1 9 bm25\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "bm25.run").write_text(RUN)
    return tmp_path


def convert(*words):
    return main(["convert", *words])


def files(folder):
    return sorted(os.listdir(folder))


def test_labels_go_there_and_back(place):
    for family in ("beir", "quepid", "elasticsearch", "json", "msmarco"):
        assert convert("qrels", "--to", family, "-o", family) == 0
        kind = ["--kind", "labels"] if family == "json" else []
        assert convert(family, "--to", "trec", "-o", f"{family}.back", *kind) == 0
        assert (place / f"{family}.back").read_text() == QRELS


def test_runs_go_there_and_back_with_name_and_scores(place):
    (place / "second.run").write_text(RUN.replace("bm25", "second").replace("2.5", "0.1"))
    assert convert("bm25.run", "second.run", "--to", "json", "-o", "runs.json") == 0
    assert convert("runs.json", "--to", "trec", "-o", "back/") == 0
    assert files("back") == ["bm25.run", "second.run"]
    assert (place / "back" / "bm25.run").read_text() == RUN.replace(" 9 ", " 9.0 ")


def test_a_pipe_is_enough(place, capsys, monkeypatch):
    standard_input = os.open("qrels", os.O_RDONLY)
    kept = os.dup(0)
    os.dup2(standard_input, 0)
    try:
        assert convert("-", "--to", "quepid") == 0
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(standard_input)
    assert capsys.readouterr().out == "query,docid,rating\nq1,d1,2\nq1,d2,0\nq2,d3,1\n"


def test_ids_that_the_target_can_t_hold_are_an_error_and_nothing_is_written(place, capsys):
    (place / "ratings.csv").write_text("query,docid,rating\nred shoes,d1,3\nhat,d2,1\n")
    assert convert("ratings.csv", "--to", "trec", "-o", "out") == 3
    said = capsys.readouterr().err
    assert "nothing was" not in said
    assert "out was not written: 1 query id can't stand in trec, which allows no white space" in said
    assert "--rename-queries FILE" in said
    assert 'query "red shoes"' in said
    assert files(".") == ["bm25.run", "qrels", "ratings.csv"]


def test_renamed_labels_and_runs_agree(place):
    (place / "ratings.csv").write_text("query,docid,rating\nred shoes,d1,3\nhat,d2,1\n")
    (place / "run.json").write_text(json.dumps({"mine": {"cap": {"d9": 1.5}, "red shoes": {"d1": 0.5}}}))
    assert convert("ratings.csv", "--to", "trec", "--rename-queries", "names.tsv", "-o", "out.qrels") == 0
    assert (place / "names.tsv").read_text() == "q1\that\nq2\tred shoes\n"
    assert convert("run.json", "--to", "trec", "--rename-queries", "names.tsv", "-o", "out.run") == 0
    assert (place / "names.tsv").read_text() == "q1\that\nq2\tred shoes\nq3\tcap\n"
    assert (place / "out.qrels").read_text() == "q1 0 d2 1\nq2 0 d1 3\n"
    assert (place / "out.run").read_text() == "q3 Q0 d9 1 1.5 mine\nq2 Q0 d1 1 0.5 mine\n"


def test_a_file_that_is_no_list_of_names_is_not_replaced(place, capsys):
    assert convert("qrels", "--to", "trec", "--rename-queries", "bm25.run", "-o", "out") == 3
    assert "is no line of new name, tab, old id" in capsys.readouterr().err
    assert (place / "bm25.run").read_text() == RUN


def test_what_is_lost_is_counted(place, capsys):
    assert convert("bm25.run", "--to", "msmarco") == 0
    told = capsys.readouterr()
    assert told.out == "q1\td2\t1\nq1\td1\t2\nq2\td3\t1\n"
    assert "3 scores left out: msmarco has ranks only" in told.err
    assert "name of 1 run left out (bm25)" in told.err
    (place / "odd").write_text("# made by hand\nq1 7 d1 1\nq1 0 d2 1\n")
    assert convert("odd", "--to", "json") == 0
    told = capsys.readouterr().err
    assert "1 iteration other than 0 left out" in told
    assert "1 line left out: comment" in told
    (place / "ranks.run").write_text("q1 Q0 d2 2 2.5 a b\n".replace("a b", "ab") + "q1 Q0 d1 1 1.25 ab\n")
    assert convert("ranks.run", "--to", "json") == 0
    assert "ranks of 1 list contradict the scores, first ab on query q1" in capsys.readouterr().err


FRACTIONS = {
    "x.csv": "qid,docno,score\nq1,d1,2\nq1,d2,1.5\n",
    "x.jsonl": '{"qid": "q1", "docno": "d1", "score": 2}\n{"qid": "q1", "docno": "d2", "score": 1.5}\n',
}


@pytest.mark.parametrize("name", FRACTIONS)
def test_scores_with_fractions_are_a_run(place, capsys, name):
    """Whole numbers may be grades too, and so may fractions that are to be multiplied."""
    (place / name).write_text(FRACTIONS[name])
    assert convert(name, "--to", "trec") == 0
    assert capsys.readouterr().out == "q1 Q0 d1 1 2.0 x\nq1 Q0 d2 2 1.5 x\n"
    assert convert(name, "--to", "trec", "--grade-scale", "2") == 2
    assert "say --kind labels or --kind runs" in capsys.readouterr().err
    (place / name).write_text(FRACTIONS[name].replace("1.5", "1.0"))
    assert convert(name, "--to", "trec") == 2
    assert "say --kind labels or --kind runs" in capsys.readouterr().err


def test_a_run_that_is_called_by_its_file_has_no_ending_in_its_tag(place, capsys):
    """Its tag stays where it has one, also one that looks like a file's name; so do names that would be equal."""
    (place / "ql.covid.tsv").write_text("q1\td1\t1.5\n")
    (place / "tagged.txt").write_text("q1 Q0 d1 1 1.5 k1=0.9.run\n")
    (place / "new").mkdir()
    assert convert("ql.covid.tsv", "--to", "trec") == 0
    assert capsys.readouterr().out == "q1 Q0 d1 1 1.5 ql.covid\n"
    assert convert("tagged.txt", "--to", "trec") == 0
    assert capsys.readouterr().out == "q1 Q0 d1 1 1.5 k1=0.9.run\n"
    (place / "ql.covid.run").write_text("q1\td1\t1.5\n")
    assert convert("ql.covid.tsv", "ql.covid.run", "--to", "trec", "-o", "new/") == 0
    assert sorted(path.name for path in (place / "new").iterdir()) == ["ql.covid.run.run", "ql.covid.tsv.run"]
    assert convert("ql.covid.tsv", "bm25.run", "--to", "trec", "-o", "new/") == 0
    assert {"ql.covid.run", "bm25.run"} <= {path.name for path in (place / "new").iterdir()}


def test_what_can_be_read_in_two_ways_is_asked(place, capsys):
    (place / "x.json").write_text('{"q1": {"d1": 1}}')
    assert convert("x.json", "--to", "trec") == 2
    assert "say --kind labels or --kind runs" in capsys.readouterr().err
    assert convert("x.json", "--to", "trec", "--kind", "labels") == 0
    assert capsys.readouterr().out == "q1 0 d1 1\n"
    assert convert("x.json", "--to", "trec", "--kind", "runs") == 0
    assert capsys.readouterr().out == "q1 Q0 d1 1 1.0 x\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["qrels"], "--to is missing: one of trec"),
        (["qrels", "--to", "trek"], "did you mean trec?"),
        (["bm25.run", "--to", "beir"], "bm25.run holds runs, but beir holds labels"),
        (["bm25.run", "--to", "quepid"], "bm25.run holds runs, but quepid holds labels"),
        (["bm25.run", "--to", "trec", "--query-texts", "qrels"], "gives labels the queries' ids, and this is runs"),
        (["bm25.run", "--to", "trec", "-o", "bm25.run"], "is also an input"),
        (["qrels", "--to", "json", "--input-format", "word"], "expected one of trec"),
    ],
)
def test_what_can_t_mean_anything_is_said(words, said, capsys):
    assert convert(*words) == 2
    assert said in capsys.readouterr().err


def test_several_runs_need_a_folder_where_a_file_has_one(place, capsys):
    (place / "second.run").write_text(RUN.replace("bm25", "second"))
    assert convert("bm25.run", "second.run", "--to", "trec", "-o", "all.run") == 2
    assert "2 runs for one file, but trec has one run a file" in capsys.readouterr().err
    assert files(".") == ["bm25.run", "qrels", "second.run"]


def test_a_full_disk_leaves_nothing(place, monkeypatch, capsys):
    from irassay.formats.labels import trec

    def half(labels):
        yield "q1 0 d1 2\n" * 100_000
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(trec.FORMAT, "write", half)
    assert convert("qrels", "--to", "trec", "-o", "out", "--rename-queries", "names") == 3
    assert "can't write out: no space left on device" in capsys.readouterr().err
    assert files(".") == ["bm25.run", "qrels"]


def test_output_goes_to_a_stream_without_bytes_too(monkeypatch):
    from irassay.collection import Qrels
    from irassay.formats import write_qrels

    monkeypatch.setattr(sys, "stdout", io.StringIO())
    write_qrels(Qrels.from_dict({"q1": {"d1": 2}}), "-")
    assert sys.stdout.getvalue() == "q1 0 d1 2\n"
