"""Sentences about what determines a run's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from irassay.measures import Measure
from irassay.messages import count, number, percent, plural, visible
from irassay.preflight import first_place
from irassay.preflight.inputs import FromEnd, Material
from irassay.preflight.words.phrases import NAMED, at_most, every, finding, several, some, subject
from irassay.result import Finding, Level

Place: TypeAlias = tuple[tuple[int, int, str], tuple[int, int, str]]  # line, rank and score of two lines
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
    names = ("labelled query", "labelled queries")
    which = (
        every(answered, *names) if len(queries) == answered else f"{plural(len(queries), *names)} of {count(answered)}"
    )
    stays = _first_stays(material, [(system, by_score, by_rank)])
    other = by_score if by_rank is None else by_rank
    return finding(
        "rank-contradicts-score",
        _level(by_score, by_rank),
        f"{visible(material.runs.systems[system])}: rank column contradicts scores",
        size=abs(by_score - other),
        numbers={"queries": len(queries), "by_score": by_score, "by_rank": other, **first_place.in_numbers(stays)},
        where=(f"{which}, first {visible(queries[0])}", *([] if place is None else [_two_lines(*place)])),
        systems=(material.runs.systems[system],),
        effect=_by_score_and_rank(material.measure, by_score, by_rank) + first_place.sentence(material, stays),
        action="ask whoever made the file which column is right; if you made it, write scores that fall with rank",
    )


def _two_lines(better: tuple[int, int, str], worse: tuple[int, int, str]) -> str:
    """Where a score rises with the rank."""
    return "; ".join(f"line {at}: rank {rank} has score {visible(score)}" for at, rank, score in (better, worse))


def rank_contradicts_in_many(material: Material, effects: Sequence[tuple[int, float, float | None]]) -> Finding:
    """Several runs whose rank columns and scores disagree; `effects` are (system, by score, by rank), largest first."""
    _, by_score, by_rank = effects[0]
    names = [material.runs.systems[s] for s, _, _ in effects]
    stays = _first_stays(material, effects)
    other = by_score if by_rank is None else by_rank
    effect = f"most in {visible(names[0])}: {_by_score_and_rank(material.measure, by_score, by_rank)}"
    return finding(
        "rank-contradicts-score",
        _level(by_score, by_rank),
        f"{plural(len(effects), 'run')}: rank column contradicts scores",
        size=abs(by_score - other),
        numbers={"runs": len(effects), "by_score": by_score, "by_rank": other, **first_place.in_numbers(stays)},
        where=several(names),
        systems=names,
        effect=effect + first_place.sentence(material, stays),
        action="ask whoever made the files which column is right; if you made them, write scores that fall with rank",
    )


def _first_stays(material: Material, effects: Sequence[tuple[int, float, float | None]]) -> bool | None:
    """Whether the first stays first by the rank columns of some of these systems, or of all."""
    by_rank = list(material.means())
    for system, _, rank in effects:
        if rank is None:
            return None
        by_rank[system] = rank
    return first_place.first_stays(material, material.means(), by_rank)


def _level(by_score: float, by_rank: float | None) -> Level:
    if by_rank is None:
        return "warning"
    if abs(by_score - by_rank) >= NOTABLE:
        return "error"
    return "warning" if number(by_score) != number(by_rank) else "note"


def _by_score_and_rank(measure: Measure, by_score: float, by_rank: float | None) -> str:
    if by_rank is None:
        return f"{measure} {number(by_score)} by score (used); not known by rank"
    if number(by_score) == number(by_rank):
        return f"none on {measure}: {number(by_score)} by score (used) and by rank"
    return f"{measure} {number(by_score)} by score (used), {number(by_rank)} by rank"


def lowest_best(material: Material, of: Mapping[int, FromEnd], stays: bool | None) -> Finding:
    """Runs that are far better when the lowest score comes first; `stays` as of `first_place.first_stays`."""
    order = sorted(of, key=lambda s: of[s].mean - of[s].mean_from_end)
    names, most = [material.runs.systems[s] for s in order], of[order[0]]
    alone = len(names) == 1
    which = "" if alone else f"most in {visible(names[0])}: "
    to_rank = f"documents to rank {count(material.depth)}"
    return finding(
        "lowest-score-best",
        "error",
        f"{subject(names)}: scores may be distances, the lowest best",
        size=most.mean_from_end - most.mean,
        numbers={
            "runs": len(names),
            "judged": most.judged,
            "judged_from_end": most.judged_from_end,
            "mean": most.mean,
            "mean_from_end": most.mean_from_end,
            **first_place.in_numbers(stays),
        },
        where=(
            *several(names),
            f"{which}{percent(most.judged)} of its {to_rank} have a label; lowest score first, "
            f"{percent(most.judged_from_end)}",
        ),
        systems=names,
        effect=f"{which}{lowest_first(material.measure, most)}{first_place.sentence(material, stays)}",
        action=f"if {'its' if alone else 'their'} scores are distances or ranks, write them with a minus sign: the "
        "highest score comes first",
    )


def lowest_first(measure: Measure, of: FromEnd) -> str:
    """The means of a run by its highest and by its lowest scores."""
    return f"{measure} {number(of.mean)} by highest score first (used), {number(of.mean_from_end)} by lowest"


def ties(material: Material, tied: Sequence[int], moved: Sequence[int]) -> Finding:
    """Equal scores, and the largest effect of their order on each measure."""
    lines, largest = [], 0.0
    for m, measure in enumerate(material.measures):
        system = max(range(len(material.swings)), key=lambda s: reach(material.swings[s][m]))
        change = reach(material.swings[system][m])
        largest = max(largest, change)
        if change:
            bound = "at most" if measure.definition.traits.ties_by_grade else "at least"
            lines.append(f"{measure} by {at_most(change, bound)} ({visible(material.runs.systems[system])})")
    order = sorted(tied or moved, key=lambda s: -reach(material.swings[s][0]))
    names = [material.runs.systems[s] for s in order]
    place = "ten" if material.depth == 10 else count(material.depth)
    where = f"Equal scores in the top {place}" if tied else f"Equal scores below rank {count(material.depth)}"
    few = len(names) <= 4
    measures = some([str(m) for m in material.measures])
    text = (
        f"{where}: {some(names)}"
        if few
        else f"{where}: {count(len(names))} of {plural(len(material.runs.systems), 'run')}"
    )
    documents = sum(material.ties[s].top_tied for s in tied)
    least, greatest = ([swing[0][end] for swing in material.swings] for end in (0, 2))
    stays = first_place.first_stays(material, least, greatest)
    return finding(
        "ties",
        "warning" if largest >= NOTABLE else "note",
        text,
        size=largest,
        numbers={"runs": len(names), "documents": documents, "largest_move": largest, **first_place.in_numbers(stays)},
        where=() if few else (some(names),),
        systems=names,
        effect=f"another order changes {', '.join(lines)}{first_place.sentence(material, stays)}"
        if lines
        else f"none on {measures}: another order changes nothing",
        action=(
            "write scores with more digits; until then document ids decide, as in trec_eval"
            if largest >= NOTABLE
            else "nothing: document ids decide, as in trec_eval"
        ),
    )


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
        return finding(
            "float32",
            "note",
            f"{plural(len(merged), 'run has', 'runs have')} scores that are equal only as 32-bit floats",
            size=0.0,
            numbers={"runs": len(merged)},
            where=(some(names),),
            systems=names,
            effect=f"none that four decimals show on {some([str(m) for m in material.measures])}",
        )
    most = order[0]
    size, m = move(most)
    before, after = material.swings[most][m][1], material.single[most][m][1]
    means = [single[0][1] for single in material.single]
    stays = first_place.first_stays(material, means, means)
    return finding(
        "float32",
        "warning",
        f"{plural(len(changed), 'run changes', 'runs change')} if scores are read as 32-bit floats",
        size=size,
        numbers={
            "runs": len(changed),
            "largest_change": size,
            "float64": before,
            "float32": after,
            **first_place.in_numbers(stays),
        },
        where=(some(names, named=2),),
        systems=names,
        effect=(
            f"{at_most(size)} ({visible(names[0])}: {material.measures[m]} {number(before)} becomes {number(after)})"
            + first_place.sentence(material, stays)
        ),
        action="to match numbers printed by trec_eval 9: --ties float32",
    )


def flat(material: Material, systems: Sequence[int]) -> Finding:
    """Runs with lists in which all documents have the same score."""
    order = sorted(systems, key=lambda s: -material.ties[s].flat)
    names = [material.runs.systems[s] for s in order]
    most = order[0]
    lists, of = material.ties[most].flat, material.coverage[most].answered
    least, present, greatest = material.swings[most][0]
    alone = len(names) == 1
    return finding(
        "all-equal-scores",
        "error" if lists == of else "warning",
        f"{subject(names)}: lists in which all documents have the same score",
        size=greatest - least,
        numbers={"runs": len(names), "lists": lists, "of": of, "least": least, "greatest": greatest},
        where=(f"{count(lists)} of {plural(of, 'list')}" if alone else some(names),),
        systems=names,
        effect=(
            f"only document ids decide: {material.measure} {number(present)}; other orders give "
            f"{number(least)} to {number(greatest)}" + ("" if alone else f" ({visible(names[0])})")
        ),
        action="write the scores that made the ranking",
    )


def id_order(material: Material, systems: Sequence[int]) -> Finding:
    """Runs whose lists are sorted by document id."""
    names = [material.runs.systems[s] for s in systems]
    lists = material.coverage[systems[0]].answered
    mean = material.means()[systems[0]]
    return finding(
        "documents-in-id-order",
        "warning",
        f"{subject(names)}: lists sorted by document id",
        size=mean,
        numbers={"runs": len(names), "lists": lists, "mean": mean},
        where=several(names),
        systems=names,
        effect=(
            f"{visible(names[0])} is no ranking: {every(lists, 'list')} sorted by id, {material.measure} {number(mean)}"
        ),
        action="leave it out if it was never a ranking",
    )


def same_run(material: Material, groups: Sequence[Sequence[int]]) -> Finding:
    """Runs that are identical under several names."""
    extra = sum(len(group) - 1 for group in groups)
    return finding(
        "same-run",
        "warning",
        f"{plural(extra, 'run is', 'runs are')} the same as another, in every document and order",
        size=0.0,
        numbers={"runs": extra, "groups": len(groups)},
        where=_members(material, groups),
        systems=[material.runs.systems[s] for group in groups for s in group],
        effect="they count as one system; their pairs can't be told apart",
        action="drop the copies, or find out which file is wrong",
    )


def _members(material: Material, groups: Sequence[Sequence[int]]) -> list[str]:
    """The names in the first groups, and the number of further ones."""
    names = [", ".join(visible(material.runs.systems[s]) for s in group) for group in groups[:NAMED]]
    return [*names, *([f"and {count(len(groups) - NAMED)} more groups"] if len(groups) > NAMED else [])]


def same_to_depth(material: Material, groups: Sequence[Sequence[int]]) -> Finding:
    """Runs that are identical to the measure's cutoff."""
    extra = sum(len(group) - 1 for group in groups)
    place = "ten" if material.depth == 10 else count(material.depth)
    return finding(
        "same-to-depth",
        "note",
        f"{plural(extra, 'run repeats', 'runs repeat')} another's top {place} on every labelled query",
        size=0.0,
        numbers={"runs": extra, "groups": len(groups), "depth": material.depth},
        where=_members(material, groups),
        systems=[material.runs.systems[s] for group in groups for s in group],
        effect=f"none on any score; they count as one system for {material.measure}",
    )
