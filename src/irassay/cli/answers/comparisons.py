"""From scores, or from labels and runs, to verdicts: one a measure, with what is shown beside it. Only gathers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.cli.answers import eval_notes, nearly_equal_ids, pair_screen
from irassay.cli.answers.cautions import cautions_of, cautions_on, mean_rows, of_one_system, systems_by_collection
from irassay.cli.answers.comparison import Behind, Comparison, Question
from irassay.cli.answers.eval_notes import Notes, in_no_mean, not_sampled, nothing_relevant, without_relevant
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import load
from irassay.cli.renaming import nothing_in_common
from irassay.collection.own_documents import OwnDocuments, own_documents_of
from irassay.comparison.disagreement import disagreements
from irassay.comparison.paired_scores import absent
from irassay.errors import InputError, UsageError, cut
from irassay.estimates import default_scale, has_bounds
from irassay.estimates.universe import Missing, on_scale
from irassay.measures import Measure, parse_all
from irassay.messages import listed, visible
from irassay.preflight.metadata_values import without_row
from irassay.preflight.unfit import Unfit, of_order, unfit
from irassay.scoring.evaluate import evaluate_by
from irassay.scoring.score_table import ScoreTable, in_common, one_split
from irassay.verdict import Verdict, non_inferiority
from irassay.verdict.settle import Scored, settled

if TYPE_CHECKING:
    from irassay.cli.answers.unjudged_file import ToJudge
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.renaming import Renaming
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.preflight.order import TieMoves
    from irassay.scoring import Scores
    from irassay.scoring.policy import Policy
    from irassay.verdict.pair import Require

LeagueOf: TypeAlias = "Callable[..., League]"  # `compare` with all that says how systems are tested
MOST_TASKS = 20  # that a warning names
SHOWN = 3  # names in a message


@dataclass(frozen=True)
class MissingLabels(Missing):
    """What is required of the labels, and what is reckoned with where they are missing."""

    require: Require = "likely"  # what labels must do before one system is called better
    to_judge: ToJudge | None = None  # file of documents to judge, with the first measure's bounds, sparse labels too

    def of(self, evaluation: Evaluation, measure: Measure) -> Missing:
        """What bounds are asked for, also where only the documents to judge ask for some."""
        asked = self.to_judge and measure == evaluation.measures[0] and has_bounds(measure)
        scale = default_scale(evaluation.qrels, measure) if asked and self.scale is None else self.scale
        return Missing(self.unseen, scale)


@dataclass(frozen=True)
class Beside:
    """Files of what is shown beside the numbers: facts about systems, texts of queries and of documents."""

    metadata: str | None = None
    query_texts: str | None = None
    doc_texts: str | None = None


@dataclass(frozen=True)
class Evaluation:
    """Labels, runs and their scores."""

    qrels: Qrels
    runs: Runs
    measures: Sequence[Measure]
    scores: Scores
    warnings: Sequence[str]
    own: OwnDocuments
    unfit: Unfit  # runs that these labels or measures don't fit

    @property
    def unanswered(self) -> dict[str, int]:
        """System -> number of queries that its run leaves out and that count 0."""
        from irassay.studies.paper_table import counted_as_0

        return counted_as_0(self.scores)

    def under(self, measure: Measure) -> Scored:
        """The same under one of the measures."""
        return Scored(self.qrels, self.runs, self.scores, measure)

    def ties(self, verdict: Verdict) -> TieMoves | None:
        """What equal scores leave open of the means by the measure of a verdict on these scores."""
        from irassay.studies.paper_table import ties_of

        return ties_of(verdict, self.qrels, self.runs, self.scores.policy.ties)

    def of_order(self, measure: Measure, ties: TieMoves | None) -> list[str]:
        """What `check` says of scores that may be distances, and of equal scores where these move a mean by much."""
        return of_order(self.qrels, self.runs, measure, ties, read=self.scores.policy.ties)

    def of_runs(self, one: Comparison) -> Comparison:
        """A comparison of these scores with what is known of their runs."""
        return replace(one, unanswered=self.unanswered, own=self.own, unfit=self.unfit, readings=self.runs.readings)

    def hashes(self) -> dict[str, str]:
        """SHA-256 of every file of labels and runs."""
        return {reading.source: reading.sha256 for reading in (*self.qrels.readings, *self.runs.readings)}


def from_scores(
    sources: Sequence[str], measures: Sequence[str], league_of: LeagueOf, renaming: Renaming
) -> list[Comparison]:
    """Leagues of scores that are read from files: one a measure, the labels' doubt not computed."""
    from irassay.scoring.score_files import read_scores

    table = read_scores(sources, rename=renaming)
    renaming.check()
    names = measures or [str(measure) for measure in table.measures]
    warnings = [mean_rows(table.mean_rows)] if table.mean_rows else []
    warnings += [CLI("mean-rows.all", n=table.left_out)] if table.left_out else []
    if table.by_task:
        if not measures and len(names) > 1:
            warnings.append(CLI("of-scores.measures", measure=names[0], of=len(names)))
            names = names[:1]
        table, of_tasks = _tasks_in_common(table, names)
        warnings += of_tasks
    comparisons = []
    for name in names:
        measure = _in_table(name, table.measures)
        league = mean_league(table, measure, league_of)
        unknown = [] if isinstance(measure, Measure) else [CLI("of-scores.unknown", measure=visible(name))]
        of_measure = measure if isinstance(measure, Measure) else None
        warnings_of = [*warnings, *unknown]
        names_of = list(dict.fromkeys(table.collections)) if len(set(table.collections)) > 1 else []
        each = [(of, league_of(table.of_collection(of), measure=measure)) for of in names_of]
        for name_of, one in (("", league), *each):
            verdict = Verdict(one, of_measure, n_runs=len(table.systems))
            cautions = cautions_of(one, {} if name_of else absent(table, league.measure))
            comparisons.append(Comparison(verdict, warnings=[*warnings_of, *cautions], collection=name_of))
    return comparisons


