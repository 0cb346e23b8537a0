"""Scores written as MTEB, BEIR, pytrec_eval or a table have them come back as they were."""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.formats.loss_warnings import LossWarning
from irassay.scoring.score_files import read_scores, write_results

IDS = st.text("abcXYZ019-.éя", min_size=1, max_size=5).filter(lambda name: name.strip(".") == name)
VALUES = st.floats(0, 1)
MEASURES = {
    "pytrec_eval": ["AP", "RR", "nDCG@10", "P@5", "R@100", "AP@20", "Success@1", "Bpref"],
    "mteb": ["main_score", "nDCG@10", "AP@5", "R@1", "P@3", "RR@10", "accuracy"],
    "beir-results": ["nDCG@10", "AP@100", "R@5", "P@1", "RR@10"],
    "score-table": ["AP(rel=2)", "nDCG@10", "some other"],
}


@st.composite
def rows(draw, measures):
    """Scores of some systems on some queries; every system has every query, the first measure is always there."""
    systems = draw(st.lists(IDS, min_size=1, max_size=3, unique_by=str.casefold))
    queries = draw(st.lists(IDS, min_size=1, max_size=3, unique_by=str.casefold))
    named = [measures[0], *draw(st.lists(st.sampled_from(measures[1:]), unique=True))]
    return [(s, q, m, draw(VALUES)) for s in systems for q in queries for m in named]


@pytest.mark.parametrize("form", MEASURES)
@given(data=st.data())
def test_what_is_written_is_read_again(form, data):
    given_rows = data.draw(rows(MEASURES[form]))
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder, "scores")
        write_results(given_rows, to, output_format=form)
        assert sorted(read_scores([str(to)]).rows()) == sorted(given_rows)


def test_a_part_of_a_task_keeps_its_place(tmp_path):
    given_rows = [
        ("lab/small", task, "main_score", value)
        for task, value in (("MIRACL/de", 0.5), ("MIRACL/fr", 0.25), ("MIRACL/de (dev)", 0.75), ("Other", 0.1))
    ]
    write_results(given_rows, tmp_path / "out", output_format="mteb")
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.json")) == [
        "out/lab__small/MIRACL.json",
        "out/lab__small/Other.json",
    ]
    tree = json.loads((tmp_path / "out/lab__small/MIRACL.json").read_text())
    assert [entry["hf_subset"] for entry in tree["scores"]["test"]] == ["de", "fr"]
    assert sorted(read_scores([str(tmp_path / "out")]).rows()) == sorted(given_rows)


def test_measures_without_a_group_are_counted(tmp_path):
    with pytest.warns(
        LossWarning, match=r'2 measures left out \("main_score", "bpref"\): beir-results has no group'
    ) as told:
        write_results(
            [("a", "t", "main_score", 1.0), ("a", "t", "bpref", 1.0), ("a", "t", "P@1", 1.0)],
            tmp_path / "out",
            output_format="beir-results",
        )
    assert [one.filename for one in told] == [__file__]  # whose call it is, not where in irassay
    assert list(read_scores([str(tmp_path / "out")]).rows()) == [("a", "t", "P@1", 1.0)]


@pytest.mark.parametrize(
    ("given_rows", "wrong"),
    [
        ([], "there is no score"),
        ([("a", "q", "AP", 1.0)] * 2, '"AP" of "a" on "q" is there twice'),
        ([("Run", "q", "AP", 1.0), ("run", "q", "AP", 1.0)], "two would be written to"),
    ],
)
def test_nothing_is_written_of_what_could_not_be_read_again(given_rows, wrong, tmp_path):
    with pytest.raises(InputError, match=wrong):
        write_results(given_rows, tmp_path / "out", output_format="pytrec_eval")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_does_not_fit_standard_output():
    with pytest.raises(UsageError, match="mteb is a folder of files: name a folder with -o"):
        write_results([("a", "q", "AP", 1.0)], "-", output_format="mteb")


def test_scores_per_query_become_what_pytrec_eval_returns(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("q1 0 d1 1\nq2 0 d2 1\n")
    Path("new.run").write_text("q1 Q0 d1 1 2 new\nq2 Q0 d1 1 2 new\nq2 Q0 d2 2 1 new\n")
    assert main(["eval", "qrels.txt", "new.run", "-m", "RR", "-m", "nDCG@10", "-q"]) == 0
    Path("scores.tsv").write_text(capsys.readouterr().out)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["convert", "scores.tsv", "--to", "pytrec_eval", "-o", "out"]) == 0
    told = json.loads(Path("out/new.json").read_text())
    assert told["q2"]["recip_rank"] == 0.5
    assert list(told["q1"]) == ["recip_rank", "ndcg_cut_10"]
