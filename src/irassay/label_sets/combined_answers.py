"""One grade from the grades of several people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from irassay.arguments import check_choice
from irassay.label_sets.dawid_skene import dawid_skene

DAWID_SKENE = "dawid-skene"


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
RULES = (*_RULES, DAWID_SKENE)