def mean_league(table: ScoreTable, measure: Any, league_of: LeagueOf) -> League:
    """The league of all collections of a table, or of its only one; UsageError where no system is on all."""
    lacking = absent(table, measure)
    if table.systems and len(lacking) == len(table.systems):
        raise nothing_in_common(systems_by_collection(table.systems, dict.fromkeys(table.collections), lacking))
    return league_of(table, measure=measure)


def _tasks_in_common(table: ScoreTable, names: Sequence[str]) -> tuple[ScoreTable, list[str]]:
    """The scores on one split of each task, where all systems have one, and what is said of the others."""
    split = one_split(table.queries)
    of_split = table.on(split)
    common = in_common(of_split, [_in_table(name, table.measures) for name in names])
    if not common:
        of_parts = f"; there are {listed(table.queries, MOST_TASKS)}" if not split else ""
        raise InputError(f"no task in common: no test split has a {' or '.join(names)} of every system{of_parts}")
    of = {
        "tasks": common,
        "splits": [name for name in table.queries if name not in split],
        "missing": [name for name in split if name not in common],
    }
    return of_split.on(common), [CLI(f"of-scores.{form}", names=names) for form, names in of.items() if names]


def _in_table(name: str, there: Sequence[Any]) -> Any:
    for measure in there:
        if str(measure) == name or measure == name:
            return measure
    if len(there) == 1 and str(there[0]) == "score":
        return there[0]  # a table without a column for it: the name given is its name
    measure = Measure.parse(name)
    if measure in there:
        return measure
    raise UsageError(f"no {name} in these scores; there are {', '.join(map(str, there))}")


def evaluation_of(
    inputs: Inputs, measures: Sequence[str], policy: Policy, missing: MissingLabels, screen: Screen
) -> Evaluation:
    """Every run scored under the labels; `screen` explains which documents count as one."""
    parsed = parse_all(measures)
    qrels, runs = load(inputs, screen)
    of_labels = not_sampled(qrels)
    if not any(measure.of_sample for measure in parsed):
        qrels = qrels.judged()
    parsed = tuple(on_scale(measure, qrels, missing.scale) for measure in parsed)
    scores = evaluate_by(qrels, runs, list(dict.fromkeys(parsed)), policy, threads=inputs.threads)
    readings, empty = [*qrels.readings, *runs.readings], runs.without_hits
    notes = Notes(scores, (), readings, False, of_labels, empty)
    own, zero = own_documents_of(qrels, runs), nothing_relevant(without_relevant(qrels, parsed))
    warnings = [*eval_notes.of_own_documents(inputs, own), *zero, *in_no_mean(qrels), *notes.warnings()]
    return Evaluation(qrels, runs, parsed, scores, warnings, own, unfit(qrels, runs, parsed))


