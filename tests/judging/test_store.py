"""The store of campaigns, on SQLite and on PostgreSQL: what it promises holds on both."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.errors import AnswerConflict, InputError, TaskTakenBack, UsageError
from irassay.formats.judgments import JudgedTask, Judgment
from irassay.judging.store import Settings, database, holds, make_campaign, open_campaign
from tests import judging_by_hand
from tests.judging_by_hand import campaign, person


def of_kind(made, *kinds):
    return [entry for entry in made.log() if entry.kind in kinds]


def first(made, who):
    """The first task that a person gets."""
    [held] = made.hold(who.pseudonym, made.tasks()[:1])
    return held


def test_an_answer_that_is_sent_twice_is_one_entry(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        receipts = [made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"}) for _ in range(2)]
        assert [receipt.is_new for receipt in receipts] == [True, False]
        assert receipts[0].entry == receipts[1].entry
        assert len(of_kind(made, "answer")) == 1


def test_a_key_is_not_used_for_another_answer(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        with pytest.raises(AnswerConflict, match="was used for another answer"):
            made.record(ann.pseudonym, held.key, held.task, {"answer": "Irrelevant"})
        assert [entry.content for entry in of_kind(made, "answer")] == [
            {"answer": "Related", "shown": ["d1"], "place": 1}
        ]


def test_what_was_acknowledged_is_there_when_the_campaign_is_opened_again(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        receipt = made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
    with open_campaign(source) as opened:
        [entry] = of_kind(opened, "answer")
        assert (entry.entry, entry.time, entry.key) == (receipt.entry, receipt.time, held.key)
        assert opened.settings.scale == scale("trec-passage")
        assert (opened.counts().tasks, opened.counts().answered) == (4, 1)


def test_a_task_is_held_by_as_many_people_as_answers_are_wanted(source):
    with campaign(source, wanted=2) as made:
        task = made.tasks()[:1]
        people = [person(made, name) for name in ("Ann", "Ben", "Cai")]
        assert [len(made.hold(who.pseudonym, task)) for who in people] == [1, 1, 0]
        assert len(made.hold(people[0].pseudonym, task)) == 1, "a person's own hold is renewed"


def test_people_who_ask_at_once_never_get_more_holds_than_answers_are_wanted(source):
    with campaign(source, wanted=2) as made:
        people = [person(made, f"person {i}").pseudonym for i in range(8)]
        tasks = made.tasks()
        with ThreadPoolExecutor(8) as pool:
            given = list(pool.map(lambda who: made.hold(who, tasks), people))
        assert sorted(held.task for one in given for held in one) == sorted(2 * tasks)


def test_an_answer_after_the_hold_was_given_to_another_is_not_counted(source, monkeypatch):
    with campaign(source) as made:
        ann, ben = person(made, "Ann"), person(made, "Ben")
        with monkeypatch.context() as patch:
            patch.setattr(holds, "MINUTES", -1)  # ends at once
            late = first(made, ann)
        theirs = first(made, ben)
        with pytest.raises(TaskTakenBack):
            made.record(ann.pseudonym, late.key, late.task, {"answer": "Related"})
        made.record(ben.pseudonym, theirs.key, theirs.task, {"answer": "Irrelevant"})
        assert [entry.assessor for entry in of_kind(made, "answer")] == [ben.pseudonym]


def test_an_answer_after_its_hold_ended_counts_where_nobody_took_the_place(source, monkeypatch):
    with campaign(source) as made:
        ann = person(made, "Ann")
        with monkeypatch.context() as patch:
            patch.setattr(holds, "MINUTES", -1)
            late = first(made, ann)
        assert made.record(ann.pseudonym, late.key, late.task, {"answer": "Related"}).is_new


def test_nobody_answers_with_the_key_of_another(source):
    with campaign(source) as made:
        ann, eve = person(made, "Ann"), person(made, "Eve")
        held = first(made, ann)
        with pytest.raises(TaskTakenBack):
            made.record(eve.pseudonym, held.key, held.task, {"answer": "Related"})
        assert made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"}).is_new


def test_a_skip_is_no_answer_and_the_task_goes_to_another_person(source):
    with campaign(source) as made:
        ann, ben = person(made, "Ann"), person(made, "Ben")
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"skip": "not my language"})
        assert made.counts().answered == 0
        assert made.hold(ann.pseudonym, [held.task]) == []
        assert [one.task for one in made.hold(ben.pseudonym, [held.task])] == [held.task]


@pytest.mark.parametrize("said", [{"skip": "unsure"}, {"answer": "Irrelevant"}])
def test_after_taking_back_a_new_key_is_taken_and_continues_the_chain(source, said):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        made.record(ann.pseudonym, "taken-back", held.task, {"answer": None}, replaces=held.key)
        receipt = made.record(ann.pseudonym, "new-key-1", held.task, said)
        assert of_kind(made, "answer", "skip")[-1].replaces == "taken-back"
        assert made.record(ann.pseudonym, "new-key-1", held.task, said).entry == receipt.entry, "once"
        assert made.counts().answered == ("answer" in said)


def test_an_answer_is_replaced_by_naming_it_and_the_log_keeps_both(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        with pytest.raises(AnswerConflict, match="another answer of this person stands"):
            made.record(ann.pseudonym, "second-key", held.task, {"answer": "Irrelevant"})
        made.record(ann.pseudonym, "second-key", held.task, {"answer": "Irrelevant"}, replaces=held.key)
        chain = [(entry.key, entry.replaces) for entry in of_kind(made, "answer")]
        assert chain == [(held.key, None), ("second-key", held.key)]
        assert made.counts().answered == 1


def test_an_answer_that_is_taken_back_leaves_the_place_to_the_same_person(source):
    with campaign(source) as made:
        ann, ben = person(made, "Ann"), person(made, "Ben")
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        made.record(ann.pseudonym, "taken-back", held.task, {"answer": None}, replaces=held.key)
        assert made.counts().answered == 0
        assert made.hold(ben.pseudonym, [held.task]) == []
        made.record(ann.pseudonym, "third-key", held.task, {"answer": "Irrelevant"}, replaces="taken-back")
        assert made.counts().answered == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"answer": "Excellent"}, "expected an answer among Irrelevant, Related"),
        ({}, "an answer or the reason of a skip"),
        ({"answer": "Related", "skip": "no text"}, "an answer or the reason of a skip"),
    ],
)
def test_what_is_no_answer_is_refused(source, body, message):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = first(made, ann)
        with pytest.raises(UsageError, match=message):
            made.record(ann.pseudonym, held.key, held.task, body)
        assert of_kind(made, "answer", "skip") == []


def test_a_task_that_is_given_twice_is_one(source):
    with campaign(source) as made:
        again = made.add(judging_by_hand.tasks(), queries=judging_by_hand.QUERIES, docs=judging_by_hand.DOCS)
        assert (again, made.counts().tasks, len(of_kind(made, "task"))) == (0, 4, 4)


def test_a_task_without_its_text_adds_nothing(source):
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    with make_campaign(source, settings) as made:
        with pytest.raises(InputError, match=r'1 document to judge without a text: "d2"'):
            made.add(
                judging_by_hand.tasks(),
                queries=judging_by_hand.QUERIES,
                docs={doc: text for doc, text in judging_by_hand.DOCS.items() if doc != "d2"},
            )
        assert (made.counts().tasks, len(list(made.log()))) == (0, 1)


def test_a_text_is_never_another_one_than_was_shown(source):
    with campaign(source) as made, pytest.raises(InputError, match="is another one than the campaign has shown"):
        made.add(
            judging_by_hand.tasks(), queries=judging_by_hand.QUERIES, docs={**judging_by_hand.DOCS, "d1": "Other."}
        )


def test_the_log_refuses_to_be_changed(source):
    from sqlalchemy.exc import DBAPIError

    with campaign(source) as made:
        for statement in ("UPDATE log SET body='{}' WHERE entry=1", "DELETE FROM log WHERE entry=2"):
            with (
                pytest.raises(DBAPIError, match="an entry of the log is never changed"),
                made._database.writing() as connection,
            ):
                connection.exec_driver_sql(statement)
        assert len(list(made.log())) == 5


def test_a_changed_entry_is_named(tmp_path):
    file = tmp_path / "a.campaign"
    campaign(file).close()
    with sqlite3.connect(file) as connection:  # as somebody would who takes the guard off
        connection.execute("DROP TRIGGER log_UPDATE")
        connection.execute("UPDATE log SET body=replace(body, 'd2', 'd9') WHERE entry=3")
    with open_campaign(file) as made, pytest.raises(InputError, match="entry 3 of the log is not what was written"):
        list(made.log())


def test_a_missing_entry_is_named(tmp_path):
    file = tmp_path / "a.campaign"
    campaign(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TRIGGER log_DELETE")
        connection.execute("DELETE FROM log WHERE entry=3")
    with open_campaign(file) as made, pytest.raises(InputError, match="entry 3 of the log is missing"):
        list(made.log())


def test_all_links_of_a_person_work_until_they_are_revoked(source):
    with campaign(source) as made:
        tokens = [made.invite("Ann"), made.invite("Ann")]
        assert len({made.person(token).pseudonym for token in tokens}) == 1
        held = first(made, made.person(tokens[0]))
        made.revoke("Ann")
        assert [made.person(token) for token in tokens] == [None, None]
        assert [one.task for one in made.hold(person(made, "Ben").pseudonym, [held.task])] == [held.task]


def test_no_token_is_kept(tmp_path):
    file = tmp_path / "a.campaign"
    with campaign(file) as made:
        token = made.invite("Ann")
        assert not [path for path in tmp_path.iterdir() if token.encode() in path.read_bytes()]


def test_a_person_who_is_forgotten_leaves_answers_and_no_name(source):
    with campaign(source) as made:
        token = made.invite("Ann Example")
        ann = made.person(token)
        held = first(made, ann)
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        made.forget("Ann Example")
        assert made.person(token) is None
        assert [entry.assessor for entry in of_kind(made, "answer")] == [ann.pseudonym]
        assert "Ann Example" not in str(list(made.log()))


def test_the_name_is_in_no_byte_of_the_file_after_it_is_forgotten(tmp_path):
    file = tmp_path / "a.campaign"
    with campaign(file) as made, open_campaign(file) as served:
        names = [f"Person {i} of Many" for i in range(200)]
        tokens = [made.invite(name) for name in names]
        made.invite("Ann Example")
        for name in names[::3]:
            made.forget(name)  # pages are split, merged and written again
        assert served.person(tokens[1]).name == names[1]  # another process has it open meanwhile
        made.forget("Ann Example")
        there = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert "a.campaign-wal" in there
        assert not [file for file, of in there.items() if b"Ann Example" in of]
        assert [name for name in names if name.encode() in b"".join(there.values())] == [
            name for i, name in enumerate(names) if i % 3
        ]
    assert not [path for path in tmp_path.iterdir() if b"Ann Example" in path.read_bytes()]


def test_a_name_that_stays_beside_the_file_while_somebody_reads_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "_BUSY", 0.05)
    with campaign(tmp_path / "a.campaign") as made, open_campaign(tmp_path / "a.campaign") as other:
        made.invite("Ann Example")
        with other._database.reading() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM log").one()
            with pytest.raises(InputError, match=r'"Ann Example" is forgotten, but .*-wal has the name'):
                made.forget("Ann Example")
    assert not [path for path in tmp_path.iterdir() if b"Ann Example" in path.read_bytes()]


def test_who_forgets_a_person_is_told_what_backups_keep(tmp_path, capsys):
    file, backup = tmp_path / "a.campaign", tmp_path / "monday.campaign"
    with campaign(file) as made:
        made.invite("Ann Example")
        made.back_up(backup)
    assert main(["invite", str(file), "--forget", "Ann Example"]) == 0
    assert "keep the name Ann Example: run --forget on each backup too" in capsys.readouterr().err
    assert b"Ann Example" in backup.read_bytes()
    assert main(["invite", str(backup), "--forget", "Ann Example"]) == 0
    assert b"Ann Example" not in backup.read_bytes()


@pytest.mark.parametrize(
    ("bytes_", "message"),
    [
        (b"query\tdoc\n", "is no campaign"),
        (b"SQLite format 3\0 and no more", "can't be read or written: file is not a database"),
    ],
)
def test_another_file_is_no_campaign_and_stays_as_it_is(tmp_path, bytes_, message):
    file = tmp_path / "other"
    file.write_bytes(bytes_)
    with pytest.raises(InputError, match=message):
        make_campaign(file, Settings(scale=scale("binary"), order="rank", seed=0, guideline=""))
    assert file.read_bytes() == bytes_


def test_another_programs_database_is_refused(tmp_path):
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE song(title)")
    with pytest.raises(InputError, match="is a database of another program"):
        open_campaign(file)


def test_a_newer_schema_is_refused(tmp_path):
    file = tmp_path / "a.campaign"
    campaign(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE made SET schema=99")
    with pytest.raises(InputError, match="tables of a newer irassay"):
        open_campaign(file)


def test_answers_given_elsewhere_are_those_of_one_person_and_count_once(source):
    file = {"file": "crowd.tsv"}
    with campaign(source) as made:
        given = {("q1", "d1"): "Related", ("q2", "d3"): "Irrelevant"}
        assert vars_of(made.import_answers(judged_by("crowd", given), file)) == (2, 0, 0, 0)
        entries = len(list(made.log()))
        assert vars_of(made.import_answers(judged_by("crowd", given), file)) == (0, 0, 2, 0)
        assert len(list(made.log())) == entries, "nothing is written for what is there"
        changed = {**given, ("q1", "d1"): "Perfectly relevant"}
        assert vars_of(made.import_answers(judged_by("crowd", changed), file)) == (0, 1, 1, 0)
        *_, last = of_kind(made, "answer")
        first = of_kind(made, "answer")[0]
        assert last.replaces == first.key
        assert {entry.content["source"] for entry in of_kind(made, "answer")} == {"import"}
        assert [entry.content for entry in of_kind(made, "import")] == [{**file, "answers": 2}, {**file, "answers": 1}]
        assert made.counts().answered == 2


def test_answers_given_elsewhere_leave_their_places_to_people(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = [made.hold(ann.pseudonym, [task])[0] for task in made.tasks()[:2]]
        made.record(ann.pseudonym, held[0].key, held[0].task, {"answer": "Related"})
        given = dict.fromkeys(judging_by_hand.PAIRS, "Irrelevant")
        assert vars_of(made.import_answers(judged_by("crowd", given), {})) == (2, 0, 0, 2)
        made.record(ann.pseudonym, held[1].key, held[1].task, {"answer": "Related"})
        assert made.counts().answered == 4


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (
            {("q1", "d1"): "Related", ("q1", "d3"): "Related"},
            InputError,
            r'1 answer to what this campaign does not ask.*: "q1" "d3"',
        ),
        ({("q1", "d1"): "Related", ("q1", "d2"): "Fine"}, UsageError, 'expected answers among Irrelevant.*got "Fine"'),
    ],
)
def test_one_answer_that_fits_no_task_or_scale_adds_none(source, given, error, message):
    with campaign(source) as made:
        with pytest.raises(error, match=message):
            made.import_answers(judged_by("crowd", given), {})
        assert len(list(made.log())) == 5


def judged_by(name, given):
    """(query, document) -> answer of one person, as a file has it."""
    return [
        JudgedTask(
            place="", task="", query=query, docs=(doc,), query_text=None, texts=None,
            judgments=[Judgment(assessor=name, said=said, skip="", note="")],
        )
        for (query, doc), said in given.items()
    ]  # fmt: skip


def vars_of(imported):
    return imported.added, imported.corrected, imported.same, imported.without_room


def test_what_is_written_together_fails_alone(source):
    with campaign(source, wanted=9) as made:
        people = [person(made, f"person {i}").pseudonym for i in range(8)]
        task = made.tasks()[0]
        keys = [made.hold(who, [task])[0].key for who in people]

        def answer(i):
            return made.record(people[i], keys[i if i % 2 else 0], task, {"answer": "Related"})

        with ThreadPoolExecutor(8) as pool:
            with made._database._writer:  # all of them wait for one transaction
                sent = [pool.submit(answer, i) for i in range(8)]
                while len(made._database._waiting) < 8:
                    time.sleep(0.001)
            kept = [one.exception() is None for one in sent]
        assert kept == [True, True, False, True, False, True, False, True]
        assert sorted(entry.assessor for entry in of_kind(made, "answer")) == sorted([people[0], *people[1::2]])
        assert made.counts().answered == 5
