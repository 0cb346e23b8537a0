"""What is settled of a question at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.decisions.forecast import Forecast, Lever, forecast_of, forecast_of_proof, other_queries, overturned
from irassay.decisions.ledger import FEW, Ledger
from irassay.decisions.pairs import asked_pairs, best_first
from irassay.decisions.setting import Setting
from irassay.record import Record
from irassay.result import Result
from irassay.upward import ask

State: TypeAlias = Literal["settled", "tied", "undecided"]

_NONE = 1e-12  # a smaller difference is rounding


class PairDecision(Record):
    """One pair of systems.

    Attributes
    ----------
    a, b : str
    verdict : {"settled", "tied", "undecided"}
    better : str
        The better system where it is settled, else "".
    by : {"proof", "sample", ""}
        Proof: no completion of the missing labels says otherwise. Sample: the bets of the draws.
    difference, low, high : float
        a minus b: what is expected, and what it can be by bets and proofs at all looks together; with more than 16
        pairs by proofs alone.
    evidence : float
        The largest wealth of a bet on the better system so far; 1 before the first bet.
    p : float
        That queries like these differ by 0 on average, by a paired t-test that adds the doubt of missing labels; NaN
        for one query, and of a pair that is undecided. It holds for one look, and is not corrected.
    overturned_by : int or None
        Of a proof over documents: the fewest labels that would have to be wrong to void it; None elsewhere.
    """

    a: str
    b: str
    verdict: State
    better: str
    by: Literal["proof", "sample", ""]
    difference: float
    low: float
    high: float
    evidence: float
    p: float
    overturned_by: int | None = None


class Decision(Record):
    """What is settled of a question at one moment.

    Attributes
    ----------
    verdict : {"settled", "tied", "undecided"}
        Settled where every pair that the question asks for is; tied where all are closed, and one is tied.
    better : sequence of str
        Of pairs and a baseline: the systems that are better than another; of the best K: these; of an order: all
        systems, best first. Empty where the verdict is undecided.
    pairs : sequence of PairDecision
    labels : mapping of str to int
        known, drawn, chosen, skipped, corrected, documents (all whose label moves a difference).
    forecast : Forecast
        Documents still to be labelled.
    lever : str
        What would help now, and how many judgments that takes.
    scope : str
        What the verdict holds for.
    costs : Lever
        What the lever was chosen from.
    decider : Decider
        Whose decision it is.
    """

    verdict: State
    better: Sequence[str]
    pairs: Sequence[PairDecision]
    labels: Mapping[str, int]
    forecast: Forecast
    lever: str
    scope: str
    costs: Lever
    decider: Any  # which knows this module

    def result(self) -> Result:
        """All that is known of the question, as a page has it: answer, evidence, what next, systems, queries, log.

        Returns
        -------
        Result

        Raises
        ------
        UsageError
            Its decider has had answers since.

        Examples
        --------
        >>> import irassay
        >>> irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1").look().result().title
        'Undecided so far: 0 of 2 documents have a label.'
        """
        result: Result = ask("page_of_decision")(self)
        return result

    def to_dict(self) -> dict[str, Any]:
        """The decision as values that JSON has, by the names of its fields.

        Returns
        -------
        dict

        Examples
        --------
        >>> import irassay
        >>> irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1").look().to_dict()["labels"]["known"]
        0
        """
        return dict(_plain(self))

    def __repr__(self) -> str:
        return f"Decision({self.verdict}, better {self.better}, {self.labels['known']:,} labels)"


def _plain(value: Any) -> Any:
    """A value as JSON has it; None for a number that JSON has not."""
    if isinstance(value, Record | Mapping):
        of = value if isinstance(value, Mapping) else vars(value)
        return {name: _plain(one) for name, one in of.items() if name != "decider"}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def decision_of(decider: Any, ledger: Ledger, *, noise: float | None, seconds: float | None) -> Decision:
    """The decision that the ledger has reached."""
    setting, labels, unit = decider.setting, decider.labels, ledger.unit
    question = setting.question
    n = question.pairs.n
    asked = asked_pairs(question, ledger.better, unit.means)
    closed = ~ledger.open_pairs[asked]
    ties = bool(ledger.tied[asked].any())
    verdict: State = "undecided" if not closed.all() else "tied" if ties else "settled"
    shown, precision = (of[:n] for of in ledger.bets.shown())
    least = ledger.limits() if n <= FEW else unit.least
    low, high, (first, second) = least[:n], -least[n:], ledger.better.reshape(2, n)
    low, high = (  # on the side of 0 that a verdict leaves
        np.where(second, np.minimum(low, 0.0), np.where(first, np.maximum(low, 0.0), low)),
        np.where(first, np.maximum(high, 0.0), np.where(second, np.minimum(high, 0.0), high)),
    )
    differences = np.where(precision > 0, shown, unit.differences()[:n])
    differences = np.clip(np.where(np.abs(differences) < _NONE, 0.0, differences), low, high)
    others = other_queries(ledger, low, high)
    of = np.column_stack([differences, low, high, np.where(ledger.open_pairs, np.nan, others.p)]).tolist()
    pairs = [_pair(setting, ledger, i, *numbers) for i, numbers in enumerate(of) if asked[i]]
    better = () if verdict == "undecided" else _better(setting, ledger, unit.means())
    forecast = forecast_of(ledger, setting.seed) if setting.draws else forecast_of_proof(ledger)
    others = others.but(**{name: getattr(others, name)[asked] for name in ("p", "effect", "least_p")})
    another = None if noise is None else float(overturned(ledger, differences, noise)[asked].max())
    costs = Lever.of(question.alpha, others, labels, forecast, another, seconds)
    decision = Decision(verdict, better, pairs, labels, forecast, "", "", costs, decider)
    lever, scope = ask("lever_of_decision")(decision, setting), ask("scope_of_decision")(decision, setting)
    return decision.but(lever=lever, scope=scope)


def _pair(
    setting: Setting, ledger: Ledger, i: int, difference: float, low: float, high: float, p: float
) -> PairDecision:
    n, pairs = setting.question.pairs.n, setting.question.pairs
    a, b = setting.systems[pairs.first[i]], setting.systems[pairs.second[i]]
    better = a if ledger.better[i] else b if ledger.better[i + n] else ""
    verdict: State = "settled" if better else "tied" if ledger.tied[i] else "undecided"
    by: Literal["proof", "sample", ""] = "" if verdict == "undecided" else "proof" if ledger.proved[i] else "sample"
    evidence = float(np.exp(ledger.bets.log_best[0][[i, i + n]].max()))
    wrong = ledger.unit.overturned_by(i if ledger.better[i] else i + n) if better and by == "proof" else None
    return PairDecision(a, b, verdict, better, by, difference, low, high, evidence, p, wrong)


def _better(setting: Setting, ledger: Ledger, means: np.ndarray) -> tuple[str, ...]:
    question = setting.question
    if question.kind == "order":
        places = best_first(question, ledger.better, means, question.n_systems)
    elif question.top:
        places = sorted(best_first(question, ledger.better, means, question.top))
    else:
        places = np.unique(question.pairs.first[ledger.better]).tolist()
    return tuple(setting.systems[i] for i in places)
