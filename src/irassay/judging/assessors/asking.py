"""A model asked the tasks of a campaign: each call written down before it is sent, so that none is sent twice."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from decimal import Decimal
from typing import Any

from irassay.arguments import check_choice, whole_number
from irassay.collection.task_kinds import kind_of
from irassay.errors import NoJudge, UsageError
from irassay.judging.assessors.answer_sources import ModelAnswers
from irassay.judging.assessors.deciding import add_predictions
from irassay.judging.assessors.judge import (
    ANSWERED,
    FAILED,
    FREE,
    INCONSISTENT,
    STATES,
    UNASKED,
    UNPARSABLE,
    AskedCalls,
    Call,
    Judge,
    Question,
    Verdict,
    calls_of,
    failed,
)
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.models import Spending
from irassay.judging.store.said import JUDGING
from irassay.progress import Progress
from irassay.record import Record

AGAIN = (FAILED, UNPARSABLE)
BLOCK = 500  # questions whose texts are read at once
FAILURES = 20  # one after the other, after which the model is taken to be gone


class Listed(Record):
    """A task without an answer of the model: its documents, whether unparsable, failed or inconsistent, and why."""

    task: str
    docs: Sequence[str]
    state: str
    reason: str


class Asking(Record):
    """How far a model is in a campaign."""

    assessor: str  # the model's pseudonym; "" for one that was never asked
    states: dict[str, int]  # tasks that are answered, unparsable, failed, open, or inconsistent
    n_to_ask: int  # tasks that were asked, or would be
    n_calls: int  # questions of these: of a pair two a pass
    cost: Decimal  # of this call or plan at most, a plan without second tries
    spent: Decimal  # of the model in the campaign at most, before and now
    listed: Sequence[Listed]
    other_sources: int  # other prompts or code states that the model answered by
    out_of_budget: bool  # whether the next question could have passed the budget


def ask(
    campaign: Campaign,
    judge: Judge,
    *,
    limit: int | None = None,
    budget: Decimal | str | None = None,
    again: str | None = None,
) -> Asking:
    """Ask a model the tasks that it has not answered, at most `limit`, all where a question draws documents; `budget`
    is its most cost, earlier cost included, `again` asks once more what is listed as such. No question is sent twice,
    however often the program is killed: it is written down before, and then counts as failed. NoJudge where it can't be
    asked."""
    add_predictions(campaign)
    work = _Work(campaign, judge, limit, budget, again)
    who = campaign.models.enrol(judge.name, judge.settings)
    run = _Run(campaign, judge, who, work, None if budget is None else Decimal(budget))
    run.to_the_end()
    return work.told(who, run.cost, work.calls.spent + run.cost, out_of_budget=run.out_of_budget)


def plan(
    campaign: Campaign,
    judge: Judge,
    *,
    limit: int | None = None,
    budget: Decimal | str | None = None,
    again: str | None = None,
) -> Asking:
    """What `ask` would do, with what it costs at most; nothing is asked or written."""
    with campaign.rehearsing():
        add_predictions(campaign)
        work = _Work(campaign, judge, limit, budget, again)
        calls = list(work.queue)
        blocks = (calls[first : first + BLOCK] for first in range(0, len(calls), BLOCK))
        cost = sum((judge.most_cost(one) for some in blocks for one in work.questions(some)), FREE)
        out = budget is not None and work.calls.spent + cost > Decimal(budget)
        return work.told("", cost, work.calls.spent, out_of_budget=out)


class _Work:
    """What there is to ask: the calls that were sent before, and the queue of those to send."""

    def __init__(
        self, campaign: Campaign, judge: Judge, limit: int | None, budget: Decimal | str | None, again: str | None
    ) -> None:
        if limit is not None:
            whole_number("limit", limit, 1)
        if again is not None:
            check_choice("again", again, AGAIN)
        if budget is not None and not judge.is_priced:
            raise UsageError(JUDGING("ask.no-price", name=judge.name))
        self._campaign = campaign
        self._kind = campaign.settings.kind
        self._judge = judge
        judge.check_kind(self._kind)
        if kind_of(self._kind).shows_label:
            raise UsageError(JUDGING("ask.labels"))
        who = campaign.models.pseudonym(judge.name)
        self.calls = AskedCalls(campaign.models.entries(who) if who else ())
        others = self.calls.other_settings(judge.settings)
        self.other_sources = len(others)
        if others and judge.is_fixed:
            name, value = others[0]
            now = judge.settings[name]
            raise UsageError(JUDGING("ask.other", name=judge.name, setting=name, before=value, now=now))
        self.tasks = {
            task: (docs, tuple(calls_of(task, self._kind, docs, judge.passes)))
            for task, docs in campaign.models.tasks()
        }
        self.queue: deque[Call] = deque()
        self.n_to_ask = 0
        for _, calls in self.tasks.values():
            if self.n_to_ask == limit:
                break
            for call in calls:
                reply = self.calls.reply(call)
                if reply.state == again and not reply.is_open:
                    reply.ask_anew()
            to_ask = [call for call in calls if self.calls.reply(call).is_open]
            self.queue.extend(to_ask)
            self.n_to_ask += bool(to_ask)
        self.n_calls = len(self.queue)

    def questions(self, calls: Sequence[Call]) -> list[Question]:
        """Calls with their texts."""
        of, texts = self._campaign.settings, self._campaign.models.texts([call.task for call in calls])
        return [
            Question(
                task=call.task,
                kind=one.kind,
                query=one.query,
                query_text=one.query_text,
                docs=call.shown,
                doc_texts=[one.doc_texts[doc] for doc in call.shown],
                choices=[choice.name for choice in of.choices(len(call.shown))],
                scale=of.scale,
                judging_pass=call.judging_pass,
            )
            for call, one in ((call, texts[call.task]) for call in calls)
        ]

    def told(self, who: str, cost: Decimal, spent: Decimal, *, out_of_budget: bool) -> Asking:
        states = Counter(dict.fromkeys((*STATES, UNASKED), 0))
        listed = []
        inconsistent = self._inconsistent()
        for task, (docs, calls) in self.tasks.items():
            state = INCONSISTENT if task in inconsistent else self.calls.state_of(calls)
            states[state] += 1
            if state in AGAIN:
                why = next(reply.reason for call in calls if (reply := self.calls.reply(call)).state == state)
                listed.append(Listed(task=task, docs=docs, state=state, reason=why))
            elif state == INCONSISTENT:
                listed.append(Listed(task=task, docs=docs, state=state, reason=JUDGING("reply.turned")))
        return Asking(
            assessor=who,
            states=dict(states),
            n_to_ask=self.n_to_ask,
            n_calls=self.n_calls,
            cost=cost,
            spent=spent,
            listed=listed,
            other_sources=self.other_sources,
            out_of_budget=out_of_budget,
        )

    def _inconsistent(self) -> set[str]:
        """The pairs whose questions are all answered, and from which no answer follows."""
        if self._campaign.settings.equal:
            return set()
        answers = ModelAnswers(self._judge.name, "", equal=False)
        tasks = [task for task, (_, calls) in self.tasks.items() if self.calls.state_of(calls) == ANSWERED]
        for call in (call for task in tasks for call in self.tasks[task][1]):
            body = {"answer": self.calls.reply(call).answer, "shown": call.shown, "pass": call.judging_pass}
            answers.add(call.task, self._kind, body)
        return set(tasks) - {one.task for one in answers.standing(self._campaign.settings.scale)}


class _Sent(Record):
    """A question on its way: its call, the key of its entry, and what it costs at most."""

    call: Call
    question: Question
    key: str
    most_cost: Decimal


class _Run:
    """Questions on their way. One thread writes; others wait for the model."""

    def __init__(self, campaign: Campaign, judge: Judge, who: str, work: _Work, budget: Decimal | None) -> None:
        self._models = campaign.models
        self._judge = judge
        self._who = who
        self._work = work
        self._spending = Spending(budget)
        self._on_way: dict[Future[list[Verdict]], list[_Sent]] = {}
        self._n_failures = self._n_failed = self._n_replies = 0
        self._reason = ""
        self.cost = FREE
        self.out_of_budget = False

    def to_the_end(self) -> None:
        """Ask until the queue is empty, or the budget would be passed."""
        with ThreadPoolExecutor(self._judge.concurrency) as pool, Progress("asking", self._work.n_calls) as progress:
            try:
                while self._send(pool) or self._on_way:
                    progress.step(self._receive())
            finally:
                while self._on_way:  # what is on its way is paid for
                    self._receive(stopping=True)
        if self._n_replies and self._n_failed == self._n_replies:
            raise NoJudge(JUDGING("ask.nothing", name=self._judge.name, reason=self._reason))

    def _send(self, pool: ThreadPoolExecutor) -> bool:
        """Fill the free places; whether anything was sent."""
        is_sent, queue = False, self._work.queue
        while queue and len(self._on_way) < self._judge.concurrency:
            batch = [queue.popleft() for _ in range(min(self._judge.at_once, len(queue)))]
            sent = self._written([self._asked(*of) for of in zip(batch, self._work.questions(batch))])
            if sent:
                is_sent = True
                self._on_way[pool.submit(_verdicts, self._judge, [one.question for one in sent])] = sent
            if self.out_of_budget:
                break
        return is_sent

    def _asked(self, call: Call, question: Question) -> _Sent:
        place, n_asked = sorted(call.shown).index(call.shown[0]), self._work.calls.reply(call).n_asked
        key = f"ask:{self._who}:{call.task}:{call.judging_pass}:{place}:{n_asked + 1}"
        return _Sent(call=call, question=question, key=key, most_cost=self._judge.most_cost(question))

    def _written(self, sent: Sequence[_Sent]) -> list[_Sent]:
        """The questions of which the log now says that they are on their way; the first that could pass the budget, and
        all after it, go back into the queue."""
        asks = []
        for one in sent:
            call, n_tried = one.call, self._work.calls.reply(one.call).n_tried
            body = {"pass": call.judging_pass, "shown": call.shown, "try": n_tried + 1, "most_cost": str(one.most_cost)}
            asks.append((one.key, call.task, body))
        new, beyond = self._models.begin(self._who, asks, self._spending)
        self.out_of_budget = bool(beyond)
        for one in reversed(sent):
            if one.key in beyond:
                self._work.queue.appendleft(one.call)
            else:  # by this process, or another
                reply = self._work.calls.reply(one.call)
                reply.sent(reply.n_tried + 1)
        return [one for one in sent if one.key in new]

    def _receive(self, *, stopping: bool = False) -> int:
        """Wait for the next replies and write them; how many calls are done with."""
        if not self._on_way:
            return 0
        done, _ = wait(self._on_way, return_when=FIRST_COMPLETED)
        pairs: list[tuple[_Sent, Verdict]] = []
        error: NoJudge | None = None
        for future in done:
            sent = self._on_way.pop(future)
            try:
                verdicts = future.result()
            except NoJudge as gone:
                error = gone
                verdicts = [failed(str(gone.what)) for _ in sent]
            pairs += zip(sent, verdicts)
        self._models.end(self._who, [self._entry(one, verdict) for one, verdict in pairs])
        n_done = sum(self._came(one, verdict) for one, verdict in pairs)
        if error is not None and not stopping:
            raise error
        if self._n_failures >= FAILURES and not stopping:
            raise NoJudge(
                JUDGING("ask.in-a-row", name=self._judge.name, n=self._n_failures, reason=pairs[-1][1].reason)
            )
        return n_done

    def _came(self, sent: _Sent, verdict: Verdict) -> bool:
        """Count a reply, and put the call back where it is worth it; whether it is done with."""
        self.cost += verdict.cost
        reply = self._work.calls.reply(sent.call)
        reply.came(verdict.state, verdict.answer, verdict.reason, verdict.again)
        self._n_replies += 1
        self._n_failures = self._n_failures + 1 if verdict.state == FAILED else 0
        self._n_failed += verdict.state == FAILED
        self._reason = verdict.reason
        if reply.is_open:
            self._work.queue.append(sent.call)
        return not reply.is_open

    def _entry(self, sent: _Sent, verdict: Verdict) -> tuple[str, str, dict[str, Any]]:
        call, judge = sent.call, self._judge
        body: dict[str, Any] = {
            "ask": sent.key,
            "pass": call.judging_pass,
            "shown": call.shown,
            "state": verdict.state,
            "raw": _in_unicode(verdict.raw),
            "cost": str(verdict.cost),
            **judge.settings,
            **verdict.facts,
        }
        if verdict.state == ANSWERED:
            body["answer"] = verdict.answer
        else:
            body |= {"reason": _in_unicode(verdict.reason), "again": verdict.again}
        return sent.key.replace("ask:", "verdict:", 1), call.task, body


def _verdicts(judge: Judge, questions: Sequence[Question]) -> list[Verdict]:
    verdicts = list(judge.judge(questions))
    if len(verdicts) != len(questions):
        raise NoJudge(JUDGING("ask.number", name=judge.name, n=len(verdicts), asked=len(questions)))
    return verdicts


def _in_unicode(text: str) -> str:
    """A text without halves of characters, which JSON may have and no database keeps."""
    return text.encode("utf-8", "replace").decode()
