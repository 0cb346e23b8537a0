"""Writing labels and reading them again changes nothing, in every format that can hold the ids."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Runs
from irassay.errors import InputError
from irassay.formats import detection, registry
from irassay.formats.labels import trec
from irassay.formats.sources.compressed import chunks
from irassay.formats.writing.qrels import write_qrels

READERS = {
    **{name: registry.labels(name).read for name in ("beir", "quepid", "quepid-book", "rre", "elasticsearch", "json")},
    "trec": trec.read_labels,  # line by line, where the kernel is not asked
}
letters = st.characters(exclude_categories=["C", "Z"])
# a first id that starts like a comment or a JSON object needs input_format
ids = st.text(letters, min_size=1, max_size=8).filter(lambda i: i[0] not in "#{")
phrases = st.lists(ids, min_size=1, max_size=3).map(" ".join)


def trees(queries):
    docs = st.dictionaries(ids, st.integers(-127, 127), min_size=1, max_size=4)
    return st.dictionaries(queries, docs, min_size=1, max_size=4)


class Labelled:
    def __init__(self, tree):
        self.tree = tree
        self.queries = list(tree)

    def grades(self, query):
        return self.tree[query]


@pytest.mark.parametrize("family", sorted(READERS))
@given(tree=trees(ids))
def test_labels_written_are_the_labels_read(family, tree):
    assert round_trip(family, tree) == tree


@pytest.mark.parametrize("family", ["quepid", "quepid-book", "rre", "elasticsearch", "json"])
@given(tree=trees(phrases))
def test_query_texts_as_ids_survive_where_the_format_allows_spaces(family, tree):
    assert round_trip(family, tree) == tree


def test_trec_refuses_white_space_in_ids_and_offers_to_rename(tmp_path):
    labels = Labelled({"red shoes": {"d1": 1}, "hat": {"d2": 0}})
    with pytest.raises(
        InputError, match=r"1 query id can't stand in trec, which allows no white space.*--rename-queries FILE"
    ):
        write_qrels(labels, str(tmp_path / "qrels.txt"))
    write_qrels(labels, str(tmp_path / "qrels.txt"), rename_queries=str(tmp_path / "names.tsv"))
    assert (tmp_path / "qrels.txt").read_text() == "q1 0 d1 1\nq2 0 d2 0\n"
    assert (tmp_path / "names.tsv").read_text() == "q1\tred shoes\nq2\that\n"


def round_trip(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Labelled(tree), path, output_format=family)
        found = detection.label_format(b"".join(chunks(path)), source=path)
        assert found == ("trec" if family == "msmarco" else family)
        qrels = READERS[family](path)
        return {query: dict(qrels.grades(query)) for query in qrels.queries}


@pytest.mark.parametrize("family", sorted(READERS))
def test_every_format_of_labels_scores_the_same(tmp_path, family, capsys):
    from irassay.cli.main import main

    tree = {"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1, "d3": 3}}
    run = tmp_path / "run"
    run.write_text("q1 Q0 d2 1 2 mine\nq1 Q0 d1 2 1 mine\nq2 Q0 d3 1 9 mine\n")
    answers = []
    for output_format in ("trec", family):
        qrels = str(tmp_path / f"qrels-{output_format}")
        write_qrels(Labelled(tree), qrels, output_format=output_format)
        assert main(["eval", qrels, str(run), "-m", "nDCG@2", "-m", "AP"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


def test_runs_of_ranks_and_of_json_score_as_trec_runs_do(tmp_path, capsys):
    from irassay.cli.main import main

    (tmp_path / "qrels").write_text("q1 0 d1 1\nq1 0 d2 0\n")
    (tmp_path / "a.run").write_text("q1 Q0 d2 1 2 mine\nq1 Q0 d1 2 1 mine\n")
    (tmp_path / "b.tsv").write_text("q1\td2\t1\nq1\td1\t2\n")
    (tmp_path / "c.json").write_text('{"q1": {"d2": 2.5, "d1": 1}}')
    answers = []
    for name in ("a.run", "b.tsv", "c.json"):
        assert main(["eval", str(tmp_path / "qrels"), str(tmp_path / name), "-m", "RR"]) == 0
        answers.append(capsys.readouterr().out.split("\t")[1:])
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("form", ["{q} 0 {d} {g}\n", "{q}\t0\t{d}\t{g}\n"])
def test_fractional_grades_are_refused_until_a_scale_is_given(tmp_path, capsys, form):
    from irassay.cli.main import main

    rows = [("q1", "d1", "0.5"), ("q1", "d2", "1"), ("q2", "d1", "0.25")]
    (tmp_path / "qrels").write_text("# made by a judge\n" + "".join(form.format(q=q, d=d, g=g) for q, d, g in rows))
    (tmp_path / "run").write_text("q1 Q0 d1 1 2 mine\nq2 Q0 d1 1 2 mine\n")
    words = ["eval", str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "DCG@1"]
    assert main(words) == 3
    assert "--grade-scale" in capsys.readouterr().err
    assert main([*words, "--grade-scale", "4"]) == 0
    assert capsys.readouterr().out == "mine\tall\tDCG@1\t1.5\n"


@pytest.mark.filterwarnings("ignore::irassay.formats.loss_warnings.LossWarning")
@pytest.mark.parametrize("verb", ["eval", "check", "compare"])
@pytest.mark.parametrize("family", ["jsonl", "parquet", "elasticsearch-response"])
def test_every_verb_takes_runs_of_other_formats(tmp_path, monkeypatch, capsys, verb, family):
    from irassay.cli.main import main
    from irassay.formats import write_runs

    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\nq2 0 d3 0\n")
    trees = {"a": {"q1": {"d1": 2.0, "d2": 1.0}, "q2": {"d3": 1.5}}, "b": {"q1": {"d2": 1.0}, "q2": {"d1": 0.5}}}
    for system, tree in trees.items():
        for form in ("trec", family):
            runs = Runs.from_dict({system: tree}, keep="scores")
            write_runs(runs, f"{system}.{form}", output_format=form)
    answers = []
    for form in ("trec", family):
        code = main([verb, "qrels", f"a.{form}", f"b.{form}", "-m", "P@1"])
        told = capsys.readouterr().out.replace(f"a.{form}", "a").replace(f"b.{form}", "b")
        answers.append((code, told))
    assert answers[0] == answers[1]


def test_an_input_format_applies_to_the_side_that_has_it(tmp_path, capsys):
    from irassay.cli.main import main

    (tmp_path / "qrels").write_text("q1\td1\t1\n")
    (tmp_path / "run").write_text("q1 Q0 d1 1 2 mine\n")
    words = ["eval", str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "P@1", "--input-format"]
    assert main([*words, "beir"]) == 0
    assert capsys.readouterr().out == "mine\tall\tP@1\t1.0\n"
    assert main([*words, "word"]) == 2
    assert "expected one of trec, strata, msmarco, beir, quepid" in capsys.readouterr().err
