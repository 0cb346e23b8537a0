"""Sentences on runs that the metadata has no row for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import conjugate, count, plural
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding


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
