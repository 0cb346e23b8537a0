"""The kernel's words, terms, shards and searches are the plain twins'."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.kernel import _core
from irassay.search import index_texts, open_index
from tests.oracles.lucene.generate import strings
from tests.plain import retrieval as plain

# Texts with what decides where words end, and with words that meet in many passages.
PIECES = st.sampled_from(
    ["a", "b", "ox", "Ox's", "3.5", "U.S", " ", ", ", "-", "_", "\u2019s", "é", "日本", "かな", "👍🏽", "\u0e01"]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def test_words_are_the_longest_that_the_grammar_has():
    analyser = _core.Analyser("none", [])
    for codes in strings(250, seed=5):
        text = "".join(map(chr, codes))
        assert analyser.terms(text) == plain.terms(text)


def test_a_word_ends_after_255_units_as_in_lucene():
    analyser = _core.Analyser("none", [])
    assert [len(word) for word in analyser.terms("x" * 600)] == [255, 255, 90]
    assert [len(word) for word in analyser.terms("\U00010400" * 200)] == [127, 73]


@given(
    st.lists(TEXTS, min_size=1, max_size=12),
    TEXTS,
    st.sampled_from(["bm25", "ql"]),
    st.sampled_from(["lucene", "exact"]),
    st.floats(0, 3),
    st.floats(0, 1),
)
def test_scores_are_the_formulas(tmp_path_factory, texts, query, model, lengths, k1, b):
    docs = [(f"d{i}", text) for i, text in enumerate(texts)]
    of_query = Counter(plain.terms(query))
    folder = tmp_path_factory.mktemp("index") / "i"
    index_texts(docs, folder, stem="none", stopwords="none", shard=5)
    of_model = {"k1": k1, "b": b} if model == "bm25" else {}
    runs = open_index(folder, model=model, lengths=lengths, **of_model).search({"q": query}, depth=100)
    expected = plain.search(plain.bags(docs), of_query, model=model, lengths=lengths, k1=k1, b=b)
    found = dict(zip(runs.ranking("i", "q"), runs.core.scores("i", "q"))) if runs.queries else {}
    assert found == {doc: pytest.approx(score, rel=1e-12) for doc, score in expected.items()}
    assert list(found) == sorted(found, key=lambda doc: (found[doc], doc.encode()), reverse=True)


def test_lengths_in_one_byte_are_exact_to_40():
    assert [plain.lucene_length(n) for n in (40, 41, 42, 43, 100, 1000)] == [40, 40, 42, 42, 96, 984]


def test_a_shard_holds_what_it_was_made_of(tmp_path):
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    builder.add_texts(["d2", "d1", ""], ["ox ox cow", "", "cow"], threads=2)
    builder.add_bag("d3", [("ox", 3), ("hen", 1)], 7)
    assert (builder.n_docs, builder.memory > 0) == (4, True)
    builder.write(str(tmp_path / "shard"))
    shard = _core.Shard(str(tmp_path / "shard"))
    assert (shard.n_docs, shard.n_terms, shard.n_tokens, shard.n_with_terms) == (4, 3, 11, 3)
    assert [shard.id(i) for i in range(4)] == ["d2", "d1", "", "d3"]
    assert [shard.length(i) for i in range(4)] == [3, 0, 1, 7]
    assert [shard.bag(i) for i in range(4)] == [[("cow", 1), ("ox", 2)], [], [("cow", 1)], [("hen", 1), ("ox", 3)]]
    assert shard.find_docs(["d3", "d9", ""]) == [3, 4, 2]
    assert _core.twin_id([shard], memory=1 << 20) == ""
    assert _core.twin_id([shard, shard], memory=64) in ("d1", "d2", "d3", "")
    with pytest.raises(IndexError):
        shard.id(4)


def test_passages_are_found_by_ids_of_any_length(tmp_path):
    ids = [
        "",
        *("x" * n for n in range(1, 20)),
        *(f"{n}-same-end" for n in range(50)),
        *(f"same-start-{n}" for n in range(50)),
    ]
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    for doc in ids:
        builder.add_bag(doc, [], 0)
    builder.write(str(tmp_path / "shard"))
    shard = _core.Shard(str(tmp_path / "shard"))
    assert shard.find_docs(ids[::-1]) == list(range(len(ids)))[::-1]
    assert shard.find_docs(["x" * 20, "50-same-end", "\0", *ids[:3]]) == [len(ids)] * 3 + [0, 1, 2]


def test_many_blocks_give_the_same_scores_as_the_formulas(tmp_path):
    # More passages than a block has, of lengths and counts so many that a code can't name them all in one block.
    docs = [(f"d{i}", "ox " * (i % 7 + 1) + f"w{i} " * (i % 300)) for i in range(70_000)]
    index_texts(docs, tmp_path / "i", stem="none", stopwords="none")
    runs = open_index(tmp_path / "i", lengths="exact").search({"q": "ox w66666 w3"}, depth=70_000)
    scores = dict(zip(runs.ranking("i", "q"), runs.core.scores("i", "q")))
    sample = dict(docs[:40] + docs[66_660:66_670])
    n_tokens = sum(i % 7 + 1 + i % 300 for i in range(70_000))
    for doc, text in sample.items():
        i, length = int(doc[1:]), len(text.split())
        norm = 0.9 * (1 - 0.4 + 0.4 * length / (n_tokens / 70_000))
        expected = 0.0
        for term, with_term in (("ox", 70_000), ("w3", 1), ("w66666", 1)):
            n = text.split().count(term)
            expected += _idf(70_000, with_term) * n / (n + norm)
        assert scores[doc] == pytest.approx(expected, rel=1e-12), i


def _idf(n, with_term):
    from math import log

    return log(1 + (n - with_term + 0.5) / (with_term + 0.5))
