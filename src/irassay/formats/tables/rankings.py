"""A system's lists out of runs, as they are written."""

from __future__ import annotations

from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from irassay.collection.runs import Runs

    # Query, documents best first, their scores.
    Lists: TypeAlias = Iterator[tuple[str, Sequence[str], Sequence[float]]]


def lists(runs: Runs, system: str, renamed: Mapping[str, str], *, scored: bool = True) -> Lists:
    """One system's lists under the new names; without `scored`, minus the rank stands for the score."""
    from irassay.kernel import _core

    core = runs.core
    for query in runs.queries:
        docs = core.ranking(system, query, _core.Ties.float64)
        if docs:
            scores = _scores(runs, system, query) if scored else [-float(i) for i in range(1, len(docs) + 1)]
            yield renamed.get(query, query), docs, scores


def _scores(runs: Runs, system: str, query: str) -> Sequence[float]:
    try:
        return runs.core.scores(system, query)
    except ValueError:
        raise UsageError('the scores of these runs were not kept: read them with keep="scores"') from None
