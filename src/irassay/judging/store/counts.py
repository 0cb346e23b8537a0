"""How far a campaign is, and what there is for a person."""

from __future__ import annotations

from irassay.record import Record


class Counts(Record):
    """How far a campaign is: tasks, answers that they want, and answers that stand."""

    tasks: int
    wanted: int
    answered: int


class Offer(Record):
    """What there is for a person: tasks done, those that want the person's answer, and who has them."""

    done: int
    left: int  # those that want an answer of this person
    held: list[str]  # of these, what the person holds and has not at hand
    blocked: set[str]  # of these, what others hold
    free: int  # of these, what nobody else holds and the person has not
