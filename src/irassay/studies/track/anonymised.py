"""A track as one group may see it: every other group's runs under neutral names, before anything is computed.

Names are taken out of the nouns, not out of the page: what was never there can't be left over in a sentence, a table, a
chart or a file beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from irassay.collection.metadata import Metadata, group_column
from irassay.collection.runs import Runs, called, run_groups
from irassay.errors import UsageError, cut
from irassay.messages import plural
from irassay.pooling import Pool
from irassay.preflight.metadata_values import differ_by_case
from irassay.studies.track.track_data import BASELINE, kinds_in

LONG_NAME = 4  # characters from which a name is looked for inside of words too


def runs_of(runs: Runs, group: str) -> list[str]:
    """The group's own runs. UsageError without a column of groups, for an unknown group, or one in two spellings."""
    column = group_column(runs.metadata.columns)
    if not column:
        raise UsageError("for_group needs metadata with a column of groups, such as group, team or participant")
    groups = run_groups(runs)
    own = [system for system in runs.systems if groups.get(system) == group]
    if not own:
        there = sorted(set(groups.values()))
        raise UsageError(f"no run is of group {cut(group)}; there are {', '.join(map(cut, there[:20]))}")
    for system in runs.systems:
        if differ_by_case(groups.get(system, ""), group):
            raise UsageError(
                f"group {cut(group)} is also written {cut(groups[system])} (run {cut(system)}), which its page would "
                "hide: write one of the two everywhere in the metadata"
            )
    return own


def without(inputs: Mapping[str, str], runs: Runs, group: str) -> dict[str, str]:
    """The inputs without the files that hold only runs of other groups: their names would say whose they are."""
    own = set(runs_of(runs, group))
    sources = {name: reading.source for name, reading in zip(runs.systems, runs.readings)}
    secret = {source for name, source in sources.items() if name not in own}
    secret -= {source for name, source in sources.items() if name in own}
    return {path: digest for path, digest in inputs.items() if path not in secret}


def hide_names(runs: Runs, order: Sequence[str], group: str) -> Runs:
    """The runs as `group` may see them: others are ``run 1``, ``run 2``, by their place in `order`, the results'.
    Columns that tell a run's maker, or hold a hidden name, go; so do readings."""
    own = set(runs_of(runs, group))
    columns = runs.metadata.columns
    by = group_column(columns)
    names = _numbered([(system, "run", i) for i, system in enumerate(order, 1) if system not in own], taken=own)
    groups = _groups(run_groups(runs), [s for s in order if s not in own], group)
    secret = [*names, *groups]
    shown = {by: {names.get(s, s): groups.get(g, g) for s, g in columns[by].items() if s in names or s in own}}
    for column in kinds_in(columns, by, runs.systems):
        values = {s: value for s, value in columns[column].items() if s in names or s in own}
        if not any(_holds(value, name) for value in set(values.values()) for name in secret):
            shown[column] = {names.get(s, s): value for s, value in values.items()}
    return called(runs, names).with_metadata(Metadata(shown))


def renamed_pool(pool: Pool, before: Sequence[str], now: Sequence[str]) -> Pool:
    """The pool with its runs under the names that are shown; a run of it that is not among them is marked as absent."""
    names = dict(zip(before, now))
    return replace(pool, systems=[names.get(system) or f"{system} (absent)" for system in pool.systems])


def shown_left_out(names: Sequence[str], group: str | None) -> list[str]:
    """How provenance says which runs were left out as they were read: on a group's page only how many."""
    return list(names) if group is None or not names else [f"{plural(len(names), 'run')}, not named here"]


def _holds(value: str, name: str) -> bool:
    """Whether a value says a name: a short one as a word of its own, so that a run "a" is not in every value."""
    if len(name) >= LONG_NAME:
        return name.lower() in value.lower()
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", value, re.IGNORECASE) is not None


def _groups(of: Mapping[str, str], others: Sequence[str], group: str) -> dict[str, str]:
    """Other group -> its neutral name, by the place of its best run; groups of baselines stay told apart as such."""
    in_order = dict.fromkeys(of[s] for s in others if of.get(s))
    baselines = [name for name in in_order if name.lower().startswith(BASELINE)]
    names = dict.fromkeys(baselines, "baselines") if len(baselines) == 1 else {}
    rest = [(name, "baselines" if name in baselines else "group") for name in in_order if name not in names]
    counts: dict[str, int] = {}
    places = []
    for name, kind in rest:
        counts[kind] = counts.get(kind, 0) + 1
        places.append((name, kind, counts[kind]))
    return names | _numbered(places, taken={group})


def _numbered(places: Sequence[tuple[str, str, int]], *, taken: set[str]) -> dict[str, str]:
    """Name -> word and number; with a mark where that is the name of somebody who is shown."""
    return {name: made if (made := f"{word} {n}") not in taken else f"{made} (hidden)" for name, word, n in places}
