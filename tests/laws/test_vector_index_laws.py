"""Search in vectors is exact, for any shards, blocks, threads and order; what can't be indexed leaves nothing."""

from __future__ import annotations

import json
import os
import random
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError, UsageError
from irassay.kernel import _core
from irassay.search import index_texts, index_vectors, open_index
from irassay.search.nearest import nearest
from tests.plain import retrieval as plain

RNG = np.random.default_rng(5)
VECTORS = RNG.standard_normal((500, 24)).astype("float32")
VECTORS[300:330] = VECTORS[7]  # copies: equal scores, in the order of ids
IDS = [f"d{i}" for i in range(500)]
QUERIES = {f"q{i}": f"d{i * 7 % 500}" for i in range(60)}


def lists(folder, depth=20, passages=QUERIES, **options):
    index = open_index(folder, **options)
    return lists_of(index.search_passages(passages, depth=depth))


def lists_of(runs):
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


def files(folder):
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_lists_are_those_of_brute_force(dtype, tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "i", dtype=dtype, shard=90)
    docs = dict(zip(IDS, VECTORS.astype(dtype)))
    for query, (ranking, scores) in lists(tmp_path / "i").items():
        expected = plain.nearest(docs, docs[QUERIES[query]])
        ranked = sorted(expected, key=lambda doc: (expected[doc], doc.encode()), reverse=True)[:20]
        assert ranking == ranked
        assert scores == pytest.approx([expected[doc] for doc in ranked], rel=1e-14)


# Of whole numbers, many of them equal: every sum is exact, and every cut goes through equal scores.
WHOLE = st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=40)


@given(WHOLE, st.lists(st.integers(-2, 2), min_size=3, max_size=3), st.integers(1, 12), st.integers(1, 9), st.data())
def test_equal_scores_are_in_the_order_of_ids(rows, query, depth, rows_of_block, data):
    ids = data.draw(st.permutations([f"d{i}" for i in range(len(rows))]))
    vectors, asked = np.array(rows, "float32"), np.array([query], "float32")
    cut = data.draw(st.integers(0, len(rows)))
    shards = [part for part in (vectors[:cut], vectors[cut:]) if len(part)]
    [(numbers, scores)] = nearest(shards, asked, depth=depth, name=ids.__getitem__, block=rows_of_block * 12)
    expected = plain.nearest(dict(zip(ids, rows)), query)
    ranked = sorted(expected, key=lambda doc: (expected[doc], doc.encode()), reverse=True)[:depth]
    assert sorted(ids[i] for i in numbers) == sorted(ranked)
    assert {ids[i]: score for i, score in zip(numbers, scores)} == {doc: expected[doc] for doc in ranked}


def test_no_block_changes_a_bit():
    def found(block):
        return [
            sorted(zip(scores.tolist(), numbers.tolist()))
            for numbers, scores in nearest([VECTORS], VECTORS[:300], depth=30, name=IDS.__getitem__, block=block)
        ]

    assert found(96) == found(5000) == found(1 << 24)


def test_what_float32_can_t_tell_apart_is_told_apart():
    # The difference of the two is below the rounding of a product of float32, and the lower comes first in the file.
    least = np.float32(2.0**-24)
    vectors = np.array([[1, 0], [1, least], [1, -least]] * 40, "float32")
    [(numbers, scores)] = nearest([vectors], np.array([[1, 1]], "float32"), depth=40, name=str)
    assert set(numbers) == set(range(1, 120, 3))
    assert set(scores) == {1 + 2.0**-24}


def test_no_shard_thread_or_order_changes_a_bit(tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "whole")
    expected = lists(tmp_path / "whole", threads=1)
    order = random.Random(4).sample(range(500), 500)
    for i, (rows, shard, threads) in enumerate([(range(500), 7, 2), (order, 1000, 3), (order, 90, 1)]):
        index_vectors(VECTORS[list(rows)], [IDS[row] for row in rows], tmp_path / f"i{i}", shard=shard)
        assert lists(tmp_path / f"i{i}", threads=threads) == expected


