"""Accents on Latin letters: aside where one text is typed without, different words where both have them."""

from __future__ import annotations

import unicodedata

import pytest

from irassay.leakage import find_leaks
from irassay.leakage.words import plain


def says(test, train):
    return [(pair.verdict, pair.type) for pair in find_leaks({"q": test}, {"t": train, "u": "something else"})]


@pytest.mark.parametrize(
    ("accented", "typed"),
    [
        ("café müller münchen", "cafe muller munchen"),
        ("pokémon evolution chart", "Pokemon evolution chart"),
        ("beyoncé age", "age of beyonce"),
        ("Malmø łódź weather", "malmo lodz weather"),
        ("phở gà recipe", "pho ga recipe"),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_text_typed_without_accents_is_the_same(accented, typed, form):
    accented = unicodedata.normalize(form, accented)
    assert says(accented, typed) == says(typed, accented) == [("leak", "identical")]
    assert says(typed, f"{accented} tattoo") == [("leak", "specialization")]


def test_texts_that_differ_in_accents_where_both_have_some_are_for_people():
    assert says("bán nhà", "bạn nhà") == [("review", "identical")]
    assert says("bán nhà", "bạn nhà đẹp")[0][0] == "review"
    assert says("bán nhà", "nhà bán") == [("leak", "identical")]
    assert says("bán nhà", "bán nhà ở") == [("leak", "specialization")]


@pytest.mark.parametrize("text", ["йод", "ギター", "한국", "ἄνθρωπος", "हिन्दी"])
def test_marks_of_other_scripts_stay(text):
    assert plain(text) == unicodedata.normalize("NFKC", text).casefold()
