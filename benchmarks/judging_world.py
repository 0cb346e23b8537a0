"""A campaign of many tasks, half of them answered by one person, as the log of it says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings
from irassay.judging.store.entries import FIRST, Entry, canonical

WHO = "p-000001"
TIME = "2026-11-23T12:00:00.000Z"
TEXT = "Invented text."


class ManyTasks:
    """The entries of a log: queries with as many documents each, wanted twice, every other one answered by one person.

    Parameters
    ----------
    n_tasks, n_queries : int
        How many there are; one must divide the other.
    """

    source = "generated log"

    def __init__(self, n_tasks: int, n_queries: int) -> None:
        self.n_queries = n_queries
        self.n_docs = n_tasks // n_queries

    @property
    def queries(self) -> dict[str, str]:
        return {f"q{i}": TEXT for i in range(self.n_queries)}

    @property
    def docs(self) -> dict[str, str]:
        return {f"d{i}": TEXT for i in range(self.n_docs)}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        previous = FIRST
        for number, entry in enumerate(self._entries(), start=1):
            body = entry.pop("body")
            made = Entry(
                entry=number, time=TIME, replaces=None, previous_sha256=previous, body=canonical(body), **entry
            )
            previous = made.sha256
            yield {**vars(made), "body": body, "sha256": previous}

    def _entries(self) -> Iterator[dict[str, Any]]:
        nobody: dict[str, Any] = {"assessor": None, "task": None}
        settings = Settings(scale=scale("trec-passage"), order="shuffled", seed=0, guideline="")
        yield {"kind": "campaign", "key": "campaign", "body": settings.to_json(), **nobody}
        yield {"kind": "assessor", "key": "who", "body": {"role": "assessor"}, "assessor": WHO, "task": None}
        sha256 = hashlib.sha256(TEXT.encode()).hexdigest()
        shown = {"query_sha256": sha256, "docs_sha256": [sha256], "wanted": 2, "why": "pool", "probability": None}
        for query in range(self.n_queries):
            for doc in range(self.n_docs):
                task = Task("graded", f"q{query}", (f"d{doc}",))
                body = {"kind": "graded", "query": task.query, "docs": list(task.docs), **shown}
                yield {"kind": "task", "key": f"task:{task.id}", "body": body, "assessor": None, "task": task.id}
                if doc % 2:
                    answer = {"answer": "Related"}
                    yield {"kind": "answer", "key": f"a{task.id}", "body": answer, "assessor": WHO, "task": task.id}
