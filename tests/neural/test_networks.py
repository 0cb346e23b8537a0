"""Scores of rerankers: by loops of our own, by sentence-transformers, by the models one pair at a time."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sentence_transformers import CrossEncoder
from transformers import AutoTokenizer, T5ForConditionalGeneration

from irassay.errors import InputError
from irassay.search.neural import networks, open_reranker, settings_of, train
from irassay.search.neural.words import Vocabulary, words_of
from tests.neural import networks_by_hand as by_hand

TEXTS = ["w1 p1 p2 p7 zebra", "p1 p2", "p3", "p4 " * 30, "zebra p5 p6 p7 p8 w1 w2"]
QUERIES = ["w1 w2", "zebra w3 w4", "w5"]
LENGTHS = {"query_length": 4, "document_length": 24, "dimensions": 8}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A model of each kind after a few steps."""
    folder = tmp_path_factory.mktemp("models")
    bases = {"monobert": by_hand.bert(str(folder / "bert")), "monot5": by_hand.t5(str(folder / "t5"))}
    lengths = {name: {**LENGTHS, **({"document_length": 40} if name in bases else {})} for name in networks._CLASSES}
    return {
        name: train(
            settings_of(name, base=bases.get(name), **lengths[name]), by_hand.partners(64, 0), seed=3, out=folder / name
        )
        for name in lengths
    }


@pytest.mark.parametrize("name", ["knrm", "pacrr", "duet"])
def test_a_network_of_words_scores_as_loops_over_its_weights_do(trained, name):
    scorer = trained[name]._scorer
    weights = {key: value.double().numpy() for key, value in scorer.state_dict().items()}
    for query in QUERIES:
        expected = []
        for text in TEXTS:
            rows = scorer.vocabulary.rows(words_of(query)[:4]), scorer.vocabulary.rows(words_of(text)[:24])
            more = {"knrm": (), "pacrr": (4,), "duet": ((4, 24),)}[name]
            expected.append(getattr(by_hand, name)(weights, *rows, *more))
        assert trained[name].score(query, TEXTS) == pytest.approx(expected, abs=1e-5)
    assert trained[name].n_cut == 1


def test_monobert_scores_as_sentence_transformers_does(trained):
    peer = CrossEncoder(trained["monobert"].folder, max_length=40)
    for query in QUERIES:
        logits = torch.from_numpy(peer.predict([(query, text) for text in TEXTS]))
        expected = logits.log_softmax(-1)[:, 1].numpy()
        assert trained["monobert"].score(query, TEXTS) == pytest.approx(expected, abs=1e-5)


def test_a_cross_encoder_of_one_class_that_another_tool_saved_is_opened(tmp_path):
    folder = by_hand.bert(str(tmp_path / "one"), labels=1)
    pairs = [(QUERIES[0], text) for text in TEXTS]
    expected = CrossEncoder(folder).predict(pairs, activation_fn=torch.nn.Identity())
    assert open_reranker(folder).score(QUERIES[0], TEXTS) == pytest.approx(expected, abs=1e-5)


def test_monot5_scores_as_the_model_does_one_pair_at_a_time(trained):
    folder = trained["monot5"].folder
    model, tokenizer = T5ForConditionalGeneration.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    true, false = (tokenizer(word)["input_ids"][0] for word in ("true", "false"))
    for query in QUERIES:
        for text in (text for text in TEXTS if len(text) < 60):
            ids = tokenizer(f"Query: {query} Document: {text} Relevant:", return_tensors="pt")["input_ids"]
            with torch.no_grad():
                logits = model(input_ids=ids, decoder_input_ids=torch.zeros(1, 1, dtype=torch.long)).logits[0, 0]
            expected = torch.log_softmax(logits[[false, true]], -1)[1].item()
            assert trained["monot5"].score(query, [text])[0] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("name", list(networks._CLASSES))
def test_a_long_document_in_pieces_counts_by_its_best(trained, name):
    settings = trained[name].settings
    words = [f"p{i % 40}" for i in range(70)]
    first = trained[name].score("w1 w2", [" ".join(words)])
    assert trained[name].n_cut == 1
    # what is left of the length for the document: less the query and the marks around both
    room = {"monobert": 40 - 5, "monot5": 40 - 6}.get(name, 24)
    each = trained[name].score("w1 w2", [" ".join(words[at : at + room]) for at in range(0, 70, room)])
    assert first[0] == pytest.approx(each[0], abs=1e-5)
    object.__setattr__(settings, "pieces", "max")
    try:
        assert trained[name].score("w1 w2", [" ".join(words)])[0] == pytest.approx(each.max(), abs=1e-5)
    finally:
        object.__setattr__(settings, "pieces", "first")


@pytest.mark.parametrize("name", list(networks._CLASSES))
def test_a_saved_model_scores_as_before_and_the_same_on_any_number_of_threads(trained, name, monkeypatch):
    texts = [" ".join(f"p{(i * j) % 40}" for j in range(i % 9 + 1)) for i in range(300)]
    before = trained[name].score("w1 w2", texts)
    again = open_reranker(trained[name].folder)
    assert np.array_equal(before, again.score("w1 w2", texts))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert np.array_equal(before, again.score("w1 w2", texts))
    assert before.dtype == np.float32


def test_an_unknown_word_still_matches_itself():
    vocabulary = Vocabulary.of(["red fox"])
    assert vocabulary.rows(["zebra"]) == vocabulary.rows(["zebra"]) != vocabulary.rows(["red"])


@pytest.mark.parametrize("name", ["monobert", "monot5"])
def test_a_base_of_another_kind_is_refused_by_name(tmp_path, name):
    other = {"monobert": tmp_path / "vectors.txt", "monot5": by_hand.bert(str(tmp_path / "bert"))}[name]
    (tmp_path / "vectors.txt").write_text("red 1 2\nfox 3 4\n")
    with pytest.raises(InputError, match=f"base of {name}"):
        train(name, by_hand.partners(4, 0), base=str(other), out=tmp_path / "m")
