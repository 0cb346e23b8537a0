"""`irassay.report`: the overview of qrels and runs, written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.reporting.write import write_result, writer_for
from irassay.result import Result

if TYPE_CHECKING:
    import numpy as np

Path: TypeAlias = str | PathLike[str]
Word: TypeAlias = Any  # one of the words that `overview` knows
Noun: TypeAlias = Any  # Qrels, Runs, Metadata or Measure: this room passes them on and knows none of them


def report(
    qrels: Path | Noun,
    runs: Path | Sequence[Path] | Noun,
    *,
    to: Path,
    measures: Sequence[str | Noun] = ("nDCG@10",),
    metadata: Path | Noun | None = None,
    baseline: Sequence[str] = (),
    test: Word = "randomization",
    correction: Word = "holm",
    interval: Word = "percentile",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
    queries: str | None = None,
    ties: str | None = None,
    query_texts: Path | Noun | None = None,
    doc_texts: Path | Noun | None = None,
    duplicates: Word | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    since: Path | Result | None = None,
    residual: Path | Noun | None = None,
    ranks: Word = "significance",
    pool: Path | Noun | None = None,
    second_qrels: Path | Noun | None = None,
) -> Result:
    """Compare the runs, bound what missing labels could change, check the files, and write the page.

    Parameters
    ----------
    qrels, runs, measures, metadata, baseline, test, correction, interval, alpha, n_resamples, seed, threads
        As for `irassay.overview`.
    queries, ties, query_texts, doc_texts, duplicates, unseen, scale, since, residual, ranks, pool, second_qrels
        As for `irassay.overview`.
    to : path
        Where to write: ``.html``, ``.json``, ``.csv``, ``.tsv``, ``.tex`` or ``.txt``, by suffix.

    Returns
    -------
    Result
        What was written.

    Raises
    ------
    UsageError
        For a suffix that can't be written, before any work starts.
    InputError
        For files that can't be read in one way only.

    Examples
    --------
    >>> import irassay, tempfile
    >>> qrels = irassay.read_qrels({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> lists = {"old": {"q1": {"a": 1.0}}, "new": {"q1": {"a": 1.0}, "q2": {"b": 1.0}}}
    >>> runs = irassay.read_runs(lists)
    >>> page = f"{tempfile.mkdtemp()}/report.html"  # qrels and runs may be paths too
    >>> result = irassay.report(qrels, runs, to=page)
    >>> result.facts[0]
    '2 systems'
    """
    from irassay.studies.overview import overview

    writer_for(to)
    result = overview(
        qrels,
        runs,
        measures=measures,
        metadata=metadata,
        baseline=baseline,
        test=test,
        correction=correction,
        interval=interval,
        alpha=alpha,
        n_resamples=n_resamples,
        seed=seed,
        threads=threads,
        queries=queries,
        ties=ties,
        query_texts=query_texts,
        doc_texts=doc_texts,
        duplicates=duplicates,
        unseen=unseen,
        scale=scale,
        since=since,
        residual=residual,
        ranks=ranks,
        pool=pool,
        second_qrels=second_qrels,
    )
    write_result(result, to)
    return result
