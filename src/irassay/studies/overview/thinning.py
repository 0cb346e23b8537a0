"""What if fewer labels had been given: the order under labels thinned at random, held against the order under all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.order_agreement import order_agreement
from irassay.agreement.order_stability import order_kept
from irassay.errors import UsageError
from irassay.label_sets.selection import subset_size
from irassay.label_sets.thinning import thinned
from irassay.result import Column, Finding, Lines, Section, Table
from irassay.scoring import evaluate
from irassay.studies.overview import words_thinning as words
from irassay.studies.overview.evidence import Evidence, Thinned, Within
from irassay.studies.sections.bands import band_columns
from irassay.studies.sections.captions import panel

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.stack import QrelsStack
    from irassay.comparison import League
    from irassay.scoring import Scores

FRACTIONS = (0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
HALF = 0.5  # the share that sentences are about, where it is there
DRAWS = 100
FEWEST_DRAWS = 20
MOST_SCORES = 6_000_000  # lists scored; with more lists there are fewer draws, and with far more none
AT_ONCE = 8_000_000  # scores held at once
NINE_IN_TEN = (0.05, 0.95)
AXIS = "percent of each query's labels"


def thinning_of(league: League, scores: Scores, qrels: Qrels, runs: Runs, *, seed: int, threads: int) -> Thinned | None:
    """The order under thinned labels; None for fewer than three systems, one query, or labels too few to thin."""
    measure = scores.measures[0]
    sizes = [qrels.core.n_judged(query) for query in league.queries]
    fractions = [f for f in FRACTIONS if sizes and f * np.quantile(sizes, 0.1) >= 1]
    if league.n < 3 or len(league.queries) < 2 or not fractions or measure.aggregate == "geometric":
        return None
    draws = min(DRAWS, MOST_SCORES // (len(fractions) * len(runs.systems) * len(league.queries)))
    if draws < FEWEST_DRAWS:
        return None
    try:
        values = _values(thinned(qrels, fractions, draws=draws, seed=seed), runs, scores, league, threads=threads)
    except UsageError:  # a measure that variants of labels can't give, such as one over subtopics
        return None
    kept = order_kept(league.values, values, alpha=league.alpha, lower_is_better=league.lower_is_better)
    shape = (len(fractions), draws)
    return Thinned(
        fractions=fractions,
        draws=draws,
        all_labels=sum(sizes),
        labels=[sum(subset_size(size, fraction) for size in sizes) for fraction in fractions],
        tau=_within(kept.tau.reshape(shape)),
        reversed=_within(kept.reversed.reshape(shape) / kept.pairs),
        first=kept.first.reshape(shape).mean(axis=1).tolist(),
        settled=_within(kept.settled.reshape(shape)),
        leaders=_within(kept.leaders.reshape(shape)),
        lost=kept.lost.reshape(shape).mean(axis=1).tolist(),
        against=kept.against.reshape(shape).mean(axis=1).tolist(),
        settled_before=kept.settled_before,
        leaders_before=kept.leaders_before,
        pairs=kept.pairs,
        by_distance=_by_distance(league, values, shape),
    )


def _by_distance(
    league: League, values: NDArray[np.float64], shape: tuple[int, int]
) -> dict[str, tuple[int, list[Within]]]:
    """Tau of the pairs in each bucket that has some: with all labels, where ties count, then by fraction."""
    own = np.asarray(league.values)
    if np.isnan(own).any():
        return {}
    found = order_agreement(own, np.nanmean(values, axis=2), lower_is_better=league.lower_is_better)
    rows = zip(found.buckets.names[:-1], found.buckets.sizes, found.tied_before, found.partial_tau.T)
    return {
        name: (size, [_always(1 - tied / size), *_within(tau.reshape(shape))]) for name, size, tied, tau in rows if size
    }


def _always(value: float) -> Within:
    return Within(value, value, value)


def _values(stack: QrelsStack, runs: Runs, scores: Scores, league: League, *, threads: int) -> NDArray[np.float64]:
    """Scores (variant, system, query) of the league's systems and queries."""
    ties = scores.policy.ties
    rows = [scores.systems.index(name) for name in league.systems]
    columns = [list(stack.base.queries).index(name) for name in league.queries]
    size = max(1, AT_ONCE // (len(scores.systems) * len(stack.base.queries)))
    parts = []
    for batch in stack.batches(size):
        found = evaluate(batch, runs, [scores.measures[0]], ties=ties, keep="queries", threads=threads)
        parts.append(found.values[0][np.ix_(range(len(batch.names)), rows, columns)])
    return np.concatenate(parts)


def _within(values: NDArray[np.float64] | NDArray[np.int64]) -> list[Within]:
    """Mean and the range of nine draws in ten, by row."""
    low, high = np.quantile(values, NINE_IN_TEN, axis=1)
    return [Within(*map(float, of)) for of in zip(values.mean(axis=1), low, high)]


def thinning_section(evidence: Evidence) -> Section | None:
    """The chart and what it means for the first, the pairs and the leaders; None where it was not computed."""
    found = evidence.thinned
    if found is None:
        return None
    league = evidence.verdict.league
    at = min(range(len(found.fractions)), key=lambda k: abs(found.fractions[k] - HALF))
    body: list[Finding | Lines] = [_chart(league, found, at)]
    numbers: dict[str, float | int | str] = {words.share_of(f): s for f, s in zip(found.fractions, found.first)}
    low = {words.share_of(f): t.low for f, t in zip(found.fractions, found.tau)}
    body.append(Finding("thinned-stable", "note", "labels", words.stable(found), low))
    text = words.first(league.systems[0], found)
    first = (league.systems[0],)
    body.append(Finding("thinned-first", "note", "labels", text, numbers, first, systems=first))
    if len(found.by_distance) > 1:
        numbers = {name: taus[at + 1].mean for name, (_, taus) in found.by_distance.items()}
        body.append(Finding("thinned-distance", "note", "labels", words.by_distance(found, at), numbers))
        body.append(_distance_chart(found))
    if not league.baseline:
        numbers = {"settled_before": found.settled_before, "lost": found.lost[at], "against": found.against[at]}
        body.append(Finding("thinned-pairs", "note", "labels", words.pairs(found, at, league.alpha), numbers))
        numbers = {"leaders_before": found.leaders_before, "leaders": found.leaders[at].mean}
        body.append(Finding("thinned-leaders", "note", "labels", words.leaders(found, at), numbers))
    return Section("thinning", "With fewer labels", body)


def _chart(league: League, found: Thinned, at: int) -> Lines:
    title = words.title(found, at)
    n = len(found.fractions) + 1
    columns = [
        *band_columns(
            [words.PANEL] * n, _shares(found, 1), [_always(1.0), *found.tau], variants="draws", most="nine draws in ten"
        ),
        Column("labels", [found.all_labels, *found.labels], digits=0),
        Column("reversed", [0.0, *(r.mean for r in found.reversed)], "share", "of pairs, mean", digits=3),
        Column("first", [1.0, *found.first], "share", f"of draws in which {league.systems[0]} is first", digits=2),
    ]
    if not league.baseline:
        apart = [float(found.settled_before), *(s.mean for s in found.settled)]
        lead = [float(found.leaders_before), *(s.mean for s in found.leaders)]
        columns += [
            Column("apart", apart, "pairs", "told apart by a paired t-test with Holm's correction, mean", digits=0),
            Column("leaders", lead, "systems", "to which none is superior by that test, mean", digits=1),
        ]
    table = Table("thinned", title, columns)
    return Lines("thinned", title, words.how(found), table, AXIS, "tau-a", share=False)


def _distance_chart(found: Thinned) -> Lines:
    """The same in a panel for each bucket of pairs."""
    panels = [panel(name, n_pairs) for name, (n_pairs, taus) in found.by_distance.items() for _ in taus]
    bands = [tau for _, taus in found.by_distance.values() for tau in taus]
    columns = band_columns(
        panels, _shares(found, len(found.by_distance)), bands, variants="draws", most="nine draws in ten"
    )
    name, title = "thinned-by-distance", words.DISTANCE_TITLE
    return Lines(name, title, words.DISTANCE_HOW, Table(name, title, columns), AXIS, "tau-a", share=False)


def _shares(found: Thinned, n_panels: int) -> Column:
    """What is left of the labels in percent, from all of them on, once a panel."""
    return Column("x", [100.0, *(100 * f for f in found.fractions)] * n_panels, "%", "of each query's labels", digits=0)
