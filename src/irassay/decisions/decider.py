"""A question about systems, asked of people label by label: what to label next, and what the answers have settled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from irassay.arguments import between, whole_number
from irassay.collection.qrels import Qrels
from irassay.decisions.decision import Decision, decision_of
from irassay.decisions.forecast import forecast_of
from irassay.decisions.ledger import Ledger
from irassay.decisions.pairs import asked_pairs
from irassay.decisions.setting import FAMILY, INPUTS, Setting
from irassay.decisions.unit import Pair
from irassay.errors import InputError, cut
from irassay.formats.nouns import qrels_given
from irassay.result import Column, Table

_ENDS = (0.8, 0.8, 0.8)  # the probability that a batch ends the question
Labels: TypeAlias = Mapping[str, Mapping[str, int]]
Judge: TypeAlias = Callable[[list[Pair]], Labels]


class Decider:
    """Says what to label next, takes the answers, and says what they settle.

    Made by `irassay.decide`. Its log, `events`, holds all that it was told; `from_events` makes it again.

    Attributes
    ----------
    events : list of dict
        The log, of values that JSON has: the question, batches with their chances, answers, skips, looks.
    documents, pending : sequence of (str, str)
        Query and document of all whose label moves a difference; of those that were drawn and have no answer.
    is_settled : bool
        Whether nothing is left to ask.
    labels : dict of str to int
        As a `Decision` has them.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.events: list[dict[str, Any]] = [{"kind": "question", **setting.options}]
        self._unit = setting.unit
        self._ledger = Ledger(self._unit, setting.question)
        self._labels: dict[Pair, int | None] = {}  # of documents that move a difference; None: nobody can say
        self._corrected = 0
        self._drawn = np.zeros(self._unit.n, dtype=bool)
        self._ledger.answer(np.nonzero(self._unit.answered)[0].tolist())
        self._take(setting.judged)
        self._judged = frozenset(self._labels)

    @classmethod
    def from_events(
        cls,
        events: Iterable[Mapping[str, Any]],
        runs: Any,
        *,
        judged: Any = None,
        model: Any = None,
        ideals: Any = None,
    ) -> Decider:
        """The decider whose log these events are: the same batches and verdicts, to the last bit.

        Parameters
        ----------
        events : iterable of mapping
            As `events` had them.
        runs, judged, model, ideals
            As they were given to `irassay.decide`.

        Returns
        -------
        Decider

        Raises
        ------
        InputError
            Runs or labels are others, or a batch is not the one that they give.

        Examples
        --------
        >>> import irassay
        >>> runs = {"new": {"q": {"a": 2, "b": 1}}, "old": {"q": {"c": 2, "b": 1}}}
        >>> one = irassay.decide(runs, "P@2")
        >>> one.answer({"q": {"a": 1, "c": 0}})
        >>> irassay.decisions.Decider.from_events(one.events, runs).look().better
        ('new',)
        """
        first, *others = events
        options = FAMILY | {name: value for name, value in first.items() if name not in ("kind", *INPUTS)}
        decider = cls(Setting.of(runs, judged=judged, model=model, ideals=ideals, **options))
        for name in INPUTS:
            if (found := decider.setting.options[name]) != first[name]:
                raise InputError(
                    f"{name} are not those of the question: expected SHA-256 {first[name]}, found {found}; "
                    f"give the {name} that the question was asked of"
                )
        for event in others:
            decider.follow(event)
        return decider

    def follow(self, event: Mapping[str, Any]) -> None:
        """Do what an event of a log says was done.

        Parameters
        ----------
        event : mapping
            One of `events`, but the first.

        Raises
        ------
        InputError
            An event of an unknown kind, or a batch that is not the one that runs and labels give.

        Examples
        --------
        >>> import irassay
        >>> one, other = (irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1") for _ in range(2))
        >>> one.draw(1)
        True
        >>> other.follow(one.events[-1])
        >>> one.pending == other.pending
        True
        """
        kind = event["kind"]
        if kind == "answers":
            self.answer(event["labels"])
        elif kind == "skips":
            self.skip([(query, doc) for query, doc in event["documents"]])
        elif kind == "model":
            self.learn(event["labels"])
        elif kind == "batch":
            self.draw(event["asked"])
            drawn, logged = (one.get(self.setting.rows, []) for one in (self.events[-1], event))
            if not _same_draws(drawn, logged):
                raise InputError(
                    f"batch {event['number']} is not what these runs and labels give; was an input changed?"
                )
        elif kind == "look":
            self.events.append(dict(event))
        else:
            raise InputError(f"the log has an event of kind {cut(kind)}, which this version of irassay doesn't know")

    @property
    def documents(self) -> Collection[Pair]:
        """Query and document of all whose label moves a difference."""
        return self._unit.item_of.keys()

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to ask: every pair that the question asks for has its verdict."""
        return not self._wanted_pairs().any()

    def draw(self, n: int) -> bool:
        """Draw another batch of n documents, whether or not the last one is answered; nothing where all is settled.

        Parameters
        ----------
        n : int

        Returns
        -------
        bool
            Whether there was something to draw.

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> one.draw(1), one.draw(1), one.draw(1)
        (True, True, False)
        >>> len(one.next(20))
        2
        """
        n, setting, ledger = whole_number("n", n), self.setting, self._ledger
        open_pairs = self._wanted_pairs()
        if not open_pairs.any():
            return False
        if not setting.draws:
            return self._choose(n, open_pairs)
        number = len(ledger.batches)
        batch = self._unit.draw(n, ledger.open_items, open_pairs, seed=setting.seed, number=number)
        if batch is None:
            return False
        ledger.add(batch)
        self._drawn[batch.items] = True
        drawn = zip(batch.items.tolist(), batch.chance.tolist(), strict=True)
        documents = [[*self._unit.name(item), chance] for item, chance in drawn]
        self.events.append({"kind": "batch", "number": number, "asked": n, setting.rows: documents})
        return True

    def _choose(self, n: int, open_pairs: Any) -> bool:
        """Ask for the documents of the largest expected effects, without a chance or a bet; whether there are some."""
        sizes = np.array([len(documents) for documents in self._unit.documents])
        expected, most = (effect / np.maximum(sizes, 1) for effect in self._unit.effects(open_pairs))
        order = np.lexsort((-most, -expected))
        items: list[int] = []
        for item in order[self._ledger.open_items[order] & (most[order] > 0)].tolist():
            if sizes[items].sum() >= n:
                break
            if not self._drawn[item]:
                items.append(item)
        if items:
            self._drawn[items] = True
            number = sum(event["kind"] == "batch" for event in self.events)
            documents = [[*self._unit.name(item), 0.0] for item in items]
            self.events.append({"kind": "batch", "number": number, "asked": n, self.setting.rows: documents})
        return bool(items)

    def next(self, n: int | None = 20) -> Table:
        """The documents to label next: those drawn and not answered, else a new batch; none where all is settled.

        Parameters
        ----------
        n : int or None
            Documents of a new batch; None: as many as end the question with a probability of 80%, by the forecast.

        Returns
        -------
        Table
            query, doc; in the order of the queries, which says nothing of systems.

        Examples
        --------
        >>> import irassay
        >>> irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1").next(2).column("doc").values
        ['a', 'c']
        """
        if not (rows := self.pending):
            enough = forecast_of(self._ledger, self.setting.seed, edges=_ENDS).middle if n is None else n
            self.draw(max(1, enough))
            rows = self.pending
        rows = rows[:n]
        columns = [Column(name, [row[i] for row in rows]) for i, name in enumerate(("query", "doc"))]
        return Table("next", "Documents to label next", columns)

    @property
    def pending(self) -> list[Pair]:
        """Documents that were drawn and have no answer; none where all is settled."""
        if self.is_settled:
            return []
        items = np.nonzero(self._drawn & ~self._unit.answered)[0].tolist()
        return [
            pair
            for item in sorted(items, key=self._unit.name)
            for pair in self._unit.documents[item]
            if pair not in self._labels
        ]

    def answer(self, qrels: Qrels | Labels) -> None:
        """Take labels, of documents that were asked for or of others; another grade of the same document corrects it.

        Parameters
        ----------
        qrels : Qrels, or a mapping of query to document to grade

        Raises
        ------
        InputError
            A grade that is not on the scale.

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> one.answer({"q": {"a": 1, "c": 0}})
        >>> one.look().pairs[0].by
        'proof'
        """
        self._take(self._logged("answers", qrels))

    def _logged(self, kind: str, labels: Qrels | Labels) -> dict[str, dict[str, int]]:
        """Labels as an event of this kind, each grade held against the scale."""
        qrels = qrels_given(labels)
        grades = {query: dict(qrels.grades(query)) for query in qrels.queries}
        self.setting.check_grades(grades)
        self.events.append({"kind": kind, "labels": grades})
        return grades

    def _take(self, grades: Labels) -> None:
        """Labels into the ledger; those of documents that move no difference change nothing."""
        given = {
            (q, d): grade for q, docs in grades.items() for d, grade in docs.items() if (q, d) in self._unit.item_of
        }
        changed = {pair for pair, grade in given.items() if self._labels.get(pair, grade) != grade}
        self._corrected += len(changed)
        self._labels |= given
        self._ledger.answer(self._unit.update(given), again=bool(changed))

    def skip(self, pairs: Iterable[Pair]) -> None:
        """Say that nobody can label some documents: each counts at its worst for either system from now on, whatever
        label it had before.

        Parameters
        ----------
        pairs : iterable of (query, document)

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> one.skip([("q", "a"), ("q", "c")])
        >>> one.look().verdict, one.look().labels["skipped"]
        ('undecided', 2)
        """
        rows = [(query, doc) for query, doc in pairs]
        self.events.append({"kind": "skips", "documents": [list(row) for row in rows]})
        fresh = {row: None for row in rows if row in self._unit.item_of and self._labels.get(row, 0) is not None}
        withdrawn = len(fresh.keys() & self._labels.keys())
        self._corrected += withdrawn
        self._labels |= fresh
        self._ledger.answer(self._unit.update(fresh), again=bool(withdrawn))

    def learn(self, model: Qrels | Labels) -> None:
        """Take labels of a model: they shape predictions of the next draws and nothing else; without effect where
        queries are drawn.

        Parameters
        ----------
        model : Qrels, or a mapping of query to document to grade
            Documents that it had labelled before keep those labels, unless they stand here.

        Raises
        ------
        InputError
            A grade that is not on the scale.

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> one.learn({"q": {"a": 1, "c": 0}})
        >>> one.look().labels["known"]
        0
        """
        grades = self._logged("model", model)
        self._unit.learn({(q, d): grade for q, docs in grades.items() for d, grade in docs.items()})

    def look(self, *, noise: float | None = None, seconds: float | None = None) -> Decision:
        """What is settled now. Looking often costs nothing: the level holds at all looks together.

        Parameters
        ----------
        noise : float, optional
            The share of labels on which two assessors differ, for what a second assessor could change.
        seconds : float, optional
            Of one judgment, for minutes.

        Returns
        -------
        Decision

        Examples
        --------
        >>> import irassay
        >>> irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1").look().verdict
        'undecided'
        """
        if noise is not None:
            between("noise", noise)
        decision = decision_of(self, self._ledger, noise=noise, seconds=seconds)
        seen = {"verdict": decision.verdict, "better": list(decision.better), "labels": dict(decision.labels)}
        self.events.append({"kind": "look", **seen})
        return decision

    @property
    def labels(self) -> dict[str, int]:
        """Counts of labels: known, drawn, chosen, skipped, corrected; and of documents."""
        known = {pair for pair, grade in self._labels.items() if grade is not None}
        by_chance = np.nonzero(self._drawn)[0].tolist() if self.setting.draws else ()
        drawn = {pair for item in by_chance for pair in self._unit.documents[item]}
        return {
            "known": len(known),
            "drawn": len(known & drawn - self._judged),
            "chosen": len(known - drawn - self._judged),
            "skipped": len(self._labels) - len(known),
            "corrected": self._corrected,
            "documents": len(self._unit.item_of),
        }

    def run(self, judge: Judge, *, batch: int = 20, budget: int | None = None) -> Decision:
        """Ask `judge` batch by batch until all is settled, nothing is left, or the budget is spent.

        Parameters
        ----------
        judge : callable
            Takes a list of (query, document), returns ``{query: {document: grade}}``; a document left out is skipped.
        batch : int
        budget : int, optional
            The most documents to ask for.

        Returns
        -------
        Decision

        Examples
        --------
        >>> import irassay
        >>> one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}, "P@1")
        >>> one.run(lambda asked: {q: {d: int(d == "a") for _, d in asked} for q, _ in asked}, batch=1).better
        ('new',)
        """
        whole_number("batch", batch)
        left = np.inf if budget is None else whole_number("budget", budget)
        while left > 0:
            asked = list(zip(*(column.values for column in self.next(int(min(batch, left))).columns), strict=True))
            if not asked:
                break
            left -= len(asked)
            labels = judge(asked)
            self.answer(labels)
            if missing := [(q, d) for q, d in asked if d not in labels.get(q, {})]:
                self.skip(missing)
        return self.look()

    def _wanted_pairs(self) -> Any:
        """Pairs whose verdict is still wanted: (pair,)."""
        return self._ledger.open_pairs & asked_pairs(self.setting.question, self._ledger.better, self._unit.means)


def _same_draws(drawn: Sequence[Sequence[Any]], logged: Sequence[Sequence[Any]]) -> bool:
    """Whether two batches are the same; another machine may round chances otherwise."""
    names = [list(row[:-1]) for row in drawn] == [list(row[:-1]) for row in logged]
    return names and np.allclose([row[-1] for row in drawn], [row[-1] for row in logged], rtol=1e-9, atol=0.0)
