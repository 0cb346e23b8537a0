"""From the rooms below to evidence: evaluate, compare, bound, cover, each for the overview's measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from irassay.comparison import League, compare
from irassay.estimates import kinds_of
from irassay.studies.overview.differences import between_pairs
from irassay.studies.overview.estimated import estimated_scores
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.thinning import thinning_of
from irassay.studies.sections.coverage import coverage_of_pools
from irassay.studies.sections.label_noise import sensitivity_of
from irassay.studies.sections.left_out import LeftOutOfPool, left_out
from irassay.verdict import Verdict, verdict_of
from irassay.verdict.label_reach import groups_of
from irassay.verdict.settle import bounds_of, counted_labels

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison.intervals.methods import Interval
    from irassay.comparison.league.compare import Ranks
    from irassay.comparison.significance.corrections import Correction
    from irassay.comparison.significance.decisions import Test
    from irassay.pooling import Pool
    from irassay.result import Finding, Table
    from irassay.scoring import Scores

MOST_COLUMNS = 10  # of metadata that filters have room for; the league shows the first few
MOST_NUMBERS = 12  # a column of more different numbers than this is a measurement, not a kind of system


def gather(
    qrels: Qrels,
    runs: Runs,
    scores: Scores,
    *,
    baseline: Sequence[str],
    test: Test,
    correction: Correction,
    interval: Interval,
    ranks: Ranks,
    alpha: float,
    n_resamples: int | None,
    seed: int,
    threads: int,
    files: Sequence[Finding],
    flags: Table | None,
    pool: Pool | None = None,
    second: Qrels | None = None,
    command: str,
    texts: Mapping[str, str],
    doc_texts: Texts | None = None,
    unseen: int | None,
    scale: Sequence[int] | None,
) -> Evidence:
    """Everything that the sections read. The first measure is the main one; the others are compared, not bounded."""
    leagues = [
        compare(
            scores,
            measure=m,
            baseline=baseline,
            test=test,
            correction=correction,
            interval=interval,
            ranks=ranks if m == scores.measures[0] else "significance",
            alpha=alpha,
            n_resamples=n_resamples,
            seed=seed,
            threads=threads,
        )
        for m in scores.measures
    ]
    main, measure = leagues[0], scores.measures[0]
    known = counted_labels(main, qrels, measure)
    ties = scores.policy.ties
    bounds = bounds_of(main, qrels, runs, measure, ties=ties, unseen=unseen, scale=scale, threads=threads)
    metadata = shown_columns(runs.metadata, runs.systems)
    verdict = verdict_of(
        main, qrels, runs, measure, ties=ties, bounds=bounds, metadata=metadata, command=command, threads=threads
    )
    pools = coverage_of_pools(known, runs, depth=verdict.depth, rel=verdict.rel, ties=ties, seed=seed)
    return Evidence(
        verdict=replace(verdict, suspects=_suspects(main, files)),
        others=[Verdict(league, m) for league, m in zip(leagues[1:], scores.measures[1:])],
        metadata=metadata,
        files=files,
        flags=flags,
        texts=texts,
        between=between_pairs(main, scores, known, runs, doc_texts),
        thinned=thinning_of(main, scores, known, runs, seed=seed, threads=threads),
        estimated=estimated_scores(
            qrels.sel(queries=main.queries), runs, measure, main, bounds, ties=ties, seed=seed, threads=threads
        ),
        pools=pools,
        left_out=None
        if pools is None and pool is None
        else _left_out(known, runs, scores, verdict, metadata, pool, ties=ties, alpha=alpha, threads=threads),
        sensitivity=None
        if second is None
        else sensitivity_of(known, second, runs, measure, systems=main.systems, ties=ties, seed=seed, threads=threads),
    )


def _suspects(league: League, files: Sequence[Finding]) -> list[str]:
    """Runs that a file error is about, leaders first."""
    top = {name for leader in league.leaders for name in (leader, *league.same.get(leader, ()))}
    runs = {name for f in files if f.level == "error" for name in f.systems} & set(league.runs)
    return sorted(runs, key=lambda name: (name not in top, league.runs.index(name)))


def _left_out(
    qrels: Qrels,
    runs: Runs,
    scores: Scores,
    verdict: Verdict,
    metadata: Mapping[str, Mapping[str, str]],
    pool: Pool | None,
    *,
    ties: Literal["float64", "float32"],
    alpha: float,
    threads: int,
) -> LeftOutOfPool | None:
    """Each run left out of the pool, each group of several runs, and each kind that the shown columns tell apart."""
    groups = groups_of(metadata)
    stated = [group for system, group in groups.items() if group and system in set(runs.systems)]
    kinds = {name: of for name, of in kinds_of(runs, groups).items() if name in metadata}
    return left_out(
        qrels, runs, scores.measures[0], groups=groups if len(set(stated)) < len(stated) else {}, kinds=kinds,
        pool=pool, systems=verdict.systems, rel=verdict.rel, alpha=alpha, ties=ties, threads=threads,
    )  # fmt: skip


def shown_columns(metadata: Metadata, systems: Sequence[str]) -> dict[str, Mapping[str, str]]:
    """The columns that say what kind of system a system is, at most six: no measurements, nothing that all share."""
    shown: dict[str, Mapping[str, str]] = {}
    for name, of in metadata.columns.items():
        values = {of[s] for s in systems if of.get(s)}
        if len(values) < 2 or (len(values) > MOST_NUMBERS and all(_is_number(v) for v in values)):
            continue
        shown[name] = of
    return dict(list(shown.items())[:MOST_COLUMNS])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
