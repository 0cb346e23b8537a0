"""Sentences about the labels needed to settle pairs. Pure functions from figures to words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from irassay.estimates.bounds.labels_needed import LEAST_DRAWS, MOST
from irassay.messages import conjugate, plural

if TYPE_CHECKING:
    from irassay.estimates.bounds.labels_needed import Figures

NO_ESTIMATE = "No estimate of how many are needed: most queries have no non-relevant label"
NOT_COUNTED = (
    "How many labels that takes is not counted, since it would take long; irassay compare --unjudged FILE lists the "
    "documents."
)
BEYOND = "documents that nobody retrieved keep it open"
BEYOND_REST = "documents that nobody retrieved keep the rest open"


def for_pair(of: Figures, *, unseen: int = 0) -> str:
    """Labels needed to settle one pair: the floor, and the number in the stated order. `unseen` is the universe's
    number of unretrieved documents a query."""
    if not of.documents:
        return "No label for a retrieved document would settle it."
    floor = (
        "How few labels could settle it is not known"
        if of.floor is None
        else f"It takes at least {plural(of.floor, 'label')}, whatever {conjugate(of.floor, 'it is')}"
    )
    if not of.draws:
        return f"{floor}. {NO_ESTIMATE}."
    if of.draws < LEAST_DRAWS:
        return f"{floor}. {_too_few(of)}."
    if of.median is None:
        why = f": {BEYOND}" if unseen and of.left_open > 0.99 else ""
        return (
            f"{floor}; {_all(of.documents)} leave it open in {_share(of)} of {of.draws} draws from the estimate{why}."
        )
    if of.floor is None:
        settle = f"{plural(of.median, 'label')} {conjugate(of.median, 'settles')} it"
        half = f"By expected effect, {settle} in half of {of.draws} draws from the estimate"
    else:
        do = conjugate(of.median, "does")
        half = f"{floor}; by expected effect, {of.median:,} {do} in half of {of.draws} draws from the estimate"
    if of.ninety is None:
        return f"{half}, but in {_share(of)} of them {_all(of.documents)} leave it open."
    also = f"and in {_most(of)}" if of.ninety == of.median else f"{of.ninety:,} in {_most(of)}"
    return f"{half}, {also}."


def for_leaders(of: Figures, *, baseline: bool = False, unseen: int = 0) -> str:
    """Labels needed to settle the open pairs with a leader (or `baseline`), in the order of the documents; "" without
    an estimate."""
    if not of.draws:
        return ""
    if of.draws < LEAST_DRAWS:
        return f"{_too_few(of)}."
    what = f"open {'comparison' if baseline else 'pair'}{'' if of.pairs == 1 else 's'}"
    what += "" if baseline else " with a leader"
    draws = f"{of.draws} draws from the estimate"
    if of.median is not None:
        every = f"the {what}" if of.pairs == 1 else f"all {of.pairs:,} {what}"
        these = f"the first {of.median:,} of {plural(of.documents, 'document')}"
        text = f"Labels for {these} settle {every} in half of {draws}"
        if of.ninety is None:
            return f"{text}; in {_share(of)} of these draws not even all {of.documents:,} do."
        return f"{text}, {'and' if of.ninety == of.median else f'{of.ninety:,}'} in {_most(of)}."
    half, nearly = of.settled
    those = f"the {what}" if of.pairs == 1 else f"the {of.pairs:,} {what}"
    begin = f"Labels for {_all(of.documents)} that matter to {those}"
    rest = f"; {BEYOND_REST}" if unseen and of.pairs > 1 else ""
    if half == 0:
        any_of = "it" if of.pairs == 1 else "any of them"
        return f"{begin} settle {any_of} in less than half of {draws}{rest}."
    least = f"at least {nearly:,} in {_most(of)}" if nearly else "none in some"
    return f"{begin} settle about {half:,} of them (median of {draws}; {least}){rest}."


def _too_few(of: Figures) -> str:
    """The sentence for too few draws: half of five draws, or nine in ten of them, mean little."""
    return (
        f"How many are needed cannot be estimated from {plural(of.draws, 'draw')}: at least {LEAST_DRAWS} are required"
    )


def _most(of: Figures) -> str:
    """The number of draws behind the 90% figure."""
    return f"{math.ceil(MOST * of.draws)} of them"


def _share(of: Figures) -> str:
    return f"{round(of.left_open * of.draws)}"


def _all(n: int) -> str:
    return "the one document" if n == 1 else f"all {n:,} documents"
