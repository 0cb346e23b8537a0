"""Memory where nothing leaked: sets that differ by their seed alone, on each of which KNRM is trained by several seeds.

`make study-unleaked` writes the table of docs/simulations.md. It needs torch. Labels are by chance, so a change of the
rank offset is one, too.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from irassay.collection import Runs
from irassay.collection.instances import Instances
from irassay.leakage import memory
from irassay.search.neural import settings_of, train
from simulations.page import markdown, parser, tell
from simulations.tables import monte_carlo
from tests.neural.leaky_world import N_LISTED, World, world

SIZE, EPOCHS = 160, 30
Scores = dict[str, dict[str, float]]
HOW = {"query_length": 4, "document_length": 16, "dimensions": 32, "learning_rate": 0.01, "epochs": EPOCHS}
SEEDS = (2, 3, 5)  # trainings a side
LEAST, MOST_SIGNS = 0.9, 0.05  # the share of intervals with 0, and of signs


def scores_of(of: World, instances: Instances, lists: Mapping[str, list[str]], seeds: Iterable[int]) -> list[Scores]:
    """Scores of the lists' documents by KNRM trained on these instances, once a seed."""
    found = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            model = train(settings_of("knrm", **HOW), instances, seed=seed, device="cpu", out=Path(folder, f"m{seed}"))
            run = model.rerank_lists(lists, of.topics, of.test_corpus)
        name = run.systems[0]
        found.append({topic: dict(zip(run.ranking(name, topic), run.core.scores(name, topic))) for topic in lists})
    return found


def one(seed: int, number: int) -> list[list[float]]:
    """By trainings a side: whether the interval over topics holds 0, whether that over seeds does, whether it signs."""
    of = world(seed * 10_000 + number, SIZE)
    rng = random.Random(number)
    lists = {
        topic: list(dict.fromkeys([*labels, *rng.sample(list(of.test_corpus), N_LISTED)]))
        for topic, labels in of.test_qrels.items()
    }
    leaky = of.sets(seed=1).instances("test", SIZE)
    two = [
        scores_of(of, of.sets(seed=side).instances("none", SIZE), lists, range(100 * side, 100 * side + max(SEEDS)))
        for side in (1, 2)
    ]
    rows = []
    for n in SEEDS:
        with_, without = (Runs.from_dict({f"s{i}": of for i, of in enumerate(side[:n])}, keep="scores") for side in two)
        answer = memory(leaky, with_, without)
        at = answer.offset
        held = [float(low <= 0 <= high) for low, high in ((at.low, at.high), (at.seeds_low, at.seeds_high))]
        rows.append([*held, float(answer.is_sign)])
    return rows


def table(found: Sequence[Sequence[Sequence[float]]]) -> tuple[str, list[str]]:
    """Shares of pairs of sets by trainings a side, and what is not as it should be beyond Monte-Carlo error."""
    rows = [["Trainings a side", "Interval over topics holds 0", "Over seeds", "Sign of memorisation"]]
    bad = []
    for i, n in enumerate(SEEDS):
        topics, seeds, sign = (sum(of[i][at] for of in found) / len(found) for at in range(3))
        rows.append([str(n), *(f"{100 * share:.1f}%" for share in (topics, seeds, sign))])
        for what, share in (("topics", topics), ("seeds", seeds)):
            if monte_carlo(share, len(found))[1] < LEAST:
                bad.append(f"{n} trainings a side: the interval over {what} holds 0 in {share:.1%}")
        if monte_carlo(sign, len(found))[0] > MOST_SIGNS:
            bad.append(f"{n} trainings a side: a sign in {sign:.1%}")
    return markdown(rows), bad


def main(words: Iterable[str] | None = None) -> int:
    """0, or 1 where an interval does not hold 0 often enough."""
    asked = parser("simulations.unleaked", __doc__)
    asked.add_argument("--worlds", type=int, default=40, help="pairs of sets")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    args = asked.parse_args(words if words is None else list(words))
    if args.processes == 1:
        found = [one(args.seed, number) for number in range(args.worlds)]
    else:
        with ProcessPoolExecutor(args.processes) as pool:
            found = list(pool.map(partial(one, args.seed), range(args.worlds)))
    text, bad = table(found)
    return tell({"unleaked": text}, write=args.write, broken=bad)


if __name__ == "__main__":
    sys.exit(main())
