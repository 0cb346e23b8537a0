"""The short form of the study that needs torch."""

from __future__ import annotations

from simulations.leakage import main


def test_the_study_of_leaks_gives_a_row_a_model_and_kind_of_leakage(capsys):
    assert main(["--short", "--workers", "1"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 5 * 3
