"""People who were stopped, revoked or forgotten stay so; nobody holds all tasks; names and pseudonyms don't mix."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import run, serve
from test_platforms import OPTIONS, token_of

from irassay.collection.tasks import Task
from irassay.errors import TaskTakenBack, UsageError
from irassay.judging.assessors.desk import MOST_HELD, Desk
from irassay.judging.store import open_campaign, rebuild_campaign
from tests.judging_by_hand import DOCS, QUERIES, campaign, person


def answered(made, who):
    [held] = made.hold(who.pseudonym, made.tasks()[:1])
    made.record(who.pseudonym, held.key, held.task, {"answer": "Related"})
    return held


def moved(source, to):
    """The campaign made again from its log, in which nobody has a name."""
    with open_campaign(source) as made:
        log = [{**vars(one), "body": dict(one.content), "sha256": one.sha256} for one in made.log()]
    rebuild_campaign(to, log, queries=QUERIES, docs=DOCS)[0].close()
    return to


def test_a_revoked_link_of_somebody_without_a_name_is_dead(source, new_database, request):
    kind = "sqlite" if "://" not in source else "postgresql"
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
    to = moved(source, new_database(kind))
    with open_campaign(to) as made:
        token = made.invite(ann)
        assert made.person(token).pseudonym == ann
    with serve(to) as server:
        assert server.ask("DELETE", f"/campaign/people/{ann}/links") == (204, None)
        assert server.ask("POST", "/tasks?n=1", {"holding": []}, token)[0] == 401


def test_who_is_stopped_changes_no_earlier_answer_until_the_owner_lets_go_on(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        held = answered(made, ann)
        made.oversight.stop(ann.pseudonym)
        for body in ({"answer": "Irrelevant"}, {"answer": None}, {"skip": "unsure"}):
            with pytest.raises(TaskTakenBack, match="over"):
                made.record(ann.pseudonym, "another-key", held.task, body, replaces=held.key)
        assert made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"}).is_new is False
        made.oversight.stop(ann.pseudonym, stopped=False)
        assert made.record(ann.pseudonym, "another-key", held.task, {"answer": None}, replaces=held.key).is_new


def test_a_participant_who_was_forgotten_comes_in_no_second_time_and_others_do(source, new_database):
    campaign(source, wanted=2).close()
    with serve(source, *OPTIONS) as server:
        server.way_in = server.process.stdout.readline().strip()
        assert token_of(server, server.way_in + "5f3a")
        run("invite", source, "--forget", "PROLIFIC_PID 5f3a")
        assert token_of(server, server.way_in + "5f3a") is None
        assert token_of(server, server.way_in + "60b1")
        n = len(server.ask("GET", "/campaign/now")[1]["people"])
        assert n == 4, "the owner, the platform, who was forgotten and one who was not"
    log = run("labels", source, "--to", "log")
    assert "5f3a" not in log
    assert "PROLIFIC" not in log


def test_after_a_move_by_log_a_participant_is_a_new_person_and_who_was_forgotten_stays_out(
    source, new_database, tmp_path
):
    kind = "sqlite" if "://" not in source else "postgresql"
    with campaign(source, wanted=2) as made:
        ann = made.person(made.join("PROLIFIC_PID 5f3a"))
        held = answered(made, ann)
        made.join("PROLIFIC_PID 60b1")
        made.forget("PROLIFIC_PID 60b1")
        mine = made.person(made.join("PROLIFIC_PID 5f3a"))
        assert mine.pseudonym == ann.pseudonym
        made.back_up(tmp_path / "copy")
    with open_campaign(tmp_path / "copy") as made:
        assert made.person(made.join("PROLIFIC_PID 5f3a")).pseudonym == ann.pseudonym
    with open_campaign(moved(source, new_database(kind))) as made:
        assert made.join("PROLIFIC_PID 60b1") is None
        again = made.person(made.join("PROLIFIC_PID 5f3a"))
        assert again.pseudonym != ann.pseudonym
        assert held.task in [one.task for one in made.hold(again.pseudonym, made.tasks())]
        assert made.person(made.invite(ann.pseudonym)).pseudonym == ann.pseudonym
    with open_campaign(source) as made:
        assert not [one for one in made.log() if "5f3a" in str(vars(one)) or "60b1" in str(vars(one))]


def test_a_forgotten_person_whom_an_owner_invites_again_is_a_new_one(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        made.forget("Ann")
        assert person(made, "Ann").pseudonym != ann.pseudonym
        assert [entry for entry in made.log() if entry.kind == "forgotten"] == []


def test_nobody_holds_more_than_a_sitting_and_the_next_comes_after_an_answer(source):
    docs = {f"d{n}": f"Text {n}" for n in range(MOST_HELD + 30)}
    with campaign(source) as made:
        made.add([Task("graded", "q1", (doc,)) for doc in docs if doc not in DOCS], queries=QUERIES, docs=docs | DOCS)
        ann, desk, having = person(made, "Ann"), Desk(made), []
        while turn := desk.next(ann, 20, [one.task for one in having]).held:
            having += turn
        assert len({one.task for one in having}) == len(having) == MOST_HELD
        assert desk.next(ann, 1, [one.task for one in having]).state == "working"
        first = having.pop(0)
        made.record(ann.pseudonym, first.key, first.task, {"answer": "Related"})
        assert len(desk.next(ann, 20, [one.task for one in having]).held) == 1
        assert desk.next(person(made, "Ben"), 20).held


def test_a_name_that_is_the_pseudonym_of_somebody_is_refused(source):
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        with pytest.raises(UsageError, match="is the pseudonym of somebody"):
            made.invite(ann)
        made.forget("Ann")
        assert made.person(made.invite(ann)).pseudonym == ann, "who has no name is meant by the pseudonym"
    with serve(source) as server:
        [owner] = [one["pseudonym"] for one in server.ask("GET", "/campaign/now")[1]["people"] if one["is_you"]]
        assert server.ask("POST", "/campaign/people", {"name": owner})[0] == 422


def test_a_name_and_a_pseudonym_that_are_alike_from_before_mean_whom_they_name(source):
    with campaign(source) as made:
        ann, ben = person(made, "Ann").pseudonym, person(made, "Ben").pseudonym
        made.forget("Ann")
        with made._database.writing() as connection:
            from irassay.judging.store import schema

            table = schema.assessor
            connection.execute(table.update().where(table.c.pseudonym == ben).values(name=ann))
        token = made.invite(ann)
        assert made.person(token).pseudonym == ben
        made.revoke(ann)
        assert made.person(token) is None
