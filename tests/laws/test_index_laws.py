"""An index is the same for any shards, threads and order of texts; an interrupted build goes on where it stopped."""

from __future__ import annotations

import json
import os
import random
from contextlib import contextmanager, suppress

import pytest

from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.search import building, index_texts, open_index
from tests.oracles.lucene.generate import passages, queries

TEXTS = passages(300)


@contextmanager
def refused_as_damaged():
    try:
        yield
    except RuntimeError as error:
        if "damaged" not in str(error):
            raise


def lists(folder, **options):
    runs = open_index(folder, **options).search(queries(), depth=20)
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


@pytest.mark.parametrize("model", ["bm25", "ql"])
def test_no_shard_thread_or_order_changes_a_bit(model, tmp_path):
    index_texts(TEXTS, tmp_path / "whole", threads=1)
    expected = lists(tmp_path / "whole", model=model, threads=1)
    shuffled = random.Random(4).sample(TEXTS, len(TEXTS))
    for i, (texts, shard, threads) in enumerate([(TEXTS, 7, 2), (shuffled, 1000, 3), (shuffled, 90, 1)]):
        index_texts(texts, tmp_path / f"i{i}", shard=shard, threads=threads)
        assert lists(tmp_path / f"i{i}", model=model, threads=threads) == expected


def test_an_index_that_grew_finds_what_one_built_at_once_finds(tmp_path):
    index_texts(TEXTS, tmp_path / "whole")
    index_texts(TEXTS[:100], tmp_path / "grown")
    index_texts(TEXTS[100:], tmp_path / "grown", add=True)
    assert lists(tmp_path / "grown") == lists(tmp_path / "whole")
    assert len(json.loads((tmp_path / "grown" / "index.json").read_text())["shards"]) == 2


def test_little_memory_makes_more_shards_and_the_same_lists(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "BATCH", 10)
    many = [(f"{copy}-{doc}", text) for copy in range(40) for doc, text in TEXTS]
    index_texts(many, tmp_path / "one")
    index_texts(many, tmp_path / "several", memory=2 << 20)
    assert len(os.listdir(tmp_path / "several")) > 2
    assert lists(tmp_path / "one") == lists(tmp_path / "several")


