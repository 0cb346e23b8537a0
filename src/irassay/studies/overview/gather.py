"""From the rooms below to evidence: evaluate, compare, bound, cover, each for the overview's measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from irassay.comparison import League, compare, minimum_detectable, typical_detectable, unresolvable_by_labels
from irassay.comparison.words import cautions
from irassay.estimates import Bounds, LabelsNeeded, bound, default_scale, has_bounds, kinds_of, labels_for_leaders
from irassay.studies.coverage import coverage_of_pools
from irassay.studies.left_out import LeftOutOfPool, left_out
from irassay.studies.overview.differences import between_pairs
from irassay.studies.overview.estimated import estimated_scores
from irassay.studies.overview.evidence import Evidence, Holes, Order, Resolution
from irassay.studies.overview.pairs import counted_pairs
from irassay.studies.overview.reach import coverage_of, groups_said
from irassay.studies.overview.thinning import thinning_of
from irassay.studies.sensitivity import sensitivity_of

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison.compare import Ranks
    from irassay.comparison.corrections import Correction
    from irassay.comparison.intervals import Interval
    from irassay.comparison.tested import Test
    from irassay.judgments import Pool
    from irassay.measures import Measure
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
    order = order_of(leagues[0], scores.measures[0])
    counted = qrels if tuple(qrels.queries) == tuple(order.queries) else qrels.sel(queries=order.queries)
    known = counted if scores.measures[0].of_sample else counted.judged()
    grades = default_scale(qrels, scores.measures[0]) if scale is None else scale  # of all labels, not the counted
    bounds = _bounds(known, runs, scores, order, unseen=unseen, scale=grades, seed=seed, threads=threads)
    holes = None if bounds is None else _holes(known, runs, order, bounds, threads=threads)
    metadata = shown_columns(runs.metadata, runs.systems)
    coverage = coverage_of(
        known,
        runs,
        order=order.systems,
        queries=order.queries,
        depth=order.depth,
        rel=order.rel,
        metadata=metadata,
        ties=scores.policy.ties,
    )
    ties: Literal["float64", "float32"] = "float32" if scores.policy.ties == "float32" else "float64"
    pools = coverage_of_pools(known, runs, depth=order.depth, rel=order.rel, ties=ties, seed=seed)
    return Evidence(
        order=order,
        holes=holes,
        coverage=coverage,
        places=leagues[0].places if order.n > 2 else None,
        n_runs=len(runs.systems),
        matched=coverage.retrieved_labels > 0,
        others=[order_of(league, m) for league, m in zip(leagues[1:], scores.measures[1:])],
        metadata=metadata,
        files=files,
        flags=flags,
        texts=texts,
        resolution=_resolution(leagues[0], order, holes),
        between=between_pairs(order, scores, known, runs, doc_texts),
        thinned=thinning_of(order, scores, known, runs, seed=seed, threads=threads),
        estimated=estimated_scores(
            counted, runs, scores.measures[0], order, bounds, ties=ties, seed=seed, threads=threads
        ),
        pools=pools,
        left_out=None
        if pools is None and pool is None
        else _left_out(known, runs, scores, order, metadata, pool, ties=ties, alpha=alpha, threads=threads),
        sensitivity=None
        if second is None
        else sensitivity_of(
            known, second, runs, scores.measures[0], systems=order.systems, ties=ties, seed=seed, threads=threads
        ),
        command=command,
    )


def _left_out(
    qrels: Qrels,
    runs: Runs,
    scores: Scores,
    order: Order,
    metadata: Mapping[str, Mapping[str, str]],
    pool: Pool | None,
    *,
    ties: Literal["float64", "float32"],
    alpha: float,
    threads: int,
) -> LeftOutOfPool | None:
    """Each run left out of the pool, each group of several runs, and each kind that the shown columns tell apart."""
    groups = groups_said(metadata)
    stated = [group for system, group in groups.items() if group and system in set(runs.systems)]
    kinds = {name: of for name, of in kinds_of(runs, groups).items() if name in metadata}
    return left_out(
        qrels, runs, scores.measures[0], groups=groups if len(set(stated)) < len(stated) else {}, kinds=kinds,
        pool=pool, systems=order.systems, rel=order.rel, alpha=alpha, ties=ties, threads=threads,
    )  # fmt: skip


def _resolution(league: League, order: Order, holes: Holes | None) -> Resolution | None:
    """How small a difference the queries show, and the pairs that no labels would bring there."""
    pairs = counted_pairs(order)
    typical = typical_detectable(league, minimum_detectable(league), pairs)
    if np.isnan(typical):
        return None
    if holes is None:
        return Resolution(typical, 0)
    never = unresolvable_by_labels(league, holes.difference_lower, holes.difference_upper)
    return Resolution(typical, sum(bool(never[i, j]) for i, j in pairs))


def _bounds(
    qrels: Qrels,
    runs: Runs,
    scores: Scores,
    order: Order,
    *,
    unseen: int | None,
    scale: Sequence[int],
    seed: int,
    threads: int,
) -> Bounds | None:
    """The main measure's bounds; None where it has none."""
    measure = scores.measures[0]
    if not has_bounds(measure):
        return None
    ties: Literal["float64", "float32"] = "float32" if scores.policy.ties == "float32" else "float64"
    return bound(
        qrels,
        runs,
        measure,
        unseen=unseen,
        scale=scale,
        ties=ties,
        baseline=order.baseline,
        seed=seed,
        threads=threads,
    )


