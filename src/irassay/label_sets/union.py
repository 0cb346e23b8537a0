"""Several label sets of one collection put together: earlier labels, and those that were judged since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.errors import SHOWN, InputError, UsageError, cut

if TYPE_CHECKING:
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
        raise UsageError("labels that are a sample of strata can't be put together: their rates would change")
    grades: dict[str, dict[str, int]] = {}
    sources: dict[tuple[str, str], int] = {}
    conflicts = []
    for number, qrels in enumerate(sets):
        for query in qrels.queries:
            known = grades.setdefault(query, {})
            for doc, grade in qrels.grades(query).items():
                before = known.setdefault(doc, grade)
                first = sources.setdefault((query, doc), number)
                if before != grade:
                    names = (_name(sets[first], first), _name(qrels, number))
                    conflicts.append(
                        f"query {cut(query)}, document {cut(doc)}: grade {before} in {names[0]}, {grade} in {names[1]}"
                    )
    if conflicts:
        raise InputError(
            f"{len(conflicts):,} documents have different grades in several label sets; decide which holds, and remove "
            "the other, or write the ratings of both assessors in one table with a column for each "
            "(query,docid,ANN,BO), which --input-format quepid-book-csv reads as one grade",
            tuple(conflicts[:SHOWN]),
            len(conflicts),
        )
    return Qrels.from_dict(grades, [reading for qrels in sets for reading in qrels.readings])


def _name(qrels: Qrels, number: int) -> str:
    return qrels.readings[0].source if qrels.readings else f"set {number + 1}"