def test_an_interrupted_build_goes_on_and_gives_the_same_bytes(tmp_path, monkeypatch):
    index_texts(TEXTS, tmp_path / "whole", shard=100)
    monkeypatch.setattr(building, "BATCH", 50)

    def until(n):
        for i, pair in enumerate(TEXTS):
            if i == n:
                raise KeyboardInterrupt
            yield pair

    with pytest.raises(KeyboardInterrupt):
        index_texts(until(250), tmp_path / "later", shard=100)
    assert sorted(os.listdir(tmp_path / "later")) == ["00001.shard", "00002.shard", "unfinished.json"]
    with pytest.raises(InputError, match="unfinished: run the same irassay index again"):
        open_index(tmp_path / "later")
    with pytest.raises(UsageError, match="an index of other texts"):
        index_texts(TEXTS[1:], tmp_path / "later", shard=100)
    index_texts(TEXTS, tmp_path / "later", shard=100)
    files = sorted(os.listdir(tmp_path / "whole"))
    assert sorted(os.listdir(tmp_path / "later")) == files
    for name in files:
        assert (tmp_path / "later" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_an_interrupted_addition_goes_on_too(tmp_path):
    index_texts(TEXTS[:100], tmp_path / "i", shard=50)

    def some():
        yield from TEXTS[100:180]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_texts(some(), tmp_path / "i", shard=40, add=True)
    index_texts(TEXTS[100:], tmp_path / "i", shard=40, add=True)
    index_texts(TEXTS, tmp_path / "whole")
    assert lists(tmp_path / "i") == lists(tmp_path / "whole")


def test_the_same_call_on_a_finished_index_changes_nothing(tmp_path):
    index_texts(TEXTS, tmp_path / "i", shard=100)
    before = {name: os.stat(tmp_path / "i" / name).st_mtime_ns for name in os.listdir(tmp_path / "i")}
    index_texts(TEXTS, tmp_path / "i", shard=100)
    assert {name: os.stat(tmp_path / "i" / name).st_mtime_ns for name in os.listdir(tmp_path / "i")} == before
    for others in (TEXTS[:-1], [*TEXTS, ("more", "ox")], [("d0", "ox"), *TEXTS[1:]]):
        with pytest.raises(UsageError, match="an index of other texts"):
            index_texts(others, tmp_path / "i", shard=100)
    with pytest.raises(UsageError, match="an index with another stem"):
        index_texts(TEXTS, tmp_path / "i", stem="none")


@pytest.mark.parametrize("texts", [[], [("d1", "ox"), ("d2", "cow"), ("d1", "hen")]])
def test_what_cant_be_indexed_leaves_nothing(texts, tmp_path):
    with pytest.raises(InputError, match=r"no texts|two texts have the id \"d1\""):
        index_texts(texts, tmp_path / "i", shard=1)
    assert not (tmp_path / "i").exists()


@pytest.mark.parametrize("shard", [1, 100])
def test_two_texts_of_one_id_are_named_with_their_files_and_places(shard, tmp_path):
    (tmp_path / "a.tsv").write_text("d1\tox\nd2\tcow\nd3\then\n")
    (tmp_path / "b.tsv").write_text("d4\tcat\nd3\tdog\n")
    (tmp_path / "c.tsv").write_text("d5\tcat\nd2\tdog\n")
    a, b, c = (str(tmp_path / name) for name in ("a.tsv", "b.tsv", "c.tsv"))
    with pytest.raises(InputError) as both:
        index_texts([a, b], tmp_path / "i", shard=shard)
    assert f'"d3" (text 3 of {cut(a)} and text 2 of {cut(b)}), expected each id once' in str(both.value)
    assert not (tmp_path / "i").exists()
    index_texts([a], tmp_path / "i", shard=shard)
    with pytest.raises(InputError) as added:
        index_texts(c, tmp_path / "i", shard=shard, add=True)
    assert f'"d2" (text 2 of {cut(c)} and one that the index had), expected each id once' in str(added.value)
    with pytest.raises(InputError) as queries:
        index_texts([a], tmp_path / "i", shard=shard).search([a, b])
    assert f'query "d3" twice (text 3 of {cut(a)} and text 2 of {cut(b)}), expected each once' in str(queries.value)


def test_an_id_that_is_there_already_leaves_the_index_as_it_was(tmp_path):
    index_texts(TEXTS, tmp_path / "i")
    before = {name: (tmp_path / "i" / name).read_bytes() for name in os.listdir(tmp_path / "i")}
    with pytest.raises(InputError, match="two texts have the id"):
        index_texts([("new", "ox"), TEXTS[7]], tmp_path / "i", add=True)
    assert {name: (tmp_path / "i" / name).read_bytes() for name in os.listdir(tmp_path / "i")} == before


def test_other_files_in_the_folder_are_left_alone(tmp_path):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(UsageError, match="holds other files"):
        index_texts(TEXTS, tmp_path)
    with pytest.raises(InputError, match="is a file, expected a folder"):
        index_texts(TEXTS, tmp_path / "mine")
    assert os.listdir(tmp_path) == ["mine"]


@pytest.mark.parametrize("damage", ["cut", "altered", "missing", "manifest", "not json"])
def test_a_damaged_index_is_refused(damage, tmp_path):
    index_texts(TEXTS, tmp_path / "i")
    shard, manifest = tmp_path / "i" / "00001.shard", tmp_path / "i" / "index.json"
    data = shard.read_bytes()
    if damage == "cut":
        shard.write_bytes(data[:-8])
    elif damage == "altered":
        shard.write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    elif damage == "missing":
        shard.unlink()
    elif damage == "manifest":
        manifest.write_text('{"format": "irassay.index/1", "settings": {}, "shards": [{"file": "../x"}]}')
    else:
        manifest.write_text("{")
    with pytest.raises(InputError, match="build the index again"):
        open_index(tmp_path / "i")


def test_a_shard_of_any_bytes_is_refused_or_read_within_its_bounds(tmp_path):
    index_texts(TEXTS[:60], tmp_path / "i")
    data = (tmp_path / "i" / "00001.shard").read_bytes()
    rng, file = random.Random(9), tmp_path / "shard"
    for _ in range(1500):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(min(len(changed), rng.choice((300, len(changed)))))] = rng.choice(
                (0, 1, 255, rng.randrange(256))
            )
        file.write_bytes(changed[: rng.choice((len(changed), rng.randrange(len(changed))))])
        # What is read is bytes of the file; a name among them need not be text.
        with suppress(UnicodeDecodeError), refused_as_damaged():
            shard = _core.Shard(str(file))
            searcher = _core.Searcher([shard], model="bm25", k1=0.9, b=0.4, mu=1000, lengths="lucene")
            searcher.search([[("bo", 1), ("ci", 2)]], depth=5, threads=1)
            [shard.bag(doc) for doc in range(min(shard.n_docs, 100))]


def test_passages_that_the_index_lacks_are_named(tmp_path):
    index = index_texts(TEXTS, tmp_path / "i")
    with pytest.raises(InputError, match=r'1 of 2 passages is not in .*such as "d999"'):
        index.search_passages({"a": "d1", "b": "d999"})
    assert index.has(["d1", "d999"]) == {"d1"}
    assert index.search_passages({"a": "d5"}, depth=1).ranking("i", "a") == ["d5"]


