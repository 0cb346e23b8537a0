"""The list of documents to judge next, written to a file, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.cli.answers import unjudged_file

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.cli.answers.comparisons import Beside, Evaluation
    from irassay.cli.answers.question import Question
    from irassay.cli.answers.unjudged_file import ToJudge
    from irassay.drawing.terminal import Screen
    from irassay.formats.labels.rating_scale import RatingScale
    from irassay.result import Table


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
    if len(rows) and order and _queries_leave_open(one, order):
        sentences.append(unjudged_file.QUERIES_OPEN)
    ratings = unjudged_file.rate_on(scale, unjudged_file.form_of(asked.to)) if len(rows) else ""
    *before, last = filter(None, [*sentences, ratings])
    short = f"{sentences[0].rstrip('.')}. {ratings}".rstrip()
    return short, " ".join([*(f"{text.rstrip('.')}." for text in before), last])


def n_to_judge(evaluation: Evaluation, question: Question, one: Comparison) -> int | None:
    """How many documents the list has, none written; None where a measure or labels leave it nothing to go by."""
    if one.verdict.bounds is None:
        return None
    return len(_lists(evaluation, question, one)[1])


def _lists(evaluation: Evaluation, question: Question, one: Comparison) -> tuple[Table, Table]:
    """The documents whose labels matter to the answer, and those of them that somebody can rate."""
    pairs = question.pairs(one.league)
    missing = unjudged_file.unjudged_table(evaluation.qrels, evaluation.runs, one.verdict, pairs, one.margin)
    return missing, unjudged_file.rateable(missing, evaluation.qrels)


def _queries_leave_open(one: Comparison, order: tuple[str, str]) -> bool:
    """Whether the queries alone leave the answer about an order open, with the present labels."""
    if one.margin is not None:
        return one.margin.by_queries == "open"
    return not one.verdict.pair(*order).queries.significant
