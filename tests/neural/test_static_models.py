"""Static models: vectors by model2vec are the means of its tokens' vectors, added by a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from model2vec import StaticModel
from tokenizers import Tokenizer, models, pre_tokenizers

from irassay.leakage.nearest import Terms
from irassay.leakage.vectors import nearest_training
from irassay.search.encoders import Encoding, TextEncoder

WORDS = ["[PAD]", "[UNK]", "red", "fox", "blue", "dog", "runs"]
VECTORS = np.random.default_rng(0).standard_normal((len(WORDS), 8)).astype(np.float32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    tokens = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokens.pre_tokenizer = pre_tokenizers.Whitespace()
    path = tmp_path_factory.mktemp("static")
    StaticModel(VECTORS, tokens, normalize=False).save_pretrained(path)
    return str(path)


def test_a_static_models_vectors_are_means_of_tokens(folder):
    texts = ["red fox", "the blue dog runs", ""]
    means = [VECTORS[[2, 3]].mean(axis=0), VECTORS[[4, 5, 6]].mean(axis=0), np.zeros(8)]  # words it lacks don't count
    assert np.allclose(TextEncoder(Encoding(folder)).queries(texts), means, atol=1e-6)


def test_a_static_model_finds_a_training_text_with_the_words_in_another_order(folder):
    train = {"a": [(["t1", "t2", "t3"], ["fox red", "blue dog", "unheard"])]}
    nearest = nearest_training([("q", "title", "red fox")], train, encoder=folder, terms=Terms.of())
    assert [(one.train, round(one.similarity, 5)) for one in nearest.lists[0]] == [("t1", 1.0)]
    assert nearest.n_zero == 1
