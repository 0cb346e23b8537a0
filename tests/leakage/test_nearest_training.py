"""The training texts nearest to a test text: those of a plain loop over all pairs, in the same order, bit for bit.

The oracle is `plain` below. Vectors have whole numbers, whose products and squares float64 holds exactly: a cosine has
one value there, whoever computes it.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError, UsageError
from irassay.leakage import vectors as by_vectors
from irassay.leakage.nearest import Nearest, QueryVectors, Terms, ready_encoder


def with_terms(function):
    """The function with the terms as keywords of its own."""

    def called(*given, **options):
        names = {"neighbours", "floor", "sample", "seed"} & options.keys()
        terms = Terms.of(**{name: options.pop(name) for name in names})
        return function(*given, terms=terms, **options)

    return called


nearest_in, nearest_training = with_terms(by_vectors.nearest_in), with_terms(by_vectors.nearest_training)


def numbers(texts):
    """A text of numbers is its own vector."""
    return np.array([[float(number) for number in text.split()] for text in texts], np.float32)


def cosine(one, other):
    x, y = ([int(number) for number in text.split()] for text in (one, other))
    dot = sum(a * b for a, b in zip(x, y))
    return dot / math.sqrt(float(sum(a * a for a in x)) * float(sum(b * b for b in y)))


def plain(test, train, neighbours, floor):
    """For each test text (cosine, id, source) of its neighbours."""
    lists = []
    for _, _, text in test:
        near = []
        for source, rows in train.items():
            for train_id, train_text in rows:
                if any(map(float, text.split())) and any(map(float, train_text.split())):
                    similarity = cosine(text, train_text)
                    near += [(similarity, train_id, source)] if similarity >= floor else []
        lists.append(sorted(near, key=lambda one: (-one[0], one[1].encode(), one[2].encode()))[:neighbours])
    return lists


def shown(nearest):
    return [[(one.similarity, one.train, one.source) for one in of] for of in nearest.lists]


def in_blocks(rows, size):
    return [tuple(map(list, zip(*rows[at : at + size]))) for at in range(0, len(rows), size)]


vectors = st.one_of(
    st.just(""), st.lists(st.integers(-2, 2), min_size=3, max_size=3).map(lambda v: " ".join(map(str, v)))
)
tests = st.lists(vectors, min_size=1, max_size=6).map(
    lambda texts: [(f"q{i // 2}", ["title", "description"][i % 2], text) for i, text in enumerate(texts)]
)
trains = st.lists(vectors, max_size=30).map(lambda texts: [(f"t{i}", text) for i, text in enumerate(texts)])
floors = st.sampled_from([-1.0, 0.0, 0.5, 0.7, 1.0])


@given(tests, trains, trains, st.integers(1, 5), floors, st.integers(1, 9))
def test_neighbours_are_those_of_a_loop_over_all_pairs(test, one, other, neighbours, floor, chunk):
    encoder = ready_encoder(numbers)
    queries = QueryVectors.of(test, encoder)
    options = {"encoder": encoder, "neighbours": neighbours, "floor": floor, "chunk": chunk}
    train = {"a.tsv": one, "b.tsv": other}
    a, b = (nearest_in(queries, name, in_blocks(rows, 7), **options) for name, rows in train.items())
    assert shown(a.merge(b)) == plain(test, train, neighbours, floor)


@given(tests, trains, st.integers(1, 4), floors, st.randoms(), st.data())
def test_blocks_chunks_shards_and_the_order_of_lines_leave_every_byte(test, rows, neighbours, floor, random, data):
    encoder = ready_encoder(numbers)
    queries = QueryVectors.of(test, encoder)

    def of(some):
        size, chunk = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
        options = {"encoder": encoder, "neighbours": neighbours, "floor": floor, "sample": 4}
        return nearest_in(queries, "a.tsv", in_blocks(some, size), chunk=chunk, **options)

    whole = of(rows)
    shuffled = random.sample(rows, len(rows))
    first, second = sorted(data.draw(st.integers(0, len(rows))) for _ in range(2))
    one, two, three = (of(part) for part in (shuffled[:first], shuffled[first:second], shuffled[second:]))
    assert one.merge(two).merge(three).to_bytes() == one.merge(two.merge(three)).to_bytes() == whole.to_bytes()
    assert two.merge(three).merge(one) == Nearest.from_bytes(whole.to_bytes()) == whole


@pytest.mark.parametrize("threads", [1, 2])
def test_of_random_vectors_the_nearest_are_those_by_products_in_float64(threads):
    random = np.random.default_rng(5)
    table = random.standard_normal((5300, 48)).astype(np.float32)
    table[900:1000] = table[5000] + random.standard_normal((100, 48)).astype(np.float32) * 1e-4  # closer than float32
    test = [(f"q{i}", "title", str(5000 + i)) for i in range(300)]
    rows = [(f"t{i:04}", str(i)) for i in range(5000)]
    nearest = nearest_training(
        test, {"a": in_blocks(rows, 777)}, encoder=lambda texts: table[list(map(int, texts))], floor=0.3,
        neighbours=20, threads=threads,
    )  # fmt: skip
    wide = table.astype(np.float64)
    wide /= np.sqrt((wide * wide).sum(axis=1))[:, None]
    products = wide[5000:] @ wide[:5000].T
    for row, of in zip(products, nearest.lists, strict=True):
        best = [i for i in np.argsort(-row)[:20] if row[i] >= 0.3]
        assert np.allclose([one.similarity for one in of], row[best], rtol=0, atol=1e-13)
        assert {one.train for one in of} == {f"t{i:04}" for i in best}


@pytest.mark.parametrize("power", [-100, -60, 60, 100])
def test_vectors_of_any_length_that_float32_holds_have_the_same_cosines(power):
    vectors = np.random.default_rng(1).standard_normal((200, 8)).astype(np.float32)
    test = [(f"q{i}", "title", str(i)) for i in range(20)]
    train = {"a": in_blocks([(f"t{i}", str(i)) for i in range(20, 200)], 50)}

    def found(exponents):
        of = np.ldexp(vectors, exponents)
        return shown(nearest_training(test, train, encoder=lambda texts: of[list(map(int, texts))], floor=0.1))

    assert found(np.where(np.arange(200) % 3, power, 0)[:, None]) == found(0)


def test_a_pair_exactly_at_the_floor_is_a_neighbour_and_one_below_is_none():
    test = [("q", "title", "1 0")]
    train = {"a": [(["at", "below"], ["3 4", "2999999 4000000"])]}
    assert shown(nearest_training(test, train, encoder=numbers, floor=0.6)) == [[(0.6, "at", "a")]]


def test_of_equal_cosines_at_the_last_place_the_least_ids_stay_then_the_least_sources():
    train = {"b": [(["z", "é", "b"], ["1 1", "2 2", "4 4"])], "a": [(["b", "c"], ["1 1", "8 8"])]}
    nearest = nearest_training([("q", "title", "2 2")], train, encoder=numbers, neighbours=4)
    assert shown(nearest) == [[(1.0, "b", "a"), (1.0, "b", "b"), (1.0, "c", "a"), (1.0, "z", "b")]]


def test_of_ten_thousand_copies_the_least_ids_stay():
    ids = [f"{i:05}" for i in np.random.default_rng(0).permutation(10_000)]
    nearest = nearest_training([("q", "title", "1 2")], {"a": [(ids, ["1 2"] * 10_000)]}, encoder=numbers)
    assert shown(nearest) == [[(1.0, f"{i:05}", "a") for i in range(100)]]


def test_fewer_training_texts_than_neighbours_are_all_there_and_none_leave_empty_lists():
    test = [("q", "title", "1 2"), ("q", "description", "-1 -2")]
    nearest = nearest_training(test, {"a": [(["t"], ["1 2"])], "empty": []}, encoder=numbers)
    assert shown(nearest) == [[(1.0, "t", "a")], []]
    assert nearest_training(test, {"a": []}, encoder=numbers).lists == ((), ())


def test_texts_without_a_character_and_zero_vectors_are_counted_and_have_no_neighbour():
    train = {"a": [(["e", "s", "z", "t"], ["", " \t", "0 0", "1 2"])]}
    test = [("q1", "title", " "), ("q2", "title", "0 0"), ("q3", "title", "1 2")]
    nearest = nearest_training(test, train, encoder=numbers, floor=-1)
    assert shown(nearest) == [[], [], [(1.0, "t", "a")]]
    assert (nearest.n_train, nearest.n_empty, nearest.n_zero, nearest.n_compared) == (4, 2, 1, 1)
    assert nearest_training([("q", "title", "")], train, encoder=numbers).lists == ((),)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_a_vector_that_is_not_finite_is_named_with_its_place(number):
    wrong = ([f"t{i}" for i in range(3)], ["1 2", f"1 {number}", "2 1"])
    with pytest.raises(InputError) as error:
        nearest_training([("q", "title", "1 2")], {"a.tsv": [wrong]}, encoder=numbers)
    assert f'a.tsv, t1  "1 {number}": number 2 of its vector is {number}' in str(error.value)
    with pytest.raises(InputError) as error:
        nearest_training([("q7", "title", f"{number} 2")], {"a.tsv": []}, encoder=numbers)
    assert f'query q7, title  "{number} 2": number 1 of its vector is {number}' in str(error.value)


def test_vectors_of_other_widths_are_refused():
    with pytest.raises(InputError, match="vectors of 3 numbers for training texts and of 2 for test texts"):
        nearest_training([("q", "title", "1 2")], {"a": [(["t"], ["1 2 3"])]}, encoder=numbers)


@pytest.mark.parametrize(
    "options", [{"neighbours": 0}, {"floor": 1.1}, {"floor": float("nan")}, {"sample": -1}, {"threads": -1}]
)
def test_options_out_of_range_are_refused_before_the_encoder_is_called(options):
    with pytest.raises(UsageError, match=next(iter(options))):
        nearest_training([("q", "title", "1 2")], {"a": []}, encoder=lambda texts: pytest.fail("called"), **options)
    with pytest.raises(UsageError, match="no training texts"):
        nearest_training([("q", "title", "1 2")], {}, encoder=numbers)


def test_shards_of_other_test_texts_or_options_are_not_merged():
    train = {"a": [(["t"], ["1 2"])]}
    one = nearest_training([("q", "title", "1 2")], train, encoder=numbers)
    for test, options in [([("q", "title", "2 1")], {}), ([("q", "title", "1 2")], {"floor": 0.8})]:
        with pytest.raises(UsageError, match="merged"):
            one.merge(nearest_training(test, train, encoder=numbers, **options))


@pytest.mark.parametrize("saved", [b"", b"\xff", b"[]", b"{}", b'{"form":"irassay.nearest/2"}'])
def test_other_bytes_are_no_shard(saved):
    with pytest.raises(InputError, match=r"irassay\.nearest/1"):
        Nearest.from_bytes(saved)
