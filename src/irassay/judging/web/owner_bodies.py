"""Bodies of the owner's requests and answers, as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from irassay.judging.web.bodies import Body, Option, Shown
from irassay.judging.web.dashboard_figures import Figures


class Named(Body):
    """A person to invite."""

    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
    role: Literal["assessor", "owner"] = "assessor"


class Invited(Body):
    """A person, and the link that nobody is shown again."""

    name: str
    role: str
    link: str


class Stopping(Body):
    """Whether an owner has stopped a person, or paused all."""

    stopped: bool


class Somebody(Body):
    """A person of the campaign. `name` is null once it is forgotten."""

    pseudonym: str
    name: str | None
    role: str
    state: str
    has_link: bool
    answered: int
    skipped: int
    held: int
    is_you: bool


class Now(Body):
    """All that the owner's page shows. `figures` are of the log's entry that they name."""

    campaign: str
    kind: str
    time: str
    paused: bool
    tasks: int
    wanted: int
    answered: int
    held: int
    tests: int  # of batches
    minutes_left: float | None
    people: list[Somebody]
    runs: int
    computing: bool
    trouble: str
    figures: Figures | None


class Test(Body):
    """A test of batches, with the agreed answer."""

    query: str
    docs: list[Shown]
    agreed: str


class Case(Body):
    """A task on which people differ, without what they said: the owner judges first."""

    task: str
    kind: str
    query: str
    docs: list[Shown]
    options: list[Option]
    label: str  # that is to be checked, in words
    n_answers: int


class Cases(Body):
    """How many such tasks wait, and the first of them."""

    waiting: int
    first: Case | None


class Adjudicating(Body):
    """The owner's answer."""

    answer: Annotated[str, Field(max_length=200)]


class Said(Body):
    """What one person has answered; of documents side by side, the number of the document."""

    person: str
    answer: str


class Adjudicated(Body):
    """The entry of an owner's answer, and what the others said."""

    entry: int
    answers: list[Said]
