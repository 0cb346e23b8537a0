"""Measures and their summaries over several collections. Imports nothing heavy: `irassay eval` prints them."""

from __future__ import annotations

from irassay.errors import UsageError
from irassay.messages import plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.measures import Measure
    from irassay.scoring.scores import Scores


def means_over(collections: Sequence[Scores], measure: Measure) -> dict[str, float]:
    """The mean of a system's means over collections, each of which counts the same: BEIR's average."""
    if measure.aggregate != "mean":
        return {}
    rows = [dict(zip(scores.systems, _summary(scores, measure))) for scores in collections]
    everywhere = [system for system in rows[0] if all(system in row for row in rows)]
    return {system: sum(row[system] for row in rows) / len(rows) for system in everywhere}


def _summary(scores: Scores, measure: Measure) -> list[float]:
    m = scores.measures.index(measure)
    return [float(scores.summary_view[m, 0, s]) for s in range(len(scores.systems))]


def check_measures(of: Mapping[str, tuple[Sequence[Measure], int]]) -> None:
    """Raise UsageError where a measure is another on another collection, its gains relative to the largest grade there;
    `of` has measures and largest grade."""
    pinned = {name: [str(measure.pinned(grade)) for measure in measures] for name, (measures, grade) in of.items()}
    (first, mine), *others = pinned.items()
    for name, theirs in others:
        for one, other in zip(mine, theirs):
            if one != other:
                raise UsageError(
                    f"{one} on {first} is {other} on {name}, so a mean of both means nothing: write its "
                    "parameters, the same for all collections"
                )


def counted_twice(of: Mapping[str, Scores]) -> list[str]:
    """A warning for each two collections that have the same queries with the same scores of every run, in the same
    measures. Ids that agree by chance, such as 1 to 50, have other scores. Scores that are all alike tell nothing."""
    names = list(of)
    texts = []
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            n = _n_shared(of[name], of[other])
            if n:
                are = plural(n, f"query of {visible(name)} is", f"queries of {visible(name)} are")
                texts.append(
                    f"{are} in {visible(other)} too, with the same scores of every run: they count twice, so p-values "
                    "and intervals are too small: leave one of the two out"
                )
    return texts


def _n_shared(one: Scores, other: Scores) -> int:
    """Number of queries that both have, where every run scores the same on each, and not the same on all; else 0."""
    places = {query: q for q, query in enumerate(other.queries)}
    pairs = [(q, places[query]) for q, query in enumerate(one.queries) if query in places]
    systems = [(s, other.systems.index(system)) for s, system in enumerate(one.systems) if system in other.systems]
    differ = False
    for s, t in systems:
        for m in range(len(one.measures)):
            mine, theirs = one.values_view, other.values_view
            first = mine[m, 0, s, pairs[0][0]] if pairs else 0.0
            for q, r in pairs:
                value = mine[m, 0, s, q]
                if value != theirs[m, 0, t, r]:  # no number is unequal to itself: such a query counts in no mean
                    return 0
                differ = differ or value != first
    return len(pairs) if differ else 0
