"""A campaign whose labels settle a question about systems: its decider, made of its log, and the batches it draws."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from statistics import fmean, median
from typing import Any, TypeAlias

from irassay.collection.judging_scales import JudgingScale
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.tasks import LABEL, PREDICTION, Task
from irassay.decisions import Decider, Decision
from irassay.decisions.unit import Pair
from irassay.errors import UsageError
from irassay.judging.assessors.judge import ANSWERED
from irassay.judging.assessors.plan import FEWEST_TIMED
from irassay.judging.store import open_campaign
from irassay.judging.store.answers import active_time
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry
from irassay.judging.store.imported_answers import EARLIER
from irassay.judging.store.models import VERDICT
from irassay.judging.store.pool_facts import by_place, placed
from irassay.judging.store.questions import DRAW, QUESTION
from irassay.judging.store.said import JUDGING
from irassay.label_sets.combined_answers import combine_answers
from irassay.record import Record
from irassay.result import Result

WHY = "decide"  # of the tasks that are drawn
COMBINED = ("majority", "median", "lowest", "highest")  # rules that look at one document alone
Label: TypeAlias = tuple[int | None, ...]  # (grade,); (None,) where nobody can say; () where nobody has yet


class Terms(Record):
    """How a campaign asks: documents of a batch and in all, people a document, and the rule that combines them."""

    batch: int
    budget: int | None
    people: int
    combine: str


def pose(
    campaign: Campaign, decider: Decider, runs: Runs, beside: Mapping[str, Any], terms: Terms,
    texts: Mapping[str, Mapping[str, str]],
) -> None:  # fmt: skip
    """Write the question of a new decider into a campaign, whole: the lists, and the labels of `beside`, model and
    ideals. Texts (query or doc -> id -> text) are those of all its documents, but for those that nobody can be asked
    for."""
    of = decider.setting
    rankings = {query: {s: list(runs.ranking(s, query)[: of.depth]) for s in of.systems} for query in of.queries}
    labels = {name: one and {q: dict(one.grades(q)) for q in one.queries} for name, one in beside.items()}
    body = {"asked": of.options, "lists": {query: placed(one) for query, one in rankings.items()}}
    campaign.questions.pose({**body, "labels": labels, "terms": vars(terms)}, texts)


def looked(campaign: Campaign, as_of: int | str | None) -> Decision:
    """What was settled at a moment."""
    return _followed(campaign, as_of).look(campaign)


def decider_of(campaign: Campaign | str | os.PathLike[str], as_of: int | str | None = None) -> Decider:
    """The decider of a campaign's log up to a moment; UsageError where no question was asked by then."""
    if isinstance(campaign, str | os.PathLike):
        with open_campaign(campaign) as opened:
            return decider_of(opened, as_of)
    if not isinstance(campaign, Campaign):
        raise UsageError(JUDGING("decide.no-measure"))
    return _followed(campaign, as_of).asked(campaign)


def _followed(campaign: Campaign, as_of: int | str | None) -> Followed:
    followed = Followed(campaign.settings.scale)
    followed.take(list(campaign.log(as_of)))
    return followed


def add_predictions(campaign: Campaign) -> None:
    """Ask models for all documents of a campaign's question that have no task or label, where documents are drawn."""
    if not campaign.questions.is_posed:
        return
    followed = _followed(campaign, None)
    if followed.asked(campaign).setting.options["unit"] == "document":
        campaign.questions.predict(
            [Task("graded", query, (doc,), 0, WHY, purpose=PREDICTION) for query, doc in followed.open], followed.texts
        )


def page_of(campaign: Campaign, as_of: int | str | None = None) -> Result:
    """All that a campaign's question has come to at a moment, as its page has it."""
    return looked(campaign, as_of).result()


