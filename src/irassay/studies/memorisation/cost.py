"""What an experiment will take: hours and disk, from a few steps of each model."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import dataclass

from irassay.collection.instances import Instances
from irassay.formats.reading.instances import read_instances
from irassay.search.neural import Settings
from irassay.studies.memorisation.experiment import STEPS, Prepared, prepare, shards_of
from irassay.studies.memorisation.plan import Plan
from irassay.workflows import lasting_shelf

TRIED = 64  # instances that each model is tried on
OF_A_LINE = 80  # bytes of a document in a run, roughly, here and among the steps


@dataclass(frozen=True, slots=True)
class Cost:
    """What is still to be done, and what it takes on one processor or GPU."""

    n_trainings: int
    hours: float
    n_bytes: int


def cost(plan: Plan, out: str | os.PathLike[str], *, device: str = "auto") -> Cost:
    """Make the sets, try each model on the first of the smallest, and scale up. Raises what `experiment` does."""
    folder = os.fspath(out)
    with lasting_shelf(os.path.join(folder, STEPS)) as shelf:
        prepared = prepare(plan, folder, shelf)
        shards = [(setup, shard) for setup, shard in shards_of(plan, prepared, folder, device)]
        left = [setup for setup, shard in shards if shelf.get(shard.name) is None]
    seconds, n_bytes = 0.0, 0
    for one in prepared:
        with open(one.candidates, encoding="utf-8") as file:
            candidates = json.load(file)
        n_docs = sum(map(len, candidates["lists"].values())) + sum(map(len, candidates["also"].values()))
        for name, settings in plan.models.items():
            mine = [setup for setup in left if setup[:2] == (one.collection.name, name)]
            if not mine:
                continue
            begin, a_step, a_score, size = _tried(settings, one, device)
            seconds += len(mine) * (begin + n_docs * a_score)
            seconds += sum(setup.size for setup in mine) * settings.epochs * a_step
            n_bytes += 2 * OF_A_LINE * n_docs * len(mine) + size * (len(mine) if plan.keep_models else 3)
    return Cost(len(left), seconds / 3600, n_bytes)


def _tried(settings: Settings, of: Prepared, device: str) -> tuple[float, float, float, int]:
    """Seconds to begin, for an instance of training and for a document's score; and bytes of the model."""
    from irassay.search.neural import train

    instances = read_instances(next(iter(of.sets.values())))
    some = Instances(instances.pairs[: TRIED // 2])
    with tempfile.TemporaryDirectory() as folder:
        took = []
        for name, tried in (("first", some), ("second", some), ("twice", Instances([*some.pairs, *some.pairs]))):
            start = time.perf_counter()
            reranker = train(settings, tried, device=device, out=os.path.join(folder, name))
            took.append(time.perf_counter() - start)
        a_step = max(took[2] - took[1], 0.0) / len(some)
        size = sum(os.path.getsize(path) for path in os.scandir(os.path.join(folder, "first")))
        start = time.perf_counter()
        reranker.score_pairs([(one.query_text, one.text) for one in some])
        return max(took[1] - len(some) * a_step, 0.0), a_step, (time.perf_counter() - start) / len(some), size
