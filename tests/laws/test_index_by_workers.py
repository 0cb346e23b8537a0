"""An index, and extrapolated labels, are the same bytes whoever does their shards, and however many."""

from __future__ import annotations

import json
import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.label_sets import passage_lists
from irassay.label_sets.passage_lists import PassageSearches
from irassay.search import building, encode_texts, index_texts, open_index
from irassay.search.growth import PackedTexts, PassageTexts, packed
from irassay.search.word_index import WordIndex
from irassay.workflows import executor_of
from tests import shards_at_hand as work
from tests.oracles.lucene.generate import passages

TEXTS = [*passages(300), ("odd\0id", "a\0text\nof two lines"), ("empty", ""), ("ñ", "日本語 naïve ﬁ 𝔘nicode")]


@pytest.fixture(scope="module")
def address():
    with work.cluster() as address:
        yield address


@pytest.fixture(params=["processes", "dask"])
def others(request):
    return {"workers": 2} if request.param == "processes" else {"dask": request.getfixturevalue("address")}


def files(folder):
    return {
        os.path.relpath(os.path.join(place, name), folder): open(os.path.join(place, name), "rb").read()
        for place, _, names in os.walk(folder)
        for name in names
    }


def test_an_index_of_words_is_the_same_bytes_by_workers(others, tmp_path):
    for shard in (1000, 40, 7):
        index_texts(TEXTS, tmp_path / f"here{shard}", shard=shard)
        index_texts(TEXTS, tmp_path / f"there{shard}", shard=shard, **others)
        assert files(tmp_path / f"here{shard}") == files(tmp_path / f"there{shard}")


def test_an_index_of_vectors_is_the_same_bytes_by_workers(others, tmp_path):
    for dtype in ("float32", "float16"):
        options = {"shard": 50, "dtype": dtype, "encoder": work.letters}
        encode_texts(TEXTS, tmp_path / f"here{dtype}", **options)
        encode_texts(TEXTS, tmp_path / f"there{dtype}", **options, **others)
        assert files(tmp_path / f"here{dtype}") == files(tmp_path / f"there{dtype}")


def test_shards_are_added_by_workers(others, tmp_path):
    for name, options in (("here", {}), ("there", others)):
        index_texts(TEXTS[:150], tmp_path / name, shard=40, **options)
        index_texts(TEXTS[150:], tmp_path / name, shard=60, add=True, **options)
    assert files(tmp_path / "here") == files(tmp_path / "there")


def test_shards_that_memory_closes_end_at_the_same_text_for_any_threads_and_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "BATCH", 64)
    many = [(f"{copy}-{doc}", f"{text} {copy}x") for copy in range(60) for doc, text in TEXTS]
    index_texts(many, tmp_path / "one", memory="1MB", threads=1)
    assert len(os.listdir(tmp_path / "one")) > 3
    index_texts(many, tmp_path / "three", memory="1MB", threads=3)
    index_texts(many, tmp_path / "others", memory="1MB", workers=2)
    assert files(tmp_path / "one") == files(tmp_path / "three") == files(tmp_path / "others")


def test_few_texts_wait_on_disk_for_a_worker_at_a_time(others, tmp_path):
    waiting = []

    def texts():
        for pair in TEXTS:
            waiting.append(sum(name.endswith(".texts.part") for name in os.listdir(tmp_path / "i")))
            yield pair

    index_texts(texts(), tmp_path / "i", shard=7, **others)
    assert 1 <= max(waiting) <= 4  # two are made, one is ready, one is read


def test_what_can_not_be_indexed_leaves_nothing_by_workers(others, tmp_path):
    from irassay.errors import InputError

    for texts, message in (([], "no texts"), ([("d1", "ox"), ("d2", "cow"), ("d1", "hen")], "two texts have the id")):
        with pytest.raises(InputError, match=message):
            index_texts(texts, tmp_path / "i", shard=1, **others)
        assert not (tmp_path / "i").exists()


