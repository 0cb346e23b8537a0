"""What MTEB, BEIR and pytrec_eval leave behind: read as scores, and said whether of queries or of tasks."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.scoring.score_files import AGGREGATE, PER_QUERY, is_results, read_results


def put(path, tree):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(tree))
    return path


def mteb(task, value, **more):
    entry = {"hf_subset": "default", "languages": ["eng-Latn"], "ndcg_at_10": value, "main_score": value, **more}
    return {"dataset_revision": "1", "task_name": task, "mteb_version": "1.12.75", "scores": {"test": [entry]}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = {"lab__small": (0.31, 0.62, 0.45, 0.5), "lab__large": (0.36, 0.65, 0.44, 0.58)}
    for model, numbers in values.items():
        for task, value in zip(("NFCorpus", "SciFact", "FiQA2018", "ArguAna"), numbers):
            put(tmp_path / "results" / model / "abc" / f"{task}.json", mteb(task, value, nauc_ndcg_at_10_std=0.1))
        put(tmp_path / "results" / model / "abc" / "model_meta.json", {"name": model.replace("__", "/")})
        put(tmp_path / "results" / model / "abc" / "NFCorpus_predictions.json", {"q": {"d": 1.5}})
    return tmp_path


def test_a_folder_of_mteb_is_compared_over_tasks(folder, capsys):
    assert main(["compare", "--scores", "results", "-m", "nDCG@10", "--format", "json"]) == 0
    told = capsys.readouterr()
    assert "4 tasks with one aggregate each: what is said of queries is about tasks" in told.err
    assert '"lab/large"' in told.out
    assert main(["compare", "--scores", "results"]) == 0
    assert "main_score of 3 measures; -m names another" in capsys.readouterr().err


def test_a_folder_of_mteb_becomes_a_table(folder, capsys):
    assert main(["convert", "results", "--to", "score-table"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("system\tquery\tmeasure\tvalue\nlab/large\tArguAna\tmain_score\t0.58\n")
    assert "lab/small\tNFCorpus\tnDCG@10\t0.31\n" in told.out
    assert "2 JSON files without results left out" in told.err
    assert "8 files: one value a task" in told.err
    (folder / "table.tsv").write_text(told.out)
    assert main(["compare", "--scores", "table.tsv", "-m", "nDCG@10"]) == 0
    assert main(["convert", "results", "--to", "trec"]) == 2
    assert "results holds scores, but trec holds labels or runs" in capsys.readouterr().err


def test_a_split_for_training_is_no_task_and_does_not_turn_the_verdict_around(folder, capsys):
    question = ["compare", "--scores", "results", "-m", "nDCG@10", "--format", "json"]
    assert main(question) == 0
    before = json.loads(capsys.readouterr().out)
    for model, value in (("lab__small", 0.99), ("lab__large", 0.1)):
        path = folder / "results" / model / "abc" / "SciFact.json"
        tree = json.loads(path.read_text())
        tree["scores"]["train"] = [{"hf_subset": "default", "ndcg_at_10": value, "main_score": value}]
        put(path, tree)
        tree = mteb("MSMARCO", value)
        tree["scores"] = {"train": tree["scores"]["test"]}
        put(path.with_name("MSMARCO.json"), tree)
    assert main(question) == 0
    told = capsys.readouterr()
    after = json.loads(told.out)
    for answer in (before, after):
        del answer["measures"][0]["warnings"]
    assert after["measures"] == before["measures"]
    assert "splits other than test left out: MSMARCO (train) and SciFact (train)" in told.err


def test_a_dev_split_is_read_where_there_is_no_test_split(folder, capsys):
    for model, value in (("lab__small", 0.25), ("lab__large", 0.5)):
        tree = mteb("MSMARCO", value)
        tree["scores"] = {"dev": tree["scores"]["test"], "train": tree["scores"]["test"]}
        put(folder / "results" / model / "abc" / "MSMARCO.json", tree)
    assert main(["compare", "--scores", "results", "-m", "nDCG@10"]) == 0
    told = capsys.readouterr().err
    assert "5 tasks with one aggregate each" in told
    assert "MSMARCO (dev)" in told


def test_only_tasks_that_every_model_has_are_compared_and_the_others_named(folder, capsys):
    put(folder / "results" / "lab__large" / "abc" / "Touche2020.json", mteb("Touche2020", 0.99))
    assert main(["compare", "--scores", "results", "-m", "nDCG@10", "--format", "tsv"]) == 0
    told = capsys.readouterr()
    assert "4 tasks with one aggregate each" in told.err
    assert "ArguAna, FiQA2018, NFCorpus and SciFact" in told.err
    assert "1 task left out, which not every system has: Touche2020" in told.err
    for name in ("ArguAna", "FiQA2018", "NFCorpus", "SciFact"):
        (folder / "results" / "lab__large" / "abc" / f"{name}.json").unlink()
    assert main(["compare", "--scores", "results", "-m", "nDCG@10"]) == 3
    assert "no task in common" in capsys.readouterr().err


@pytest.mark.parametrize("revision", ["abcdef0123456789abcdef0123456789abcdef01", "no_revision_available", "r7"])
def test_a_model_without_a_description_is_named_by_its_folder_not_its_revision(tmp_path, revision):
    put(tmp_path / "results" / "lab__small" / revision / "SciFact.json", mteb("SciFact", 0.5))
    assert {row[1] for row in read_results(str(tmp_path)).rows} == {"lab/small"}


def test_subsets_splits_and_revisions_are_told_apart(tmp_path):
    tree = mteb("MIRACL", 0.5)
    tree["scores"] = {
        "dev": [{"hf_subset": "de", "ndcg_at_10": 0.5}, {"hf_subset": "fr", "ndcg_at_10": 0.25}],
        "test": [{"hf_subset": "default", "map_at_1000": 0.125}],
    }
    for revision in ("r1", "r2"):
        put(tmp_path / "m" / revision / "MIRACL.json", tree)
        put(tmp_path / "m" / revision / "model_meta.json", {"name": "lab/m"})
    rows = read_results(str(tmp_path / "m")).rows
    assert [row[1:] for row in rows[:3]] == [
        ("lab/m@r1", "MIRACL/de (dev)", "nDCG@10", 0.5),
        ("lab/m@r1", "MIRACL/fr (dev)", "nDCG@10", 0.25),
        ("lab/m@r1", "MIRACL", "AP@1000", 0.125),
    ]
    old = {"mteb_version": "1.1.1", "mteb_dataset_name": "SciFact", "test": {"ndcg_at_10": 0.5, "evaluation_time": 2.5}}
    put(tmp_path / "old" / "lab__m" / "SciFact.json", old)
    rows = read_results(str(tmp_path / "old")).rows
    assert ("lab/m", "SciFact", "nDCG@10", 0.5) in [row[1:] for row in rows]


def test_results_of_beir_are_aggregates(tmp_path):
    tree = {"ndcg": {"NDCG@1": 0.5, "NDCG@10": 0.25}, "map": {"MAP@10": 0.125}, "recall": {"Recall@100": 1.0}}
    put(tmp_path / "bm25" / "scifact.json", tree)
    put(tmp_path / "bm25" / "nfcorpus" / "results.json", tree)
    found = read_results(str(tmp_path))
    assert found.holds == AGGREGATE
    assert ("bm25", "scifact", "nDCG@10", 0.25) in [row[1:] for row in found.rows]
    assert ("bm25", "nfcorpus", "R@100", 1.0) in [row[1:] for row in found.rows]


def test_what_pytrec_eval_returns_is_scores_of_queries(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for system, shift in (("a", 0.0), ("b", 0.25)):
        put(tmp_path / f"{system}.json", {f"q{i}": {"map": 0.5 + shift, "ndcg_cut_10": 0.25} for i in range(6)})
    assert main(["compare", "--scores", "a.json", "b.json", "-m", "AP"]) == 0
    assert "tasks" not in capsys.readouterr().err
    assert read_results("a.json").holds == PER_QUERY
    assert not is_results(str(put(tmp_path / "run.json", {"q1": {"doc_7": 1.5}})))


def test_tasks_and_queries_are_not_mixed(folder, capsys):
    put(folder / "results" / "a.json", {"q1": {"map": 0.5}})
    with pytest.raises(InputError, match=r"holds one value a query, files before it one value a task|one value a task"):
        read_results("results")
    (folder / "results" / "a.json").unlink()
    (folder / "t.tsv").write_text("a\tq1\tnDCG@10\t0.5\n")
    assert main(["compare", "--scores", "results", "t.tsv"]) == 3
    assert "some files hold one value a task, others one a query" in capsys.readouterr().err


@pytest.mark.parametrize("tree", [{"task_name": 3, "scores": {}}, {"task_name": "T", "scores": {"test": [3]}}, {}, []])
def test_what_is_broken_is_named(tmp_path, tree):
    path = put(tmp_path / "m" / "T.json", tree)
    with pytest.raises(InputError) as caught:
        read_results(str(path))
    assert str(path) in str(caught.value)
