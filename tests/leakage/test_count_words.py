"""Counts in words. Oracle: English."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from irassay.collection.texts import WITHOUT_TEXT
from irassay.leakage import Leaks, files, find, pair_labels
from irassay.messages import counted
from irassay.studies.leak.sections import counts

NOUNS = (
    files.UNKNOWN,
    files.REPEATED,
    find.EMPTY_TRAIN,
    pair_labels.UNKNOWN,
    pair_labels.AMBIGUOUS,
    pair_labels.CONTRARY,
)


@pytest.mark.parametrize("nouns", NOUNS)
def test_one_of_what_is_counted_is_said_in_the_singular(nouns: str) -> None:
    one = counted(1, nouns).removeprefix("1 ")
    assert len(one) == len(nouns) - 1
    assert one.split()[0] in {"pair", "repeated", "empty", "training", "label"}
    assert counted(2, nouns) == f"2 {nouns}"
    assert "left out" not in nouns  # the sentence says it of all


def test_disagreements_are_no_pairs_that_were_left_out_and_each_label_is_said_once() -> None:
    found = Leaks(["q"], [], counts={pair_labels.UNKNOWN: 2, pair_labels.AMBIGUOUS: 1, pair_labels.CONTRARY: 3})
    assert counts(SimpleNamespace(leaks=found)) == (  # type: ignore[arg-type]
        "Counted and left out: 2 labels of pairs that were not found. "
        "People disagree on 3 pairs, which are to be reviewed."
    )


def test_one_query_without_a_text_is_a_query() -> None:
    assert (counted(1, WITHOUT_TEXT), counted(2, WITHOUT_TEXT)) == (
        "1 query without a text",
        "2 queries without a text",
    )
