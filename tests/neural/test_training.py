"""Training of rerankers: planted words are learned, a seed decides the bytes, a killed training goes on."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertForSequenceClassification

from irassay import Qrels, Runs, evaluate
from irassay.collection.instances import Instance, Instances
from irassay.errors import InputError, UsageError
from irassay.formats.reading.instances import instance_lines
from irassay.search import index_texts
from irassay.search.neural import networks, open_reranker, settings_of, train, training
from irassay.search.neural.reranker import Reranker, set_apart
from simulations.leakage_world import MARKS
from tests.neural import networks_by_hand as by_hand

NAMES = list(networks._CLASSES)
OF_WORDS = {"query_length": 4, "document_length": 16, "dimensions": 32}
# Model -> its settings, instances and words: as many instances as teach it which word goes with which.
ENOUGH = {
    "knrm": ({**OF_WORDS, "learning_rate": 0.01, "epochs": 2}, 25_600, 40),
    "pacrr": ({**OF_WORDS, "query_length": 2, "dimensions": 16, "learning_rate": 0.01, "epochs": 4}, 12_800, 20),
    "duet": ({**OF_WORDS, "learning_rate": 0.003}, 25_600, 40),
    "monobert": ({"learning_rate": 0.001}, 25_600, 40),
    "monot5": ({"learning_rate": 0.003}, 12_800, 20),
}


@pytest.fixture(scope="session")
def bases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bases")
    return {"monobert": by_hand.bert(str(folder / "bert")), "monot5": by_hand.t5(str(folder / "t5"))}


def small(name, bases, **more):
    lengths = {} if name in bases else OF_WORDS
    return settings_of(name, base=bases.get(name), **{**lengths, **more})


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def ndcg(run, qrels):
    return float(np.mean(evaluate(qrels, run, ["nDCG@10"]).values))


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_model_learns_which_words_go_together_and_beats_bm25_and_its_first_weights(name, seed, bases, tmp_path):
    """Planted: a relevant document holds the query words' partners, never the words, so BM25 can't find it."""
    how, n, words = ENOUGH[name]
    unseen = by_hand.partners(50, 1000 + seed, words)
    settings = settings_of(name, base=bases.get(name), **how)
    texts = {one.doc: one.text for one in unseen}
    queries = {one.query: one.query_text for one in unseen}
    qrels = Qrels.from_dict({one.query: {one.doc: 1} for one in unseen if one.relevant})
    rng = np.random.default_rng(seed)
    docs = list(texts)
    lists = {
        query: {doc: -float(i) for i, doc in enumerate(dict.fromkeys([f"r{query[1:]}", *rng.choice(docs, 19)]))}
        for query in queries
    }
    index = index_texts(texts, tmp_path / "bm25")
    by_words = index.search(queries, depth=100)
    trained = train(settings, by_hand.partners(n // 2, seed, words), seed=seed, out=tmp_path / "m")
    first = Reranker(networks.network(settings).begin(settings, texts.values()), "first", {})
    runs = Runs.from_dict({"lists": lists})
    scores = {model.name: ndcg(model.rerank(runs, queries, texts), qrels) for model in (trained, first)}
    of_words = ndcg(by_words, qrels) if by_words.queries else 0.0
    assert scores["m"] > max(scores["first"], of_words) + 0.2, (scores, of_words)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_bytes_and_another_others(name, bases, tmp_path):
    instances = by_hand.partners(40, 0)
    for out, seed in (("a", 1), ("b", 1), ("c", 2)):
        train(small(name, bases), instances, seed=seed, out=tmp_path / out)
    a, b, c = (bytes_of(tmp_path / out) for out in "abc")
    assert a == b
    assert a != c


@pytest.mark.parametrize("name", NAMES)
def test_a_training_that_is_stopped_goes_on_to_the_same_bytes(name, bases, tmp_path, monkeypatch):
    instances = by_hand.partners(90, 0)
    settings = small(name, bases, epochs=2)
    train(settings, instances, seed=1, out=tmp_path / "whole")
    monkeypatch.setattr(training, "KEEP_EVERY", -1.0)
    step, calls = training._step, []

    def stopped(*of):
        calls.append(1)
        if len(calls) in (2, 5, 9):
            raise KeyboardInterrupt
        step(*of)

    monkeypatch.setattr(training, "_step", stopped)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            train(settings, instances, seed=1, out=tmp_path / "stopped")
        with pytest.raises(InputError, match="has not ended"):
            open_reranker(tmp_path / "stopped")
    train(settings, instances, seed=1, out=tmp_path / "stopped")
    assert len(calls) == 2 * 6 + 3
    assert bytes_of(tmp_path / "stopped") == bytes_of(tmp_path / "whole")


def test_a_training_that_ended_is_not_done_again_and_another_is_refused(tmp_path, monkeypatch):
    instances = by_hand.partners(40, 0)
    train("knrm", instances, seed=1, out=tmp_path / "m")
    monkeypatch.setattr(training, "_walk", None)
    train("knrm", instances, seed=1, out=tmp_path / "m")
    for other in ({"seed": 2}, {"epochs": 3}):
        with pytest.raises(InputError, match="another training"):
            train("knrm", instances, **{"seed": 1, **other}, out=tmp_path / "m")
    with pytest.raises(InputError, match="another training"):
        train("knrm", by_hand.partners(41, 0), seed=1, out=tmp_path / "m")


def test_a_disk_that_is_full_is_an_error_and_what_was_kept_stays(tmp_path, monkeypatch):
    """Planted: no file may grow beyond 100 kB, as on a full disk; the model takes 300."""
    monkeypatch.setattr(training, "KEEP_EVERY", -1.0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(InputError, match="can't write"):
            train("knrm", by_hand.partners(90, 0), out=tmp_path / "m")
        monkeypatch.setattr(training, "KEEP_EVERY", 60.0)
        with pytest.raises(InputError, match="can't write"):
            train("knrm", by_hand.partners(90, 0), out=tmp_path / "m")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    with pytest.raises(InputError, match="holds no reranker"):
        open_reranker(tmp_path / "m")
    assert train("knrm", by_hand.partners(90, 0), out=tmp_path / "m").training["instances"] == 180


def test_a_killed_command_goes_on_to_the_same_bytes(tmp_path):
    (tmp_path / "set.jsonl").write_text("".join(instance_lines(by_hand.partners(3000, 0))))
    of = [sys.executable, "-m", "irassay", "train", "knrm", str(tmp_path / "set.jsonl"), "--epochs", "4", "-o"]
    subprocess.run([*of, str(tmp_path / "whole")], check=True, capture_output=True)
    code = (
        "import sys\nfrom irassay.search.neural import training\ntraining.KEEP_EVERY = 0.05\n"
        "from irassay.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    )
    kept = tmp_path / "killed" / networks.CHECKPOINT
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, *of[3:], str(tmp_path / "killed")])
        before = kept.stat().st_mtime_ns if kept.exists() else 0
        while process.poll() is None and not (kept.exists() and kept.stat().st_mtime_ns > before):
            time.sleep(0.005)
        process.kill()
        process.wait()
    subprocess.run([*of, str(tmp_path / "killed")], check=True, capture_output=True)
    assert bytes_of(tmp_path / "killed") == bytes_of(tmp_path / "whole")


def test_a_loss_that_is_no_number_names_the_instance(tmp_path):
    """Planted: the base has no number for one word, which one query holds."""
    base = by_hand.bert(str(tmp_path / "base"))
    model = BertForSequenceClassification.from_pretrained(base)
    with torch.no_grad():
        model.bert.embeddings.word_embeddings.weight[len(MARKS) + 39] = float("nan")
    model.save_pretrained(base)
    pair = [one._replace(query="odd", query_text="w39") for one in by_hand.partners(1, 0)]
    instances = Instances([*by_hand.partners(40, 0, words=39).pairs, tuple(pair)])
    with pytest.raises(InputError, match='loss of query "odd", document "r0"'):
        train("monobert", instances, base=base, out=tmp_path / "m")


def test_vectors_without_a_number_are_refused(tmp_path):
    (tmp_path / "v.txt").write_text("w1 1 nan\nw2 1 2\n")
    with pytest.raises(InputError, match=r"v\.txt:1"):
        train("knrm", by_hand.partners(4, 0), base=str(tmp_path / "v.txt"), out=tmp_path / "m")


def test_vectors_that_know_few_of_the_words_are_refused(tmp_path):
    vectors = tmp_path / "glove.txt"
    vectors.write_text("".join(f"w{i} {i}.5 1 2\n" for i in range(30)))
    with pytest.raises(InputError, match="30 of the 80 words"):
        train("knrm", by_hand.partners(400, 0), base=str(vectors), out=tmp_path / "m")


def test_vectors_of_a_file_stay_as_they_are_and_score(tmp_path):
    vectors = tmp_path / "word2vec.txt"
    rng = np.random.default_rng(0)
    words = [*by_hand.WORDS, *by_hand.PARTNER.values()]
    rows = rng.normal(size=(80, 5)).astype(np.float32)
    vectors.write_text("80 5\n" + "".join(f"{w} {' '.join(map(repr, row.tolist()))}\n" for w, row in zip(words, rows)))
    model = train("knrm", by_hand.partners(100, 0), base=str(vectors), out=tmp_path / "m")
    kept = model._scorer.vectors.weight[-80:].detach().numpy()
    assert np.array_equal(kept, rows)


def test_a_base_whose_content_has_changed_is_another_training(tmp_path):
    vectors = tmp_path / "v.txt"
    lines = [f"{word} {i} 1\n" for i, word in enumerate([*by_hand.WORDS, *by_hand.PARTNER.values()])]
    vectors.write_text("".join(lines))
    train("knrm", by_hand.partners(100, 0), base=str(vectors), out=tmp_path / "m")
    vectors.write_text("".join(reversed(lines)))
    with pytest.raises(InputError, match="another training"):
        train("knrm", by_hand.partners(100, 0), base=str(vectors), out=tmp_path / "m")


def test_instances_without_a_text_are_refused(tmp_path):
    pair = Instance("q", "red", "d", "", True), Instance("q", "red", "e", "blue", False)
    with pytest.raises(InputError, match='1 of 2 instances have no text, such as query "q", document "d"'):
        train("knrm", Instances([pair]), out=tmp_path / "m")


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "none-800.jsonl").write_text("")
    with pytest.raises(InputError, match="has files that are no model"):
        train("knrm", by_hand.partners(4, 0), out=tmp_path)


def test_several_systems_and_missing_texts_are_refused(tmp_path):
    model = train("knrm", by_hand.partners(4, 0), out=tmp_path / "m")
    with pytest.raises(UsageError, match="one system"):
        model.rerank(Runs.from_dict({"a": {"q": {"d": 1.0}}, "b": {"q": {"d": 1.0}}}), {"q": "w1"}, {"d": "p1"})
    runs = Runs.from_dict({"a": {"q": {"d": 1.0}}})
    with pytest.raises(InputError, match="1 of 1 documents have no text"):
        model.rerank(runs, {"q": "w1"}, {})
    with pytest.raises(InputError, match="queries of the run have no text"):
        model.rerank(runs, {}, {"d": "p1"})


def test_equal_scores_are_set_apart_with_the_lowest_id_first():
    step = float(np.nextafter(np.float32(0.5), np.float32(0)))
    assert set_apart({"b": 0.5, "c": 0.5, "a": 0.25, "d": step}) == {
        "b": 0.5,
        "c": step,
        "d": float(np.nextafter(np.float32(step), np.float32(0))),
        "a": 0.25,
    }
