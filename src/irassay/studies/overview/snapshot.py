"""What a Result holds of one comparison, so that two can be held against each other: systems, pairs, labels, options.

Nothing is computed anew: a saved result of last year and the one just made are read in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.result import Forest, LeagueChart, PairMatrix, Result, Table

OPTIONS = ("test", "correction", "alpha", "queries", "ties", "baseline", "interval", "duplicates", "residual")
OF_LABELS = ("unseen", "grades")  # options that only the bounds depend on


@dataclass(frozen=True, slots=True)
class PairThen:
    """One pair's numbers; `a` minus `b`, NaN where a result doesn't hold them. `labels` is "" where not computed."""

    difference: float
    p: float
    p_corrected: float
    decided: bool
    labels: str = ""

    def turned(self) -> PairThen:
        """The same pair seen from the other side."""
        return PairThen(-self.difference, self.p, self.p_corrected, self.decided, self.labels)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One comparison.

    Attributes
    ----------
    measure : str
    options : mapping
        What decisions depend on, as words.
    systems : sequence of str
        One a row of the league, best first.
    stands_for : mapping
        Run -> its row's system: itself, or the run that it is the same as.
    mean : mapping
        System -> its score.
    leaders : frozenset of str
    pairs : mapping
        (system, system) -> its numbers, each pair once, the better first.
    family, n_resamples : int
        Pairs that the correction is over; sign flips behind a p-value.
    files : mapping
        Run -> SHA-256 of its file; runs without one are left out.
    scores : mapping
        Run -> digest of its scores per query; empty in older results.
    labels : mapping
        Counted query -> (labels, digest of them); empty in older results.
    n_labels : int
    labels_file : str
        SHA-256 of the labels' file, "" where there was none.
    """

    measure: str
    options: Mapping[str, str]
    systems: Sequence[str]
    stands_for: Mapping[str, str]
    mean: Mapping[str, float]
    leaders: frozenset[str]
    pairs: Mapping[tuple[str, str], PairThen]
    family: int = 0
    n_resamples: int = 0
    files: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    n_labels: int = 0
    labels_file: str = ""
    version: str = ""

    def pair(self, a: str, b: str) -> PairThen | None:
        """Two runs' numbers, `a` minus `b`; None where they are one system, or not compared."""
        a, b = self.stands_for.get(a, a), self.stands_for.get(b, b)
        found = self.pairs.get((a, b))
        if found is None and (b, a) in self.pairs:
            return self.pairs[b, a].turned()
        return found


def snapshot(result: Result, *, source: str = "the earlier result") -> Snapshot:
    """What one overview holds.

    Raises
    ------
    InputError
        A result of another study, or one without a league: nothing was compared in it.
    """
    leagues = [figure for figure in result.figures if isinstance(figure, LeagueChart)]
    if result.study != "overview" or not leagues:
        what = (
            f"a result of {cut(result.study)}" if result.study not in ("", "overview") else "a result without a league"
        )
        raise InputError(f"{source} is {what}, expected one that irassay report wrote with -o FILE.json")
    cells = {c.name: c.values for c in leagues[0].table.columns}
    systems = [str(s) for s in cells["system"]]
    stands_for = {system: system for system in systems}
    for system, same in zip(systems, cells.get("same", ())):
        stands_for |= {name: system for name in str(same or "").split(", ") if name}
    kept = result.provenance.systems
    stands_for = {name: row for name, row in stands_for.items() if name in kept} if kept else stands_for
    measures = result.provenance.options.get("measures") or [leagues[0].axis]
    inputs, labels = result.provenance.inputs, result.provenance.labels
    return Snapshot(
        measure=str(measures[0]),
        options=_options(result),
        systems=systems,
        stands_for=stands_for,
        mean=dict(zip(systems, (nan if m is None else float(m) for m in cells["mean"]))),
        leaders=frozenset(s for s, lead in zip(systems, cells.get("leader", ())) if lead),
        pairs=_pairs(result, systems),
        family=_family(result, systems),
        n_resamples=int(result.provenance.options.get("n_resamples") or 0),
        files={name: inputs[of["file"]] for name, of in kept.items() if inputs.get(of.get("file", ""))},
        scores={name: of["scores"] for name, of in kept.items() if of.get("scores")},
        labels={query: (int(n), str(digest)) for query, (n, digest) in labels.items()},
        n_labels=_n_labels(result),
        labels_file=_labels_file(result),
        version=str(result.provenance.versions.get("irassay", "")),
    )


