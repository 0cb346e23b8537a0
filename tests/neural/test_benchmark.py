"""The short form of the benchmark of rerankers, whose sides must agree before they are timed."""

from __future__ import annotations

import sys

from benchmarks.neural import main


def test_both_sides_of_the_benchmark_score_and_learn_alike(monkeypatch, capsys):
    """Oracle: sentence-transformers and batches that are filled up, to 1e-4."""
    monkeypatch.setattr(sys, "argv", ["neural", "--passages", "16", "--rounds", "1"])
    assert main() == 0
    assert "monot5: score 16 passages" in capsys.readouterr().out
