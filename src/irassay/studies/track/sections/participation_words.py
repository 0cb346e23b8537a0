"""Sentences about who took part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, listed, number, plural

if TYPE_CHECKING:
    from irassay.studies.track.track_data import Track

PARTICIPATION_TABLE = "Groups, and runs by their metadata"


def participation_title(n_runs: int, n_groups: int, n_baselines: int, n_unstated: int = 0) -> str:
    """How many took part; `n_unstated` runs are of no group that is stated."""
    parts = [f"{count(n_runs - n_baselines - n_unstated)} by {plural(n_groups, 'group')}"] if n_groups else []
    parts += [plural(n_baselines, "baseline")] if n_baselines else []
    parts += [f"{count(n_unstated)} of no group stated"] if n_unstated else []
    if len(parts) == 1 and n_groups:
        return f"{plural(n_runs, 'run')} by {plural(n_groups, 'group')}."
    return f"{plural(n_runs, 'run')}{': ' if parts else ''}{listed(parts)}."


def participation_note(track: Track) -> str:
    """What the counts are of, and what the dash among the groups says."""
    of = (
        "Counts include all submitted runs, also those left out of the results."
        if track.broken
        else "Counts are of all runs."
    )
    groups = (
        f" Groups are counted by {track.group_column} alone: – stands in the other rows." if track.group_column else ""
    )
    return f"{of} A value that a file doesn't state is counted as not stated, never guessed.{groups}"


def unused(columns: Sequence[str], used: Sequence[str]) -> str:
    """Columns of the metadata that nothing on the page reads, and those that it does read."""
    one = len(columns) == 1
    which = f"{'Column' if one else 'Columns'} {listed(list(columns), 8)} of the metadata {'is' if one else 'are'}"
    they, s = ("It", "s") if one else ("They", "")
    there = f"Used {conjugate(len(used), 'is')} {listed(list(used), 8)}" if used else "No column is used"
    return (
        f"{which} not used. {they} neither say{s} the groups, nor whether a run was pooled, nor part{s} the runs into "
        f"two to six kinds of two runs or more. {there}."
    )


def broken(track: Track) -> str:
    """Runs left out of scores and orders, what they still do, and the rule."""
    they = conjugate(len(track.broken), "it")
    return (
        f"{plural(len(track.broken), 'run')} left out of scores, orders and tests: {listed(track.broken)}. What {they} "
        "retrieved still counts where documents are pooled, and where files are checked. The rule: "
        f"{rule(track.broken_below, track.main)}."
    )


def rule(limit: float, measure: str = "") -> str:
    """Which runs are left out; 0 is no limit."""
    none = "no document for any labelled query"
    if not limit:
        return none
    return (
        f"a score below half of the first quartile of all runs, which is {number(limit, 4)} {measure}".rstrip()
        + f", or {none}"
    )


def identical(track: Track) -> str:
    """Runs that are one system for the main measure."""
    groups = "; ".join(listed(list(group)) for group in track.same[:5])
    more = f"; and {plural(len(track.same) - 5, 'group')} more" if len(track.same) > 5 else ""
    same = f"The same documents in the same order to the depth of {track.main}"
    return f"{same}: {groups}{more}. They count as one system."
