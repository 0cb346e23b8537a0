"""Figures of the owner's page, from the log and the labels, by a process of their own: no answer waits.

``python -m irassay.judging.web.dashboard_figures`` reads an `Order` as JSON and writes what it asks for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import Any, Literal

from pydantic import BaseModel

from irassay.collection.qrels import Qrels
from irassay.collection.task_kinds import kind_of
from irassay.errors import IrassayError
from irassay.formats import read_runs, write_preferences, write_qrels
from irassay.judging.assessors import labels
from irassay.judging.assessors.answer_sources import Answers
from irassay.judging.assessors.batches import TEST
from irassay.judging.assessors.given_labels import labels_that_count, n_earlier, n_not_judged, printed_form
from irassay.judging.assessors.judge import ANSWERED
from irassay.judging.assessors.standing_answers import Disagreement, disagreements, standing
from irassay.judging.store import open_campaign
from irassay.judging.store.answers import active_time
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry, lines
from irassay.judging.store.models import MODEL, VERDICT
from irassay.judging.store.said import JUDGING
from irassay.judging.web.dashboard_quality import Quality, labels_to_settle, pairs_turned, quality_of
from irassay.result import Finding, Result, Table
from irassay.result.figures import Forest, PairMatrix

MOST_PAIRS = 40  # that the page lists
MOST_CASES = 3  # tasks on which people differ whose pairs are counted: the page shows one after the other
TOP = 10  # the depth at which runs are looked at for what nobody is asked about
LEAST_ASKED = 0.5  # of these documents, or labels given before are missing
_NICER = 3  # than the server: an answer comes first, and a busy machine still gets figures
_REFUSED = 3


class Order(BaseModel):
    """What is asked for: of which campaign, by which rule labels are made, and the runs of the verdict."""

    what: Literal["figures", "qrels", "preferences", "log"]
    source: str
    combine: str = "majority"
    as_of: str | None = None
    runs: Sequence[str] = ()
    measures: Sequence[str] = ("nDCG@10",)


class Pace(BaseModel):
    """Seconds that one person's answers take: median and middle half; None where fewer than two were timed."""

    median: float | None
    low: float | None
    high: float | None
    last: str  # time of the last entry


class ModelRow(BaseModel):
    """A model that judges: how many of its calls gave an answer, and how many none."""

    name: str
    answered: int = 0
    without: int = 0


class Meter(BaseModel):
    """Pairs that queries, or labels, settle."""

    doubt: Literal["queries", "labels"]
    settled: int
    pairs: int
    text: str


class Pair(BaseModel):
    """Two systems, the better one first: the difference, and where it may lie by other queries, by missing labels."""

    pair: str
    difference: float
    queries: str
    low: float | None  # none where no interval can be had, as for one query
    high: float | None
    labels: str = ""
    labels_low: float | None = None
    labels_high: float | None = None
    to_settle: int | None = None  # labels, by expected effect, that settle it in half of the draws
    at_least: int | None = None  # fewer labels never settle it
    unlabelled: int | None = None  # documents whose labels matter to it; none where they were not counted


class VerdictFigure(BaseModel):
    """What the evaluation says on the labels so far."""

    title: str
    standfirst: str
    advice: str
    facts: list[str]
    meters: list[Meter]
    pairs: list[Pair]
    more_pairs: int
    next: list[str]  # what to do next, with how many labels settle the pairs that are open
    drawings: list[str] = []  # of a question its evidence as SVG: for a phone, and wider


class Planned(BaseModel):
    """The work that is left, as `judge --plan` says it; `sizes` of the pools are first, last, queries. `seconds` a
    judgment are assumed where `n_timed` is 0."""

    sentences: list[str]
    seconds: float
    n_timed: int
    batches: int
    money: str | None
    sizes: list[tuple[int, int, int]]


class Figures(BaseModel):
    """All that the page shows of the log."""

    entry: int
    time: str
    labels: int  # of a campaign of pairs, preferences
    earlier: int  # of the labels those given before
    answers: int
    seconds: float | None
    taken_back: int
    paces: dict[str, Pace]
    quality: Quality
    plan: Planned
    models: list[ModelRow]
    barred: dict[str, str]  # pseudonym -> why the person gets nothing more: test or exam
    tested: dict[str, tuple[int, int]]  # pseudonym -> tests missed, of how many in batches that have ended
    differ: int  # tasks on which people differ and no owner has judged
    turned: dict[str, int]  # task on which people differ -> pairs of systems that its grade turns
    verdict: VerdictFigure | None
    trouble: str  # why there is no verdict


WIDTHS = (348, 836)  # of drawings, in pixels


def main() -> int:
    """One order, from standard input."""
    os.nice(_NICER)
    order = Order.model_validate_json(sys.stdin.buffer.read())
    try:
        with open_campaign(order.source) as campaign:
            for line in _lines(order, campaign):
                sys.stdout.buffer.write(line.encode(errors="replace"))
    except IrassayError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    return 0


