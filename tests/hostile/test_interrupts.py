"""Ctrl-C in the middle of long work: it is heard at once, by every thread, and nothing is left half-written."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from irassay.estimates.universe import kernel_task, make_universe
from irassay.formats import read_qrels, read_runs
from irassay.kernel import _core
from irassay.measures import Measure, kernel_specs, parse_all
from irassay.scoring import evaluate_files
from irassay.search import index_texts, index_vectors
from irassay.search.approximate import make_cells

SYSTEMS, QUERIES, DEEP = 60, 12, 1000
BEFORE = 0.05  # seconds of processor time until the signal: by then the call is on its way
WITHIN = 0.6  # seconds of processor time that two threads may take to leave, 0.3 each; every call takes many more


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Deep lists that have little in common, in files: bounds of AP take seconds."""
    folder = tmp_path_factory.mktemp("world")
    rng = np.random.default_rng(1)
    (folder / "runs").mkdir()
    for s in range(SYSTEMS):
        lines = []
        for q in range(QUERIES):
            docs = rng.choice(3 * DEEP, DEEP, replace=False)
            lines += [f"q{q:02} Q0 d{doc} {r + 1} {DEEP - r} s{s}\n" for r, doc in enumerate(docs)]
        (folder / "runs" / f"s{s:02}.run").write_text("".join(lines))
    labels = [f"q{q:02} 0 d{d} {rng.integers(0, 2)}\n" for q in range(QUERIES) for d in range(0, 3 * DEEP, 20)]
    (folder / "qrels").write_text("".join(labels))
    return folder


@pytest.fixture(scope="module")
def read(world):
    qrels, runs = read_qrels(world / "qrels"), read_runs(world / "runs")
    return qrels, runs, _core.join(qrels.core, runs.core)


@pytest.fixture
def leaves_at_once():
    """Calls something, interrupts it, and holds it to `WITHIN`: processor time, so that load is no matter."""

    def interrupt(*_):
        raise KeyboardInterrupt

    handler = signal.signal(signal.SIGPROF, interrupt)

    def check(call):
        gc.collect()
        gc.disable()  # what is raised while garbage is collected is lost
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, BEFORE)
        try:
            with pytest.raises(KeyboardInterrupt):
                call()
        finally:
            gc.enable()
        assert time.process_time() - start < BEFORE + WITHIN

    yield check
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, handler)


def bounder_of(read, name):
    qrels, runs, _ = read
    measure = Measure.parse(name)
    task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")
    return _core.Bounder(qrels.core, runs.core, task), task


@pytest.mark.parametrize("threads", [1, 2])
def test_bounds_are_left_at_once(read, leaves_at_once, threads):
    bounder, _ = bounder_of(read, "AP")
    leaves_at_once(lambda: bounder.run(0, QUERIES, threads))


def test_the_search_for_labels_that_reverse_a_pair_is_left_at_once(read, leaves_at_once):
    bounder, _ = bounder_of(read, "AP")
    a, b = np.triu_indices(SYSTEMS, 1)
    bounder.look_for(a.tolist(), b.tolist(), [1e9] * len(a))
    leaves_at_once(lambda: bounder.seek(0, QUERIES, 2))


def test_estimates_and_effects_of_labels_are_left_at_once(read, leaves_at_once):
    qrels, runs, join = read
    _, task = bounder_of(read, "AP")
    expecter = _core.Expecter(qrels.core, runs.core, task, 5.0, 20_000, 1)
    expecter.count(0, QUERIES)
    leaves_at_once(lambda: expecter.run(0, QUERIES, 2))
    a, b = (pairs.tolist() * 40 for pairs in np.triu_indices(SYSTEMS, 1))
    options = {"ahead": a, "behind": b, "leaders": [0], "among": [0, 1], "first": 0, "last": QUERIES}
    leaves_at_once(lambda: _core.hole_effects(qrels.core, runs.core, join, task, **options))


@pytest.mark.parametrize(("systems", "queries"), [(200, 50), (40, 3000)])
def test_random_signs_are_left_at_once(leaves_at_once, systems, queries):
    x = np.round(np.random.default_rng(2).random((queries, systems)), 3)
    a, b = (pairs.astype(np.uint32) for pairs in np.triu_indices(systems, 1))
    reach = np.abs(x.sum(axis=0)[a] - x.sum(axis=0)[b])
    leaves_at_once(lambda: _core.count_flips(x, a, b, reach, 1, 0, 4_000_000, threads=2))


def test_exact_tails_are_left_at_once(leaves_at_once):
    size = np.random.default_rng(3).random((4000, 50))
    reach = size.sum(axis=1) * 0.3
    leaves_at_once(lambda: _core.inverted_tails(size, reach, size.sum(axis=1) * 1e-6, threads=2))
    leaves_at_once(lambda: _core.lattice_tails(size, reach, np.full(len(size), 1e-5), threads=2))
    leaves_at_once(lambda: _core.met_tail(size[0], float(reach[0])))


