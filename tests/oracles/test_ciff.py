"""Indexes in the Common Index File Format: one that ciff-toolkit wrote, and damaged ones written by hand."""

from __future__ import annotations

import gzip
import os
import random
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.kernel import _core
from irassay.search import index_ciff, index_texts, open_index
from irassay.search.ciff_building import Damaged, numbers
from tests.oracles.lucene.generate import passages, queries

FILE = Path(__file__).parent / "ciff" / "passages.ciff.gz"


def lists(folder, **options):
    runs = open_index(folder, **options).search(queries(), depth=50)
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


# The wire format by hand: numbers of seven bits a byte, fields, and messages with their length before them.
def number(n):
    return bytes([n & 127 | 128]) + number(n >> 7) if n > 127 else bytes([n])


def field(of, value):
    if isinstance(value, float):
        return number(of << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, int):
        return number(of << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(of << 3 | 2) + number(len(data)) + data


def message(**fields):
    return b"".join(field(int(name[1:]), value) for name, value in fields.items())


def delimited(*messages):
    return b"".join(number(len(one)) + one for one in messages)


def postings(term, *pairs, n=None):
    return message(_1=term, _2=len(pairs) if n is None else n, _3=sum(count for _, count in pairs)) + b"".join(
        field(4, message(_1=gap, _2=count)) for gap, count in pairs
    )


HEADER = {"_1": 1, "_2": 2, "_3": 3, "_5": 3, "_6": 10, "_7": 4.0}
LISTS = [postings("ox", (0, 2), (2, 1)), postings("hen", (1, 300))]
DOCS = [message(_1=0, _2="a", _3=2), message(_1=1, _2="b", _3=300), message(_1=2, _2="c", _3=5)]


def written(to, header=None, of_lists=LISTS, docs=DOCS):
    to.write_bytes(delimited(message(**{**HEADER, **(header or {})}), *of_lists, *docs))
    return to


@pytest.mark.parametrize("shard", [1000, 70])
@pytest.mark.parametrize("model", ["bm25", "ql"])
def test_a_file_of_ciff_toolkit_gives_the_lists_of_the_texts(model, shard, tmp_path):
    index_ciff(FILE, tmp_path / "ciff", shard=shard)
    index_texts(passages(300), tmp_path / "texts")
    assert lists(tmp_path / "ciff", model=model) == lists(tmp_path / "texts", model=model)


def test_passages_are_queries_in_an_index_of_another_engine_too(tmp_path):
    ciff, texts = index_ciff(FILE, tmp_path / "i"), index_texts(passages(300), tmp_path / "t" / "i")
    near = [index.search_passages({"q": "d7"}, depth=9).ranking("i", "q") for index in (ciff, texts)]
    assert near[0] == near[1]


@pytest.mark.parametrize("model", ["bm25", "ql"])
@pytest.mark.parametrize("lengths", ["lucene", "exact"])
def test_lengths_are_the_file_s_and_averages_the_header_s(model, lengths, tmp_path):
    index_ciff(written(tmp_path / "f"), tmp_path / "i", stem="none")
    runs = open_index(tmp_path / "i", model=model, lengths=lengths).search({"q": "ox hen"})
    # The formulas with an average of 4 words of 10, where the lengths of the file have a mean of 102.
    from math import log

    def bm25(count, length, n):
        return log(1 + (3 - n + 0.5) / (n + 0.5)) * count / (count + 0.9 * (1 - 0.4 + 0.4 * length / 4))

    def ql(count, length, total):
        return max(0.0, log(1 + count / (1000 * (total + 1) / 11)) + log(1000 / (length + 1000)))

    of = bm25 if model == "bm25" else ql
    n_ox, n_hen = (2, 1) if model == "bm25" else (3, 300)
    expected = {"a": of(2, 2, n_ox), "b": of(300, 300, n_hen), "c": of(1, 5, n_ox)}
    assert dict(zip(runs.ranking("i", "q"), runs.core.scores("i", "q"))) == pytest.approx(expected, rel=1e-12)


def test_a_part_of_a_collection_is_scored_as_the_whole(tmp_path):
    # As many documents as the header says of the whole, of which three were exported.
    index_ciff(written(tmp_path / "f", {"_5": 1000}), tmp_path / "i", stem="none")
    assert open_index(tmp_path / "i").search({"q": "hen"}).core.scores("i", "q")[0] == pytest.approx(
        plain_bm25(300, 300, 1, 1000, 4), rel=1e-12
    )


def plain_bm25(count, length, n, n_docs, average):
    from math import log

    return log(1 + (n_docs - n + 0.5) / (n + 0.5)) * count / (count + 0.9 * (0.6 + 0.4 * length / average))


def test_fields_in_another_order_and_zeros_written_out_are_the_same_index(tmp_path):
    odd = message(_2=2, _1="ox") + field(4, message(_2=2)) + field(4, message(_2=1, _1=2))
    docs = [message(_3=5, _2="c", _1=2), *DOCS[:2]]
    index_ciff(written(tmp_path / "f", of_lists=[odd, LISTS[1]], docs=docs), tmp_path / "i", stem="none")
    index_ciff(written(tmp_path / "g"), tmp_path / "j" / "i", stem="none")
    files = [sorted((tmp_path / name).glob("*.shard")) for name in ("i", "j/i")]
    assert files[0][0].read_bytes() == files[1][0].read_bytes()


def test_numbers_of_documents_with_gaps_between_them_are_found(tmp_path):
    docs = [message(_1=7, _2="a", _3=2), message(_1=1000, _2="b", _3=300), message(_1=1001, _2="c", _3=5)]
    of_lists = [postings("ox", (7, 2), (994, 1)), postings("hen", (1000, 300))]
    index_ciff(written(tmp_path / "f", of_lists=of_lists, docs=docs), tmp_path / "i", stem="none")
    index_ciff(written(tmp_path / "g"), tmp_path / "j" / "i", stem="none")
    assert open_index(tmp_path / "i").search({"q": "ox"}).ranking("i", "q") == ["a", "c"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"header": {"_1": 2}}, "a header of version 2"),
        ({"header": {"_7": float("nan")}}, "an average length of nan"),
        ({"header": {"_3": 4}}, "3 records of documents, where its header says 4"),
        ({"header": {"_3": 2}}, "3 records of documents, where its header says 2"),
        ({"header": {"_2": 3}}, "field 1 of a list|of kind|field 3|records of documents"),
        ({"docs": [DOCS[0], DOCS[0], DOCS[2]]}, "two documents of one number"),
        ({"docs": [DOCS[0], message(_1=1, _2="a", _3=1), DOCS[2]]}, 'two documents have the id "a"'),
        ({"of_lists": [LISTS[0], LISTS[0]]}, 'two lists for the term "ox"'),
        ({"of_lists": [LISTS[0], postings("hen", (1, 3), n=2)]}, '1 postings of "hen", which says that it has 2'),
        ({"of_lists": [LISTS[0], postings("hen")]}, "or an empty one"),
        ({"of_lists": [LISTS[0], postings("hen", (1, 3), (0, 2))]}, "don't ascend"),
        ({"of_lists": [LISTS[0], postings("hen", (1, 0))]}, "without a count"),
        ({"of_lists": [LISTS[0], postings("hen", (1, 3), (7, 2))]}, "in documents without a record"),
        ({"of_lists": [LISTS[0], postings("hen", (1 << 40, 3))]}, "field 1 of a posting"),
        ({"docs": [DOCS[0], message(_1=1, _2=b"\xff", _3=1), DOCS[2]]}, "can't decode"),
    ],
)
def test_what_is_no_ciff_leaves_nothing(changes, words, tmp_path):
    written(tmp_path / "f", **changes)
    with pytest.raises(InputError, match=words):
        index_ciff(tmp_path / "f", tmp_path / "i", shard=2)
    assert not (tmp_path / "i").exists()


