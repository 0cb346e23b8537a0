"""What is said of extrapolated labels in worlds where it is known what is relevant: scores, orders, claims, coverage.

``python -m simulations.extrapolation --write`` puts its tables into docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay import evaluate
from irassay.formats.inputs import Inputs
from irassay.studies.sensitivity import Sensitivity, Settings, explore
from simulations.extrapolation_worlds import KINDS, LIST, WORLDS, Made, World, made
from simulations.page import markdown, parser, tell

F64: TypeAlias = NDArray[np.float64]

MEASURE, LAST, IDEAL = "nDCG@10", 20, 9  # with the gold and 9 more the ideal ranking is full
DEPTHS = (1, 5, LAST)
LARGE = (6980, 75)
BANDS = ("mean", "tau", "weighted_tau", "full_tau", "nearer", "gain")
HEADS = {"weighted_tau": "weighted tau", "full_tau": "tau with the truth", "gain": "places gained by a kind"}


@dataclass(frozen=True, slots=True)
class Cell:
    """Worlds of one making.

    Attributes
    ----------
    world : World
    queries, systems, golds : int
        Golds is how often a gold is drawn for each query.
    fewer : int
        One world where the most have this many.
    """

    world: World
    queries: int
    systems: int
    golds: int
    fewer: int


CELLS = (
    *(Cell(world, *LARGE, 1, 100) for world in WORLDS),
    *(Cell(world, 200, 75, 1, 20) for world in WORLDS),
    *(Cell(world, 50, 20, 1, 1) for world in WORLDS),
    *(Cell(world, 50, 20, 5, 4) for world in WORLDS),
)


def study(of: Made, *, seed: int) -> Sensitivity:
    """The study, with the truth as the fuller labels."""
    inputs = Inputs(qrels=of.given, runs=of.runs, threads=1)
    return explore(inputs, Settings(of.draws, [MEASURE], of.truth, seed=seed, threads=1))


def one_world(task: tuple[Cell, int], *, seed: int) -> dict[str, float]:
    """What is said of one world, by name."""
    cell, number = task
    of = made(cell.world, cell.queries, cell.systems, draws=cell.golds, key=[seed, number])
    answer = study(of, seed=seed * 1_000_000 + number)
    steps = answer.curve(LIST, MEASURE)
    out = {f"mean {d}": steps[d].mean.mean for d in range(LAST + 1)}
    for d in (0, LAST):
        full = steps[d].full_tau
        assert full is not None
        out |= {f"truth {d}": full.mean, f"settled {d}": steps[d].settled}
        out[f"bias {d}"] = lexical_bias(of, steps[d].places)
    for row in answer.precisions:
        out[f"precision {row.d}"] = row.precision.mean
    for d in DEPTHS:
        for name in BANDS:
            band = steps[d].gains["kind", KINDS[0]] if name == "gain" else getattr(steps[d], name)
            out |= {f"{name} {d}": band.mean, f"{name} {d} low": band.low, f"{name} {d} high": band.high}
    return out


def lexical_bias(of: Made, places: Mapping[str, float]) -> float:
    """Places that lexical systems stand higher, in the mean, than by the truth."""
    means = evaluate(of.truth, of.runs, [MEASURE]).summary[0, 0]
    truth = {s: 1 + int((means > mean).sum()) for s, mean in zip(of.runs.systems, means)}
    lexical = [s for s in of.runs.systems if of.runs.metadata.columns["kind"][s] == KINDS[0]]
    return float(np.mean([truth[s] - places[s] for s in lexical]))


Found: TypeAlias = Mapping[Cell, Mapping[str, F64]]


def scores_table(found: Found) -> str:
    """How the mean moves, and how many of the deemed are relevant."""
    head = ["World", "Queries", "d = 0", "d = 9", "d = 20", "Rise 1 to 9", "Rise 10 to 20", "Relevant, d = 1", "d = 20"]
    rows = [head]
    for cell, of in found.items():
        if cell.golds > 1:
            continue
        mean = {d: float(of[f"mean {d}"].mean()) for d in range(LAST + 1)}
        rises = [(mean[IDEAL] - mean[1]) / (IDEAL - 1), (mean[LAST] - mean[IDEAL + 1]) / (LAST - IDEAL - 1)]
        shares = [f"{100 * of[f'precision {d}'].mean():.0f}%" for d in (1, LAST)]
        means = [f"{mean[d]:.3f}" for d in (0, IDEAL, LAST)]
        rows.append([*_names(cell), *means, *(_signed(rise, 4) for rise in rises), *shares])
    return markdown(rows)


def orders_table(found: Found) -> str:
    """How the order stands against that by the gold alone, and against the truth's."""
    head = ["World", "Queries", "Systems", "Weighted tau, d = 20", "Tau, d = 20"]
    rows = [[*head, "With the truth, d = 0", "d = 20", "Lexical too high, d = 0", "d = 20"]]
    for cell, of in found.items():
        if cell.golds > 1:
            continue
        taus = [
            f"{of[name].mean():.2f}".replace("-", "−") for name in ("weighted_tau 20", "tau 20", "truth 0", "truth 20")
        ]
        bias = [_signed(float(of[f"bias {d}"].mean()), 1) for d in (0, LAST)]
        rows.append([*_names(cell), str(cell.systems), *taus, *bias])
    return markdown(rows)


