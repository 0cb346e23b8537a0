"""Numbers of titles: what a dict has, in less memory."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence.titles import FEWEST, TitleNumbers


@given(st.lists(st.tuples(st.text(max_size=2), st.integers(0, 99)), max_size=60))
def test_titles_have_the_numbers_that_a_dict_has(pairs):
    numbers, expected = TitleNumbers(), {}
    for title, number in pairs:
        assert numbers.setdefault(title, number) == expected.setdefault(title, number)
    assert all(title in numbers for title in expected)
    assert "abc" not in numbers


def test_a_table_that_has_grown_knows_all_its_titles_in_36_bytes_each():
    numbers, n = TitleNumbers(), 40 * FEWEST
    for i in range(n):
        assert numbers.setdefault(f"Owl {i}", i) == i
    assert all(numbers.setdefault(f"Owl {i}", 0) == i for i in range(0, n, 7))
    assert not any(f"Bat {i}" in numbers for i in range(1000))
    assert sys.getsizeof(numbers._keys) + sys.getsizeof(numbers._numbers) <= 36 * n
