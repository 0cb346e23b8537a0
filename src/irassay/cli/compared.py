"""One measure's comparison as `compare` prints it: the League with its Bounds in the same order. Only gathers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from irassay.cli import by_query, expectation, inputs
from irassay.errors import UsageError

if TYPE_CHECKING:
    import argparse

    import numpy as np
    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.estimates import Bounds, LabelsNeeded
    from irassay.measures import Measure


@dataclass(frozen=True)
class Compared:
    """What is known of one measure.

    Attributes
    ----------
    league : League
    bounds : Bounds or None
        None where labels were not given or the measure has no bounds.
    rows : list of int
        Place in the bounds of each system of the league.
    n_labels : int
        0 where none were given.
    cutoff : int or None
        How far the measure reads; None for the whole list.
    judged : mapping
        System -> share of its documents down to the cutoff that have a label.
    unjudged : int
        Distinct documents that some run returns down to the cutoff and that have no label.
    metadata : mapping
        Column -> system -> value.
    needed : mapping
        {place, place} -> how many labels settle the pair, for pairs that were asked for and are open.
    leaders_needed : LabelsNeeded or None
        The same for the open pairs with a leader, or with a baseline; None where pairs were asked for.
    inputs : mapping
        Path -> SHA-256.
    warnings : sequence of str
    behind : mapping
        (system, system) -> the queries on which they differ most, where asked for.
    query_texts, doc_texts : mapping
        Of the queries and documents of `behind`, where texts were given.
    """

    league: League
    bounds: Bounds | None = None
    rows: Sequence[int] = ()
    n_labels: int = 0
    cutoff: int | None = None
    whole_list: bool = True
    judged: Mapping[str, float] = field(default_factory=dict)
    unjudged: int = 0
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    needed: Mapping[frozenset[int], LabelsNeeded] = field(default_factory=dict)
    leaders_needed: LabelsNeeded | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    behind: by_query.Behind = field(default_factory=dict)
    query_texts: Mapping[str, str] = field(default_factory=dict)
    doc_texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Places of the pairs that the question is about: all, or with each baseline all others."""
        n = len(self.league.systems)
        if not self.league.baseline:
            return [(i, j) for i in range(n) for j in range(i + 1, n)]
        bases = [self.league.systems.index(name) for name in dict.fromkeys(self.league.baseline)]
        return [(i, base) for base in bases for i in range(n) if i != base]

    def state(self, i: int, j: int) -> str:
        """What the labels say of two places of the league; "" where not computed."""
        return "" if self.bounds is None else str(self.bounds.state[self.rows[i]][self.rows[j]])

    def states(self) -> dict[str, int]:
        """State -> pairs."""
        found = dict.fromkeys(("settled", "open", "not known", "exactly tied"), 0)
        for i, j in self.pairs:
            if self.bounds is not None:
                found[self.state(i, j)] += 1
        return found

    def means(self, name: str) -> NDArray[np.float64] | None:
        """Mean of the bounds' ``lower``, ``estimate`` or ``upper`` by place in the league; None where not computed."""
        if self.bounds is None:
            return None
        means: NDArray[np.float64] = getattr(self.bounds, name).mean(axis=1)[list(self.rows)]
        return means

    @cached_property
    def detectable(self) -> NDArray[np.float64]:
        """The least difference of each two places that these queries would show with 80% power: an estimate."""
        from irassay.comparison import minimum_detectable

        return minimum_detectable(self.league)

    @property
    def typical(self) -> float:
        """The median of these over the pairs that can't be told apart; NaN where there is none."""
        from irassay.comparison import typical_detectable

        return typical_detectable(self.league, self.detectable, self.pairs)

    @cached_property
    def unresolvable(self) -> NDArray[np.bool_] | None:
        """Which places no labels would make these queries tell apart: an estimate; None where there are no bounds."""
        if self.bounds is None:
            return None
        import numpy as np

        from irassay.comparison import unresolvable_by_labels

        square = np.ix_(self.rows, self.rows)
        low, high = self.bounds.difference_lower[square], self.bounds.difference_upper[square]
        return unresolvable_by_labels(self.league, low, high)

    @property
    def has_estimate(self) -> bool:
        """Whether every system has an expected score."""
        estimate = self.means("estimate")
        return estimate is not None and not any(x != x for x in estimate.tolist())

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """Least and greatest difference of two places over completions."""
        assert self.bounds is not None
        a, b = self.rows[i], self.rows[j]
        return float(self.bounds.difference_lower[a, b]), float(self.bounds.difference_upper[a, b])


