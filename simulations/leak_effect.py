"""What leaked queries did to scores: the difference of differences against worlds in which the gain is planted.

``python -m simulations.leak_effect --write`` puts the tables into docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from irassay.comparison.query_groups import gap_intervals, group_gap
from irassay.leakage.effect import is_sign
from irassay.leakage.without_leaks import _centred, _products, _terms, adjusted, order_without
from simulations.page import markdown, parser, tell
from simulations.tables import monte_carlo

N_EXPOSED, N_UNEXPOSED = 4, 5
MIDDLE, SPREAD, NOISE = 0.5, 0.2, 0.2  # score of an average query; what its difficulty adds; what is a system's own
NOISY = 0.4  # the same where systems agree little on which queries are hard
STEEPER = 1.3  # exposed systems gain so much more from an easier query
KINDS = 0.5  # variance of difficulty for systems of one kind, beside 1 of that for all
FLATTER = 1 / (1 + KINDS)  # systems that gain so little from easy queries of their kind gain as much as the others do
GAIN, EASIER = 0.05, 1.0  # what leaked queries add to exposed systems' scores; standard deviations of difficulty
RESAMPLES, SHUFFLES, ORDERS = 2_000, 999, 299
HOLDS = (0.93, 0.97)  # the shares of intervals with the truth that are wanted
LEVEL = 0.05
MOST_SIGNS = 0.03  # without a gain
DID_HELD, ADJUSTED_HELD, P, P_OF_ORDER, ADJUSTED_FINDS, ONE_SLOPE, SIGN = (
    4,
    6,
    7,
    8,
    9,
    10,
    11,
)  # places of what `one` returns


@dataclass(frozen=True, slots=True)
class World:
    """Queries of which some leaked.

    Attributes
    ----------
    n, n_leaked : int
    gain : float
        What leaked queries add to the scores of exposed systems.
    easier : float
        By how many standard deviations of difficulty leaked queries are easier.
    bent : bool
        Whether scores follow difficulty by a curve that flattens at both ends, else by a line cut at 0 and 1.
    noise : float
        Standard deviation of what is a system's own on a query.
    kinds : float
        Variance of difficulty for exposed systems alone, and of that for unexposed ones alone, beside 1 of that for
        all. Leaked queries are easier for the exposed ones then.
    steep : float
        How much more the exposed systems gain from an easier query.
    engine : float
        Standard deviation of what three unexposed variants of one engine have in common on a query.
    middles : (float, float)
        Scores of exposed and of unexposed systems on an average query.
    n_exposed : int
    """

    n: int
    n_leaked: int
    gain: float = 0.0
    easier: float = 0.0
    bent: bool = False
    noise: float = NOISE
    kinds: float = 0.0
    steep: float = STEEPER
    engine: float = 0.0
    middles: tuple[float, float] = (MIDDLE, MIDDLE)
    n_exposed: int = N_EXPOSED

    @property
    def name(self) -> str:
        """How hard the leaked queries are, in words."""
        if self.engine:
            return f"{'easier' if self.easier > 0 else 'harder'}, unexposed of one engine" + self._alone
        if self.middles != (MIDDLE, MIDDLE):
            at = self.middles[0] if self.middles[0] != MIDDLE else self.middles[1]
            who = "exposed" if at == self.middles[0] else "unexposed"
            return f"{'easier' if self.easier > 0 else 'harder'}, {who} near {'1' if at > MIDDLE else '0'}"
        if not self.easier:
            return "as hard as clean ones" + self._alone
        if self.kinds:
            return "easier for one kind" + (", which gains less" if self.steep < 1 else "")
        return "easier, bent" if self.bent else "easier" if self.noise == NOISE else "easier, noisy scores"

    @property
    def _alone(self) -> str:
        return ", one exposed" if self.n_exposed == 1 else ""


SIZES = ((300, 41), (300, 10), (50, 15), (50, 5))
WORLDS = (
    *(World(*size, gain) for size in SIZES for gain in (0.0, GAIN)),
    *(World(*SIZES[0], gain, EASIER, bent) for bent in (False, True) for gain in (0.0, GAIN)),
    *(World(*SIZES[0], gain, EASIER, noise=NOISY) for gain in (0.0, GAIN)),
    *(World(*SIZES[0], gain, EASIER, kinds=KINDS, steep=steep) for steep in (FLATTER, 1.0) for gain in (0.0, GAIN)),
    *(World(*SIZES[0], 0.0, easier, noise=0.05, engine=0.2) for easier in (EASIER, -EASIER)),
    World(*SIZES[0], 0.0, EASIER, noise=0.1, engine=0.2, n_exposed=1),
    World(*SIZES[0], GAIN, n_exposed=1),
    *(World(*SIZES[0], 0.0, EASIER, steep=1.0, middles=of) for of in ((0.9, MIDDLE), (MIDDLE, 0.9))),
    *(World(*SIZES[0], 0.0, -EASIER, steep=1.0, middles=of) for of in ((0.1, MIDDLE), (MIDDLE, 0.1))),
)


def draw(world: World, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of exposed and of unexposed systems, arrays (system, query), and which queries leaked."""
    leaked = np.zeros(world.n, dtype=bool)
    leaked[rng.permutation(world.n)[: world.n_leaked]] = True
    shift = world.easier / np.sqrt(1 + world.kinds) * leaked  # of what is common; by one deviation of both together
    common = rng.normal(size=world.n) + shift
    own = np.sqrt(world.kinds) * rng.normal(size=(2, world.n)) if world.kinds else np.zeros((2, world.n))
    own[0] += world.kinds * shift

    def scores(n_systems: int, middle: float, line: np.ndarray) -> np.ndarray:
        line = line + world.noise * rng.normal(size=(n_systems, world.n))
        return 1 / (1 + np.exp(-4 * line)) if world.bent else np.clip(middle + line, 0, 1)

    lines = [SPREAD * steep * (common + of) for steep, of in zip((world.steep, 1.0), own, strict=True)]
    exposed = scores(world.n_exposed, world.middles[0], lines[0]) + world.gain * leaked
    if world.engine:
        lines[1] = lines[1] + world.engine * rng.normal(size=world.n)
    return exposed, scores(3 if world.engine else N_UNEXPOSED, world.middles[1], lines[1]), leaked


