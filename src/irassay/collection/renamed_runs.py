"""Runs under other names, so that one system has one name on every collection, and who handed each run in."""

from __future__ import annotations

from irassay.arguments import MOST
from irassay.collection.metadata import group_column
from irassay.collection.renaming import Renaming
from irassay.collection.runs import Runs, called
from irassay.kernel import _core


def renamed(runs: Runs, renaming: Renaming) -> Runs:
    """The runs under their new names, with what was read of their files."""
    if not renaming.texts:
        return runs
    return called(runs, renaming.names(runs.systems), runs.readings)


def run_groups(runs: Runs) -> dict[str, str]:
    """The group of each run that has one, by the metadata; a run without a row has that of the runs with the same
    lists, if they are of one group."""
    columns = runs.metadata.columns
    of = columns.get(group_column(columns), {})
    stated = {system: of[system] for system in runs.systems if of.get(system)}
    with_row = set(runs.metadata.systems)
    if not stated or with_row.issuperset(runs.systems):
        return stated
    first = same_lists(runs)
    groups_of_lists: dict[int, set[str]] = {}
    for system, lists in zip(runs.systems, first):
        groups_of_lists.setdefault(lists, set()).update({stated[system]} if system in stated else ())
    found = dict(stated)
    for system, lists in zip(runs.systems, first):
        if system not in with_row and len(groups_of_lists[lists]) == 1:
            found[system] = next(iter(groups_of_lists[lists]))
    return found


def same_lists(runs: Runs) -> list[int]:
    """For each system, the place of the first one with the same documents in the same order on every query."""
    return _core.same_lists(runs.core, None, MOST, _core.Ties.float64)
