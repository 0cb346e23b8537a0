"""The way to judging, on both databases: consent, practice, an exam; batches with tests among them."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import binomtest

from irassay.collection.judging_scales import scale
from irassay.collection.task_kinds import LEFT, RIGHT
from irassay.collection.tasks import Task
from irassay.errors import TaskTakenBack
from irassay.judging.assessors.desk import Desk
from irassay.judging.assessors.entering import EXAM_FAILED, Entering
from irassay.judging.assessors.given_labels import labels
from irassay.judging.assessors.given_work import made_tests
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.judging.store.entrance import TEST_MISSED
from irassay.judging.web.dashboard_figures import Order, figures
from tests.judging_by_hand import DOCS, PAIRS, QUERIES

SCALE = scale("trec-passage")
LABELS = [Task("graded", query, (doc,)) for query, doc in PAIRS]


def learning(purpose, **answers):
    """Tasks of a known answer to q1: document -> the name of the answer."""
    reason = "The words are there, the answer is not."
    return [
        Task("graded", "q1", (doc,), wanted=0, purpose=purpose, expected=name, reason=reason)
        for doc, name in answers.items()
    ]


def made(source, *tasks, **settings):
    campaign = make_campaign(source, Settings(scale=SCALE, order="rank", seed=0, guideline="", **settings))
    campaign.add([*tasks, *LABELS], queries=QUERIES, docs=DOCS)
    return campaign


def person(campaign, name="Ann"):
    """A person, as every request finds it."""
    token = campaign.invite(name)
    return lambda: campaign.person(token)


def answer_all(campaign, who, turn, names):
    for held in turn.held:
        campaign.record(who().pseudonym, held.key, held.task, {"answer": names(held)})


def test_nothing_is_shown_before_a_person_has_consented(source):
    with made(source, consent="Your answers are published.") as campaign:
        desk, who = Desk(campaign), person(campaign)
        turn = desk.next(who(), 3)
        assert (turn.state, turn.stage, turn.held) == ("working", "consent", [])
        Entering(campaign).agree(who().pseudonym)
        assert (desk.next(who(), 3).stage, len(desk.next(who(), 3).held)) == ("judging", 3)
        [entry] = [entry for entry in campaign.log() if entry.kind == "consent"]
        assert entry.content["text"] == "Your answers are published."


def test_practice_is_asked_again_until_the_share_of_agreed_answers_is_there(source):
    practice = learning("practice", d1="Perfectly relevant", d2="Related")
    with made(source, *practice) as campaign:
        desk, who = Desk(campaign), person(campaign)
        first = desk.next(who(), 5)
        assert (first.stage, first.of, len(first.held)) == ("practice", 2, 2)
        answer_all(campaign, who, first, lambda held: "Related")
        again = desk.next(who(), 5)
        assert (again.stage, len(again.held)) == ("practice", 2), "one of two agreed is less than 0.95"
        agreed = {("d1",): "Perfectly relevant", ("d2",): "Related"}
        answer_all(campaign, who, again, lambda held: agreed[held.docs])
        assert desk.next(who(), 5).stage == "judging"
        states = [entry.content["state"] for entry in campaign.log() if entry.kind == "practice"]
        assert states == ["open", "passed"]


def test_the_agreed_answer_is_told_after_an_answer_in_practice_and_one_that_is_changed_then_does_not_count(source):
    with made(source, *learning("practice", d1="Perfectly relevant")) as campaign:
        desk, who, entering = Desk(campaign), person(campaign), Entering(campaign)
        [held] = desk.next(who(), 5).held
        assert entering.agreed(who().pseudonym, held.task) is None
        campaign.record(who().pseudonym, held.key, held.task, {"answer": "Related"})
        assert entering.agreed(who().pseudonym, held.task) == "Perfectly relevant"
        campaign.record(who().pseudonym, "later-key", held.task, {"answer": "Perfectly relevant"}, replaces=held.key)
        assert desk.next(who(), 5).stage == "practice"


def test_an_exam_has_to_be_all_right_and_its_reasons_are_told_at_its_end(source):
    exam = learning("exam", d1="Perfectly relevant", d2="Related")
    with made(source, *exam) as campaign:
        desk, entering = Desk(campaign), Entering(campaign)
        ann, ben = person(campaign, "Ann"), person(campaign, "Ben")
        agreed = {("d1",): "Perfectly relevant", ("d2",): "Related"}
        answer_all(campaign, ann, desk.next(ann(), 5), lambda held: agreed[held.docs])
        answer_all(campaign, ben, desk.next(ben(), 5), lambda held: "Related")
        assert entering.outcomes(ben().pseudonym) == []
        assert desk.next(ann(), 5).stage == "judging"
        assert (desk.next(ben(), 5).state, ben().state) == ("barred", "barred")
        [missed] = entering.outcomes(ben().pseudonym)
        assert (missed.answer, missed.agreed, missed.reason) == ("Related", "Perfectly relevant", exam[0].reason)
        assert campaign.entrance.why_barred(ben().pseudonym) == EXAM_FAILED


def pairs(source, n=4, tests=2, batch=2):
    """Pairs of the same two documents under queries of their own; in tests `good` is better than `far`."""
    queries = {f"q{i}": f"question {i}" for i in range(n + tests)}
    docs = {name: f"text of {name}" for name in ("a", "b", "good", "far")}
    ids = list(queries)
    tasks = [Task("pair", query, ("a", "b")) for query in ids[:n]]
    known = [
        Task("pair", query, ("good", "far"), wanted=0, purpose="test", expected="good", reason="") for query in ids[n:]
    ]
    settings = Settings(
        scale=SCALE, order="rank", seed=0, guideline="", kind="pair", equal=False, batch=batch, tests=tests // 2
    )
    campaign = make_campaign(source, settings)
    campaign.add([*tasks, *known], queries=queries, docs=docs)
    return campaign


def is_test(held):
    return set(held.docs) == {"good", "far"}


def right(held):
    """The side of the document that is better in a test, else the left one."""
    return (LEFT if held.docs[0] == "good" else RIGHT) if is_test(held) else LEFT


def wrong(held):
    return {LEFT: RIGHT, RIGHT: LEFT}[right(held)] if is_test(held) else LEFT


def test_a_batch_has_its_tests_among_its_tasks_and_the_next_one_others(source):
    with pairs(source) as campaign:
        desk, who = Desk(campaign), person(campaign)
        seen = []
        for _ in range(2):
            turn = desk.next(who(), 20)
            assert (turn.of, sum(map(is_test, turn.held)), [held.place for held in turn.held]) == (3, 1, [1, 2, 3])
            seen += [held.task for held in turn.held]
            answer_all(campaign, who, turn, right)
        assert len(set(seen)) == 6
        assert desk.next(who(), 20).state == "done"
        assert campaign.counts().answered == 4
        assert labels(campaign).n_pairs == 4, "tests make no preferences"


@pytest.mark.parametrize("order", ["rank", "shuffled", "rounds", "random"])
def test_the_queries_of_a_batch_do_not_tell_its_tests(order, tmp_path):
    """Who takes queries that stand alone, or that stand most often, for tests is right as often as chance."""
    queries = {f"q{i}": f"query {i}" for i in range(12)}
    docs = {f"d{i}": f"text {i}" for i in range(5)} | {"good": "an answer", "far": "something else"}
    rows = [Task("pair", query, (f"d{i}", f"d{i + 1}")) for query in queries for i in range(4)]
    rows += [Task("pair", q, ("good", "far"), wanted=0, purpose="test", expected="good", reason="") for q in queries]
    told = {"alone": [0, 0], "most": [0, 0]}
    settings = {"order": order, "guideline": "", "kind": "pair", "equal": False, "batch": 10, "tests": 3}
    for seed in range(12):
        with make_campaign(
            str(tmp_path / f"{seed}.campaign"), Settings(scale=SCALE, seed=seed, **settings)
        ) as campaign:
            campaign.add(rows, queries=queries, docs=docs)
            held = Desk(campaign).next(person(campaign)(), 20).held
        assert (len(held), sum(map(is_test, held))) == (13, 3)
        times = Counter(one.query for one in held)
        for rule, n in (("alone", 1), ("most", max(times.values()))):
            told[rule][0] += sum(is_test(one) for one in held if times[one.query] == n)
            told[rule][1] += sum(times[one.query] == n for one in held)
    for rule, (right_ones, said) in told.items():
        assert not said or binomtest(right_ones, said, 3 / 13, alternative="greater").pvalue > 1e-4, rule


def test_a_batch_does_not_end_while_an_answer_is_on_its_way(source):
    with pairs(source) as campaign:
        desk, who = Desk(campaign), person(campaign)
        first = desk.next(who(), 20)
        tasks = [held.task for held in first.held]
        assert desk.next(who(), 20, tasks).held == []
        answer_all(campaign, who, first, right)
        assert [entry for entry in campaign.log() if entry.kind == "batch-end"] == []
        assert len(desk.next(who(), 20).held) == 3


@pytest.mark.parametrize("how", ["missed", "skipped"])
def test_a_missed_test_sets_the_batch_aside_bars_its_person_and_gives_the_tasks_to_others(source, how):
    with pairs(source) as campaign:
        desk, ann, ben = Desk(campaign), person(campaign, "Ann"), person(campaign, "Ben")
        answer_all(campaign, ann, desk.next(ann(), 20), right)
        for held in desk.next(ann(), 20).held:
            said = {"skip": "can't decide"} if is_test(held) and how == "skipped" else {"answer": wrong(held)}
            campaign.record(ann().pseudonym, held.key, held.task, said)
        assert campaign.counts().answered == 4, "no outcome before the batch has ended"
        assert desk.next(ann(), 20).state == "barred"
        assert campaign.entrance.why_barred(ann().pseudonym) == TEST_MISSED
        assert (campaign.counts().answered, labels(campaign).n_pairs) == (2, 2), "the batch before stays"
        told = figures(Order(what="figures", source=campaign.source), campaign)
        assert told.tested == {ann().pseudonym: (1, 2)}, "one a batch"
        turn = desk.next(ben(), 20)
        assert len([held for held in turn.held if not is_test(held)]) == 2
        answer_all(campaign, ben, turn, right)
        assert labels(campaign).n_pairs == 4


def test_what_people_came_through_is_there_after_the_campaign_is_made_again_from_its_log(source):
    from irassay.judging.store.importing import rebuild

    with pairs(source) as campaign:
        desk, ann = Desk(campaign), person(campaign, "Ann")
        answer_all(campaign, ann, desk.next(ann(), 20), right)
        answer_all(campaign, ann, desk.next(ann(), 20), wrong)
        desk.next(ann(), 20)
        before = vars(campaign.counts()), ann().state, labels(campaign).n_pairs
    with open_campaign(source) as campaign:
        with campaign._database.writing() as connection:
            rebuild(connection)
        ann = person(campaign, "Ann")
        assert (vars(campaign.counts()), ann().state, labels(campaign).n_pairs) == before
        assert campaign.entrance.n_batches(ann().pseudonym) == 2


def test_answers_to_an_exam_and_to_tests_are_over_when_these_have_ended(source):
    with made(source, *learning("exam", d1="Related")) as campaign:
        desk, who = Desk(campaign), person(campaign)
        [held] = desk.next(who(), 5).held
        campaign.record(who().pseudonym, held.key, held.task, {"answer": "Related"})
        desk.next(who(), 5)
        with pytest.raises(TaskTakenBack, match="this part is over"):
            campaign.record(who().pseudonym, "later-key", held.task, {"answer": None}, replaces=held.key)


def test_an_answer_after_an_exclusion_is_not_counted(source):
    with made(source) as campaign:
        desk, who = Desk(campaign), person(campaign)
        [held] = desk.next(who(), 1).held
        campaign.entrance.bar(who().pseudonym, "owner")
        with pytest.raises(TaskTakenBack):
            campaign.record(who().pseudonym, held.key, held.task, {"answer": "Related"})
        assert (desk.next(who(), 1).state, campaign.counts().answered) == ("barred", 0)


def test_a_made_test_is_a_known_answer_against_a_passage_that_shares_no_content_word_with_the_query():
    """Against every pair of the world, one by one."""
    queries = {"q1": "bread that rises", "q2": "tall giraffes", "q3": "the of and"}
    texts = {
        "d1": "Yeast makes bread rise.",
        "d2": "A giraffe eats bread.",
        "d3": "Giraffes are tall.",
        "d4": "Rising costs of rent.",
    }
    passages = {"q1": ["d1"], "q2": ["d2", "d3"], "q3": ["d4"]}
    known = {"q1": "d1", "q2": "d3", "q3": "d4"}
    for seed in range(20):
        tests = made_tests(known, passages, texts, queries, seed)
        # Of q1 d2 has bread and d4 rises (by its stem); of q2 d1 and d4 are left; q3 has no content word.
        assert [(task.query, task.expected) for task in tests] == [("q1", "d1"), ("q2", "d3")]
        assert set(tests[0].docs) == {"d1", "d3"}
        assert set(tests[1].docs) - {"d3"} <= {"d1", "d4"}
    assert len({made_tests(known, passages, texts, queries, seed)[1].docs for seed in range(20)}) == 2, "drawn"
