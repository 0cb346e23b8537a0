"""Check of whether a run is read the wrong way round: its scores are distances or ranks, and the lowest is best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.preflight import phrases
from irassay.preflight.inputs import FromEnd, Material, less_judged_at_top
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding
from irassay.scoring.list_ends import DEPTH, TWICE

# What a run must gain from its end, where it must have TWICE as much. None of 189 runs of TREC 2021 Deep Learning and
# of TREC-COVID has a larger share of judged documents there than at its top; turned around, every one with long lists
# has twice as much.
GAIN = 0.02
LEAST_QUERIES = 5  # on fewer, a weak run may be better from its end by chance


def lowest_best(material: Material) -> dict[int, FromEnd]:
    """Runs whose lowest scores are far better and judged far more often, as distances are; not those sorted by id."""
    if material.measure.definition.direction != 1:
        return {}
    return {
        s: of
        for s, of in material.from_end.items()
        if of.judged_from_end >= TWICE * of.judged
        and of.mean_from_end >= max(TWICE * of.mean, of.mean + GAIN)
        and material.coverage[s].answered >= LEAST_QUERIES
        and material.in_id_order[s] < material.coverage[s].answered
    }


def lowest_scores_best(material: Material) -> Iterable[Finding]:
    """Runs whose scores may be distances or ranks."""
    of = lowest_best(material)
    if of:
        means = list(material.means())
        for s, one in of.items():
            means[s] = one.mean_from_end
        yield _finding(material, of, phrases.first_stays(material, material.means(), means))


def _finding(material: Material, of: Mapping[int, FromEnd], stays: bool | None) -> Finding:
    """Runs that are far better when the lowest score comes first; `stays` as of `phrases.first_stays`."""
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


def lowest_best_of(qrels: Qrels, runs: Runs, measure: Measure, *, ties: str = "float64") -> list[Finding]:
    """What `check` says of runs whose scores may be distances."""
    coverage = _core.coverage(qrels.core, runs.core, runs.join(qrels), measure.cutoff or DEPTH)
    if not any(map(less_judged_at_top, coverage)):  # what Material needs besides costs more
        return []
    return list(lowest_scores_best(Material(qrels, runs, [measure], order=tie_rule(ties))))


def lowest_best_among(qrels: Qrels, runs: Runs, measure: Measure, *, ties: str = "float64") -> list[Finding]:
    """The same of some of the runs that are scored, without a word on who scores highest: the others decide it too."""
    material = Material(qrels, runs, [measure], order=tie_rule(ties))
    of = lowest_best(material)
    return [_finding(material, of, None)] if of else []
