"""The section about known answers: how many there are, and whether what runs put first is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irassay.comparison import Anchor, BetterThanPerfect, anchors, better_than_perfect
from irassay.comparison.anchor_answers import anchors_table
from irassay.comparison.better_than_perfect import categories_table
from irassay.pooling.known_answers import KnownRule, known_answers
from irassay.result import Column, Finding, Section, Table
from irassay.studies.prefer import known_answers_words as words

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties


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


def is_sparse(labels: Qrels) -> bool:
    """Whether nothing is labelled non-relevant: labels name known answers, and say nothing of other documents."""
    return all(grade >= 1 for query in labels.queries for grade in labels.grades(query).values())


def collect(
    preferences: Preferences, runs: Runs, labels: Qrels | None, rule: KnownRule, ties: Ties | None
) -> KnownAnswers | None:
    """Everything about the known answers; None without labels, or where labels say more than these."""
    if labels is None or not is_sparse(labels):
        return None
    known = known_answers(labels, rule)
    n_labels = Counter(len(labels.grades(query)) for query in labels.queries)
    return KnownAnswers(
        known, dict(sorted(n_labels.items())), better_than_perfect(preferences, runs, known, ties=ties),
        anchors(preferences, runs, known, ties=ties),
    )  # fmt: skip


def section(of: KnownAnswers) -> Section:
    """Labels a query, runs against answers, anchor answers."""
    body: list[Any] = [Finding("known-answers", "note", "labels", words.labels(of.n_labels))]
    one = of.shown
    if one is not None:
        other, same = one.other, one.same
        numbers = {"queries": other.n_queries, "judged": other.judged, "preferred": other.other}
        body.append(Finding("better-than-perfect", "note", "labels", words.against_answer(one), numbers))
        if same.answer + same.other:
            numbers = {"queries": same.n_queries, "judged": same.judged, "answer": same.answer}
            body.append(Finding("error-of-judging", "note", "labels", words.error_of_judging(one), numbers))
        body.append(categories_table(of.categories))
    if any(anchor.counts.judged for anchor in of.anchors):
        body += [Finding("anchors", "note", "labels", words.as_good(of.anchors)), anchors_table(of.anchors)]
    body.append(labels_table(of.n_labels))
    return Section("known-answers", "Is what runs put first better than the known answer?", body, words.HOW)


def labels_table(n_labels: Mapping[int, int]) -> Table:
    """How many queries have one label, two, and so on."""
    columns = [
        Column("answers", list(n_labels), "", "labels of a query", 0),
        Column("queries", list(n_labels.values()), "queries", "", 0),
    ]
    return Table("known-answers", "Known answers a query", columns)
