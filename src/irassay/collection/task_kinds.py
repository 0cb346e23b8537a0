"""Kinds of judging tasks: how many documents each shows, and what people choose from. The page's words are its own."""

from __future__ import annotations

from dataclasses import dataclass

from irassay.errors import UsageError, cut

LEFT, RIGHT, EQUAL = "Left", "Right", "Equal"  # of a pair: which is better
NO, YES, NEITHER = "No", "Yes", "Neither answers"  # of an anchor: whether a document is as good as the known answer
NONE = "None"  # of a list: no document answers; else the place of the best one, "1" to "12"
_PLACE_KEYS = "123456789abc"


@dataclass(frozen=True)
class Choice:
    """One answer that can be given, the key that gives it, and the sentence that says when."""

    name: str
    key: str
    sentence: str


@dataclass(frozen=True)
class TaskKind:
    """A kind of task."""

    name: str
    fewest: int  # documents that a task shows; most as well
    most: int
    has_order: bool  # False: documents are shown in each person's own order


KINDS = {
    kind.name: kind
    for kind in (
        TaskKind("graded", fewest=1, most=1, has_order=True),
        TaskKind("pair", fewest=2, most=2, has_order=False),
        TaskKind("anchor", fewest=2, most=2, has_order=True),
        TaskKind("best", fewest=2, most=len(_PLACE_KEYS), has_order=False),
    )
}
_PAIR = (
    Choice(LEFT, "←", "The passage on the left answers the question better."),
    Choice(EQUAL, "T", "Neither answers the question better than the other."),
    Choice(RIGHT, "→", "The passage on the right answers the question better."),
)
_ANCHOR = (
    Choice(NO, "←", "The known answer is better than the new passage."),
    Choice(NEITHER, "0", "Neither the known answer nor the new passage answers the question."),
    Choice(YES, "→", "The new passage answers the question at least as well as the known answer."),
)
_NOTHING = Choice(NONE, "0", "No passage of the list answers the question.")


def kind_of(name: str) -> TaskKind:
    """The kind of that name; UsageError where there is none.

    >>> kind_of("best").most
    12
    """
    if name not in KINDS:
        raise UsageError(f"expected a kind of task among {', '.join(KINDS)}, but got {cut(name)}")
    return KINDS[name]


def choices(kind: str, n_docs: int, *, equal: bool) -> tuple[Choice, ...]:
    """What people choose from in a task of a pair, a known answer ("anchor") or a list ("best"); grades have scales of
    their own. `equal` says whether the two documents of a pair may be called equal.

    >>> [(choice.name, choice.key) for choice in choices("pair", 2, equal=False)]
    [('Left', '←'), ('Right', '→')]
    >>> [choice.name for choice in choices("best", 3, equal=True)]
    ['1', '2', '3', 'None']
    """
    if kind == "pair":
        return tuple(choice for choice in _PAIR if equal or choice.name != EQUAL)
    if kind == "anchor":
        return _ANCHOR
    places = (Choice(str(i), key, "") for i, key in enumerate(_PLACE_KEYS[:n_docs], start=1))
    return (*places, _NOTHING)
