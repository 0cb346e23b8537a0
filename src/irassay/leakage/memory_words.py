"""Sentences about whether a reranker remembers leaked documents."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irassay.messages import capital, conjugate, count, number, percent, plural, span

if TYPE_CHECKING:
    from irassay.leakage.memory import Contrast, Memory

ALONE = "Whether training did that is not known: give systems that saw neither with --others."
OTHER_LISTS = (
    "The two sides' lists hold other documents, which moves ranks without any memory: rerank the same candidates."
)
ONE_SEED = "One seed a side: whether another seed would do as much is not known; train two or more."


def memory_sentences(of: Memory) -> list[str]:
    """The verdict, then which side moved, seeds, scores, and what was left out."""
    found = [title(of)]
    if of.kind == "one model" and not of.n_runs[1]:
        found.append(ALONE)
    return [*found, *sides(of), *seeds(of), *scores(of), *unscored(of), *left_out(of), *cautions(of)]


def title(of: Memory) -> str:
    """The verdict with the interval over topics."""
    offset = of.offset
    digits = 1 if abs(offset.change) >= 1 else 2
    ends = f"{percent(1 - of.alpha, 0)} over topics: {span(offset.low, offset.high, digits)}"
    if isnan(offset.low):
        ends = "one topic alone"
    if of.kind == "one model":
        places = f"{number(abs(offset.change), 1)} {'better' if offset.change >= 0 else 'worse'}"
        what = f"relevant documents it trained on rank {places} than others ({ends})"
        if not of.n_runs[1]:
            return f"{capital(what)}."
        what = f"against other systems, {what}"
    else:
        grows = f"{'grows' if offset.change > 0 else 'falls'} by {number(abs(offset.change), digits)}"
        what = f"with leakage the rank offset {grows if round(offset.change, 2) else 'hardly changes'} ({ends})"
    return f"{verdict(of)}: {what}."


def verdict(of: Memory) -> str:
    """Whether leaked documents are remembered; of one model without others there is none, "" then."""
    if of.kind == "one model" and not of.n_runs[1]:
        return ""
    if of.is_sign:
        return "Leaked documents are remembered" + (", by less than a rank" if abs(of.offset.change) < 1 else "")
    if of.offset.low > 0:
        return f"Leaked documents may be remembered, or {'seeds' if of.kind == 'pairs' else 'systems'} differ as much"
    return "No sign of memorisation"


def sides(of: Memory) -> list[str]:
    """Which side moved how far; a rank that grows falls."""
    names = ("Leaked relevant documents", "non-relevant ones")
    if of.kind == "one model":
        if not of.n_runs[1]:
            return []
        names = ("Those it trained on", "the other relevant ones")
    relevant, other = of.relevant.change, of.other.change
    moves = " and ".join(f"{name} {_moves(change)}" for name, change in zip(names, (relevant, other)))
    return [f"{moves}, in the mean over topics."]


def _moves(change: float) -> str:
    """How far documents move whose rank changes by this."""
    if round(change, 1) == 0:
        return "stay"
    return f"{'fall' if change > 0 else 'rise'} by {number(abs(change), 1)}"


def seeds(of: Memory) -> list[str]:
    """What the seeds, or the systems of one model, say of the same growth."""
    if not of.n_runs[1]:
        return []
    if isnan(of.offset.seeds_low):
        return [ONE_SEED] if of.kind == "pairs" else []
    over, n = "seeds", f"{count(of.n_runs[0])} with and {count(of.n_runs[1])} without"
    if of.kind == "one model":
        over, n = "runs", f"{count(of.n_runs[0])} of the model and {plural(of.n_runs[1], 'other')}"
    return [f"Over {over}, {n}, the same interval is {span(of.offset.seeds_low, of.offset.seeds_high, 1)}."]


def scores(of: Memory) -> list[str]:
    """What became of the scores of leaked relevant documents."""
    return [f"The mean score of leaked relevant documents {_score(of.relevant_score)}."] if of.relevant_score else []


def _score(score: Contrast) -> str:
    verb = "rises" if score.change > 0 else "falls"
    return f"{verb} from {number(score.without, 2)} to {number(score.with_, 2)}"


def unscored(of: Memory) -> list[str]:
    """How many documents have no score, and which rank that gives them."""
    if not any(of.n_unscored):
        return []
    documents = sum(of.n_documents)
    names = ("with leakage", "without") if of.kind == "pairs" else ("in the model", "in the others")
    parts = [
        f"{count(n)} of {count(documents * runs)} {side}"
        for n, runs, side in zip(of.n_unscored, of.n_runs, names)
        if runs
    ]
    which = "in no list and without a score" if of.kind == "pairs" else f"below the first {count(of.depth)}"
    return [f"Documents {which} have rank {of.depth + 1}: {' and '.join(parts)}."]


def left_out(of: Memory) -> list[str]:
    """Leaked topics that can't be compared."""
    n = len(of.left_out)
    if not n:
        return []
    why = (
        "a run does not answer"
        if of.kind == "pairs"
        else "a run does not answer, or without relevant documents of both"
    )
    return [f"{plural(n, 'leaked topic')} {why} {conjugate(n, 'is')} left out."]


def cautions(of: Memory) -> list[str]:
    """That one side has more documents without a score than the other."""
    with_, without = (n / runs if runs else None for n, runs in zip(of.n_unscored, of.n_runs))
    return [OTHER_LISTS] if without is not None and with_ != without else []
