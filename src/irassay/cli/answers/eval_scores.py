"""The scores that `eval` prints, of one collection or of several, and what is said of each. Imports nothing heavy."""

from __future__ import annotations

from irassay.cli.answers import eval_lists, own_documents, same_runs
from irassay.cli.answers.eval_notes import (
    Notes,
    hidden_measures,
    in_no_mean,
    not_sampled,
    nothing_relevant,
    reading_labels,
    without_relevant,
    zeros_in_means,
)
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import load
from irassay.errors import of_each
from irassay.messages import visible
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.collection.reading import Reading
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure
    from irassay.scoring import Scores
    from irassay.scoring.files import FilesScored
    from irassay.scoring.policy import Policy


class Evaluated(Record):
    """The scores of one collection: the files, their readings, and what is said of scores, own documents and lists."""

    inputs: Inputs
    scores: Scores
    readings: Sequence[Reading]
    notes: Notes
    own: Sequence[str]
    of_lists: Sequence[str]
    zero: Sequence[Measure]  # measures by which every score is 0: no label is relevant

    def same(self, names: Sequence[tuple[Measure, str]], policy: Policy) -> list[tuple[str, str, str, float]]:
        """The lines that say which runs are one system, where equal scores don't."""
        return same_runs.rows(self.scores, names, self.readings, self.inputs, policy)


def evaluated(
    files: Mapping[str, Inputs], measures: Sequence[Measure], policy: Policy, screen: Screen, *, by_default: bool
) -> dict[str, Evaluated]:
    """The scores of each collection; of a single one under "". UsageError for a measure that differs between
    collections, two runs of one name, or an absent run."""
    of: dict[str, Evaluated] = {}
    every = [*measures, *hidden_measures(measures)]
    scored = of_each(files, lambda inputs: evaluate_files(inputs, every, policy, screen))
    for name, inputs in files.items():
        found = scored[name]
        scores, of_labels = found.scores, not_sampled(found.labels)
        notes = Notes(
            scores, measures, found.readings, by_default=by_default and not of, of_labels=of_labels,
            without_hits=found.without_hits,
        )  # fmt: skip
        own = [*own_documents.warnings(inputs, found.own), *in_no_mean(found.labels)]
        zero = without_relevant(found.labels, measures)
        of_lists = eval_lists.warnings(found, reading_labels(measures), inputs, policy)
        of[name] = Evaluated(
            inputs=inputs, scores=scores, readings=found.readings, notes=notes, own=own, of_lists=of_lists, zero=zero
        )
    if len(of) > 1:
        from irassay.scoring.over_collections import check_measures

        check_measures({name: (measures, one.scores.largest_grade) for name, one in of.items()})
    next(iter(files.values())).renaming.check()
    return of


def warnings_of(of: Mapping[str, Evaluated]) -> list[str]:
    """The counted warnings of each collection, under its name."""
    texts = {
        name: (*one.own, *nothing_relevant(one.zero), *one.notes.warnings(), *one.of_lists) for name, one in of.items()
    }
    means = zeros_in_means({name: one.zero for name, one in of.items()}) if len(of) > 1 else []
    return [*(_named(name, text) for name, each in texts.items() for text in each), *means]


def paragraphs(of: Mapping[str, Evaluated]) -> list[str]:
    """What stands under the table: a paragraph for each collection."""
    texts = [_named(name, " ".join(one.notes.sentences())) for name, one in of.items()]
    return [*texts, CLI("over-collections.eval")] if len(of) > 1 else texts


def _named(collection: str, text: str) -> str:
    return f"{visible(collection)}: {text}" if collection else text


def evaluate_files(inputs: Inputs, measures: Sequence[Measure], policy: Policy, screen: Screen) -> FilesScored:
    """Scores, labels, and what was read of every file; a ranking is kept only where documents or runs go."""
    from irassay.scoring.files import FilesScored, evaluate_with_readings

    if inputs.duplicates == "one" or inputs.leave_out:
        from irassay.collection.own_documents import own_documents_of
        from irassay.scoring.evaluate import evaluate_by

        qrels, runs = load(inputs, screen)
        scores = evaluate_by(qrels, runs, measures, policy, threads=inputs.threads)
        own, readings = own_documents_of(qrels, runs), [*qrels.readings, *runs.readings]
        return FilesScored(scores=scores, labels=qrels, readings=readings, own=own, without_hits=runs.without_hits)
    of = evaluate_with_readings(inputs, measures, policy)
    readings = [*of.labels.readings, *of.readings]
    return FilesScored(scores=of.scores, labels=of.labels, readings=readings, own=of.own, without_hits=of.without_hits)
