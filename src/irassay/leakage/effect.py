"""Effects of leaked queries on scores and on the order of systems: exposed systems against unexposed ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import comb
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import between, names_given
from irassay.arrays import F64, Flags
from irassay.comparison.paired_scores import PairedScores, PerQuery, match
from irassay.comparison.query_groups import SHUFFLES, GroupGap, group_gap
from irassay.errors import UsageError, cut
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.without_leaks import DRAWS, Adjusted, OrderWithout, adjusted, order_without
from irassay.measures import Measure
from irassay.random_keys import Seed, key_of
from irassay.upward import ask

Exposure: TypeAlias = bool | None
Sign: TypeAlias = Literal["helped"]
LEAST = 5  # leaked and clean queries for a test: with fewer, few ways to mark them, and none of them rare


@dataclass(frozen=True, slots=True)
class SystemScores:
    """A system's mean on the leaked and on the clean queries, in the measure's unit; None without such queries."""

    system: str
    same: Sequence[str]  # other systems with the same documents in the same order; counted once
    exposed: Exposure  # whether it saw the leaked queries in training; None if unknown
    leaked: float | None
    clean: float | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What leaked queries did to the scores of one measure.

    Attributes
    ----------
    measure : str
    lower_is_better : bool
    n_leaked, n_clean : int
        Queries.
    systems : sequence of SystemScores
        Best first.
    exposed, unexposed : SystemScores or None
        The mean of each group's systems, under the name of the group; None for a group without systems.
    did : float or None
        Exposed minus unexposed, on leaked minus on clean queries, in the measure's unit; of logarithms for a geometric
        mean. None where a group of systems or of queries is empty.
    low, high, p : float or None
        Its interval over queries, and how often queries that are marked at random have one as large. None where `did`
        is, and with fewer than five leaked or clean queries.
    adjusted : Adjusted or None
        The same less what follows from leaked queries being easier or harder; None where `p` is, with fewer than three
        unexposed systems, and where the systems don't agree on which queries are hard.
    order : OrderWithout or None
        The order of all systems without the leaked queries; None for one system, or one group of queries.
    unranked : sequence of str
        Systems that lack a score on some query; they are left out.
    contradicted : sequence of str
        Systems of which an equal one, document by document, is in the other group; they are in neither.
    unanswered : sequence of Unanswered
        Systems without documents for some queries, each of which counts 0. Those that lack them on leaked and on clean
        queries more unevenly than chance would are not compared, and stand in none of the numbers above.
    alpha : float
        The level of the tests; intervals are of 1 - alpha.
    """

    measure: str
    lower_is_better: bool
    n_leaked: int
    n_clean: int
    systems: Sequence[SystemScores]
    exposed: SystemScores | None
    unexposed: SystemScores | None
    did: float | None
    low: float | None
    high: float | None
    p: float | None
    adjusted: Adjusted | None
    order: OrderWithout | None
    unranked: Sequence[str]
    contradicted: Sequence[str]
    unanswered: Sequence[Unanswered]
    alpha: float

    @property
    def n_systems(self) -> int:
        """Systems that are compared, and those that can't be for queries without documents."""
        return len(self.systems) + sum(not of.is_compared for of in self.unanswered)

    def count(self, exposure: Exposure) -> int:
        """Systems that are exposed (True), unexposed (False), or of which it is not known (None)."""
        return sum(of.exposed is exposure for of in self.systems)

    def is_gain(self, did: float) -> bool:
        """Whether a difference of differences says that the exposed systems gain, by the measure's direction."""
        return did == 0 or (did < 0) is self.lower_is_better

    @property
    def sign(self) -> Sign | None:
        """Whether this is a sign that training on the leaked queries helped; None where it is not.

        It takes all three: `did` is rare among queries marked at random, the interval of `adjusted` lies on its side of
        0, and a line describes the scores. Nothing is a sign that training hurt: scores near the best that there is
        can't rise where leaked queries are easy, which looks the same.
        """
        of = self.adjusted
        if of is None or self.did is None or self.p is None or not self.is_gain(of.did):
            return None
        return "helped" if is_sign(self.did, self.p, of, alpha=self.alpha) else None

    def explain(self) -> list[str]:
        """What was found, and what was not tested and why, in sentences."""
        sentences: list[str] = ask("effect_sentences")(self)
        return sentences

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON. Numbers of queries and systems, then what was found; None where there is nothing."""
        groups = {of.system: {"leaked": of.leaked, "clean": of.clean} for of in (self.exposed, self.unexposed) if of}
        of = self.adjusted
        return {
            "measure": self.measure,
            "lower_is_better": self.lower_is_better,
            "leaked": self.n_leaked,
            "clean": self.n_clean,
            "exposed": self.count(True),
            "unexposed": self.count(False),
            "unknown": self.count(None),
            "unanswered": [one.to_dict() for one in self.unanswered],
            "did": self.did,
            "low": self.low,
            "high": self.high,
            "p": self.p,
            "adjusted": None if of is None else {name: getattr(of, name) for name in of.__slots__},
            "sign": self.sign,
            "means": groups,
            "systems": [{**asdict(one), "same": list(one.same)} for one in self.systems],
            "order": None if self.order is None else self.order.to_dict(),
        }


def effect(
    scores: PerQuery,
    leaked: Iterable[str],
    exposed: Mapping[str, Exposure],
    *,
    measure: str | Measure | None = None,
    alpha: float = 0.05,
    seed: Seed = 0,
) -> Effect:
    """Say whether leaked queries moved scores: did systems that saw them gain on them, and is the order due to them?

    Parameters
    ----------
    scores : Scores
        With per-query values, of one collection.
    leaked : collection of str
        Ids of the leaked queries, which must have been scored.
    exposed : mapping of str to bool or None
        System -> whether it saw the leaked queries in training. A system that is None or absent is in neither group;
        names without a score are passed over.
    measure : str or Measure, optional
        Default: the first of the scores.
    alpha : float, in (0, 1)
        Level of the tests; intervals are of 1 - alpha.
    seed : int or numpy.random.Generator

    Returns
    -------
    Effect

    Raises
    ------
    UsageError
        An unknown query or measure, a value of `exposed` that is not True, False or None, no system of `exposed` among
        the scores, several collections, or no query with a score of every system.

    Notes
    -----
    *Assumes* that each system is as good on leaked queries as on clean ones of the same kind but for what it saw.
    Leaked queries are often the easier ones, on which strong systems gain more than weak ones: that is no leakage, and
    `adjusted` takes it out as far as it goes by a straight line; `sign` asks whether it goes by one. *Guarantees* p in
    finite samples under the hypothesis that any queries might have leaked; intervals asymptotically, over queries.
    Nothing is said of other systems than these. *Source* the difference of differences: Card and Krueger, American
    Economic Review 84, 1994; for leaked queries Fröbe et al., How Train-Test Leakage Affects Zero-shot Retrieval, SPIRE
    2022. `group_gap` and `adjusted` name their own. A query for which a system has no documents counts 0; a system that
    has none for leaked queries more or less often than chance would is left out and named (`unanswered`).

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({f"q{i}": {"a": 1} for i in range(10)})
    >>> found, missed = {"a": 2.0, "b": 1.0}, {"b": 2.0, "a": 1.0}
    >>> new = {f"q{i}": found if i < 5 else missed for i in range(10)}
    >>> runs = irassay.Runs.from_dict({"new": new, "old": {f"q{i}": missed for i in range(10)}})
    >>> scores = irassay.evaluate(qrels, runs, ["P@1"])
    >>> of = effect(scores, [f"q{i}" for i in range(5)], {"new": True, "old": False})
    >>> of.did, round(of.p, 4), of.order.swaps
    (1.0, 0.0079, 0)
    """
    alpha, key = between("alpha", alpha), key_of(seed)
    asked = names_given("leaked", leaked)
    _check(scores, asked, exposed)
    paired = match(scores, measure)
    if len(paired.bounds) > 2:
        raise UsageError(LEAKAGE("effect.several"))
    is_leaked = np.isin(paired.queries, asked)
    # Scores that others made may not say what was answered.
    lacking = unanswered(getattr(scores, "missing", {}), paired.systems, paired.queries, is_leaked, alpha=alpha)
    paired = _without(paired, {of.system for of in lacking if not of.is_compared})
    groups = [exposure(name, paired.same, exposed) for name in paired.systems]
    rows = {flag: np.array([one[0] is flag for one in groups]) for flag in (True, False)}
    did, gap, of_adjusted = _difference(paired, rows, is_leaked, alpha, key)
    testable = _testable(is_leaked)
    return Effect(
        measure=paired.measure,
        lower_is_better=paired.direction < 0,
        n_leaked=int(is_leaked.sum()),
        n_clean=int((~is_leaked).sum()),
        systems=[
            _means(name, paired.same.get(name, ()), group, paired.x[:, [i]], is_leaked, paired.aggregate)
            for i, (name, (group, _)) in enumerate(zip(paired.systems, groups))
        ],
        exposed=_group("exposed", True, rows[True], paired, is_leaked),
        unexposed=_group("unexposed", False, rows[False], paired, is_leaked),
        did=did,
        low=None if gap is None else gap.low,
        high=None if gap is None else gap.high,
        p=None if gap is None else gap.p,
        adjusted=of_adjusted,
        order=order_without(
            paired.x, is_leaked, lower_is_better=paired.direction < 0, n_draws=DRAWS if testable else 0, key=key
        ),
        unranked=list(paired.unranked),
        contradicted=[name for name, (_, both) in zip(paired.systems, groups) if both],
        unanswered=lacking,
        alpha=alpha,
    )


def _without(paired: PairedScores, names: Collection[str]) -> PairedScores:
    """The scores without some systems."""
    rest = [i for i, name in enumerate(paired.systems) if name not in names]
    return replace(
        paired,
        systems=[paired.systems[i] for i in rest],
        values=paired.values[rest],
        x=np.ascontiguousarray(paired.x[:, rest]),
        mean=paired.mean[rest],
    )


def is_sign(did: float, p: float, of: Adjusted, *, alpha: float = 0.05) -> bool:
    """Whether both numbers say that training on the leaked queries did something, to the same side, along a line."""
    return p <= alpha and not of.low <= 0 <= of.high and (of.did < 0) is (did < 0) and of.is_straight


def _check(scores: PerQuery, leaked: Sequence[str], exposed: Mapping[str, Exposure]) -> None:
    if not hasattr(scores, "queries"):
        raise UsageError(LEAKAGE("effect.no-scores", name=type(scores).__name__))
    unknown = sorted(set(leaked) - set(scores.queries))
    if unknown:
        raise UsageError(LEAKAGE("effect.unknown", unknown=unknown, query=unknown[0], scored=len(scores.queries)))
    check_exposed(exposed, scores.systems)


def check_exposed(exposed: Mapping[str, Exposure], systems: Sequence[str]) -> None:
    """Raise a UsageError where `exposed` is no mapping, has another value, or none of the systems."""
    if not hasattr(exposed, "items"):
        raise UsageError(LEAKAGE("effect.exposed", exposed=exposed))
    for system, value in exposed.items():
        if value is not None and not isinstance(value, (bool, np.bool_)):
            raise UsageError(LEAKAGE("effect.exposure", system=system, value=value))
    if exposed and not set(exposed) & set(systems):
        raise UsageError(LEAKAGE("effect.none", n=len(exposed), there=", ".join(map(cut, systems[:5]))))


def exposure(system: str, same: Mapping[str, Sequence[str]], exposed: Mapping[str, Exposure]) -> tuple[Exposure, bool]:
    """What is known of a system and those equal to it, and whether that contradicts itself."""
    known = {bool(v) for name in (system, *same.get(system, ())) if (v := exposed.get(name)) is not None}
    return (known.pop(), False) if len(known) == 1 else (None, len(known) == 2)


def _testable(leaked: Flags) -> bool:
    return bool(min(leaked.sum(), (~leaked).sum()) >= LEAST)


def _difference(
    paired: PairedScores, rows: Mapping[bool, Flags], leaked: Flags, alpha: float, key: int
) -> tuple[float | None, GroupGap | None, Adjusted | None]:
    """The difference of differences; with its interval and p, and adjusted, where there is enough to test."""
    if not (rows[True].any() and rows[False].any() and leaked.any() and not leaked.all()):
        return None, None, None
    exposed, others = (np.ascontiguousarray(paired.x[:, rows[flag]].T) for flag in (True, False))
    d = exposed.mean(axis=0) - others.mean(axis=0)
    did = float(d[leaked].mean() - d[~leaked].mean())
    if not _testable(leaked):
        return did, None, None
    return (
        did,
        group_gap(d, leaked, alpha=alpha, n_shuffles=SHUFFLES, seed=key),
        adjusted(exposed, others, leaked, alpha=alpha, key=key),
    )


def _group(name: str, flag: bool, rows: Flags, paired: PairedScores, leaked: Flags) -> SystemScores | None:
    return _means(name, (), flag, paired.x[:, rows], leaked, paired.aggregate) if rows.any() else None


def _means(name: str, same: Sequence[str], exposed: Exposure, x: F64, leaked: Flags, aggregate: str) -> SystemScores:
    """The mean of these systems, array (query, system), on either group of queries."""
    values = [float(x[of].mean()) if of.any() else None for of in (leaked, ~leaked)]
    if aggregate == "geometric":
        values = [None if value is None else float(np.exp(value)) for value in values]
    return SystemScores(name, tuple(same), exposed, *values)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A system without documents for some queries; each counts 0."""

    system: str
    leaked: int  # leaked queries without documents
    clean: int  # clean queries without documents
    is_compared: bool  # whether chance would part these so; else they make the change

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON."""
        return {"system": self.system, "leaked": self.leaked, "clean": self.clean, "compared": self.is_compared}


def unanswered(
    missing: Mapping[str, Sequence[str]],
    systems: Sequence[str],
    queries: Sequence[str],
    leaked: Flags,
    *,
    alpha: float = 0.05,
) -> list[Unanswered]:
    """The systems that lack documents for some of these queries (`missing`), most first; one is compared unless it
    answers no query of a group, or chance would part so unevenly in less than `alpha` of cases."""
    n_leaked, n_clean = int(leaked.sum()), int((~leaked).sum())
    out = []
    for system in systems:
        lacks = np.isin(queries, list(missing.get(system, ())))
        k, other = int((lacks & leaked).sum()), int((lacks & ~leaked).sum())
        if k or other:
            has_both = (k < n_leaked or not n_leaked) and (other < n_clean or not n_clean)
            even = has_both and probability_of_split(k, other, n_leaked, n_clean) > alpha
            out.append(Unanswered(system, k, other, even))
    return sorted(out, key=lambda of: -(of.leaked + of.clean))


def probability_of_split(leaked: int, clean: int, n_leaked: int, n_clean: int) -> float:
    """How often as many queries, drawn at random, are parted into leaked and clean as unevenly or more. Source: Fisher,
    The Design of Experiments, 1935: the two-sided exact test."""
    n = leaked + clean
    ways = [comb(n_leaked, k) * comb(n_clean, n - k) for k in range(n + 1)]
    return sum(way for way in ways if way <= ways[leaked]) / sum(ways)
