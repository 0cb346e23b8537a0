"""Files scored on the way give the same bytes as the same files read, kept and scored; so do one thread and two."""

from __future__ import annotations

import random

import numpy as np
import pytest

from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.scoring import evaluate, evaluate_files

MEASURES = ["nDCG@10", "AP", "RR@10", "P@5", "R@20", "RBP(p=0.8)", "Bpref", "Rprec", "Judged@10", "infAP", "NCG@10"]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Ten runs with ties, scattered lists, float32 collisions, missing and extra queries."""
    folder = tmp_path_factory.mktemp("world")
    draw = random.Random(5)
    docs = [f"doc{'-long-name' * (i % 2)}-{i}" for i in range(120)]
    lines = [f"q{q} 0 {d} {draw.choice([-1, 0, 0, 1, 2, 3])}" for q in range(12) for d in draw.sample(docs, 40)]
    (folder / "qrels").write_text("\n".join(lines))
    (folder / "runs").mkdir()
    for system in range(10):
        rows = []
        for q in draw.sample(range(14), 12):
            for rank, doc in enumerate(draw.sample(docs, draw.randint(1, 100))):
                score = 0.1 + draw.choice([round(draw.random(), 1), draw.random() * 1e-8])
                rows.append(f"q{q} Q0 {doc} {rank} {score!r} s{system}")
        if system % 3 == 0:
            draw.shuffle(rows)
        (folder / "runs" / f"s{system}").write_text("\n".join(rows) + "\n")
    return folder / "qrels", folder / "runs"


@pytest.mark.parametrize("ties", ["float64", "float32"])
@pytest.mark.parametrize("queries", ["qrels", "shared", "with-relevant"])
@pytest.mark.parametrize("threads", [1, 2])
def test_files_scored_on_the_way_equal_files_kept(world, ties, queries, threads):
    qrels, runs = world
    kept = evaluate(read_qrels(qrels), read_runs(runs), MEASURES, ties=ties, queries=queries)
    way = evaluate_files(qrels, runs, MEASURES, ties=ties, queries=queries, threads=threads)
    assert way.systems == kept.systems
    assert way.queries == kept.queries
    assert way.missing == kept.missing
    assert dict(way.same) == dict(kept.same)
    np.testing.assert_array_equal(way.values, kept.values)
    np.testing.assert_array_equal(way.summary, kept.summary)
    means = evaluate_files(qrels, runs, MEASURES, ties=ties, queries=queries, keep="summary")
    np.testing.assert_array_equal(means.summary, kept.summary)


def test_runs_with_the_same_lists_are_found_on_the_way(tmp_path):
    """Same to depth 2, the same throughout, the same but for one more query, the same in the order of ties."""
    (tmp_path / "qrels").write_text("q 0 a 1\np 0 a 1\n")
    lists = {
        "one": "q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 long-document-c 3 1 t\n",
        "other-scores": "q Q0 a 1 9 t\nq Q0 b 2 8 t\nq Q0 long-document-c 3 7 t\n",
        "other-third": "q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 long-document-d 3 1 t\n",
        "one-more-query": "q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 long-document-c 3 1 t\np Q0 a 1 1 t\n",
        "unlabelled-query-too": "x Q0 a 1 1 t\nq Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 long-document-c 3 1 t\n",
        "swapped": "q Q0 b 1 3 t\nq Q0 a 2 2 t\nq Q0 long-document-c 3 1 t\n",
    }
    for name, text in lists.items():
        (tmp_path / f"{name}.run").write_text(text)
    way = evaluate_files(tmp_path / "qrels", f"{tmp_path}/*.run", ["P@2", "AP"])
    kept = evaluate(read_qrels(tmp_path / "qrels"), read_runs(f"{tmp_path}/*.run"), ["P@2", "AP"])
    assert dict(way.same) == dict(kept.same)
    assert way.same["P@2"] == (("one", "other-scores", "other-third", "unlabelled-query-too"),)
    assert way.same["AP"] == (("one", "other-scores", "unlabelled-query-too"),)


def test_a_document_twice_is_an_error_on_both_ways(tmp_path):
    (tmp_path / "qrels").write_text("q 0 a 1\n")
    (tmp_path / "run").write_text("q Q0 b 1 3 t\nq Q0 a 2 2 t\nq Q0 b 3 1 t\n")
    for way in (
        lambda: evaluate_files(tmp_path / "qrels", tmp_path / "run", ["P@1"]),
        lambda: read_runs(tmp_path / "run"),
    ):
        with pytest.raises(InputError, match=r"run:3  document b twice in query q \(first: line 1\)"):
            way()


@pytest.mark.parametrize("n_labels", [1, 4, 5])
@pytest.mark.parametrize("doc", ["d", "document-"])
def test_few_labels_a_query_give_the_same_scores_on_the_way(tmp_path, n_labels, doc):
    """Up to four short ids stand by themselves, more of them and long ones in a table."""
    draw = random.Random(n_labels)
    (tmp_path / "qrels").write_text(
        "".join(f"q{q} 0 {doc}{d} {draw.choice([-1, 0, 1, 2])}\n" for q in range(30) for d in range(n_labels))
    )
    rows = [
        f"q{q} Q0 {doc}{d} {rank} {100 - rank} s\n"
        for q in range(30)
        for rank, d in enumerate(draw.sample(range(2 * n_labels), draw.randint(1, 2 * n_labels)))
    ]
    (tmp_path / "s").write_text("".join(rows))
    kept = evaluate(read_qrels(tmp_path / "qrels"), read_runs(tmp_path / "s"), MEASURES)
    way = evaluate_files(tmp_path / "qrels", tmp_path / "s", MEASURES)
    np.testing.assert_array_equal(way.values, kept.values)


def test_lists_alike_under_labels_alike_get_the_same_scores_on_the_way(tmp_path):
    """2,000 queries of 1 to 4 labels; each list has one labelled document or none, anywhere, and one of 5 lengths."""
    draw = random.Random(11)
    labels, rows = [], []
    for q in range(2000):
        grades = [draw.choice([-1, 0, 1, 2]) for _ in range(draw.randint(1, 4))]
        labels += [f"q{q} 0 d{d} {grade}\n" for d, grade in enumerate(grades)]
        docs = [f"u{i}" for i in range(draw.choice([1, 2, 9, 10, 40]))]
        if draw.random() < 0.7:
            docs[draw.randrange(len(docs))] = f"d{draw.randrange(len(grades))}"
        rows += [f"q{q} Q0 {doc} {rank} {-rank} s\n" for rank, doc in enumerate(docs)]
    (tmp_path / "qrels").write_text("".join(labels))
    (tmp_path / "s").write_text("".join(rows))
    measures = [*MEASURES, "AP(judged_only=True)", "NumRet", "NumRel", "SetP", "RR"]
    kept = evaluate(read_qrels(tmp_path / "qrels"), read_runs(tmp_path / "s"), measures)
    way = evaluate_files(tmp_path / "qrels", tmp_path / "s", measures)
    np.testing.assert_array_equal(way.values, kept.values)


# The kernel's key of the first, a hash of its bytes, is that of the second, its bytes themselves.
LONG, SHORT = "YZmAxggEhCgwsMcb", "VVNa4STe"


@pytest.mark.parametrize("docs", [[LONG, "b"], [SHORT, LONG], [LONG, SHORT]])
@pytest.mark.parametrize("n_labels", [1, 5])
def test_documents_that_share_a_key_are_two_documents_on_the_way(tmp_path, docs, n_labels):
    (tmp_path / "qrels").write_text(f"q 0 {SHORT} 1\n" + "".join(f"q 0 other{d} 0\n" for d in range(1, n_labels)))
    (tmp_path / "s").write_text("".join(f"q Q0 {doc} {rank} {-rank} s\n" for rank, doc in enumerate(docs)))
    way = evaluate_files(tmp_path / "qrels", tmp_path / "s", ["RR"])
    assert way.values[0, 0, 0] == (1 / (1 + docs.index(SHORT)) if SHORT in docs else 0)


@pytest.mark.parametrize("n", [2, 3, 10, 15, 16, 17, 32, 33, 34, 1000, 5000])
@pytest.mark.parametrize("repeats", [[(0, -1)], [(0, 1), (0, -1), (1, 2)]])
def test_a_document_met_twice_is_named_in_lists_of_any_length(tmp_path, n, repeats):
    """Scored on the way or kept: line and document of each repetition, and the line where the document stood first."""
    docs = [f"d{i}" for i in range(n)]
    for first, again in repeats if n > 2 else [(0, 1)]:
        docs[again] = docs[first]
    (tmp_path / "qrels").write_text("q 0 d0 1\n")
    (tmp_path / "s").write_text("".join(f"q Q0 {doc} {i} {n - i} s\n" for i, doc in enumerate(docs)))
    with pytest.raises(InputError) as kept:
        read_runs(tmp_path / "s")
    with pytest.raises(InputError) as way:
        evaluate_files(tmp_path / "qrels", tmp_path / "s", MEASURES)
    assert str(way.value) == str(kept.value)
    assert f"s:{n}" in str(way.value)
