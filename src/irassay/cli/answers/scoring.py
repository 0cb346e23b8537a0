"""Scores of the files that the command line names. On the kernel alone: nothing heavy."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure
    from irassay.scoring.files import FilesScored
    from irassay.scoring.policy import Policy


def evaluate_files(inputs: Inputs, measures: Sequence[Measure], policy: Policy, screen: Screen) -> FilesScored:
    """Scores, labels, and what was read of every file; a ranking is kept only where documents or runs go."""
    from irassay.scoring.files import FilesScored, evaluate_with_readings

    if inputs.duplicates == "one" or inputs.leave_out:
        from irassay.cli.inputs import load
        from irassay.collection.own_documents import own_documents_of
        from irassay.scoring.evaluate import evaluate_by

        qrels, runs = load(inputs, screen)
        scores = evaluate_by(qrels, runs, measures, policy, threads=inputs.threads)
        own, readings = own_documents_of(qrels, runs), [*qrels.readings, *runs.readings]
        return FilesScored(scores=scores, labels=qrels, readings=readings, own=own, without_hits=runs.without_hits)
    of = evaluate_with_readings(inputs, measures, policy)
    readings = [*of.labels.readings, *of.readings]
    return FilesScored(scores=of.scores, labels=of.labels, readings=readings, own=of.own, without_hits=of.without_hits)
