"""Extrapolated labels as read and checked; scores and orders with 0, 1, 2 ... passages deemed relevant."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

import numpy as np

from irassay.agreement import Orders, Spread, order_stability
from irassay.agreement.many_orders import OrderRows, as_far_apart
from irassay.agreement.top_agreement import around
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.significance.paired_tests import paired_t
from irassay.comparison.significance.randomization import snap
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.label_sets.extrapolated_files import PROVENANCE, Extrapolated, read_extrapolated, read_lists
from irassay.measures import Measure
from irassay.messages import listed
from irassay.messages.said import Room
from irassay.progress import Progress
from irassay.scoring import evaluate

SENSITIVITY = Room("sensitivity")
Source: TypeAlias = "str | PathLike[str] | Extrapolated"
Kind: TypeAlias = tuple[str, str]  # a column of the metadata, and one of its values

RESAMPLES = 1_000
ORDERS = 2_500  # resampled orders of a step, over all draws of golds: fewer resamples from three draws on
SIGNS = 300_000_000  # bytes that the pairs of all resamples may take: fewer resamples beyond some 500 systems
LEAST_RESAMPLES = 200
BATCH_BYTES = 200_000_000  # of scores of single queries
ANY = (-float("inf"), float("inf"))


@dataclass(frozen=True, slots=True)
class Draws:
    """Extrapolations of the same labels, each from golds of its own."""

    of: Sequence[Extrapolated]  # one a draw
    sets: tuple[str, ...]  # the lists that they have, "fused" last
    deemed: int  # passages that are deemed relevant, at most
    queries: tuple[str, ...]  # in byte order; the same in each
    part: bool  # whether they start from a part of the labels given
    folders: tuple[str | None, ...]  # where each was read from; None for one from memory

    @property
    def files(self) -> list[str]:
        """Their records, for provenance."""
        return [f"{folder}/{PROVENANCE}" for folder in self.folders if folder is not None]

    def lists(self) -> list[Mapping[str, Runs]]:
        """Of each draw the whole lists by name, the gold in them; without those that are not at hand."""
        return [
            one.lists if folder is None else read_lists(folder, self.sets) for one, folder in zip(self.of, self.folders)
        ]

    @property
    def n_labels(self) -> int:
        """Labels at d = 0, of the first draw."""
        return self.of[0].qrels.n_labels


def draws_of(sources: Source | Sequence[Source], qrels: Qrels) -> Draws:
    """The draws in these folders, from the labels given or a part of them; InputError for an unreadable or repeated
    folder, or other labels, UsageError for none, or different lists, depths or queries."""
    given: list[Any] = [sources] if isinstance(sources, str | PathLike | Extrapolated) else list(sources)
    if not given:
        raise UsageError("which labels were extrapolated? Give --extrapolated DIR, in Python extrapolated")
    _refuse_repeated(given)
    of = [one if isinstance(one, Extrapolated) else read_extrapolated(one) for one in given]
    names = [f"draw {n}" if isinstance(one, Extrapolated) else cut(one) for n, one in enumerate(given, 1)]
    first = of[0]
    for name, one in zip(names, of):
        _refuse_others(name, one, qrels)
        for what, mine, his in (
            ("lists", listed(map(cut, one.deemed)), listed(map(cut, first.deemed))),
            ("passages deemed at most", f"{one.recipe['deemed']:,}", f"{first.recipe['deemed']:,}"),
            ("queries", _queries(one.qrels, beside=first.qrels), _queries(first.qrels, beside=one.qrels)),
        ):
            if mine != his:
                both = {"first": names[0], "other": name, "what": what, "his": his, "mine": mine}
                raise UsageError(SENSITIVITY("refuse.draws", **both))
    sets = tuple(sorted(first.deemed, key=lambda name: (name == "fused", name)))
    folders = tuple(None if isinstance(one, Extrapolated) else os.fspath(one) for one in given)
    part = any(one.qrels.n_labels < qrels.n_labels for one in of)
    return Draws(of, sets, int(first.recipe["deemed"]), tuple(first.qrels.queries), part, folders)


def _queries(of: Qrels, *, beside: Qrels) -> str:
    """How many queries there are, and one that the others lack."""
    alone = set(of.queries) - set(beside.queries)
    return f"{len(of.queries):,}" + (f" with {cut(min(alone))}" if alone else "")


def _refuse_repeated(given: Sequence[Any]) -> None:
    """Raise where one draw would count as two."""
    places = [id(one) if isinstance(one, Extrapolated) else os.path.realpath(one) for one in given]
    for number, (one, place) in enumerate(zip(given, places)):
        if place in places[:number]:
            name = "an extrapolation" if isinstance(one, Extrapolated) else cut(one)
            raise InputError(f"{name} is given twice, expected each draw of golds once")


def refuse_unrelated(draws: Draws, runs: Runs, full: Qrels | None) -> None:
    """Raise InputError for runs or fuller labels of other queries or documents, or no label beyond those of d = 0."""
    _refuse_other_queries("runs answer", runs.queries, draws)
    if full is not None:
        _refuse_other_queries("fuller labels have", full.queries, draws)
        have = set(full.queries)
        shared = [query for query in draws.queries if query in have]
        if all(full.grades(query).keys() <= one.qrels.grades(query).keys() for one in draws.of for query in shared):
            raise InputError(SENSITIVITY("refuse.nothing-beyond"))
        _refuse_other_documents(full, shared, runs)


def _refuse_other_queries(have: str, others: Sequence[str], draws: Draws) -> None:
    if set(draws.queries).isdisjoint(others):
        such = {"query": cut(draws.queries[0]), "other": cut(others[0]) if others else ""}
        raise InputError(SENSITIVITY("refuse.queries", have=have, n=len(draws.queries), others=len(others), **such))


def _refuse_other_documents(full: Qrels, queries: Sequence[str], runs: Runs) -> None:
    """Raise where no run has a document of the fuller labels in any of the queries."""
    first = ""
    for query in queries:
        labelled = full.grades(query)
        for system in runs.systems:
            ranking = runs.ranking(system, query)
            if not labelled.keys().isdisjoint(ranking):
                return
            if ranking and not first:
                first = f"query {cut(query)} has document {cut(next(iter(labelled)))} there, {cut(ranking[0])} in a run"
    raise InputError(SENSITIVITY("refuse.documents", first=first))


def _refuse_others(name: str, one: Extrapolated, qrels: Qrels) -> None:
    """Raise where a draw starts from a label that was not given."""
    queries = set(qrels.queries)
    for query in one.qrels.queries:
        given = qrels.grades(query) if query in queries else {}
        for doc, grade in one.qrels.grades(query).items():
            if given.get(doc) != grade:
                here = {"grade": str(grade), "given": str(given.get(doc, "no label"))}
                raise InputError(SENSITIVITY("refuse.labels", name=name, query=cut(query), doc=cut(doc), **here))


@dataclass(frozen=True, slots=True)
class Band:
    """A number, how far other queries would move it, and how far other golds did."""

    mean: float  # over the draws
    low: float  # 95% bootstrap interval: a resample draws queries, each with all golds
    high: float
    draws_low: float  # nine draws in ten, all of under twenty; the mean for one
    draws_high: float

    @classmethod
    def of(cls, draws: F64, resamples: F64, least: float, greatest: float) -> Band:
        """From one number a draw, and one a resample, with the ends of the scale."""
        spread = Spread.of(draws)
        return cls(spread.mean, *around(spread.mean, resamples, least, greatest), spread.low, spread.high)


@dataclass(frozen=True, slots=True)
class AtDepth:
    """One list, one number of deemed passages, one measure; significance is by a t-test with Holm's correction."""

    set: str
    d: int  # passages deemed relevant a query, at most
    measure: str
    deemed: float  # passages deemed relevant, all queries together
    mean: Band  # over systems and queries
    tau: Band  # with the order at d = 0, as `weighted_tau`
    weighted_tau: Band
    turned: float  # share of all pairs
    tied: float  # share of all pairs
    full_tau: Band | None  # with the order under the fuller labels
    nearer: Band | None  # how much greater `full_tau` is than at d = 0
    leaders: float  # systems to which none is significantly superior
    settled: float  # pairs that differ significantly
    lost: float  # of the pairs settled at d = 0, those that no longer are
    against: float  # of the pairs settled at d = 0, those in the opposite order
    first: float  # share of draws in which the first system at d = 0 still is
    scores: Mapping[str, float]  # system -> mean
    places: Mapping[str, float]  # system -> rank among the systems that count
    gains: Mapping[Kind, Band]  # column and kind -> places that its systems gain over d = 0
    pair_p: float = float("nan")  # two systems' paired t-test over queries (means over golds); else NaN


