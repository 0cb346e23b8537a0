"""Findings on slips in the metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import did_you_mean, some
from irassay.preflight.words.phrases import SAID, finding
from irassay.result import Finding


def no_group_column(header: str) -> Finding:
    """No column says the groups, and a header looks like one that does."""
    return finding("group-column-misspelt", "warning", size=1.0, header=header)


def nearly_equal(
    column: str, rarer: str, other: str, runs_of: Mapping[str, Sequence[str]], *, is_alone: bool = False
) -> Finding:
    """Two values of a column that may be one; `is_alone`: the rarer is that of one run, in a column of kinds."""
    n = len(runs_of[rarer])
    return finding(
        "values-nearly-equal",
        "warning",
        size=n / sum(map(len, runs_of.values())),
        numbers={"runs": n, "others": len(runs_of[other])},
        systems=runs_of[rarer],
        effect="alone" if is_alone else "",
        column=column,
        rarer=rarer,
        other=other,
        runs_of_other=runs_of[other],
        meant=did_you_mean([other]),
    )


def single_kinds(column: str, values: Mapping[str, str]) -> Finding:
    """Values of a column that one run has, in a column of kinds."""
    has = [SAID("kinds-of-one-run.one", value=value, run=run) for run, value in values.items()]
    numbers = {"values": len(values)}
    return finding("kinds-of-one-run", "note", numbers=numbers, systems=list(values), column=column, has=has)


def runs_without_row(
    runs: Sequence[str], n_runs: int, rows: Sequence[str], copies: Mapping[str, str] | None = None
) -> Finding:
    """Runs without a row, of so many, and the rows that name no run; `copies` has those with the group of a run of the
    same lists."""
    copies = copies or {}
    return finding(
        "runs-without-metadata",
        "warning",
        size=len(runs) / n_runs,
        numbers={"runs": len(runs), "rows_of_no_run": len(rows)},
        systems=runs,
        effect="" if not copies else "copies" if len(copies) == len(runs) else "some-copies",
        of=n_runs,
        copies=some([SAID("runs-without-metadata.copy", run=run, group=group) for run, group in copies.items()]),
        rows=of_no_run(rows),
    )


def of_no_run(rows: Sequence[str]) -> str:
    """The rows that name no run, as a clause; "" without any."""
    return SAID("runs-without-metadata.rows", rows=rows) if rows else ""
