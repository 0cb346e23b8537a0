"""The best of one kind against the best of another: a sign is claimed only beyond the luck of choosing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.comparison import BestGap, best_gap
from irassay.studies.track.words import TRACK, gap_slots
from irassay.studies.track.words import gap as sentence

NAMES = [f"s{i}" for i in range(22)]
KINDS = {name: "dense" if i < 20 else "sparse" for i, name in enumerate(NAMES)}


def made(lead: float) -> BestGap:
    means = np.where(np.arange(22) < 20, 0.4 + lead, 0.4)[:, None]
    return best_gap(np.random.default_rng(2).normal(means, 0.2, (22, 30)), NAMES, KINDS, "dense", "sparse")


def gaps_title(gaps, measure):
    clear = sum(gap.keeps_sign for gap in gaps)
    return TRACK("gaps.title", gaps=len(gaps), clear=clear, measure=measure)


@pytest.fixture(scope="module")
def lucky() -> BestGap:
    return made(0.0)


@pytest.fixture(scope="module")
def real() -> BestGap:
    return made(0.3)


def test_a_gap_that_choosing_makes_is_within_luck(lucky: BestGap, golden) -> None:
    assert lucky.gap > 0.02
    told = sentence("kind", lucky)
    assert "The best of 20 runs is compared with the best of 2: choosing the best makes the gap about 0.0" in told
    golden(told, gaps_title([lucky], "nDCG@10"))


def test_a_large_gap_is_more_than_luck(real: BestGap, lucky: BestGap, golden) -> None:
    told = sentence("kind", real)
    assert f"The corrected gap is {real.corrected:.4f}; other queries: {real.low:.4f} to {real.high:.4f}." in told
    golden(gaps_title([real], "nDCG@10"), gaps_title([real, lucky], "AP"), gaps_title([real, real], "AP"))


def test_a_correction_that_enlarges_the_gap_says_which_best_owes_more_to_the_choice(lucky: BestGap) -> None:
    told = sentence("kind", replace(lucky, selection_bias=-0.0093, corrected=lucky.gap + 0.0093))
    assert (
        "choosing the best makes the gap about 0.0093 smaller than it is, since it raises the best of sparse more than "
        "that of dense. The corrected gap"
    ) in told
    assert ", since" not in sentence("kind", lucky)


def test_a_gap_that_luck_alone_exceeds_is_said_to_turn_around(lucky: BestGap) -> None:
    turned = replace(lucky, corrected=-0.05, low=-0.09, high=-0.01)
    assert not turned.keeps_sign
    assert sentence("kind", turned).endswith("−0.0900 to −0.0100, with the opposite sign.")


def test_a_tie_for_the_best_is_said_with_its_names(real: BestGap, golden) -> None:
    one = replace(real, a=replace(real.a, best="s1", tied=["s2", "s3"]))
    assert sentence("kind", one).startswith("kind: the best dense runs (3 tied), s1, s2 and s3, score 0.")
    both = replace(one, b=replace(real.b, best="s20", tied=[f"s{i}" for i in range(21, 30)]))
    assert "more than the best sparse runs (10 tied), s20, s21, s22 and 7 more; the latter are " in sentence("k", both)
    heading = TRACK("kinds.heading", **gap_slots("k", one, "kind"))
    golden(TRACK("kinds.strips", measure="AP", **gap_slots("k", both)), heading)


def test_one_query_tells_nothing_of_luck(lucky: BestGap) -> None:
    nan = float("nan")
    single = replace(lucky, selection_bias=nan, corrected=nan, low=nan, high=nan)
    told = sentence("kind", single)
    assert told.endswith("Selection bias can't be estimated from one query.")
    assert "nan" not in told
