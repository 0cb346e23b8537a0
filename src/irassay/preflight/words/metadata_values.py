"""Sentences on slips in the metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import conjugate, count, did_you_mean, listed, plural, visible
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding


def no_group_column(header: str) -> Finding:
    """No column says the groups, and a header looks like one that does."""
    return finding(
        "group-column-misspelt",
        "warning",
        f"No column of the metadata says the groups; {visible(header)} looks like a slip for one that does",
        size=1.0,
        where=(f"column {visible(header)}",),
        effect="no run has a group",
        action="call the column group, team, participant, organisation or site",
    )


def nearly_equal(
    column: str, rarer: str, other: str, runs_of: Mapping[str, Sequence[str]], *, is_alone: bool = False
) -> Finding:
    """Two values of a column that may be one; `is_alone`: the rarer is that of one run, in a column of kinds."""
    n = len(runs_of[rarer])
    both = [f"{visible(value)} ({some(runs_of[value])})" for value in (rarer, other)]
    return finding(
        "values-nearly-equal",
        "warning",
        f"Column {visible(column)}: {both[0]} and {both[1]} are nearly the same",
        size=n / sum(map(len, runs_of.values())),
        numbers={"runs": n, "others": len(runs_of[other])},
        where=(f"column {visible(column)}",),
        systems=runs_of[rarer],
        effect=f"they count as two{', and one run is no kind of its own' if is_alone else ''}",
        action=f"{did_you_mean([other])} Give them one name, if they are one",
    )


def single_kinds(column: str, values: Mapping[str, str]) -> Finding:
    """Values of a column that one run has, in a column of kinds."""
    runs = "this run" if len(values) == 1 else f"these {plural(len(values), 'run')}"
    has = listed([f"{visible(value)} has one run ({visible(run)})" for run, value in values.items()])
    return finding(
        "kinds-of-one-run",
        "note",
        f"Column {visible(column)}: {has}",
        size=0.0,
        numbers={"values": len(values)},
        systems=list(values),
        effect=f"no kind of its own: kinds are compared without {runs}",
    )


def runs_without_row(
    runs: Sequence[str], n_runs: int, rows: Sequence[str], copies: Mapping[str, str] | None = None
) -> Finding:
    """Runs without a row, of so many, and the rows that name no run; `copies` has those with the group of a run of the
    same lists."""
    return finding(
        "runs-without-metadata",
        "warning",
        f"{count(len(runs))} of {plural(n_runs, 'run')} {conjugate(len(runs), 'has')} no row in the metadata",
        size=len(runs) / n_runs,
        numbers={"runs": len(runs), "rows_of_no_run": len(rows)},
        where=(some(runs),),
        systems=runs,
        effect=f"{_not_stated(copies or {}, len(runs))}{of_no_run(rows)}",
        action="give each run a row under its own name",
    )


def of_no_run(rows: Sequence[str]) -> str:
    """The rows that name no run, as a clause; "" without any."""
    return f"; {plural(len(rows), 'row names', 'rows name')} no run: {some(rows)}" if rows else ""


def _not_stated(copies: Mapping[str, str], n_runs: int) -> str:
    """What counts as not stated."""
    if not copies:
        return "their groups and kinds count as not stated"
    of_all = "their kinds" if len(copies) == n_runs else "their kinds, and groups but those of copies,"
    each = some([f"{run} in {group}" for run, group in copies.items()])
    return f"{of_all} count as not stated; copies count in the group of the run that they equal: {each}"