def _lines(order: Order, campaign: Campaign) -> Iterator[str]:
    if order.what == "figures":
        yield figures(order, campaign).model_dump_json()
    elif order.what == "preferences":
        write_preferences(labels(campaign, to="preferences", as_of=order.as_of), "-", output_format="prefs")
    elif order.what == "log":
        yield from lines(campaign.log(order.as_of))
    else:
        made = labels(campaign, to="qrels", combine=order.combine, as_of=order.as_of)
        write_qrels(made, "-", output_format=printed_form(made))


def figures(order: Order, campaign: Campaign) -> Figures:
    """How people judge, the work that is left, and the verdict where runs are given."""
    tally = _Tally()
    stands = standing(tally.of(campaign.log()))
    quality = quality_of(stands, campaign.settings)
    every = [one for times in tally.seconds.values() for one in times]
    verdict, trouble, n_labels, given = None, "", 0, Answers(in_turn=[stands], models=())
    waiting, turned = [one for one in disagreements(campaign) if one.adjudicated is None], {}
    try:
        forms = kind_of(campaign.settings.kind).becomes
        form = "qrels" if "qrels" in forms else forms[0]
        made = None if form == "quality" else labels_that_count(campaign, given, form, order.combine)
        if made is None:
            trouble = JUDGING("figures.checks")
        elif isinstance(made, Qrels):
            n_labels = made.n_labels - n_not_judged(made)
            trouble = "" if stands.earlier or not order.runs else _too_few(campaign, order)
            if order.runs and not trouble:
                verdict, turned = _verdict(made, order), _turned(made, order, waiting, campaign)
        else:
            from irassay.studies.prefer import prefer

            n_labels = made.n_pairs
            verdict = _figure_of(prefer(made, order.runs, threads=1)) if order.runs else None
    except IrassayError as error:
        trouble = str(error)
    return Figures(
        entry=tally.entry,
        time=tally.time,
        labels=n_labels,
        earlier=n_earlier(given, campaign.settings.scale),
        answers=tally.answers,
        seconds=median(every) if every else None,
        taken_back=tally.taken_back,
        paces={who: _pace(tally.seconds.get(who, []), when) for who, when in tally.last.items()},
        quality=quality,
        plan=_plan(campaign),
        models=list(tally.models.values()),
        barred=dict(stands.barred),
        tested=tally.tested,
        differ=len(waiting),
        turned=turned,
        verdict=_decided(campaign) or verdict,
        trouble=trouble,
    )


class _Tally:
    """What is counted of a log on its way to somebody else."""

    def __init__(self) -> None:
        self.entry = self.answers = self.taken_back = 0
        self.time = ""
        self.last: dict[str, str] = {}  # pseudonym -> time of the last answer or skip
        self.seconds: dict[str, list[float]] = {}
        self.models: dict[str, ModelRow] = {}
        self.tested: dict[str, tuple[int, int]] = {}
        self._tests: set[str] = set()
        self._in_batch: dict[str, int] = {}  # pseudonym -> tests of the last batch

    def of(self, log: Iterator[Entry]) -> Iterator[Entry]:
        for entry in log:
            self.entry, self.time = entry.entry, entry.time
            body, who = entry.content, str(entry.assessor)
            if entry.kind == "assessor" and body["role"] == MODEL:
                self.models[who] = ModelRow(name=body["name"])
            elif entry.kind == VERDICT:
                self.models[who].answered += body["state"] == ANSWERED
                self.models[who].without += body["state"] != ANSWERED
            elif entry.kind == "task" and body.get("purpose") == TEST:
                self._tests.add(str(entry.task))
            elif entry.kind == "batch":
                self._in_batch[who] = len(self._tests.intersection(body["tasks"]))
            elif entry.kind == "batch-end" and self._in_batch[who]:
                missed, n = self.tested.get(who, (0, 0))
                self.tested[who] = missed + body["missed"], n + self._in_batch[who]
            elif entry.kind in ("answer", "skip"):
                self.last[who] = entry.time
                self.answers += body.get("answer") is not None
                self.taken_back += entry.kind == "answer" and body.get("answer") is None
                if body.get("answer") is not None and (ms := active_time(body)):
                    self.seconds.setdefault(who, []).append(ms / 1000)
            yield entry


def _plan(campaign: Campaign) -> Planned:
    from irassay.judging.assessors.plan import plan_campaign, sentences, terms_of

    plan = plan_campaign(campaign, **terms_of(campaign.settings))
    return Planned(
        sentences=sentences(plan) if plan.judgments else [],
        seconds=plan.pace.seconds,
        n_timed=plan.pace.n_timed,
        batches=plan.batches,
        money=None if plan.money is None else str(plan.money),
        sizes=plan.bins(),
    )


def _pace(seconds: Sequence[float], last: str) -> Pace:
    of = quantiles(seconds, n=4, method="inclusive") if len(seconds) > 1 else (None, None, None)
    return Pace(low=of[0], median=of[1], high=of[2], last=last)


