"""A system's lists out of runs, as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from irassay.collection.runs import Runs
from irassay.errors import UsageError
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# Query, documents best first, their scores.
Lists: TypeAlias = Iterator[tuple[str, Sequence[str], Sequence[float]]]


def orders(runs: Runs, system: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Query and documents, best first, of one system's lists."""
    for query in runs.queries:
        docs = runs.core.ranking(system, query, _core.Ties.float64)
        if docs:
            yield query, docs


def lists(runs: Runs, system: str, renamed: Mapping[str, str]) -> Lists:
    """One system's lists under the new names; UsageError where the scores were not kept."""
    for query, docs in orders(runs, system):
        try:
            scores = runs.core.scores(system, query)
        except ValueError:
            raise UsageError('the scores of these runs were not kept: read them with keep="scores"') from None
        yield renamed.get(query, query), docs, scores
