"""Changes between two snapshots of a comparison, and those only because others joined: computed of what was saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from irassay.comparison.equality import equal
from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.errors import InputError, UsageError, cut
from irassay.provenance import Provenance
from irassay.result import Result
from irassay.verdict import PairVerdict, Verdict, verdicts_of

SCORED = ("queries", "ties", "duplicates", "residual", "identical_ids")  # options that scores depend on
OPTIONS = ("test", "correction", "alpha", "queries", "ties", "baseline", "interval", *SCORED[2:])
OF_LABELS = ("unseen", "grades")  # options that only the bounds depend on
Option: TypeAlias = str | tuple[str, ...]
Cause: TypeAlias = Literal["scores", "options", "runs", "chance"]


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
        """(system, system) -> what is known of the two, each pair once, the better first."""
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
    command: Sequence[str] = provenance.options.get("command") or ()
    return Snapshot(
        verdict,
        options=_options_of(provenance),
        files={name: inputs[of["file"]] for name, of in runs.items() if inputs.get(of.get("file", ""))},
        scores={name: of["scores"] for name, of in runs.items() if of.get("scores")},
        labels={query: (int(n), str(digest)) for query, (n, digest) in provenance.labels.items()},
        labels_file=provenance.inputs.get(str(command[2]), "") if len(command) > 2 else "",
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


def _options_of(provenance: Provenance) -> dict[str, Option]:
    """Those that were given. A list read from JSON is the tuple it was, and no name of a list is taken apart."""
    options: dict[str, Option] = {}
    for name in (*OPTIONS, *OF_LABELS):
        value = provenance.options.get(name)
        if value is not None and value != "" and value != () and value != []:
            options[name] = tuple(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    options["seed"] = str(provenance.seed)
    return options


@dataclass(frozen=True, slots=True)
class Decision:
    """A pair that the queries settled and no longer do, or the other way round; `a` scores no lower now."""

    a: str
    b: str
    before: PairVerdict
    now: PairVerdict
    cause: Cause  # scores, options of the test, runs of the family, or chance in the signs

    @property
    def decided(self) -> bool:
        """Whether the queries settle it."""
        return self.now.queries.significant


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs between an earlier comparison and this one; pairs of numbers are (before, now)."""

    joined: Sequence[str]  # runs of the present alone
    gone: Sequence[str]  # runs of the earlier one alone
    n_common: int  # runs in both
    refiled: Sequence[str] = ()  # common runs whose file has another hash
    # common run whose scores per query differ -> its mean before and now
    rescored: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    unmoved_files: Sequence[str] = ()  # rescored runs whose file is the same
    options: Sequence[tuple[str, Option, Option]] = ()  # (name, before, now)
    labels: LabelChanges | None = None
    overtaken: Sequence[tuple[str, str]] = ()  # pairs whose order turned; the one that scores higher now first
    leaders: tuple[str, str] = ("", "")  # how many
    joined_lead: Sequence[str] = ()  # joined runs that lead now
    entered: Sequence[str] = ()  # common systems that lead now and didn't
    left: Sequence[str] = ()  # common systems that led and don't now
    # entered with the same scores, as nobody is superior any more for others' reasons
    entered_by_others: Sequence[str] = ()
    left_to_others: Sequence[str] = ()  # left with the same scores, as only joined runs are significantly above
    by_queries: tuple[str, str] = ("", "")  # pairs that the queries settle, of all
    by_labels: tuple[str, str] = ("", "")  # pairs that the labels settle, of all; "" where that is not computed
    n_pairs: int = 0  # pairs in both
    decisions: Sequence[Decision] = ()
    # (before, now, by others) -> pairs; "by others": same scores, labels and bounds' options
    label_states: Mapping[tuple[str, str, bool], int] = field(default_factory=dict)
    family: tuple[int, int] = (0, 0)  # pairs corrected over
    n_resamples: tuple[int, int] = (0, 0)
    raw_moved: float = 0.0  # largest move of raw p among decisions by "runs" or "chance"


