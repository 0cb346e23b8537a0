"""Which runs with equal scores on every query also have the same documents: `compare --scores` can't see that.

Runs with the same documents in the same order are one system, and count once among the pairs. Scores alone can't
tell them from runs that merely score the same, as happens with P@10. Where that is so, ``eval -q`` adds one line a
run, in the form of all others: system, ``all``, ``same(P@10)``, and a number that runs of one system share. JSON lists
them under ``same``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.reading import Reading
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure
    from irassay.scoring import Scores
    from irassay.scoring.policy import Policy

STDIN = "-"


def rows(
    scores: Scores, names: Sequence[tuple[Measure, str]], readings: Sequence[Reading], inputs: Inputs, policy: Policy
) -> list[tuple[str, str, str, float]]:
    """The lines to add, of the runs of `inputs`, `names` as printed; none where equal scores mean the same
    documents."""
    sources = {system: reading.source for system, reading in zip(scores.systems, readings[-len(scores.systems) :])}
    lines: list[tuple[str, str, str, float]] = []
    for measure, name in names:
        groups = _equal(scores, measure)
        members = [system for group in groups for system in group]
        if not members or any(sources[system] in (STDIN, "") for system in members):
            continue
        number = _numbers(measure, members, [sources[system] for system in members], inputs, policy)
        if any(len({number[system] for system in group}) > 1 for group in groups):
            lines += [(system, "all", f"same({name})", float(number[system])) for system in members]
    return lines


def groups(lines: Sequence[tuple[str, str, str, float]]) -> dict[str, list[list[str]]]:
    """The same for JSON: by measure, the runs that are one system together; empty where equal scores say as much."""
    alike: dict[str, dict[float, list[str]]] = {}
    for system, _, name, number in lines:
        measure = name.removeprefix("same(").removesuffix(")")
        alike.setdefault(measure, {}).setdefault(number, []).append(system)
    return {measure: list(by_number.values()) for measure, by_number in alike.items()}


def _equal(scores: Scores, measure: Measure) -> list[list[str]]:
    """Groups of systems that have the same score on every query."""
    m = list(scores.measures).index(measure)
    groups: dict[tuple[float, ...], list[str]] = {}
    for s, system in enumerate(scores.systems):
        row = tuple(scores.values_view[m, 0, s, q] for q in range(len(scores.queries)))
        groups.setdefault(row, []).append(system)
    return [group for group in groups.values() if len(group) > 1]


def _numbers(
    measure: Measure, members: list[str], sources: list[str], inputs: Inputs, policy: Policy
) -> dict[str, int]:
    """A number for each system, shared by those with the same documents in the same order."""
    from irassay.scoring.evaluate import evaluate_by

    runs = inputs.but(runs=sources, leave_out=()).rankings()
    scores = evaluate_by(inputs.labels(), runs, [measure], policy, threads=inputs.threads)
    name = dict(zip(scores.systems, members))  # read alone, runs may be called otherwise
    number = {system: i for i, system in enumerate(members, 1)}
    for group in scores.same[str(measure)]:
        first, *others = (name[system] for system in group)
        for other in others:
            number[other] = number[first]
    return number