def by_fifths(own: np.ndarray, d: np.ndarray, leaked: np.ndarray) -> float:
    """The gap of d between leaked and clean queries within fifths by `own`, which weigh as leaked queries lie."""
    fifth = np.searchsorted(np.quantile(own, (0.2, 0.4, 0.6, 0.8)), own)
    total, n = 0.0, 0
    for k in range(5):
        one, other = leaked & (fifth == k), ~leaked & (fifth == k)
        if one.any() and other.any():
            total += one.sum() * (d[one].mean() - d[other].mean())
            n += int(one.sum())
    return float(total / n)


def helps_by_one_slope(exposed: np.ndarray, unexposed: np.ndarray, leaked: np.ndarray) -> bool:
    """Whether the interval with the slope of the unexposed systems alone lies above 0."""
    e, u = _centred(exposed, leaked), _centred(unexposed, leaked)
    slope = e.mean(axis=0) * u.mean(axis=0), _products(u)
    terms = _terms(exposed.mean(axis=0), unexposed.mean(axis=0), leaked, *slope)
    return bool(gap_intervals(terms[:, None], leaked, n_bootstrap=RESAMPLES)[0][0] > 0)


def percentiles(d: np.ndarray, leaked: np.ndarray, rng: np.random.Generator) -> tuple[float, float]:
    """Plain percentiles of the resampled gap."""
    means = [of[rng.integers(0, len(of), (RESAMPLES, len(of)))].mean(axis=1) for of in (d[leaked], d[~leaked])]
    low, high = np.quantile(means[0] - means[1], (0.025, 0.975))
    return float(low), float(high)


def one(task: tuple[int, int], *, seed: int) -> list[float]:
    """Of one world: estimates, whether intervals hold the gain, and p-values."""
    which, number = task
    world = WORLDS[which]
    rng = np.random.default_rng([seed, which, number])
    exposed, unexposed, leaked = draw(world, rng)
    mean = exposed.mean(axis=0)
    d = mean - unexposed.mean(axis=0)
    gap = group_gap(d, leaked, n_shuffles=SHUFFLES, n_bootstrap=RESAMPLES, seed=number)
    of = adjusted(exposed, unexposed, leaked, key=number, n_bootstrap=RESAMPLES)
    order = order_without(np.vstack([exposed, unexposed]).T, leaked, n_draws=ORDERS, key=number)
    assert of is not None
    assert order is not None
    assert order.p is not None
    ends = ((gap.low, gap.high), percentiles(d, leaked, rng), (of.low, of.high))
    held = [float(low <= world.gain <= high) for low, high in ends]
    fifths = [by_fifths(own.mean(axis=0), d, leaked) for own in (np.vstack([exposed, unexposed]), unexposed)]
    sign = of.did > 0 and is_sign(gap.gap, gap.p, of, alpha=LEVEL)
    signs = (
        float(not of.low <= 0 <= of.high),
        float(gap.p <= LEVEL and helps_by_one_slope(exposed, unexposed, leaked)),
        float(sign),
    )
    return [gap.gap, of.did, *fifths, *held, gap.p, order.p, *signs]


