"""Findings on slips in the metadata, and on texts of queries that are not those of the labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import did_you_mean, some
from irassay.preflight.words.phrases import SAID, finding
from irassay.result import Finding

BY_ID = "shown by the id alone"


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


def told_apart(n_with_text: int) -> str:
    """What becomes of a track's comparison of short and long queries where only so many have a text."""
    return SAID("queries-without-text.told-apart" if n_with_text else "queries-without-text.none", n=n_with_text)


def without_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries that the file of texts lacks, of so many."""
    numbers = {"queries": len(queries), "labelled": n_labelled}
    size = len(queries) / n_labelled
    return finding("queries-without-text", "warning", size=size, numbers=numbers, names=queries, so=effect)


def empty_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries whose text in the file is empty, of so many."""
    numbers = {"queries": len(queries), "labelled": n_labelled}
    size, action = len(queries) / n_labelled, "queries-without-text.action"
    return finding("empty-query-texts", "warning", size=size, numbers=numbers, action=action, names=queries, so=effect)


def without_label(queries: Sequence[str], n_texts: int) -> Finding:
    """Queries with a text that nobody labelled, of so many with a text."""
    numbers = {"queries": len(queries), "texts": n_texts}
    return finding("texts-without-label", "note", numbers=numbers, names=queries)
