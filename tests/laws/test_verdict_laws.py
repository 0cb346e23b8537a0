"""Laws of verdicts: names, order of lines and threads change none; a pair turned round has the opposite answer."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import Qrels, settle
from irassay.formats import read_qrels, read_runs
from irassay.verdict.pair import REQUIRE
from simulations.unequal_worlds import MISSING, TRUTHS, labelled, world
from tests.laws.test_bounds import long_collection
from tests.laws.test_names_of_documents import renamed, renamed_labels
from tests.plain.small import runs_of

TURNED = {"better": "worse", "worse": "better", "undecided": "undecided", "tied": "tied"}
DECIDED = ("better", "worse")
SHARES = (1.0, 0.9, 0.6, 0.3)


@st.composite
def small(draw, *, most_systems=4):
    """(labels, lists): a few systems on ten queries, of which the first often leads; few or nearly all are judged."""
    n_judged = draw(st.sampled_from([4, 8, 14]))
    labels, lists = long_collection(
        draw(st.integers(0, 999)),
        n_systems=draw(st.integers(2, most_systems)),
        length=8,
        n_docs=15,
        n_queries=10,
        n_judged=n_judged,
    )
    if draw(st.booleans()):
        for query, docs in lists["s0"].items():
            docs.sort(key=lambda doc: -labels[query].get(doc, 0))
    if draw(st.integers(0, 4)) == 0:
        labels = {q: {d: g for d, g in of.items() if g > 0} or {"none": 0} for q, of in labels.items()}
    return labels, lists


@st.composite
def planted(draw):
    """(labels, lists) of one world of the study with labels missing, so that every answer occurs."""
    of = world(draw(st.sampled_from(TRUTHS)), draw(st.integers(0, 9)), seed=3)
    shares = (draw(st.sampled_from(SHARES)) for _ in range(2))
    left = labelled(of, draw(st.sampled_from(MISSING)), *shares, np.random.default_rng(draw(st.integers(0, 99))))
    return {query: dict(left.grades(query)) for query in left.queries}, of.lists


collections = st.one_of(small(), planted())


def verdict(labels, lists, measure="nDCG@10", *, threads=1):
    return settle(Qrels.from_dict(labels), runs_of(lists), measure, n_resamples=500, seed=2, threads=threads)


def pairs_of(one):
    """Everything about every pair, by names, as text: not a number is equal to itself."""
    found = {}
    for i, a in enumerate(one.systems):
        for j, b in enumerate(one.systems):
            if i != j:
                pair = one.pair(a, b)
                labels = pair.labels
                found[a, b] = repr(
                    (
                        *(pair.answer(require) for require in REQUIRE),
                        *(pair.strength, pair.unlikely),
                        labels and (labels.agreeing, labels.n_draws, labels.low, labels.high),
                        *(pair.queries.difference, pair.queries.p_corrected, pair.judged, pair.estimate),
                    )
                )
    return found


@settings(max_examples=20)
@given(case=collections)
def test_renamed_documents_change_no_verdict(case):
    labels, lists = case
    again = {s: {q: [renamed(doc) for doc in docs] for q, docs in of.items()} for s, of in lists.items()}
    assert pairs_of(verdict(renamed_labels(labels), again)) == pairs_of(verdict(labels, lists))


@settings(max_examples=15)
@given(case=collections, measure=st.sampled_from(["nDCG@10", "P@5", "AP"]))
def test_one_thread_and_two_have_the_same_verdict(case, measure):
    assert pairs_of(verdict(*case, measure, threads=2)) == pairs_of(verdict(*case, measure))


@pytest.mark.parametrize("truth", ["better", "worse"])
def test_shuffled_lines_change_no_verdict(tmp_path, truth):
    of = world(truth, 0, seed=3)
    left = labelled(of, "by a pool of both", 0.9, 0.5, np.random.default_rng(0))
    files = {"qrels": [f"{q} 0 {d} {g}\n" for q in left.queries for d, g in left.grades(q).items()]}
    for s, lists in of.lists.items():
        files[s] = [f"{q} Q0 {d} {r} {-r} {s}\n" for q, docs in lists.items() for r, d in enumerate(docs, 1)]
    found = []
    for shuffled in (lambda lines: lines, lambda lines: random.Random(4).sample(lines, len(lines))):
        for name, lines in files.items():
            (tmp_path / name).write_text("".join(shuffled(lines)))
        runs = read_runs([tmp_path / "new", tmp_path / "old"])
        found.append(settle(read_qrels(tmp_path / "qrels"), runs, "nDCG@10", n_resamples=500))
    assert pairs_of(found[0]) == pairs_of(found[1])
    assert found[0].pair("new", "old").answer() == truth


@settings(max_examples=25)
@given(case=collections, measure=st.sampled_from(["nDCG@10", "P@5", "RR", "Bpref"]))
def test_a_pair_turned_has_the_answer_turned(case, measure):
    one = verdict(*case, measure)
    for i, a in enumerate(one.systems):
        for b in one.systems[i + 1 :]:
            pair, turned = one.pair(a, b), one.pair(b, a)
            assert pair.strength == turned.strength
            for require in REQUIRE:
                assert turned.answer(require) == TURNED[pair.answer(require)]
                assert turned.better(require) == pair.better(require)
                if pair.ahead:
                    assert turned.sentence(require) == pair.sentence(require), "the one ahead stands first"


@settings(max_examples=25)
@given(case=collections, measure=st.sampled_from(["nDCG@10", "P@5", "RR", "Bpref"]))
def test_what_is_required_more_strictly_is_answered_less_often_and_never_otherwise(case, measure):
    one = verdict(*case, measure)
    for i, a in enumerate(one.systems):
        for j, b in enumerate(one.systems[:i]):
            pair = one.pair(a, b)
            proved, likely, taken = (pair.answer(require) for require in REQUIRE)
            assert proved in (likely, "undecided")
            assert likely in (taken, "undecided")
            if pair.strength == "proved":
                assert proved == likely == taken
            if proved in DECIDED:
                assert pair.strength == "proved"
            if likely in DECIDED:
                assert pair.strength in ("proved", "likely")
            if one.draws is None:
                assert pair.strength != "likely"
                assert proved == likely
            for require in REQUIRE:
                assert one.decides(i, j, require=require) == (pair.answer(require) in DECIDED)


def test_nothing_is_likely_where_nothing_can_be_drawn():
    of = world("better", 0, seed=3)
    positive = {query: {doc: grade for doc, grade in docs.items() if grade > 0} for query, docs in of.labels.items()}
    labels = {query: docs for query, docs in positive.items() if docs}
    for measure, why in (("nDCG@10", "positive only"), ("Bpref", "no bounds")):
        one = verdict(labels, of.lists, measure)
        assert one.draws is None
        pair = one.pair("new", "old")
        assert (pair.unlikely, pair.strength in ("", "proved", "open", "not known")) == (why, True)
        assert pair.answer() == pair.answer("proved")


@settings(max_examples=15)
@given(case=small(most_systems=5))
def test_a_system_more_turns_no_answer_into_its_opposite(case):
    labels, lists = case
    few = dict(list(lists.items())[:2])
    one, more = verdict(labels, few).pair("s0", "s1"), verdict(labels, lists).pair("s0", "s1")
    for require in REQUIRE:
        assert {one.answer(require), more.answer(require)} != {"better", "worse"}
        assert (one.answer(require) == "tied") == (more.answer(require) == "tied")


def test_the_collections_of_these_laws_have_every_answer():
    """So that no law above holds for want of cases."""
    said = set()
    for truth, old, new in (("better", 1.0, 1.0), ("better", 0.6, 0.6), ("worse", 0.9, 0.6), ("equal", 0.9, 0.3)):
        of = world(truth, 1, seed=3)
        left = labelled(of, "at random", old, new, np.random.default_rng(1))
        pair = settle(left, of.runs, "nDCG@10", n_resamples=500, threads=1).pair("new", "old")
        said.add((pair.strength, pair.answer("proved"), pair.answer(), pair.answer("taken")))
    assert ("proved", "better", "better", "better") in said
    assert ("likely", "undecided", "better", "better") in said
    assert ("likely", "undecided", "worse", "worse") in said
    assert ("open", "undecided", "undecided", "worse") in said
