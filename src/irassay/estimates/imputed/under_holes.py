"""All estimates of scores under missing labels, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from irassay.agreement.correlation import FEW_TO_ORDER, kendall_tau_a
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.errors import UsageError
from irassay.estimates.bounds.bounds import Bounds, bound
from irassay.estimates.imputed.drawn_labels import Similarity, bootstrapped, one_shot
from irassay.estimates.imputed.imputed import DRAWS, ImputedScores, plain_scores
from irassay.estimates.imputed.newcomers import RERANKED, pool_adjusted, pool_reranked
from irassay.estimates.universe import ASSUMPTION, has_bounds
from irassay.estimates.words import BY_LABELS
from irassay.measures import Measure
from irassay.random_keys import Seed
from irassay.result import Column, Table
from irassay.scoring import evaluate

ESTIMATES = (
    *("plain", "lower", "expected", "upper", "bootstrapped", "one_shot"),
    *("adjusted", "reranked", "condensed", "others"),
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """One estimate of scores under missing labels."""

    name: str
    measure: Measure
    score: F64  # (system,), mean over queries
    low: F64 | None = None  # (system,), 95% interval
    high: F64 | None = None
    comparable: bool = True  # False: estimates another measure, of which only rankings compare

    @property
    def description(self) -> dict[str, str]:
        """What it is, what it assumes and when it fails."""
        return {
            "what": BY_LABELS(f"estimate-{self.name}.what"),
            "assumes": BY_LABELS(f"estimate-{self.name}.assumes"),
            "fails": BY_LABELS(f"estimate-{self.name}.fails"),
        }


@dataclass(frozen=True, slots=True)
class UnderHoles:
    """Estimates of scores under missing labels.

    Attributes
    ----------
    systems : sequence of str
    measure : Measure
    estimates : mapping of str to Estimate
        In the order of the columns.
    """

    systems: Sequence[str]
    measure: Measure
    estimates: Mapping[str, Estimate]

    def tau(self, name: str) -> float:
        """Kendall's tau-a between the ranking by an estimate and that by plain scores; NaN for a single system."""
        turn = float(self.measure.direction)
        plain, other = self.estimates["plain"].score, self.estimates[name].score
        if len(self.systems) < 2:
            return float("nan")
        return kendall_tau_a(turn * plain, self.estimates[name].measure.direction * other)

    def table(self, systems: Sequence[str] | None = None) -> Table:
        """One row a system, one column an estimate; interval ends have their own columns.

        Parameters
        ----------
        systems : sequence of str, optional
            Systems in the order of the rows. Default: by plain score, best first.
        """
        place = {system: i for i, system in enumerate(self.systems)}
        best = np.argsort(-self.measure.direction * self.estimates["plain"].score, kind="stable")
        rows = best.tolist() if systems is None else [place[s] for s in systems]
        columns = [Column("system", [self.systems[i] for i in rows])]
        for name, of in self.estimates.items():
            unit = str(of.measure)
            columns.append(Column(name, of.score[rows].tolist(), unit, BY_LABELS("estimates", **of.description), 4))
            for end, values in (("low", of.low), ("high", of.high)):
                if values is not None:
                    meaning = BY_LABELS("estimates.end", end=end)
                    columns.append(Column(f"{name}_{end}", values[rows].tolist(), unit, meaning, 4))
        return Table("under-holes", BY_LABELS("estimates.title", measure=str(self.measure)), columns, note=self._note())

    def assumptions(self) -> Table:
        """One row an estimate: what it is, what it assumes, when it fails."""
        descriptions = [of.description for of in self.estimates.values()]
        columns = [Column(part, [one[part] for one in descriptions]) for part in descriptions[0]]
        estimates = Column("estimate", list(self.estimates))
        return Table("under-holes-assumed", BY_LABELS("estimates.assumed"), [estimates, *columns])

    def _note(self) -> str:
        """How far orders agree, which estimates are other measures, and what expected scores assume."""
        few = len(self.systems) <= FEW_TO_ORDER
        orders = [] if few else [f"{name} {self.tau(name):.3f}" for name in self.estimates if name != "plain"]
        return BY_LABELS(
            "estimates.note",
            orders=", ".join(orders), others=[of.name for of in self.estimates.values() if not of.comparable],
            assumption=ASSUMPTION if "expected" in self.estimates else "",
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"UnderHoles({self.measure}, {len(self.systems):,} systems: {', '.join(self.estimates)})"


def under_holes(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    estimates: Sequence[str] = ESTIMATES,
    similarity: Similarity | None = None,
    groups: Mapping[str, str] | None = None,
    bounds: Bounds | None = None,
    draws: int = DRAWS,
    ties: Ties = "float64",
    seed: Seed = 0,
    threads: int = 0,
) -> UnderHoles:
    """Compare all estimates of scores under missing labels.

    Where they agree, missing labels matter little; where they disagree, each depends on its own assumption.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
        In a stratified sample, labels below 0 count as unjudged.
    measure : str or Measure
    estimates : sequence of {"plain", "lower", "expected", "upper", "bootstrapped", "one_shot", "adjusted",
            "reranked", "condensed", "others"}
        Estimates to compute; those that don't apply to the measure are left out, and *plain* is always included.
        *others* are bpref, infAP, and for labels with strata xinfAP or infNDCG.
    similarity : callable or mapping, optional
        Similarity for `one_shot`, which is left out without it.
    groups : mapping of str to str, optional
        Groups for `pool_adjusted` and `pool_reranked`.
    bounds : Bounds, optional
        Bounds of the same labels, runs and measure, if already computed.
    draws, ties, seed, threads
        As for `bootstrapped`.

    Returns
    -------
    UnderHoles

    Raises
    ------
    UsageError
        An unknown estimate, or an error of a single estimate.

    Notes
    -----
    *Assumes* for each estimate what its ``description["assumes"]`` says. *Guarantees* bounds only. `make study-holes`
    hides labels of a complete truth and shows which estimates fail, and by how much. *Source* see each estimate.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1, "d": 0}})
    >>> runs = Runs.from_dict({"new": {"q": {"a": 4.0, "x": 3.0}}, "old": {"q": {"a": 4.0, "b": 3.0}}})
    >>> holes = under_holes(qrels, runs, "P@2")
    >>> {name: of.score.round(1).tolist() for name, of in holes.estimates.items() if name in ("lower", "upper")}
    {'lower': [0.5, 0.5], 'upper': [1.0, 0.5]}
    >>> list(holes.estimates)
    ['plain', 'lower', 'expected', 'upper', 'bootstrapped', 'adjusted', 'reranked', 'condensed', 'bpref', 'infAP']
    """
    parsed = Measure.parse(measure)
    for name in estimates:
        if name not in ESTIMATES:
            raise UsageError(f"estimates must be among {', '.join(ESTIMATES)}, but got {name!r}")
    selection, judged = frozenset(estimates), qrels.judged()
    results = [Estimate("plain", parsed, plain_scores(qrels, runs, parsed, ties=ties, threads=threads).mean(axis=1))]
    if has_bounds(parsed):
        if bounds is None and selection.intersection(("lower", "expected", "upper")):
            bounds = bound(judged, runs, parsed, ties=ties, seed=seed, threads=threads)
        if bounds is not None:
            ends = (("lower", bounds.lower), ("expected", bounds.estimate), ("upper", bounds.upper))
            results += [Estimate(end, bounds.measure, x.mean(axis=1)) for end, x in ends if np.isfinite(x).all()]
        if "bootstrapped" in selection:
            imputed = bootstrapped(judged, runs, parsed, draws=draws, ties=ties, seed=seed, threads=threads)
            results.append(_of_draws("bootstrapped", imputed))
        if "one_shot" in selection and similarity is not None:
            imputed = one_shot(judged, runs, parsed, similarity, draws=draws, ties=ties, seed=seed, threads=threads)
            results.append(_of_draws("one_shot", imputed))
    if not parsed.params.get("judged_only"):
        results += _of_newcomers(judged, runs, parsed, selection, groups, ties=ties, threads=threads)
    for name, other, comparable in [*_condensed(parsed), *_others(qrels, parsed)]:
        if (name if name == "condensed" else "others") in selection:
            score = np.asarray(evaluate(qrels, runs, [other], ties=ties, threads=threads).values[0, 0].mean(axis=1))
            results.append(Estimate(name, other, score, comparable=comparable))
    by_name = {of.name: of for of in results if of.name not in ESTIMATES or of.name in selection or of.name == "plain"}
    return UnderHoles(runs.systems, parsed, by_name)


def _of_draws(name: str, imputed: ImputedScores) -> Estimate:
    ends = imputed.interval
    return Estimate(name, imputed.measure, imputed.mean, ends[:, 0], ends[:, 1])


def _of_newcomers(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    selection: Set[str],
    groups: Mapping[str, str] | None,
    *,
    ties: Ties,
    threads: int,
) -> list[Estimate]:
    """Estimates that raise the scores of runs outside the pool."""
    results = []
    if measure.definition.traits.pool_adjusted and "adjusted" in selection:
        raised = pool_adjusted(qrels, runs, measure, groups=groups, ties=ties, threads=threads)
        results.append(Estimate("adjusted", measure, raised.score, raised.low, raised.high))
    if measure.name == RERANKED and "reranked" in selection:
        reranked = pool_reranked(qrels, runs, measure, groups=groups, ties=ties, threads=threads)
        results.append(Estimate("reranked", measure, reranked.score))
    return results


def _condensed(measure: Measure) -> list[tuple[str, Measure, bool]]:
    if measure.definition.parameter("judged_only") is None or measure.params.get("judged_only"):
        return []
    other = Measure(measure.name, {**measure.params, "judged_only": True}, cutoff=measure.cutoff)
    return [("condensed", other, False)]


def _others(qrels: Qrels, measure: Measure) -> list[tuple[str, Measure, bool]]:
    """Other measures, and whether each estimates the requested one."""
    rel = {"rel": measure.rel}
    whole = measure.cutoff is None
    measures = [
        ("bpref", Measure("Bpref", rel), False),
        ("infAP", Measure("infAP", rel), measure.name == "AP" and whole),
    ]
    name = measure.definition.traits.sampled
    if qrels.strata and name == "xinfAP":
        measures.append((name, Measure(name, rel), whole))
    elif qrels.strata and name and not measure.params.get("gains"):
        measures.append((name, Measure(name, {"dcg": measure.params["dcg"]}, cutoff=measure.cutoff), True))
    return measures
