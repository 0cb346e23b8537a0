"""What `irassay labels` says of documents that several people graded; the oracle is what each test records."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from tests.judging_by_hand import campaign, person

NAMES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A campaign in which two people grade documents as told, first document first."""
    monkeypatch.chdir(tmp_path)

    def write(*grades):
        with campaign("a.campaign", wanted=2) as made:
            for who, of_person in zip([person(made, name) for name in ("Ann", "Ben")], grades, strict=True):
                for task, grade in zip(made.tasks(), of_person):
                    [held] = made.hold(who.pseudonym, [task])
                    made.record(who.pseudonym, held.key, held.task, {"answer": NAMES[grade]})

    return write


def test_labels_of_several_people_are_counted_with_how_far_they_differ_and_what_counts(written, capsys):
    """By hand: of three documents that both graded, two differ, by 1 and by 3."""
    written([0, 1, 3], [1, 1, 0])
    assert main(["labels", "a.campaign", "--combine", "lowest", "-o", "qrels.txt"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert (
        "Several people graded 3 documents: their grades differ on 2, 1 by 1 and 1 by more, at most 3; the lowest "
        "grade counts (--combine lowest)"
    ) in told


def test_labels_that_agree_or_are_of_one_person_ask_for_no_rule(written, capsys):
    written([0, 1], [0])
    assert main(["labels", "a.campaign", "-o", "qrels.txt"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "Several people graded 1 document: their grades are the same on all" in told
    assert "--combine" not in told