@pytest.mark.parametrize(
    "options",
    [{"k1": -1}, {"k1": float("nan")}, {"b": 1.5}, {"mu": 0}, {"model": "tfidf"}, {"lengths": "long"}, {"threads": -1}],
)
def test_odd_options_of_a_search_are_refused(options, tmp_path):
    index_texts(TEXTS[:3], tmp_path / "i")
    with pytest.raises(UsageError):
        open_index(tmp_path / "i", **options)


def test_a_query_without_a_known_word_has_no_list(tmp_path):
    index = index_texts([("d1", "ox"), ("d2", "")], tmp_path / "i")
    assert index.search({"q1": "ox", "q2": "hen", "q3": "the"}).queries == ("q1",)
    assert index.n_docs == 2


def test_words_of_any_length_that_differ_in_one_letter_are_different_terms(tmp_path):
    letters = random.Random(9)
    words = set()
    for length in range(1, 41):
        word = "".join(letters.choices("abc", k=length))
        words |= {word, *(word[:at] + "z" + word[at + 1 :] for at in range(length))}
    texts = [(f"d{at}", f"{word} {word} other") for at, word in enumerate(sorted(words))]
    index = index_texts(texts, tmp_path / "index", stem="none", stopwords="none")
    runs = index.search({doc: text.split()[0] for doc, text in texts})
    assert {query: runs.ranking(index.name, query) for query in runs.queries} == {doc: [doc] for doc, _ in texts}


@pytest.mark.skipif(
    not os.path.exists("/proc/self/status"),
    reason="how much of a mapped file is in memory stands in /proc/self/status, which Linux alone has",
)
def test_a_shard_that_is_opened_and_not_searched_takes_no_memory(tmp_path):
    def of_files():
        with open("/proc/self/status") as status:
            return sum(1024 * int(line.split()[1]) for line in status if line.startswith(("RssFile", "RssShmem")))

    builder = _core.ShardBuilder(index_texts({"d": "one"}, tmp_path / "index").analysis.analyser())
    letters = random.Random(3)
    for doc in range(20_000):
        builder.add_bag(f"d{doc}", [(f"t{term}", 1) for term in letters.sample(range(1000), 50)], 50)
    builder.write(str(tmp_path / "shard"))
    before = of_files()
    shard = _core.Shard(str(tmp_path / "shard"))
    assert of_files() - before < os.path.getsize(tmp_path / "shard") / 4
    assert len(shard.bag(7)) == 50


CHANCES = {
    "all": 1,
    **dict.fromkeys("abcd", 0.5),
    **{f"m{i}": 0.01 for i in range(9)},
    **{f"r{i}": 0.001 for i in range(20)},
}


def shards_of_rare_and_frequent_terms(folder, n_shards, size):
    """Passages often hold all of the terms that most of them hold, and often score the same."""
    letters = random.Random(6)
    shards = []
    for at in range(n_shards):
        bags = [[] for _ in range(size)]
        for term, chance in CHANCES.items():
            for doc in letters.sample(range(size), int(size * chance)):
                bags[doc].append((term, letters.choice((1, 1, 2))))
        builder = _core.ShardBuilder(_core.Analyser("none", []))
        for bag in bags:
            builder.add_bag(f"d{letters.random()}", bag, sum(count for _, count in bag))
        builder.write(str(folder / f"shard{at}"))
        shards.append(_core.Shard(str(folder / f"shard{at}")))
    return shards


@pytest.mark.parametrize(
    "scoring",
    [
        {"model": "bm25", "k1": 0.9},
        {"model": "bm25", "k1": 0.0},
        {"model": "bm25", "k1": 1e44},  # parts of scores at the end of what 32 bits hold
        {"model": "bm25", "k1": 0.9, "n_docs": 50_000},  # fewer than hold the first term, whose weight is below 0
        {"model": "ql", "mu": 20.0},
    ],
)
def test_a_shorter_list_begins_the_longest_to_the_bit(scoring, tmp_path):
    # The longest list takes every posting; the shorter ones leave out what can't reach them.
    shards = shards_of_rare_and_frequent_terms(tmp_path, 16, 5000)
    searcher = _core.Searcher(shards, **{"k1": 0.9, "b": 0.4, "mu": 1.0, "lengths": "lucene", **scoring})
    every = sorted(CHANCES)
    for terms in (every, every[::2], every[:7], [term for term in every if term[0] in "ar"]):
        query = [(term, 1) for term in terms]
        ((ids, scores),) = searcher.search([query], depth=len(shards) * 5000, threads=1)
        for depth in (1, 10, 50, 100, 1000, 5000):
            ((best, their_scores),) = searcher.search([query], depth=depth, threads=1)
            assert (best, their_scores) == (ids[:depth], scores[:depth]), (terms, depth)
