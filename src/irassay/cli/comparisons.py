"""From the arguments of `compare` to verdicts: one a measure, with what is shown beside it. Only gathers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from irassay.cli import by_query, expectation, inputs
from irassay.errors import UsageError
from irassay.wording import count, visible

if TYPE_CHECKING:
    import argparse

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.verdict import Verdict
    from irassay.verdict.pair import Require


@dataclass(frozen=True)
class Comparison:
    """One measure as it is printed.

    Attributes
    ----------
    verdict : Verdict
    require : str
        What labels must do before one system is called better: ``"proved"``, ``"likely"``, ``"taken"``.
    metadata : mapping
        Column -> system -> value.
    inputs : mapping
        Path -> SHA-256.
    warnings : sequence of str
    behind : mapping
        (system, system) -> the queries on which they differ most, where asked for.
    query_texts, doc_texts : mapping
        Of the queries and documents of `behind`, where texts were given.
    """

    verdict: Verdict
    require: Require = "likely"
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    behind: by_query.Behind = field(default_factory=dict)
    query_texts: Mapping[str, str] = field(default_factory=dict)
    doc_texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def league(self) -> League:
        """What the queries say."""
        return self.verdict.league


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


def from_scores(args: argparse.Namespace) -> list[Comparison]:
    """Leagues of scores that were read from files: one a measure, the labels' doubt not computed."""
    from irassay.measures import Measure
    from irassay.scoring.score_files import read_scores
    from irassay.verdict import Verdict

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
        verdict = Verdict(league, measure if isinstance(measure, Measure) else None, n_runs=len(table.systems))
        found.append(Comparison(verdict, inputs=hashes, warnings=[*said, *unknown, *_cautions(league)]))
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


def from_labels(args: argparse.Namespace, default: Sequence[str]) -> list[Comparison]:
    """Verdicts of runs under labels."""
    from irassay.cli.eval_notes import not_sampled
    from irassay.estimates.completion import on_scale
    from irassay.measures import parse_all
    from irassay.scoring import evaluate
    from irassay.verdict import verdict_of

    measures = parse_all(args.measures or default)
    qrels = inputs.labels(args)
    runs = inputs.rankings(args, args.runs)
    qrels, runs = inputs.merged(args, qrels, runs)
    of_labels = not_sampled(qrels)
    if not any(measure.of_sample for measure in measures):
        qrels = qrels.judged()
    if args.scale is not None:
        measures = tuple(on_scale(measure, qrels, args.scale) for measure in measures)
    scores = evaluate(
        qrels,
        runs,
        list(dict.fromkeys(measures)),
        queries=args.queries,
        ties=args.ties,
        compat=args.compat,
        threads=args.threads,
    )
    hashes = {reading.source: reading.sha256 for reading in (*qrels.readings, *runs.readings)} if args.output else {}
    warnings = _warnings(scores, of_labels, [*qrels.readings, *runs.readings])
    metadata = _metadata(args)
    leagues = [_league(args, scores, measure) for measure in measures]
    behind = [by_query.gathered(args, asked_pairs(args, league), league, scores, qrels, runs) for league in leagues]
    query_texts, doc_texts = by_query.texts_of(args, behind)
    comparisons = []
    for measure, league, differences in zip(measures, leagues, behind):
        verdict = verdict_of(
            league,
            qrels,
            runs,
            measure,
            ties=scores.policy.ties,
            unseen=args.unseen,
            scale=args.scale,
            pairs=asked_pairs(args, league),
            threads=args.threads,
        )
        comparisons.append(
            Comparison(
                verdict,
                args.require or "likely",
                metadata,
                hashes,
                [*warnings, *_cautions(league)],
                differences,
                query_texts,
                doc_texts,
            )
        )
    if args.unjudged:
        _write_unjudged(args, qrels, runs, comparisons[0].verdict)
    return comparisons


def _write_unjudged(args: argparse.Namespace, qrels: Qrels, runs: Runs, verdict: Verdict) -> None:
    from irassay.cli import unjudged_file
    from irassay.drawing.text import filled

    n = unjudged_file.write(args, qrels, runs, verdict)
    text = f"{args.unjudged}  {n:,} document{'' if n == 1 else 's'} to judge, worst first"
    text = f"{text}. {unjudged_file.how_many(verdict)}".removesuffix(". ")
    args.screen.explain(filled(text, args.screen.prose))


def asked_pairs(args: argparse.Namespace, league: League) -> list[tuple[str, str]]:
    """Pairs of systems that the answer is about: those asked for, or the only one."""
    named = [(a, b) for a, b in args.pair]
    if args.expect and not named:
        named = [expectation.parse(args.expect, league.runs)]
    if not named and len(league.systems) == 2 and not league.baseline:
        named = [(league.systems[0], league.systems[1])]
    pairs = [(league.stands_for(a), league.stands_for(b)) for a, b in named]
    return list(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))


def _warnings(scores: Any, of_labels: Sequence[str], readings: Sequence[Any]) -> list[str]:
    from irassay.cli.eval_notes import Notes

    return Notes(scores, (), readings, by_default=False, of_labels=of_labels).warnings()


def _cautions(league: League) -> list[str]:
    from irassay.comparison.words import cautions
    from irassay.wording import visible

    without = "not ranked, without a score on some query that others have"
    return [*(f"{visible(name)}: {without}" for name in league.unranked), *map(visible, cautions(league))]


def _metadata(args: argparse.Namespace) -> Mapping[str, Mapping[str, str]]:
    if not args.metadata:
        return {}
    from irassay.formats.reading.metadata import read_metadata

    columns: Mapping[str, Mapping[str, str]] = read_metadata(args.metadata).columns
    return columns
