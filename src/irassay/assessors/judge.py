"""What a model that judges is: questions in, verdicts out. Who asks, keeps and pays is `asking`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from irassay.collection.judging_scales import JudgingScale
from irassay.record import Record

ANSWERED, UNPARSABLE, FAILED = STATES = "answered", "unparsable", "failed"
FREE = Decimal(0)


class Question(Record):
    """One thing that a model is asked.

    Attributes
    ----------
    task : str
        The id of the campaign's task.
    kind : {"graded", "pair", "anchor", "best"}
    query, query_text : str
    docs, doc_texts : sequence of str
        Ids and texts in the order in which the model sees them.
    choices : sequence of str
        The names of the answers that can be given: points of the scale, or Left, Equal and Right.
    scale : JudgingScale
        Of a graded task; it has the grade of each name.
    judging_pass : int
        From 1: for which time this model judges the task.
    """

    task: str
    kind: str
    query: str
    query_text: str
    docs: Sequence[str]
    doc_texts: Sequence[str]
    choices: Sequence[str]
    scale: JudgingScale
    judging_pass: int


class Verdict(Record):
    """What came back of a question.

    Attributes
    ----------
    state : {"answered", "unparsable", "failed"}
        Answered, in the form that was asked for; else answered in another form, or not at all. Neither of these is a
        grade or a tie.
    answer : str or None
        One of the question's choices, where it was answered.
    raw : str
        The reply as it came; "" where none came.
    reason : str
        Why it is unparsable or failed.
    again : bool
        Whether it is worth asking once more.
    cost : Decimal
        What it may have cost at most, in the currency of the price.
    facts : mapping
        Whatever else the log is to keep, such as tokens.
    """

    state: str
    answer: str | None
    raw: str
    reason: str
    again: bool
    cost: Decimal
    facts: Mapping[str, Any]


class Judge(Protocol):
    """A model that judges. An object with these names is one: no class is to be inherited.

    Attributes
    ----------
    name : str
        As which assessor it answers in a campaign.
    model, prompt, prompt_sha256 : str
        What every answer says of where it comes from. Of a function: its name and the hash of its file.
    is_priced : bool
        Whether `most_cost` is known: without it there is no budget.
    is_fixed : bool
        Whether another model or prompt under this name is an error; else it is counted.
    passes : int
        How often it judges each task.
    at_once, concurrency : int
        How many questions one call of `judge` gets, and how many calls run at a time, in threads.
    """

    name: str
    model: str
    prompt: str
    prompt_sha256: str
    is_priced: bool
    is_fixed: bool
    passes: int
    at_once: int
    concurrency: int

    def check_kind(self, kind: str) -> None:
        """Raise a UsageError where it can't judge tasks of this kind."""

    def most_cost(self, question: Question) -> Decimal:
        """What a question costs at most; 0 where nothing is paid."""

    def judge(self, questions: Sequence[Question]) -> Iterable[Verdict]:
        """A verdict for each question, in their order.

        Raises
        ------
        NoJudge
            Nothing more can be asked.
        """


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
