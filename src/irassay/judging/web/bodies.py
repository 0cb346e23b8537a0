"""Bodies of requests and answers, of the judging page and of the owner's, as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from irassay.judging.assessors.desk import State
from irassay.judging.assessors.entering import Outcome, Stage
from irassay.judging.store.answers import LONGEST_TIME
from irassay.judging.store.oversight import Member
from irassay.judging.web.dashboard_figures import Figures

MOST_TASKS = 20  # given at once
LONGEST_NOTE = 10_000  # characters
Short = Annotated[str, Field(max_length=200)]
Name = Annotated[Short, Field(pattern=r"^[^\x00]*$")]  # that the database is asked for
Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]  # as a browser counts
Milliseconds = Annotated[int, Field(ge=0, le=LONGEST_TIME)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")]  # of a task, or the key of an answer


class Body(BaseModel):
    """A body whose names are all known."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Problem(Body):
    """Why a request was refused."""

    detail: str


class Having(Body):
    """The tasks that a browser has already."""

    holding: Annotated[list[Id], Field(max_length=1000)] = []


class Pausing(Body):
    """Whether a person pauses, or goes on."""

    paused: bool


class Sent(Body):
    """An answer, a skip, or an answer taken back (null), and how it came about; `marks` and `differences` were on while
    it was read, `aside` are places of a list set aside, which says nothing of their documents."""

    task: Id
    answer: Short | None = None
    skip: Short | None = None
    replaces: Id | None = None
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] | None = None
    ms_active: Milliseconds | None = None
    ms_wall: Milliseconds | None = None
    share_seen: Annotated[float, Field(ge=0, le=1)] | None = None
    layout: Annotated[dict[Short, Short | Whole | float | bool], Field(max_length=20)] = {}
    marks: bool = False
    differences: bool = False
    aside: Annotated[list[Short], Field(max_length=12)] = []
    guideline: Whole | None = None
    client_time: Short | None = None
    page: Short | None = None

    def content(self) -> dict[str, Any]:
        """What the log keeps: all that was sent but task and chain, which have columns of their own."""
        given = self.model_dump(exclude={"task", "replaces"}, exclude_unset=True)
        return given if self.skip is None else {name: value for name, value in given.items() if name != "answer"}


class Acknowledged(Body):
    """The entry of the log that an answer has become; in practice the agreed answer too."""

    entry: int
    time: str
    agreed: str | None = None


class Option(Body):
    """One choice, and the key that makes it."""

    name: str
    key: str
    grade: int | None = None  # that it stores; null where it is none of a scale


class Shown(Body):
    """A document as it is shown: of several, in the order of their sides or places."""

    text: str


class Given(Body):
    """A task as it is shown: no id of a document, and nothing that tells where it came from."""

    task: str
    key: str
    kind: str
    query: str
    query_id: str
    docs: list[Shown]
    options: list[Option]
    label: str  # that is to be checked, in words
    place: int
    of: int
    query_place: int | None = None  # of `queries`, where a query's tasks come together; null elsewhere
    queries: int | None = None
    place_in_query: int | None = None
    of_query: int | None = None
    until: str
    guideline: int


class Tasks(Body):
    """What a person is to do now; `consent` is a text to agree to first, `reason` why one is barred, `completion` where
    a platform wants people to go at the end."""

    state: State
    stage: Stage
    person: str
    role: str
    campaign: str
    guideline: int
    tasks: list[Given]
    consent: str | None = None
    reason: str | None = None
    outcomes: list[Outcome] = []
    completion: str | None = None


class Sentence(Body):
    """A choice, and when it is made."""

    name: str
    key: str
    sentence: str


class Guideline(Body):
    """What assessors are told."""

    version: int
    text: str
    options: list[Sentence]


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


@dataclass(frozen=True)
class Somebody(Member):
    """A person of the campaign, as one of its people sees it."""

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
