"""One of several: label sets in one, and people's answers as a grade by rule or a class by each person's errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import check_choice
from irassay.arrays import F64, Places
from irassay.collection.qrels import Qrels
from irassay.errors import SHOWN, InputError, UsageError, cut
from irassay.label_sets.words import OF_LABELS
from irassay.messages import by_how_much

DAWID_SKENE = "dawid-skene"
PRIOR = 0.5  # answers of each class that every person is taken to have given already
MOST_STEPS = 10_000
LEAST_RISE = 1e-10  # of the objective in a step, for each answer: below it, the steps end
_MOST_CLASSES = 256


def combine_answers(
    answers: Mapping[str, Mapping[str, Mapping[str, int]]], rule: str = "majority"
) -> dict[str, dict[str, int]]:
    """Query -> document -> the grade that follows from answers, query -> document -> person -> grade: the ``majority``
    (of several the lowest), the lower ``median``, or the likeliest by `dawid_skene`; UsageError for another rule."""
    check_choice("rule", rule, RULES)
    if rule == DAWID_SKENE:
        return _likeliest(answers)
    chosen = _RULES[rule]
    return {
        query: {doc: chosen(list(grades.values())) for doc, grades in of_query.items() if grades}
        for query, of_query in answers.items()
        if any(of_query.values())
    }


def _likeliest(answers: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    """Query -> document -> the likeliest grade by the model of Dawid and Skene."""
    items = [(query, doc) for query, of_query in answers.items() for doc, grades in of_query.items() if grades]
    if not items:
        return {}
    rows = [(i, who, grade) for i, (query, doc) in enumerate(items) for who, grade in answers[query][doc].items()]
    places = [{value: k for k, value in enumerate(sorted({row[column] for row in rows}))} for column in (1, 2)]
    numbers = [(i, places[0][who], places[1][grade]) for i, who, grade in rows]
    grades = list(places[1])
    labels: dict[str, dict[str, int]] = {}
    for (query, doc), place in zip(items, dawid_skene(*zip(*numbers)).classes):
        labels.setdefault(query, {})[doc] = grades[place]
    return labels


def disagreements(answers: Mapping[str, Mapping[str, Mapping[str, int]]]) -> tuple[int, list[int]]:
    """How many documents several people graded, and how far their grades differ on those where they do."""
    by_doc = [list(of_doc.values()) for of_query in answers.values() for of_doc in of_query.values()]
    several = [grades for grades in by_doc if len(grades) > 1]
    return len(several), [max(grades) - min(grades) for grades in several if len(set(grades)) > 1]


def majority(grades: Sequence[int]) -> int:
    """The grade given most often; of several such the lowest."""
    counts = Counter(grades)
    most = max(counts.values())
    return min(grade for grade, n in counts.items() if n == most)


_RULES: Mapping[str, Callable[[Sequence[int]], int]] = {
    "majority": majority,
    "median": lambda of: sorted(of)[(len(of) - 1) // 2],
    "lowest": min,
    "highest": max,
}
RULES = (*_RULES, DAWID_SKENE)


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """What `dawid_skene` makes of the answers."""

    probabilities: F64  # (item, class); rows sum to 1
    prevalence: F64  # (class,), share of the items
    confusion: F64  # (person, class, class): chance to give the second class to items of the first
    objective: float  # log-likelihood at the end, with any prior
    n_steps: int
    converged: bool  # the last step raised the objective too little to go on

    @property
    def classes(self) -> Places:
        """The likeliest class of each item; of two that are equally likely, within 1e-9, the lower: (item,)."""
        top = self.probabilities.max(axis=1, keepdims=True)
        return np.asarray(np.argmax(self.probabilities >= top - 1e-9, axis=1))


def dawid_skene(
    items: ArrayLike,
    people: ArrayLike,
    answers: ArrayLike,
    *,
    n_classes: int | None = None,
    prior: float = PRIOR,
    most_steps: int = MOST_STEPS,
) -> DawidSkene:
    """The likeliest class of each item, and how each person errs, from answers alone, (answer,), by numbers from 0. EM
    from the shares of each item's answers, until a step raises the objective by less than 1e-10 an answer.
    UsageError where the arrays don't fit.

    `prior` adds so many answers of each class to each class by each person, and so many items of each class, lest few
    answers make a person infallible; 0 is the paper's likelihood.

    Assumes people answer independently given the class, by one table of chances each, and most are right more often
    than not. With rare classes or few answers it may be worse than the majority. Guarantees a stationary point no lower
    than the start; probabilities take the tables as known, so they are too sure. Source: Dawid and Skene, Applied
    Statistics 28, 1979, equations 2.3 to 2.5; the prior is Dirichlet, on each row.

    >>> items, people = [0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0, 1, 2]
    >>> fit = dawid_skene(items, people, [1, 1, 0, 0, 0, 1, 1, 1, 1])
    >>> fit.classes.tolist(), fit.converged
    ([1, 0, 1], True)
    """
    item, person, answer, n = _checked(items, people, answers, n_classes)
    if not (np.isfinite(prior) and prior >= 0):
        raise UsageError(f"expected prior=0 or more, but got {prior!r}")
    if most_steps < 1:
        raise UsageError(f"expected most_steps=1 or more, but got {most_steps!r}")
    from scipy.sparse import csr_array

    shape = (int(item.max()) + 1, (int(person.max()) + 1) * n)
    given = csr_array((np.ones(len(item)), (item, person * n + answer)), shape=shape)  # item x (person, class)
    by_cell = given.T.tocsr()
    counts = np.zeros((shape[0], n))
    np.add.at(counts, (item, answer), 1.0)
    chances = counts / counts.sum(axis=1, keepdims=True)
    n_steps, objective, rise = 0, -np.inf, np.inf
    while rise >= LEAST_RISE * len(item) and n_steps < most_steps:
        before = objective
        prevalence, confusion = _shares(chances, by_cell, prior)
        chances, objective = _expected(prevalence, confusion, given, prior)
        rise = objective - before
        n_steps += 1
    return DawidSkene(chances, prevalence, confusion, objective, n_steps, rise < LEAST_RISE * len(item))


def _checked(
    items: ArrayLike, people: ArrayLike, answers: ArrayLike, n_classes: int | None
) -> tuple[Places, Places, Places, int]:
    arrays: Sequence[Places] = [np.asarray(one) for one in (items, people, answers)]
    if any(one.ndim != 1 or len(one) != len(arrays[0]) for one in arrays) or not len(arrays[0]):
        raise UsageError(OF_LABELS("by-people.lengths", shapes=", ".join(str(one.shape) for one in arrays)))
    for name, one in zip(("items", "people", "answers"), arrays):
        if one.dtype.kind not in "iu" or one.min() < 0:
            raise UsageError(OF_LABELS("by-people.numbers", name=name, least=one.min(), kind=one.dtype))
    item, person, answer = (one.astype(np.intp) for one in arrays)
    lacking = np.flatnonzero(np.bincount(item) == 0)
    if len(lacking):
        raise UsageError(OF_LABELS("by-people.no-answer", item=lacking[0]))
    n = max(2, int(answer.max()) + 1) if n_classes is None else n_classes
    if not 2 <= n <= _MOST_CLASSES or answer.max() >= n:
        raise UsageError(OF_LABELS("by-people.classes", most=_MOST_CLASSES, n=n, largest=answer.max()))
    return item, person, answer, n


def _shares(chances: F64, by_cell: Any, prior: float) -> tuple[F64, F64]:
    """Prevalence (class,) and tables (person, class, class) that fit best, where the classes have these chances."""
    n = chances.shape[1]
    sums = chances.sum(axis=0) + prior
    table = np.asarray(by_cell @ chances).reshape(-1, n, n).transpose(0, 2, 1) + prior
    whole = table.sum(axis=2, keepdims=True)
    return sums / sums.sum(), np.divide(table, whole, out=np.full(table.shape, 1.0 / n), where=whole > 0)


def _expected(prevalence: F64, confusion: F64, given: Any, prior: float) -> tuple[F64, float]:
    """The chances of each item's classes under these shares, and the objective there."""
    n = len(prevalence)
    with np.errstate(divide="ignore"):
        logs, of_class = np.log(confusion), np.log(prevalence)
    joint = np.asarray(given @ logs.transpose(0, 2, 1).reshape(-1, n)) + of_class
    top = joint.max(axis=1, keepdims=True)
    chances = np.exp(joint - top)
    whole = chances.sum(axis=1, keepdims=True)
    objective = float((top + np.log(whole)).sum())
    if prior:
        objective += prior * float(logs.sum() + of_class.sum())
    return chances / whole, objective


