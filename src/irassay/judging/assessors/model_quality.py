"""How far models agree with people and with themselves, and their habits of place and length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from irassay.agreement import kappa_alpha
from irassay.agreement.both_leaderboards import FIRST, row_of
from irassay.agreement.top_agreement import top_agreement
from irassay.arrays import F64, I64
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.task_kinds import kind_of
from irassay.comparison.paired_scores import match
from irassay.errors import UsageError
from irassay.judging.assessors.answer_sources import ModelAnswers
from irassay.judging.assessors.judge import preferred_of
from irassay.judging.assessors.standing_answers import Standing, shown
from irassay.judging.assessors.statistic import (
    AnswerLabels,
    Statistic,
    kappa_rows,
    marked_share,
    of_queries,
    row_over_queries,
    share_row,
    square,
)
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.record import Record
from irassay.scoring import evaluate

PEOPLE = "people"
MEASURE = "nDCG@10"  # by which runs are ordered


class Call(Record):
    """What was preferred in one order of a pair, None where the two are equal."""

    query: str
    shown: tuple[str, ...]
    doc: str | None


class ModelAgreement(Record):
    """A model beside people. `square` counts tasks by people's label (rows) and the model's, ordered as `labels`."""

    name: str
    who: str  # its pseudonym
    labels: Sequence[str]
    square: F64
    rows: Sequence[Statistic]  # of people and the model, then of the model

    def row(self, name: str) -> Statistic | None:
        """The statistic of this name; None where there is none."""
        return next((one for one in self.rows if one.name == name), None)


def model_agreements(
    people: Standing, models: Iterable[ModelAnswers], settings: Settings, lengths: Mapping[str, int], runs: Runs | None
) -> list[ModelAgreement]:
    """Each model beside the label that most people give; `lengths` are the characters of documents. With runs, how far
    both order these alike by the documents that both graded; UsageError where no grades are given."""
    labels = AnswerLabels.of(people, settings.scale, equal=settings.equal)
    if runs is not None and not labels.is_graded:
        raise UsageError(JUDGING("agreement.no-grades"))
    majority = labels.majority(people)
    return [_agreement(one, people, majority, labels, settings.scale, lengths, runs) for one in models]


def people_habits(people: Standing, lengths: Mapping[str, int]) -> list[Statistic]:
    """The habits of all people together, where they compare two documents in an order that was drawn."""
    calls = []
    for one in people.answers:
        asked = people.tasks[one.task]
        if one.name is not None and kind_of(asked.kind).both_orders:
            docs = tuple(shown(asked, one.body))
            calls.append(Call(query=asked.query, shown=docs, doc=preferred_of(one.name, docs)))
    if not calls:
        return []
    ties = marked_share(PEOPLE, "tie_share", [(one.query, one.doc is None) for one in calls])
    return [ties, *_habits(PEOPLE, calls, lengths)]


def _agreement(
    model: ModelAnswers, people: Standing, majority: Mapping[str, int], labels: AnswerLabels, scale: JudgingScale,
    lengths: Mapping[str, int], runs: Runs | None,
) -> ModelAgreement:  # fmt: skip
    tasks, n = people.tasks, len(labels.names)
    of_model = {one.task: labels.place(tasks[one.task], one.body) for one in model.standing(scale)}
    both = f"{PEOPLE} {model.pseudonym}"
    shared = [task for task in of_model if task in majority]
    squares = np.zeros((0, n, n))
    rows = [Statistic(who=both, name="agreement", note=JUDGING("agreement.nothing-shared"))]
    if shared:
        given = np.array([(majority[task], of_model[task]) for task in shared], dtype=np.intp)
        groups = of_queries([tasks[task].query for task in shared])
        squares = np.stack([square(given[some, 0], given[some, 1], n) for some in groups])
        rows = [*_beside(both, squares, labels, "; ".join(model.sources))]
        if runs is not None:
            graded = [(tasks[task].query, tasks[task].docs[0]) for task in shared]
            rows += _orders_alike(both, graded, labels.values[given].astype(int), runs)
    rows += [*_with_itself(model, people, labels), *_both_orders(model, people, lengths)]
    return ModelAgreement(
        name=model.name, who=model.pseudonym, labels=labels.names, square=squares.sum(axis=0), rows=rows
    )  # fmt: skip


def _beside(both: str, squares: F64, labels: AnswerLabels, source: str) -> Iterator[Statistic]:
    """The shares and coefficients of squares (query, people's label, the model's); the first says what they hold of."""
    items = squares.sum(axis=(1, 2))
    yield share_row(
        both, "agreement", np.trace(squares, axis1=1, axis2=2), items, JUDGING("agreement.source", source=source)
    )
    yield from kappa_rows(both, squares, labels)
    yield row_over_queries(both, "ac1", squares, kappa_alpha.ac1, tasks=int(items.sum()), queries=len(squares))


def _orders_alike(both: str, graded: Sequence[tuple[str, str]], grades: I64, runs: Runs) -> Iterator[Statistic]:
    """Tau of runs by people's grades and by the model's, over all and over the first: `graded` has query and document
    of each row of `grades`, (document, 2)."""
    trees: tuple[dict[str, dict[str, int]], ...] = ({}, {})
    for (query, doc), two in zip(graded, grades.tolist()):
        for tree, grade in zip(trees, two):
            tree.setdefault(query, {})[doc] = grade
    people, model = (match(evaluate(Qrels.from_dict(tree), runs, [MEASURE]), None) for tree in trees)
    if len(people.systems) < 2:
        yield Statistic(who=both, name="tau", note=JUDGING("agreement.runs"))
        return
    row = row_of(model)
    scores = people.values, model.values[[row[system] for system in people.systems]]
    for one, name in zip(top_agreement(*scores, tops=[FIRST]), ("tau", f"tau_first_{FIRST}")):
        yield Statistic(
            who=both, name=name, value=one.tau, low=one.tau_low, high=one.tau_high, tasks=len(graded),
            queries=len(people.queries), note=f"{one.n} systems, {MEASURE}",
        )  # fmt: skip


def _with_itself(model: ModelAnswers, people: Standing, labels: AnswerLabels) -> Iterator[Statistic]:
    """Krippendorff's alpha of a model's passes, where there are two."""
    passes = [of_pass for _, of_pass in sorted(model.passes.items())]
    tasks = sorted({task for of_pass in passes for task in of_pass})
    placed = np.array(
        [[labels.place(people.tasks[t], of[t]) if t in of else -1 for of in passes] for t in tasks], dtype=np.intp
    )
    several = (placed >= 0).sum(axis=1) >= 2 if len(passes) > 1 else np.zeros(0, dtype=bool)
    if several.any():
        some = [task for task, is_one in zip(tasks, several) if is_one]
        by_query = [placed[several][rows] for rows in of_queries([people.tasks[task].query for task in some])]
        together = np.stack([kappa_alpha.coincidences(one, len(labels.names)) for one in by_query])
        counts = {"tasks": len(some), "queries": len(by_query)}
        yield row_over_queries(model.pseudonym, "self_alpha", together, labels.alpha, **counts)


def _both_orders(model: ModelAnswers, people: Standing, lengths: Mapping[str, int]) -> Iterator[Statistic]:
    """What both orders of a pair tell: how often they differ or tie, and what is preferred for its place or length."""
    who, orders = model.pseudonym, model.orders
    if not orders:
        return
    query = {one.task: people.tasks[one.task].query for one in orders}
    unlike = [(query[one.task], one.preferred[0] != one.preferred[1]) for one in orders]
    yield marked_share(who, "inconsistent_share", unlike)
    yield marked_share(
        who, "tie_share", [(at, is_so or one.preferred[0] is None) for one, (at, is_so) in zip(orders, unlike)]
    )
    calls = [
        Call(query=query[one.task], shown=docs, doc=doc)
        for one in orders
        for docs, doc in zip((one.docs, one.docs[::-1]), one.preferred)
    ]
    yield from _habits(who, calls, lengths)


def _habits(who: str, calls: Sequence[Call], lengths: Mapping[str, int]) -> Iterator[Statistic]:
    """The shares of preferred texts that came first, and that are the longer ones."""
    chosen = [one for one in calls if one.doc is not None]
    yield marked_share(who, "first_share", [(one.query, one.doc == one.shown[0]) for one in chosen])
    longer = {one.shown: max(one.shown, key=lengths.__getitem__) for one in chosen}
    unlike = [one for one in chosen if len({lengths[doc] for doc in one.shown}) == 2]
    yield marked_share(who, "longer_share", [(one.query, one.doc == longer[one.shown]) for one in unlike])
