"""One grade from the grades of several people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from irassay.arguments import check_choice
from irassay.collection.qrels import Qrels


def combine_answers(answers: Mapping[str, Mapping[str, Sequence[int]]], rule: str = "majority") -> Qrels:
    """The labels that follow from several answers a document.

    Parameters
    ----------
    answers : mapping
        Query -> document -> the grades that people gave, one each. A document without a grade gets no label.
    rule : {"majority", "median", "lowest", "highest"}
        ``majority`` is the grade given most often; of several such the lowest. ``median`` is the lower one of two in
        the middle. Either is a grade that somebody gave.

    Returns
    -------
    Qrels

    Raises
    ------
    UsageError
        The rule is none of these.
    InputError
        No document has a grade.

    Examples
    --------
    >>> labels = combine_answers({"q1": {"d1": [2, 0, 2], "d2": [1, 3]}})
    >>> dict(labels.grades("q1"))
    {'d1': 2, 'd2': 1}
    """
    check_choice("rule", rule, tuple(_RULES))
    chosen = _RULES[rule]
    return Qrels.from_dict(
        {
            query: {doc: chosen(grades) for doc, grades in of_query.items() if grades}
            for query, of_query in answers.items()
            if any(of_query.values())
        }
    )


def majority(grades: Sequence[int]) -> int:
    """The grade given most often; of several such the lowest.

    >>> majority([2, 0, 2]), majority([1, 3])
    (2, 1)
    """
    counts = Counter(grades)
    most = max(counts.values())
    return min(grade for grade, n in counts.items() if n == most)


def _median(grades: Sequence[int]) -> int:
    return sorted(grades)[(len(grades) - 1) // 2]


def _lowest(grades: Sequence[int]) -> int:
    return min(grades)


def _highest(grades: Sequence[int]) -> int:
    return max(grades)


_RULES: Mapping[str, Callable[[Sequence[int]], int]] = {
    "majority": majority,
    "median": _median,
    "lowest": _lowest,
    "highest": _highest,
}
