"""Sentences about estimates under missing labels."""

from __future__ import annotations

import pytest

from irassay.estimates.words import BY_LABELS
from irassay.messages.said import texts

SAID = [code for code in texts("estimates") if code.startswith("estimate-")]


def test_the_note_says_how_the_orders_agree_and_which_columns_are_other_measures(golden):
    of = {"orders": "lower 0.985, bpref 0.500", "others": ["bpref", "infAP"], "assumption": "It assumes much."}
    golden(BY_LABELS("estimates.note", **of))


def test_one_system_has_no_order(golden):
    none = {"orders": "", "assumption": ""}
    golden(BY_LABELS("estimates.note", others=[], **none), BY_LABELS("estimates.note", others=["bpref"], **none))


@pytest.mark.parametrize("code", SAID)
def test_each_estimate_says_in_one_sentence_each_what_it_is_and_assumes_and_when_it_fails(code):
    said = {part: BY_LABELS(f"{code}.{part}") for part in ("what", "assumes", "fails")}
    assert said["what"][0].isupper()
    assert not any(part.endswith(".") for part in said.values())
