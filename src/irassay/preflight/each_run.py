"""Findings on each run by itself, in sentences that name no other run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from irassay.collection.runs import Runs
from irassay.kernel import _core
from irassay.preflight import comparable, files, ids, lowest_best, order
from irassay.preflight.check import Examined
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import finding
from irassay.result import Finding

SERIOUS = ("error", "warning")
# Checks that need no other run. Missing queries are none of them: a sheet has a sentence of its own for these.
OF_ONE: tuple[Callable[[Material], Iterable[Finding]], ...] = (
    ids.overlap,
    ids.nearly,
    ids.as_numbers,
    ids.only_labelled,
    order.ties,
    order.single_precision,
    order.flat_scores,
    order.id_order,
    lowest_best.lowest_scores_best,
    files.tags,
    files.lists_too_short,
)


class OneRun(Material):
    """One run as if it were alone, with the counts that were made of all: nothing is joined or counted again."""

    def __init__(self, of: Material, system: int) -> None:
        runs = of.runs
        self._of, self._system = of, system
        self.qrels, self.measures, self.join = of.qrels, of.measures, of.join
        self.n_queries, self.shared, self.order = of.n_queries, of.shared, of.order
        readings = runs.readings[system : system + 1] if len(runs.readings) == len(runs.systems) else ()
        self.runs = Runs(runs.core, readings)
        self.runs.systems = (runs.systems[system],)
        self.ties = [of.ties[system]]
        self.swings = [of.swings[system]]
        self.single = [of.single[system]]
        self.in_id_order = [of.in_id_order[system]]
        self.rewritten = of.rewritten
        self.from_end = {0: of.from_end[system]} if system in of.from_end else {}

    def coverage_to(self, depth: int) -> list[_core.Coverage]:
        """Coverage of the run, to this depth."""
        return [self._of.coverage_to(depth)[self._system]]


def of_each_run(examined: Examined) -> dict[str, list[Finding]]:
    """Run -> errors and warnings about it, worst first; what is serious for another run alone is left out."""
    material = examined.material
    if material is None:
        return {}
    codes: dict[str, set[str]] = {}
    for found in examined.findings:
        for system in found.systems if found.level in SERIOUS else ():
            codes.setdefault(system, set()).add(found.code)
    out = {}
    for s, system in enumerate(material.runs.systems):
        about = codes.get(system, set())
        own = [f for f in _of_one(examined, material, s) if f.code in about and f.level in SERIOUS] if about else []
        if own:
            out[system] = sorted(own, key=lambda f: (SERIOUS.index(f.level), -float(f.numbers["size"])))
    return out


def _of_one(examined: Examined, material: Material, s: int) -> list[Finding]:
    alone = OneRun(material, s)
    queries = material.contradicted_queries
    found = [  # without a word on other runs
        order.rank_contradicts(alone, 0, queries[material.runs.systems[s]], by_score, by_rank)
        for system, by_score, by_rank in examined.effects
        if system == s
    ]
    read = files.systems_read(alone.runs)
    for ask in (files.lines_left_out, files.odd_lines, files.no_data, files.partial_answers):
        found += ask(alone.runs.readings, read)
    return [*found, *(one for ask_one in OF_ONE for one in ask_one(alone)), *_unjudged(material, s)]


def _unjudged(material: Material, s: int) -> Sequence[Finding]:
    """The run's share of unjudged documents beside the median run's, which has no name."""
    shares = {i: float(share) for i in range(len(material.coverage)) if (share := material.unjudged(i)) is not None}
    if s not in shares:
        return []
    middle = median(shares.values())
    return [
        finding(
            "unjudged-differ",
            "warning",
            size=shares[s] - middle,
            numbers={"share": shares[s], "median": middle},
            systems=(material.runs.systems[s],),
            where=None,
            text="of-one",
            effect=None,
            action=None,
            said=comparable.unjudged(shares[s], middle, material.depth)[1],
        )
    ]
