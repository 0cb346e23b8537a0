"""Pairs, known answers and lists in the store, on SQLite and on PostgreSQL, and what their answers say."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from irassay import labels
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import AnswerConflict, InputError, UsageError
from irassay.formats import write_preferences
from irassay.formats.reading.qrels import read_preferences
from irassay.formats.reading.tasks import read_compared_docs, read_tasks
from irassay.judging.store import Settings, make_campaign, open_campaign
from tests.judging_by_hand import DOCS, QUERIES, person

KINDS = ("pair", "anchor", "best")
OF_KIND = {
    "pair": [Task("pair", "q1", ("d1", "d2")), Task("pair", "q1", ("d2", "d3")), Task("pair", "q2", ("d3", "d1"))],
    "anchor": [
        Task("anchor", "q1", ("d1", "d2")),
        Task("anchor", "q1", ("d1", "d3")),
        Task("anchor", "q2", ("d3", "d1")),
    ],
    "best": [
        Task("best", "q1", ("d1", "d2", "d3")),
        Task("best", "q2", ("d1", "d3")),
        Task("best", "q2", ("d2", "d3")),
    ],
}
FIRST = {"pair": "Left", "anchor": "Yes", "best": "1"}
OTHER = {"pair": "Right", "anchor": "No", "best": "2"}


def made_of(source, kind, tasks=None, docs=DOCS, *, seed=0, equal=True):
    settings = Settings(scale=scale("binary"), order="rank", seed=seed, guideline="", kind=kind, equal=equal)
    made = make_campaign(source, settings)
    made.add(OF_KIND[kind] if tasks is None else tasks, queries=QUERIES, docs=docs)
    return made


def answers(made):
    return [entry.content for entry in made.log() if entry.kind in ("answer", "skip")]


def answer_all(made, who, name_of):
    for held in made.hold(who.pseudonym, made.tasks()):
        made.record(who.pseudonym, held.key, held.task, {"answer": name_of(held)})


def test_a_pair_is_one_task_whichever_document_comes_first():
    assert Task("pair", "q1", ("b", "a")).id == Task("pair", "q1", ("a", "b")).id
    assert Task("best", "q1", ("c", "a", "b")).id == Task("best", "q1", ("b", "c", "a")).id
    assert Task("anchor", "q1", ("b", "a")).id != Task("anchor", "q1", ("a", "b")).id, "the known answer comes first"
    assert Task("pair", "q1", ("a", "b")).id != Task("best", "q1", ("a", "b")).id


@pytest.mark.parametrize(
    ("kind", "docs", "message"),
    [
        ("pair", ("a",), "has 1 document, expected 2"),
        ("best", ("a",), "has 1 document, expected 2 to 12"),
        ("best", tuple("abcdefghijklm"), "has 13 documents, expected 2 to 12"),
        ("anchor", ("a", "a"), 'has "a" twice, expected once'),
        ("ranked", ("a",), "expected a kind of task among graded, pair, anchor, best"),
    ],
)
def test_a_task_with_other_documents_than_its_kind_shows_is_refused(kind, docs, message):
    with pytest.raises(UsageError, match=message):
        Task(kind, "q1", docs)


@pytest.mark.parametrize("kind", KINDS)
def test_a_campaign_holds_one_kind_and_keeps_it(source, kind):
    with (
        made_of(source, kind) as made,
        pytest.raises(UsageError, match=f"has tasks of kind {kind}, and this one is of"),
    ):
        made.add([Task("graded", "q1", ("d1",))], queries=QUERIES, docs=DOCS)
    with open_campaign(source) as opened:
        assert opened.settings.kind == kind
        assert opened.counts().tasks == 3


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_keeps_what_was_shown_and_the_place_beside_what_was_sent(source, kind):
    with made_of(source, kind) as made:
        ann = person(made, "Ann")
        held = made.hold(ann.pseudonym, made.tasks())
        for one in held:
            made.record(ann.pseudonym, one.key, one.task, {"answer": FIRST[kind], "note": "x"})
        assert [one.place for one in held] == [1, 2, 3]
        assert answers(made) == [
            {"answer": FIRST[kind], "note": "x", "shown": list(one.docs), "place": one.place} for one in held
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_sent_again_it_is_one_entry_and_with_other_content_a_conflict(source, kind):
    with made_of(source, kind) as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        new = [made.record(ann, held.key, held.task, {"answer": FIRST[kind]}).is_new for _ in range(2)]
        assert new == [True, False]
        with pytest.raises(AnswerConflict):
            made.record(ann, held.key, held.task, {"answer": OTHER[kind]})
        assert len(answers(made)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_taken_back_and_answered_again_keeps_its_sides_and_its_place(source, kind):
    with made_of(source, kind) as made:
        ann = person(made, "Ann").pseudonym
        held = made.hold(ann, made.tasks())[0]
        made.record(ann, held.key, held.task, {"answer": FIRST[kind]})
        made.record(ann, "taken-back-1", held.task, {"answer": None}, held.key)
        [again] = made.hold(ann, [held.task])
        assert (again.docs, again.place) == (held.docs, held.place)
        made.record(ann, "answered-again", held.task, {"answer": OTHER[kind]}, "taken-back-1")
        kept = [(content["shown"], content["place"]) for content in answers(made)]
        assert kept == 3 * [(list(held.docs), 1)]


@pytest.mark.parametrize(
    ("kind", "equal", "wrong"),
    [
        ("pair", False, "Equal"),
        ("pair", True, "Yes"),
        ("anchor", True, "Left"),
        ("best", True, "4"),
        ("best", True, "0"),
        ("best", True, 1),
    ],
)
def test_an_answer_that_cannot_be_chosen_is_refused(source, kind, equal, wrong):
    with made_of(source, kind, equal=equal) as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        with pytest.raises(UsageError, match="expected an answer among"):
            made.record(ann, held.key, held.task, {"answer": wrong})
        assert answers(made) == []


@pytest.mark.parametrize("body", [{"answer": "Left", "shown": ["d1"]}, {"answer": "Left", "place": 3}, {}])
def test_nobody_says_what_was_shown_in_place_of_the_store(source, body):
    with made_of(source, "pair") as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        with pytest.raises(UsageError, match="none of shown, place"):
            made.record(ann, held.key, held.task, body)


def many_pairs(n=30):
    docs = {f"d{i:02}": f"text {i}" for i in range(n)}
    return [Task("pair", "q1", pair, wanted=99) for pair in combinations(docs, 2)], docs


def test_sides_are_balanced_per_person_so_that_a_bias_to_the_left_favours_no_document(source):
    """120 fair coins: a share outside 0.5 +- 4 standard deviations (0.046 each) comes once in 16,000 people."""
    tasks, docs = many_pairs(16)
    with made_of(source, "pair", tasks, docs) as made:
        for name in ("Ann", "Ben", "Cai"):
            answer_all(made, person(made, name), lambda held: "Left")
        shares = {}
        for one in labels(made, to="preferences").comparisons:
            (a, of_a), (_, of_b) = sorted(one.levels.items())
            shares.setdefault(one.judge, []).append(of_a > of_b)
            assert a < max(one.levels)
    assert len(shares) == 3
    within = 4 * math.sqrt(0.25 / len(tasks))
    assert all(abs(sum(won) / len(won) - 0.5) < within for won in shares.values())
    assert len({tuple(won) for won in shares.values()}) == 3, "each person has sides of the own"


def test_sides_are_the_same_again_after_a_hold_has_ended_and_others_with_another_seed(tmp_path):
    tasks, docs = many_pairs(8)
    shown = {}
    for seed in (0, 1):
        with made_of(tmp_path / f"{seed}", "pair", tasks, docs, seed=seed) as made:
            ann = person(made, "Ann").pseudonym
            first = [held.docs for held in made.hold(ann, made.tasks())]
            made.pause(ann, "paused")
            assert [held.docs for held in made.hold(ann, made.tasks())] == first
            shown[seed] = first
    assert shown[0] != shown[1]


def test_the_known_answer_is_always_shown_first(source):
    with made_of(source, "anchor") as made:
        held = made.hold(person(made, "Ann").pseudonym, made.tasks())
        assert [one.docs for one in held] == [task.docs for task in OF_KIND["anchor"]]


def levels_of(made):
    return [(one.query, one.levels) for one in labels(made, to="preferences").comparisons]


def test_of_a_pair_the_better_one_wins_whatever_its_side(source):
    with made_of(source, "pair") as made:
        answer_all(
            made,
            person(made, "Ann"),
            lambda held: "Equal" if "d2" not in held.docs else ("Left", "Right")[held.docs.index("d2")],
        )
        found = labels(made)
        assert sorted(found.pairs("q1")) == [("d1", "d2", "d2"), ("d2", "d3", "d2")]
        assert list(found.pairs("q2")) == [("d1", "d3", None)]
        assert len({one.judge for one in found.comparisons}) == 1


def test_of_a_known_answer_no_prefers_it_yes_ties_and_neither_ties_at_level_0(source):
    with made_of(source, "anchor") as made:
        names = iter(["No", "Yes", "Neither answers"])
        answer_all(made, person(made, "Ann"), lambda held: next(names))
        assert sorted(levels_of(made), key=str) == sorted(
            [("q1", {"d1": 2.0, "d2": 1.0}), ("q1", {"d1": 1.0, "d3": 1.0}), ("q2", {"d3": 0.0, "d1": 0.0})], key=str
        )
        qrels = labels(made, to="qrels")
        assert {query: dict(qrels.grades(query)) for query in qrels.queries} == {
            "q1": {"d2": 0, "d3": 1},
            "q2": {"d1": 0},
        }


def test_of_a_list_the_best_one_is_preferred_to_each_other_and_nothing_else_is_said(source):
    with made_of(source, "best") as made:

        def name_of(held):
            return "None" if held.query == "q2" and "d2" in held.docs else str(1 + held.docs.index("d3"))

        answer_all(made, person(made, "Ann"), name_of)
        found = labels(made)
        assert sorted(found.pairs("q1")) == [("d3", "d1", "d3"), ("d3", "d2", "d3")]
        assert sorted(found.pairs("q2"), key=str) == [("d2", "d3", None), ("d3", "d1", "d3")]
        qrels = labels(made, to="qrels")
        assert dict(qrels.grades("q1")) == {"d3": 1}
        assert dict(qrels.grades("q2")) == {"d2": 0, "d3": 0}, "of two in the same right, the lower"


@pytest.mark.parametrize("kind", KINDS)
def test_preferences_are_read_back_from_their_file_with_their_judges(tmp_path, kind):
    tasks = [replace(task, wanted=2) for task in OF_KIND[kind]]
    with made_of(tmp_path / "a", kind, tasks) as made:
        for name in ("Ann", "Ben"):
            answer_all(made, person(made, name), lambda held: FIRST[kind])
        found = labels(made, to="preferences")
    write_preferences(found, tmp_path / "prefs", output_format="prefs")
    assert len({one.judge for one in found.comparisons}) == 2
    again = read_preferences(tmp_path / "prefs", input_format="prefs")
    assert sorted(map(repr, again.comparisons)) == sorted(map(repr, found.comparisons))


@pytest.mark.parametrize("kind", KINDS)
def test_a_skip_and_what_was_taken_back_say_nothing(source, kind):
    with made_of(source, kind) as made:
        ann = person(made, "Ann").pseudonym
        one, other, _ = made.hold(ann, made.tasks())
        made.record(ann, one.key, one.task, {"skip": "unsure"})
        made.record(ann, other.key, other.task, {"answer": FIRST[kind]})
        made.record(ann, "taken-back-1", other.task, {"answer": None}, other.key)
        with pytest.raises(InputError, match="nobody has answered"):
            labels(made)


def test_grades_are_no_preferences_and_pairs_are_no_grades(tmp_path):
    with made_of(tmp_path / "a", "pair") as made, pytest.raises(UsageError, match="write them with --to preferences"):
        labels(made, to="qrels")
    with (
        made_of(tmp_path / "b", "graded", [Task("graded", "q1", ("d1",))]) as made,
        pytest.raises(UsageError, match="write them with --to qrels"),
    ):
        labels(made, to="preferences")


def test_tables_of_pairs_say_why_and_name_each_pair_once(tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text("why,doc_b,query,doc_a\nknown,d2,q1,d1\nall,d1,q1,d2\n,d3,q1,d1\n")
    assert read_compared_docs(file) == {
        ("q1", "d1", "d2"): ("known", None),
        ("q1", "d2", "d1"): ("all", None),
        ("q1", "d1", "d3"): ("", None),
    }
    tasks = read_tasks(file, "pair", wanted=2)
    assert sorted((task.docs, task.wanted) for task in tasks) == [(("d1", "d2"), 2), (("d1", "d3"), 2)]
    assert [task.docs for task in read_tasks(file, "anchor")] == [("d1", "d2"), ("d2", "d1"), ("d1", "d3")]


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("query\tdoc_a\nq1\td1\n", "pair", "expected one for each of doc_b"),
        ("query\tdoc_a\tdoc_b\nq1\td1\td1\n", "pair", ':2  document "d1" compared with itself'),
        ("query\tdoc_a\tdoc_b\nq1\t\td1\n", "anchor", ":2  a row without the id of its query or of a document"),
        ("query\tdoc_a\tdoc_b\n", "anchor", "has no row"),
        ("query\tdoc\nq1\td1\n", "best", 'for query "q1" has 1 document, expected 2 to 12'),
        ("query\tdoc\n" + "".join(f"q1\td{i}\n" for i in range(13)), "best", "has 13 documents, expected 2 to 12"),
    ],
)
def test_a_table_that_makes_no_such_tasks_is_refused(tmp_path, text, kind, message):
    file = tmp_path / "tasks.tsv"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_tasks(file, kind)
    assert message in str(caught.value)
