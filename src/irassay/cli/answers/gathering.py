"""The inputs of a comparison: labels and runs, scores from files, or several collections; and the comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from irassay.cli.answers import comparisons as of_one
from irassay.cli.answers import over_collections, unjudged_file
from irassay.cli.answers.comparison import Comparison, Question
from irassay.cli.answers.comparisons import Beside, Evaluation, LeagueOf, MissingLabels, columns_of
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import by_collection
from irassay.errors import InputError, UsageError
from irassay.formats.labels.quepid_book import RatingScale, rating_scale
from irassay.measures import names_as_asked
from irassay.preflight.unfit import check_asked, check_labels, check_loser, silent_error
from irassay.verdict import expectation

if TYPE_CHECKING:
    from irassay.cli.answers.unjudged_file import ToJudge
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.result import Table
    from irassay.scoring.policy import Policy


@dataclass(frozen=True, slots=True)
class Sources:
    """The files that are compared, in one of three forms."""

    inputs: Inputs  # of one collection; without files where there is another form
    scores: Sequence[str]  # files of scores per query
    collections: Sequence[str]  # texts of ``--collection``
    measures: Sequence[str]  # those that were named
    beside: Beside

    def of_files(self) -> list[Inputs]:
        """Labels and runs of each collection; none where scores are compared."""
        if self.scores:
            return []
        if self.collections:
            return list(by_collection(self.inputs, self.collections).values())
        return [self.inputs]


def compared(
    sources: Sources,
    question: Question,
    policy: Policy,
    missing: MissingLabels,
    league_of: LeagueOf,
    screen: Screen,
    *,
    default: Sequence[str],
) -> tuple[list[Comparison], Mapping[str, str]]:
    """The comparisons, and the SHA-256 of files of labels and runs; `default` are the measures where none is named."""
    inputs, threads = sources.inputs, sources.inputs.threads
    renaming = inputs.renaming
    measures = sources.measures or default
    if sources.scores:
        comparisons = of_one.from_scores(sources.scores, sources.measures, league_of, renaming)
        question.check_tested(comparisons[0].league)
        return of_one.with_margin(_told(comparisons, sources), question, None), dict.fromkeys(sources.scores, "")
    if sources.collections:
        files = by_collection(inputs, sources.collections)
        evaluations = over_collections.evaluated(files, measures, policy, missing, screen)
        renaming.check()
        refuse_unfit(evaluations, question)
        systems = (system for one in evaluations.values() for system in one.runs.systems)
        metadata = columns_of(sources.beside.metadata, systems, renaming)
        comparisons = over_collections.comparisons_over(
            evaluations, league_of, question, missing, metadata, threads=threads
        )
        hashes = {source: sha for one in evaluations.values() for source, sha in one.hashes().items()}
        told = _told(comparisons, sources)
        told = of_one.with_margin(told, question, None, of_collections=evaluations, threads=threads)
        refuse_cut(told, question)
        return told, hashes
    evaluation = of_one.evaluation_of(inputs, measures, policy, missing, screen)
    renaming.check()
    refuse_unfit({"": evaluation}, question)
    comparisons = of_one.from_labels(
        evaluation, league_of, question, missing, sources.beside, renaming, threads=threads
    )
    comparisons = of_one.with_margin(_told(comparisons, sources), question, evaluation, threads=threads)
    refuse_cut(comparisons, question)
    first = comparisons[0]
    comparisons[0] = replace(first, n_to_judge=partial(n_to_judge, evaluation, question, first))
    if missing.to_judge:
        scale = rating_scale(evaluation.qrels, factor=inputs.grade_scale, grades=missing.scale)
        news = write_unjudged(missing.to_judge, evaluation, question, comparisons[0], sources.beside, scale, screen)
        comparisons[0] = replace(comparisons[0], news=news)
    return comparisons, evaluation.hashes()


def _asked(question: Question, systems: Sequence[str]) -> set[str]:
    """The systems that ``--pair`` and ``--expect`` name."""
    names = {name for pair in question.pair_names for name in pair}
    if not question.expect:
        return names
    return names | set(expectation.expectation_of(question.expect, question.margin, systems).pair)


def _told(comparisons: Sequence[Comparison], sources: Sources) -> list[Comparison]:
    """The comparisons with what was removed from the runs, and whether there are several measures, named as asked."""
    several = len({one.league.measure for one in comparisons}) > 1
    how, names = sources.inputs.identical_ids or "count", _as_asked(sources.measures)
    told = [replace(one, identical_ids=how, among_measures=several) for one in comparisons]
    leagues = (replace(one.league, measure=names.get(one.league.measure, one.league.measure)) for one in told)
    return [
        replace(one, verdict=replace(one.verdict, league=league)) if one.league.measure in names else one
        for one, league in zip(told, leagues)
    ]


def _as_asked(texts: Sequence[str]) -> dict[str, str]:
    """Our name of a measure -> the one by which it was first asked for, where that is another."""
    ours: list[str] = []
    for text in texts:
        with suppress(UsageError):  # a column of scores that are no measure of ours
            names_as_asked([text])
            ours.append(text)
    names = {str(measure): name for measure, name in names_as_asked(ours).items()} if ours else {}
    return {measure: name for measure, name in names.items() if measure != name}


def write_unjudged(
    asked: ToJudge,
    evaluation: Evaluation,
    question: Question,
    one: Comparison,
    beside: Beside,
    scale: RatingScale,
    screen: Screen,
) -> tuple[str, str]:
    """Write the documents whose labels matter to the answer; how many and how to rate them, and all that is known."""
    verdict, margin = one.verdict, one.margin
    pairs = question.pairs(verdict.league)
    if margin is not None:  # of the order, which was not asked for
        verdict = replace(verdict, judging=None, judging_pairs={})
    missing, table = _lists(evaluation, question, one)
    rows = unjudged_file.first_rows(table, asked.limit, verdict, screen)
    unjudged_file.write(
        rows, asked.to, scale, query_texts=beside.query_texts, doc_texts=beside.doc_texts, screen=screen
    )
    first, rest = unjudged_file.sentences(asked, len(rows), len(table), verdict, pairs, margin)
    needed = unjudged_file.how_many(verdict)
    marked = unjudged_file.unrateable(len(missing) - len(table), asked.to, among=len(table), counted=bool(needed))
    proof = unjudged_file.of_proof(verdict, one.require)
    sentences = [marked] if marked and not len(table) else [first, rest, proof, marked]
    order = question.order(verdict.league)
    if len(rows) and order:
        settled = margin.by_queries != "open" if margin else one.verdict.pair(*order).queries.significant
        sentences += [] if settled else [CLI("to-judge.queries")]
    ratings = unjudged_file.rate_on(scale, unjudged_file.form_of(asked.to)) if len(rows) else ""
    *before, last = filter(None, [*sentences, ratings])
    short = f"{sentences[0].rstrip('.')}. {ratings}".rstrip()
    return short, " ".join([*(f"{text.rstrip('.')}." for text in before), last])


def n_to_judge(evaluation: Evaluation, question: Question, one: Comparison) -> int | None:
    """How many documents the list has, none written; None where a measure or labels leave it nothing to go by."""
    return None if one.verdict.bounds is None else len(_lists(evaluation, question, one)[1])


def _lists(evaluation: Evaluation, question: Question, one: Comparison) -> tuple[Table, Table]:
    """The documents whose labels matter to the answer, and those of them that somebody can rate."""
    pairs = question.pairs(one.league)
    missing = unjudged_file.unjudged_table(evaluation.qrels, evaluation.runs, one.verdict, pairs, one.margin)
    return missing, unjudged_file.rateable(missing, evaluation.qrels)


def refuse_silent(comparisons: Sequence[Comparison]) -> None:
    """Raise InputError, with the runs and a query of the labels, where no run answers a labelled query."""
    for one in comparisons:
        league = one.verdict.league
        silent = [run for run in league.runs if one.unanswered.get(run, 0) >= len(league.queries)]
        if silent and league.queries and len(silent) == len(league.runs):
            rename = "" if one.unfit is None else one.unfit.rename
            raise InputError(silent_error(silent, league.queries, one.collection, rename))


def refuse_unfit(evaluations: Mapping[str, Evaluation], question: Question) -> None:
    """Raise InputError where a run that the question names answers no labelled query, or has no labelled document; else
    where no run of a collection has one. `evaluations` by collection, "" where there is one."""
    for name, one in evaluations.items():
        check_asked(one.unfit, one.scores, _asked(question, one.runs.systems), name)
    collections = {name: (one.qrels, one.runs) for name, one in evaluations.items()}
    check_labels(collections, {name: one.unfit for name, one in evaluations.items()})


def refuse_cut(comparisons: Sequence[Comparison], question: Question) -> None:
    """InputError where the order of ``--expect`` is settled against a run with cut lists, if labels are not `taken`."""
    from irassay.cli.answers import decision

    first = comparisons[0]
    order = question.order(first.league)
    code = None if order is None or first.require == "taken" else decision.code(first, *order)
    if order is None or code not in (0, 1):
        return
    loser = order[1 - code]
    for one in comparisons:
        if one.unfit is not None and one.league.measure == first.league.measure:
            check_loser(one.unfit, str(one.verdict.measure), loser, one.collection)
