"""How many queries of each run have their own document in its list: one whose id is that of the query."""

from __future__ import annotations

from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from irassay.collection.runs import Runs


def own_documents(runs: Runs, queries: Iterable[str]) -> list[tuple[int, int]]:
    """The number of these queries whose own document a run retrieves, and of those that it answers, by system.

    Parameters
    ----------
    runs : Runs
    queries : iterable of str
        Those that count, such as the labelled ones.

    Examples
    --------
    >>> from irassay import Runs
    >>> runs = Runs.from_dict({"bm25": {"d1": {"d1": 2, "d2": 1}, "d2": {"d3": 1}}, "e5": {"d1": {"d2": 1}}})
    >>> own_documents(runs, ["d1", "d2", "d4"])
    [(1, 2), (0, 1)]
    """
    counted = set(queries)
    own, answered = [0] * len(runs.systems), [0] * len(runs.systems)
    for query, system in _core.identical_ids(runs.core):
        own[system] += query in counted
    for query in counted.intersection(runs.queries) if any(own) else ():
        for system, n_docs in enumerate(runs.core.lengths(query)):
            answered[system] += n_docs > 0
    return list(zip(own, answered))