def _verdict(qrels: Qrels, order: Order) -> VerdictFigure:
    from irassay.studies.overview import overview

    result = overview(qrels, order.runs, measures=order.measures, threads=1)
    found = {one.code: one for one in result.findings}
    pairs = list(_pairs(result))
    pairs.sort(key=lambda one: (one.queries != "settled" or one.labels == "settled", one.labels == "settled"))
    return _figure_of(
        result,
        meters=[
            Meter(
                doubt="queries" if code == "share-queries" else "labels",
                settled=int(found[code].numbers["settled"]),
                pairs=int(found[code].numbers["pairs"]),
                text=found[code].text,
            )
            for code in ("share-queries", "share-labels")
            if code in found and "settled" in found[code].numbers
        ],
        pairs=_with_needed(pairs[:MOST_PAIRS], qrels, order),
        more_pairs=max(0, len(pairs) - MOST_PAIRS),
        next=_items(found["answer-next"]) if "answer-next" in found else [],
    )


def _figure_of(result: Result, **more: Any) -> VerdictFigure:
    """What a page says first, with what else there is."""
    first = {name: getattr(result, name) for name in ("title", "standfirst", "advice")}
    rest = {"meters": [], "pairs": [], "more_pairs": 0, "next": [], **more}
    return VerdictFigure(**first, facts=list(result.facts), **rest)


def _decided(campaign: Campaign) -> VerdictFigure | None:
    """What the labels so far settle of the campaign's question; None where it has none."""
    from irassay.drawing.charts.drawers import figure_svg
    from irassay.judging.assessors.deciding import page_of

    if not campaign.questions.is_posed:
        return None
    page = page_of(campaign)
    drawings = [figure_svg(figure, width=width, colours=None) for figure in page.figures for width in WIDTHS]
    return _figure_of(page, next=[JUDGING("figures.decide")], drawings=drawings)


def _turned(qrels: Qrels, order: Order, waiting: Sequence[Disagreement], campaign: Campaign) -> dict[str, int]:
    """Of the first graded tasks on which people differ how many pairs of systems each turns."""
    graded = [one for one in waiting[:MOST_CASES] if len(one.docs) == 1 and kind_of(one.kind).uses_scale]
    if not graded:
        return {}
    grades = [point.grade for point in campaign.settings.scale.points]
    cases = [(one.query, one.docs[0]) for one in graded]
    found = pairs_turned(qrels, read_runs(order.runs), order.measures[0], cases, grades)
    return {one.task: n for one, n in zip(graded, found)}


def _too_few(campaign: Campaign, order: Order) -> str:
    """Why there is no verdict where few of the documents that runs put first are asked about; "" elsewhere."""
    asked, runs = campaign.facts.docs_by_query(), read_runs(order.runs)
    first = {(query, doc) for system in runs.systems for query in asked for doc in runs.ranking(system, query)[:TOP]}
    n = sum(doc in asked[query] for query, doc in first)
    return "" if not first or n >= LEAST_ASKED * len(first) else JUDGING("figures.few", share=n / len(first), top=TOP)


def _with_needed(pairs: Sequence[Pair], qrels: Qrels, order: Order) -> list[Pair]:
    """The pairs, each that labels hold back with how many settle it."""
    if not any(one.labels and one.labels != "settled" for one in pairs):
        return list(pairs)
    needed = labels_to_settle(qrels, read_runs(order.runs), order.measures[0], [one.pair for one in pairs])
    return [
        one.model_copy(update={"to_settle": of.median, "at_least": of.floor, "unlabelled": of.documents})
        if (of := needed.get(one.pair))
        else one
        for one in pairs
    ]


def _items(finding: Finding) -> list[str]:
    """A finding's text, item by item."""
    ends = [*finding.items[1:], len(finding.text)] if finding.items else [len(finding.text)]
    return [finding.text[start:end].strip() for start, end in zip(finding.items or (0,), ends)]


def _pairs(result: Result) -> Iterator[Pair]:
    """The pairs of the section on pairs: rows of its table, or of a matrix where there are many systems."""
    for block in [block for part in result.sections if part.name == "pairs" for block in part.body]:
        if isinstance(block, PairMatrix):
            yield from _pairs_of_matrix(block)
        elif isinstance(block, Forest | Table):
            table = block.table if isinstance(block, Forest) else block
            columns: dict[str, Any] = {one.name: one.values for one in table.columns}
            for row in range(len(columns["pair"])):
                yield Pair(**{name: _known(columns[name][row]) for name in Pair.model_fields if name in columns})


def _known(value: Any) -> Any:
    return None if value != value else value  # NaN, which JSON has not


def _pairs_of_matrix(matrix: PairMatrix) -> Iterator[Pair]:
    names = matrix.systems
    numbers = {name: getattr(matrix, name) for name in ("difference", "low", "high", "labels_low", "labels_high")}
    places = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]
    for place, (i, j) in enumerate(places[: len(matrix.difference)]):
        yield Pair(
            pair=f"{names[i]} – {names[j]}",
            queries=matrix.queries[j][i],
            labels=matrix.labels[i][j],
            **{name: _known(values[place]) for name, values in numbers.items() if values},
        )


if __name__ == "__main__":
    sys.exit(main())
