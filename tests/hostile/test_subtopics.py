"""Labels by subtopic that can't be read, and measures over subtopics where there are none."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.cli.main import main
from irassay.collection import Qrels, QrelsStack, Runs
from irassay.errors import UsageError
from irassay.formats import read_qrels
from irassay.kernel import _core
from irassay.scoring import evaluate

RUNS = Runs.from_dict({"s": {"q": {"a": 2.0, "b": 1.0}}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q s1 a\n", "1  3 columns, expected 4"),
        ("q s1 a 1 extra\n", "1  5 columns, expected 4"),
        ("q s1 a 1\nq s1 a 0\n", '2  document "a" twice for subtopic "s1" of query "q"'),
        ("q s1 a x\n", '1  grade is "x", expected a whole number'),
        ("q s1 a 1000\n", "1  grade is"),
        ("\n\n", "no label in the file"),
    ],
)
def test_a_line_that_cannot_be_is_located(text, message, tmp_path, capsys):
    (tmp_path / "qrels").write_text(text)
    (tmp_path / "run").write_text("q Q0 a 1 1 s\n")
    arguments = ["eval", str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "alpha_nDCG@10"]
    assert main([*arguments, "--input-format", "subtopics"]) == 3
    assert message in capsys.readouterr().err


def test_one_document_may_have_a_label_for_each_subtopic(tmp_path):
    (tmp_path / "qrels").write_text("q s1 a 1\n\n# a comment 0\nq s2 a -2\nq s2 b 3\n")
    qrels = read_qrels(tmp_path / "qrels", input_format="subtopics")
    assert dict(qrels.grades("q")) == {"a": 1, "b": 3}
    assert qrels.subtopics["q"] == {"s1": {"a": 1}, "s2": {"a": -2, "b": 3}}
    assert (qrels.readings[0].lines, qrels.readings[0].used) == (5, 3)
    assert qrels.readings[0].skipped == {"blank": 1, "comment": 1}
    assert qrels.sel(queries=["q"]).subtopics == qrels.subtopics


@pytest.mark.parametrize("verb", ["eval", "compare", "check", "report"])
def test_a_measure_over_subtopics_says_what_it_needs(verb, tmp_path, capsys):
    (tmp_path / "qrels").write_text("q 0 a 1\n")
    for name in ("x", "y"):
        (tmp_path / name).write_text(f"q Q0 a 1 1 {name}\n")
    out = ["-o", str(tmp_path / "page.html")] if verb == "report" else []
    arguments = [str(tmp_path / "qrels"), str(tmp_path / "x"), str(tmp_path / "y"), "-m", "ERR_IA@5", *out]
    assert main([verb, *arguments]) == 2
    assert "ERR_IA@5 is made from labels by subtopic, and these have none" in capsys.readouterr().err


def test_variants_of_labels_have_no_subtopics():
    base = Qrels.from_subtopics({"q": {"s": {"a": 1}}})
    stack = QrelsStack(base, np.array([[1]], dtype=np.int8), ["as is"])
    with pytest.raises(UsageError, match="which variants of labels don't have"):
        evaluate(stack, RUNS, ["nDCG@5", "StRecall@5"])


@pytest.mark.parametrize("entry", [(9, 0, 1), (0, 2**31, 1), (0, 0, 128), (0, 0, -128)])
def test_the_kernel_refuses_entries_that_point_nowhere(entry):
    qrels = Qrels.from_dict({"q": {"a": 1}})
    with pytest.raises((ValueError, IndexError)):
        _core.Subtopics(qrels.core, [[entry]])


def test_the_kernel_refuses_subtopics_of_other_labels():
    qrels, other = Qrels.from_dict({"q": {"a": 1}}), Qrels.from_subtopics({"q": {"s": {"a": 1}}, "r": {"s": {"a": 1}}})
    with pytest.raises(ValueError, match="those of other labels"):
        _core.evaluate(
            qrels.core,
            RUNS.core,
            RUNS.join(qrels),
            [_core.MeasureSpec("StRecall", depth=5)],
            ties=_core.Ties.float64,
            queries="qrels",
            threads=1,
            subtopics=other.subtopics_core,
        )


def test_labels_by_subtopic_that_are_read_as_trecs_say_which_format_reads_them(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels").write_text("1 1 d1 1\n1 2 d1 0\n2 1 d3 2\n")
    (tmp_path / "run").write_text("1 Q0 d1 1 3 a\n2 Q0 d3 1 1 a\n")
    words = ["eval", "labels", "run", "-m", "alpha_nDCG@20"]
    assert main(words) == 3
    assert "labels  the second column is not 0 throughout: --input-format subtopics reads" in capsys.readouterr().err
    assert main([*words, "--input-format", "subtopics"]) == 0
    assert capsys.readouterr().out == "a\tall\talpha_nDCG@20\t1.0\n"
    (tmp_path / "labels").write_text("1 1 d1 1\n2 1 d3 2\n")
    assert main(words) == 2
    assert "--input-format subtopics" in capsys.readouterr().err
    (tmp_path / "labels").write_text("1 0 d1 1\n1 0 d1 0\n")
    assert main(words) == 3
    assert "subtopics" not in capsys.readouterr().err
