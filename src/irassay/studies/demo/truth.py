"""A report held against the truth of the world it was made from, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from irassay.result import PairMatrix, Result
from irassay.studies.demo.world import N_TRUTH, World


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a report's claims fare.

    Attributes
    ----------
    queries_right, queries_wrong : int
        Pairs called settled by the queries, by whether the true qualities stand in that order.
    labels_right, labels_wrong : int
        Pairs called settled by the labels, by whether the complete labels keep that order on the same queries.
    best : str
        The system of highest true quality.
    best_leads : bool
        Whether it is among the leaders.
    n_leaders : int
    """

    queries_right: int
    queries_wrong: int
    labels_right: int
    labels_wrong: int
    best: str
    best_leads: bool
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
    return f"Of {total} pairs {what}, {right} {holds}; {wrong} do{'es' if wrong == 1 else ''} not."


def against_truth(result: Result, world: World) -> Verdict:
    """Hold the pairs and leaders of a report on `world`'s files against its truth."""
    matrix = next(figure for figure in result.figures if isinstance(figure, PairMatrix))
    at = {system.name: i for i, system in enumerate(world.systems)}
    names = list(matrix.systems)
    queries, labels = [0, 0], [0, 0]
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            a, b = at[names[i]], at[names[j]]
            if matrix.queries[j][i] == "settled":
                queries[int(world.quality[a] <= world.quality[b])] += 1
            if matrix.labels[i][j] == "settled":
                labels[int(world.complete[a] <= world.complete[b])] += 1
    listed = {name: at[name] for name in names}  # one name of those that are the same in the top ten
    best = max(listed, key=lambda name: (world.quality[at[name]], name))
    leaders = _leaders(result)
    return Verdict(queries[0], queries[1], labels[0], labels[1], best, best in leaders, len(leaders))


def _leaders(result: Result) -> list[str]:
    for finding in result.findings:
        if finding.code == "answer-apart":
            return list(finding.where)
    return []
