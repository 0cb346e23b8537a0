"""A model's preferences beside people's. Oracles: the published counts of one track, and judgments counted by hand."""

from __future__ import annotations

from irassay.agreement import pair_agreement
from irassay.collection.preferences import Comparison, Preferences
from irassay.formats import read_preferences
from tests.collections_at_hand import collection, need


def said(*pairs, query="q"):
    """Preferences of pairs: ``ab`` where a is better, ``a=b`` for a tie."""
    return Preferences([Comparison(query, {p[0]: 1 + ("=" not in p), p[-1]: 1}) for p in pairs])


def test_a_model_beside_the_majority_of_people():
    """The counts that the collection's own description of these 11,681 judgments gives."""
    folder = need(collection("trec-dl-2021-passage") / "preferences")
    people = read_preferences(folder / "human.human.xz")
    of = pair_agreement(read_preferences(folder / "judge.human.xz"), people)
    assert (of.agree, of.disagree, of.ties, of.ties_of_reference, of.unjudged) == (4_134, 2_365, 2_423, 494, 2_265)
    assert (of.alone, of.n) == (0, 11_681)


def test_each_judgment_of_one_side_is_in_one_count():
    people = said("ab", "ab", "ba", "cd", "dc", "ef")
    of = pair_agreement(said("ba", "ab", "cd", "e=f", "xy"), people)
    assert (of.agree, of.disagree, of.ties, of.ties_of_reference, of.unjudged, of.alone) == (1, 1, 1, 1, 0, 1)
    assert (of.n, of.share) == (5, 0.5)


def test_the_same_documents_of_another_query_are_another_pair():
    of = pair_agreement(said("ab", query="r"), said("ab"))
    assert (of.alone, of.n, of.share) == (1, 1, None)