class Followed:
    """A decider made of the entries of a log in their order, a draw where its labels were read."""

    def __init__(self, scale: JudgingScale) -> None:
        self.last = 0  # entry that was taken
        self.n_drawn = self.n_asked = 0  # batches, and documents that people were asked for
        self.terms = Terms(1, None, 1, COMBINED[0])
        self.decider: Decider | None = None
        self.texts: Mapping[str, Mapping[str, str]] = {}  # query or doc -> id -> SHA-256 of its text
        self._scale = scale
        self._tasks: dict[str, tuple[Pair, int]] = {}  # with how many people are to answer
        self._task_of: dict[Pair, str] = {}
        self._said: dict[str, dict[str, int | None]] = {}  # task -> person -> grade, None for a skip
        self._adjudicated: dict[str, int | None] = {}
        self._earlier: dict[Pair, int] = {}
        self._closed: set[str] = set()
        self._times: list[float] = []  # milliseconds of answers
        self._predicted: dict[str, dict[str, int]] = {}  # by models, since the decider learnt
        self._told: dict[Pair, Label] = {}

    def asked(self, campaign: Campaign) -> Decider:
        """The decider; UsageError where there is none."""
        if self.decider is None:
            raise UsageError(JUDGING("decide.no-question", campaign=campaign.source))
        self._learn(self.decider)
        return self.decider

    def _learn(self, decider: Decider) -> None:
        if self._predicted:
            decider.learn(self._predicted)
            self._predicted = {}

    @property
    def open(self) -> list[Pair]:
        """Documents of the question without a task or a label."""
        there = self._task_of.keys() | self._told.keys()
        return [pair for pair in self.decider.documents if pair not in there] if self.decider else []

    @property
    def n_half_answered(self) -> int:
        """How many documents that are asked for now have answers of some, but not all, of the people wanted."""
        pending = self.decider.pending if self.decider else []
        return sum(bool(self._said.get(self._task_of.get(pair, ""))) for pair in pending)

    @property
    def skipped(self) -> Collection[str]:
        """The queries with a document that nobody could label."""
        return {query for (query, _), label in self._told.items() if label == (None,)}

    @property
    def measured(self) -> dict[str, float | None]:
        """The pace that answers have shown, and the share of pairs of people whose grades of a document differ: None
        for few pairs, or where none or all do."""
        grades = [[grade for grade in said.values() if grade is not None] for said in self._said.values()]
        differ = [a != b for of in grades for a, b in combinations(of, 2)]
        is_measured = len(differ) >= FEWEST_TIMED and 0 < sum(differ) < len(differ)
        seconds = median(self._times) / 1000 if self._times else None
        return {"noise": fmean(differ) if is_measured else None, "seconds": seconds}

    def look(self, campaign: Campaign) -> Decision:
        """What is settled, at the pace and with the noise that answers have shown."""
        return self.asked(campaign).look(**self.measured)

    def with_earlier(self, labels: Qrels | None) -> Qrels | None:
        """These labels with those given before; None where there are none."""
        judged: dict[str, dict[str, int]] = {}
        for (query, doc), grade in self._earlier.items():
            judged.setdefault(query, {})[doc] = grade
        if labels is not None:
            judged = {query: {**judged.get(query, {}), **labels.grades(query)} for query in (*judged, *labels.queries)}
        return Qrels.from_dict(judged) if judged else None

    def take(self, entries: Sequence[Entry]) -> bool:
        """Take more entries; False where a draw belongs before what was taken: then all are to be taken anew."""
        after = {e.entry: e.content["after"] for e in entries if e.kind == DRAW and e.content["number"] >= self.n_drawn}
        if any(entry < self.last for entry in after.values()):
            return False
        for entry in sorted(entries, key=lambda e: (after.get(e.entry, e.entry), e.kind == DRAW, e.entry)):
            self._take(entry, entry.content)
        self.last = max([self.last, *(entry.entry for entry in entries)])
        return True

    def _take(self, entry: Entry, body: Mapping[str, Any]) -> None:
        kind, task = entry.kind, str(entry.task)
        if kind == QUESTION:
            self._pose(body)
        elif kind == DRAW and self.decider and body["number"] >= self.n_drawn:
            self._learn(self.decider)
            self.decider.follow({name: value for name, value in body.items() if name != "after"} | {"kind": "batch"})
            self.n_drawn += 1
        elif kind == "task" and body.get("purpose", LABEL) == LABEL:
            pair = body["query"], body["docs"][0]
            self._tasks[task], self._task_of[pair] = (pair, body["wanted"]), task
            self.n_asked += body["why"] == WHY
        elif kind == "task" and body["purpose"] == PREDICTION:
            self._tasks[task] = (body["query"], body["docs"][0]), 0
        elif kind == VERDICT and body["state"] == ANSWERED and task in self._tasks:
            query, doc = self._tasks[task][0]
            if (grade := self._scale.grade(body["answer"])) is not None:
                self._predicted.setdefault(query, {})[doc] = grade
        elif kind in ("answer", "skip") and task in self._tasks:
            said, who = self._said.setdefault(task, {}), str(entry.assessor)
            said.pop(who, None)
            if "skip" in body or body.get("answer") is not None:
                said[who] = self._scale.grade(body["answer"]) if kind == "answer" else None
            if time := active_time(body):
                self._times.append(time)
            self._tell([self._tasks[task][0]])
        elif kind == "adjudication" and task in self._tasks:
            self._adjudicated[task] = self._scale.grade(body["answer"])
            self._tell([self._tasks[task][0]])
        elif kind == EARLIER:
            given = {(query, doc): grade for query, docs in body["labels"].items() for doc, grade in docs.items()}
            self._earlier |= given
            self._tell(given)
        elif kind in ("closed", "reopened"):
            (self._closed.add if kind == "closed" else self._closed.discard)(body["query"])
            self._tell([pair for pair in self.decider.documents if pair[0] == body["query"]] if self.decider else [])

    def _pose(self, body: Mapping[str, Any]) -> None:
        """The decider of a question, which has the labels given before it, and is told what people have said."""
        self.terms = Terms(**body["terms"])
        runs: dict[str, dict[str, dict[str, float]]] = {}
        for query, lists in body["lists"].items():
            for system, docs in by_place(lists).items():
                runs.setdefault(system, {})[query] = {doc: -float(rank) for rank, doc in enumerate(docs)}
        judged = self.with_earlier(None)
        question = {"kind": "question", **body["asked"]}
        self.decider = Decider.from_events([question], Runs.from_dict(runs), judged=judged, **body["labels"])
        self._told = {pair: (grade,) for pair, grade in self._earlier.items()}
        self.texts = body["texts"]
        if without := [
            pair for pair in self.decider.documents if pair[1] not in self.texts["doc"] and pair not in self._told
        ]:
            self.decider.skip(without)
            self._told |= dict.fromkeys(without, (None,))
        self._tell(self._task_of)

    def _tell(self, pairs: Iterable[Pair]) -> None:
        """Tell the decider what has come to be said of some documents."""
        if self.decider is None:
            return
        for pair in pairs:
            now, before = self._label(pair), self._told.get(pair, ())
            if now == before:
                continue
            if now and now[0] is not None:
                self.decider.answer({pair[0]: {pair[1]: now[0]}})
            else:  # what was taken back counts at its worst until somebody says more
                self.decider.skip([pair])
            self._told[pair] = now or (None,)

    def _label(self, pair: Pair) -> Label:
        """What people have said together, once as many as are wanted have."""
        if pair[0] in self._closed:
            return (None,)
        task, earlier = self._task_of.get(pair, ""), self._earlier.get(pair)
        if self._adjudicated.get(task) is not None:
            return (self._adjudicated[task],)
        said = self._said.get(task, {})
        if not said or len(said) < self._tasks[task][1]:
            return () if earlier is None else (earlier,)
        grades = {who: grade for who, grade in said.items() if grade is not None}
        return (combine_answers({"": {"": grades}}, self.terms.combine).get("", {}).get("", earlier),)


