"""Checks of what determines a run's order: scores against ranks, ties, precision, and identical runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.messages import number
from irassay.preflight.inputs import WHOLE, Material
from irassay.preflight.queries import EACH
from irassay.preflight.words import order as words
from irassay.preflight.words import phrases
from irassay.preflight.words.order import Place
from irassay.result import Finding

ByRank = Callable[[list[int]], Runs | None]


def rank_effects(material: Material, by_rank: ByRank) -> list[tuple[int, float, float | None]]:
    """Systems whose ranks contradict their scores, with the mean by score and by rank, largest difference first."""
    contradicted = material.contradicted_queries
    if not contradicted:
        return []
    systems = [s for s, name in enumerate(material.runs.systems) if name in contradicted]
    other = by_rank(systems)
    ranked = material.ranges([material.measure], runs=other) if other is not None else []
    means = material.means()
    effects = [(s, means[s], ranked[i][0][1] if ranked else None) for i, s in enumerate(systems)]
    return sorted(effects, key=lambda e: -abs((e[2] if e[2] is not None else e[1]) - e[1]))


def rank_column(material: Material, effects: Sequence[tuple[int, float, float | None]]) -> Iterable[Finding]:
    """Ranks that contradict scores."""
    contradicted = material.contradicted_queries
    if not effects:
        return
    if len(effects) <= EACH:
        for s, by_score, rank in effects:
            queries = contradicted[material.runs.systems[s]]
            readings = material.runs.readings
            source = readings[s].source if len(readings) == len(material.runs.systems) else ""
            place = first_contradiction(source, queries[0])
            yield words.rank_contradicts(material, s, queries, by_score, rank, place=place)
    else:
        yield words.rank_contradicts_in_many(material, effects)


def first_contradiction(path: str, query: str) -> Place | None:
    """Two lines of a query whose scores rise from a rank to the next: line, rank and score of both; None where the file
    is no TREC run that can be read again."""
    if not os.path.isfile(path):
        return None
    from irassay.errors import InputError
    from irassay.formats.sources.lines import Problems, lines

    ranked: list[tuple[int, int, str]] = []
    try:
        for number_, line in lines(path, Problems(path)):
            cells = line.split()
            if len(cells) == 6 and cells[0] == query and cells[3].isdecimal():
                ranked.append((int(cells[3]), number_, cells[4]))
            elif ranked:
                break
        ranked.sort()
        for (rank, at, score), (lower, below, more) in pairwise(ranked):
            if rank < lower and float(score) < float(more):
                return (at, rank, score), (below, lower, more)
    except (InputError, ValueError):
        return None
    return None


def ties(material: Material) -> Iterable[Finding]:
    """Equal scores, and the effect of their order on each measure."""
    tied = [s for s, t in enumerate(material.ties) if t.top_tied]
    swings = material.swings
    moved = [s for s in range(len(swings)) if any(greatest > least for least, _, greatest in swings[s])]
    if tied or moved:
        yield words.ties(material, tied, moved)


@dataclass(frozen=True, slots=True)
class TieMoves:
    """What equal scores leave open of the means by one measure, where that is much."""

    finding: Finding  # what `check` says of it
    ranges: Mapping[str, tuple[float, float]]  # moved systems -> least and greatest mean over orders of equal scores
    another_first: str  # that another could come first, or ""


def tie_moves(qrels: Qrels, runs: Runs, measure: Measure, *, ties: str = "float64") -> TieMoves | None:
    """Equal scores that move some mean by `words.NOTABLE` or more; None elsewhere."""
    material = Material(qrels, runs, [measure], order=tie_rule(ties))
    counts = _core.count_ties(runs.core, material.join, measure.cutoff or WHOLE, material.order)
    if not any(of_run.top_tied for of_run in counts):
        return None
    moved = [s for s, swings in enumerate(material.swings) if words.reach(swings[0]) >= words.NOTABLE]
    if not moved:
        return None
    finding = words.ties(material, [s for s, of_run in enumerate(material.ties) if of_run.top_tied], moved)
    least, greatest = ([swing[0][end] for swing in material.swings] for end in (0, 2))
    stays = phrases.first_stays(material, least, greatest)
    ranges = {runs.systems[s]: (least[s], greatest[s]) for s in moved}
    return TieMoves(finding, ranges, phrases.another(material) if stays is False else "")


def single_precision(material: Material) -> Iterable[Finding]:
    """Scores that differ as 64-bit floats and are equal as 32-bit floats; nothing where they are read as these."""
    if material.order == _core.Ties.float32:
        return
    merged = [s for s, t in enumerate(material.ties) if t.merged]
    if not merged:
        return
    changed = [
        s for s in merged if any(number(a[1]) != number(b[1]) for a, b in zip(material.swings[s], material.single[s]))
    ]
    yield words.single_precision(material, merged, changed)


def flat_scores(material: Material) -> Iterable[Finding]:
    """Runs with lists in which all documents have the same score."""
    flat = [s for s, t in enumerate(material.ties) if t.flat]
    if flat:
        yield words.flat(material, flat)


def id_order(material: Material) -> Iterable[Finding]:
    """Runs whose lists are sorted by document id and rank nothing."""
    systems = [
        s
        for s, n in enumerate(material.in_id_order)
        if n and n == material.coverage[s].answered and material.ties[s].flat < n
    ]
    if systems:
        yield words.id_order(material, systems)


def same_run(material: Material) -> Iterable[Finding]:
    """Runs that are identical under several names, as a whole or to the measure's cutoff."""
    groups = _groups(material.twins)
    if groups:
        yield words.same_run(material, groups)
    whole = {s for group in groups for s in group[1:]}
    close = [[s for s in group if s not in whole] for group in _groups(material.twins_to_depth)]
    close = [group for group in close if len(group) > 1]
    if close and material.measure.cutoff:
        yield words.same_to_depth(material, close)


def _groups(first: list[int]) -> list[list[int]]:
    """Groups of two or more identical systems, from the first identical system of each."""
    groups: dict[int, list[int]] = {}
    for s, leader in enumerate(first):
        groups.setdefault(leader, []).append(s)
    return [group for group in groups.values() if len(group) > 1]
