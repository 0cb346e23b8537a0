"""Sentences about coverage: what pools of systems find, what more would find, and kinds that would be left behind."""

from __future__ import annotations

from irassay.estimates import Chao2, Coverage, GroupLeftOut, LeftOut, Pools
from irassay.messages import conjugate, count, number, percent, plural, span, spelled, two_digits
from irassay.studies.sections.captions import HOW
from irassay.studies.sections.left_out_words import pool

JUDGED = "Relevant documents that nobody judged are not counted."
DEEPER_HOW = f"{HOW}One panel is one depth of the pools; all else is as above."
KINDS_TITLE = "Each kind of system left out of the pool: what it would lose against the others"


def panel(depth: int) -> str:
    """A panel's name."""
    return f"depth {count(depth)}"


def marker(n: int) -> str:
    """The line where the runs end."""
    return f"these {count(n)}"


def title(pools: Coverage) -> str:
    """What one and all runs find at the first depth."""
    one, every = pools.shares[0, 0], pools.shares[0, -1]
    return (
        f"To depth {count(pools.depths[0])} one run finds {percent(one, 0)} of the judged relevant documents, all "
        f"{count(len(pools.systems))} find {percent(every, 0)}"
    )


def deeper_title(pools: Coverage) -> str:
    """What all runs find at the deepest."""
    return f"To depth {count(pools.depths[-1])} they find {percent(float(pools.shares[-1, -1]), 0)}: the same by depth"


def how(pools: Coverage) -> str:
    """How to read the chart, and what it is not."""
    return (
        f"{HOW}Each point is the mean over all pools of that many runs, the band its 95% interval over queries and "
        f"runs; the dashed line goes on with the logarithm of their number. {JUDGED}"
    )


def covered(pools: Coverage) -> str:
    """The share of all runs, with its interval."""
    n, judged = f"all {count(len(pools.systems))} runs", conjugate(pools.n_relevant, "is")
    share = _interval(pools.shares[0, -1], pools.low[0, -1], pools.high[0, -1])
    text = f"{plural(pools.n_relevant, 'document')} {judged} judged relevant (grade {pools.rel} or more). "
    text += f"To depth {count(pools.depths[0])} {n} find {share} of them"
    if len(pools.depths) > 1:
        text += f", to depth {count(pools.depths[-1])} {percent(float(pools.shares[-1, -1]), 0)}"
    return f"{text}."


def beyond(pools: Coverage, more: Pools) -> str:
    """What as many runs again would find and add, and what half of the runs predict; without a share from 100% on:
    documents beyond have no label yet."""
    if_so = "if the share grows with the logarithm of their number"
    documents = f"about {_round(more.further)} more relevant documents"
    ends = f"({_round(more.further_low)} to {_round(more.further_high)})"
    to, runs = f"to depth {count(more.depth)}", f"{count(more.systems)} runs like these would find"
    if more.share < 1:
        text = f"{runs} roughly {_interval(more.share, more.low, more.high)} {to} {if_so}: {documents} {ends}."
    else:
        text = f"{runs} {documents} {ends} {to} {if_so}."
    half = float(pools.from_half[0])
    if half != half:
        return text
    n, found = count(len(pools.systems)), percent(float(pools.shares[0, -1]), 0)
    predicts = f"predicts {percent(half, 0)} for all {n}" if half <= 1 else f"passes 100% before all {n}"
    return f"{text} From half of the runs the same curve {predicts}, which find {found}."


def unlabelled(pools: Coverage, chao: Chao2) -> str:
    """How many relevant documents nobody has judged: a lower bound, or that there is none. Known ones that no run has
    this far up are part of Chao2's."""
    known = max(0, pools.n_relevant - chao.observed)
    least = chao.low - chao.observed - known
    if least >= 1:
        return (
            f"At least {_round(least)} relevant documents are not judged yet, by the low end of Chao2's interval, "
            "if runs find independently of each other."
        )
    return "How many relevant documents nobody has judged can't be told from these runs."


def chao2(pools: Coverage, chao: Chao2, by_group: Chao2 | None = None) -> str:
    """How many relevant documents are outside these pools: known ones, and what Chao2 expects; by groups too, where
    they are stated."""
    start = (
        f"Relevant documents not found in any run's first {spelled(pools.depths[0])}: "
        f"{count(pools.n_relevant - chao.observed)} known; Chao2 expects {_unseen(chao)} if runs find independently of "
        "each other"
    )
    if by_group is not None:
        start += f", {_unseen(by_group)} if only groups do"
    too_low = [pools.n_relevant > of.high for of in (chao, by_group) if of is not None]
    which = "it is" if len(too_low) == 1 else "both are" if all(too_low) else "the first is"
    return f"{start}. More are known, so {which} too low." if too_low[0] else f"{start}."


def _unseen(chao: Chao2) -> str:
    return f"{_round(chao.unseen)} ({_round(chao.low - chao.observed)} to {_round(chao.high - chao.observed)})"


def fairness(n_unfair: int, n: int, of: LeftOut) -> str:
    """The answer to whether a new kind of system would be scored fairly, by the kinds at hand."""
    if not n_unfair:
        return f"None of {plural(n, 'kind')} of systems here would lose {of.measure}, had its runs not been pooled."
    would = "the only kind" if n == 1 else f"{count(n_unfair)} of {plural(n, 'kind')}"
    return (
        f"A new kind of system may be scored unfairly low: {would} here would lose {of.measure}, had its runs not been "
        "pooled."
    )


def unfair(column: str, worst: GroupLeftOut, n_unfair: int, n: int, of: LeftOut) -> str:
    """The kind that would lose most, had it been new, of those with at most half of the pool's runs."""
    if not n_unfair:
        return (
            f"When left out of {pool(of)}, none of {plural(n, 'kind')} of systems loses {of.measure} against the "
            f"others beyond the variation over queries."
        )
    lost = number(-worst.against_others, 3)
    ends = span(-worst.against_high, -worst.against_low)
    return (
        f"Left out of {pool(of)}, the {plural(len(worst.systems), 'system')} with {column}: {worst.group} would "
        f"lose {lost} {of.measure} ({ends}) against the others. As it is they lose nothing: the labels include their "
        "documents."
    )


def unfair_effect(worst: GroupLeftOut) -> str:
    """What that does to the order."""
    return (
        f"one of them falls by {plural(worst.fell, 'rank')}; {count(worst.flipped)} of "
        f"{plural(worst.pairs, 'pair')} with them are decided differently"
    )


UNFAIR_ACTION = "judge the unjudged documents of a new kind of system before comparing it"


def kinds_note(of: LeftOut) -> str:
    """What the table rests on."""
    depth = "Recorded pool" if of.recorded else "Pool reconstructed from the runs"
    return (
        f"{depth} to depth {count(of.depth)}, without what only one kind contributed. Intervals by Student's t over "
        f"queries, not corrected; decisions by a paired t-test with Holm's correction at {of.alpha:g}."
    )


def _interval(share: float, low: float, high: float) -> str:
    value = percent(float(share), 0)
    return value if low != low else f"{value} ({percent(float(low), 0)} to {percent(float(high), 0)})"


def _round(n: float) -> str:
    """A count that is an estimate: two digits, and none below 1."""
    return count(two_digits(n)) if n >= 1 else "0"
