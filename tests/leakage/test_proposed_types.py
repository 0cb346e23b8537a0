"""Types that are proposed from stems. Oracle: what each type means (Froebe et al. 2022, section 3), by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.leakage.decide import propose_type
from irassay.leakage.leaks import KINDS

WORDS = ["air", "pollution", "river", "whale", "tax", "school", "cancer", "polio", "brakes", "gold"]
SOME = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6, unique=True)


@pytest.mark.parametrize(
    ("text", "train_text", "kind"),
    [
        ("Parkinson's disease", "parkinsons disease", "identical"),
        ("Parkinson\u2019s disease", "the PARKINSON'S diseases?", "identical"),
        ("home schooling", "homeschooling", "identical"),
        ("U.S. ethnic population", "us ethnic populations", "identical"),
        ("food/drug laws", "food and drug law", "identical"),
        ("\uff57\uff48\uff41\uff4c\uff45 watching", "whale watching", "identical"),
        ("rabies", "rabies in humans", "specialization"),
        ("Thatcher resignation impact", "thatcher resignation", "generalization"),
        ("law enforcement, dogs", "police dogs", "reformulation"),
        ("mexican air mattress", "tax on cigarettes", "different"),
        ("to be or not to be", "To be, or not to be", "identical"),
        ("the who", "rabies", "different"),
        ("???", "!!!", "different"),
        ("", "", "identical"),
    ],
)
def test_types_by_hand(text: str, train_text: str, kind: str) -> None:
    assert propose_type(text, train_text) == kind


@given(SOME, st.randoms())
def test_the_same_words_in_any_order_and_case_are_identical(words: list[str], shuffle) -> None:  # type: ignore[no-untyped-def]
    other = words[:]
    shuffle.shuffle(other)
    assert propose_type(" ".join(words), "  ".join(other).upper()) == "identical"


@given(SOME, SOME)
def test_specialization_and_generalization_are_each_other_turned(mine: list[str], theirs: list[str]) -> None:
    kind, turned = propose_type(" ".join(mine), " ".join(theirs)), propose_type(" ".join(theirs), " ".join(mine))
    if set(mine) < set(theirs):
        assert (kind, turned) == ("specialization", "generalization")


@given(st.text(max_size=30), st.text(max_size=30), st.none() | st.floats(-1, 1))
def test_any_two_texts_have_a_type(text: str, train_text: str, similarity: float | None) -> None:
    assert propose_type(text, train_text, similarity=similarity) in KINDS


def test_a_low_cosine_makes_a_text_that_lacks_much_a_different_topic() -> None:
    texts = "Greek, philosophy, stoicism", "history of stoicism"
    assert propose_type(*texts) == propose_type(*texts, similarity=0.99) == "reformulation"
    assert propose_type(*texts, similarity=0.92) == "different"
