"""Runs under other names: so that those of one system have one name on every collection, or a readable one."""

from __future__ import annotations

from irassay.collection.renaming import Renaming
from irassay.collection.runs import Runs
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def renamed(runs: Runs, renaming: Renaming) -> Runs:
    """The runs under their new names, with what was read of their files."""
    if not renaming.texts:
        return runs
    under_new_names = called(runs, renaming.names(runs.systems))
    return Runs(
        under_new_names.core,
        runs.readings,
        metadata=under_new_names.metadata,
        without_hits=under_new_names.without_hits,
        own_removed=runs.own_removed,
        left_out=runs.left_out,
    )


def called(runs: Runs, names: Mapping[str, str]) -> Runs:
    """The runs under the names that a mapping of systems gives them; no name in it stands for others."""
    core = _core.renamed(runs.core, [names.get(system, system) for system in runs.systems])
    empty = {names.get(system, system): queries for system, queries in runs.without_hits.items()}
    return Runs(
        core,
        metadata=runs.metadata.renamed(names),
        without_hits=empty,
        own_removed=runs.own_removed,
        left_out=runs.left_out,
    )