@dataclass(frozen=True, slots=True)
class LabelChanges:
    """What differs in the labels of the counted queries."""

    before: int
    now: int
    new_queries: Sequence[str] = ()
    gone_queries: Sequence[str] = ()
    more: Sequence[str] = ()  # queries with more labels than before
    fewer: Sequence[str] = ()
    regraded: Sequence[str] = ()  # queries with as many labels as before, and other ones
    same_file: bool | None = None  # None where a result had no file

    @property
    def any(self) -> bool:
        """Whether anything is known to differ."""
        parts = (self.new_queries, self.gone_queries, self.more, self.fewer, self.regraded)
        return self.before != self.now or any(map(bool, parts))


def changes_between(earlier: Snapshot, now: Snapshot) -> Changes:
    """Hold two snapshots of the same measure against each other; a pair with the same scores and test changes only by
    its family or by chance."""
    common = [run for run in now.stands_for if run in earlier.stands_for]
    joined = [run for run in now.stands_for if run not in earlier.stands_for]
    gone = [run for run in earlier.stands_for if run not in now.stands_for]
    rescored = [run for run in common if earlier.scores.get(run) != now.scores.get(run)]
    options, labels = _options(earlier, now), _labels(earlier, now)
    was = _rows(earlier, now)
    touched = {now.stands_for[run] for run in rescored}
    tested_alike = all(name in OF_LABELS for name, _, _ in options)
    pairs = _common_pairs(earlier, now, was)
    decisions = [
        Decision(a, b, then, pair, _cause(now, pair, bool({a, b} & touched), tested_alike, joined, gone or rescored))
        for a, b, then, pair in pairs
        if then.queries.significant != pair.queries.significant
    ]
    led = {s for s in was if was[s] in earlier.leaders}
    leads = {s for s in was if s in now.leaders}
    entered, left = [s for s in was if s in leads - led], [s for s in was if s in led - leads]
    opened = [d for d in decisions if not d.decided]
    freed = {d.b for d in opened} - {d.b for d in opened if d.cause != "runs"}
    new = {s for s in now.systems if s not in was}
    p_values = [(d.now.queries.p, d.before.queries.p) for d in decisions if d.cause in ("runs", "chance")]
    held, verdict, league = earlier.verdict, now.verdict, now.verdict.league
    return Changes(
        joined,
        gone,
        len(common),
        refiled=[r for r in common if r in earlier.files and r in now.files and earlier.files[r] != now.files[r]],
        rescored={run: (earlier.mean[earlier.stands_for[run]], now.mean[now.stands_for[run]]) for run in rescored},
        unmoved_files=[r for r in rescored if r in earlier.files and earlier.files[r] == now.files.get(r)],
        options=options,
        labels=labels,
        overtaken=[(a, b) for a, b, then, pair in pairs if _turned(earlier, now, was, a, b, then, pair)],
        leaders=(str(len(earlier.leaders)), str(len(now.leaders))),
        joined_lead=[s for s in now.systems if s in new & now.leaders],
        by_queries=(_of(held.league.n_settled, held.league.n_tested), _of(league.n_settled, league.n_tested)),
        by_labels=(_of(held.labels_settled, held.labels_pairs), _of(verdict.labels_settled, verdict.labels_pairs)),
        entered=entered,
        entered_by_others=[s for s in entered if s in freed],
        left=left,
        left_to_others=[s for s in left if s not in touched and tested_alike and _only_below(now, s, new)],
        n_pairs=len(pairs),
        decisions=decisions,
        label_states=_label_states(pairs, touched, alike=not labels.any and not options),
        family=(held.league.family, league.family),
        n_resamples=(held.league.n_resamples, league.n_resamples),
        raw_moved=max((abs(p - q) for p, q in p_values if not equal(p, q)), default=0.0),
    )


