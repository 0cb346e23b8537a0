"""Measures as the kernel takes them."""

from __future__ import annotations

from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from irassay.measures.measure import Measure


def kernel_specs(
    measures: Iterable[Measure], *, largest_grade: int, recall_as_9: bool = False
) -> list[_core.MeasureSpec]:
    """One specification a measure.

    Parameters
    ----------
    measures : iterable of Measure
    largest_grade : int
        Of the labels that the measures will see: the gain of graded RBP is relative to it.
    recall_as_9 : bool
        Round the number of documents that a recall level stands for as trec_eval 9 does.

    Returns
    -------
    list of MeasureSpec
    """
    return [_spec(measure, max(1, largest_grade), recall_as_9) for measure in measures]


def _spec(measure: Measure, largest_grade: int, recall_as_9: bool) -> _core.MeasureSpec:
    params = measure.params
    operation = measure.definition.operation
    if operation == "RBP" and params["gain"] == "graded":
        operation = "GradedRBP"
    return _core.MeasureSpec(
        operation,
        depth=measure.cutoff or 0,
        rel=int(params.get("rel", 1)),
        parameter=float(params.get("p", params.get("recall", params.get("beta", 0.0)))),
        top=float(params.get("max_rel") or largest_grade),
        exponential=params.get("dcg") == "exp-log2",
        aggregate=measure.aggregate,
        judged_only=bool(params.get("judged_only", False)),
        recall_as_9=recall_as_9,
    )