class Deciding:
    """The decider of a campaign that is open, brought up to its log when asked; threads may share it."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._followed = Followed(campaign.settings.scale)
        self._lock = threading.Lock()
        self._ahead = ThreadPoolExecutor(1)
        self._queries: Collection[str] | None = ()

    def look(self) -> Decision:
        """What is settled now; the log has it before anybody sees it."""
        with self._lock:
            decision = self._follow().look(self._campaign)
            self._campaign.questions.look(decision.to_dict())
            return decision

    @property
    def is_posed(self) -> bool:
        """Whether the campaign asks a question."""
        return self._followed.decider is not None or self._campaign.questions.is_posed

    @property
    def n_drawn(self) -> int:
        """How many batches were drawn, as far as the log was followed."""
        return self._followed.n_drawn

    def queries(self) -> Collection[str] | None:
        """Queries whose documents are to be labelled, None where all is settled; as last known while others draw."""
        if self._lock.acquire(blocking=False):
            try:
                self._follow()
            finally:
                self._lock.release()
        return self._queries

    @property
    def n_half_answered(self) -> int:
        """How many documents that are asked for now wait for another person alone."""
        with self._lock:
            return self._follow().n_half_answered

    @property
    def skipped(self) -> Collection[str]:
        """The queries with a document that somebody skipped: others may know, where nothing is left to draw."""
        with self._lock:
            return self._follow().skipped

    def pending(self) -> list[Pair]:
        """The documents to label now, of a new batch where none is left."""
        with self._lock:
            self._follow().asked(self._campaign)
            if not self._followed.asked(self._campaign).pending:
                self._draw()
            return self._followed.asked(self._campaign).pending

    def draw(self, n_drawn: int) -> bool:
        """Draw a batch unless more than so many are there; whether there are more now."""
        with self._lock:
            return self._follow().n_drawn > n_drawn or self._draw()

    def draw_ahead(self, n_drawn: int) -> None:
        """The same, while others go on; what fails is tried again by who needs it."""
        self._ahead.submit(self.draw, n_drawn)

    def _follow(self) -> Followed:
        if not self._followed.take(self._campaign.questions.entries(self._followed.last)):
            self._followed = Followed(self._campaign.settings.scale)
            self._followed.take(self._campaign.questions.entries())
        decider = self._followed.decider
        if decider is not None:
            self._queries = None if decider.is_settled else {query for query, _ in decider.pending}
        return self._followed

    def _draw(self) -> bool:
        """Draw a batch with the labels that were followed; whether there is a new one."""
        of, decider = self._followed, self._followed.asked(self._campaign)
        terms = of.terms
        n = terms.batch if terms.budget is None else min(terms.batch, terms.budget - of.n_asked)
        if n < 1 or not decider.draw(n):
            return False
        body = {name: value for name, value in decider.events[-1].items() if name != "kind"}
        tasks = [Task("graded", query, (doc,), terms.people, WHY) for query, doc in decider.pending]
        is_kept = False
        try:
            is_kept = self._campaign.questions.draw({**body, "after": of.last}, tasks, of.texts)
        finally:  # what nobody kept, or another has drawn, is made again from the log
            of.n_drawn += is_kept
            self._followed = of if is_kept else Followed(self._campaign.settings.scale)
        self._follow()
        return True
