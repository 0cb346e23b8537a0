"""Sentences that answer first: who of two systems is ahead, what chance makes too, whether the order comes nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import number, p_value

if TYPE_CHECKING:
    from irassay.studies.sensitivity.by_depth import AtDepth
    from irassay.studies.sensitivity.evidence import SensitivityEvidence

PAIR_P = "of a paired t-test over queries, each with its mean over the draws of golds"
PAIR_NOTE = f"d: passages deemed relevant a query, at most. p is {PAIR_P}."


def pair(of: SensitivityEvidence, of_set: str) -> str:
    """Who of two systems is ahead with all passages deemed relevant, and who was before."""
    zero, *_, last = of.curve(of_set, of.measures[0])
    where = f"{of_set}: at" if len(of.sets) > 1 else "At"
    p = f" (p {p_value(last.pair_p)})" if last.pair_p == last.pair_p else ""
    return f"{where} d={last.d} {_ahead(last, of)}{p}; at d=0 {_ahead(zero, of)}."


def _ahead(step: AtDepth, of: SensitivityEvidence) -> str:
    """Which of two systems scores better, and by how much, as a clause."""
    sign = -1 if step.measure in of.lower_is_better else 1
    first, second = sorted(step.places, key=lambda system: (-sign * step.scores[system], system))
    gap = abs(step.scores[first] - step.scores[second])
    return f"{first} is above {second} by {number(gap, 3)}" if gap else f"{first} and {second} score alike"


def chance(of: SensitivityEvidence) -> str:
    """Why the changes of the headline can't be told from chance, with where the order as a whole moves; "" where they
    can be, or there are none."""
    why = "" if of.of_pair else _why_chance(of)
    if not why:
        return ""
    if not nearness_is_told(of):
        return f"These changes can't be told from chance: {why}."
    near = nearness(of.main[-1], "the order as a whole")
    return f"Which pairs change can't be told from chance: {why}. Yet {near}{where_nearer(of)}."


def nearness_is_told(of: SensitivityEvidence) -> bool:
    """Whether the order of the main list comes nearer to the fuller labels', or moves away."""
    nearer = of.main[-1].nearer
    return nearer is not None and (nearer.low > 0 or nearer.high < 0)


def where_nearer(of: SensitivityEvidence) -> str:
    """Of which list the nearness is, where there are several."""
    return f" (d={of.main[-1].d} of {of.main[-1].set})" if len(of.sets) > 1 else ""


def _why_chance(of: SensitivityEvidence) -> str:
    """Why chance could have made the changes, as a clause; "" where it could not, or where there are none."""
    last = [of.curve(of_set, of.measures[0])[-1] for of_set in of.sets]
    if not max(step.turned for step in last):
        return ""
    if not of.main[0].settled > 0:
        return f"at d=0 no pair differs significantly by {of.measures[0]}"
    if all(step.tau.high >= 1 for step in last):
        return "tau's interval over queries holds 1, the same order"
    return ""


def nearness(step: AtDepth, order: str) -> str:
    """Whether a step's order is nearer to the fuller labels' than that at d=0; needs fuller labels."""
    assert step.nearer is not None
    if step.nearer.low > 0:
        return f"{order} comes nearer to that of the fuller labels"
    if step.nearer.high < 0:
        return f"{order} moves away from that of the fuller labels"
    return f"whether {order} comes nearer to that of the fuller labels can't be told"
