"""An index of texts by an encoder: what it holds, how it goes on, and what it refuses; with functions as encoders."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest

from irassay.cli.main import main
from irassay.errors import InputError, MissingLibrary, UsageError
from irassay.search import encode_texts, open_index
from tests.oracles.lucene.generate import passages

TEXTS = passages(120)
LETTERS = "abcdefgh -"


def letters(texts):
    """A vector of how often each letter stands in the text."""
    return np.array([[text.count(letter) for letter in LETTERS] for text in texts], "float32")


def lists(runs):
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


def files(folder):
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


def expected(query, depth):
    scores = {doc: float(letters([text])[0] @ letters([query])[0]) for doc, text in TEXTS}
    ranked = sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)[:depth]
    return ranked, [scores[doc] for doc in ranked]


@pytest.mark.parametrize("shard", [7, 1000])
def test_texts_are_found_by_their_vectors(shard, tmp_path):
    index = encode_texts(TEXTS, tmp_path / "i", encoder=letters, shard=shard)
    assert lists(index.search({"q": "a bad cab"}, depth=9)) == {"q": expected("a bad cab", 9)}
    assert lists(open_index(tmp_path / "i").search({"q": "face"}, depth=9)) == {"q": expected("face", 9)}
    assert lists(index.search_passages({"q": "d5"}, depth=9)) == {"q": expected(dict(TEXTS)["d5"], 9)}


def test_prefixes_stand_before_queries_and_passages_and_a_passage_is_encoded_as_a_query(tmp_path):
    index = encode_texts(TEXTS, tmp_path / "i", encoder=letters, query_prefix="aaaa", passage_prefix="b")
    scores = {doc: float(letters(["b" + text])[0] @ letters(["aaaa" + TEXTS[5][1]])[0]) for doc, text in TEXTS}
    assert lists(index.search_passages_as_queries({"q": TEXTS[5][0]}, depth=500))["q"][1] == sorted(
        scores.values(), reverse=True
    )
    assert lists(index.search_passages_as_queries({"q": TEXTS[5][0]})) == lists(index.search({"q": TEXTS[5][1]}))
    assert lists(index.search_passages_as_queries({"q": "d5"})) != lists(index.search_passages({"q": "d5"}))


def test_an_interrupted_build_goes_on_and_encodes_no_finished_shard_again(tmp_path):
    encode_texts(TEXTS, tmp_path / "whole", encoder=letters, shard=50)
    seen = []

    def until(n):
        for i, pair in enumerate(TEXTS):
            if i == n:
                raise KeyboardInterrupt
            yield pair

    def noted(texts):
        seen.extend(texts)
        return letters(texts)

    noted.__module__, noted.__qualname__ = letters.__module__, letters.__qualname__
    with pytest.raises(KeyboardInterrupt):
        encode_texts(until(110), tmp_path / "i", encoder=letters, shard=50)
    encode_texts(TEXTS, tmp_path / "i", encoder=noted, shard=50)
    assert seen == ["a", *(text for _, text in TEXTS[100:])]  # the first tells how long a vector is
    assert files(tmp_path / "i") == files(tmp_path / "whole")


def test_an_encoder_that_breaks_leaves_the_shards_that_are_there(tmp_path):
    def breaks(texts):
        if TEXTS[60][1] in texts:
            raise ValueError("out of memory")
        return letters(texts)

    with pytest.raises(ValueError, match="out of memory"):
        encode_texts(TEXTS, tmp_path / "i", encoder=breaks, shard=50)
    assert "00001.vectors.npy" in os.listdir(tmp_path / "i")


def test_another_encoder_or_prefix_is_refused(tmp_path):
    encode_texts(TEXTS, tmp_path / "i", encoder=letters)
    before = files(tmp_path / "i")
    encode_texts(TEXTS, tmp_path / "i", encoder=letters)
    for change in ({"encoder": lambda texts: letters(texts)}, {"query_prefix": "x"}, {"dtype": "float16"}):
        with pytest.raises(UsageError, match="an index with another"):
            encode_texts(TEXTS, tmp_path / "i", **{"encoder": letters, **change})
    assert files(tmp_path / "i") == before


def odd(texts):
    return np.where(np.array(texts)[:, None] == TEXTS[60][1], np.nan, letters(texts))


@pytest.mark.parametrize(
    ("texts", "encoder", "error", "words"),
    [
        ([], letters, InputError, "no texts to index"),
        ([*TEXTS, TEXTS[3]], letters, InputError, "two texts have the id"),
        (TEXTS, odd, InputError, 'the vector of "d60" is not finite'),
        (TEXTS, lambda texts: letters(texts)[:1], InputError, "gives 1 x 10 for 50 texts"),
        (TEXTS, lambda texts: np.ones(len(texts)), InputError, "gives 1 for 1 texts"),
        (TEXTS, lambda texts: texts, UsageError, "gives no array of numbers"),
        (TEXTS, 5, UsageError, "expected an encoder as"),
        (TEXTS, "no_such_module:f", UsageError, "can't be imported"),
        (TEXTS, "os:sep", UsageError, "is no function"),
    ],
)
def test_what_cant_be_encoded_leaves_nothing(texts, encoder, error, words, tmp_path):
    with pytest.raises(error, match=words):
        encode_texts(texts, tmp_path / "i", encoder=encoder, shard=50)
    assert not (tmp_path / "i").exists()


def test_a_pooling_of_a_function_is_refused(tmp_path):
    with pytest.raises(UsageError, match="pooling has no effect on a function"):
        encode_texts(TEXTS, tmp_path / "i", encoder=letters, pooling="cls")
    with pytest.raises(UsageError, match="pooling must be one of mean, cls, tct"):
        encode_texts(TEXTS, tmp_path / "i", encoder="model", pooling="max")


def test_a_model_without_sentence_transformers_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[dense\]"'):
        encode_texts(TEXTS, tmp_path / "i", encoder="some/model")
    assert not (tmp_path / "i").exists()


def test_a_function_that_has_no_name_is_given_again(tmp_path):
    encode_texts(TEXTS, tmp_path / "i", encoder=lambda texts: letters(texts))
    with pytest.raises(UsageError, match="from Python give the function itself"):
        open_index(tmp_path / "i").search({"q": "a"})
    index = open_index(tmp_path / "i", encoder=letters)
    assert lists(index.search({"q": "face"}, depth=9)) == {"q": expected("face", 9)}


def test_the_command_line_takes_a_function_by_its_name(tmp_path, capsys):
    (tmp_path / "texts.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in TEXTS))
    (tmp_path / "queries.tsv").write_text("q1\tface\n")
    (tmp_path / "gold.tsv").write_text("q1\td5\n")
    index, run = str(tmp_path / "i"), tmp_path / "run"
    assert main(["index", str(tmp_path / "texts.tsv"), "--encoder", f"{__name__}:letters", "-o", index]) == 0
    assert main(["search", index, str(tmp_path / "queries.tsv"), "--depth", "9", "-o", str(run)]) == 0
    rows = [line.split() for line in run.read_text().splitlines()]
    assert ([row[2] for row in rows], [float(row[4]) for row in rows]) == expected("face", 9)
    assert main(["search", index, str(tmp_path / "gold.tsv"), "--passages", "--as-query", "-o", str(run)]) == 0
    assert main(["search", index, str(tmp_path / "gold.tsv"), "--as-query", "-o", str(run)]) == 2
    assert "--as-query belongs to --passages" in capsys.readouterr().err


def test_the_command_line_takes_vectors_and_their_ids(tmp_path, capsys):
    np.save(tmp_path / "a.npy", letters([text for _, text in TEXTS[:50]]))
    np.save(tmp_path / "b.npy", letters([text for _, text in TEXTS[50:]]))
    (tmp_path / "ids").write_text("".join(f"{doc}\n" for doc, _ in TEXTS))
    (tmp_path / "gold.tsv").write_text("q1\td5\n")
    of = ["index", "--vectors", str(tmp_path / "a.npy"), str(tmp_path / "b.npy")]
    index, run = str(tmp_path / "i"), tmp_path / "run"
    assert main([*of, "--ids", str(tmp_path / "ids"), "-o", index]) == 0
    assert main(["search", index, str(tmp_path / "gold.tsv"), "--passages", "--depth", "9", "-o", str(run)]) == 0
    assert [line.split()[2] for line in run.read_text().splitlines()] == expected(dict(TEXTS)["d5"], 9)[0]
    assert main([*of[:-1], "--ids", str(tmp_path / "ids"), "-o", str(tmp_path / "j")]) == 3
    assert not (tmp_path / "j").exists()
    assert "120 ids and 50 vectors" in capsys.readouterr().err
    for wrong in (of, ["index"], [*of, str(tmp_path / "ids")], [*of, "--ids", "x", "--encoder", "y"]):
        assert main([*wrong, "-o", str(tmp_path / "j")]) == 2
    assert main(["search", index, str(tmp_path / "gold.tsv"), "--passages", "--as-query"]) == 2
    assert main(["search", index, str(tmp_path / "gold.tsv")]) == 2


@pytest.mark.parametrize("empty", ["", " ", "\t\n"])
def test_a_query_without_text_finds_nothing_whatever_its_vector_would(empty, tmp_path):
    """As in an index of words. The prefix alone has a vector that is near to some passages."""
    index = encode_texts([*TEXTS, ("none", empty)], tmp_path / "i", encoder=letters, query_prefix="aaaa")
    whole = lists(index.search({"q": "a bad cab"}))
    assert lists(index.search({"empty": empty, "q": "a bad cab"})) == whole
    assert list(index.search({"empty": empty}).queries) == []
    assert list(index.search_passages_as_queries({"q": "none"}).queries) == []
