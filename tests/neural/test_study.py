"""The short forms of the studies that need torch."""

from __future__ import annotations

from simulations.leakage import main
from simulations.unleaked import main as unleaked


def test_the_study_of_leaks_gives_a_row_a_model_and_kind_of_leakage(capsys):
    assert main(["--short", "--workers", "1"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 5 * 3


def test_without_leaks_the_change_of_the_rank_offset_is_by_chance(capsys):
    """Planted: two sets of filler differ by their seed alone, so in each world the interval holds 0, but for chance."""
    assert unleaked(["--worlds", "1", "--processes", "1"]) == 0
    assert len([line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]) == 2 + 3