def test_a_file_of_any_bytes_is_read_or_refused(tmp_path):
    data, rng = written(tmp_path / "f").read_bytes(), random.Random(3)
    for i in range(400):
        changed = bytearray(data)
        for _ in range(rng.randint(0, 3)):
            changed[rng.randrange(len(data))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        (tmp_path / "f").write_bytes(changed[: rng.choice((len(data), rng.randrange(len(data))))])
        with suppress(InputError):
            index_ciff(tmp_path / "f", tmp_path / f"i{i}")


def test_files_that_are_none_are_refused(tmp_path):
    for data in (b"", b"d1\ta text\n", gzip.compress(b"x" * 100), FILE.read_bytes()[:2000]):
        (tmp_path / "f").write_bytes(data)
        with pytest.raises(InputError):
            index_ciff(tmp_path / "f", tmp_path / "i")
    with pytest.raises(InputError, match="is no file"):
        index_ciff(tmp_path / "absent", tmp_path / "i")
    assert not (tmp_path / "i").exists()


def test_an_interrupted_build_goes_on_and_another_file_is_refused(tmp_path, monkeypatch):
    from irassay.search import ciff_building

    index_ciff(FILE, tmp_path / "whole", shard=70)
    files, n = ciff_building.CiffShards.files, iter(range(3))

    def two_shards(self, piece):
        if next(n) == 2:
            raise KeyboardInterrupt
        return files(self, piece)

    monkeypatch.setattr(ciff_building.CiffShards, "files", two_shards)
    with pytest.raises(KeyboardInterrupt):
        index_ciff(FILE, tmp_path / "i", shard=70)
    monkeypatch.undo()
    with pytest.raises(UsageError, match="another collection"):
        index_ciff(written(tmp_path / "f"), tmp_path / "i", shard=70)
    index_ciff(FILE, tmp_path / "i", shard=70)
    files = sorted(os.listdir(tmp_path / "whole"))
    assert sorted(os.listdir(tmp_path / "i")) == files
    assert all((tmp_path / "i" / f).read_bytes() == (tmp_path / "whole" / f).read_bytes() for f in files)


def test_the_command_line_takes_a_ciff_file(tmp_path, capsys):
    assert main(["index", "--ciff", str(FILE), "-o", str(tmp_path / "i")]) == 0
    assert "300 passages" in capsys.readouterr().err
    assert main(["index", "--ciff", str(FILE), "-o", str(tmp_path / "i"), "--add"]) == 2
    assert main(["index", "--ciff", str(FILE), str(FILE), "-o", str(tmp_path / "i")]) == 2


def test_another_file_of_that_collection_is_not_told_to_be_added(tmp_path):
    index_ciff(FILE, tmp_path / "i")
    (tmp_path / "raw.ciff").write_bytes(gzip.decompress(FILE.read_bytes()))
    with pytest.raises(UsageError, match=r"index of other documents.* or another folder \(--add adds texts or vectors"):
        index_ciff(tmp_path / "raw.ciff", tmp_path / "i")


@given(st.lists(st.integers(0, 2**40)))
def test_numbers_are_seven_bits_a_byte(values):
    assert numbers(b"".join(map(number, values))).tolist() == values


def test_numbers_that_don_t_end_or_are_too_large_are_damage():
    for data in (b"\x80", b"\x01\xff", b"\xff" * 9 + b"\x01"):
        with pytest.raises(Damaged):
            numbers(data)


def test_a_search_takes_the_collection_s_numbers_in_place_of_the_shards(tmp_path):
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    builder.add_bag("a", [("ox", 2)], 2)
    builder.add_bag("b", [("hen", 1)], 4)
    builder.write(str(tmp_path / "shard"))
    shard = _core.Shard(str(tmp_path / "shard"))
    of = {"model": "bm25", "k1": 0.9, "b": 0.4, "mu": 1000, "lengths": "exact"}
    for given_numbers, n_docs, average in (({}, 2, 3), ({"n_docs": 50}, 50, 3), ({"average": 7.5}, 2, 7.5)):
        [(_, scores)] = _core.Searcher([shard], **of, **given_numbers).search([[("ox", 1)]], depth=1, threads=1)
        assert scores[0] == pytest.approx(plain_bm25(2, 2, 1, n_docs, average), rel=1e-12)
    with pytest.raises(ValueError, match="from 0 on"):
        _core.Searcher([shard], **of, average=-1)
