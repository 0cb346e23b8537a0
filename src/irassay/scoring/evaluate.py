"""Scores of runs that are in memory. For files, see files.py, which keeps no ranking."""

from __future__ import annotations

from irassay.arguments import check_choice, number_of_threads
from irassay.collection.stack import QrelsStack
from irassay.errors import UsageError
from irassay.formats.nouns import qrels_given, runs_given
from irassay.kernel import _core
from irassay.measures import kernel_specs, parse_all
from irassay.progress import Progress
from irassay.scoring.policy import KEEP, Policy
from irassay.scoring.scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.measures import Measure

BATCH = 2048  # variants scored between two looks at the progress and the keyboard
WHOLE_LIST = 0xFFFFFFFF


def evaluate(
    qrels: Qrels | QrelsStack,
    runs: Runs,
    measures: Sequence[str | Measure],
    *,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    keep: str | None = None,
    threads: int = 0,
) -> Scores:
    """Score every system on every query: how good is each, on each measure?

    Parameters
    ----------
    qrels : Qrels or QrelsStack
        The labels, or many variants of them. A variant is scored as its labels alone would be: a query without a label
        in it doesn't count there.
    runs : Runs
        The systems' rankings.
    measures : sequence of str or Measure
        Such as ``["nDCG@10", "AP(rel=2)"]``; trec_eval's names are understood.
    queries : {"qrels", "shared", "with-relevant"}, optional
        Which queries count: all that have labels, a query that a run leaves out scoring 0 (the default); by run,
        those that it has; or those with a document of grade 1 or more. Queries that only the runs have are ignored.
    ties : {"float64", "float32"}, optional
        The precision in which two scores of a run are equal; equal ones are ordered by document id, highest first.
        Default float64.
    compat : {"trec_eval-9", "trec_eval-10"}, optional
        That version's order, queries and cutoffs, all at once.
    keep : {"queries", "summary"}, optional
        Whether per-query values are kept; default "queries" for a Qrels, "summary" for a QrelsStack.
    threads : int
        0, the default: one a core. The scores don't depend on it.

    Returns
    -------
    Scores

    Raises
    ------
    UsageError
        An unknown measure or option, or options that contradict each other.
    InputError
        The policy has no score for a run: it lacks queries that must be there.

    Examples
    --------
    >>> from irassay.collection import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0}})
    >>> runs = Runs.from_dict({"mine": {"q1": {"b": 2.0, "a": 1.0}}})
    >>> float(evaluate(qrels, runs, ["RR"]).summary[0, 0, 0])
    0.5
    """
    policy = Policy.of(ties=ties, queries=queries, compat=compat)
    return evaluate_by(qrels, runs, measures, policy, keep=keep, threads=threads)


def evaluate_by(
    qrels: Qrels | QrelsStack,
    runs: Runs,
    measures: Sequence[str | Measure],
    policy: Policy,
    *,
    keep: str | None = None,
    threads: int = 0,
) -> Scores:
    """Scores under a policy: `evaluate` with its three options in one value."""
    parsed = parse_all(measures)
    check_choice("keep", keep, (None, *KEEP))
    threads = number_of_threads(threads)
    runs = runs_given(runs)
    if not isinstance(qrels, QrelsStack):
        qrels = qrels_given(qrels)
    check_subtopics(qrels, parsed)
    if isinstance(qrels, QrelsStack):
        return _of_stack(qrels, runs, parsed, policy, keep=keep == "queries", threads=threads)
    specs = kernel_specs(parsed, largest_grade=qrels.largest_grade, recall_as_9=policy.recall_as_9)
    join = runs.join(qrels)
    evaluation = _core.evaluate(
        qrels.core,
        runs.core,
        join,
        specs,
        ties=policy.order,
        queries=policy.queries,
        threads=threads,
        subtopics=parts_of(qrels, parsed),
    )
    return scores_of(
        evaluation,
        qrels,
        measures=parsed,
        systems=runs.systems,
        policy=policy,
        keep=keep,
        same_lists=lambda depth: _core.same_lists(
            runs.core, join, depth or WHOLE_LIST, policy.order, evaluation.queries
        ),
    )


