"""Sentences about less data: what fewer labels or queries would have said of the order and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from irassay.agreement.order_agreement import STABLE
from irassay.messages import capital, conjugate, count, listed, number, percent, share
from irassay.studies.overview.sections.thinning.fewer_labels import FewerLabels
from irassay.studies.sections import captions
from irassay.studies.sections.captions import HOW

T_TEST = "a paired t-test with Holm's correction"  # the quick test where the league's would take far too long
PANEL = "Agreement, Kendall's tau-a"
NO_POOL = "A shallower pool is not random: it loses what few systems rank high."


def share_of(value: float) -> str:
    """A share of the labels in everyday words."""
    return {0.5: "half", 0.1: "a tenth"}.get(value) or f"{100 * value:.10g}%"


def title(fewer: FewerLabels, at: int) -> str:
    """How far the order under one share agrees with the order under all labels."""
    tau = fewer.tau[at]
    part = share_of(fewer.fractions[at])
    head = f"With {part} of the labels the order agrees with the present one at a tau of {number(tau.mean, 2)}"
    if number(tau.low, 2) == number(tau.high, 2):
        return f"{head} in nearly every draw"
    return f"{head}, nine draws in ten between {number(tau.low, 2)} and {number(tau.high, 2)}"


def how(fewer: FewerLabels) -> str:
    """How to read the line and the band, and what they are not."""
    return (
        f"{HOW}The line is the mean agreement with the order under all labels, over {count(fewer.draws)} draws of each "
        f"share; the band holds nine draws in ten. {NO_POOL}"
    )


def pairs(fewer: FewerLabels, at: int) -> str:
    """What becomes of pairs that are told apart under all labels."""
    part = share_of(fewer.fractions[at])
    reversals = f"With {part} of the labels {percent(fewer.reversed[at].mean)} of pairs of systems change their order."
    if not fewer.settled_before:
        return f"{reversals} No pair differs significantly by {T_TEST}, under all labels or fewer."
    lost = share(round(fewer.lost[at]), fewer.settled_before, 0)  # no count: the verdict's test has one of its own
    turned = _out_the_other_way(fewer.against[at])
    return f"{reversals} Of the pairs that differ significantly, {lost} no longer do; {turned}."


def _out_the_other_way(mean: float) -> str:
    """How many settled pairs are reversed, on average over draws."""
    if mean == 0:
        return "none is reversed"
    if mean < 1:
        return "fewer than one a draw is reversed"
    return f"about {count(round(mean))} a draw {conjugate(round(mean), 'is')} reversed"


def stable(fewer: FewerLabels) -> str:
    """From how many labels on the order is stable: each share keeps a high tau."""
    enough = list(takewhile(lambda pair: pair[1].low >= STABLE, zip(fewer.fractions, fewer.tau)))
    since = f"from {share_of(enough[-1][0])} of the labels on" if enough else captions.ALL_LABELS
    return f"The order is stable (a tau of {STABLE:g} or more in nineteen draws of twenty) {since}."


def less_data(names: Sequence[str], taus: Sequence[float], lost: Sequence[float], before: int) -> str:
    """The answer to whether less data would have given the same, each kind of data by its name."""
    said = [(_same_order(tau), _differences_left(before - gone, before)) for tau, gone in zip(taus, lost)]
    rows = [[name] for name in names]
    if len(set(said)) == 1:
        rows, said = [list(names)], said[:1]
    sentences, at = [], 0
    for row, (order, left) in zip(rows, said):
        here = slice(at, at + len(row))
        at += len(row)
        who = ", or ".join(row) + "," * (len(row) > 1)
        tau = listed([number(t, 2) for t in taus[here]])
        sentences.append(f"{capital(who)} would have given {order} (tau {tau}){left}.")
    return " ".join(sentences)


def _differences_left(left: float, before: int) -> str:
    """What part of the significant differences would be left, as a clause; "" where there are none."""
    if not before:
        return ""
    if left >= 0.9 * before:
        return ", and nearly all of the significant differences"
    return f", but {'fewer' if left >= 0.5 * before else 'fewer than half of the'} significant differences"


def _same_order(tau: float) -> str:
    return "nearly the same order" if tau >= 0.95 else "much the same order" if tau >= 0.8 else "another order"


HALF_TITLE = "All of the data, and half of it"


LOST = "of the pairs that differ significantly"


def half_note(before: int) -> str:
    """What the table of halves rests on."""
    test = f"Differences by {T_TEST}. " if before else ""
    return (
        f"Means over draws; low and high of tau hold nine draws in ten. {test}"
        "Half of the queries is part of them: two such samples agree less."
    )