def united(sets: Sequence[Qrels]) -> Qrels:
    """The labels of all sets in one.

    Parameters
    ----------
    sets : sequence of Qrels
        One or more. A document may be labelled in several, with the same grade.

    Returns
    -------
    Qrels
        With the readings of all.

    Raises
    ------
    UsageError
        No set, or one that is a sample of strata, whose rates another set would change.
    InputError
        Documents that have different grades in two sets; nothing says which is right.

    Examples
    --------
    >>> from irassay import Qrels
    >>> both = united([Qrels.from_dict({"q1": {"a": 1}}), Qrels.from_dict({"q1": {"b": 0}, "q2": {"a": 2}})])
    >>> both.grades("q1"), both.grades("q2")
    ({'a': 1, 'b': 0}, {'a': 2})
    """
    if not sets:
        raise UsageError("expected label sets to put together, but got none")
    if any(qrels.strata for qrels in sets):
        raise UsageError(OF_LABELS("union.strata"))
    given: dict[str, dict[str, list[tuple[int, int]]]] = {}  # query -> document -> (grade, number of the set)
    for number, qrels in enumerate(sets):
        for query in qrels.queries:
            known = given.setdefault(query, {})
            for doc, grade in qrels.grades(query).items():
                known.setdefault(doc, []).append((grade, number))
    _check_same(given, sets)
    grades = {query: {doc: of[0][0] for doc, of in docs.items()} for query, docs in given.items()}
    return Qrels.from_dict(grades, [reading for qrels in sets for reading in qrels.readings])


def _check_same(given: Mapping[str, Mapping[str, Sequence[tuple[int, int]]]], sets: Sequence[Qrels]) -> None:
    """Raise where a document has several grades: on how many, by how much, and the first of them."""
    several = [(query, doc, of) for query, docs in given.items() for doc, of in docs.items() if len(of) > 1]
    conflicts, differences = [], []
    for query, doc, ((grade, number), *others) in several:
        names = [(other, _name(sets[n], n)) for other, n in others if other != grade]
        where = f"query {cut(query)}, document {cut(doc)}: grade {grade} in {_name(sets[number], number)}"
        conflicts += [f"{where}, {other} in {name}" for other, name in names]
        if names:
            of_doc = [grade, *(other for other, _ in names)]
            differences.append(max(of_doc) - min(of_doc))
    if conflicts:
        raise InputError(
            OF_LABELS("union.grades", n=len(differences), several=len(several), how=by_how_much(differences)),
            tuple(conflicts[:SHOWN]),
            len(conflicts),
        )


def _name(qrels: Qrels, number: int) -> str:
    return qrels.readings[0].source if qrels.readings else f"set {number + 1}"
