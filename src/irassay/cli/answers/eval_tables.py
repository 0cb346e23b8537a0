"""The tables of `eval`: systems by measures, systems by collections, queries by systems. Imports nothing heavy."""

from __future__ import annotations

from irassay.cli.answers.eval_data import ALL
from irassay.drawing.tables.text import TextColumn
from irassay.messages import DASH, count, number, plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.cli.answers.eval_scores import Evaluated
    from irassay.measures import Measure
    from irassay.scoring import Scores

LAST_ROW = {"mean": "mean", "sum": "sum", "geometric": "geometric mean"}


def tables_of(
    of: Mapping[str, Evaluated],
    names: Sequence[tuple[Measure, str]],
    sort: str,
    parts: Sequence[str],
    *,
    per_query: bool,
) -> list[tuple[str, list[TextColumn]]]:
    """Each table with its heading, which is "" where there is one collection."""
    first = names[0][0]
    if per_query:
        return [
            (_heading(collection, one), _by_query(one, measure, name, order(one.scores, first, sort), parts))
            for collection, one in of.items()
            for measure, name in names
        ]
    if len(of) > 1:
        systems = _order_over(of, first, sort)
        return [("", _by_collection(of, measure, name, systems)) for measure, name in names]
    (one,) = of.values()
    return [("", _by_system(one.scores, names, order(one.scores, first, sort)))]


def order(scores: Scores, first: Measure, sort: str) -> list[int]:
    """Systems in the order of the table."""
    systems = range(len(scores.systems))
    if sort == "name":
        return sorted(systems, key=lambda s: scores.systems[s].encode())
    if sort == "given":
        return list(systems)
    m = scores.measures.index(first)
    return sorted(systems, key=lambda s: -first.direction * scores.summary_view[m, 0, s])


def _order_over(of: Mapping[str, Evaluated], first: Measure, sort: str) -> list[str]:
    """Systems in the order of the table: by their mean over collections, then those that have none."""
    systems = list(dict.fromkeys(system for one in of.values() for system in one.scores.systems))
    if sort == "name":
        return sorted(systems, key=str.encode)
    means = means_of(of, first)
    if sort == "given" or not means:
        return systems
    return sorted(systems, key=lambda system: (system not in means, -first.direction * means.get(system, 0.0)))


def means_of(of: Mapping[str, Evaluated], measure: Measure) -> dict[str, float]:
    """System -> mean over collections, or over the queries of the only one; empty for no mean."""
    if len(of) == 1:
        (one,) = of.values()
        m = one.scores.measures.index(measure)
        return {system: one.scores.summary_view[m, 0, s] for s, system in enumerate(one.scores.systems)}
    from irassay.scoring.over_collections import means_over

    return means_over([one.scores for one in of.values()], measure)


def digits(measure: Measure) -> int:
    """Decimals that a person is shown: none for counts."""
    return 0 if measure.aggregate == "sum" else 4


def _by_system(scores: Scores, names: Sequence[tuple[Measure, str]], systems: Sequence[int]) -> list[TextColumn]:
    columns = [TextColumn("System", [scores.systems[s] for s in systems], name=True)]
    for measure, name in names:
        m = scores.measures.index(measure)
        columns.append(TextColumn(name, [number(scores.summary_view[m, 0, s], digits(measure)) for s in systems]))
    return columns


def _by_collection(
    of: Mapping[str, Evaluated], measure: Measure, name: str, systems: Sequence[str]
) -> list[TextColumn]:
    """Systems by collections, under the measure's name; the mean last, where the measure is a mean over queries."""
    columns = [TextColumn(name, list(systems), name=True)]
    for collection, one in of.items():
        m = one.scores.measures.index(measure)
        values = {system: one.scores.summary_view[m, 0, s] for s, system in enumerate(one.scores.systems)}
        columns.append(TextColumn(collection, _cells(values, systems, measure)))
    means = means_of(of, measure)
    return [*columns, TextColumn("Mean", _cells(means, systems, measure))] if means else columns


def _cells(values: Mapping[str, float], systems: Sequence[str], measure: Measure) -> list[str]:
    return [number(values[system], digits(measure)) if system in values else DASH for system in systems]


def _by_query(
    one: Evaluated, measure: Measure, name: str, systems: Sequence[int], parts: Sequence[str]
) -> list[TextColumn]:
    scores = one.scores
    m = scores.measures.index(measure)
    last = 1 if ALL in parts else 0
    columns = [TextColumn(name, [*scores.queries, *[LAST_ROW[measure.aggregate]] * last], name=True)]
    for s in systems:
        values = [scores.values_view[m, 0, s, q] for q in range(len(scores.queries))]
        values += [scores.summary_view[m, 0, s]] * last
        columns.append(TextColumn(scores.systems[s], [number(v, digits(measure)) for v in values]))
    reasons = [*one.notes.of_queries(measure), *[f"{count(len(scores.queries))} queries"] * last]
    return [*columns, TextColumn("", reasons, align="left")]


def _heading(collection: str, one: Evaluated) -> str:
    return f"{visible(collection)}, {plural(len(one.scores.queries), 'query')}" if collection else ""
