"""What is no whole number is refused by name; NumPy's integers are whole numbers."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.arguments import MOST, whole_number
from irassay.errors import UsageError


@pytest.mark.parametrize("value", [0, -1, True, 2.0, "3", None, np.bool_(True), np.float64(2)])
def test_what_is_no_whole_number_is_refused_by_name(value):
    with pytest.raises(UsageError, match="depth must be a whole number of at least 1, but got depth="):
        whole_number("depth", value)


@pytest.mark.parametrize("value", [MOST + 1, 2**70])
def test_a_number_that_the_kernel_can_not_count_is_refused_with_the_largest(value):
    with pytest.raises(UsageError, match="from 1 to 2,147,483,647"):
        whole_number("depth", value)


@pytest.mark.parametrize("value", [7, np.int64(7), np.uint8(7)])
def test_an_integer_of_numpy_is_the_same_number(value):
    assert type(whole_number("depth", value)) is int
    assert whole_number("depth", value) == 7