def claims_table(found: Found) -> str:
    """Percent of worlds in which something is claimed at d = 20."""
    rows = [["World", "Queries", "Systems", "Golds", "Nearer to the truth", "Away", "A kind gains", "A pair differs"]]
    for cell, of in found.items():
        if cell.queries == LARGE[0]:
            continue
        claims = [of["nearer 20 low"] > 0, of["nearer 20 high"] < 0, (of["gain 20 low"] > 0) | (of["gain 20 high"] < 0)]
        shares = [f"{100 * claim.mean():.0f}" for claim in claims]
        differs = f"{100 * (of['settled 20'] > 0).mean():.0f}" if cell.golds == 1 else "–"
        rows.append([*_names(cell), str(cell.systems), str(cell.golds), *shares, differs])
    return markdown(rows)


def coverage_table(found: Found) -> str:
    """Percent of 95% intervals that hold what their number is in the mean of all worlds, over three depths."""
    rows = [["World", "Golds", *(HEADS.get(name, name) for name in BANDS)]]
    for cell, of in found.items():
        if cell.queries == 50:
            covered = {name: [100 * held(of, name, d) for d in DEPTHS] for name in BANDS}
            rows.append([cell.world.name, str(cell.golds), *(_span(shares) for shares in covered.values())])
    return markdown(rows)


def held(of: Mapping[str, F64], name: str, d: int) -> float:
    """The share of intervals that hold the mean of their number over worlds."""
    own, low, high = (of[f"{name} {d}{end}"] for end in ("", " low", " high"))
    return float(((low <= own.mean()) & (own.mean() <= high)).mean())


def _span(shares: list[float]) -> str:
    return f"{min(shares):.0f} to {max(shares):.0f}"


def _names(cell: Cell) -> list[str]:
    return [cell.world.name, f"{cell.queries:,}"]


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def measured(n_worlds: int, most: int, *, seed: int, processes: int) -> Found:
    """All worlds with at most so many queries, by cell: of each number one a world."""
    cells = [cell for cell in CELLS if cell.queries <= most]
    tasks = [(cell, number) for cell in cells for number in range(max(1, n_worlds // cell.fewer))]
    with ProcessPoolExecutor(processes) as pool:
        said = list(pool.map(partial(one_world, seed=seed), tasks))
    rows: dict[Cell, list[dict[str, float]]] = {}
    for (cell, _), row in zip(tasks, said):
        rows.setdefault(cell, []).append(row)
    return {cell: {name: np.array([row[name] for row in of]) for name in of[0]} for cell, of in rows.items()}


def main() -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.extrapolation", __doc__)
    asked.add_argument("--worlds", type=int, default=100, help="worlds of the smallest size; fewer of larger ones")
    asked.add_argument("--queries", type=int, default=LARGE[0], help="leave larger worlds out")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    args = asked.parse_args()
    found = measured(args.worlds, args.queries, seed=args.seed, processes=args.processes)
    parts = {"extrapolated-scores": scores_table(found), "extrapolated-orders": orders_table(found)}
    parts |= {"extrapolated-claims": claims_table(found), "extrapolated-coverage": coverage_table(found)}
    tell(parts, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
