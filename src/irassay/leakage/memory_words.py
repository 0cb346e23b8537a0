"""Sentences about whether a reranker remembers leaked documents."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irassay.leakage.kinds_words import LEAKAGE
from irassay.messages import count, number, span

if TYPE_CHECKING:
    from irassay.leakage.memory import Memory


def memory_sentences(of: Memory) -> list[str]:
    """The verdict, then which side moved, seeds, scores, and what was left out."""
    pairs, found = of.kind == "pairs", [title(of)]
    if not of.n_runs[1]:
        found += [LEAKAGE("memory.alone")] if not pairs else []
    else:
        if not isnan(of.offset.seeds_low):
            ends = span(of.offset.seeds_low, of.offset.seeds_high, 1)
            seeds = [LEAKAGE("memory.seeds", pairs=pairs, n=of.n_runs[0], others=of.n_runs[1], span=ends)]
        else:
            seeds = [LEAKAGE("memory.one-seed")] if pairs else []
        relevant, other = _moves(of.relevant.change), _moves(of.other.change)
        found += [LEAKAGE("memory.sides", pairs=pairs, relevant=relevant, other=other), *seeds]
    if (score := of.relevant_score) is not None:
        slots = {"rises": score.change > 0, "before": score.without, "after": score.with_}
        found.append(LEAKAGE("memory.score", **slots))
    found += _unscored(of)
    if of.left_out:
        found.append(LEAKAGE("memory.left-out", n=len(of.left_out), pairs=pairs))
    return [*found, *cautions(of)]


def title(of: Memory) -> str:
    """The verdict with the interval over topics."""
    change, pairs = of.offset.change, of.kind == "pairs"
    digits = 1 if abs(change) >= 1 else 2
    moves = round(change, 2) != 0
    return LEAKAGE(
        "memory" if pairs else "memory.of-one",
        verdict=verdict(of), change=number(abs(change), digits if pairs else 1) if moves or not pairs else "",
        grows=moves and change > 0, falls=moves and change <= 0, better=change >= 0, level=1 - of.alpha,
        span="" if isnan(of.offset.low) else span(of.offset.low, of.offset.high, digits),
    )  # fmt: skip


def verdict(of: Memory) -> str:
    """Whether leaked documents are remembered; of one model without others there is none, "" then."""
    if of.kind == "one model" and not of.n_runs[1]:
        return ""
    form = "remembered" if of.is_sign else "may-be" if of.offset.low > 0 else "no-sign"
    return LEAKAGE(f"memory.{form}", small=abs(of.offset.change) < 1, pairs=of.kind == "pairs")


def _moves(change: float) -> str:
    """How far documents move whose rank changes by this; a rank that grows falls."""
    return LEAKAGE("memory.moves", by=abs(change) if round(change, 1) else 0, falls=change > 0)


def _unscored(of: Memory) -> list[str]:
    """How many documents have no score, and which rank that gives them."""
    if not any(of.n_unscored):
        return []
    pairs, documents = of.kind == "pairs", sum(of.n_documents)
    names = ("with leakage", "without") if pairs else ("in the model", "in the others")
    parts = [
        f"{count(n)} of {count(documents * runs)} {side}"
        for n, runs, side in zip(of.n_unscored, of.n_runs, names)
        if runs
    ]
    return [LEAKAGE("memory.unscored", pairs=pairs, depth=of.depth, rank=str(of.depth + 1), parts=parts)]


def cautions(of: Memory) -> list[str]:
    """That one side has more documents without a score than the other."""
    with_, without = (n / runs if runs else None for n, runs in zip(of.n_unscored, of.n_runs))
    return [LEAKAGE("memory.other-lists")] if without is not None and with_ != without else []
