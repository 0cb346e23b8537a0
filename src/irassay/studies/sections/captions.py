"""Captions, panels and sentences of several studies: how a caption opens, how pairs and steps are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import TESTS, conjugate, count, plural, share

if TYPE_CHECKING:
    from irassay.agreement import Spread
    from irassay.comparison import League
    from irassay.comparison.pair_buckets import PRange

T_TEST = "a paired t-test with Holm's correction"  # the quick test where the league's would take far too long
HOW = "How to read it. "  # opens the caption of every figure
ALL_LABELS = "with all labels only"  # since when an order is stable
TEXT = 60  # characters of a query's text in a sentence
NEVER_STABLE = "not even with all labels (because of ties)"


def distance(bucket: PRange) -> str:
    """How far apart two systems of a bucket are."""
    if bucket.low is None:
        return "the same score on every query" if bucket.high is None else f"p below {bucket.high:g}"
    return f"p of {bucket.low:g} or more" if bucket.high is None else f"p from {bucket.low:g} to {bucket.high:g}"


def panel(bucket: PRange, size: int) -> str:
    """A bucket of pairs as the heading of its panel."""
    return f"{distance(bucket)} ({count(size)})"


def query_name(query: str, text: str) -> str:
    """A query as sentences name it: its id, and the beginning of its text where it has one."""
    line = " ".join(text.split())
    return f'{query} "{line if len(line) <= TEXT else line[: TEXT - 1].rstrip() + "…"}"' if line else f"{query}"


def over_draws(within: Spread) -> str:
    """A mean count over draws, with the range of nine draws in ten."""
    low, high = round(within.low), round(within.high)
    mean = count(round(within.mean))
    return mean if low == high else f"{mean} ({count(low)} to {count(high)} in nine draws of ten)"


def pairs_lost(before: int, lost: float, left: float) -> str:
    """How many of the pairs that differ significantly no longer do where there is less, and how many others do."""
    n_lost, n_left = round(lost), round(left)
    others = n_left - before + n_lost
    text = f"{count(n_lost)} ({share(n_lost, before, 0)}) no longer differ"
    if others:
        text += f" and {plural(others, 'other pair')} {conjugate(others, 'does')}"
    return f"{text}, which leaves {count(n_left)}"


def by_the_verdict(league: League, there: int, here: int) -> str:
    """What the verdict counts by its own test, in brackets; "" where it is the same number."""
    return "" if there == here else f" ({count(there)} by the {TESTS[league.test].name} of the verdict)"