@given(st.lists(st.tuples(st.text(max_size=9), st.text(max_size=60)), min_size=1, max_size=30), st.integers(1, 8))
def test_texts_for_another_process_arrive_as_they_were_read(tmp_path_factory, pairs, batch):
    path = str(tmp_path_factory.getbasetemp() / "packed")
    piece = PassageTexts(pairs, batch).piece(20)
    there = packed(piece, path)
    expected = PassageTexts(pairs[:20], batch)
    assert (there.n_docs, there.digest) == (min(20, len(pairs)), expected.skip(20))
    batches = list(PackedTexts(path, 0, ""))
    assert [pair for one in batches for pair in one] == pairs[:20]
    assert {len(one) for one in batches[:-1]} <= {batch}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two indexes and labels, as files."""
    folder = tmp_path_factory.mktemp("corpus")
    texts = [(doc, text) for doc, text in passages(400) if text]
    index_texts(texts, folder / "words.index", shard=90)
    index_texts(texts, folder / "stems.index", stem="none")
    rng = random.Random(3)
    labels = "".join(f"q{i:03} 0 {rng.choice(texts)[0]} 1\n" for i in range(80))
    (folder / "qrels").write_text(labels)
    return folder


def command(corpus, to, *words):
    indexes = [str(corpus / "words.index"), str(corpus / "stems.index")]
    return ["extrapolate", str(corpus / "qrels"), *indexes, "-o", str(to), "--depth", "30", "--quiet", *words]


def test_extrapolated_labels_are_the_same_bytes_by_workers(corpus, others, tmp_path, monkeypatch):
    assert main(command(corpus, tmp_path / "here")) == 0
    monkeypatch.setattr(passage_lists, "CHUNK", 9)
    words = [f"--{name}={value}" for name, value in others.items()]
    assert main(command(corpus, tmp_path / "there", *words)) == 0
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert "unfinished" not in os.listdir(tmp_path / "there")


def test_interrupted_labels_go_on_with_the_missing_and_the_altered_pieces_alone(corpus, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(passage_lists, "CHUNK", 9)
    done, search = [], WordIndex.search_passages

    def searched(index, passages, *, depth):
        if len(done) == stop:
            raise KeyboardInterrupt
        done.append((index.name, tuple(passages)))
        return search(index, passages, depth=depth)

    monkeypatch.setattr(WordIndex, "search_passages", searched)
    stop = None
    assert main(command(corpus, tmp_path / "whole")) == 0
    whole = done[:]
    done.clear()
    stop = 12  # in the middle of the second index
    assert main(command(corpus, tmp_path / "more")) == 130
    assert "the shards that were finished are kept, and the same command goes on" in capsys.readouterr().err
    kept = sorted(os.listdir(tmp_path / "more" / "unfinished"))
    assert len(kept) == 12
    first = tmp_path / "more" / "unfinished" / kept[0]
    first.write_bytes(first.read_bytes()[:-8])
    stop = None
    assert main(command(corpus, tmp_path / "more")) == 0
    assert len(done) == len(whole) + 1
    assert set(done) == set(whole)
    assert files(tmp_path / "more") == files(tmp_path / "whole")


def test_another_engine_is_asked_by_one_process(corpus, tmp_path, capsys):
    engine = "mine=command:cat"
    words = ["extrapolate", str(corpus / "qrels"), str(corpus / "words.index"), engine, "-o", str(tmp_path / "more")]
    assert main([*words, "--workers", "2"]) in (2, 3)
    assert not (tmp_path / "more").exists()
    with executor_of(2) as executor, pytest.raises(UsageError, match="leave out workers and dask"):
        PassageSearches([open_index(engine)], executor, None, 5).further({"d1"})


def test_pieces_of_other_options_are_not_taken(corpus, tmp_path, monkeypatch):
    monkeypatch.setattr(passage_lists, "CHUNK", 9)
    search = WordIndex.search_passages

    def broken(index, passages, *, depth):
        if index.name == "stems":
            raise KeyboardInterrupt
        return search(index, passages, depth=depth)

    with monkeypatch.context() as patch:
        patch.setattr(WordIndex, "search_passages", broken)
        assert main(command(corpus, tmp_path / "more")) == 130
    assert main(command(corpus, tmp_path / "more", "--k1", "0.3")) == 0
    assert main(command(corpus, tmp_path / "other", "--k1", "0.3")) == 0
    assert files(tmp_path / "more") == files(tmp_path / "other")


def test_an_index_that_a_worker_finds_changed_is_refused(corpus, tmp_path):
    import pickle

    index_texts(TEXTS[:20], tmp_path / "i")
    index = open_index(tmp_path / "i", model="ql")
    again = pickle.loads(pickle.dumps(index))
    assert (again.digest, again.options["model"]) == (index.digest, "ql")
    index.digest = "0" * 64
    with pytest.raises(Exception, match="is another index than where the work began"):
        pickle.loads(pickle.dumps(index))


def test_workers_are_for_texts(tmp_path, capsys):
    for option in ("--workers=2", "--dask=tcp://127.0.0.1:1"):
        assert main(["index", "--ciff", "a", "-o", str(tmp_path / "i"), option]) == 2
        assert f"{option.partition('=')[0]} has no effect on --ciff" in capsys.readouterr().err
    with pytest.raises(UsageError, match="workers must be a whole number"):
        index_texts(TEXTS, tmp_path / "i", workers=0)
    assert not (tmp_path / "i").exists()


def test_the_place_of_an_index_is_not_in_it(tmp_path):
    index_texts(TEXTS, tmp_path / "i", shard=100, workers=2)
    manifest = (tmp_path / "i" / "index.json").read_text()
    assert "workers" not in manifest
    assert str(tmp_path) not in manifest
    assert len(json.loads(manifest)["shards"]) == 4
