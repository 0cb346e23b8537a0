"""Candidates: passages that may show that a member belongs to its group."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from irassay.evidence.nouns import Group
from irassay.record import Record

MOST_REFERENCES = 10_000  # to one member, of a group that is kept
_PARTS = "\x1f"  # no title has it


class Candidate(Record):
    """A passage that may show that a member belongs to a group."""

    group: str  # the id
    member: str
    passage: str


class Found(Record):
    """The candidates of groups, in the order of groups, members and passages; and the groups that are left out, by id,
    with the member that has too many references and how many these are."""

    candidates: Sequence[Candidate]
    crowded: Mapping[str, tuple[str, int]]


def id_of(group: Group) -> str:
    """A group's id: the same whatever other groups there are.

    >>> id_of(Group(path=("List of owls", "Name"), members=()))
    'gc5f8e2fc428'
    """
    return "g" + hashlib.sha256(_PARTS.join(group.path).encode()).hexdigest()[:11]


def candidates(
    groups: Iterable[Group],
    passages: Iterable[tuple[str, str]],
    links: Iterable[tuple[str, str]],
    *,
    mentions: Iterable[tuple[str, str]] = (),
    resolve: Callable[[str], str] = str,
    most: int = MOST_REFERENCES,
) -> Found:
    """The passages of groups' members, and those that link to one, or name one.

    Parameters
    ----------
    groups : iterable of Group
    passages : iterable of (passage, article)
        Ids of all passages, each with the title of its article.
    links : iterable of (passage, title)
        What passages link to.
    mentions : iterable of (passage, title)
        What passages name without a link, as `mentions` finds it.
    resolve : callable
        An alias's title -> that of its article; any other title -> itself.
    most : int
        Groups with a member that more passages link to are left out.

    Returns
    -------
    Found

    Notes
    -----
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, section 2.3.

    Examples
    --------
    >>> owls = Group(path=("List of owls", "Name"), members=("Barn owl", "Snowy owl"))
    >>> found = candidates([owls], [("Barn_owl", "Barn owl")], [("Vole", "Tyto alba"), ("Vole", "Fox")],
    ...                    resolve={"Tyto alba": "Barn owl"}.get)
    >>> [(one.member, one.passage) for one in found.candidates]
    [('Barn owl', 'Barn_owl'), ('Barn owl', 'Vole')]
    """
    groups = list(groups)
    of: dict[str, dict[str, None]] = {member: {} for group in groups for member in group.members}
    references = dict.fromkeys(of, 0)
    for passage, article in passages:
        if article in of:
            of[article][passage] = None
    for passage, title in links:
        member = resolve(title) or title
        if member in of:
            references[member] += 1
            if references[member] <= most:
                of[member][passage] = None
    for passage, title in mentions:
        if title in of:
            of[title][passage] = None
    crowded = {}
    for group in groups:
        over = next((member for member in group.members if references[member] > most), None)
        if over is not None:
            crowded[id_of(group)] = over, references[over]
    found = [
        Candidate(group=key, member=member, passage=passage)
        for group in groups
        if (key := id_of(group)) not in crowded
        for member in group.members
        for passage in of[member]
    ]
    return Found(candidates=found, crowded=crowded)