def _of(n: int | None, pairs: int) -> str:
    """How many of the pairs; "" where that is not computed."""
    return "" if n is None else f"{n} of {pairs}"


def _rows(earlier: Snapshot, now: Snapshot) -> dict[str, str]:
    """Present system -> the earlier system that it was, by itself or by a run that is the same as it; best first."""
    members: dict[str, list[str]] = {s: [s] for s in now.systems}
    for run, system in now.stands_for.items():
        members[system].append(run)
    rows = {}
    for system in now.systems:
        runs = [run for run in members[system] if run in earlier.stands_for]
        if runs:
            rows[system] = earlier.stands_for[runs[0]]
    return rows


def _common_pairs(
    earlier: Snapshot, now: Snapshot, was: Mapping[str, str]
) -> list[tuple[str, str, PairVerdict, PairVerdict]]:
    """Pairs in both, with their numbers before and now; the one that scores higher now first."""
    pairs = []
    for (a, b), pair in now.pairs.items():
        then = earlier.pair(was[a], was[b]) if a in was and b in was else None
        if then is not None:
            pairs.append((a, b, then, pair))
    return pairs


def _cause(
    now: Snapshot, pair: PairVerdict, own: bool, tested_alike: bool, joined: Sequence[str], others: Sequence[str]
) -> Cause:
    """Why a decision is another. More comparisons settle nothing, where the chance of any error is bounded."""
    if own:
        return "scores"
    if not tested_alike:
        return "options"
    grew = bool(joined) and not others
    if pair.queries.significant and grew and now.options.get("correction", "holm") not in FALSE_DISCOVERIES:
        return "chance"
    return "runs" if joined or others else "chance"


def _turned(
    earlier: Snapshot, now: Snapshot, was: Mapping[str, str], a: str, b: str, then: PairVerdict, pair: PairVerdict
) -> bool:
    """Whether the order of two means is another; equal means had none."""
    tied = equal(earlier.mean[was[a]], earlier.mean[was[b]]) or equal(now.mean[a], now.mean[b])
    return then.queries.difference * pair.queries.difference < 0 and not tied


def _label_states(
    pairs: Sequence[tuple[str, str, PairVerdict, PairVerdict]], touched: set[str], *, alike: bool
) -> dict[tuple[str, str, bool], int]:
    return Counter(
        (then.labels.state, pair.labels.state, alike and not {a, b} & touched)
        for a, b, then, pair in pairs
        if then.labels and pair.labels and then.labels.state != pair.labels.state
    )


def _options(earlier: Snapshot, now: Snapshot) -> list[tuple[str, Option, Option]]:
    names = dict.fromkeys((*earlier.options, *now.options))
    options: list[tuple[str, Option, Option]] = [
        (name, earlier.options.get(name, ""), now.options.get(name, "")) for name in names
    ]
    options.append(("irassay version", earlier.version, now.version))
    return [(name, before, after) for name, before, after in options if before != after]


def _labels(earlier: Snapshot, now: Snapshot) -> LabelChanges:
    a, b = earlier.labels, now.labels
    same_file = earlier.labels_file == now.labels_file if earlier.labels_file and now.labels_file else None
    both = [q for q in b if q in a]
    return LabelChanges(
        sum(n for n, _ in a.values()),
        sum(n for n, _ in b.values()),
        new_queries=[q for q in b if q not in a],
        gone_queries=[q for q in a if q not in b],
        more=[q for q in both if b[q][0] > a[q][0]],
        fewer=[q for q in both if b[q][0] < a[q][0]],
        regraded=[q for q in both if b[q][0] == a[q][0] and b[q][1] != a[q][1]],
        same_file=same_file,
    )


def _only_below(now: Snapshot, system: str, new: set[str]) -> bool:
    """Whether every system that is significantly above this one is new."""
    above = [a for (a, b), pair in now.pairs.items() if b == system and pair.queries.significant]
    return bool(above) and all(a in new for a in above)
