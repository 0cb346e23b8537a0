"""What is said of runs that the metadata has no row for."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding
from irassay.wording import count, plural


def runs_without_row(runs: Sequence[str], n_runs: int, rows: Sequence[str]) -> Finding:
    """Runs without a row, of so many, and the rows that name no run."""
    others = f"; {plural(len(rows), 'row names', 'rows name')} no run: {some(rows)}" if rows else ""
    return finding(
        "runs-without-metadata",
        "warning",
        f"{count(len(runs))} of {plural(n_runs, 'run')} {'has' if len(runs) == 1 else 'have'} no row in the metadata",
        size=len(runs) / n_runs,
        numbers={"runs": len(runs), "rows_of_no_run": len(rows)},
        where=(some(runs),),
        systems=runs,
        effect=f"their groups and kinds count as not stated{others}",
        action="give each run a row under its own name",
    )
