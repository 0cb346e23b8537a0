"""Tasks whose answers are known: what people practise on, an exam, and tests among a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from irassay.collection.judging_scales import JudgingScale
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.tasks import Task
from irassay.errors import InputError
from irassay.judging.assessors.orders import in_order
from irassay.judging.store import Settings
from irassay.judging.store.said import JUDGING
from irassay.search.analysis import analyse

MADE = "made"  # why a task is a test: it was made of a known answer and a passage that answers something else


def graded_tasks(labels: Qrels, settings: Settings, purpose: str) -> list[Task]:
    """A task for each label, the answer that means its grade the known one; InputError for a grade that none means."""
    names: dict[int | None, str] = {choice.grades[0]: choice.name for choice in settings.choices(1) if choice.grades}
    return [
        Task(settings.kind, query, (doc,), wanted=0, why="given", purpose=purpose, expected=known)
        for query in labels.queries
        for doc, grade in labels.grades(query).items()
        for known in [_named(query, doc, grade, names, settings.scale.name)]
    ]


def check_tasks(tasks: Sequence[Task], labels: Qrels, scale: JudgingScale) -> list[Task]:
    """These tasks as checks of the labels that their documents have; InputError for one without, or off the scale."""
    names: dict[int | None, str] = {point.grade: point.name for point in scale.points}
    there = {query: labels.grades(query) for query in labels.queries}
    checks = []
    for one in tasks:
        grade = there.get(one.query, {}).get(one.docs[0])
        if grade is None:
            raise InputError(JUDGING("known.no-label", query=one.query, doc=one.docs[0]))
        label = _named(one.query, one.docs[0], grade, names, scale.name)
        checks.append(replace(one, kind="check", expected=label))
    return checks


def _named(query: str, doc: str, grade: int, names: Mapping[int | None, str], scale: str) -> str:
    if grade not in names:
        raise InputError(
            JUDGING("known.grade", query=query, doc=doc, grade=grade, scale=scale, grades=[*map(str, names)])
        )
    return names[grade]


def pair_tasks(preferences: Preferences, purpose: str) -> list[Task]:
    """A task for each pair of which one is preferred, that one the known answer; ties are left out."""
    tasks = {
        task.id: task
        for query in preferences.queries
        for a, b, preferred in preferences.pairs(query)
        if preferred is not None
        for task in [_pair(query, preferred, b if preferred == a else a, purpose, "given")]
    }
    return list(tasks.values())


def made_tests(
    known: Mapping[str, str], passages: Mapping[str, Sequence[str]], texts: Mapping[str, str],
    queries: Mapping[str, str], seed: int,
) -> list[Task]:  # fmt: skip
    """Tests for pairs: a query's known answer against a passage of another query without a shared content word; none
    where there is no such passage. Source: Arabzadeh et al., Shallow pooling for sparse labels, 2021."""
    docs = sorted({doc for of_query in passages.values() for doc in of_query}, key=str.encode)
    terms = {doc: frozenset(analyse(texts[doc])) for doc in docs}
    tests = []
    for query, answer in known.items():
        asked = frozenset(analyse(queries[query]))
        own = {answer, *passages.get(query, ())}
        drawn = in_order(docs, "shuffled", seed, f"test\t{query}") if asked else []
        other = next((doc for doc in drawn if doc not in own and not terms[doc] & asked), None)
        if other is not None:
            tests.append(_pair(query, answer, other, "test", MADE))
    return tests


def _pair(query: str, better: str, worse: str, purpose: str, why: str) -> Task:
    return Task("pair", query, (better, worse), wanted=0, why=why, purpose=purpose, expected=better)
