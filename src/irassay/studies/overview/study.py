"""The main job: evaluate, compare, bound, check, and say in one Result what these files settle and what they don't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import signature
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

# `overview` imports what it runs on when it runs, so that `irassay.report` can have its signature for next to nothing.
if TYPE_CHECKING:
    import numpy as np

    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison.testing import Correction, Interval, Ranks, Test
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.provenance import Provenance
    from irassay.result import Result
    from irassay.studies.overview.comparison import OverviewComparison
    from irassay.verdict.pair import Require

Path: TypeAlias = str | PathLike[str]

FILES = ("metadata", "query_texts", "doc_texts", "residual", "since", "pool", "second_qrels")  # beside labels and runs

HOW_READ = ("input_format", "grade_scale", "label_map")
EXPECTED = ("expect", "margin", "require")


class Options(TypedDict, total=False):
    """The keywords of `overview` for a function that passes them on; a test holds them to its signature."""

    measures: Sequence[str | Measure]
    metadata: Path | Metadata | None
    query_texts: Path | Texts | None
    doc_texts: Path | Texts | None
    baseline: Sequence[str]
    pool: Path | Pool | None
    second_qrels: Path | Qrels | None
    duplicates: Literal["apart", "one"] | None
    leave_out: Sequence[str]
    rename: Sequence[str]
    test: Test
    correction: Correction
    interval: Interval
    queries: str | None
    ties: str | None
    alpha: float
    n_resamples: int | None
    seed: int | np.random.Generator
    threads: int
    unseen: int | None
    scale: Sequence[int] | None
    ranks: Ranks
    residual: Path | Qrels | None
    identical_ids: Literal["count", "ignore"] | None
    since: Path | Result | None
    expect: str | None
    margin: float | None
    require: Require | None
    input_format: str | None
    grade_scale: float | None
    label_map: Mapping[str, int] | None


def overview(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    measures: Sequence[str | Measure] = ("nDCG@10",),
    metadata: Path | Metadata | None = None,
    query_texts: Path | Texts | None = None,
    doc_texts: Path | Texts | None = None,
    baseline: Sequence[str] = (),
    pool: Path | Pool | None = None,
    second_qrels: Path | Qrels | None = None,
    duplicates: Literal["apart", "one"] | None = None,
    leave_out: Sequence[str] = (),
    rename: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    queries: str | None = None,
    ties: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    ranks: Ranks = "significance",
    residual: Path | Qrels | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    since: Path | Result | None = None,
    expect: str | None = None,
    margin: float | None = None,
    require: Require | None = None,
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
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
    query_texts : path or Texts, optional
        Shown beside the ids of queries.
    doc_texts : path or Texts, optional
        Documents of a query with the same text are looked for, and grades that differ among them.
    baseline : sequence of str
        Compare every system with these only.
    pool : path or Pool, optional
        The pool that the labels were made of, as ``irassay pool`` wrote it: who brought which document, for leaving
        runs, groups and kinds out. Default: it is made again from the runs.
    second_qrels : path or Qrels, optional
        Labels of a second assessor, for how far each system's rank moves under that assessor's noise.
    duplicates : {"apart", "one"}, optional
        Score such documents each by itself (the default), or as one: under the first id in byte order, with the
        highest grade, at the place of the best of them in each list.
    leave_out : sequence of str
        Runs that are read as if their files were not there, by their names before `rename`. Files only.
    rename : sequence of str
        New names of systems, ``OLD=NEW``; one ``*`` in both stands for the same text. All else here speaks of the new
        names; metadata may use either.
    test, correction, interval : str
        As for `compare`.
    queries, ties : str, optional
        Which queries count and how equal scores are told, as for `evaluate`.
    alpha : float, in (0, 1)
        Family-wise error rate.
    n_resamples : int, optional
        Sign flips of the randomization test; default by the number of pairs.
    seed : int or numpy.random.Generator
    threads : int
        0: one a core. The result does not depend on it.
    unseen, scale : int, sequence of int, optional
        What missing labels may be, as for `bound`.
    ranks : {"significance", "bootstrap"}
        "bootstrap": ranks by the bootstrap of all differences at once stand beside those by significance.
    residual : path or Qrels, optional
        Documents that these earlier labels judged are left out of labels and runs.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR.
    since : path or Result, optional
        An earlier result, saved as JSON: a section says what changed since, and what only because others joined.
    expect : str, optional
        An order such as ``"new > old"``: a section says whether it is settled, by the main measure.
    margin : float, above 0, optional
        With `expect`: the first system may be worse by up to this, in the measure's unit; see `non_inferiority`.
    require : {"proved", "likely", "taken"}, optional
        With `expect`: what the labels must do, as for `PairVerdict.better`. Default: likely.
    input_format : str, optional
        Of those files of labels and runs that can have it, instead of the format that their content tells.
    grade_scale : float, optional
        What fractional ratings are multiplied by before they are rounded to grades, in every file of labels.
    label_map : mapping of str to int, optional
        The grade of each word that these files have for grades.

    Returns
    -------
    Result
        Sections: verdict, expected, since, league, pairs, kinds, labels, coverage, thinning, stability, queries,
        differences, files, method, provenance; those that have something to say.

    Raises
    ------
    InputError
        Files that can't be read in one way only; or the order of `expect` is settled against a run whose lists were
        cut before the measure's depth.
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
    return overview_to("report.html", **locals())


def overview_to(to: Path, *data: Any, **more: Any) -> Result:
    """`overview` of the same arguments; the command on its page writes to this file."""
    from shlex import join

    from irassay.arguments import of_keywords
    from irassay.formats.inputs import Inputs
    from irassay.scoring.evaluate import evaluate_by
    from irassay.studies.overview.command import OF_CHECK, labels_and_runs, of_compare, report_command, words_of
    from irassay.studies.overview.comparison import comparison_of, read_inputs
    from irassay.studies.overview.page_order import collect, compose
    from irassay.verdict.expectation import claim_of
    from irassay.verdict.settle import Asked

    heading = signature(overview)
    given = heading.bind(*data, **more)
    given.apply_defaults()
    values = given.arguments
    asked = Asked.of(values)
    claim = claim_of(values["expect"], values["margin"], values["require"])
    inputs = read_inputs(of_keywords(Inputs, values), asked, values)
    scores = evaluate_by(inputs.labels, inputs.runs, inputs.measures, asked.policy, threads=values["threads"])
    names = [str(m) for m in scores.measures]
    values |= {"measures": names, "seed": asked.testing.seed}
    keywords = heading.parameters
    command = join(
        [*labels_and_runs(values["qrels"], values["runs"]), "-m", names[0], *words_of(values, keywords, OF_CHECK)]
    )
    comparison = comparison_of(inputs, scores, asked.testing, claim, threads=values["threads"])
    options = join(words_of(values, keywords, of_compare(values["duplicates"])))
    verdict = replace(comparison.verdict, command=command, compare_options=options)
    again = report_command(values, keywords)
    provenance = _provenance(comparison, values, [*again, "-o", fspath(to)])
    comparison = replace(comparison, evidence=replace(comparison.evidence, verdict=verdict, provenance=provenance))
    return compose(comparison.evidence, collect(comparison))


def _provenance(comparison: OverviewComparison, values: Mapping[str, Any], command: Sequence[str]) -> Provenance:
    """What the numbers depend on, and the command that makes them again."""
    from irassay.provenance import Provenance, versions
    from irassay.studies.files import hashes
    from irassay.studies.overview.command import digests_of_labels, digests_of_runs

    inputs, scores, league = comparison.inputs, comparison.scores, comparison.league
    return Provenance(
        inputs=hashes([inputs.labels, inputs.runs], [values[name] for name in FILES]),
        options={
            "measures": [str(m) for m in scores.measures],
            "queries": scores.policy.queries,
            "ties": scores.policy.ties,
            "baseline": list(league.baseline),
            **{name: getattr(league, name) for name in ("alpha", "test", "correction", "interval")},
            **{name: getattr(league, name) for name in ("n_resamples", "n_bootstrap")},
            "command": list(command),
            "duplicates": values["duplicates"] or "apart",
        }
        | _rare_options(values),
        seed=league.seed,
        versions=versions(),
        signatures=list(scores.signatures),
        systems=digests_of_runs(league, inputs.runs),
        labels=digests_of_labels(inputs.labels, league),
    )


def _rare_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options that stand in provenance only where they were chosen; a noun from memory by what it is."""
    from irassay.studies.files import sources
    from irassay.studies.overview.command import scale_text

    unseen, scale, ranks = values["unseen"], values["scale"], values["ranks"]
    options: dict[str, Any] = {} if unseen is None else {"unseen": unseen}
    if scale is not None:
        options["grades"] = scale_text(scale)
    for name, noun in (("residual", "earlier labels"), ("pool", "recorded"), ("second_qrels", "of another assessor")):
        if values[name] is not None:
            options[name] = " ".join(sources(values[name])) or noun
    options |= {name: values[name] for name in (*HOW_READ, "identical_ids", *EXPECTED) if values[name] is not None}
    options |= {name: list(values[name]) for name in ("leave_out", "rename") if values[name]}
    return options if ranks == "significance" else options | {"ranks": ranks}
