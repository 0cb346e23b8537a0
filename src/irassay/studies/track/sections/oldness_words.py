"""Sentences about what kind of documents runs return, and about parts of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, listed, number, percent, plural, span
from irassay.studies.sections.captions import HOW

if TYPE_CHECKING:
    from irassay.estimates.document_attributes import AttributeAt, WithinCorpus

SHOWN = 4  # runs named in a sentence
EVERY_RUN = "Every run"
ALL = "all runs"
STANDFIRST = (
    "Do runs return more of some documents than chance would, and would the ranking be the same without the others?"
)
WITHIN_NOTE = (
    "Other documents are removed from labels and runs. Lists become shorter: it is not known what a run would "
    "have returned in their place."
)


def section_title(attributes: Sequence[AttributeAt]) -> str:
    """The section's title names the attribute, or counts them."""
    names = [at.attribute.name for at in attributes]
    return f"Documents by {names[0]}" if len(names) == 1 else f"Documents by {plural(len(names), 'attribute')}"


def unit(at: AttributeAt) -> str:
    """A set's mean is a share; a number's has the attribute's name."""
    return "share" if at.attribute.is_set else at.attribute.name


def axis(at: AttributeAt) -> str:
    """What is measured: the attribute at its depth."""
    return f"{at.attribute.name}@{count(at.depth)}"


def pool(at: AttributeAt) -> str:
    """The documents that a random ranker draws from."""
    return "the corpus" if at.expected_of == "corpus" else "judged documents"


def value(at: AttributeAt, x: float) -> str:
    """A share as a percentage, a number as it is."""
    return percent(x) if at.attribute.is_set else number(x, 3)


def preferred(at: AttributeAt, more: Sequence[str], fewer: Sequence[str]) -> str:
    """How many runs return more or fewer of them than a random ranker."""
    means = at.means
    first = (
        f"{axis(at)} is {value(at, float(means.min()))} to "
        f"{value(at, float(means.max()))}; a random ranker of {pool(at)} has {value(at, at.expected)}"
    )
    if at.relevant == at.relevant:
        first += f", relevant documents {value(at, at.relevant)}"
    if not more and not fewer:
        return f"{first}. No run is significantly above or below a random ranker."
    parts = []
    for runs, side in ((more, "above"), (fewer, "below")):
        if runs:
            named = f" ({listed(list(runs), SHOWN)})" if len(runs) <= SHOWN else ""
            verb = conjugate(len(runs), "is")
            parts.append(f"{plural(len(runs), 'run')}{named} {verb} significantly {side} the random ranker")
    return f"{first}. {'; '.join(parts)}."


def with_effectiveness(at: AttributeAt, measure: str, tau: float) -> str:
    """How far the order by the attribute is that by the measure."""
    return f"{effect_title(at, measure, tau)}."


def table_title(at: AttributeAt) -> str:
    """The table by run."""
    return f"{axis(at)} of each run"


def table_note(at: AttributeAt) -> str:
    """When the table misleads."""
    judged = (
        ""
        if at.expected_of == "corpus"
        else " Judged documents were pooled from these runs and share their preferences."
    )
    return (
        f"If relevant documents differ from others, a good run differs from a random ranker without being biased: "
        f"compare it with the relevant documents.{judged}"
    )


def within(at: AttributeAt, part: WithinCorpus, measure: str) -> str:
    """The order on a part of the corpus against random parts."""
    if part.tau < part.chance_low:
        compared = "less than on every random part of the same size"
    elif part.tau > part.chance_high:
        compared = "more than on every random part of the same size"
    else:
        compared = "as on random parts of the same size"
    return (
        f"On documents of {at.attribute.name} only, the ranking by {measure} agrees with that on the whole corpus: tau "
        f"{number(part.tau, 2)}, {compared} ({span(part.chance_low, part.chance_high, 2)}). These are "
        f"{count(part.n_docs)} of {plural(part.of_docs, 'document')} judged or returned, with "
        f"{plural(part.labels, 'label')}; {plural(len(part.queries), 'query')} keep a relevant document."
    )


def within_title(at: AttributeAt) -> str:
    """The table of scores on the part."""
    return f"Scores on the whole corpus, and on documents of {at.attribute.name} only"


def preferred_title(at: AttributeAt, more: Sequence[str], fewer: Sequence[str]) -> str:
    """How many runs are told apart from a random ranker."""
    sides = [f"above a random ranker's in {count(len(more))}"] if more else []
    sides += [f"below a random ranker's in {count(len(fewer))}"] if fewer else []
    if not sides:
        return f"No run's {axis(at)} can be told apart from a random ranker's"
    n = plural(len(at.systems), "run")
    return f"{axis(at)} is significantly {' and '.join(sides)} of {n}"


def preferred_how(at: AttributeAt) -> str:
    """How to read the strips of an attribute."""
    return (
        f"{HOW}Each dot is a run: {_of(at)} its first {plural(at.depth, 'document')}. The dotted line is the value of "
        f"a random ranker of {pool(at)}. Filled dots are the highest of each kind. {_relevant(at)}"
    )


def by_kind(column: str) -> str:
    """The heading of the kinds of one column."""
    return f"By {column}"


def random_ranker(at: AttributeAt) -> str:
    """The marker's text."""
    return f"random ranker {value(at, at.expected)}"


def effect_title(at: AttributeAt, measure: str, tau: float) -> str:
    """How far the order by it is that by effectiveness."""
    return f"The rankings of the runs by {axis(at)} and by {measure} agree with tau {number(tau, 2)}"


def effect_how(at: AttributeAt, measure: str) -> str:
    """How to read the attribute against effectiveness."""
    return (
        f"{HOW}Each mark is a run: its {measure} is on the horizontal axis, {_of(at)} its first "
        f"{plural(at.depth, 'document')} on the vertical. The dotted line is the value of a random ranker of "
        f"{pool(at)}. "
        f"{_relevant(at)} Named are the first run by {measure}, the highest and the lowest by {at.attribute.name}."
    )


def by_kind_title(at: AttributeAt) -> str:
    """The table by kind."""
    return f"{axis(at)} by kind of run"


def _of(at: AttributeAt) -> str:
    name = at.attribute.name
    return f"the share of {name} among" if at.attribute.is_set else f"the mean {name} of"


def _relevant(at: AttributeAt) -> str:
    if at.relevant != at.relevant:
        return ""
    return f"Relevant documents have {value(at, at.relevant)}: a good run comes close to that without any preference."
