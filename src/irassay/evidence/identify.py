"""Identification: which candidates show that a member belongs to its group, by the answers of people or of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from irassay.evidence.candidates import Candidate
from irassay.evidence.nouns import Group
from irassay.record import Record

LEAST_EVIDENCE = 5  # pieces, of a group that is kept
QUESTION_VERSION = "belongs-1"  # of the words below
QUESTION = (
    "You collect every passage that confirms that {member} belongs to “{group}”: it says so, or leaves no doubt about "
    "it. Would you keep this passage?"
)
BETWEEN = " » "  # the parts of a group's path


class Evidence(Record):
    """What answers make of candidates.

    Attributes
    ----------
    kept : sequence of Candidate
        Evidence, in the order of the candidates.
    open : sequence of Candidate
        Candidates without an answer.
    few : mapping of str to int
        Groups with less evidence than is asked for -> how many passages of theirs are evidence.
    """

    kept: Sequence[Candidate]
    open: Sequence[Candidate]
    few: Mapping[str, int]


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
