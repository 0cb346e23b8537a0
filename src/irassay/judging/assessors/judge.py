"""A model that judges: questions in, verdicts out, and its calls in a log. Who asks, keeps and pays is `asking`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import permutations
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from irassay.collection.judging_scales import JudgingScale
from irassay.collection.task_kinds import EQUAL, LEFT, kind_of
from irassay.judging.store.entries import Entry
from irassay.judging.store.models import ASK
from irassay.judging.store.said import JUDGING
from irassay.record import Record

BOUND = ("model", "prompt_sha256", "temperature", "max_tokens", "url", "reply")  # with another of these: another judge
ANSWERED, UNPARSABLE, FAILED = STATES = "answered", "unparsable", "failed"
FREE = Decimal(0)
UNASKED = "open"  # the state of what was never asked, or is worth asking once more
INCONSISTENT = "inconsistent"  # of a pair that can't be equal: the order of the two changes what is preferred
TRIES = 2  # what is not answered is asked once more, then listed


class Question(Record):
    """One thing that a model is asked."""

    task: str  # id of the campaign's task
    kind: str  # one of `task_kinds`
    query: str
    query_text: str
    docs: Sequence[str]  # in the order in which the model sees them
    doc_texts: Sequence[str]
    choices: Sequence[str]  # names of possible answers: points of the scale, or Left, Equal, Right
    scale: JudgingScale  # of a graded task; has the grade of each name
    judging_pass: int  # from 1: for which time this model judges the task


class Verdict(Record):
    """What came back of a question."""

    state: str  # answered, unparsable (in another form) or failed (no answer)
    answer: str | None = None  # one of the question's choices
    raw: str = ""  # the reply as it came; "" where none came
    reason: str = ""  # why it is unparsable or failed
    again: bool = False  # whether it is worth asking once more
    cost: Decimal = FREE  # at most, in the currency of the price
    facts: Mapping[str, Any] = MappingProxyType({})  # whatever else the log is to keep, such as tokens


class Judge(Protocol):
    """A model that judges. An object with these names is one: no class is to be inherited."""

    name: str  # as which assessor it answers in a campaign
    settings: dict[str, Any]  # that the log has beside each answer: model, prompt, prompt_sha256 and others
    is_priced: bool  # whether `most_cost` is known: without it there is no budget
    is_fixed: bool  # whether other settings under this name are an error
    passes: int  # how often it judges each task
    at_once: int  # questions of one call of `judge`
    concurrency: int  # calls at a time, in threads

    def check_kind(self, kind: str) -> None:
        """Raise a UsageError where it can't judge tasks of this kind."""

    def most_cost(self, question: Question) -> Decimal:
        """What a question costs at most; 0 where nothing is paid."""

    def judge(self, questions: Sequence[Question]) -> Iterable[Verdict]:
        """A verdict for each question, in their order; NoJudge where nothing more can be asked."""


def answered(answer: str, raw: str) -> Verdict:
    """A verdict in the form that was asked for."""
    return Verdict(state=ANSWERED, answer=answer, raw=raw)


def unparsable(raw: str, reason: str, cost: Decimal = FREE, facts: Mapping[str, Any] | None = None) -> Verdict:
    """A reply in another form; it is asked for once more."""
    return Verdict(state=UNPARSABLE, raw=raw, reason=reason, again=True, cost=cost, facts=facts or {})


def failed(reason: str, cost: Decimal = FREE, *, again: bool = False) -> Verdict:
    """No reply, or none that could be read to its end."""
    return Verdict(state=FAILED, reason=reason, again=again, cost=cost)


class Call(NamedTuple):
    """One question of a task: in which pass, and the documents in the order in which they are shown."""

    task: str
    judging_pass: int
    shown: tuple[str, ...]


class Reply:
    """What became of a call so far: `n_asked` counts how often it was sent, `n_tried` those since it was asked anew."""

    __slots__ = ("answer", "n_asked", "n_tried", "reason", "state", "worth_again")

    def __init__(self) -> None:
        self.n_asked = 0
        self.n_tried = 0
        self.state = UNASKED
        self.reason = ""
        self.answer: str | None = None
        self.worth_again = True

    @property
    def is_open(self) -> bool:
        """Whether it is to be sent, without being asked for again."""
        return self.state != ANSWERED and self.worth_again and self.n_tried < TRIES

    def sent(self, n_tried: int) -> None:
        """It is on its way: until something comes back, nothing has."""
        self.n_asked += 1
        self.n_tried = n_tried
        self.state, self.reason, self.worth_again = FAILED, JUDGING("reply.lost"), False

    def came(self, state: str, answer: str | None, reason: str, worth_again: bool) -> None:
        """This came back."""
        self.state, self.answer, self.reason, self.worth_again = state, answer, reason, worth_again

    def ask_anew(self) -> None:
        """Send it again, as if it had never been sent."""
        self.n_tried, self.worth_again = 0, True


class AskedCalls:
    """The calls of a model, and what they have cost at most."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.replies: dict[Call, Reply] = {}
        self.sources: set[tuple[tuple[str, Any], ...]] = set()  # the settings with which it has answered
        reserved: dict[str, Decimal] = {}
        spent = Decimal(0)
        for entry in entries:
            body = entry.content
            reply = self.reply(Call(str(entry.task), body["pass"], tuple(body["shown"])))
            if entry.kind == ASK:
                reply.sent(body["try"])
                reserved[entry.key] = Decimal(body["most_cost"])
            else:
                reply.came(body["state"], body.get("answer"), body.get("reason", ""), body.get("again", False))
                reserved.pop(body["ask"], None)
                spent += Decimal(body["cost"])
                if body["state"] == ANSWERED:
                    self.sources.add(tuple((name, body[name]) for name in BOUND if name in body))
        self.spent = spent + sum(reserved.values())  # what was on its way when the program ended may have been charged

    def other_settings(self, settings: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """A setting of each other judge that has answered under this name, which is not as these are."""
        unlike = ([(name, value) for name, value in one if settings.get(name, value) != value] for one in self.sources)
        return sorted((some[0] for some in unlike if some), key=str)

    def reply(self, call: Call) -> Reply:
        """What became of a call so far."""
        return self.replies.setdefault(call, Reply())

    def state_of(self, calls: Sequence[Call]) -> str:
        """The state of a task with these calls: answered where all of them are."""
        states = [UNASKED if (reply := self.reply(call)).is_open else reply.state for call in calls]
        return next((state for state in (FAILED, UNPARSABLE, UNASKED) if state in states), ANSWERED)


def preferred_of(answer: str, shown: Sequence[str]) -> str | None:
    """The document of a pair that an answer prefers; None where it calls the two equal."""
    return None if answer == EQUAL else shown[0] if answer == LEFT else shown[1]


def calls_of(task: str, kind: str, docs: Sequence[str], passes: int) -> Iterator[Call]:
    """The calls of a task: one a pass; of a pair two, since both orders are asked."""
    orders = list(permutations(docs)) if kind_of(kind).both_orders else [tuple(docs)]
    for judging_pass in range(1, passes + 1):
        for shown in orders:
            yield Call(task, judging_pass, tuple(shown))
