"""Kinds of systems that gain ranks: said of columns drawn at random, and of kinds that the labels truly favour.

``python -m simulations.kinds --write`` puts its table into docs/simulations.md; two minutes.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from irassay.collection import Metadata
from irassay.formats.inputs import Inputs
from irassay.label_sets import Extrapolated
from irassay.studies.sensitivity import Settings, explore
from irassay.studies.sensitivity.precision import corrected_p
from irassay.studies.sensitivity.words import KIND_ALPHA
from simulations.extrapolation_worlds import LIST, WORLDS, World, made
from simulations.page import markdown, parser, tell

QUERIES, SYSTEMS, DEEMED, VALUES = 50, 20, 5, 3
PLANTED, NOTHING = WORLDS[1], WORLDS[0]  # lexical passages near a gold of any kind; and relevant ones
RANDOM = ("c0", "c1", "c2", "c3", "c4", "c5")
COLUMNS = {
    "1 random column": RANDOM[:1],
    "3 random columns": RANDOM[:3],
    "6 random columns": RANDOM,
    "the kind alone": ("kind",),
    "the kind and 3 random columns": ("kind", *RANDOM[:3]),
}


def one(world: World, number: int, *, seed: int) -> dict[str, tuple[bool, bool]]:
    """By columns: whether some kind is said to gain ranks by its interval alone, and now."""
    of = made(world, QUERIES, SYSTEMS, key=[seed, number])
    rng = np.random.default_rng([seed, number, 1])
    names = of.runs.systems
    drawn = {name: dict(zip(names, map(str, rng.integers(0, VALUES, len(names)).tolist()))) for name in RANDOM}
    whole = of.draws[0]
    near = {query: docs[:DEEMED] for query, docs in whole.deemed[LIST].items()}
    few = Extrapolated(whole.qrels, whole.gold, (), {}, {LIST: near}, {"deemed": DEEMED})
    columns = dict(drawn, kind=dict(of.runs.metadata.columns["kind"]))
    inputs = Inputs(qrels=of.given, runs=of.runs, metadata=Metadata(columns), threads=1)
    answer = explore(inputs, Settings(few, ["nDCG@10"], seed=number, threads=1))
    zero, last = answer.main[0], answer.main[-1]
    said = {}
    for name, mine in COLUMNS.items():
        bands = {kind: band for kind, band in last.gains.items() if kind[0] in mine}
        kinds = {kind: [s for s in names if columns[kind[0]][s] == kind[1]] for kind in bands}
        p = corrected_p({LIST: (zero, last)}, kinds, key=number)
        rise = [kind for kind, band in bands.items() if band.low > 0]
        said[name] = bool(rise), any(p.get((LIST, kind), 1.0) <= KIND_ALPHA for kind in rise)
    return said


def kinds_table(found: dict[str, Sequence[dict[str, tuple[bool, bool]]]]) -> str:
    """Percent of worlds."""
    rows = [["Labels", "Columns", "Intervals alone", "Now"]]
    for world, worlds in found.items():
        for name in COLUMNS:
            shares = [100 * float(np.mean([of[name][i] for of in worlds])) for i in (0, 1)]
            rows.append([world, name, *(f"{share:.0f}" for share in shares)])
    return markdown(rows)


def main() -> int:
    """Print the table, and write it where asked to."""
    asked = parser("simulations.kinds", __doc__)
    asked.add_argument("--worlds", type=int, default=100)
    args = asked.parse_args()
    with ProcessPoolExecutor() as pool:
        found = {
            world.name: list(pool.map(partial(one, world, seed=args.seed), range(args.worlds)))
            for world in (NOTHING, PLANTED)
        }
    tell({"random-kinds": kinds_table(found)}, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
