"""Scores of the files that the command line names, under its options of scoring. On the kernel alone: nothing heavy."""

from __future__ import annotations

from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.inputs import Inputs
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen
    from irassay.measures import Measure
    from irassay.scoring import Scores
    from irassay.scoring.files import FilesScored


class Scoring(Record):
    """Which queries count and how ties are ordered, as asked for; `irassay.scoring` says what holds without."""

    ties: str | None
    queries: str | None
    compat: str | None

    @property
    def read_as(self) -> str:
        """The precision in which two scores are equal, by whichever option says it."""
        from irassay.scoring.policy import Policy

        return Policy.of(ties=self.ties, queries=self.queries, compat=self.compat).ties

    def evaluate(self, qrels: Qrels, runs: Runs, measures: Sequence[Measure], threads: int) -> Scores:
        """Scores of runs in memory."""
        from irassay.scoring import evaluate

        return evaluate(
            qrels, runs, measures, queries=self.queries, ties=self.ties, compat=self.compat, threads=threads
        )

    def evaluate_files(self, inputs: Inputs, measures: Sequence[Measure], screen: Screen) -> FilesScored:
        """Scores, labels, and what was read of every file; a ranking is kept only where documents or runs go."""
        from irassay.scoring.files import FilesScored, evaluate_with_readings

        if inputs.same_text() or inputs.leave_out:
            qrels, runs = inputs.labels_and_rankings(screen)
            scores = self.evaluate(qrels, runs, measures, inputs.threads)
            from irassay.collection.own_documents import own_documents_of

            own = own_documents_of(qrels, runs)
            readings = [*qrels.readings, *runs.readings]
            return FilesScored(scores=scores, labels=qrels, readings=readings, own=own, without_hits=runs.without_hits)
        of = evaluate_with_readings(
            inputs.labels(),
            inputs.runs,
            measures,
            queries=self.queries,
            ties=self.ties,
            compat=self.compat,
            input_format=inputs.formats()[1],
            residual=inputs.earlier(),
            identical_ids=inputs.identical_ids,
            max_docs=inputs.max_docs,
            new_names=inputs.new_names,
            threads=inputs.threads,
        )
        readings = [*of.labels.readings, *of.readings]
        return FilesScored(
            scores=of.scores, labels=of.labels, readings=readings, own=of.own, without_hits=of.without_hits
        )
