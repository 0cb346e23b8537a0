"""Sentences about coverage: what pools of systems find, what more would find, and kinds that would be left behind."""

from __future__ import annotations

from irassay.estimates import Chao2, Coverage, GroupLeftOut, LeftOut, Pools
from irassay.studies.sections.captions import HOW
from irassay.studies.sections.left_out_words import pool
from irassay.wording import count, listed, number, percent, plural, spelled

JUDGED = "Relevant documents that nobody judged are not counted: this is coverage of the documents judged relevant."
NO_MODEL = "The interval does not cover model error."
STANDFIRST = "Had fewer or more runs been pooled, how many of the relevant documents would have been found?"
KINDS_TITLE = "Each kind of system left out of the pool: what its runs would lose against the others"


def panel(depth: int) -> str:
    """A panel's name."""
    return f"depth {count(depth)}"


def marker(n: int) -> str:
    """The line where the runs end.

    >>> marker(63)
    'these 63'
    """
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
        f"{HOW}Each point is the mean over all pools of that many runs, each pooled to the depth named. The band is "
        f"its 95% interval over queries and runs. The dashed line goes on beyond these {count(len(pools.systems))}: a "
        f"curve that grows with the logarithm of the number of runs, up to 100%. {JUDGED}"
    )


def deeper_how() -> str:
    """How to read the chart of deeper pools."""
    return f"{HOW}As above, with one panel for each depth of the pools."


def covered(pools: Coverage) -> str:
    """Shares of few and all runs, with the interval of all."""
    n, depth = len(pools.systems), pools.depths[0]
    shares = [(t, percent(float(pools.shares[0, t - 1]), 0)) for t in (2, 10) if t < n]
    parts = [f"{spelled(t)}{'' if i else ' runs'} find {share}" for i, (t, share) in enumerate(shares)]
    parts.append(f"all {count(n)} find {_interval(pools.shares[0, -1], pools.low[0, -1], pools.high[0, -1])}")
    are = "is" if pools.n_relevant == 1 else "are"
    text = f"{plural(pools.n_relevant, 'document')} {are} judged relevant. "
    text += f"To depth {count(depth)} {listed(parts)} of them."
    if len(pools.depths) == 1:
        return text
    return f"{text} To depth {count(pools.depths[-1])} all find {percent(float(pools.shares[-1, -1]), 0)}."


def beyond(pools: Coverage, more: Pools) -> str:
    """What as many runs again would find, and how well the curve fits."""
    curve = pools.curves[0]
    share = _interval(more.share, more.low, more.high)
    return (
        f"By the curve, {count(more.systems)} runs like these would find roughly {share} to depth {count(more.depth)}. "
        f"The curve misses the observed pools by {_points(curve.rmse)} (root mean square), at most by "
        f"{_points(curve.max_error)}. {NO_MODEL}"
    )


def not_reached(pools: Coverage, chao: Chao2) -> str:
    """Relevant documents that are known and that no run has at this depth; "" where there are none."""
    depth, known = count(pools.depths[0]), pools.n_relevant - chao.observed
    if known <= 0:
        return ""
    documents = f"{plural(known, 'known relevant document')} {'is' if known == 1 else 'are'}"
    return f"{documents} in no run's first {depth}: deeper lists and other judging found them."


def never_seen(more: Pools) -> str:
    """What as many runs again would add by the curve, from these pools alone."""
    return (
        f"From the first {count(more.depth)} of these runs alone: as many runs again would add roughly "
        f"{_round(more.further)} relevant documents by the curve ({_round(more.further_low)} to "
        f"{_round(more.further_high)})."
    )


def chao2(pools: Coverage, chao: Chao2, by_group: Chao2 | None = None) -> str:
    """How many more relevant documents Chao2 expects from these pools alone; by groups too, where they are stated."""
    start = f"From the first {count(pools.depths[0])} of these runs alone: Chao2 expects at least {_unseen(chao)} more "
    start += "relevant documents if runs find independently of each other"
    highest, low = chao.high, "Runs depend on each other, which makes Chao2 too low."
    if by_group is not None:
        start += f", {_unseen(by_group)} if only groups do"
        highest = max(chao.high, by_group.high)
        low = "Runs and groups depend on each other, which makes both numbers too low."
    if pools.n_relevant > highest:
        return f"{start}. {low} {count(pools.n_relevant - chao.observed)} more are known."
    return f"{start}. {low}" if by_group is None else f"{start}."


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
        f"would lose {lost} {of.measure} ({ends}) against the others. Such labels would treat it unfairly; these "
        f"include its documents.{others}"
    )


def unfair_effect(worst: GroupLeftOut) -> str:
    """What that does to the order."""
    return (
        f"one of its runs falls by up to {plural(worst.fell, 'rank')}; {count(worst.flipped)} of "
        f"{plural(worst.pairs, 'pair')} with its runs are decided differently"
    )


UNFAIR_ACTION = "judge the unjudged documents of a new kind of system before comparing it"


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
