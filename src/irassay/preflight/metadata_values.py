"""Slips in the metadata, and texts of queries that are not those of the labels: values nearly equal, headers, rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from irassay.collection.metadata import GROUP_COLUMNS, group_column, kinds_in_column
from irassay.collection.runs import Runs, run_groups
from irassay.messages import did_you_mean, some
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

OF_METADATA = ("runs-without-metadata", "values-nearly-equal", "group-column-misspelt", "kinds-of-one-run")  # codes
SHORTEST = 4  # characters of words of which one letter may be a slip
MOST_VALUES = 300  # of a column; with more each is a name or a number, and pairs are many
BY_ID = "shown by the id alone"


def about_metadata(runs: Runs) -> list[Finding]:
    """All that is said of these runs' metadata: runs without a row, rows of no run, and what looks like a slip."""
    return [*runs_without_row(runs), *metadata_values(runs)]


def metadata_values(runs: Runs) -> list[Finding]:
    """Findings about the headers and values of the metadata of these runs."""
    columns = {
        name: {system: value for system in runs.systems if (value := values.get(system))}
        for name, values in runs.metadata.columns.items()
    }
    group = group_column(columns)
    near = [name for name in columns if any(differ_by_a_slip(name.lower(), other) for other in GROUP_COLUMNS)]
    findings = [finding("group-column-misspelt", "warning", size=1.0, header=name) for name in near[:1] if not group]
    for name, of in columns.items():
        runs_of: dict[str, list[str]] = {}
        for system, value in of.items():
            runs_of.setdefault(value, []).append(system)
        slips = _slips(runs_of)
        alone = {} if name == group else kinds_in_column(of, runs.systems)[1]
        for rarer, other in slips:
            n = len(runs_of[rarer])
            findings.append(
                finding(
                    "values-nearly-equal",
                    "warning",
                    size=n / sum(map(len, runs_of.values())),
                    numbers={"runs": n, "others": len(runs_of[other])},
                    systems=runs_of[rarer],
                    effect="alone" if rarer in alone.values() else "",
                    column=name,
                    rarer=rarer,
                    other=other,
                    runs_of_other=runs_of[other],
                    meant=did_you_mean([other]),
                )
            )
        told = {rarer for rarer, _ in slips}
        if others := {system: value for system, value in alone.items() if value not in told}:
            has = [SAID("kinds-of-one-run.one", value=value, run=run) for run, value in others.items()]
            numbers = {"values": len(others)}
            findings.append(
                finding("kinds-of-one-run", "note", numbers=numbers, systems=list(others), column=name, has=has)
            )
    return findings


def _slips(runs_of: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Pairs of values that may be one, the one of fewer runs first; those of one run each only by case."""
    if len(runs_of) > MOST_VALUES:
        return []
    pairs = []
    for pair in combinations(sorted(runs_of, key=lambda value: (len(runs_of[value]), value)), 2):
        if differ_by_case(*pair) or (len(runs_of[pair[1]]) > 1 and differ_by_a_slip(*pair)):
            pairs.append(pair)
    return pairs


def differ_by_case(a: str, b: str) -> bool:
    """Whether two values are one but for case, spaces, hyphens and underscores."""
    return a != b and _plain(a) == _plain(b)


def differ_by_a_slip(a: str, b: str) -> bool:
    """Whether two words differ by one letter that is another, missing, or at its neighbour's place."""
    short, long = sorted((a, b), key=len)
    if len(short) < SHORTEST or len(long) - len(short) > 1:
        return False
    start = next((i for i, (x, y) in enumerate(zip(short, long)) if x != y), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :] and long[start].isalpha()
    x, y = short[start:], long[start:]
    if x[1:] == y[1:]:
        return bool(x) and x[0].isalpha() and y[0].isalpha()
    return x[:2] == y[1::-1] and x[2:] == y[2:] and x[:2].isalpha()


def _plain(value: str) -> str:
    return "".join(c for c in value.casefold() if c not in " -_")


def runs_without_row(runs: Runs) -> list[Finding]:
    """One finding that names runs without a row and rows of no run, if not left out; none where every run has a row."""
    named = runs.metadata.systems
    without = [system for system in runs.systems if system not in named]
    if not named or not without:
        return []
    groups = run_groups(runs)
    copies = {system: groups[system] for system in without if system in groups}
    return [without_row(without, len(runs.systems), rows_of_no_run(runs), copies)]


def without_row(
    runs: Sequence[str], n_runs: int, rows: Sequence[str], copies: Mapping[str, str] | None = None
) -> Finding:
    """Runs without a row, of so many, and rows of no run; `copies` have the group of a run of the same lists."""
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


def rows_of_no_run(runs: Runs) -> list[str]:
    """The rows of the metadata whose name is no run's."""
    there = {*runs.systems, *runs.left_out}
    return [name for name in runs.metadata.systems if name not in there]


def query_texts(labelled: Sequence[str], texts: Mapping[str, str]) -> list[Finding]:
    """Labelled queries without a text or with an empty one, and queries of the file that have no label."""
    known, findings = set(labelled), []
    n_told = sum(bool(texts.get(query, "").strip()) for query in labelled)
    effect = SAID("queries-without-text.told-apart" if n_told else "queries-without-text.none", n=n_told)
    if without := [query for query in labelled if query not in texts]:
        numbers, size = {"queries": len(without), "labelled": len(labelled)}, len(without) / len(labelled)
        findings.append(
            finding("queries-without-text", "warning", size=size, numbers=numbers, names=without, so=effect)
        )
    findings += empty_texts(labelled, texts, effect)
    if unlabelled := sorted(set(texts) - known, key=str.encode):
        numbers = {"queries": len(unlabelled), "texts": len(texts)}
        findings.append(finding("texts-without-label", "note", numbers=numbers, names=unlabelled))
    return findings


def empty_texts(labelled: Sequence[str], texts: Mapping[str, str], effect: str = BY_ID) -> list[Finding]:
    """Labelled queries whose text has no character but white space; `effect` is what becomes of them."""
    names = [query for query in labelled if query in texts and not texts[query].strip()]
    if not names:
        return []
    numbers, size = {"queries": len(names), "labelled": len(labelled)}, len(names) / len(labelled)
    action = "queries-without-text.action"
    return [finding("empty-query-texts", "warning", size=size, numbers=numbers, action=action, names=names, so=effect)]