@dataclass(frozen=True, slots=True)
class Material:
    """What is measured."""

    draws: Draws
    runs: Runs
    measures: Sequence[Measure]
    counted: Mapping[str, Sequence[int]]  # measure -> places of systems: none left out, of equal runs the first
    kinds: Mapping[Kind, Sequence[str]]  # column and kind -> systems
    full: Qrels | None  # fuller labels
    ties: str
    key: int
    threads: int

    @property
    def shared(self) -> list[int]:
        """Places of the queries that the fuller labels have too."""
        have = set(self.full.queries) if self.full is not None else set()
        return [i for i, query in enumerate(self.draws.queries) if query in have]

    @property
    def resamples(self) -> int:
        """Of the queries."""
        most = max(map(len, self.counted.values()))
        return min(RESAMPLES, max(LEAST_RESAMPLES, min(ORDERS // len(self.draws.of), SIGNS // (most * most))))


class Ordered:
    """The order of systems on some queries: at hand, and in resamples, which are the same queries for all orders."""

    __slots__ = ("at_hand", "redrawn")

    def __init__(self, values: F64, direction: int, material: Material) -> None:
        n_queries = values.shape[1]
        own = values.mean(axis=1)
        exact = np.ascontiguousarray(snap(np.ascontiguousarray(values.T))[0].T)
        sums = _core.drawn_sums(exact, material.key, 0, material.resamples, [0, n_queries], threads=material.threads)
        self.at_hand = Orders(direction * own[None, :])
        self.redrawn = Orders(direction * as_far_apart(own, np.ascontiguousarray(sums.T) / n_queries, n_queries))

    def against(self, other: Ordered) -> tuple[OrderRows, OrderRows]:
        """Agreement at hand, and in the resamples."""
        return self.at_hand.against(other.at_hand), self.redrawn.against(other.redrawn)


class _Numbers:
    """Numbers of one step as draws bring them: one a draw; and a sum over draws for each resample."""

    __slots__ = ("draws", "resamples")

    def __init__(self) -> None:
        self.draws: dict[object, list[float]] = {}
        self.resamples: dict[object, F64] = {}

    def add(self, name: object, own: float, redrawn: F64 | None = None) -> None:
        """What a draw brings."""
        self.draws.setdefault(name, []).append(float(own))
        if redrawn is not None:
            before = self.resamples.get(name)
            self.resamples[name] = redrawn if before is None else before + redrawn

    def band(self, name: object, least: float, greatest: float) -> Band:
        """Over all draws."""
        of = self.draws[name]
        return Band.of(np.array(of), self.resamples[name] / len(of), least, greatest)

    def mean(self, name: object) -> float:
        """Over all draws."""
        return float(np.mean(self.draws[name]))


def steps_of(material: Material) -> list[AtDepth]:
    """Every list, depth and measure; d = 0 stands under every list."""
    numbers: dict[tuple[str, int, str], _Numbers] = {}
    n_steps = len(material.draws.of) * len(material.draws.sets) * (1 + material.draws.deemed)
    with Progress("Deemed relevant, by depth", n_steps) as bar:
        for draw in material.draws.of:
            _draw(draw.stack(), material, numbers, bar)
    keys = [
        (of_set, d, str(measure))
        for of_set in material.draws.sets
        for measure in material.measures
        for d in range(1 + material.draws.deemed)
    ]
    return [_step(key, numbers[key], material) for key in keys]


def _draw(stack: QrelsStack, material: Material, numbers: dict[tuple[str, int, str], _Numbers], bar: Progress) -> None:
    """Everything of one draw."""
    full = _full(material)
    base: dict[str, tuple[F64, Ordered]] = {}
    near: dict[str, tuple[Ordered, tuple[OrderRows, OrderRows]]] = {}
    for recipe, n_deemed, values in _variants(stack, material):
        at_zero = recipe["select"] == "given"
        for m, measure in enumerate(material.measures):
            name = str(measure)
            x = values[m][list(material.counted[name])]
            ordered = Ordered(x, measure.direction, material)
            if at_zero:
                base[name] = (x, ordered)
            fuller = None
            if full:
                partly = len(material.shared) < x.shape[1]
                on_shared = Ordered(x[:, material.shared], measure.direction, material) if partly else ordered
                if at_zero:
                    y = full[name][list(material.counted[name])]
                    truth = Ordered(y, measure.direction, material)
                    near[name] = (truth, on_shared.against(truth))
                fuller = (on_shared.against(near[name][0]), near[name][1])
            targets = [(s, 0) for s in material.draws.sets] if at_zero else [(recipe["list"], recipe["more"])]
            for target in targets:
                of = numbers.setdefault((*target, name), _Numbers())
                of.add("deemed", n_deemed)
                _add(of, x, ordered, base[name], fuller, measure, material)
                for system, score in zip(material.runs.systems, values[m].mean(axis=1).tolist()):
                    of.add(("score", system), score)
        bar.step(len(material.draws.sets) if at_zero else 1)


def _variants(stack: QrelsStack, material: Material) -> Iterator[tuple[Mapping[str, Any], int, F64]]:
    """Each variant's recipe, deemed passages and scores (measure, system, query); few in memory at once."""
    a_variant = 8 * len(material.measures) * len(material.runs.systems) * len(material.draws.queries)
    given = np.concatenate([stack.grades(query)[:, 0] for query in stack.base.queries])
    for batch in stack.batches(max(1, BATCH_BYTES // a_variant)):
        scores = evaluate(
            batch, material.runs, material.measures, ties=material.ties, keep="queries", threads=material.threads
        )
        values = np.asarray(scores.values)
        labels = np.concatenate([batch.grades(query) for query in batch.base.queries])
        n_deemed = ((labels != given[:, None]).sum(axis=0)).tolist()
        for k, recipe in enumerate(batch.recipes):
            yield recipe, n_deemed[k], values[:, k]


def _full(material: Material) -> dict[str, F64]:
    """Scores under the fuller labels on the shared queries, by measure: (system, query)."""
    if material.full is None:
        return {}
    scores = evaluate(material.full, material.runs, material.measures, ties=material.ties, threads=material.threads)
    place = {query: i for i, query in enumerate(scores.queries)}
    columns = [place[material.draws.queries[i]] for i in material.shared]
    return {str(m): np.asarray(scores.values[k, 0])[:, columns] for k, m in enumerate(scores.measures)}


def _add(
    of: _Numbers,
    x: F64,
    ordered: Ordered,
    base: tuple[F64, Ordered],
    fuller: tuple[tuple[OrderRows, OrderRows], tuple[OrderRows, OrderRows]] | None,
    measure: Measure,
    material: Material,
) -> None:
    """What one draw brings to one step."""
    sign = measure.direction
    own, redrawn = (sign * of_rows.means.mean(axis=1) for of_rows in (ordered.at_hand, ordered.redrawn))
    of.add("mean", own[0], redrawn)
    own_rows, redrawn_rows = ordered.against(base[1])
    for name in ("tau", "weighted_tau"):
        of.add(name, getattr(own_rows, name)[0], getattr(redrawn_rows, name))
    of.add("turned", own_rows.turned[0])
    of.add("tied", own_rows.tied[0])
    if fuller is not None:
        (now, now_redrawn), (before, before_redrawn) = fuller
        of.add("full_tau", now.tau[0], now_redrawn.tau)
        of.add("nearer", now.tau[0] - before.tau[0], now_redrawn.tau - before_redrawn.tau)
    if x.shape[1] > 1:
        stability = order_stability(base[0], x[None], lower_is_better=sign < 0)
        for name in ("leaders", "settled", "lost", "against", "first"):
            of.add(name, float(getattr(stability, name)[0]))
    if len(x) == 2:
        of.add("pair", 0.0, np.ascontiguousarray(x.T))
    systems = [material.runs.systems[i] for i in material.counted[str(measure)]]
    ranks, ranks_redrawn = ordered.at_hand.ranks, ordered.redrawn.ranks
    for system, rank in zip(systems, ranks[0].tolist()):
        of.add(("place", system), rank)
    gained, gained_redrawn = base[1].at_hand.ranks - ranks, base[1].redrawn.ranks - ranks_redrawn
    place = {system: i for i, system in enumerate(systems)}
    for kind, names in material.kinds.items():
        mine = [place[name] for name in names if name in place]
        if mine:
            of.add(kind, gained[0, mine].mean(), gained_redrawn[:, mine].mean(axis=1))


def _step(key: tuple[str, int, str], of: _Numbers, material: Material) -> AtDepth:
    of_set, d, name = key
    nan = float("nan")
    by_system = {
        what: {system: of.mean((what, system)) for system in material.runs.systems if (what, system) in of.draws}
        for what in ("score", "place")
    }
    pairs = {
        what: of.mean(what) if what in of.draws else nan for what in ("leaders", "settled", "lost", "against", "first")
    }
    pair = of.resamples.get("pair")
    return AtDepth(
        of_set, d, name, of.mean("deemed"),
        of.band("mean", *ANY), of.band("tau", -1.0, 1.0), of.band("weighted_tau", -1.0, 1.0),
        of.mean("turned"), of.mean("tied"),
        of.band("full_tau", -1.0, 1.0) if material.full is not None else None,
        of.band("nearer", -2.0, 2.0) if material.full is not None else None,
        scores=by_system["score"], places=by_system["place"],
        gains={kind: of.band(kind, *ANY) for kind in material.kinds if kind in of.draws},
        pair_p=float(paired_t(pair / len(of.draws["pair"]), *all_pairs(2))[0]) if pair is not None else nan,
        **pairs,
    )  # fmt: skip
