"""Candidates: passages that may show who belongs to a group, tables for people to fill in, and what these show."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from irassay.errors import InputError, UsageError, cut
from irassay.evidence.nouns import Group
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import read_table
from irassay.messages import plural
from irassay.record import Record

MOST_REFERENCES = 10_000  # to one member, of a group that is kept
_PARTS = "\x1f"  # no title has it
YES, NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")
HEADING = ("query", "doc", "group", "member", "question", "passage", "answer")
LEAST_EVIDENCE = 5  # pieces, of a group that is kept
QUESTION_VERSION = "belongs-1"  # of the words below
QUESTION = (
    "You collect every passage that confirms that {member} belongs to “{group}”: it says so, or leaves no doubt about "
    "it. Would you keep this passage?"
)
BETWEEN = " » "  # the parts of a group's path


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


def filled_in(path: str) -> Iterator[tuple[str, str, str, bool]]:
    """The line, the query, the document and the answer of each row that has one."""
    problems = Problems(path)
    table = read_table(path, "answers", problems, {"answer": "grade"})
    problems.raise_if_any()
    seen: dict[tuple[str, str], tuple[int, bool]] = {}
    for number, *row in zip(table.lines, *(table.roles[role] for role in ("query", "doc", "grade")), strict=True):
        query, doc, said = (cell.strip() for cell in row)
        if not said:
            continue
        if said.lower() not in (*YES, *NO):
            raise InputError(f"{cut(path)}, line {number}: the answer {cut(said)}, expected yes, no or nothing")
        answer = said.lower() in YES
        first, before = seen.setdefault((query, doc), (number, answer))
        if before != answer:
            raise InputError(
                f"{cut(path)}, lines {first} and {number} differ on {cut(query)} {cut(doc)}; leave one, or judge in a "
                "campaign with --overlap 2"
            )
        yield f"line {number}", query, doc, answer


def with_answers(path: str, rows: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Rows of `HEADING` with the answers that a table of them has there; InputError where one is in no row."""
    try:
        there = filled_in(path) if os.path.exists(path) else ()
        given = {(query, doc): "yes" if answer else "no" for _, query, doc, answer in there}
    except (InputError, UsageError) as error:
        raise InputError(f"{error}: mend it or move it away; nothing was changed") from None
    if lost := given.keys() - {(row[0], row[1]) for row in rows}:
        raise InputError(
            f"{cut(path)} has {plural(len(lost), 'answer')} to what is asked no more: move it away; nothing was changed"
        )
    return ((*row, given.get((row[0], row[1]), "")) for row in rows)


class Evidence(Record):
    """What answers make of candidates."""

    kept: Sequence[Candidate]  # evidence, in the order of the candidates
    open: Sequence[Candidate]  # those without an answer
    few: Mapping[str, int]  # groups with less evidence than is asked for -> how many passages of theirs are evidence


def question(group: Group, member: str) -> str:
    """What is asked about a passage.

    >>> question(Group(path=("List of owls", "Name"), members=()), "Barn owl")[:64]
    'You collect every passage that confirms that Barn owl belongs to'
    """
    return QUESTION.format(member=member, group=BETWEEN.join(group.path))


def identify(
    found: Iterable[Candidate], answers: Mapping[tuple[str, str, str], bool], *, least: int = LEAST_EVIDENCE
) -> Evidence:
    """The evidence among candidates.

    Parameters
    ----------
    found : iterable of Candidate
    answers : mapping of (group, member, passage) to bool
        Whether the passage is kept.
    least : int
        Groups with fewer passages of evidence are named in `few`.

    Notes
    -----
    *Source* Rassin et al., 2024, sections 2.4 and 2.5: a passage is relevant where it is evidence for any member.

    Examples
    --------
    >>> one = Candidate(group="g", member="Barn owl", passage="Vole")
    >>> found = identify([one], {("g", "Barn owl", "Vole"): True})
    >>> len(found.kept), dict(found.few)
    (1, {'g': 1})
    """
    kept, still_open = [], []
    n: dict[str, set[str]] = {}
    for one in found:
        n.setdefault(one.group, set())
        said = answers.get((one.group, one.member, one.passage))
        if said is None:
            still_open.append(one)
        elif said:
            kept.append(one)
            n[one.group].add(one.passage)
    few = {group: len(passages) for group, passages in n.items() if len(passages) < least}
    return Evidence(kept=kept, open=still_open, few=few)
