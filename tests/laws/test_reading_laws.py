"""Laws of reading: what the lines of a file say does not depend on their order, ends, or compression."""

from __future__ import annotations

import gzip
import lzma
import random

import pytest
import zstandard

from irassay.formats import read_qrels, read_runs

RUN = "".join(f"{q} Q0 d{(q * d) % 37}-{d} {d} {40 - d // 3} tag\n" for q in range(1, 6) for d in range(1, 30))
QRELS = "".join(f"{q} 0 d{d} {(q + d) % 4}\n" for q in range(1, 6) for d in range(20))


def orders(runs):
    return {q: list(runs.ranking(runs.systems[0], q)) for q in runs.queries}


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "plain.run"
    path.write_text(RUN)
    return orders(read_runs(path))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: "".join(random.Random(1).sample(t.splitlines(True), t.count("\n"))), id="shuffled"),
        pytest.param(lambda t: t.replace("\n", "\r\n"), id="crlf"),
        pytest.param(lambda t: t.rstrip("\n"), id="no final newline"),
        pytest.param(lambda t: t.replace(" ", "\t"), id="tabs"),
        pytest.param(lambda t: t.replace(" ", "   \t"), id="runs of spaces"),
        pytest.param(lambda t: "\ufeff" + t, id="byte order mark"),
        pytest.param(lambda t: "# made by hand\n\n" + t + "# end\n", id="comments and blank lines"),
    ],
)
def test_the_way_a_run_is_written_changes_nothing(tmp_path, plain, change):
    path = tmp_path / "changed.run"
    path.write_bytes(change(RUN).encode())
    runs = read_runs(path)
    assert orders(runs) == plain
    (reading,) = runs.readings
    assert reading.lines == reading.used + sum(reading.skipped.values())


@pytest.mark.parametrize(
    "compress", [gzip.compress, lzma.compress, zstandard.ZstdCompressor().compress], ids=["gz", "xz", "zst"]
)
def test_compression_changes_nothing(tmp_path, plain, compress):
    path = tmp_path / "run.whatever"
    path.write_bytes(compress(RUN.encode()))
    assert orders(read_runs(path)) == plain


def test_shuffled_qrels_hold_the_same_labels(tmp_path):
    path = tmp_path / "qrels"
    path.write_text(QRELS)
    lines = QRELS.splitlines(True)
    random.Random(2).shuffle(lines)
    other = tmp_path / "shuffled"
    other.write_text("".join(lines))
    one, two = read_qrels(path), read_qrels(other)
    assert one.queries == two.queries
    assert all(dict(one.grades(q)) == dict(two.grades(q)) for q in one.queries)


def test_residual_runs_lose_exactly_the_documents_judged_before():
    runs = read_runs({"s": {"1": {"a": 3, "b": 2, "c": 2, "d": 1}, "2": {"a": 1.0}}})
    rest = runs.residual(read_qrels({"1": {"b": 0, "d": 1}, "2": {"a": 1}}))
    assert rest.queries == ("1",)
    assert rest.ranking("s", "1") == ["a", "c"]
