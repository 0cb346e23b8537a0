"""A comparison that a Result holds, so that two can be held against each other: its Verdict, and what was read for it.

Nothing is computed anew: a saved result of last year and the one just made are read in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from irassay.errors import InputError, UsageError, cut
from irassay.provenance import Provenance
from irassay.result import Result
from irassay.verdict import PairVerdict, Verdict, verdicts_of

SCORED = ("queries", "ties", "duplicates", "residual", "identical_ids")  # options that scores depend on
OPTIONS = ("test", "correction", "alpha", "queries", "ties", "baseline", "interval", *SCORED[2:])
OF_LABELS = ("unseen", "grades")  # options that only the bounds depend on

Option: TypeAlias = str | tuple[str, ...]


@dataclass(frozen=True)
class Snapshot:
    """One comparison: the verdict, and what a verdict doesn't hold."""

    verdict: Verdict  # of the main measure
    options: Mapping[str, Option] = field(default_factory=dict)  # what decisions depend on
    files: Mapping[str, str] = field(default_factory=dict)  # run -> SHA-256 of its file; runs without one are left out
    scores: Mapping[str, str] = field(default_factory=dict)  # run -> digest of scores per query
    labels: Mapping[str, tuple[int, str]] = field(default_factory=dict)  # counted query -> number of labels, digest
    labels_file: str = ""  # SHA-256; "" where not known
    version: str = ""  # irassay's

    @property
    def measure(self) -> str:
        """The main measure."""
        return self.verdict.league.measure

    @property
    def systems(self) -> Sequence[str]:
        """One a row of the league, best first."""
        return self.verdict.systems

    @cached_property
    def stands_for(self) -> Mapping[str, str]:
        """Run -> its row's system: itself, or the run that it is the same as."""
        rows = {system: system for system in self.systems}
        return rows | {run: system for system, runs in self.verdict.league.same.items() for run in runs}

    @cached_property
    def mean(self) -> Mapping[str, float]:
        """System -> its score."""
        return dict(zip(self.systems, self.verdict.league.mean.tolist()))

    @property
    def leaders(self) -> frozenset[str]:
        """Who leads."""
        return frozenset(self.verdict.league.leaders)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], PairVerdict]:
        """(system, system) -> what is known of the two, each pair once, the better first; one of two baselines as in
        the family of the first."""
        pairs: dict[tuple[str, str], PairVerdict] = {}
        for i, j in self.verdict.pairs:
            pair = self.verdict.pair_at(i, j)
            pairs.setdefault((pair.queries.a, pair.queries.b), pair)
        return pairs

    def pair(self, a: str, b: str) -> PairVerdict | None:
        """Two runs, `a` minus `b`; None where they are one system, or not compared."""
        a, b = self.stands_for.get(a, a), self.stands_for.get(b, b)
        if (b, a) in self.pairs:
            return self.pairs[b, a].turned()
        return self.pairs.get((a, b))


def snapshot(result: Result, *, source: str = "the earlier result") -> Snapshot:
    """What one overview holds. InputError for a result of another study, or in which nothing was compared."""
    if result.study != "overview":
        what = "a result without a league" if not result.study else f"a result of {cut(result.study)}"
        raise InputError(f"{source} is {what}, expected one that irassay report wrote with -o FILE.json")
    verdict = verdicts_of(result, source=source)[0]
    if verdict.kind == "unmatched":
        raise InputError(f"{source} is a result without a league: its files don't belong together")
    return snapshot_of(verdict, result.provenance)


def snapshot_of(verdict: Verdict, provenance: Provenance) -> Snapshot:
    """What a verdict and its provenance hold."""
    inputs, runs = provenance.inputs, provenance.systems
    return Snapshot(
        verdict,
        options=_options(provenance),
        files={name: inputs[of["file"]] for name, of in runs.items() if inputs.get(of.get("file", ""))},
        scores={name: of["scores"] for name, of in runs.items() if of.get("scores")},
        labels={query: (int(n), str(digest)) for query, (n, digest) in provenance.labels.items()},
        labels_file=_labels_file(provenance),
        version=str(provenance.versions.get("irassay", "")),
    )


def check_comparable(earlier: Snapshot, now: Snapshot, *, source: str) -> None:
    """Raise UsageError, with what to do, for results about different measures: nothing in them is about the same
    number."""
    if earlier.measure != now.measure:
        raise UsageError(
            f"{source} is about {earlier.measure}, this report about {now.measure}: give -m '{earlier.measure}' "
            f"first, or make the earlier result again with -m '{now.measure}'"
        )


def _options(provenance: Provenance) -> dict[str, Option]:
    """Those that were given. A list read from JSON is the tuple it was, and no name of a list is taken apart."""
    options: dict[str, Option] = {}
    for name in (*OPTIONS, *OF_LABELS):
        value = provenance.options.get(name)
        if value is not None and value != "" and value != () and value != []:
            options[name] = tuple(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    options["seed"] = str(provenance.seed)
    return options


def _labels_file(provenance: Provenance) -> str:
    """The hash of the file that the command names first."""
    command: Sequence[str] = provenance.options.get("command") or ()
    return provenance.inputs.get(str(command[2]), "") if len(command) > 2 else ""
