"""Measures and their summaries over several collections. Imports nothing heavy: `irassay eval` prints them."""

from __future__ import annotations

from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.measures import Measure
    from irassay.scoring.scores import Scores


def means_over(collections: Sequence[Scores], measure: Measure) -> dict[str, float]:
    """The mean of a system's means over collections, each of which counts the same: BEIR's average.

    Parameters
    ----------
    collections : sequence of Scores
        One a collection, all with `measure`.
    measure : Measure

    Returns
    -------
    dict of str to float
        Of the systems that every collection has; empty for a measure whose summary is no mean over queries.

    Examples
    --------
    >>> from irassay import Measure, Qrels, Runs, evaluate
    >>> qrels = Qrels.from_dict({"q": {"a": 1}})
    >>> lists = [{"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}}, {"new": {"q": {"b": 1}}}]
    >>> means_over([evaluate(qrels, Runs.from_dict(one), ["P@1"]) for one in lists], Measure.parse("P@1"))
    {'new': 0.5}
    """
    if measure.aggregate != "mean":
        return {}
    rows = [dict(zip(scores.systems, _summary(scores, measure))) for scores in collections]
    everywhere = [system for system in rows[0] if all(system in row for row in rows)]
    return {system: sum(row[system] for row in rows) / len(rows) for system in everywhere}


def _summary(scores: Scores, measure: Measure) -> list[float]:
    m = scores.measures.index(measure)
    return [float(scores.summary_view[m, 0, s]) for s in range(len(scores.systems))]


def check_measures(of: Mapping[str, tuple[Sequence[Measure], int]]) -> None:
    """Raise where a measure is another on another collection: its gains are relative to the largest grade there.

    `of` has the measures and the largest grade of each collection.
    """
    pinned = {name: [str(measure.pinned(grade)) for measure in measures] for name, (measures, grade) in of.items()}
    (first, mine), *others = pinned.items()
    for name, theirs in others:
        for one, other in zip(mine, theirs):
            if one != other:
                raise UsageError(
                    f"{one} on {first} is {other} on {name}, so a mean of both means nothing: write its "
                    "parameters, the same for all collections"
                )