def study(worlds: Sequence[int], n_worlds: int, seed: int, processes: int | None = 1) -> dict[int, np.ndarray]:
    """By world: a row a draw, what `one` returns."""
    tasks = [(which, number) for which in worlds for number in range(n_worlds)]
    if processes == 1:
        rows = [one(task, seed=seed) for task in tasks]
    else:
        with ProcessPoolExecutor(processes) as pool:
            rows = list(pool.map(partial(one, seed=seed), tasks, chunksize=50))
    return dict(zip(worlds, np.array(rows).reshape(len(worlds), n_worlds, -1)))


def estimate_table(found: Mapping[int, np.ndarray]) -> str:
    """Mean estimates and the shares of intervals that hold the planted gain."""
    heads = ["Leaked queries are", "Queries", "Leaked", "Gain", "did", "adjusted", "by fifths", "of unexposed"]
    rows = [[*heads, "did holds it", "plain percentiles", "adjusted holds it"]]
    for which, values in found.items():
        world, means = WORLDS[which], values.mean(axis=0)
        figures = [f"{mean:.3f}".replace("-", "−") for mean in (world.gain, *means[:4])]
        shares = [f"{100 * share:.1f}" for share in means[4:7]]
        rows.append([world.name, str(world.n), str(world.n_leaked), *figures, *shares])
    return markdown(rows)


def p_table(found: Mapping[int, np.ndarray]) -> str:
    """How often p is at most some levels, where nothing is planted: by reshuffling, and of the order."""
    levels = (0.01, 0.05, 0.1, 0.5, 0.9)
    rows = [["Leaked queries are", "Queries", "Leaked", *(f"p ≤ {level}" for level in levels), "order, p ≤ 0.05"]]
    for which, values in found.items():
        world = WORLDS[which]
        if not world.gain:
            shares = [values[:, P] <= level for level in levels] + [values[:, P_OF_ORDER] <= LEVEL]
            cells = [f"{100 * share.mean():.1f}" for share in shares]
            rows.append([world.name, str(world.n), str(world.n_leaked), *cells])
    return markdown(rows)


def sign_table(found: Mapping[int, np.ndarray]) -> str:
    """How often the adjusted number alone finds something, and how often it and p do, without a gain and with one."""
    rows = [
        ["Leaked queries are", "Queries", "Leaked", "Gain", "adjusted without 0", "p ≤ 0.05", "one slope", "a sign"]
    ]
    for which, values in found.items():
        world = WORLDS[which]
        shares = values[:, ADJUSTED_FINDS], values[:, P] <= LEVEL, values[:, ONE_SLOPE], values[:, SIGN]
        cells = [f"{100 * share.mean():.1f}" for share in shares]
        rows.append([world.name, str(world.n), str(world.n_leaked), f"{world.gain:.3f}", *cells])
    return markdown(rows)


def broken(found: Mapping[int, np.ndarray]) -> list[str]:
    """What is not as it should be, beyond Monte-Carlo error, where leaked queries are as hard as clean ones."""
    bad = []
    for which, values in found.items():
        world = WORLDS[which]
        if not world.gain and monte_carlo(values[:, SIGN].mean(), len(values))[0] > MOST_SIGNS:
            bad.append(f"{world.name}: a sign without a gain in {values[:, SIGN].mean():.1%}")
        if world.easier or world.n_exposed == 1:
            continue
        name = f"{world.n} queries, {world.n_leaked} leaked, gain {world.gain:g}"
        for what, place in (("did", DID_HELD), ("adjusted", ADJUSTED_HELD)):
            low, high = monte_carlo(values[:, place].mean(), len(values))
            if high < HOLDS[0] or (low > HOLDS[1] and what == "did"):
                bad.append(f"{name}: {what} holds the gain in {values[:, place].mean():.1%}")
        for what, place in (("p", P), ("p of the order", P_OF_ORDER)):
            share = float((values[:, place] <= LEVEL).mean())
            if not world.gain and monte_carlo(share, len(values))[0] > LEVEL:
                bad.append(f"{name}: {what} is at most {LEVEL} in {share:.1%}")
    return bad


def main() -> int:
    """0, or 1 where an interval or a p-value is not what it should be."""
    asked = parser("simulations.leak_effect", __doc__)
    asked.add_argument("--worlds", type=int, default=400, help="draws of each kind of world")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    args = asked.parse_args()
    found = study(range(len(WORLDS)), args.worlds, args.seed, args.processes)
    parts = {
        "leak-effect": estimate_table(found),
        "leak-effect-tests": p_table(found),
        "leak-effect-signs": sign_table(found),
    }
    return tell(parts, write=args.write, broken=broken(found))


if __name__ == "__main__":
    sys.exit(main())
