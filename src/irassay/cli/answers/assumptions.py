"""The assumptions behind the numbers of `compare`, by field: for files that travel without words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.verdict.words import assumptions as words

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison


def of_league(one: Comparison) -> dict[str, str]:
    """Fields of a system -> what they assume; only those that have values."""
    league = one.league
    assumes = {"low, high": words.interval(league.n_bootstrap, league.interval)}
    if len(league.t_low):
        assumes["t_low, t_high"] = words.STUDENT
    if one.verdict.bounds is not None:
        universe = one.verdict.bounds.universe
        assumes["lower, upper"] = words.bounds(universe.unseen, universe.scale)
    if one.verdict.estimate is not None:
        assumes["estimate"] = words.ESTIMATE
    return assumes


def of_pairs(one: Comparison) -> dict[str, str]:
    """Fields of a pair -> what they assume."""
    league = one.league
    assumes = {
        "low, high": words.interval(league.n_bootstrap, league.interval),
        "p, p_corrected": words.corrected(league.test, league.correction, league.family),
        "minimum_detectable, unresolvable_by_labels": words.DETECTABLE,
    }
    if len(league.difference_t):
        assumes["t_low, t_high"] = words.STUDENT
    if one.verdict.bounds is not None:
        universe, exact = one.verdict.bounds.universe, bool(one.verdict.bounds.difference_exact.all())
        assumes["labels_low, labels_high"] = words.bounds(universe.unseen, universe.scale, exact=exact)
    if one.verdict.draws is not None:
        assumes["strength, draws_agree, better_system"] = words.STRENGTH
    if one.margin is not None:
        assumes["margin_low, margin_high, margin_answer"] = words.margin(one.margin.alpha, one.margin.method)
    if any(of.draws for of in one.verdict.judging_pairs.values()):
        assumes["labels_half, labels_ninety"] = words.LABELS_NEEDED
    return assumes
