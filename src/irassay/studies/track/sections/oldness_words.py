"""Sentences about what kind of documents runs return, and about parts of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.messages import count, number, percent, plural, span
from irassay.studies.track.words import TRACK

if TYPE_CHECKING:
    from irassay.estimates.document_attributes import AttributeAt, WithinCorpus

SHOWN = 4  # runs named in a sentence
EVERY_RUN = "Every run"
ALL = "all runs"


def section_title(attributes: Sequence[AttributeAt]) -> str:
    """The section's title names the attribute, or counts them."""
    names = [at.attribute.name for at in attributes]
    return f"Documents by {names[0] if len(names) == 1 else plural(len(names), 'attribute')}"


def unit(at: AttributeAt) -> str:
    """A set's mean is a share; a number's has the attribute's name."""
    return "share" if at.attribute.is_set else at.attribute.name


def axis(at: AttributeAt) -> str:
    """What is measured: the attribute at its depth."""
    return f"{at.attribute.name}@{count(at.depth)}"


def value(at: AttributeAt, x: float) -> str:
    """A share as a percentage, a number as it is."""
    return percent(x) if at.attribute.is_set else number(x, 3)


def about(at: AttributeAt, form: str, **slots: Any) -> str:
    """A sentence about an attribute: `slots` beside what it is, of which documents, and how much relevant ones have."""
    return TRACK(
        f"oldness.{form}",
        axis=axis(at), name=at.attribute.name, set=at.attribute.is_set, depth=at.depth,
        corpus=at.expected_of == "corpus", relevant=value(at, at.relevant) if at.relevant == at.relevant else "",
        **slots,
    )  # fmt: skip


def preferred(at: AttributeAt, more: Sequence[str], fewer: Sequence[str]) -> str:
    """How many runs return more or fewer of them than a random ranker."""
    sides = [
        TRACK("oldness.side", runs=list(runs), named=len(runs) <= SHOWN, above=runs is more)
        for runs in (more, fewer)
        if runs
    ]
    low, high = (value(at, float(end)) for end in (at.means.min(), at.means.max()))
    return about(at, "text", low=low, high=high, random=value(at, at.expected), sides="; ".join(sides))


def within(at: AttributeAt, part: WithinCorpus, measure: str) -> str:
    """The order on a part of the corpus against random parts."""
    less, more = part.tau < part.chance_low, part.tau > part.chance_high
    return TRACK(
        "part-of-corpus",
        name=at.attribute.name, measure=measure, tau=part.tau, less=less, more=more, alike=not (less or more),
        ends=span(part.chance_low, part.chance_high, 2), docs=part.n_docs, of=part.of_docs, labels=part.labels,
        queries=len(part.queries),
    )  # fmt: skip