@pytest.mark.parametrize(("n_files", "n_shards"), [(1, 2), (7, 4)])
def test_vectors_of_one_file_stay_mapped_while_they_are_indexed(n_files, n_shards, tmp_path):
    """By tracemalloc, which knows NumPy's arrays: shards of 8 MB are checked in float64, which is two of them."""
    vectors = np.zeros((16_000, 512), "float32")
    vectors[:, 0] = np.arange(16_000)
    paths = [tmp_path / f"{i}.npy" for i in range(n_files)]
    for path, part in zip(paths, np.array_split(vectors, n_files)):
        np.save(path, part)
    ids = [f"d{i}" for i in range(16_000)]
    tracemalloc.start()
    index_vectors(paths, ids, tmp_path / "i", shard=4000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n_shards * 4000 * 512 * 4 + 3_000_000  # across files there are copies, of two shards


def test_vectors_of_several_files_are_one_index(tmp_path):
    np.save(tmp_path / "a.npy", VECTORS[:120])
    np.save(tmp_path / "b.npy", VECTORS[120:])
    (tmp_path / "ids").write_text("".join(f"{key}\n" for key in IDS))
    index_vectors([tmp_path / "a.npy", tmp_path / "b.npy"], tmp_path / "ids", tmp_path / "i", shard=100)
    index_vectors(VECTORS, IDS, tmp_path / "j", shard=100)
    assert files(tmp_path / "i") == files(tmp_path / "j")


def test_an_interrupted_build_goes_on_and_gives_the_same_bytes(tmp_path):
    def until(n):
        yield from IDS[:n]
        raise KeyboardInterrupt

    index_vectors(VECTORS, IDS, tmp_path / "whole", shard=100)
    with pytest.raises(KeyboardInterrupt):
        index_vectors(VECTORS, until(250), tmp_path / "i", shard=100)
    assert len(os.listdir(tmp_path / "i")) == 2 * 2 + 1
    with pytest.raises(InputError, match="unfinished: run the same irassay index again"):
        open_index(tmp_path / "i")
    with pytest.raises(UsageError, match="an index of other vectors"):
        index_vectors(VECTORS + 1, IDS, tmp_path / "i", shard=100)
    index_vectors(VECTORS, IDS, tmp_path / "i", shard=100)
    assert files(tmp_path / "i") == files(tmp_path / "whole")


def test_the_same_call_changes_nothing_and_others_are_refused(tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "i")
    before = files(tmp_path / "i")
    index_vectors(VECTORS, IDS, tmp_path / "i")
    for vectors, ids in ((VECTORS[:-1], IDS[:-1]), (VECTORS, ["other", *IDS[1:]]), (VECTORS * 2, IDS)):
        with pytest.raises(UsageError, match="an index of other vectors"):
            index_vectors(vectors, ids, tmp_path / "i")
    with pytest.raises(UsageError, match="another dtype"):
        index_vectors(VECTORS, IDS, tmp_path / "i", dtype="float16")
    with pytest.raises(UsageError, match="another dimension"):
        index_vectors(VECTORS[:, :5], IDS, tmp_path / "i", add=True)
    with pytest.raises(UsageError, match="another kind"):
        index_texts({"d1": "ox"}, tmp_path / "i")
    assert files(tmp_path / "i") == before


def test_an_index_that_grew_finds_what_one_built_at_once_finds(tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "whole")
    index_vectors(VECTORS[:100], IDS[:100], tmp_path / "grown")
    index_vectors(VECTORS[100:], IDS[100:], tmp_path / "grown", add=True)
    assert lists(tmp_path / "grown") == lists(tmp_path / "whole")
    before = files(tmp_path / "grown")
    with pytest.raises(InputError, match='two vectors have the id "d3"'):
        index_vectors(VECTORS[:1], ["d3"], tmp_path / "grown", add=True)
    assert files(tmp_path / "grown") == before


def odd(row, value):
    vectors = VECTORS.copy()
    vectors[row, 3] = value
    return vectors


@pytest.mark.parametrize(
    ("vectors", "ids", "words"),
    [
        (VECTORS, IDS[:-3], "497 ids and 500 vectors"),
        (VECTORS[:-3], IDS, "500 ids and 497 vectors"),
        (VECTORS[:0], IDS, "500 ids and 0 vectors"),
        (VECTORS[:0], [], "no vectors to index"),
        (odd(450, np.nan), IDS, 'the vector of "d450" is not finite'),
        (odd(450, np.inf), IDS, 'the vector of "d450" is not finite'),
        (odd(450, 1e30), IDS, 'the vector of "d450" is not finite as float32, or longer'),
        (VECTORS, ["d9", *IDS[1:]], 'two vectors have the id "d9"'),
        ([VECTORS[:100], VECTORS[100:, :7]], IDS, "has vectors of 7 numbers, an array of 24"),
        (np.zeros((3, 2), int), IDS[:3], "holds 3 x 2 of int64"),
        (np.zeros(3), IDS[:3], "holds 3 of float64"),
        (np.zeros((3, 0)), IDS[:3], "holds 3 x 0 of float64"),
    ],
)
def test_what_cant_be_indexed_leaves_nothing(vectors, ids, words, tmp_path):
    with pytest.raises(InputError, match=words):
        index_vectors(vectors, ids, tmp_path / "i", shard=100)
    assert not (tmp_path / "i").exists()


def test_a_number_that_float16_can_t_hold_is_refused(tmp_path):
    with pytest.raises(InputError, match='"d450" is not finite as float16'):
        index_vectors(odd(450, 1e6), IDS, tmp_path / "i", dtype="float16")


def test_files_that_hold_no_vectors_are_refused(tmp_path):
    (tmp_path / "text.npy").write_text("0.1 0.2\n")
    np.save(tmp_path / "objects.npy", np.array([["a", None]], dtype=object), allow_pickle=True)
    (tmp_path / "empty-line").write_text("d1\n\nd3\n")
    for name in ("text.npy", "objects.npy", "absent.npy"):
        with pytest.raises(InputError, match="can't be read as vectors"):
            index_vectors(tmp_path / name, ["d1"], tmp_path / "i")
    with pytest.raises(InputError, match="expected an id"):
        index_vectors(VECTORS[:3], tmp_path / "empty-line", tmp_path / "i")
    with pytest.raises(UsageError, match="expected ids as str"):
        index_vectors(VECTORS[:2], [1, 2], tmp_path / "i")
    assert not (tmp_path / "i").exists()


@pytest.mark.parametrize("damage", ["cut", "altered", "missing"])
def test_damaged_vectors_are_refused(damage, tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "i")
    file = tmp_path / "i" / "00001.vectors.npy"
    data = file.read_bytes()
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(data[:-8] if damage == "cut" else data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    with pytest.raises(InputError, match=r"vectors.npy.*build the index again"):
        open_index(tmp_path / "i")


def test_a_shard_without_vectors_is_refused(tmp_path):
    index_vectors(VECTORS, IDS, tmp_path / "i", shard=250)
    manifest = tmp_path / "i" / "index.json"
    saved = json.loads(manifest.read_text())
    del saved["shards"][1]["files"]["00002.vectors.npy"]
    manifest.write_text(json.dumps(saved))
    with pytest.raises(InputError, match="other numbers of ids and of vectors"):
        open_index(tmp_path / "i")


def test_vectors_without_an_encoder_are_searched_by_passages_and_vectors_alone(tmp_path):
    index = index_vectors(VECTORS, IDS, tmp_path / "i")
    with pytest.raises(UsageError, match="holds vectors and no encoder"):
        index.search({"q": "red fox"})
    assert index.has(["d3", "e3"]) == {"d3"}
    with pytest.raises(InputError, match=r'1 of 2 passages is not in .*such as "e3"'):
        index.search_passages({"a": "d3", "b": "e3"})
    of_vectors = index.search_vectors(["a"], VECTORS[3:4], depth=5)
    assert lists_of(of_vectors) == lists_of(index.search_passages({"a": "d3"}, depth=5))
    for vectors in (VECTORS[:1, :5], VECTORS[:2], np.full((1, 24), np.nan)):
        with pytest.raises(InputError, match=r"expected 1 x 24|is not finite"):
            index.search_vectors(["a"], vectors)
    with pytest.raises(UsageError, match="depth"):
        index.search_vectors(["a"], VECTORS[:1], depth=0)


def test_an_encoder_given_at_opening_searches_texts(tmp_path):
    index_vectors(np.eye(3, dtype="float32"), ["d1", "d2", "d3"], tmp_path / "i")
    index = open_index(tmp_path / "i", encoder=lambda texts: [[0, float(len(text)), 1] for text in texts])
    runs = index.search({"q": "four"}, depth=2)
    assert lists_of(runs) == {"q": (["d2", "d3"], [4.0, 1.0])}


def test_a_shard_of_ids_alone_is_a_shard(tmp_path):
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    for key in ("b", "a", ""):
        builder.add_bag(key, [], 0)
    builder.write(str(tmp_path / "shard"))
    shard = _core.Shard(str(tmp_path / "shard"))
    assert [shard.id(i) for i in range(shard.n_docs)] == ["b", "a", ""]
    assert shard.find_docs(["a", "c"]) == [1, 3]
