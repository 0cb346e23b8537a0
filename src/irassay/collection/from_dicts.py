"""Labels and scores in dicts, as the kernel takes them. A culprit is looked for only where something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from irassay.arguments import LARGEST_GRADE, LEAST_GRADE
from irassay.collection.reading import odd_score
from irassay.errors import SHOWN, InputError, UsageError, cut
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

MANY = 1000  # values that are looked at to tell grades from scores
MOST_GRADES = 20  # different fractions that people's ratings may have
_ODD = (TypeError, ValueError, AttributeError, OverflowError, IndexError)
_LABELS = "{query: {document: grade}}"
_BY_SUBTOPIC = "{query: {subtopic: {document: grade}}}"
_RUNS = "{system: {query: {document: score}}}"


def labels_core(labels: Mapping[str, Mapping[str, int]]) -> _core.Qrels:
    """The kernel's labels."""
    try:
        grades = [_whole_numbers(docs.values()) for docs in labels.values()]
        return _core.qrels_from_lists(list(labels), list(map(list, labels.values())), grades)
    except _ODD:
        _raise_if_runs(labels)
        _raise("labels", _LABELS, _leaves_of(labels, _LABELS, 2), _odd_grade)
        raise


def grades_of_subtopics(labels: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    """Of each query the documents, each with the largest grade that it has for a subtopic; errors as `labels_core`."""
    whole: dict[str, dict[str, int]] = {}
    try:
        for query, subtopics in labels.items():
            grades = whole.setdefault(query, {})
            for of in subtopics.values():
                for doc, grade in zip(of, _whole_numbers(of.values())):
                    grades[doc] = max(grade, grades.get(doc, grade))
        return whole
    except _ODD:
        _raise("labels", _BY_SUBTOPIC, _leaves_of(labels, _BY_SUBTOPIC, 3), _odd_grade)
        raise


def runs_core(runs: Mapping[str, Mapping[str, Mapping[str, float]]], *, keep: Literal["order", "scores"]) -> _core.Runs:
    """The kernel's runs."""
    try:
        lists = [
            (number, query, list(scored), _numbers(scored.values()))
            for number, queries in enumerate(runs.values())
            for query, scored in queries.items()
        ]
        return _core.runs_from_lists(list(runs), lists, keep == "scores")
    except _ODD:
        _raise("scores", _RUNS, _leaves_of(runs, _RUNS, 3), _odd_score)
        raise


def _whole_numbers(grades: Any) -> list[int]:
    """The grades as int; a ValueError where one is not whole, or too large for a label."""
    given = list(grades)
    numbers = given if set(map(type, given)) <= {int} else [int(grade) for grade in given]
    if numbers and (numbers != given or min(numbers) < LEAST_GRADE or max(numbers) > LARGEST_GRADE):
        raise ValueError
    return numbers


def _numbers(scores: Any) -> list[float]:
    """The scores as float; a ValueError where one is not a number."""
    given = list(scores)
    if not set(map(type, given)) <= {int, float} and any(isinstance(one, (str, bytes)) for one in given):
        raise ValueError
    numbers = list(map(float, given))
    if sum(numbers) != sum(numbers) and any(one != one for one in numbers):
        raise ValueError
    return numbers


def _raise_if_runs(labels: Any) -> None:
    """Raise a UsageError where labels are plainly the scores of one run, or of several by their names."""
    for form, depth in (("{query: {document: score}}", 2), (_RUNS, 3)):
        try:
            first = [value for _, value in islice(_leaves_of(labels, form, depth), MANY)]
        except UsageError:
            continue
        scores = {value for value in first if isinstance(value, float) and not value.is_integer()}
        if len(scores) > MOST_GRADES and 2 * len(scores) > len(first):
            raise UsageError(f"the labels look like runs, {form}: labels are the first argument, and runs the second")


def _leaves_of(tree: Any, form: str, depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each value of a tree of mappings with the keys that lead to it; a UsageError where it is no such tree."""
    if not _is_mapping(tree):
        raise UsageError(f"expected {form}, got {_what(tree)}")
    return _leaves(tree, form, depth, ())


def _leaves(tree: Any, form: str, depth: int, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for key, value in tree.items():
        here = (*path, key)
        if depth == 1:
            yield here, value
        elif _is_mapping(value):
            yield from _leaves(value, form, depth - 1, here)
        else:
            raise UsageError(f"expected {form}, got {_what(value)} at {', '.join(map(cut, here))}")


def _raise(what: str, form: str, leaves: Iterator[tuple[tuple[Any, ...], Any]], odd: Callable[[Any], str]) -> None:
    """Raise an InputError with each value and id that doesn't fit; nothing where all do."""
    names = [level.strip("{} ") for level in form.split(":")][:-1]
    problems: list[str] = []
    total = 0
    for path, value in leaves:
        place = ", ".join(f"{name} {cut(key)}" for name, key in zip(names, path))
        wrong = [f"the id of the {name} is {_what(key)}, expected text" for name, key in zip(names, path)
                 if not _is_text(key)]  # fmt: skip
        for sentence in [*wrong, odd(value)]:
            if sentence:
                total += 1
                if len(problems) < SHOWN:
                    problems.append(f"{place}  {sentence}")
    if problems:
        raise InputError(f"{total:,} of the {what} can't be used", tuple(problems), total)


def _odd_grade(grade: Any) -> str:
    expected = f"grade is {_shown(grade)}, expected a whole number from {LEAST_GRADE} to {LARGEST_GRADE}"
    try:
        return "" if int(grade) == grade and LEAST_GRADE <= grade <= LARGEST_GRADE else expected
    except _ODD:
        return expected


def _odd_score(score: Any) -> str:
    try:
        _numbers([score])
    except _ODD:
        return odd_score(score, _shown(score))
    return ""


def _is_mapping(value: Any) -> bool:
    return hasattr(value, "items") and hasattr(value, "values") and hasattr(value, "__getitem__")


def _is_text(key: Any) -> bool:
    try:
        return isinstance(key, str) and key.encode() is not None
    except UnicodeError:
        return False


def _what(value: Any) -> str:
    """A value with its type, as a message names it."""
    return f"{type(value).__name__} {_shown(value)}"


def _shown(value: Any) -> str:
    return cut(repr(value))[1:-1]
