"""The kernel's sieve against its plain twins: no pair that counts is lost, and none is let through without a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.kernel import _core
from irassay.leakage.words import FUNCTION_WORDS
from tests.plain import leak

WORDS, SLIP, GRAMS = 1, 2, 4
FUNCTION = set(FUNCTION_WORDS)
# Few words, so that texts share them; slips of some; function words; a script without spaces.
VOCABULARY = (
    *("air", "pollution", "pollutions", "polution", "mexican", "mexico", "mexcian", "mattress", "hubble", "telescope"),
    *(
        "the",
        "of",
        "what",
        "is",
        "3.5",
        "naïve",
        "東京",
        "大気汚染",
        "U.S.",
        "achievement",
        "achievements",
        "acheivement",
    ),
)
texts = st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join), min_size=1, max_size=8)


def sieved(test, train, *, floor=0.5, boilerplate=10, threads=1, blocks=1):
    kernel_test = _core.TestTexts(test, list(FUNCTION_WORDS))
    counts = _core.TrainingCounts(kernel_test)
    for i in range(blocks):
        counts.add(train[i::blocks], threads=threads)
    matcher = _core.Matcher(kernel_test, counts, floor=floor, boilerplate=boilerplate)
    return [tuple(row) for row in zip(*(values.tolist() for values in matcher.match(train, threads=threads)))]


@given(texts)
def test_stems_are_the_plain_twins(some):
    kernel_test = _core.TestTexts(some, list(FUNCTION_WORDS))
    assert kernel_test.n_texts == len(some)
    for text in some:
        assert kernel_test.stems(text) == sorted(leak.stems(text, FUNCTION), key=str.encode)


@given(texts, texts, st.sampled_from([0.3, 0.5, 0.8]))
def test_pairs_by_words_are_exactly_those_of_a_plain_count(test, train, floor):
    by_words = {(row, of) for row, of, by, _ in sieved(test, train, floor=floor) if by & WORDS}
    stems = [leak.stems(text, FUNCTION) for text in train]
    for t, text in enumerate(test):
        mine = leak.stems(text, FUNCTION)
        weight = leak.weights(stems, mine.union(*stems))
        for row, theirs in enumerate(stems):
            counts = bool(mine) and (
                mine == theirs
                or (mine < theirs and len(mine) > 1)
                or (bool(mine & theirs) and leak.overlap(mine, theirs, weight) >= floor - 1e-12)
            )
            assert ((row, t) in by_words) == counts


@given(texts, texts)
def test_a_slip_of_the_pen_loses_no_pair(test, train):
    met = {(row, of) for row, of, _, _ in sieved(test, train)}
    stems = [leak.stems(text, FUNCTION) for text in train]
    for t, text in enumerate(test):
        mine = leak.stems(text, FUNCTION)
        for row, theirs in enumerate(stems):
            slips = {one: other for other in mine - theirs for one in theirs - mine if _is_long_slip(one, other)}
            read = {slips.get(one, one) for one in theirs}
            weight = leak.weights(stems, mine.union(*stems))
            if slips and (mine == read or leak.overlap(mine, read, weight) >= 0.5):
                assert (row, t) in met


def _is_long_slip(one: str, other: str) -> bool:
    return one.isalpha() and other.isalpha() and len(other) >= 6 and len(one) >= 6 and leak.is_slip(one, other)


@pytest.mark.parametrize("written", ["polution", "pollluton", "pollutoin", "opllution", "pollutionn"])
def test_a_letter_lost_doubled_put_in_or_two_swapped_are_forgiven(written):
    kernel_test = _core.TestTexts(["pollution"], list(FUNCTION_WORDS))
    meant = [stems for _, stems in kernel_test.slips(written)]
    assert meant == ([["pollut"]] if written != "pollluton" else [])


@pytest.mark.parametrize(
    ("test", "train"),
    [
        ("water", "watre"),
        ("covid19x", "covid91x"),
        ("pollution", "pollutant"),
        ("stampede", "stampings"),
        ("human rights", "humane"),
    ],
)
def test_short_stems_digits_and_other_words_are_no_slips(test, train):
    assert _core.TestTexts([test], list(FUNCTION_WORDS)).slips(train) == []


@given(st.lists(st.lists(st.sampled_from("ab"), min_size=11, max_size=17).map(" ".join), min_size=1, max_size=4), texts)
def test_the_share_of_runs_of_13_words_is_a_plain_count(test, others):
    train = [*others, *test, test[0]]
    met = {(row, of): (by, share) for row, of, by, share in sieved(test, train, boilerplate=2)}
    many = {run for run in set().union(*map(leak.runs, test)) if sum(run in leak.runs(text) for text in train) > 2}
    for t, text in enumerate(test):
        mine = leak.runs(text) - many
        for row, other in enumerate(train):
            share = len(mine & leak.runs(other)) / len(mine) if mine else 0.0
            by, said = met.get((row, t), (0, 0.0))
            assert bool(by & GRAMS) == (share >= 0.5)
            if share >= 0.5:
                assert said == pytest.approx(share, rel=1e-6)


@given(texts, texts)
def test_threads_blocks_and_merged_counts_change_nothing(test, train):
    expected = sieved(test, train * 200)
    assert sieved(test, train * 200, threads=2) == expected
    assert sieved(test, train * 200, blocks=3) == expected


def test_counts_merge_as_bytes_and_refuse_those_of_other_texts():
    test = _core.TestTexts(["red fox", "the blue dog"], list(FUNCTION_WORDS))
    parts = []
    for texts in (["red fox", "fox"], ["", "dogs"]):
        part = _core.TrainingCounts(test)
        part.add(texts, threads=1)
        parts.append(part.to_bytes())
    whole = _core.TrainingCounts(test)
    for part in parts:
        whole.merge(part)
    at_once = _core.TrainingCounts(test)
    at_once.add(["red fox", "fox", "", "dogs"], threads=1)
    assert whole.to_bytes() == at_once.to_bytes()
    assert (whole.n, whole.n_empty) == (4, 1)
    with pytest.raises(ValueError, match="other test texts"):
        _core.TrainingCounts(_core.TestTexts(["a fox and another dog"], [])).merge(parts[0])


@given(texts, texts)
def test_stems_are_counted_by_training_texts(test, train):
    kernel_test = _core.TestTexts(test, list(FUNCTION_WORDS))
    stems = sorted(set().union(*(leak.stems(text, FUNCTION) for text in train)))
    counts = _core.StemCounts(kernel_test, stems)
    counts.add(train, threads=2)
    assert counts.counts == [sum(stem in leak.stems(text, FUNCTION) for text in train) for stem in stems]


def test_a_stem_twice_and_a_text_that_is_not_there_are_refused():
    test = _core.TestTexts(["red fox"], list(FUNCTION_WORDS))
    with pytest.raises(ValueError, match="each stem once"):
        _core.StemCounts(test, ["fox", "fox"])
    matcher = _core.Matcher(test, _core.TrainingCounts(test), floor=0.5, boilerplate=10)
    assert matcher.n_grams(0) == 0
    assert matcher.weight(0) == pytest.approx(0.6931471805599453)  # ln(1 / 0.5)
    with pytest.raises(IndexError):
        matcher.n_grams(1)
