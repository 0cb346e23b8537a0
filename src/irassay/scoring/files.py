"""Scores of run files without their rankings, so that runs may be larger than memory."""

from __future__ import annotations

import os

from irassay.arguments import check_choice, number_of_threads, of_keywords
from irassay.collection.own_documents import IDENTICAL_IDS, OwnDocuments, own_documents_of
from irassay.collection.reading import raise_problems
from irassay.errors import UsageError
from irassay.formats.inputs import Inputs
from irassay.formats.reading.run_parts import kernel_columns, names_of, read_run_with
from irassay.formats.reading.runs import run_format
from irassay.formats.sources import opening
from irassay.formats.sources.opening import run_each
from irassay.kernel import _core
from irassay.measures import kernel_specs, parse_all
from irassay.record import Record
from irassay.scoring.evaluate import evaluate_by, scores_of
from irassay.scoring.policy import KEEP, Policy
from irassay.scoring.scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.reading import Reading
    from irassay.formats.sources.opening import Path, Paths
    from irassay.measures import Measure


def evaluate_files(
    qrels: Path | Qrels,
    runs: Paths,
    measures: Sequence[str | Measure],
    *,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    keep: str | None = None,
    residual: Path | Qrels | None = None,
    identical_ids: str | None = None,
    max_docs: int | None = None,
    threads: int = 0,
) -> Scores:
    """Score run files without keeping their rankings: the fast way from files to scores.

    The same numbers as ``evaluate(read_qrels(qrels), read_runs(runs), ...)``. Memory is the labels, one file a thread,
    and the scores; with ``keep="summary"`` only means are kept.

    Parameters
    ----------
    qrels : path or Qrels
    runs : path, folder, glob or sequence of these
    measures, queries, ties, compat, keep, threads
        As in `evaluate`.
    residual : path or Qrels, optional
        Earlier labels, whose documents are left out of labels and runs. Rankings are kept then.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR; see
        `Runs.without_identical_ids`. Rankings are kept then.
    max_docs : int, at least 1, optional
        How many documents of each list count, as trec_eval's -M: the rest is dropped. Rankings are kept then.

    Returns
    -------
    Scores

    Raises
    ------
    UsageError
        An unknown measure or option.
    InputError
        With every problem of all files, located, 20 shown.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "qrels").write_text("q1 0 a 1\\n")
    >>> _ = (folder / "mine.run").write_text("q1 Q0 b 1 2.0 mine\\nq1 Q0 a 2 1.0 mine\\n")
    >>> float(evaluate_files(folder / "qrels", folder / "mine.run", ["RR"]).summary[0, 0, 0])
    0.5
    """
    inputs, policy = of_keywords(Inputs, locals()), Policy.of(ties=ties, queries=queries, compat=compat)
    return evaluate_with_readings(inputs, measures, policy, keep=keep).scores


class FilesScored(Record):
    """Scores of run files, and what else was met on the way."""

    scores: Scores
    labels: Qrels
    readings: Sequence[Reading]  # of each run file
    own: OwnDocuments
    without_hits: Mapping[str, Sequence[str]]  # as in `Runs`


def evaluate_with_readings(
    inputs: Inputs, measures: Sequence[str | Measure], policy: Policy, *, keep: str | None = None
) -> FilesScored:
    """As `evaluate_files`, with the labels, the Reading of each run file, and how many own documents there are."""
    runs, renaming, input_format = inputs.runs, inputs.renaming, inputs.formats[1]
    parsed = parse_all(measures)
    check_choice("keep", keep, (None, *KEEP))
    check_choice("identical_ids", inputs.identical_ids, (None, *IDENTICAL_IDS))
    threads = number_of_threads(inputs.threads)
    if not isinstance(runs, str | os.PathLike | list | tuple):
        raise UsageError(f"expected runs as paths, but got {type(runs).__name__}; irassay.evaluate scores nouns")
    labels = inputs.labels()
    paths = opening.list_paths(runs)
    formats = [input_format or run_format(path) for path in paths]
    in_parts = any(measure.needs_subtopics or measure.needs_strata for measure in parsed)
    in_whole = inputs.residual is not None or inputs.max_docs is not None or inputs.identical_ids == "ignore"
    if in_whole or in_parts or not all(map(kernel_columns, formats)):
        named = inputs.rankings()
        scores = evaluate_by(labels, named, parsed, policy, keep=keep, threads=threads)
        own, empty = own_documents_of(labels, named), named.without_hits
        return FilesScored(scores=scores, labels=labels, readings=named.readings, own=own, without_hits=empty)
    scorer = _core.FileScorer(
        labels.core,
        kernel_specs(parsed, largest_grade=labels.largest_grade, recall_as_9=policy.recall_as_9),
        n_files=len(paths),
        ties=policy.order,
        queries=policy.queries,
        keeps_values=keep != "summary",
    )
    columns = [kernel_columns(name, is_named=input_format is not None) for name in formats]
    readings: list[Reading | None] = [None] * len(paths)

    def work(number: int) -> None:
        readings[number] = read_run_with(scorer, number, paths[number], columns=columns[number])

    run_each(work, len(paths), threads=threads, title="Scoring runs", stop=scorer.stop)
    of_files = [reading for reading in readings if reading is not None]
    raise_problems(of_files)
    systems = names_of(of_files)
    scores = scores_of(
        scorer.scores,
        labels,
        measures=parsed,
        systems=list(renaming.names(systems).values()) if renaming.texts else systems,
        policy=policy,
        keep=keep,
        same_lists=lambda depth: scorer.same_lists(depth=depth),
    )
    own = OwnDocuments(systems=scores.systems, found=scorer.own_documents, removed=0, relevant=0)
    return FilesScored(scores=scores, labels=labels, readings=of_files, own=own, without_hits={})
