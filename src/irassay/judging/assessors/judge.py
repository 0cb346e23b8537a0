"""A model that judges: questions in, verdicts out. Who asks, keeps and pays is `asking`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from irassay.collection.judging_scales import JudgingScale
from irassay.record import Record

BOUND = ("model", "prompt_sha256", "temperature", "max_tokens", "url", "reply")  # with another of these: another judge
ANSWERED, UNPARSABLE, FAILED = STATES = "answered", "unparsable", "failed"
FREE = Decimal(0)


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
    answer: str | None  # one of the question's choices
    raw: str  # the reply as it came; "" where none came
    reason: str  # why it is unparsable or failed
    again: bool  # whether it is worth asking once more
    cost: Decimal  # at most, in the currency of the price
    facts: Mapping[str, Any]  # whatever else the log is to keep, such as tokens


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


def answered(answer: str, raw: str, cost: Decimal = FREE, facts: Mapping[str, Any] | None = None) -> Verdict:
    """A verdict in the form that was asked for."""
    return Verdict(
        state=ANSWERED, answer=answer, raw=raw, reason="", again=False, cost=cost, facts=facts or {}
    )  # fmt: skip


def unparsable(raw: str, reason: str, cost: Decimal = FREE, facts: Mapping[str, Any] | None = None) -> Verdict:
    """A reply in another form; it is asked for once more."""
    return Verdict(
        state=UNPARSABLE, answer=None, raw=raw, reason=reason, again=True, cost=cost, facts=facts or {}
    )  # fmt: skip


def failed(reason: str, cost: Decimal = FREE, *, raw: str = "", again: bool = False) -> Verdict:
    """No reply, or none that could be read to its end."""
    return Verdict(state=FAILED, answer=None, raw=raw, reason=reason, again=again, cost=cost, facts={})
