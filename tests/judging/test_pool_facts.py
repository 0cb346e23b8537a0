"""What a pool says of queries beside their tasks: kept in the log, on both databases."""

from __future__ import annotations

from irassay.collection.tasks import Task
from irassay.judging.assessors import labels
from irassay.judging.store import open_campaign
from irassay.judging.store.pool_facts import PoolFacts, Stratum
from tests.judging_by_hand import DOCS, QUERIES, campaign, person


def facts(made):
    return [(entry.kind, entry.key) for entry in made.log() if entry.kind in ("strata", "ranks")]


def test_facts_that_are_added_again_are_one_entry_and_new_ones_another(source):
    strata = {"q1": {"1-1": Stratum(drawn=["d1"], left=["d2"])}}
    first = PoolFacts(rankings={"q1": {"b": ["d2", "d1"], "a": ["d1"]}}, strata=strata)
    with campaign(source) as made:
        for _ in range(2):
            made.add([], queries={}, docs={}, facts=first)
        assert facts(made) == [("strata", "strata:1:q1"), ("ranks", "ranks:1:q1")]
        made.add([], queries={}, docs={}, facts=PoolFacts(rankings={"q1": {"a": ["d2"]}}))
        assert facts(made)[-1] == ("ranks", "ranks:2:q1")
    with open_campaign(source) as opened:
        assert opened.facts.rankings("q1") == {"a": ["d2"]}
        assert opened.facts.rankings("q2") == {}
        assert opened.facts.strata()["q1"]["1-1"] == Stratum(drawn=["d1"], left=["d2"])


def test_a_stratum_that_is_drawn_from_again_is_one(source):
    with campaign(source) as made:
        for drawn, left in ((["d1"], ["d2", "d3"]), (["d2"], ["d3"])):
            made.add([], queries={}, docs={}, facts=PoolFacts(strata={"q1": {"1-9": Stratum(drawn=drawn, left=left)}}))
        assert made.facts.strata() == {"q1": {"1-9": Stratum(drawn=["d1", "d2"], left=["d3"])}}


def test_tasks_of_other_tables_are_a_stratum_of_their_own(source):
    with campaign(source) as made:
        made.add(
            [Task("graded", "q1", ("d3",))],
            queries=QUERIES,
            docs=DOCS,
            facts=PoolFacts(strata={"q1": {"2-9": Stratum(drawn=["d3"], left=["d9"])}}),
        )
        ann = person(made, "Ann").pseudonym
        for held in made.hold(ann, made.tasks()):
            made.record(ann, held.key, held.task, {"answer": "Related"})
        qrels = labels(made)
    assert qrels.strata == {
        "q1": {"d1": "given", "d2": "given", "d3": "2-9", "d9": "2-9"},
        "q2": {"d1": "given", "d3": "given"},
    }
    assert dict(qrels.grades("q1")) == {"d1": 1, "d2": 1, "d3": 1, "d9": -1}
