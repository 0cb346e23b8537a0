"""Several label sets of one collection put together: earlier labels, and those that were judged since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.errors import SHOWN, InputError, UsageError, cut
from irassay.label_sets.words import OF_LABELS
from irassay.messages import by_how_much

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels


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
    from irassay.collection.qrels import Qrels

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
