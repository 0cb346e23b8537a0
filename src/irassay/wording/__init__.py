"""Text forms of numbers, counts, p-values and names, and the names of tests and intervals: one form of each.

Every sentence and every table uses these forms, so that a number looks the same on the terminal, on the page and in a
message. This package imports nothing heavy: the command line's scoring path needs it.
"""

from __future__ import annotations

from irassay.wording.counts import (
    BY_CHANCE,
    EVERY_0,
    FEW,
    count,
    counted,
    no_label_from,
    nth_part,
    own_removed,
    plural,
    ranks,
    roughly,
    runs_and_systems,
    spelled,
    these_queries,
    two_digits,
)
from irassay.wording.names import capital, listed, visible
from irassay.wording.names_of_tests import (
    ASSUMES,
    CORRECTIONS,
    CORRECTIONS_OF,
    INTERVALS,
    INTERVALS_IN_A_COLUMN,
    INTERVALS_IN_A_PAPER,
    OVER_QUERIES,
    TESTS,
    TESTS_IN_A_PAPER,
    adjustment,
    describe_correction,
    describe_intervals,
    describe_test,
    interval_kind,
)
from irassay.wording.numbers import DASH, NOTHING, interval, number, p_value, percent, share, signed_ends, size, span

__all__ = [
    "ASSUMES",
    "BY_CHANCE",
    "CORRECTIONS",
    "CORRECTIONS_OF",
    "DASH",
    "EVERY_0",
    "FEW",
    "INTERVALS",
    "INTERVALS_IN_A_COLUMN",
    "INTERVALS_IN_A_PAPER",
    "NOTHING",
    "OVER_QUERIES",
    "TESTS",
    "TESTS_IN_A_PAPER",
    "adjustment",
    "capital",
    "count",
    "counted",
    "describe_correction",
    "describe_intervals",
    "describe_test",
    "interval",
    "interval_kind",
    "listed",
    "no_label_from",
    "nth_part",
    "number",
    "own_removed",
    "p_value",
    "percent",
    "plural",
    "ranks",
    "roughly",
    "runs_and_systems",
    "share",
    "signed_ends",
    "size",
    "span",
    "spelled",
    "these_queries",
    "two_digits",
    "visible",
]
