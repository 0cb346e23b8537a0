"""The section about known answers: how many there are, and whether what runs put first is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison import Anchor, BetterThanPerfect, anchors, better_than_perfect
from irassay.comparison.known_answers import anchors_table, categories_table
from irassay.pooling.judging_orders import KnownRule, known_answers
from irassay.result import Column, Finding, Section, Table
from irassay.studies.prefer.words import SAID


@dataclass(frozen=True, slots=True)
class KnownAnswers:
    """Labels that name answers and say nothing of other documents, and what was judged against them."""

    known: Mapping[str, Sequence[str]]  # query -> the answers that count
    n_labels: Mapping[int, int]  # labels of a query -> queries with so many
    categories: Sequence[BetterThanPerfect]  # by system
    anchors: Sequence[Anchor]  # by rank

    @property
    def shown(self) -> BetterThanPerfect | None:
        """The run with the most judged pairs against an answer; None where there are no such pairs."""
        most = max(self.categories, key=lambda of: of.other.judged + of.same.judged, default=None)
        return most if most is not None and most.other.judged else None


def collect(
    preferences: Preferences, runs: Runs, labels: Qrels | None, rule: KnownRule, ties: Ties | None
) -> KnownAnswers | None:
    """Everything about the known answers; None without labels, or where labels say more than these."""
    if labels is None or not all(grade >= 1 for query in labels.queries for grade in labels.grades(query).values()):
        return None
    known = known_answers(labels, rule)
    n_labels = Counter(len(labels.grades(query)) for query in labels.queries)
    return KnownAnswers(
        known, dict(sorted(n_labels.items())), better_than_perfect(preferences, runs, known, ties=ties),
        anchors(preferences, runs, known, ties=ties),
    )  # fmt: skip


def section(of: KnownAnswers) -> Section:
    """Labels a query, runs against answers, anchor answers."""
    n, one = sum(of.n_labels.values()), of.n_labels.get(1, 0)
    text = SAID("known-answers", queries=n, one=one, more=n - one)
    body: list[Any] = [Finding("known-answers", "note", "labels", text)]
    if of.shown is not None:
        body += [*_shown(of.shown), categories_table(of.categories)]
    judged = [anchor for anchor in of.anchors if anchor.counts.judged]
    if judged:
        text = SAID("anchors", at=[_anchor(anchor) for anchor in judged])
        body += [Finding("anchors", "note", "labels", text), anchors_table(of.anchors)]
    body.append(labels_table(of.n_labels))
    return Section("known-answers", SAID("known-answers.title"), body, SAID("known-answers.how"))


def _shown(of: BetterThanPerfect) -> list[Finding]:
    """How often the first document of a run is preferred to the answer, and how sure the judging is."""
    other, same = of.other, of.same
    numbers = {"queries": other.n_queries, "judged": other.judged, "preferred": other.other}
    decided, tied, (low, high) = other.answer + other.other, other.tied, other.interval
    slots = {"share": other.share, "low": low, "high": high, "p": other.p, "tied": tied if decided else 0}
    text = SAID("better-than-perfect", system=of.system, decided=decided, **numbers, **slots)
    found = [Finding("better-than-perfect", "note", "labels", text, numbers)]
    if decided := same.answer + same.other:
        numbers = {"queries": same.n_queries, "judged": same.judged, "answer": same.answer}
        without, low, high = of.without_error
        slots = {"freed": without == without, "without": without, "low": low, "high": high}
        text = SAID("error-of-judging", decided=decided, share=1 - same.share, error=of.error, **numbers, **slots)
        found.append(Finding("error-of-judging", "note", "labels", text, numbers))
    return found


def _anchor(of: Anchor) -> str:
    """How often documents at a rank are as good as the answer."""
    good, (low, high) = of.counts.other + of.counts.tied, of.interval
    return SAID("anchors.at", good=good, judged=of.counts.judged, rank=of.rank, low=low, high=high)


def labels_table(n_labels: Mapping[int, int]) -> Table:
    """How many queries have one label, two, and so on."""
    columns = [
        Column("answers", list(n_labels), "", "labels of a query", 0),
        Column("queries", list(n_labels.values()), "queries", "", 0),
    ]
    return Table("known-answers", "Known answers a query", columns)
