"""Specifications of measures for the kernel."""

from __future__ import annotations

from irassay.arguments import LARGEST_GRADE
from irassay.kernel import _core
from irassay.measures.grammar import gain_of_grades

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from irassay.measures.measure import Measure


def kernel_specs(
    measures: Iterable[Measure], *, largest_grade: int, recall_as_9: bool = False
) -> list[_core.MeasureSpec]:
    """One specification per measure; the gain of graded RBP is relative to the labels' `largest_grade`, and
    `recall_as_9` rounds documents at a recall level as trec_eval 9 does."""
    return [_spec(measure, max(1, largest_grade), recall_as_9) for measure in measures]


def _spec(measure: Measure, largest_grade: int, recall_as_9: bool) -> _core.MeasureSpec:
    params = measure.params
    definition = measure.definition
    others = (other for (name, value), other in definition.operation_where.items() if params[name] == value)
    bottom = float(params.get("min_rel", 0))
    return _core.MeasureSpec(
        next(others, definition.operation or definition.name),
        depth=measure.cutoff or definition.depth,
        rel=measure.rel,
        parameter=_parameter(measure),
        top=float(params.get("max_rel") or max(largest_grade, bottom + 1)),
        bottom=bottom,
        exponential=params.get("dcg") == "exp-log2",
        gains=gain_table(str(params.get("gains", ""))),
        aggregate=measure.aggregate,
        judged_only=bool(params.get("judged_only", False)),
        recall_as_9=recall_as_9,
    )


def _parameter(measure: Measure) -> float:
    """The number that some operations take: the measure's one parameter that is a fraction, or its recall level."""
    params, definition = measure.params, measure.definition
    if "missing" in params:
        return float(params["missing"] or (measure.cutoff or 0) + 1)
    if definition.cutoff == "recall":
        return float(params["recall"])
    fractions = [one.name for one in definition.parameters if one.kind is float]
    return float(params[fractions[0]]) if fractions else 0.0


def gain_table(gains: str) -> list[float]:
    """Gain by grade from 0 to 127; empty where the gain of each grade is the grade itself."""
    if not gains:
        return []
    gain_by_grade = gain_of_grades(gains)
    return [gain_by_grade.get(grade, float(grade)) for grade in range(LARGEST_GRADE + 1)]
