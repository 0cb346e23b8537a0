"""The simulated world as real files: TREC qrels and runs, metadata, and the truth in a folder of its own."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from irassay.files import write_whole
from irassay.studies.demo.world import World

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
