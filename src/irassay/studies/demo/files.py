"""The simulated world as real files: TREC qrels and runs, metadata, and the truth in a folder of its own."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from irassay.files import write_whole
from irassay.messages import conjugate
from irassay.result import Result
from irassay.studies.demo.world import N_TRUTH, World
from irassay.verdict import verdicts_of

RUNS, QRELS, METADATA, TRUTH = "runs", "qrels.txt", "runs.csv", "truth"


def write_world(world: World, folder: Path) -> dict[str, Path]:
    """Write the world's files into `folder`, over those of the same names, and return their paths by name: qrels, runs,
    metadata, truth."""
    (folder / RUNS).mkdir(parents=True, exist_ok=True)
    (folder / TRUTH).mkdir(exist_ok=True)
    write_whole(folder / QRELS, _qrels(world, complete=False))
    write_whole(folder / TRUTH / "qrels-complete.txt", _qrels(world, complete=True))
    write_whole(folder / TRUTH / "quality.tsv", _quality(world))
    write_whole(folder / METADATA, _metadata(world))
    for i, system in enumerate(world.systems):
        write_whole(folder / RUNS / f"{system.name}.run", _run(world, i))
    return {"qrels": folder / QRELS, "runs": folder / RUNS, "metadata": folder / METADATA, "truth": folder / TRUTH}


def _qrels(world: World, *, complete: bool) -> str:
    lines = []
    for q, query in enumerate(world.queries):
        for d, doc in enumerate(world.docs[q]):
            if complete or world.judged[q, d]:
                lines.append(f"{query} 0 {doc} {world.grades[q, d]}\n")
    return "".join(lines)


def _run(world: World, system: int) -> str:
    name = world.systems[system].name
    lines = []
    for q, query in enumerate(world.queries):
        for rank, d in enumerate(world.rankings[system, q], start=1):
            lines.append(f"{query} Q0 {world.docs[q][d]} {rank} {1 / rank:.6f} {name}\n")
    return "".join(lines)


def _metadata(world: World) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["run", "group", "type", "pooled"])
    for system in world.systems:
        table.writerow([system.name, system.group, system.kind, "yes" if system.pooled else "no"])
    return out.getvalue()


def _quality(world: World) -> str:
    order = sorted(range(len(world.systems)), key=lambda i: (-world.quality[i], world.systems[i].name))
    lines = ["system\tnDCG@10 over endless queries\tstandard error\tnDCG@10 here, complete labels\n"]
    for i in order:
        lines.append(
            f"{world.systems[i].name}\t{world.quality[i]:.4f}\t{world.quality_error[i]:.4f}\t{world.complete[i]:.4f}\n"
        )
    return "".join(lines)


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
