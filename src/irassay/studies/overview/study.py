"""The main job: evaluate, compare, bound, check, and say in one Result what these files settle and what they don't."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from irassay.errors import UsageError
from irassay.provenance import Provenance, versions
from irassay.result import Result
from irassay.studies.files import hashes, sources, texts_of
from irassay.studies.overview.asked import files_said, report_said, values_said
from irassay.studies.overview.compose import compose
from irassay.studies.overview.gather import gather
from irassay.studies.overview.kept import kept_of_labels, kept_of_runs
from irassay.studies.overview.material import read_material

if TYPE_CHECKING:
    import numpy as np

    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison import League
    from irassay.comparison.intervals.methods import Interval
    from irassay.comparison.league.compare import Ranks
    from irassay.comparison.significance.corrections import Correction
    from irassay.comparison.significance.decisions import Test
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.scoring import Scores

Path: TypeAlias = str | PathLike[str]


def overview(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    measures: Sequence[str | Measure] = ("nDCG@10",),
    metadata: Path | Metadata | None = None,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
    queries: str | None = None,
    ties: str | None = None,
    query_texts: Path | Texts | None = None,
    doc_texts: Path | Texts | None = None,
    duplicates: Literal["apart", "one"] | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    since: Path | Result | None = None,
    residual: Path | Qrels | None = None,
    ranks: Ranks = "significance",
    pool: Path | Pool | None = None,
    second_qrels: Path | Qrels | None = None,
) -> Result:
    """Say which systems are better, how far the queries and the labels carry that, and what would settle the rest.

    Parameters
    ----------
    qrels : path or Qrels
    runs : path, sequence of paths, or Runs
        A folder, a glob, files.
    measures : sequence of str or Measure
        The first is the main one: verdict, pairs and bounds are about it. The others are compared, each its own family.
    metadata : path or Metadata, optional
        System -> columns; default the runs' own.
    baseline : sequence of str
        Compare every system with these only.
    test, correction, interval : str
        As for `compare`.
    alpha : float, in (0, 1)
        Family-wise error rate.
    n_resamples : int, optional
        Sign flips of the randomization test; default by the number of pairs.
    seed : int or numpy.random.Generator
    threads : int
        0: one a core. The result does not depend on it.
    queries, ties : str, optional
        Which queries count and how equal scores are told, as for `evaluate`.
    query_texts : path or Texts, optional
        Shown beside the ids of queries.
    doc_texts : path or Texts, optional
        Documents of a query with the same text are looked for, and grades that differ among them.
    duplicates : {"apart", "one"}, optional
        Score such documents each by itself (the default), or as one: under the first id in byte league, with the
        highest grade, at the place of the best of them in each list.
    unseen, scale : int, sequence of int, optional
        What missing labels may be, as for `bound`.
    since : path or Result, optional
        An earlier result, saved as JSON: a section says what changed since, and what only because others joined.
    residual : path or Qrels, optional
        Documents that these earlier labels judged are left out of labels and runs.
    ranks : {"significance", "bootstrap"}
        "bootstrap": ranks by the bootstrap of all differences at once stand beside those by significance.
    pool : path or Pool, optional
        The pool that the labels were made of, as ``irassay pool`` wrote it: who brought which document, for leaving
        runs, groups and kinds out. Default: it is made again from the runs.
    second_qrels : path or Qrels, optional
        Labels of a second judge, for how far each system's rank moves under that judge's noise.

    Returns
    -------
    Result
        Sections: verdict, league, pairs, labels, stability, queries, files, method, provenance.

    Raises
    ------
    InputError
        Files that can't be read in one way only.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* that the labels given are right, and that the queries stand for those one cares about. *Guarantees* Holm's
    family-wise error over queries; over labels the stated bounds hold for every completion. *Source* see `compare`,
    `bound` and `check`.

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"c": 1}})
    >>> runs = irassay.Runs.from_dict({"mine": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 1.0}}})
    >>> overview(qrels, runs).title
    'mine scores 1.000.'
    """
    from irassay.random_keys import key_of
    from irassay.scoring import evaluate
    from irassay.studies.overview.since import named, read_earlier, with_changes

    if isinstance(measures, str):
        raise UsageError(f'expected a sequence of measures, but got measures="{measures}"; write ["{measures}"]')
    key = key_of(seed)
    earlier = None if since is None else read_earlier(since)
    material = read_material(
        qrels, runs, measures=measures, scale=scale, metadata=metadata, doc_texts=doc_texts, duplicates=duplicates,
        residual=residual, pool=pool, second_qrels=second_qrels, threads=threads,
    )  # fmt: skip
    labels, systems = material.labels, material.systems
    scores = evaluate(labels, systems, material.measures, queries=queries, ties=ties, threads=threads)
    names = [str(m) for m in scores.measures]
    grades = None if scale is None else ",".join(map(str, scale))
    without = values_said("--residual", sources(residual))
    said = report_said(
        qrels,
        runs,
        names,
        given={"--metadata": metadata, "--query-texts": query_texts, "--doc-texts": doc_texts, "--baseline": baseline,
               "--pool": pool, "--second-qrels": second_qrels},
        options={
            "duplicates": duplicates, "test": test, "correction": correction, "interval": interval, "queries": queries,
            "ties": ties, "alpha": alpha, "resamples": n_resamples, "seed": key, "unseen": unseen, "grades": grades,
            "ranks": ranks,
        },
        last=[*without, *values_said("--since", sources(since))],
    )  # fmt: skip
    evidence = gather(
        labels,
        systems,
        scores,
        baseline=tuple(baseline),
        test=test,
        correction=correction,
        interval=interval,
        ranks=ranks,
        alpha=alpha,
        n_resamples=n_resamples,
        seed=key,
        threads=threads,
        files=material.findings,
        pool=material.pool,
        second=material.second,
        flags=material.flags,
        texts=texts_of(scores.queries, query_texts),
        doc_texts=material.doc_texts,
        unseen=unseen,
        scale=scale,
        command=shlex.join([*files_said(qrels, runs), "-m", names[0], *without]),
    )
    provenance = Provenance(
        inputs=hashes([labels, systems], [metadata, query_texts, doc_texts, residual, since, pool, second_qrels]),
        options=_options(evidence.verdict.league, scores, [*said, "-o", "report.html"])
        | {"duplicates": duplicates or "apart"}
        | {name: value for name, value in (("unseen", unseen), ("grades", grades)) if value is not None}
        | ({} if residual is None else {"residual": " ".join(sources(residual)) or "earlier labels"})
        | ({} if pool is None else {"pool": " ".join(sources(pool)) or "recorded"})
        | ({} if second_qrels is None else {"second_qrels": " ".join(sources(second_qrels)) or "of another judge"})
        | ({"ranks": ranks} if ranks != "significance" else {}),
        seed=key,
        versions=versions(),
        signatures=list(scores.signatures),
        systems=kept_of_runs(evidence.verdict.league, systems),
        labels=kept_of_labels(labels, evidence.verdict.league),
    )
    result = compose(evidence, provenance)
    return result if earlier is None else with_changes(result, earlier, source=named(since))


def _options(league: League, scores: Scores, command: Sequence[str]) -> dict[str, Any]:
    """What the numbers depend on, and the command that makes them again."""
    return {
        "measures": [str(m) for m in scores.measures],
        "queries": scores.policy.queries,
        "ties": scores.policy.ties,
        "baseline": list(league.baseline),
        "alpha": league.alpha,
        "test": league.test,
        "correction": league.correction,
        "interval": league.interval,
        "n_resamples": league.n_resamples,
        "n_bootstrap": league.n_bootstrap,
        "command": list(command),
    }
