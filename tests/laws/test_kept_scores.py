"""Laws of kept scores: whatever was read comes back bit for bit, from memory, from text, and in residual runs."""

from __future__ import annotations

import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import irassay
from irassay.kernel import _core

decimals = st.integers(0, 17).flatmap(
    lambda places: st.integers(-(10**18), 10**18).map(lambda whole: float(f"{whole}e-{places}"))
)
singles = st.floats(width=32, allow_nan=False)
doubles = st.floats(allow_nan=False)
lists = st.one_of(*(st.lists(kind, min_size=1, max_size=12) for kind in (decimals, singles, doubles)))


def bits(values: list[float]) -> bytes:
    return struct.pack(f"{len(values)}d", *values)


@given(st.lists(lists, min_size=1, max_size=3))
@example([[0.0, -0.0], [float("inf"), -float("inf")]])
@example([[5e-324, -5e-324], [1.7976931348623157e308, -1.7976931348623157e308]])
@example([[0.1, 0.1, 0.1], [22.957568, 22.417827, 21.709055], [1e22, 3.0]])
@example([[2.0**53, 2.0**53 + 2, -(2.0**53)], [3.4028235e38, 3.5e38]])
def test_scores_come_back_bit_for_bit_in_the_order_of_the_list(scored):
    docs = [[f"d{i:02}" for i in range(len(scores))] for scores in scored]
    runs = _core.runs_from_lists(
        ["empty", *(f"s{s}" for s in range(len(scored)))],
        [(s + 1, "q", docs[s], scored[s]) for s in range(len(scored))],
        keep_scores=True,
    )
    assert runs.scores("empty", "q") == []
    for s, scores in enumerate(scored):
        in_order = sorted(zip(scores, docs[s], strict=True), reverse=True)
        assert bits(runs.scores(f"s{s}", "q")) == bits([score for score, _ in in_order])


@given(st.lists(doubles, min_size=2, max_size=12), st.data())
def test_residual_runs_keep_the_scores_of_what_is_left(scores, data):
    docs = [f"d{i:02}" for i in range(len(scores))]
    gone = data.draw(st.sets(st.sampled_from(docs), max_size=len(docs) - 1))
    runs = irassay.Runs(_core.runs_from_lists(["s"], [(0, "q", docs, scores)], keep_scores=True))
    rest = runs.residual(irassay.Qrels.from_dict({"q": dict.fromkeys(gone, 0) or {"elsewhere": 0}}))
    in_order = sorted(zip(scores, docs, strict=True), reverse=True)
    assert bits(rest.core.scores("s", "q")) == bits([score for score, doc in in_order if doc not in gone])


def test_scores_in_text_are_kept_as_strtod_reads_them(tmp_path):
    texts = ["1e3", "12.5000", "12.499999999999999", "3", "0.1", "-2.75e-7", "-17"]
    path = tmp_path / "run"
    path.write_text("".join(f"q Q0 d{i} {i} {text} s\n" for i, text in enumerate(texts)))
    runs = irassay.read_runs(str(path), keep="scores")
    assert bits(runs.core.scores("s", "q")) == bits([float(text) for text in texts])
    with pytest.raises(ValueError, match="not kept"):
        irassay.read_runs(str(path)).core.scores("s", "q")
