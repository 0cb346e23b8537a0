"""Checks of what determines a run's order: scores against ranks, ties, precision, and identical runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.errors import InputError
from irassay.formats.sources.lines import Problems, lines
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.messages import number, some, visible
from irassay.preflight import phrases
from irassay.preflight.inputs import WHOLE, Material
from irassay.preflight.phrases import NOTABLE, SAID, at_most, finding, first_of
from irassay.preflight.queries import EACH
from irassay.result import Finding, Level

Place: TypeAlias = tuple[tuple[int, int, str], tuple[int, int, str]]  # line, rank and score of two lines
Effects: TypeAlias = Sequence[tuple[int, float, float | None]]  # system, mean by score, mean by rank
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


def rank_column(material: Material, effects: Effects) -> Iterable[Finding]:
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
            yield rank_contradicts(material, s, queries, by_score, rank, place=place)
    else:
        yield _contradicts(material, effects, {"runs": len(effects)}, form="many")


def rank_contradicts(
    material: Material,
    system: int,
    queries: Sequence[str],
    by_score: float,
    by_rank: float | None,
    *,
    place: Place | None = None,
) -> Finding:
    """One run whose rank column and scores disagree; `place` is the first where they do."""
    answered = material.coverage[system].answered
    form = "all" if len(queries) == answered else "some"
    where = [SAID(f"rank-contradicts-score.{form}", n=len(queries), answered=answered, first=queries[0])]
    if place is not None:
        lines = (
            SAID("rank-contradicts-score.line", at=f"{at}", rank=f"{rank}", score=score) for at, rank, score in place
        )
        where.append("; ".join(lines))
    return _contradicts(material, [(system, by_score, by_rank)], {"queries": len(queries)}, where=where)


def _contradicts(
    material: Material, effects: Effects, numbers: Mapping[str, int], *, form: str = "", where: Sequence[str] | str = ""
) -> Finding:
    _, by_score, by_rank = effects[0]
    stays = _first_stays(material, effects)
    other = by_score if by_rank is None else by_rank
    means = "unknown" if by_rank is None else "same" if number(by_score) == number(by_rank) else "means"
    return finding(
        "rank-contradicts-score",
        _level(by_score, by_rank),
        size=abs(by_score - other),
        numbers={**numbers, "by_score": by_score, "by_rank": other, **phrases.in_numbers(stays)},
        where=where,
        systems=[material.systems[s] for s, _, _ in effects],
        text=form,
        effect=form,
        action=form,
        means=SAID(f"rank-contradicts-score.{means}", measure=material.measure, by_score=by_score, by_rank=by_rank),
        first=phrases.sentence(material, stays),
    )


def _first_stays(material: Material, effects: Effects) -> bool | None:
    """Whether the first stays first by the rank columns of some of these systems, or of all."""
    by_rank = list(material.means())
    for system, _, rank in effects:
        if rank is None:
            return None
        by_rank[system] = rank
    return phrases.first_stays(material, material.means(), by_rank)


def _level(by_score: float, by_rank: float | None) -> Level:
    if by_rank is None:
        return "warning"
    if abs(by_score - by_rank) >= NOTABLE:
        return "error"
    return "warning" if number(by_score) != number(by_rank) else "note"


def first_contradiction(path: str, query: str) -> Place | None:
    """Two lines of a query whose scores rise with the rank: line, rank and score of both; None without a TREC run."""
    if not os.path.isfile(path):
        return None
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
        yield ties_found(material, tied, moved)


def ties_found(material: Material, tied: Sequence[int], moved: Sequence[int]) -> Finding:
    """Equal scores, and the largest effect of their order on each measure."""
    lines, largest = [], 0.0
    for m, measure in enumerate(material.measures):
        system = max(range(len(material.swings)), key=lambda s: reach(material.swings[s][m]))
        change = reach(material.swings[system][m])
        largest = max(largest, change)
        if change:
            bound = "at most" if measure.definition.traits.ties_by_grade else "at least"
            by, run = at_most(change, bound), material.runs.systems[system]
            lines.append(SAID("ties.moves", measure=measure, by=by, run=run))
    names = [material.runs.systems[s] for s in sorted(tied or moved, key=lambda s: -reach(material.swings[s][0]))]
    few, numbers = len(names) <= 4, {"runs": len(names), "documents": sum(material.ties[s].top_tied for s in tied)}
    least, greatest = ([swing[0][end] for swing in material.swings] for end in (0, 2))
    stays = phrases.first_stays(material, least, greatest)
    return finding(
        "ties",
        "warning" if largest >= NOTABLE else "note",
        size=largest,
        numbers={**numbers, "largest_move": largest, **phrases.in_numbers(stays)},
        where=None if few else "",
        systems=names,
        text="few" if few else "",
        effect="" if lines else "none",
        action="" if largest >= NOTABLE else "none",
        place=SAID(f"ties.{'top' if tied else 'below'}", place=_top(material), depth=material.depth),
        of=material.runs.systems,
        moves=", ".join(lines),
        measures=[str(m) for m in material.measures],
        first=phrases.sentence(material, stays),
    )


def _top(material: Material) -> str:
    """How many documents are a list's top."""
    return "ten" if material.depth == 10 else f"{material.depth:,}"