def _holes(qrels: Qrels, runs: Runs, order: Order, bounds: Bounds, *, threads: int) -> Holes:
    """What missing labels can do, and how many would settle the open pairs."""
    needed = labels_for_leaders(
        qrels, runs, bounds, leaders=order.baseline or order.leaders, among=order.systems, threads=threads
    )
    return holes_of(bounds, order.systems, needed)


def order_of(league: League, measure: Measure) -> Order:
    """What the sections read of a League. One query ranks nobody: no ranks and no letters then."""
    ranked = len(league.queries) > 1
    return Order(
        measure=league.measure,
        depth=measure.cutoff,
        rel=int(measure.params.get("rel", 1)),
        citation=measure.definition.citation,
        lower_is_better=league.lower_is_better,
        systems=list(league.systems),
        queries=list(league.queries),
        same=dict(league.same),
        unranked=list(league.unranked),
        values=league.values,
        mean=league.mean,
        low=league.low,
        high=league.high,
        low50=league.low50,
        high50=league.high50,
        t_low=league.t_low if len(league.t_low) else None,
        t_high=league.t_high if len(league.t_high) else None,
        difference_t=league.difference_t if len(league.difference_t) else None,
        difference=league.difference,
        difference_low=league.difference_low,
        difference_high=league.difference_high,
        p=league.p,
        p_corrected=league.p_corrected,
        significant=league.significant,
        leaders=list(league.leaders),
        letters=list(league.letters) if ranked else [],
        brackets=list(league.brackets) if ranked else [],
        open_without_letter=league.open_without_letter,
        rank_intervals=list(league.rank_intervals) if ranked else [],
        rank_intervals_bootstrap=list(league.rank_intervals_bootstrap) if ranked else [],
        baseline=list(league.baseline),
        alpha=league.alpha,
        test=league.test,
        correction=league.correction,
        family=league.family,
        chance=league.chance,
        at_the_edge=list(league.at_the_edge),
        too_few=league.n_too_few,
        n_resamples=league.n_resamples,
        n_bootstrap=league.n_bootstrap,
        enumerated=league.enumerated,
        n_joint=league.n_joint,
        interval=league.interval,
        cautions=cautions(league),
        against_means=league.against_means,
    )


def holes_of(bounds: Bounds, systems: Sequence[str], needed: LabelsNeeded | None = None) -> Holes:
    """What the sections read of Bounds, in the league's order: one row for systems that are the same."""
    place = {name: i for i, name in enumerate(bounds.systems)}
    rows = [place[s] for s in systems]
    square = np.ix_(rows, rows)
    return Holes(
        lower=bounds.lower[rows].mean(axis=1),
        estimate=bounds.estimate[rows].mean(axis=1),
        upper=bounds.upper[rows].mean(axis=1),
        difference_lower=bounds.difference_lower[square],
        difference_upper=bounds.difference_upper[square],
        state=[[bounds.state[i][j] for j in rows] for i in rows],
        exact=bool(bounds.difference_exact[square].all()),
        unseen=bounds.universe.unseen,
        judging=None if needed is None else needed.figures,
    )


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