def check_comparable(earlier: Snapshot, now: Snapshot, *, source: str) -> None:
    """Raise for results about different measures: nothing in them is about the same number.

    Raises
    ------
    UsageError
        Another measure, and what to do.
    """
    if earlier.measure != now.measure:
        raise UsageError(
            f"{source} is about {earlier.measure}, this report about {now.measure}: give -m '{earlier.measure}' "
            f"first, or make the earlier result again with -m '{now.measure}'"
        )


def _options(result: Result) -> dict[str, str]:
    """As words, so that a list read from JSON is the same as the tuple it was."""
    found = {}
    for name in (*OPTIONS, *OF_LABELS):
        value = result.provenance.options.get(name)
        if value is not None and value != "" and value != () and value != []:
            found[name] = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    found["seed"] = str(result.provenance.seed)
    return found


def _pairs(result: Result, systems: Sequence[str]) -> dict[tuple[str, str], PairThen]:
    for figure in result.figures:
        if isinstance(figure, PairMatrix):
            return _of_matrix(figure)
        if isinstance(figure, Forest):
            return _of_table(figure.table, systems)
    tables = [t for t in result.tables if t.name == "pairs"]
    return _of_table(tables[0], systems) if tables else {}


def _of_matrix(figure: PairMatrix) -> dict[tuple[str, str], PairThen]:
    found, at = {}, 0
    for i, a in enumerate(figure.systems):
        for j in range(i + 1, len(figure.systems)):
            found[a, figure.systems[j]] = PairThen(
                float(figure.difference[at]),
                float(figure.p[at]),
                float(figure.p_corrected[at]),
                figure.queries[j][i] == "settled",
                str(figure.labels[i][j]),
            )
            at += 1
    return found


def _of_table(table: Table, systems: Sequence[str]) -> dict[tuple[str, str], PairThen]:
    """Pairs by their names in the table; of a pair of two baselines the first row. Older tables hold no decisions."""
    cells = {c.name: c.values for c in table.columns}
    if "queries" not in cells:
        return {}
    by_name = {f"{a} – {b}": (a, b) for a in systems for b in systems if a != b}
    found: dict[tuple[str, str], PairThen] = {}
    for at, name in enumerate(cells["pair"]):
        pair = by_name.get(str(name).split(", against ")[0]) or by_name.get(str(name))
        if pair is not None and pair not in found:
            difference, p, corrected = (_number(cells[c][at]) for c in ("difference", "p", "p_corrected"))
            settled = cells["queries"][at] == "settled"
            found[pair] = PairThen(difference, p, corrected, settled, str(cells["labels"][at] or ""))
    return found


def _number(value: Any) -> float:
    return nan if value is None else float(value)


def _family(result: Result, systems: Sequence[str]) -> int:
    for figure in result.figures:
        if isinstance(figure, PairMatrix):
            return figure.family
    n = len(systems)
    return max(n - 1, 0) if result.provenance.options.get("baseline") else n * (n - 1) // 2


def _n_labels(result: Result) -> int:
    for figure in result.figures:
        if figure.name == "grades":
            return int(sum(figure.table.column("count").values))
    return 0


def _labels_file(result: Result) -> str:
    """The hash of the file that the command names first."""
    command: Sequence[str] = result.provenance.options.get("command") or ()
    return result.provenance.inputs.get(str(command[2]), "") if len(command) > 2 else ""
