"""Words, terms and scores against Lucene 9.5 and Anserini 0.22.1: values that `lucene/Lucene.java` printed."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

import pytest

from irassay import evaluate, read_qrels
from irassay.kernel import _core
from irassay.search import analyse, index_texts, open_index
from irassay.search.analysis import LUCENE_STOPWORDS
from tests.collections_at_hand import collection
from tests.oracles.lucene.generate import passages, queries, strings
from tests.plain import retrieval as plain

PRINTED = Path(__file__).parent / "lucene"


def printed(name):
    return [line.split("\t") if line else [] for line in (PRINTED / name).read_text(encoding="utf-8").split("\n")[:-1]]


def test_words_are_those_of_the_standard_tokenizer():
    analyser = _core.Analyser("none", [])
    for codes, words in zip(strings(1000), printed("words.tsv"), strict=True):
        lower = [plain.terms_of([word]) for word in words]
        assert analyser.terms("".join(map(chr, codes))) == [term for terms in lower for term in terms]


def test_terms_are_those_of_anserinis_analyser():
    for codes, terms in zip(strings(1000), printed("terms.tsv"), strict=True):
        assert analyse("".join(map(chr, codes))) == terms


@pytest.mark.parametrize("model", ["bm25", "ql"])
def test_scores_are_those_of_lucene(model, tmp_path):
    expected = {}
    for line in lzma.decompress((PRINTED / "scores.tsv.xz").read_bytes()).decode().splitlines():
        of_model, query, doc, score = line.split("\t")
        if of_model == model:
            expected.setdefault(query, {})[doc] = float(score)
    index_texts(passages(), tmp_path / "index")
    found = open_index(tmp_path / "index", model=model).search(queries(), depth=1000)
    assert set(found.queries) == set(expected)
    for query, scores in expected.items():
        ours = dict(zip(found.ranking("index", query), found.core.scores("index", query)))
        for doc, score in scores.items():
            assert ours[doc] == pytest.approx(score, rel=1e-6, abs=1e-6)
        least = min(scores.values())
        assert {doc for doc, score in ours.items() if score > least + 1e-5} <= set(scores)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("trec-dl-2019-passage", "2071d69bd3f0"),
        ("trec-dl-2020-passage", "aaeb1992582d"),
        ("trec-dl-2021-passage", "d3dbb9bd244a"),
        ("vaswani", "44046e674e98"),
    ],
)
def test_terms_of_real_collections_are_anserinis(name, digest):
    file = collection(name) / ("docs.tsv.xz" if name == "vaswani" else "passages.tsv.xz")
    of_all = hashlib.sha256()
    analyser = _core.Analyser("porter", list(LUCENE_STOPWORDS))
    with lzma.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            of_all.update((" ".join(analyser.terms(line.rstrip("\n").split("\t", 1)[1])) + "\n").encode())
    assert of_all.hexdigest().startswith(digest)


@pytest.mark.parametrize(
    ("options", "ap", "ndcg"),
    [({}, 0.2857, 0.4368), ({"lengths": "exact"}, 0.2858, 0.4378), ({"model": "ql"}, 0.2096, 0.3230)],
)
def test_vaswani_scores_as_with_anserini(options, ap, ndcg, tmp_path):
    folder = collection("vaswani")
    index_texts(folder / "docs.tsv.xz", tmp_path / "index")
    runs = open_index(tmp_path / "index", **options).search(folder / "queries.tsv", depth=1000)
    scores = evaluate(read_qrels(folder / "qrels"), runs, ["AP", "nDCG@10"])
    means = scores.values.mean(axis=-1).ravel()
    assert means == pytest.approx([ap, ndcg], abs=1e-4)
