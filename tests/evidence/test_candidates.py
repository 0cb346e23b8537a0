"""Candidates and evidence, against definitions written out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence.candidates import Candidate, candidates, id_of, identify
from irassay.evidence.nouns import Group

TITLES = [f"t{i}" for i in range(6)]
GROUPS = st.lists(st.lists(st.sampled_from(TITLES), min_size=1, max_size=4, unique=True), max_size=3).map(
    lambda members: [Group(path=(f"List {i}", "Name"), members=tuple(some)) for i, some in enumerate(members)]
)
LINKS = st.lists(st.tuples(st.sampled_from(["p0", "p1", "p2", "p3"]), st.sampled_from([*TITLES, "alias"])), unique=True)


@given(
    groups=GROUPS,
    links=LINKS,
    most=st.integers(1, 4),
    articles=st.lists(st.sampled_from(TITLES), min_size=4, max_size=4),
)
def test_candidates_are_a_members_own_passages_and_those_that_link_to_it_or_an_alias(groups, links, most, articles):
    """Oracle: each (group, member, passage) asked for by itself."""
    passages = list(zip(["p0", "p1", "p2", "p3"], articles, strict=True))
    leads = {"alias": "t0"}
    found = candidates(groups, passages, links, resolve=lambda title: leads.get(title, title), most=most)
    target = [(passage, leads.get(title, title)) for passage, title in links]
    expected, crowded = set(), set()
    for group in groups:
        if any(sum(title == member for _, title in target) > most for member in group.members):
            crowded.add(id_of(group))
            continue
        for member in group.members:
            own = {passage for passage, article in passages if article == member}
            linking = {passage for passage, title in target if title == member}
            expected |= {(id_of(group), member, passage) for passage in own | linking}
    assert {(one.group, one.member, one.passage) for one in found.candidates} == expected
    assert len(found.candidates) == len(expected), "each once"
    assert set(found.crowded) == crowded


ANSWERS = st.dictionaries(
    st.tuples(st.sampled_from("gh"), st.sampled_from("mn"), st.sampled_from("abc")), st.booleans()
)


@given(answers=ANSWERS, least=st.integers(1, 3))
def test_evidence_is_what_was_kept_for_its_member(answers, least):
    """Oracle: every candidate looked up by itself."""
    every = [Candidate(group=g, member=m, passage=p) for g in "gh" for m in "mn" for p in "abc"]
    found = identify(every, answers, least=least)

    def said(one):
        return answers.get((one.group, one.member, one.passage))

    assert list(found.kept) == [one for one in every if said(one)]
    assert list(found.open) == [one for one in every if said(one) is None]
    sizes = {g: len({one.passage for one in every if one.group == g and said(one)}) for g in "gh"}
    assert dict(found.few) == {g: n for g, n in sizes.items() if n < least}


def test_a_groups_id_is_of_its_path_alone():
    path = ("List of owls", "Name")
    assert id_of(Group(path=path, members=("a",))) == id_of(Group(path=path, members=("b",)))
    assert id_of(Group(path=("List of owls Name",), members=())) != id_of(Group(path=path, members=()))