def test_the_bootstrap_is_left_at_once(leaves_at_once):
    values = np.random.default_rng(4).random((400, 5000))
    a, b = (pairs.astype(np.uint32) for pairs in np.triu_indices(400, 1))
    leaves_at_once(lambda: _core.pair_quantiles(values, a, b, [0.025, 0.975], threads=2))
    leaves_at_once(lambda: [_core.count_draws(1, first, 2000, [0, 5000]) for first in range(0, 10**6, 2000)])


def test_scores_under_variants_are_left_at_once(read, leaves_at_once):
    qrels, runs, join = read
    rng = np.random.default_rng(5)
    options = {"ties": _core.Ties.float64, "queries": "qrels", "threads": 2, "keep_values": False}
    stack = _core.stack_from_grades(qrels.core, rng.integers(0, 2, (qrels.n_labels, 8000)).astype(np.int8))
    for names in (["AP", "nDCG"], ["Bpref", "infAP"]):
        specs = kernel_specs(parse_all(names), largest_grade=1, recall_as_9=False)
        leaves_at_once(lambda specs=specs: _core.evaluate_stack(stack, runs.core, join, specs * 4, **options))


def test_what_the_preflight_counts_is_left_at_once(read, leaves_at_once):
    qrels, runs, join = read
    specs = kernel_specs(parse_all(["AP", "nDCG"]), largest_grade=1, recall_as_9=False) * 4000
    leaves_at_once(lambda: _core.tie_swings(qrels.core, runs.core, join, specs, _core.Ties.float64))


@pytest.mark.parametrize("threads", [1, 2])
def test_reading_is_left_at_once_by_every_thread(world, leaves_at_once, threads):
    paths = sorted(map(str, (world / "runs").iterdir())) * 20
    names = [f"{world}/again{i}.run" for i in range(len(paths))]
    for path, name in zip(paths, names):
        if not os.path.exists(name):
            os.symlink(path, name)
    leaves_at_once(lambda: read_runs(names, threads=threads))
    leaves_at_once(lambda: evaluate_files(world / "qrels", names, ["AP"], threads=threads))


def test_a_reader_that_was_stopped_reads_no_more():
    reader = _core.RunsReader(1)
    reader.stop()
    assert reader.stopped
    text = b"".join(b"q%d Q0 d 1 1 t\n" % q for q in range(1000))
    with pytest.raises(KeyboardInterrupt):
        reader.read(0, text, _core.RunColumns.trec, _core.OrderBy.score)


def test_a_handler_that_raises_nothing_stops_nothing(read):
    heard = []
    handler = signal.signal(signal.SIGPROF, lambda *_: heard.append(1))
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.02)
        while not heard:
            bounder_of(read, "RBP")[0].run(0, QUERIES, 2)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
    assert heard == [1]


@pytest.fixture(scope="module")
def passages():
    """Passages of words that many of them have: a search of all by all takes seconds."""
    draw = np.random.default_rng(2)
    words = np.array([f"w{i}" for i in range(300)])
    return {f"d{i}": " ".join(words[draw.integers(0, 300, 60)]) for i in range(20_000)}


def test_searches_and_the_building_of_a_shard_are_left_at_once(passages, tmp_path, leaves_at_once):
    builder = _core.ShardBuilder(_core.Analyser("english", []))
    ids, texts = list(passages) * 30, list(passages.values()) * 30
    leaves_at_once(lambda: builder.add_texts(ids, texts, threads=2))
    index = index_texts(passages, tmp_path / "words")
    leaves_at_once(lambda: index.search(passages))
    leaves_at_once(lambda: index.search_passages(dict(zip(passages, passages))))
    draw = np.random.default_rng(3)
    vectors = draw.standard_normal((20_000, 384)).astype("float32")
    dense = index_vectors(vectors, list(passages), tmp_path / "dense")
    leaves_at_once(lambda: dense.search_vectors(list(passages), vectors))
    leaves_at_once(lambda: make_cells([vectors] * 10))


@pytest.mark.parametrize("verb", ["compare", "report", "check", "eval"])
def test_an_interrupted_command_says_so_and_leaves_no_file(world, tmp_path, verb):
    """A pipe as the last run: who opens it to write knows that the command reads it, and it waits for more."""
    pipe, out = tmp_path / "late.run", tmp_path / "out"
    os.mkfifo(pipe)
    out.mkdir()
    words = [verb, str(world / "qrels"), str(world / "runs"), str(pipe)]
    words += ["-o", str(out / "report.html")] if verb == "report" else ["--format", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "irassay", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with pipe.open("w") as late:
        late.write("q1 Q0 d1 1 1.0 late\n")
        late.flush()
        process.send_signal(signal.SIGINT)
        answer, message = process.communicate()
    assert (answer, message) == ("", "error: interrupted; nothing was written\n")
    assert process.returncode == 130
    assert list(out.iterdir()) == []
