"""Pairs with people's word. Oracle: what the labels say, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irassay.collection.training import Training, TrainingRow
from irassay.leakage.leaks import Kind, Leak, Leaks
from irassay.leakage.pair_labels import PairLabel, labels_of_pairs, with_labels

PAIR = Leak("q1", "7", "review", "reformulation", "vectors", 0.9, None, "title", "red fox", "foxes\tthat are red", "a")


def label(is_leak: bool, kind: Kind | None = None, **other: str) -> PairLabel:
    ids = {"query": "q1", "train": "7", "text": "", "train_text": "", "field": "", "source": "labels"} | other
    return PairLabel(**ids, type=kind if is_leak else "different", is_leak=is_leak, similarity=None)


def says(leaks: Leaks) -> list[tuple[str, str, str]]:
    return [(pair.verdict, pair.type, pair.by) for pair in leaks]


def test_a_label_decides_all_fields_of_its_pair_and_no_other() -> None:
    pairs = [PAIR, replace(PAIR, field="description"), replace(PAIR, train="8", similarity=0.1)]
    leaks = with_labels(Leaks(["q1"], pairs, n_train=9, counts={"empty texts": 2}), [label(True, "specialization")])
    assert says(leaks) == [("leak", "specialization", "people")] * 2 + [("review", "reformulation", "vectors")]
    assert (leaks.n_train, leaks.counts) == (9, {"empty texts": 2})


def test_where_people_disagree_the_pair_is_to_be_reviewed() -> None:
    leaks = with_labels(Leaks(["q1"], [replace(PAIR, verdict="leak")]), [label(True), label(False)])
    assert says(leaks) == [("review", "reformulation", "vectors")]
    assert leaks.counts == {"pairs on which people disagree": 1}


def test_a_leak_by_people_is_of_no_other_topic() -> None:
    leaks = Leaks(["q1"], [replace(PAIR, type="different")])
    assert says(with_labels(leaks, [label(True)])) == [("leak", "reformulation", "people")]


def test_labels_of_other_pairs_are_counted() -> None:
    labels = [label(False, train="9"), label(False, query="q2"), label(False, train_text="another text")]
    leaks = with_labels(Leaks(["q1"], [PAIR]), labels)
    assert says(leaks) == [("review", "reformulation", "vectors")]
    assert leaks.counts == {"labels of pairs that were not found": 3}


def test_a_pair_that_people_alone_call_a_leak_is_one_more_row_without_a_score() -> None:
    """Planted: of nine labels of pairs that were not found two name one leak, two disagree, one has no such row."""
    labels = [
        *(label(True, "specialization", train="9", source=who) for who in ("ann", "bob")),
        *(label(is_leak, train="10", source=who) for is_leak, who in ((True, "ann"), (False, "bob"))),
        label(True, train="gone"), label(False, train="11"), label(True, query="q2"),
        label(True, train="", train_text="vixens"), label(True, train="12", train_text="other words"),
    ]  # fmt: skip
    rows = [
        TrainingRow(i, text, (), (), 1) for i, text in [("9", "reds"), ("10", "dens"), ("13", "vixens"), ("12", "x")]
    ]
    leaks = with_labels(Leaks(["q1", "q3"], [PAIR]), labels, [Training.of(rows)])
    assert [(pair.train, pair.train_text, *says) for pair, says in zip(leaks, says(leaks), strict=True)] == [
        ("13", "vixens", "leak", "reformulation", "people"),
        ("9", "reds", "leak", "specialization", "people"),
        ("10", "dens", "review", "reformulation", "people"),
        ("7", "foxes\tthat are red", "review", "reformulation", "vectors"),
    ]
    assert {(pair.similarity, pair.overlap) for pair in leaks if pair.by == "people"} == {(None, None)}
    assert (leaks.leaked, leaks.state("q3")) == (("q1",), "clean")
    assert leaks.counts == {
        "pairs that people alone call leaks": 2,
        "labels of pairs that were not found": 2,
        "labels of training texts that no file has": 2,
        "pairs on which people disagree": 1,
    }


def test_without_training_texts_peoples_word_on_other_pairs_stands_by_itself() -> None:
    leaks = with_labels(Leaks(["q1", "q2"], [PAIR]), [label(True, query="q2", train="9", text="a den")])
    assert leaks.leaked == ("q2",)


def test_a_label_without_an_id_is_of_the_training_text() -> None:
    by_text = label(False, train="", train_text="foxes that are red")
    assert says(with_labels(Leaks(["q1"], [PAIR]), [by_text])) == [("no", "different", "people")]


def test_an_id_is_not_taken_for_a_text() -> None:
    """Lines of a file without ids have numbers, and a number may be a text."""
    pairs = [replace(PAIR, train="1", train_text="7"), replace(PAIR, train="7", train_text="fox")]
    assert [rows[0].train for _, rows in labels_of_pairs(Leaks(["q1"], pairs), [label(True)]).pairs] == ["7"]


def test_quotes_that_a_spreadsheet_adds_make_no_other_text() -> None:
    pair = replace(PAIR, train_text='the "red" fox')
    assert says(with_labels(Leaks(["q1"], [pair]), [label(False, train_text='"the ""red"" fox"')]))[0][0] == "no"


TITLE = replace(PAIR, verdict="leak", type="identical", by="words", overlap=1.0, text="red foxes", similarity=None)
DESCRIPTION = replace(TITLE, verdict="review", type="reformulation", overlap=0.6, field="description", text="Where?")


@pytest.mark.parametrize("given", [{"field": "description"}, {"text": "Where?"}, {"field": "title"}, {}])
def test_no_holds_for_the_pair_in_every_field_and_wording(given: dict[str, str]) -> None:
    variant = replace(TITLE, field="variant", text="foxes, red")
    leaks = with_labels(Leaks(["q1"], [TITLE, DESCRIPTION, variant]), [label(False, **given)])
    assert {(row.verdict, row.by) for row in leaks} == {("no", "people")}
    assert (leaks.leaked, leaks.counts) == ((), {})


def test_no_to_a_variant_is_of_the_variant_alone() -> None:
    variant = replace(TITLE, field="variant", text="foxes, red")
    leaks = with_labels(Leaks(["q1"], [TITLE, variant]), [label(False, field="variant", text="foxes, red")])
    assert [(row.field, row.verdict) for row in leaks] == [("title", "leak"), ("variant", "no")]


def test_a_type_stands_with_the_wording_that_it_was_given_for() -> None:
    leaks = with_labels(Leaks(["q1"], [TITLE]), [label(True, "generalization", field="variant", text="animals")])
    assert says(leaks) == [("leak", "identical", "people")]


def test_fields_that_people_decide_otherwise_are_no_disagreement() -> None:
    said = [label(True, "identical", field="title"), label(False, field="description")]
    leaks = with_labels(Leaks(["q1"], [TITLE, DESCRIPTION]), said)
    assert ([row.verdict for row in leaks], leaks.counts) == (["leak", "no"], {})


def test_a_leak_by_a_field_that_was_not_found_is_a_leak_and_no_leak_by_it_is_none() -> None:
    leaks = Leaks(["q1"], [DESCRIPTION])
    assert with_labels(leaks, [label(True, field="title")]).leaked == ("q1",)
    after = with_labels(leaks, [label(False, field="title")])
    assert (after.leaked, after.review, after.counts) == ((), (), {})
    by_variant = with_labels(leaks, [label(False, field="variant", text="foxes")])
    assert (by_variant.review, by_variant.counts) == (("q1",), {"labels of pairs that were not found": 1})


def test_a_label_that_fits_pairs_of_two_files_decides_none() -> None:
    """Numbers of lines are the ids of files without ids."""
    pairs = [PAIR, replace(PAIR, train_text="blue dogs", source="b")]
    leaks = with_labels(Leaks(["q1"], pairs), [label(False)])
    assert ([row.verdict for row in leaks], leaks.counts) == (["review"] * 2, {"labels for several pairs": 1})
    for clear in ({"train_text": "blue dogs"}, {"train_source": "b"}):
        leaks = with_labels(Leaks(["q1"], pairs), [label(False, **clear)])
        assert ([(row.source, row.verdict) for row in leaks], leaks.counts) == ([("a", "review"), ("b", "no")], {})


def test_files_tell_pairs_apart_that_have_no_texts() -> None:
    pairs = [replace(PAIR, train_text=""), replace(PAIR, train_text="", source="b")]
    assert labels_of_pairs(Leaks(["q1"], pairs), [label(True)]).n_ambiguous == 1


def test_a_label_by_text_alone_is_of_every_row_with_that_text() -> None:
    pairs = [PAIR, replace(PAIR, train="9", source="b")]
    leaks = with_labels(Leaks(["q1"], pairs), [label(False, train="", train_text="foxes that are red")])
    assert ([row.verdict for row in leaks], leaks.counts) == (["no", "no"], {})
