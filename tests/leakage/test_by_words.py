"""Pairs that share words: what is a leak, what is for people, and what each number is."""

from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection.texts import TestText
from irassay.collection.training import Training, TrainingRow
from irassay.kernel import _core
from irassay.leakage.decide import by_words
from irassay.leakage.words import FUNCTION_WORDS, find_by_words, kernel_texts
from tests.plain import leak

FUNCTION = set(FUNCTION_WORDS)


def training(texts, source="train.tsv"):
    return Training.of([TrainingRow(f"t{n}", text, (), (), n) for n, text in enumerate(texts)], source=source)


def decided(test, train, **options):
    texts = [TestText(f"q{n}", "title", text) for n, text in enumerate(test)]
    pairs = by_words(find_by_words(texts, [training(train)]).pairs, texts, **options)
    return {(one.query, one.train): one for one in pairs.values()}


@pytest.mark.parametrize(
    ("test", "train", "says", "kind"),
    [
        ("air pollution", "the pollution of air", "leak", "identical"),
        ("Parkinson's disease treatments", "treatment: Parkinson disease", "leak", "identical"),
        ("hubble telescope", "achievements of the Hubble telescope", "leak", "specialization"),
        ("hubble telescope achievements", "hubble telescope", "review", "generalization"),
        ("air pollution", "air polution", "review", "reformulation"),
        (
            "\u30d5\u30a1\u30c3\u30b7\u30e7\u30f3 東京大気汚染",
            "東京大気汚染 \u30d5\u30a1\u30c3\u30b7\u30e7\u30f3",
            "leak",
            "identical",
        ),
        ("to be or not to be", "or not to be, to be", "leak", "identical"),
        ("ﬁsh in the Ｎile", "fish Nile", "leak", "identical"),
    ],
)
def test_a_pair_is_what_people_would_call_it(test, train, says, kind):
    others = [
        f"something else {n} hubble telescope achievements air pollution" for n in "abc"
    ]  # so that no stem is rare
    pair = decided([test], [train, *others, *["fish", "crime"]])["q0", "t0"]
    assert (pair.verdict, pair.type, pair.by) == (says, kind, "words")


@pytest.mark.parametrize(
    ("test", "train"),
    [
        ("can dogs eat grapes", "can dogs not eat grapes"),
        ("flights from paris to london", "flights from london to paris"),
        ("c++ vs c#", "c vs c"),
    ],
)
def test_denial_direction_and_signs_are_what_words_cannot_see_as_the_docs_say(test, train):
    page = (Path(__file__).parents[2] / "docs" / "leak.md").read_text(encoding="utf-8")
    limits = " ".join(page[page.index("## What it can't see") :].split())
    assert f'"{test}", "{train.removeprefix("flights ")}"' in limits
    assert decided([test], [train])["q0", "t0"].type == "identical"


def test_what_is_identical_but_for_a_word_s_ending_is_for_review():
    others = ["pegging dollar", "dollar", "argentina"] * 3
    pair = decided(["argentine pegging dollar"], ["argentina pegging dollar", *others])["q0", "t0"]
    assert (pair.verdict, pair.type) == ("review", "identical")


@pytest.mark.parametrize(
    ("test", "train"),
    [("mexican air pollution", "mexican air mattress"), ("rabies", "rabbits"), ("water", "how to swim in the water")],
)
def test_look_alikes_are_no_leaks(test, train):
    others = ["mexican air", "air mattress pump", "water pumps", "how to swim"]
    pair = decided([test], [train, *others]).get(("q0", "t0"))
    assert pair is None or pair.verdict == "review"


def test_an_overlap_is_a_leak_from_the_threshold_on():
    test, train = ["alpha beta gamma delta"], ["alpha beta gamma", "epsilon"]
    overlap = decided(test, train)["q0", "t0"].overlap
    assert decided(test, train)["q0", "t0"].verdict == "review"
    assert decided(test, train, threshold=overlap)["q0", "t0"].verdict == "leak"
    assert decided(test, train, threshold=overlap + 1e-9)["q0", "t0"].verdict == "review"


def test_half_of_the_runs_of_a_long_text_are_for_people_to_look_at():
    sentence = " ".join(f"word{n}" for n in range(20))
    inside = " ".join([*(f"other{n}" for n in range(60)), *sentence.split()[:17]])
    pair = decided([sentence], [inside, "word1 word2"])["q0", "t0"]
    assert (pair.verdict, pair.by) == ("review", "ngrams")
    assert pair.overlap < 0.5


words = st.sampled_from(["air", "pollution", "polution", "mexican", "the", "of", "mattress", "hubble", "water"])
texts = st.lists(st.lists(words, max_size=5).map(" ".join), min_size=1, max_size=6)


@given(texts, texts)
def test_overlaps_are_jaccards_of_weighted_stems_by_a_plain_count(test, train):
    stems = [leak.stems(text, FUNCTION) for text in train if text.strip()]
    for (query, row), pair in decided(test, train).items():
        mine, theirs = leak.stems(test[int(query[1:])], FUNCTION), leak.stems(train[int(row[1:])], FUNCTION)
        weight = leak.weights(stems, mine | theirs)
        assert pair.overlap == pytest.approx(leak.overlap(mine, theirs, weight), rel=1e-12)


@given(texts, texts, texts)
def test_two_files_give_what_one_gives(test, first, second):
    asked = [TestText(f"q{n}", "title", text) for n, text in enumerate(test)]
    whole = find_by_words(asked, [training([*first, *second])])
    parts = find_by_words(asked, [training(first), training(second, "more.tsv")])
    assert [(p.text, p.train_text, p.overlap) for p in whole.pairs] == [
        (p.text, p.train_text, p.overlap) for p in parts.pairs
    ]
    assert (whole.n_train, whole.n_empty) == (parts.n_train, parts.n_empty)


def test_two_walks_of_the_same_test_texts_may_run_at_once():
    kernel = kernel_texts(["air pollution", "hubble telescope achievements"])
    train = [f"the hubble telescope {n} polution of air {n % 7}" for n in range(2000)]
    alone = _core.TrainingCounts(kernel)
    alone.add(train, threads=1)
    both = [_core.TrainingCounts(kernel) for _ in range(2)]
    crew = [Thread(target=one.add, args=(train,), kwargs={"threads": 2}) for one in both]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    assert [one.to_bytes() for one in both] == [alone.to_bytes()] * 2
