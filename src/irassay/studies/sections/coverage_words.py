"""Sentences about coverage: what pools of systems find, what more would find, and kinds that would be left behind."""

from __future__ import annotations

from irassay.estimates import Chao2, Coverage, GroupLeftOut, LeftOut, Pools
from irassay.messages import count, span, two_digits
from irassay.studies.sections.captions import SHARED


def title(pools: Coverage) -> str:
    """What one and all runs find at the first depth."""
    one, every = pools.shares[0, 0], pools.shares[0, -1]
    return SHARED("coverage.title", depth=pools.depths[0], one=one, every=every, n=len(pools.systems))


def covered(pools: Coverage) -> str:
    """The share of all runs, with its interval."""
    share, low, high = pools.shares[0, -1], pools.low[0, -1], pools.high[0, -1]
    return SHARED(
        "coverage",
        relevant=pools.n_relevant, rel=pools.rel, depth=pools.depths[0], n=len(pools.systems), share=share,
        around=low == low, low=low, high=high, deepest=[0, *pools.depths[1:]][-1], last=pools.shares[-1, -1],
    )  # fmt: skip


def beyond(pools: Coverage, more: Pools) -> str:
    """What as many runs again would find and add, and what half of the runs predict; without a share from 100% on:
    documents beyond have no label yet."""
    half = float(pools.from_half[0])
    return SHARED(
        "coverage-beyond" if more.share < 1 else "coverage-beyond.whole",
        runs=more.systems, depth=more.depth, share=more.share, around=more.low == more.low, low=more.low,
        high=more.high, further=_round(more.further), least=_round(more.further_low), most=_round(more.further_high),
        halved=half == half, past=half > 1, half=half, n=len(pools.systems), found=pools.shares[0, -1],
    )  # fmt: skip


def unlabelled(pools: Coverage, chao: Chao2) -> str:
    """How many relevant documents nobody has judged: a lower bound, or that there is none. Known ones that no run has
    this far up are part of Chao2's."""
    known = max(0, pools.n_relevant - chao.observed)
    least = chao.low - chao.observed - known
    return SHARED("never-seen" if least >= 1 else "never-seen.unknown", least=_round(least))


def chao2(pools: Coverage, chao: Chao2, by_group: Chao2 | None = None) -> str:
    """How many relevant documents are outside these pools: known ones, and what Chao2 expects, by groups where
    they are stated."""
    of, known = by_group or chao, pools.n_relevant - chao.observed
    return SHARED(
        "never-seen-chao2",
        depth=pools.depths[0], known=known, unseen=_unseen(of), groups=by_group, low=pools.n_relevant > of.high,
    )  # fmt: skip


def _unseen(chao: Chao2) -> str:
    return f"{_round(chao.unseen)} ({_round(chao.low - chao.observed)} to {_round(chao.high - chao.observed)})"


def fairness(n_unfair: int, n: int, of: LeftOut) -> str:
    """The answer to whether a new kind of system would be scored fairly, by the kinds at hand."""
    return SHARED("new-kind" if n_unfair else "new-kind.none", n=n, unfair=n_unfair, measure=of.measure)


def unfair(column: str, worst: GroupLeftOut, n_unfair: int, n: int, of: LeftOut) -> str:
    """The kind that would lose most, had it been new, of those with at most half of the pool's runs."""
    return SHARED(
        "unfair-kinds" if n_unfair else "unfair-kinds.none",
        recorded=of.recorded, n=n, systems=len(worst.systems), column=column, group=worst.group, measure=of.measure,
        lost=-worst.against_others, ends=span(-worst.against_high, -worst.against_low),
    )  # fmt: skip


def kinds_note(of: LeftOut) -> str:
    """What the table rests on."""
    return SHARED("unfair-kinds.note", recorded=of.recorded, depth=of.depth, alpha=of.alpha)


def _round(n: float) -> str:
    """A count that is an estimate: two digits, and none below 1."""
    return count(two_digits(n)) if n >= 1 else "0"
