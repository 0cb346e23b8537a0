"""Tasks with known answers, for practice, an exam or tests; and facts of tasks in tables and runs."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.collection.judging_scales import JudgingScale
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError
from irassay.judging.assessors.orders import in_order
from irassay.judging.store import Settings
from irassay.judging.store.pool_facts import PoolFacts, Stratum
from irassay.judging.store.said import JUDGING
from irassay.search.analysis import analyse

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.formats.reading.tasks import TaskRows
    from irassay.judging.store.campaign import Campaign

_DIGITS = 16  # of 64 hexadecimal ones
MADE = "made"  # why a task is a test: it was made of a known answer and a passage that answers something else


def facts_of(tables: Sequence[TaskRows]) -> PoolFacts:
    """The strata of each query that the tables name, with what was not drawn from them."""
    parts: dict[str, dict[str, tuple[list[str], list[str]]]] = {}
    for table in tables:
        for which, rows in enumerate((table.rows, table.left)):
            for row in rows:
                if row.stratum:
                    parts.setdefault(row.query, {}).setdefault(row.stratum, ([], []))[which].append(row.doc)
    strata = {q: {n: Stratum(drawn=drawn, left=left) for n, (drawn, left) in of.items()} for q, of in parts.items()}
    return PoolFacts(strata=strata)


def rankings_of(runs: Runs, docs: Mapping[str, Collection[str]]) -> dict[str, dict[str, list[str]]]:
    """Query -> run -> those of the query's documents that the run has, best first; queries in no run are left out."""
    out: dict[str, dict[str, list[str]]] = {}
    answered = set(runs.queries)
    for query, wanted in docs.items():
        lists = {system: runs.ranking(system, query) for system in runs.systems} if query in answered else {}
        kept = {system: [doc for doc in ranking if doc in wanted] for system, ranking in lists.items()}
        if any(kept.values()):
            out[query] = {system: ranking for system, ranking in kept.items() if ranking}
    return out


def with_rankings(facts: PoolFacts, runs: Runs, tasks: Sequence[Task], campaign: Campaign) -> PoolFacts:
    """The facts with the rankings of these tasks' queries, in which earlier tasks of the campaign stand too."""
    docs: dict[str, set[str]] = {}
    there = campaign.facts.docs_by_query()
    for task in tasks:
        docs.setdefault(task.query, set(there.get(task.query, ()))).update(task.docs)
    return replace(facts, rankings=rankings_of(runs, docs))


def with_overlap(tasks: Iterable[Task], share: float, seed: int) -> list[Task]:
    """The tasks, of which about this share, 0 to 1, wants one answer more; id and seed alone decide."""
    if not 0 <= share <= 1:
        raise UsageError(f"expected a share from 0 to 1, but got share={share!r}")
    hashes = ((task, hashlib.sha256(f"{seed}\toverlap\t{task.id}".encode()).hexdigest()) for task in tasks)
    chances = ((task, int(digits[:_DIGITS], 16) / 16.0**_DIGITS) for task, digits in hashes)
    return [replace(task, wanted=task.wanted + 1) if chance < share else task for task, chance in chances]


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
        checks.append(replace(one, kind="check", expected=_named(one.query, one.docs[0], grade, names, scale.name)))
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