def _league(args: argparse.Namespace, scores: Any, measure: Any) -> League:
    from irassay.comparison import compare

    return compare(
        scores,
        measure=measure,
        baseline=args.baseline,
        test=args.test,
        correction=args.correction,
        interval=args.interval,
        ranks=args.ranks,
        alpha=args.alpha,
        n_resamples=args.n_resamples,
        seed=args.seed,
        threads=args.threads,
    )


_TAKEN = "its mean over queries is compared, and higher is taken as better"


def from_scores(args: argparse.Namespace) -> list[Compared]:
    """Leagues of scores that were read from files: one a measure, the labels' doubt not computed."""
    from irassay.measures import Measure
    from irassay.scoring.score_files import read_scores
    from irassay.wording import count, visible

    table = read_scores(args.scores)
    wanted = args.measures or [str(measure) for measure in table.measures]
    said = [f"{count(table.left_out)} summary lines (query all) left out"] if table.left_out else []
    if table.by_task:
        said.append(
            f"{count(len(table.queries))} tasks with one aggregate each: what is said of queries is about tasks"
        )
        if not args.measures and len(wanted) > 1:
            said.append(f"{wanted[0]} of {count(len(wanted))} measures; -m names another")
            del wanted[1:]
    hashes = dict.fromkeys(args.scores, "")
    found = []
    for name in wanted:
        measure = _in_table(name, table.measures)
        league = _league(args, table, measure)
        unknown = [] if isinstance(measure, Measure) else [f"{visible(name)}: not a measure of irassay's; {_TAKEN}"]
        found.append(Compared(league, inputs=hashes, warnings=[*said, *unknown, *_cautions(league)]))
    return found


def _in_table(name: str, there: Sequence[Any]) -> Any:
    from irassay.measures import Measure

    for measure in there:
        if str(measure) == name or measure == name:
            return measure
    if len(there) == 1 and str(there[0]) == "score":
        return there[0]  # a table without a column for it: the name given is its name
    wanted = Measure.parse(name)
    if wanted in there:
        return wanted
    raise UsageError(f"no {name} in these scores; there are {', '.join(map(str, there))}")


def from_labels(args: argparse.Namespace, default: Sequence[str]) -> list[Compared]:
    """Leagues of runs under labels, with bounds where the measure has them."""
    from irassay.cli.eval_notes import not_sampled
    from irassay.measures import Measure, parse_all
    from irassay.scoring import evaluate

    measures = parse_all(args.measures or default)
    qrels = inputs.labels(args)
    runs = inputs.rankings(args, args.runs)
    qrels, runs = inputs.merged(args, qrels, runs)
    of_labels = not_sampled(qrels)
    if not any(measure.of_sample for measure in measures):
        qrels = qrels.judged()
    hidden = [Measure("Judged", cutoff=measure.cutoff) for measure in measures]
    scores = evaluate(
        qrels,
        runs,
        list(dict.fromkeys([*measures, *hidden])),
        queries=args.queries,
        ties=args.ties,
        compat=args.compat,
        threads=args.threads,
    )
    hashes = {reading.source: reading.sha256 for reading in (*qrels.readings, *runs.readings)} if args.output else {}
    warnings = _warnings(scores, of_labels, [*qrels.readings, *runs.readings])
    metadata = _metadata(args, runs)
    leagues = [_league(args, scores, measure) for measure in measures]
    behind = [by_query.gathered(args, asked_pairs(args, league), league, scores, qrels, runs) for league in leagues]
    query_texts, doc_texts = by_query.texts_of(args, behind)
    found = []
    for measure, judged, league, differences in zip(measures, hidden, leagues, behind):
        bounds, rows = _bounds(args, qrels.judged(), runs, measure, scores, league)
        needed, leaders_needed = _needed(args, qrels, runs, league, bounds)
        j = scores.measures.index(judged)
        found.append(
            Compared(
                league,
                bounds,
                rows,
                qrels.n_labels,
                measure.cutoff,
                measure.cutoff is None,
                {s: float(scores.summary_view[j, 0, i]) for i, s in enumerate(scores.systems)},
                _unjudged(qrels, runs, measure, scores, league),
                metadata,
                needed,
                leaders_needed,
                hashes,
                [*warnings, *_cautions(league)],
                differences,
                query_texts,
                doc_texts,
            )
        )
    if args.unjudged:
        from irassay.cli import unjudged_file
        from irassay.drawing.text import filled

        n = unjudged_file.write(args, qrels, runs, found[0])
        text = f"{args.unjudged}  {n:,} document{'' if n == 1 else 's'} to judge, worst first"
        text = f"{text}. {unjudged_file.how_many(found[0])}".removesuffix(". ")
        args.screen.explain(filled(text, args.screen.prose))
    return found


