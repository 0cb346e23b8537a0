"""Sentences about estimates under missing labels."""

from __future__ import annotations

import pytest

from irassay.estimates.imputed import words

SAID = [name for name, value in vars(words).items() if isinstance(value, words.EstimateDescription)]


def test_the_note_says_how_the_orders_agree_and_which_columns_are_other_measures():
    said = words.note(["bpref", "infAP"], [("lower", 0.98512), ("bpref", 0.5)], assumption="It assumes much.")
    assert said == (
        "Order against the plain scores (tau-a): lower 0.985, bpref 0.500. "
        "None replaces the score. Of bpref and infAP only the order can be compared. It assumes much."
    )


def test_one_system_has_no_order():
    assert words.note([], ()) == "None replaces the score."
    assert words.note(["bpref"], ()).endswith("Of bpref only the order can be compared.")


@pytest.mark.parametrize("name", SAID)
def test_each_estimate_says_in_one_sentence_each_what_it_is_and_assumes_and_when_it_fails(name):
    said = getattr(words, name)
    assert said.whole == f"{said.what}. Assumes {said.assumes}. Fails {said.fails}."
    assert said.what[0].isupper()
    assert not any(part.endswith(".") for part in (said.what, said.assumes, said.fails))