def from_labels(
    evaluation: Evaluation,
    league_of: LeagueOf,
    question: Question,
    missing: MissingLabels,
    beside: Beside,
    renaming: Renaming,
    *,
    threads: int = 0,
) -> list[Comparison]:
    """Verdicts of runs under labels."""
    leagues = [league_of(evaluation.scores, measure=measure) for measure in evaluation.measures]
    for league in leagues:
        question.check_tested(league)
    behind = [_behind(evaluation, question, league) for league in leagues]
    texts = pair_screen.texts_of(behind, query_texts=beside.query_texts, doc_texts=beside.doc_texts)
    empty = nearly_equal_ids.empty_texts(texts.queries, "query", "--query-texts")
    metadata, without_row = columns_of(beside.metadata, evaluation.runs.systems, renaming)
    comparisons = []
    for measure, league, differences in zip(evaluation.measures, leagues, behind):
        pairs = question.pairs(league)
        of, stated = evaluation.under(measure), missing.of(evaluation, measure)
        verdict, _ = settled(of, league, stated, pairs=pairs, threads=threads)
        ties = evaluation.ties(verdict)
        order = evaluation.of_order(measure, ties)
        warnings = [*evaluation.unfit.warnings(measure), *evaluation.warnings, *without_row, *order]
        warnings += [empty] if empty else []
        warnings += cautions_on(verdict, unlabelled=evaluation.unfit.unlabelled, rename=evaluation.unfit.rename)
        one = Comparison(verdict, missing.require, metadata, warnings, differences, texts, ties=ties)
        comparisons.append(evaluation.of_runs(one))
    return comparisons


def with_margin(
    comparisons: Sequence[Comparison],
    question: Question,
    evaluation: Evaluation | None,
    *,
    of_collections: Mapping[str, Evaluation] | None = None,
    threads: int = 0,
) -> list[Comparison]:
    """The comparisons; that of the first measure, and of its collections, with the answer about a margin."""
    first, *others = comparisons
    if (expected := question.expectation(first.league)) is None or (margin := expected.margin) is None:
        return [first, *others]
    pair, evaluations = expected.pair, {"": evaluation, **(of_collections or {})}

    def decided(one: Comparison) -> Comparison:
        of = evaluations.get(one.collection)
        nouns: dict[str, Any] = {} if of is None else {"qrels": of.qrels, "runs": of.runs}
        decision = non_inferiority(one.verdict, *pair, margin=margin, threads=threads, **nouns)
        return replace(one, margin=decision, warnings=[*one.warnings, *of_one_system(one.league, *pair)])

    mine = takewhile(lambda one: one.collection, others)
    each = [decided(one) if set(pair) <= set(one.league.runs) else one for one in mine]
    return [decided(first), *each, *others[len(each) :]]


def _behind(evaluation: Evaluation, question: Question, league: League) -> Behind:
    """The documents behind the largest differences of each pair; nothing where they are not shown."""
    under = partial(disagreements, evaluation.scores, evaluation.qrels, evaluation.runs)
    pairs = question.pairs(league) if question.pair_queries else ()
    return {pair: under(*pair, measure=league.measure, n_queries=pair_screen.MOST) for pair in pairs}


def columns_of(
    source: str | None, systems: Iterable[str], renaming: Renaming
) -> tuple[Mapping[str, Mapping[str, str]], list[str]]:
    """Column -> system -> value of a file, {} without one, and a sentence where a system has no row, by its own or its
    new name. InputError where no row is about a system, or rows of one differ."""
    from irassay.formats.reading.metadata import read_metadata

    if not source:
        return {}, []
    about, there = read_metadata(source), list(dict.fromkeys(systems))
    names = {row: new if row not in there and (new := renaming(row)) in there else row for row in about.systems}
    rows_of: dict[str, list[str]] = {}
    for row, name in names.items():
        rows_of.setdefault(name, []).append(row)
    without = [system for system in there if system not in rows_of]
    if len(without) == len(there):
        rows, runs = _first_names(about.systems), _first_names(there)
        raise InputError(f"{source} has rows of {rows}, none of a run that is compared: {runs}")
    kept = about.sel(_row_of(name, rows, about, source) for name, rows in rows_of.items())
    others = [row for row, name in names.items() if name not in there]
    finding = without_row(without, len(there), others) if without else None
    return kept.renamed(names).columns, [f"{finding.text}: {finding.where[0]}"] if finding else []


def _row_of(name: str, rows: list[str], about: Metadata, source: str) -> str:
    """The row that counts for a system: that of its new name, or else the only one, or one of equal rows."""
    if name in rows:
        return name
    first, *others = rows
    for other in others:
        if about.of(other) != about.of(first):
            raise InputError(f"{source}: the rows of {cut(first)} and {cut(other)}, both {cut(name)}, differ")
    return first


def _first_names(names: Iterable[str]) -> str:
    return listed([cut(name) for name in names], SHOWN)
