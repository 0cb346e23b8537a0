"""What only the kernel's own callers could get wrong: refused by an exception, never by the end of the process."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.kernel import _core

QRELS = Qrels.from_dict({"q": {"d1": 1, "d2": 0}})
RUNS = Runs.from_dict({"a": {"q": {"d1": 2.0, "d3": 1.0}}})
OPTIONS = {"ties": _core.Ties.float64, "queries": "qrels", "threads": 1}


def test_scoring_without_a_measure_is_refused():
    join = _core.join(QRELS.core, RUNS.core)
    stack = _core.stack_from_grades(QRELS.core, np.zeros((2, 3), dtype=np.int8))
    with pytest.raises(ValueError, match="at least one measure is needed"):
        _core.evaluate(QRELS.core, RUNS.core, join, [], **OPTIONS)
    for keep_values in (False, True):
        with pytest.raises(ValueError, match="at least one measure is needed"):
            _core.evaluate_stack(stack, RUNS.core, join, [], keep_values=keep_values, **OPTIONS)
