"""Sentences about coverage: what pools of systems find, what more would find, and kinds that would be left behind."""

from __future__ import annotations

from irassay.estimates import Chao2, Coverage, GroupLeftOut, LeftOut, Pools
from irassay.studies.sections.captions import HOW
from irassay.studies.sections.left_out_words import pool
from irassay.wording import count, listed, number, percent, plural, spelled

JUDGED = "Relevant documents that nobody judged are not counted: this is coverage of the documents judged relevant."
NO_MODEL = "The interval does not cover model error."
STANDFIRST = "Had fewer or more systems been pooled, how many of the relevant documents would have been found?"
KINDS_TITLE = "Each kind of system left out of the pool: what its runs would lose against the others"


def panel(depth: int) -> str:
    """A panel's name."""
    return f"depth {count(depth)}"


def marker(n: int) -> str:
    """The line where the systems end.

    >>> marker(63)
    'these 63'
    """
    return f"these {count(n)}"


def title(pools: Coverage) -> str:
    """What one and all systems find at the first depth."""
    one, every = pools.shares[0, 0], pools.shares[0, -1]
    return (
        f"To depth {count(pools.depths[0])} one system finds {percent(one, 0)} of the judged relevant documents, all "
        f"{count(len(pools.systems))} find {percent(every, 0)}"
    )


def how(pools: Coverage) -> str:
    """How to read the chart, and what it is not."""
    return (
        f"{HOW}Each point is the mean over all pools of that many systems, each pooled to the depth named; the band "
        f"is its 95% interval over queries and systems. The dashed line is a curve that grows with the logarithm of "
        f"the number of systems, beyond these {count(len(pools.systems))} and capped at 100%. {JUDGED}"
    )


def covered(pools: Coverage) -> str:
    """Shares of few and all systems, with the interval of all."""
    n, depth = len(pools.systems), pools.depths[0]
    shares = [(t, percent(float(pools.shares[0, t - 1]), 0)) for t in (2, 10) if t < n]
    parts = [f"{spelled(t)}{'' if i else ' systems'} find {share}" for i, (t, share) in enumerate(shares)]
    parts.append(f"all {count(n)} find {_interval(pools.shares[0, -1], pools.low[0, -1], pools.high[0, -1])}")
    text = f"Of {plural(pools.n_relevant, 'document')} judged relevant, {listed(parts)} to depth {count(depth)}"
    if len(pools.depths) == 1:
        return f"{text}."
    return f"{text}; to depth {count(pools.depths[-1])} they find {percent(float(pools.shares[-1, -1]), 0)}."


def beyond(pools: Coverage, more: Pools) -> str:
    """What as many systems again would find, and how well the curve fits."""
    curve = pools.curves[0]
    share = _interval(more.share, more.low, more.high)
    error = f"{_points(curve.rmse)} (root mean square) and at most {_points(curve.max_error)}"
    return (
        f"{count(more.systems)} systems like these would find roughly {share} to depth {count(more.depth)}, by a "
        f"curve that deviates from the observed pools by {error}. {NO_MODEL}"
    )


def never_seen(pools: Coverage, more: Pools, chao: Chao2, by_group: Chao2 | None = None) -> str:
    """How many relevant documents nobody has at this depth, by two ways; by groups too, where they are stated."""
    depth, known = count(more.depth), pools.n_relevant - chao.observed
    estimates = (
        f"by the curve, as many systems again would add roughly {_round(more.further)} "
        f"({_round(more.further_low)} to {_round(more.further_high)}); by Chao2 there are at least {_unseen(chao)}"
    )
    low = "Systems depend on each other, which makes Chao2 too low"
    if by_group is not None:
        estimates += f" if systems find independently of each other, {_unseen(by_group)} if only groups do"
        low = "Systems and groups depend on each other, which makes both numbers of Chao2 too low"
    highest = chao.high if by_group is None else max(chao.high, by_group.high)
    caution = f" {low}." if by_group is None or pools.n_relevant > highest else ""
    if known <= 0:
        return f"Relevant documents that none of these systems has in its first {depth}: {estimates}.{caution}"
    documents = f"{plural(known, 'relevant document')} {'is' if known == 1 else 'are'} known"
    return (
        f"{documents} that none of these systems has in its first {depth}: deeper lists and other judging found them. "
        f"Estimates from these pools alone: {estimates}.{caution}"
    )


def _unseen(chao: Chao2) -> str:
    return f"{_round(chao.unseen)} ({_round(chao.low - chao.observed)} to {_round(chao.high - chao.observed)})"


def unfair(column: str, worst: GroupLeftOut, n_unfair: int, n: int, of: LeftOut) -> str:
    """The kind that would lose most, had it been new."""
    if not n_unfair:
        return (
            f"When left out of {pool(of)}, none of {plural(n, 'kind')} of systems loses {of.measure} against the "
            f"others beyond the variation over queries."
        )
    lost = number(-worst.against_others, 3)
    ends = f"{number(-worst.against_high, 3)} to {number(-worst.against_low, 3)}"
    others = f" {count(n_unfair)} of {plural(n, 'kind')} would lose." if n > 1 else ""
    return (
        f"If {worst.group} ({column}) had been new and left out of {pool(of)}, its {plural(len(worst.systems), 'run')} "
        f"would lose {lost} {of.measure} ({ends}) against the others: such labels would treat it unfairly. These "
        f"labels include its documents.{others}"
    )


def unfair_effect(worst: GroupLeftOut) -> str:
    """What that does to the order."""
    return (
        f"one of its runs falls by up to {plural(worst.fell, 'rank')}, and {count(worst.flipped)} of "
        f"{plural(worst.pairs, 'pair')} with its runs are decided differently; judge the unjudged documents of a new "
        "kind of system before comparing it"
    )


def kinds_note(of: LeftOut) -> str:
    """What the table rests on."""
    depth = "Recorded pool" if of.recorded else "Pool reconstructed from the runs"
    return (
        f"{depth} to depth {count(of.depth)}; labels of documents that only one kind contributed are removed. "
        f"Intervals "
        f"by Student's t over queries, not corrected for the number of kinds; decisions by a paired t-test with Holm's "
        f"correction at {of.alpha:g}."
    )


def _interval(share: float, low: float, high: float) -> str:
    value = percent(float(share), 0)
    return value if low != low else f"{value} ({percent(float(low), 0)} to {percent(float(high), 0)})"


def _points(share: float) -> str:
    return f"{number(100 * share, 1)} points"


def _round(n: float) -> str:
    """A count that is an estimate: two digits.

    >>> _round(1390.97), _round(87.2), _round(-3.0)
    ('1,400', '87', '0')
    """
    if n < 1:
        return "0"
    digits = max(0, len(str(int(n))) - 2)
    return count(round(n / 10**digits) * 10**digits)
