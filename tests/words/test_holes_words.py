"""Sentences about estimates under missing labels."""

from __future__ import annotations

import pytest

from irassay.estimates.imputed import words

SAID = [name for name, value in vars(words).items() if isinstance(value, words.EstimateDescription)]


def test_the_note_says_how_the_orders_agree_and_which_columns_are_other_measures(golden):
    said = words.note(["bpref", "infAP"], [("lower", 0.98512), ("bpref", 0.5)], assumption="It assumes much.")
    golden(said)


def test_one_system_has_no_order(golden):
    golden(words.note([], ()), words.note(["bpref"], ()))


@pytest.mark.parametrize("name", SAID)
def test_each_estimate_says_in_one_sentence_each_what_it_is_and_assumes_and_when_it_fails(name):
    said = getattr(words, name)
    assert said.whole == f"{said.what}. Assumes {said.assumes}. Fails {said.fails}."
    assert said.what[0].isupper()
    assert not any(part.endswith(".") for part in (said.what, said.assumes, said.fails))
