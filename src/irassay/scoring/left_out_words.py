"""Sentences on the queries that runs leave out, and what becomes of these in a mean."""

from __future__ import annotations

from irassay.messages import plural, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from irassay.scoring.scores import Scores


def left_out(scores: Scores, without_hits: Mapping[str, Set[str]]) -> list[str]:
    """Which runs have no document for how many queries, and whether these count 0 or are in no mean; `without_hits` are
    those that a system's files answer with none."""
    by_count: dict[tuple[int, int], list[str]] = {}  # unanswered, and answered with 0 hits
    for system, queries in scores.missing.items():
        empty = sum(query in without_hits.get(system, ()) for query in queries)
        if queries:
            by_count.setdefault((len(queries) - empty, empty), []).append(system)
    total = len(scores.queries)
    warnings = []
    for (n, empty), systems in sorted(by_count.items(), key=lambda of: -sum(of[0])):
        what = [f"{plural(n, 'labelled query')} unanswered"] if n else []
        what += [f"{plural(empty, 'labelled query')} answered with 0 hits"] if empty else []
        left = total - n - empty
        rest = f"mean over the other {left}" if scores.policy.queries == "shared" else "each counts 0"
        warnings.append(f"{some(systems)}: {' and '.join(what)}; {rest}")
    return warnings