def scores_of(
    evaluation: _core.Evaluation,
    qrels: Qrels,
    *,
    measures: Sequence[Measure],
    systems: Sequence[str],
    policy: Policy,
    keep: str | None,
    same_lists: Callable[[int], Sequence[int]],
) -> Scores:
    """The kernel's numbers under one label set as `Scores`; an InputError where the policy has none for a run."""
    scores = Scores(
        measures=measures,
        systems=systems,
        queries=[qrels.queries[q] for q in evaluation.queries],
        values=None if keep == "summary" else evaluation.values,
        summary=evaluation.summary,
        answered=evaluation.answered,
        policy=policy,
        largest_grade=qrels.largest_grade,
        same_lists=same_lists,
    )
    policy.check(scores.missing, len(scores.queries))
    return scores


def parts_of(qrels: Qrels, measures: Sequence[Measure]) -> _core.Subtopics | None:
    """Labels by subtopic or by stratum, as the kernel takes them, where a measure needs them."""
    if any(measure.needs_subtopics for measure in measures):
        return qrels.subtopics_core
    return qrels.strata_core if any(measure.needs_strata for measure in measures) else None


def check_subtopics(qrels: Qrels | QrelsStack, measures: Sequence[Measure]) -> None:
    """Raise a UsageError where a measure needs labels by subtopic or by stratum that can't be had."""
    by_stratum = next((measure for measure in measures if measure.needs_strata), None)
    if by_stratum is not None and isinstance(qrels, QrelsStack):
        raise UsageError(f"{by_stratum} takes labels as a sample of their strata, which variants of labels don't have")
    by_subtopic = next((measure for measure in measures if measure.needs_subtopics), None)
    if by_subtopic is None:
        return
    if by_stratum is not None:
        raise UsageError(
            f"{by_subtopic} is made from labels by subtopic and {by_stratum} by stratum; compute them in two calls"
        )
    if isinstance(qrels, QrelsStack):
        raise UsageError(f"{by_subtopic} is made from labels by subtopic, which variants of labels don't have")
    if not qrels.subtopics:
        raise UsageError(
            f"{by_subtopic} is made from labels by subtopic, and these have none; read them with "
            "--input-format subtopics, in Python input_format (lines: query subtopic document grade)"
        )


def _of_stack(
    stack: QrelsStack, runs: Runs, measures: Sequence[Measure], policy: Policy, *, keep: bool, threads: int
) -> Scores:
    import numpy as np

    specs = kernel_specs(measures, largest_grade=stack.largest_grade, recall_as_9=policy.recall_as_9)
    join = runs.join(stack.base)
    batches = [stack] if len(stack.names) <= BATCH else stack.batches(BATCH)
    parts = []
    with Progress("Scoring variants", len(stack.names)) as progress:
        for batch in batches:
            parts.append(
                _core.evaluate_stack(
                    batch.core,
                    runs.core,
                    join,
                    specs,
                    ties=policy.order,
                    queries=policy.queries,
                    threads=threads,
                    keep_values=keep,
                )
            )
            progress.step(len(batch.names))
    scores = Scores(
        measures=measures,
        variants=stack.names,
        systems=runs.systems,
        queries=stack.base.queries,
        values=np.concatenate([part.values for part in parts], axis=1) if keep else None,
        summary=np.concatenate([part.summary for part in parts], axis=1),
        answered=parts[0].answered,
        policy=policy,
        largest_grade=stack.largest_grade,
        same_lists=lambda depth: _core.same_lists(runs.core, join, depth or WHOLE_LIST, policy.order),
    )
    policy.check(scores.missing, len(scores.queries))
    return scores
