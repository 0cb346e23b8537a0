"""Notes of `eval` on lists: those cut before a measure's depth, and scores that may be distances.

The scores tell whether there is something to say; only then is anything read that costs time.
"""

from __future__ import annotations

import os

from irassay.cli.inputs import STDIN
from irassay.collection.runs import Runs, called
from irassay.measures import Measure
from irassay.scoring.evaluate import evaluate_by
from irassay.scoring.list_ends import DEPTH, JUDGED, LENGTH, ScoredLists, cut_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.reading import Reading
    from irassay.formats.inputs import Inputs
    from irassay.scoring import Scores
    from irassay.scoring.files import FilesScored
    from irassay.scoring.policy import Policy


def hidden_of_lists(measures: Sequence[Measure]) -> list[Measure]:
    """What has to be scored too, so that `warnings` of these measures can be told."""
    first = _higher_better(measures)
    return [LENGTH] if first is None else [LENGTH, JUDGED, Measure("Judged", cutoff=_depth(first))]


def warnings(of: FilesScored, measures: Sequence[Measure], inputs: Inputs, policy: Policy) -> list[str]:
    """Counted warnings, in the words of `compare`, about the measures that read labels."""
    lists, first = ScoredLists(of.scores), _higher_better(measures)
    texts = [] if inputs.max_docs is not None else _cut(lists, measures)  # else who asks cut them
    if first is not None and (systems := lists.less_judged_first(_depth(first))):
        texts += _distances(of, systems, first, inputs, policy)
    return texts


def _higher_better(measures: Sequence[Measure]) -> Measure | None:
    return next((measure for measure in measures if measure.direction == 1), None)


def _depth(measure: Measure) -> int:
    return measure.cutoff or DEPTH


def _cut(lists: ScoredLists, measures: Sequence[Measure]) -> list[str]:
    """Lists cut before the depth of the deepest measure that says so, one with a cutoff and one without."""
    by_depth = sorted(measures, key=lambda measure: -(measure.cutoff or 0))
    found = [measure for measure in by_depth if cut_systems(lists.coverage, measure)[0]]
    deepest = {measure.cutoff is None: measure for measure in reversed(found)}
    if not deepest:
        return []
    from irassay.preflight.unfit import cut_lists, warning

    cuts = [cut_lists(lists, measure) for measure in deepest.values()]
    return [warning(one.finding) for one in cuts if one is not None]


def _distances(of: FilesScored, systems: Sequence[str], measure: Measure, inputs: Inputs, policy: Policy) -> list[str]:
    """Those of some systems whose scores may be distances: their lists are read once more."""
    runs = _read_again(of, systems, inputs)
    if runs is None:
        return []
    from irassay.preflight.lowest_best import lowest_best_among
    from irassay.preflight.unfit import without_place

    found = lowest_best_among(of.labels.judged(), runs, measure, ties=policy.ties)
    return [without_place(one) for one in found]


def _read_again(of: FilesScored, systems: Sequence[str], inputs: Inputs) -> Runs | None:
    """The runs of some systems; None unless each is one file, which can be read again."""
    readings = of.readings[len(of.labels.readings) :]
    sources = {name: reading.source for name, reading in zip(of.scores.systems, readings)}
    of_systems = [sources[name] for name in systems if os.path.isfile(sources.get(name, ""))]
    each_is_a_file = len({*sources.values()}) == len(readings) == len(of.scores.systems)
    if not each_is_a_file or len(of_systems) < len(systems):
        return None
    runs = inputs.but(runs=of_systems, leave_out=()).rankings()
    return called(runs, dict(zip(runs.systems, systems)))  # read alone, runs may be called otherwise


def same_run_rows(
    scores: Scores, names: Sequence[tuple[Measure, str]], readings: Sequence[Reading], inputs: Inputs, policy: Policy
) -> list[tuple[str, str, str, float]]:
    """The lines to add, of the runs of `inputs`, `names` as printed; none where equal scores mean the same documents.

    Runs with the same documents in the same order are one system, and count once among the pairs. Scores alone can't
    tell them from runs that merely score the same, as happens with P@10. Where that is so, ``eval -q`` adds one line a
    run, in the form of all others: system, ``all``, ``same(P@10)``, and a number that runs of one system share. JSON
    lists them under ``same``.
    """
    sources = {system: reading.source for system, reading in zip(scores.systems, readings[-len(scores.systems) :])}
    lines: list[tuple[str, str, str, float]] = []
    for measure, name in names:
        same_run_groups = _equal_scores(scores, measure)
        members = [system for group in same_run_groups for system in group]
        if not members or any(sources[system] in (STDIN, "") for system in members):
            continue
        number = _numbers_of_runs(measure, members, [sources[system] for system in members], inputs, policy)
        if any(len({number[system] for system in group}) > 1 for group in same_run_groups):
            lines += [(system, "all", f"same({name})", float(number[system])) for system in members]
    return lines


def same_run_groups(lines: Sequence[tuple[str, str, str, float]]) -> dict[str, list[list[str]]]:
    """The same for JSON: by measure, the runs that are one system together; empty where equal scores say as much."""
    alike: dict[str, dict[float, list[str]]] = {}
    for system, _, name, number in lines:
        measure = name.removeprefix("same(").removesuffix(")")
        alike.setdefault(measure, {}).setdefault(number, []).append(system)
    return {measure: list(by_number.values()) for measure, by_number in alike.items()}


def _equal_scores(scores: Scores, measure: Measure) -> list[list[str]]:
    """Groups of systems that have the same score on every query."""
    m = list(scores.measures).index(measure)
    same_run_groups: dict[tuple[float, ...], list[str]] = {}
    for s, system in enumerate(scores.systems):
        row = tuple(scores.values_view[m, 0, s, q] for q in range(len(scores.queries)))
        same_run_groups.setdefault(row, []).append(system)
    return [group for group in same_run_groups.values() if len(group) > 1]


def _numbers_of_runs(
    measure: Measure, members: list[str], sources: list[str], inputs: Inputs, policy: Policy
) -> dict[str, int]:
    """A number for each system, shared by those with the same documents in the same order."""
    runs = inputs.but(runs=sources, leave_out=()).rankings()
    scores = evaluate_by(inputs.labels(), runs, [measure], policy, threads=inputs.threads)
    name = dict(zip(scores.systems, members))  # read alone, runs may be called otherwise
    number = {system: i for i, system in enumerate(members, 1)}
    for group in scores.same[str(measure)]:
        first, *others = (name[system] for system in group)
        for other in others:
            number[other] = number[first]
    return number