def reach(swing: Sequence[float]) -> float:
    """The largest change of a mean by another order of ties, from its least, present and greatest value."""
    least, present, greatest = swing
    return max(present - least, greatest - present)


@dataclass(frozen=True, slots=True)
class TieMoves:
    """What equal scores leave open of the means by one measure, where that is much."""

    finding: Finding  # what `check` says of it
    ranges: Mapping[str, tuple[float, float]]  # moved systems -> least and greatest mean over orders of equal scores
    another_first: str  # that another could come first, or ""


def tie_moves(qrels: Qrels, runs: Runs, measure: Measure, *, ties: str = "float64") -> TieMoves | None:
    """Equal scores that move some mean by `NOTABLE` or more; None elsewhere."""
    material = Material(qrels, runs, [measure], order=tie_rule(ties))
    counts = _core.count_ties(runs.core, material.join, measure.cutoff or WHOLE, material.order)
    if not any(of_run.top_tied for of_run in counts):
        return None
    moved = [s for s, swings in enumerate(material.swings) if reach(swings[0]) >= NOTABLE]
    if not moved:
        return None
    finding = ties_found(material, [s for s, of_run in enumerate(material.ties) if of_run.top_tied], moved)
    ranges = {runs.systems[s]: (material.swings[s][0][0], material.swings[s][0][2]) for s in moved}
    return TieMoves(finding, ranges, phrases.another(material) if finding.numbers.get(phrases.STAYS) == 0 else "")


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

    def move(s: int) -> tuple[float, int]:
        moves = [(abs(a[1] - b[1]), m) for m, (a, b) in enumerate(zip(material.swings[s], material.single[s]))]
        return max(moves)

    order = sorted(changed or merged, key=lambda s: -move(s)[0])
    names = [material.systems[s] for s in order]
    if not changed:
        numbers, measures = {"runs": len(merged)}, [str(m) for m in material.measures]
        yield finding("float32", "note", numbers=numbers, systems=names, action=None, measures=measures)
        return
    size, m = move(order[0])
    before, after = (of[order[0]][m][1] for of in (material.swings, material.single))
    means = [single[0][1] for single in material.single]
    stays = phrases.first_stays(material, means, means)
    yield finding(
        "float32",
        "warning",
        size=size,
        numbers={
            "runs": len(changed),
            "largest_change": size,
            "float64": before,
            "float32": after,
            **phrases.in_numbers(stays),
        },
        where="changed",
        systems=names,
        text="changed",
        effect="changed",
        some=some(names, named=2),
        at_most=at_most(size),
        measure=material.measures[m],
        first=phrases.sentence(material, stays),
    )


def flat_scores(material: Material) -> Iterable[Finding]:
    """Runs with lists in which all documents have the same score."""
    flat = [s for s, t in enumerate(material.ties) if t.flat]
    if not flat:
        return
    order, form = sorted(flat, key=lambda s: -material.ties[s].flat), "one" if len(flat) == 1 else ""
    lists, of = material.ties[order[0]].flat, material.coverage[order[0]].answered
    least, present, greatest = material.swings[order[0]][0]
    yield finding(
        "all-equal-scores",
        "error" if lists == of else "warning",
        size=greatest - least,
        numbers={"runs": len(order), "lists": lists, "of": of, "least": least, "greatest": greatest},
        where=form,
        systems=[material.systems[s] for s in order],
        effect=form,
        measure=material.measure,
        present=present,
    )


def id_order(material: Material) -> Iterable[Finding]:
    """Runs whose lists are sorted by document id and rank nothing."""
    systems = [
        s
        for s, n in enumerate(material.in_id_order)
        if n and n == material.coverage[s].answered and material.ties[s].flat < n
    ]
    if systems:
        names, mean = [material.systems[s] for s in systems], material.means()[systems[0]]
        numbers = {"runs": len(names), "lists": material.coverage[systems[0]].answered, "mean": mean}
        yield finding(
            "documents-in-id-order", "warning", size=mean, numbers=numbers, systems=names, measure=material.measure
        )


def same_run(material: Material) -> Iterable[Finding]:
    """Runs that are identical under several names, as a whole or to the measure's cutoff."""
    groups = _groups(material.twins)
    if groups:
        yield _same("same-run", "warning", material, groups, {})
    whole = {s for group in groups for s in group[1:]}
    close = [[s for s in group if s not in whole] for group in _groups(material.twins_to_depth)]
    close = [group for group in close if len(group) > 1]
    if close and material.measure.cutoff:
        yield _same("same-to-depth", "note", material, close, {"depth": material.depth})


def _same(
    code: str, level: Level, material: Material, groups: Sequence[Sequence[int]], numbers: Mapping[str, int]
) -> Finding:
    named = [[material.runs.systems[s] for s in group] for group in groups]
    return finding(
        code,
        level,
        numbers={"runs": sum(map(len, named)) - len(named), "groups": len(named), **numbers},
        where=first_of([", ".join(map(visible, names)) for names in named], len(named), " groups"),
        systems=[name for names in named for name in names],
        place=_top(material),
        measure=material.measure,
    )


def _groups(first: list[int]) -> list[list[int]]:
    """Groups of two or more identical systems, from the first identical system of each."""
    groups: dict[int, list[int]] = {}
    for s, leader in enumerate(first):
        groups.setdefault(leader, []).append(s)
    return [group for group in groups.values() if len(group) > 1]
