"""Laws of leaders, rank intervals and letters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from irassay.comparison.league import tie_groups


@st.composite
def significance(draw, least=0, most=12):
    n = draw(st.integers(least, most))
    flags = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i + 1, n):
            flags[i, j] = flags[j, i] = draw(st.booleans())
    return flags


@given(significance())
def test_two_systems_share_a_letter_if_and_only_if_they_do_not_differ(significant):
    n = len(significant)
    found = tie_groups.letter_groups(significant)
    for i in range(n):
        for j in range(n):
            assert any({i, j} <= set(g) for g in found) == (not significant[i, j])


@given(significance())
def test_no_group_stands_inside_another(significant):
    found = [set(g) for g in tie_groups.letter_groups(significant)]
    assert not any(g < h or (g == h and g is not h) for g in found for h in found)


@given(significance(21, 26))
def test_above_twenty_a_shared_letter_still_means_not_different(significant):
    found = tie_groups.letter_groups(significant)
    n = len(significant)
    assert {i for g in found for i in g} == set(range(n))
    for g in found:
        assert g == list(range(g[0], g[-1] + 1))
        assert not significant[np.ix_(g, g)].any()
    shared = sum(
        1 for i in range(n) for j in range(i) if not significant[i, j] and not any({i, j} <= set(g) for g in found)
    )
    assert tie_groups.open_without_letter(significant, found) == shared


@given(significance(1))
def test_brackets_draw_exactly_the_letters(significant):
    found = tie_groups.letter_groups(significant)
    drawn = {(letter, row) for letter, first, last in tie_groups.brackets(found) for row in range(first, last + 1)}
    assert drawn == {(tie_groups.letter(k), row) for k, g in enumerate(found) for row in g}


@given(significance(1))
def test_rank_intervals_hold_the_place_and_leaders_may_be_first(significant):
    better = np.triu(significant)  # best first: only the one above can be better
    intervals = tie_groups.rank_intervals(better)
    for place, (low, high) in enumerate(intervals, start=1):
        assert low <= place <= high
    assert tie_groups.leaders(better) == [i for i, (low, _) in enumerate(intervals) if low == 1]
    assert 0 in tie_groups.leaders(better)