def _bounds(
    args: argparse.Namespace, qrels: Qrels, runs: Runs, measure: Measure, scores: Any, league: League
) -> tuple[Bounds | None, list[int]]:
    """Bounds for the queries that the league is over, which all its systems share; None where the measure has none."""
    from irassay.estimates import bound, default_scale

    labels = qrels if len(league.queries) == len(qrels.queries) else qrels.sel(queries=league.queries)
    try:
        bounds = bound(
            labels,
            runs,
            measure,
            unseen=args.unseen,
            scale=default_scale(qrels, measure) if args.scale is None else args.scale,
            ties=scores.policy.ties,
            baseline=_asked(args, league),
            seed=args.seed,
            threads=args.threads,
        )
    except UsageError:
        if args.unseen is not None or args.scale is not None:
            raise
        return None, []
    places = {system: i for i, system in enumerate(bounds.systems)}
    return bounds, [places[system] for system in league.systems]


def asked_pairs(args: argparse.Namespace, league: League) -> list[tuple[str, str]]:
    """Pairs of systems that the answer is about: those asked for, or the only one."""
    named = [(a, b) for a, b in args.pair]
    if args.expect and not named:
        named = [expectation.parse(args.expect)]
    if not named and len(league.systems) == 2 and not league.baseline:
        named = [(league.systems[0], league.systems[1])]
    pairs = [(league.stands_for(a), league.stands_for(b)) for a, b in named]
    return list(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))


def _needed(
    args: argparse.Namespace, qrels: Qrels, runs: Runs, league: League, bounds: Bounds | None
) -> tuple[dict[frozenset[int], LabelsNeeded], LabelsNeeded | None]:
    """How many labels settle the pairs asked for; where none are, the open pairs with a leader."""
    from irassay.estimates import labels_for_leaders, labels_needed

    if bounds is None:
        return {}, None
    pairs = asked_pairs(args, league)
    if not pairs:
        leaders = league.leaders or league.baseline
        return {}, labels_for_leaders(qrels, runs, bounds, leaders=leaders, among=league.systems, threads=args.threads)
    places = {system: i for i, system in enumerate(league.systems)}
    rows = {system: i for i, system in enumerate(bounds.systems)}
    undecided = [(a, b) for a, b in pairs if bounds.state[rows[a]][rows[b]] in ("open", "not known")]
    return {
        frozenset((places[a], places[b])): labels_needed(qrels, runs, bounds, [(a, b)], threads=args.threads)
        for a, b in undecided
    }, None


def _asked(args: argparse.Namespace, league: League) -> list[str]:
    """With a baseline: the systems of the pairs that are asked for. Bounds of other pairs would be for nothing."""
    if not league.baseline:
        return []
    named = {name for pair in args.pair for name in pair}
    if args.expect:
        named.update(expectation.parse(args.expect))
    pairs = [s for s in league.systems if named & {s, *league.same.get(s, ())}]
    return list(dict.fromkeys([*league.baseline, *pairs]))


def _unjudged(qrels: Qrels, runs: Runs, measure: Measure, scores: Any, league: League) -> int:
    """Documents down to the measure's cutoff without a label, counted as the report counts them."""
    from irassay.studies.overview.reach import coverage_of

    coverage = coverage_of(
        qrels,
        runs,
        order=league.systems,
        queries=league.queries,
        depth=measure.cutoff,
        rel=1,
        metadata={},
        ties=scores.policy.ties,
    )
    return coverage.unjudged


def _warnings(scores: Any, of_labels: Sequence[str], readings: Sequence[Any]) -> list[str]:
    from irassay.cli.eval_notes import Notes

    return Notes(scores, (), readings, by_default=False, of_labels=of_labels).warnings()


def _cautions(league: League) -> list[str]:
    from irassay.comparison.words import cautions
    from irassay.wording import visible

    without = "not ranked, without a score on some query that others have"
    return [*(f"{visible(name)}: {without}" for name in league.unranked), *map(visible, cautions(league))]


def _metadata(args: argparse.Namespace, runs: Runs) -> Mapping[str, Mapping[str, str]]:
    if not args.metadata:
        return {}
    from irassay.formats.metadata import read_metadata

    columns: Mapping[str, Mapping[str, str]] = read_metadata(args.metadata).columns
    return columns
