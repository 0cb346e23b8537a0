"""What the numbers of `compare` take for granted, by the names of their fields: for files that travel without words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.studies.overview import words_assumed as words

if TYPE_CHECKING:
    from irassay.cli.compared import Compared


def of_league(one: Compared) -> dict[str, str]:
    """Fields of a system -> what they assume; only those that have values."""
    league = one.league
    assumed = {"low, high": words.interval(league.n_bootstrap, league.interval)}
    if len(league.t_low):
        assumed["t_low, t_high"] = words.STUDENT
    if one.bounds is not None:
        universe = one.bounds.universe
        assumed["lower, upper"] = words.bounds(universe.unseen, universe.scale)
    if one.has_estimate:
        assumed["estimate"] = words.ESTIMATE
    return assumed


def of_pairs(one: Compared) -> dict[str, str]:
    """Fields of a pair -> what they assume."""
    league = one.league
    assumed = {
        "low, high": words.interval(league.n_bootstrap, league.interval),
        "p, p_corrected": words.corrected(league.test, league.correction, league.family),
        "minimum_detectable, unresolvable_by_labels": words.DETECTABLE,
    }
    if len(league.difference_t):
        assumed["t_low, t_high"] = words.STUDENT
    if one.bounds is not None:
        universe, exact = one.bounds.universe, bool(one.bounds.difference_exact.all())
        assumed["labels_low, labels_high"] = words.bounds(universe.unseen, universe.scale, exact=exact)
    if one.needed:
        assumed["labels_half, labels_ninety"] = words.LABELS_NEEDED
    return assumed
