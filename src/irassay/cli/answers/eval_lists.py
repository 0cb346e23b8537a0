"""Notes of `eval` on lists: those cut before a measure's depth, and scores that may be distances.

The scores tell whether there is something to say; only then is anything imported or read that costs time.
"""

from __future__ import annotations

from irassay.measures import Measure
from irassay.scoring.list_ends import DEPTH, JUDGED, LENGTH, ScoredLists, cut_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.inputs import Inputs
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
    import os

    from irassay.collection.runs import called

    readings = of.readings[len(of.labels.readings) :]
    sources = {name: reading.source for name, reading in zip(of.scores.systems, readings)}
    of_systems = [sources[name] for name in systems if os.path.isfile(sources.get(name, ""))]
    each_is_a_file = len({*sources.values()}) == len(readings) == len(of.scores.systems)
    if not each_is_a_file or len(of_systems) < len(systems):
        return None
    runs = inputs.but(runs=of_systems, leave_out=()).rankings()
    return called(runs, dict(zip(runs.systems, systems)))  # read alone, runs may be called otherwise
