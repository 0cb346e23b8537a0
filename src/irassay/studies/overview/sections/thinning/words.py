"""Sentences about less data: what fewer labels or queries would have said of the order and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from irassay.agreement.order_agreement import STABLE
from irassay.messages import capital, number, share
from irassay.studies.overview.sections.thinning.fewer_labels import FewerLabels
from irassay.studies.overview.words import OVERVIEW


def share_of(value: float) -> str:
    """A share of the labels in everyday words."""
    return {0.5: "half", 0.1: "a tenth"}.get(value) or f"{100 * value:.10g}%"


def title(fewer: FewerLabels, at: int) -> str:
    """How far the order under one share agrees with the order under all labels."""
    tau, part = fewer.tau[at], share_of(fewer.fractions[at])
    sure = number(tau.low, 2) == number(tau.high, 2)
    return OVERVIEW("thinned.title", part=part, tau=tau.mean, sure=sure, low=tau.low, high=tau.high)


def pairs(fewer: FewerLabels, at: int) -> str:
    """What becomes of pairs that are told apart under all labels."""
    before, against = fewer.settled_before, fewer.against[at]
    return OVERVIEW(
        "thinned-pairs" if before else "thinned-pairs.none",
        part=share_of(fewer.fractions[at]), turned=fewer.reversed[at].mean,
        lost=share(round(fewer.lost[at]), before, 0),  # no count: the verdict's test has one of its own
        against=against, about=0 if against < 1 else round(against),
    )  # fmt: skip


def stable(fewer: FewerLabels) -> str:
    """From how many labels on the order is stable: each share keeps a high tau."""
    enough = list(takewhile(lambda pair: pair[1].low >= STABLE, zip(fewer.fractions, fewer.tau)))
    return OVERVIEW("thinned-stable", stable=STABLE, part=share_of(enough[-1][0]) if enough else "")


def less_data(names: Sequence[str], taus: Sequence[float], lost: Sequence[float], before: int) -> str:
    """The answer to whether less data would have given the same, each kind of data by its name."""
    answers = [_how_near(tau, before - gone, before) for tau, gone in zip(taus, lost)]
    if all(answer == answers[0] for answer in answers):
        data = ", or ".join(names) + "," * (len(names) > 1)
        return OVERVIEW("half", data=capital(data), tau=[number(tau, 2) for tau in taus], **answers[0])
    return " ".join(
        OVERVIEW("half", data=capital(name), tau=number(tau, 2), **answer)
        for name, tau, answer in zip(names, taus, answers)
    )


def _how_near(tau: float, left: float, before: int) -> dict[str, bool]:
    """How near the order is, and what part of the significant differences is left."""
    near, most, few = tau >= 0.95, left >= 0.9 * before, left < 0.5 * before
    return {"near": near, "much": tau >= 0.8, "before": before > 0, "most": most, "few": few}
