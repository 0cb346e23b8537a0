"""From labels and runs to one Result a run. Other runs are in it as lowest, median and highest, never by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from irassay.errors import UsageError
from irassay.messages import listed

if TYPE_CHECKING:
    import numpy as np

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.measures import Measure
    from irassay.result import Result
    from irassay.scoring import Scores

Path: TypeAlias = str | PathLike[str]


class Options(TypedDict, total=False):
    """As for `sheets_of`."""

    measures: Sequence[str | Measure]
    query_texts: Path | Texts | None
    doc_texts: Path | Texts | None
    duplicates: Literal["apart", "one"] | None
    rename: Sequence[str]
    queries: str | None
    ties: str | None
    alpha: float
    n_resamples: int | None
    seed: int | np.random.Generator
    threads: int
    residual: Path | Qrels | None
    identical_ids: Literal["count", "ignore"] | None
    overview: Result | None
    input_format: str | None
    grade_scale: float | None
    label_map: Mapping[str, int] | None
    left_out: Sequence[str] | Mapping[str, str]


def sheets_of(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    measures: Sequence[str | Measure] = ("nDCG@10",),
    query_texts: Path | Texts | None = None,
    doc_texts: Path | Texts | None = None,
    duplicates: Literal["apart", "one"] | None = None,
    rename: Sequence[str] = (),
    queries: str | None = None,
    ties: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
    residual: Path | Qrels | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    overview: Result | None = None,
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
    left_out: Sequence[str] | Mapping[str, str] = (),
) -> Mapping[str, Result]:
    """What `irassay.write_run_sheets` writes, as data: one Result a run, in their order; parameters as for
    `irassay.overview`. An `overview` of the same files lends its verdict; runs `left_out` (with reasons) get no sheet
    and are no part of lowest, median and highest. InputError for files that can't be read in one way only; UsageError
    for arguments without a meaning. Source: the sheets that TREC sends to participants."""
    values = dict(locals())
    from irassay.arguments import grade_scale_given, of_keywords
    from irassay.collection.duplicates import find_duplicates
    from irassay.comparison import Testing
    from irassay.formats.inputs import Inputs
    from irassay.measures import parse_all
    from irassay.preflight.check import examine
    from irassay.preflight.each_run import of_each_run
    from irassay.scoring import evaluate
    from irassay.studies.files import hashes, texts_of
    from irassay.studies.run_sheets.sheet import sheet_of, standings_of, standings_of_scores

    grade_scale_given(grade_scale)
    source = of_keywords(Inputs, values)
    labels, systems = source.load()
    checked = of_each_run(examine(labels, systems, parse_all(measures), source.counted, ties=ties))
    documents = source.texts()
    if documents is not None and duplicates == "one":
        same = find_duplicates(documents, labels, systems)
        labels, systems = same.merge_labels(labels), same.merge_runs(systems)
    all_scores = evaluate(labels, systems, measures, queries=queries, ties=ties, keep="queries", threads=threads)
    scores = _without(all_scores, left_out)
    if overview is None:
        testing = of_keywords(Testing, values)
        standings = standings_of_scores(scores, testing, threads=threads)
    else:
        standings = standings_of(overview, scores)
    texts = texts_of(scores.queries, query_texts)
    inputs = hashes([labels], [residual])
    return {
        system: sheet_of(
            scores, place, standings[system], texts, inputs, checked.get(system, ()), all_scores=all_scores
        )
        for place, system in enumerate(scores.systems)
    }


def _without(scores: Scores, left_out: Sequence[str] | Mapping[str, str]) -> Scores:
    unknown = set(left_out) - set(scores.systems)
    if unknown:
        raise UsageError(f"left_out names {listed(sorted(unknown))}, which the runs don't hold")
    counting = [system for system in scores.systems if system not in set(left_out)]
    if not counting:
        raise UsageError("left_out leaves no run")
    return scores.sel(systems=counting) if left_out else scores
