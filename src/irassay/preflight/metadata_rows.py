"""Whether every run has its row in the metadata: a misspelt name puts a run into no group, without a word."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.collection.run_groups import run_groups
from irassay.collection.runs import Runs
from irassay.preflight.inputs import Material
from irassay.preflight.words import metadata_rows as words
from irassay.result import Finding


def missing(material: Material) -> Iterable[Finding]:
    """Runs without a row, where there is metadata."""
    return runs_without_row(material.runs)


def runs_without_row(runs: Runs) -> list[Finding]:
    """One finding that names such runs and the rows of no run, unless left out by name; none where every run has its
    row: rows of other runs alone are none."""
    named = runs.metadata.systems
    without = [system for system in runs.systems if system not in named]
    if not named or not without:
        return []
    groups = run_groups(runs)
    copies = {system: groups[system] for system in without if system in groups}
    return [words.runs_without_row(without, len(runs.systems), rows_of_no_run(runs), copies)]


def rows_of_no_run(runs: Runs) -> list[str]:
    """The rows of the metadata whose name is no run's."""
    there = {*runs.systems, *runs.left_out}
    return [name for name in runs.metadata.systems if name not in there]
