"""Qrels, Runs and Scores in other processes: a copy says what the noun said, to the last bit."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import weakref

import numpy as np
import pytest

import irassay
from irassay import Metadata, Qrels, Runs, Scores, UsageError
from irassay.collection import QrelsStack
from irassay.kernel import _core

MEASURES = [
    "nDCG@10",
    "AP(rel=2)",
    "RBP(p=0.8)",
    "MFR(missing=1000)@100",
    "Judged@5",
    "bpref",
    "nDCG(judged_only=True)@3",
]
WAYS = {
    "pickle": lambda noun: pickle.loads(pickle.dumps(noun)),
    "oldest": lambda noun: pickle.loads(pickle.dumps(noun, protocol=2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    draw = np.random.default_rng(7)
    labels = [f"q{q} 0 d{d} {draw.integers(-1, 4)}\n" for q in range(12) for d in range(25)]
    (folder / "qrels.txt").write_text("".join(labels))
    for name in ("a", "b", "c"):
        rows = []
        for query in range(1, 14):
            for rank, doc in enumerate(draw.permutation(60)[: 30 if query != 5 else 0]):
                # Equal scores, some only as 32-bit floats; and ranks that contradict them.
                score = 1 + draw.integers(5) / 7 + draw.integers(3) * 1e-12
                rows.append(
                    f"q{query} Q0 d{doc} {rank + 1} {score!r} {name}\n".replace("np.float64(", "").replace(")", "")
                )
        (folder / f"{name}.run").write_text("".join(rows))
    twin = (folder / "c.run").read_text().replace(" c\n", " twin\n")
    (folder / "twin.run").write_text(twin)
    return folder


@pytest.fixture(scope="module", params=["order", "scores"])
def runs(files, request):
    runs = irassay.read_runs(sorted(files.glob("*.run")), keep=request.param)
    return runs.with_metadata(Metadata({"group": {"a": "lab", "b": "shop"}}))


@pytest.fixture(scope="module")
def qrels(files):
    return irassay.read_qrels(files / "qrels.txt")


def told(reading):
    return {
        name: getattr(reading, name)
        for name in ("source", "lines", "used", "skipped", "counts", "raw", "tag", "sha256")
    }


def same_scores(a: Scores, b: Scores):
    assert a.values.tobytes() == b.values.tobytes()
    assert a.summary.tobytes() == b.summary.tobytes()
    assert (a.systems, a.queries, a.variants) == (b.systems, b.queries, b.variants)
    assert (a.signatures, a.missing, a.same, a.largest_grade) == (b.signatures, b.missing, b.same, b.largest_grade)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_labels_and_runs_scores_the_same_to_the_last_bit(qrels, runs, way):
    again, lists = WAYS[way](qrels), WAYS[way](runs)
    for options in ({}, {"ties": "float32"}, {"compat": "trec_eval-9"}, {"queries": "with-relevant"}):
        same_scores(
            irassay.evaluate(qrels, runs, MEASURES, **options), irassay.evaluate(again, lists, MEASURES, **options)
        )
    assert list(map(told, again.readings + lists.readings)) == list(map(told, qrels.readings + runs.readings))
    assert lists.metadata.of("a") == {"group": "lab"}
    assert lists.core.contradicted() == runs.core.contradicted() != []
    for system in runs.systems:
        for query in runs.queries:
            for ties in ("float64", "float32"):
                assert lists.ranking(system, query, ties=ties) == runs.ranking(system, query, ties=ties)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_runs_keeps_ties_and_scores(runs, qrels, way):
    lists = WAYS[way](runs)
    for rule in (_core.Ties.float64, _core.Ties.float32):
        counts = [
            [(t.tied, t.lists, t.flat, t.merged) for t in _core.count_ties(one.core, one.join(qrels), 10, rule)]
            for one in (runs, lists)
        ]
        assert counts[0] == counts[1]
        assert counts[0][0][0] > 0
    try:
        expected = [runs.core.scores(s, q) for s in runs.systems for q in runs.queries]
    except ValueError:
        with pytest.raises(ValueError, match="scores were not kept"):
            lists.core.scores("a", "q1")
    else:
        assert [lists.core.scores(s, q) for s in runs.systems for q in runs.queries] == expected


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_scores_is_the_same_and_goes_on(qrels, runs, way, files):
    for scores in (
        irassay.evaluate(qrels, runs, MEASURES),
        irassay.evaluate_files(files / "qrels.txt", sorted(files.glob("*.run")), MEASURES),
        irassay.evaluate(qrels, runs, MEASURES).sel(systems=["twin", "c"]),
    ):
        again = WAYS[way](scores)
        same_scores(scores, again)
        assert again.same["nDCG@10"] != ()
        same_scores(scores.sel(measure="nDCG@10"), again.sel(measure="nDCG@10"))
        assert [again.summary_view[0, 0, s] for s in range(2)] == [scores.summary_view[0, 0, s] for s in range(2)]
    summaries = irassay.evaluate(qrels, runs, MEASURES, keep="summary")
    with pytest.raises(UsageError, match="were not kept"):
        WAYS[way](summaries).values  # noqa: B018


def test_labels_by_subtopic_and_by_stratum_survive():
    by_subtopic = Qrels.from_subtopics({"q": {"price": {"d1": 1, "d2": 0}, "size": {"d2": 2}}})
    runs = Runs.from_dict({"a": {"q": {"d2": 2.0, "d1": 1.0}}})
    again = pickle.loads(pickle.dumps(by_subtopic))
    assert again.subtopics == by_subtopic.subtopics
    same_scores(irassay.evaluate(by_subtopic, runs, ["alpha_nDCG@5"]), irassay.evaluate(again, runs, ["alpha_nDCG@5"]))
    strata = Qrels.from_dict({"q": {"d1": 1}}, strata={"q": {"d1": "top"}})
    assert pickle.loads(pickle.dumps(strata)).strata == {"q": {"d1": "top"}}


def test_a_stack_of_labels_survives(qrels, runs):
    grades = np.stack([np.arange(qrels.n_labels) % 3, np.full(qrels.n_labels, -128)], axis=1).astype(np.int8)
    stack = QrelsStack(qrels, grades, ["thirds", "none"], [{"kind": "a"}, {}])
    again = pickle.loads(pickle.dumps(stack))
    assert (again.names, list(again.recipes)) == (stack.names, list(stack.recipes))
    expected = irassay.evaluate(stack, runs, ["nDCG@10"]).summary
    assert irassay.evaluate(again, runs, ["nDCG@10"]).summary.tobytes() == expected.tobytes()


def test_a_file_is_known_by_what_it_held_here(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_text("q 0 d 1\n")
    qrels = irassay.read_qrels(path)
    saved = pickle.dumps(qrels)
    path.unlink()
    assert pickle.loads(saved).readings[0].sha256 == qrels.readings[0].sha256 != ""


def mean(pair):
    return irassay.evaluate(*pair, ["AP"]).summary.tolist()


def test_they_reach_other_processes(qrels, runs):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(mean, [(qrels, runs)]) == [mean((qrels, runs))]


def test_bytes_that_are_no_runs_are_refused(runs):
    saved = runs.core.save()
    draw = np.random.default_rng(1)
    for end in (0, 1, 8, 40, len(saved) // 2, len(saved) - 1):
        with pytest.raises(ValueError, match="no saved runs"):
            _core.load_runs(saved[:end])
    with pytest.raises(ValueError, match="no saved runs"):
        _core.load_runs(saved + b"x")
    for _ in range(300):  # refused, or harmless
        bad = bytearray(saved)
        for at in draw.integers(len(bad), size=4):
            bad[at] = draw.integers(256)
        try:
            loaded = _core.load_runs(bytes(bad))
            for query in loaded.queries:
                loaded.lengths(query)
        except (ValueError, MemoryError, UnicodeDecodeError):
            pass


def test_runs_keep_no_labels_alive(runs):
    watched = []
    for grade in range(3):
        qrels = Qrels.from_dict({"q1": {"d1": grade}})
        irassay.evaluate(qrels, runs, ["P@5"])
        watched.append(weakref.ref(qrels))
    del qrels
    gc.collect()
    assert [one() for one in watched] == [None] * 3


def test_a_join_is_made_once_for_the_same_labels(runs, qrels):
    assert runs.join(qrels) is runs.join(qrels)
