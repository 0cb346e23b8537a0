"""A report held against the truth of the world it was made from, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from irassay.messages import conjugate
from irassay.result import Result
from irassay.studies.demo.world import N_TRUTH, World
from irassay.verdict import verdicts_of


@dataclass(frozen=True, slots=True)
class ClaimsCheck:
    """How a report's claims fare: pairs it calls settled, counted by whether the truth agrees."""

    queries_right: int  # settled by the queries, and true qualities stand in that order
    queries_wrong: int
    labels_right: int  # settled by the labels, and complete labels keep that order on the same queries
    labels_wrong: int
    best: str  # system of highest true quality
    best_leads: bool  # whether the best is among the leaders
    n_leaders: int

    def explain(self) -> str:
        """The comparison in sentences."""
        queries = _fares(self.queries_right, self.queries_wrong, "settled by the queries", "stand in the true order")
        labels = _fares(
            self.labels_right, self.labels_wrong, "settled by the labels", "keep their order under the complete labels"
        )
        among = "is among" if self.best_leads else "is not among"
        leaders = "the leader" if self.n_leaders == 1 and self.best_leads else f"the report's {self.n_leaders} leaders"
        who = f"{self.best} {'is' if leaders == 'the leader' else among} {leaders}"
        return f"The truth, from {N_TRUTH:,} other queries and complete labels: {who}. {queries} {labels}"


def _fares(right: int, wrong: int, what: str, holds: str) -> str:
    total = right + wrong
    if total == 0:
        return f"No pair is {what}."
    if wrong == 0:
        return f"All {total} pairs {what} {holds}."
    return f"Of {total} pairs {what}, {right} {holds}; {wrong} {conjugate(wrong, 'does')} not."


def against_truth(result: Result, world: World) -> ClaimsCheck:
    """Hold the pairs and leaders of a report on `world`'s files against its truth."""
    verdict = verdicts_of(result, source="the report")[0]
    at = {system.name: i for i, system in enumerate(world.systems)}
    names, leaders = list(verdict.systems), list(verdict.league.leaders)
    queries, labels = [0, 0], [0, 0]
    for i, j in combinations(range(len(names)), 2):
        a, b = at[names[i]], at[names[j]]
        if verdict.league.significant[i, j]:
            queries[int(world.quality[a] <= world.quality[b])] += 1
        if verdict.state(i, j) == "settled":
            labels[int(world.complete[a] <= world.complete[b])] += 1
    listed = {name: at[name] for name in names}  # one name of those that are the same in the top ten
    best = max(listed, key=lambda name: (world.quality[at[name]], name))
    return ClaimsCheck(queries[0], queries[1], labels[0], labels[1], best, best in leaders, len(leaders))
