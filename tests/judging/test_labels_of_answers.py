"""`irassay labels` on the answers of several people: which grade counts, and what is left out and named."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from tests.judging_by_hand import campaign, person

NAMES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")


@pytest.fixture
def file(tmp_path):
    """Two people who grade alike and one who is severe, on four tasks; the second query is closed."""
    path = str(tmp_path / "a.campaign")
    with campaign(path, wanted=3) as made:
        people = [person(made, name) for name in ("Ann", "Ben", "Cai")]
        for task, grades in zip(made.tasks(), [(3, 3, 2), (1, 1, 0), (2, 2, 1), (3, 3, 2)]):
            for who, grade in zip(people, grades):
                [held] = made.hold(who.pseudonym, [task])
                made.record(who.pseudonym, held.key, held.task, {"answer": NAMES[grade]})
        made.close_query(made.person(made.invite("Oda", "owner")).pseudonym, "q2")
    return path


def test_labels_leave_out_a_closed_query_and_name_it_on_stderr(file, capsys):
    assert main(["labels", file]) == 0
    printed = capsys.readouterr()
    assert printed.out == "q1 0 d1 3\nq1 0 d2 1\n"
    assert '1 query left out, closed by an owner: "q2"' in printed.err


def test_the_likeliest_grades_are_those_of_the_people_who_agree(file, capsys):
    assert main(["labels", file, "--combine", "dawid-skene"]) == 0
    assert capsys.readouterr().out == "q1 0 d1 3\nq1 0 d2 1\n"
