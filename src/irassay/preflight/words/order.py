"""Findings about what determines a run's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from irassay.measures import Measure
from irassay.messages import number, some, visible
from irassay.preflight.inputs import FromEnd, Material
from irassay.preflight.words import phrases
from irassay.preflight.words.phrases import SAID, at_most, finding, first_of
from irassay.result import Finding, Level

Place: TypeAlias = tuple[tuple[int, int, str], tuple[int, int, str]]  # line, rank and score of two lines
Effects: TypeAlias = Sequence[tuple[int, float, float | None]]  # system, mean by score, mean by rank
NOTABLE = 0.01  # difference of means from which a finding is more than a note


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


def rank_contradicts_in_many(material: Material, effects: Effects) -> Finding:
    """Several runs whose rank columns and scores disagree, largest effect first."""
    return _contradicts(material, effects, {"runs": len(effects)}, form="many")


def _contradicts(
    material: Material, effects: Effects, numbers: Mapping[str, int], *, form: str = "", where: Sequence[str] | str = ""
) -> Finding:
    _, by_score, by_rank = effects[0]
    stays = _first_stays(material, effects)
    other = by_score if by_rank is None else by_rank
    return finding(
        "rank-contradicts-score",
        _level(by_score, by_rank),
        size=abs(by_score - other),
        numbers={**numbers, "by_score": by_score, "by_rank": other, **phrases.in_numbers(stays)},
        where=where,
        systems=[material.runs.systems[s] for s, _, _ in effects],
        text=form,
        effect=form,
        action=form,
        means=_by_score_and_rank(material.measure, by_score, by_rank),
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


def _by_score_and_rank(measure: Measure, by_score: float, by_rank: float | None) -> str:
    form = "unknown" if by_rank is None else "same" if number(by_score) == number(by_rank) else "means"
    return SAID(f"rank-contradicts-score.{form}", measure=measure, by_score=by_score, by_rank=by_rank)


def lowest_best(material: Material, of: Mapping[int, FromEnd], stays: bool | None) -> Finding:
    """Runs that are far better when the lowest score comes first; `stays` as of `first_place.first_stays`."""
    order = sorted(of, key=lambda s: of[s].mean - of[s].mean_from_end)
    most = of[order[0]]
    numbers = {
        "runs": len(order),
        "judged": most.judged,
        "judged_from_end": most.judged_from_end,
        "mean": most.mean,
        "mean_from_end": most.mean_from_end,
    }
    return finding(
        "lowest-score-best",
        "error",
        size=most.mean_from_end - most.mean,
        numbers={**numbers, **phrases.in_numbers(stays)},
        systems=[material.runs.systems[s] for s in order],
        depth=material.depth,
        which="" if len(order) == 1 else SAID("lowest-score-best.which", run=material.runs.systems[order[0]]),
        means=lowest_first(material.measure, most),
        first=phrases.sentence(material, stays),
    )


def lowest_first(measure: Measure, of: FromEnd) -> str:
    """The means of a run by its highest and by its lowest scores."""
    return SAID("lowest-score-best.means", measure=measure, mean=of.mean, mean_from_end=of.mean_from_end)


def ties(material: Material, tied: Sequence[int], moved: Sequence[int]) -> Finding:
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
    order = sorted(tied or moved, key=lambda s: -reach(material.swings[s][0]))
    names = [material.runs.systems[s] for s in order]
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


def single_precision(material: Material, merged: Sequence[int], changed: Sequence[int]) -> Finding:
    """Scores that become equal when they are read as 32-bit floats."""

    def move(s: int) -> tuple[float, int]:
        moves = [(abs(a[1] - b[1]), m) for m, (a, b) in enumerate(zip(material.swings[s], material.single[s]))]
        return max(moves)

    order = sorted(changed or merged, key=lambda s: -move(s)[0])
    names = [material.runs.systems[s] for s in order]
    if not changed:
        numbers, measures = {"runs": len(merged)}, [str(m) for m in material.measures]
        return finding("float32", "note", numbers=numbers, systems=names, action=None, measures=measures)
    size, m = move(order[0])
    before, after = (of[order[0]][m][1] for of in (material.swings, material.single))
    means = [single[0][1] for single in material.single]
    stays = phrases.first_stays(material, means, means)
    return finding(
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


def flat(material: Material, systems: Sequence[int]) -> Finding:
    """Runs with lists in which all documents have the same score."""
    order = sorted(systems, key=lambda s: -material.ties[s].flat)
    lists, of = material.ties[order[0]].flat, material.coverage[order[0]].answered
    least, present, greatest = material.swings[order[0]][0]
    form = "one" if len(order) == 1 else ""
    return finding(
        "all-equal-scores",
        "error" if lists == of else "warning",
        size=greatest - least,
        numbers={"runs": len(order), "lists": lists, "of": of, "least": least, "greatest": greatest},
        where=form,
        systems=[material.runs.systems[s] for s in order],
        effect=form,
        measure=material.measure,
        present=present,
    )


def id_order(material: Material, systems: Sequence[int]) -> Finding:
    """Runs whose lists are sorted by document id."""
    names, mean = [material.runs.systems[s] for s in systems], material.means()[systems[0]]
    numbers = {"runs": len(names), "lists": material.coverage[systems[0]].answered, "mean": mean}
    return finding(
        "documents-in-id-order", "warning", size=mean, numbers=numbers, systems=names, measure=material.measure
    )


def same_run(material: Material, groups: Sequence[Sequence[int]]) -> Finding:
    """Runs that are identical under several names."""
    return _same("same-run", "warning", material, groups, {})


def same_to_depth(material: Material, groups: Sequence[Sequence[int]]) -> Finding:
    """Runs that are identical to the measure's cutoff."""
    return _same("same-to-depth", "note", material, groups, {"depth": material.depth})


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
