"""Who handed each run in: as the metadata say, and for a copy that they have no row for, as they say of its twin."""

from __future__ import annotations

from irassay.arguments import MOST
from irassay.collection.metadata import group_column
from irassay.collection.runs import Runs
from irassay.kernel import _core


def run_groups(runs: Runs) -> dict[str, str]:
    """The group of each run that has one, from the column of groups in the metadata. A run without a row whose lists
    are all those of another run is of that one's group; of none where runs of several groups have them.

    >>> from irassay import Metadata
    >>> lists = {name: {"q": {"d": 1.0}} for name in ("bm25", "again")} | {"dense": {"q": {"e": 1.0}}}
    >>> run_groups(Runs.from_dict(lists).with_metadata(Metadata({"team": {"bm25": "IR lab"}})))
    {'bm25': 'IR lab', 'again': 'IR lab'}
    """
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
    """For each system, the place of the first one with the same documents in the same order on every query.

    >>> same_lists(Runs.from_dict({"a": {"q": {"d": 1.0}}, "b": {"q": {"e": 1.0}}, "c": {"q": {"d": 2.0}}}))
    [0, 1, 0]
    """
    return _core.same_lists(runs.core, None, MOST, _core.Ties.float64)
