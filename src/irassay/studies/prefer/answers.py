"""The sections about answers: the best, how small the pools got, what wins against others; and the known ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison import Anchor, BetterThanPerfect, anchors, better_than_perfect
from irassay.comparison.known_answers import anchors_table, categories_table
from irassay.formats.nouns import texts_given
from irassay.label_sets.best_answers import BestAnswers, WonPairings, best_answers, won_pairings
from irassay.pooling.judging_orders import KnownRule, known_answers
from irassay.pooling.pairs import PoolSizes, pairs_of
from irassay.result import Column, Finding, Section, Table
from irassay.studies.prefer.settings import Settings
from irassay.studies.prefer.words import SAID

TEXTS = ("query_texts", "doc_texts")


@dataclass(frozen=True, slots=True)
class Answers:
    """Best answers, and what they and the original labels win."""

    best: BestAnswers
    won: WonPairings | None  # None without best answers
    original: WonPairings | None  # None without labels
    rounds: Sequence[tuple[str, int, int, int]]  # name, queries, documents and judged pairs of each round
    texts: tuple[Mapping[str, str], Mapping[str, str]]  # of queries and best answers, by id; empty where none are given


def labels_of_best(best: BestAnswers) -> Qrels:
    """Preference qrels; empty where no pool is judged in full."""
    return best.qrels() if any(one.docs for one in best) else Qrels.from_dict({})


def collect(preferences: Preferences, labels: Qrels | None, how: Settings) -> Answers:
    """Everything about best answers."""
    best = best_answers(preferences, incomplete=how.incomplete)
    won = won_pairings(preferences, best.qrels()) if any(one.docs for one in best) else None
    original = None if labels is None else won_pairings(preferences, labels)
    n_pairs = sum(len(one.pool) * (len(one.pool) - 1) // 2 - len(one.missing) for one in best)
    if original is not None and original.n == 2 * n_pairs:  # they call every document relevant: half of the pairings
        original = None
    ids = ([one.query for one in best], [doc for one in best for doc in one.docs])
    texts = [
        {} if given is None else texts_given(given, name).pick(some)
        for given, name, some in zip((how.query_texts, how.doc_texts), TEXTS, ids)
    ]
    return Answers(best, won, original, _rounds(preferences), (texts[0], texts[1]))


def _rounds(preferences: Preferences) -> list[tuple[str, int, int, int]]:
    arrays = preferences.arrays
    rows = []
    for place, name in enumerate(arrays.names.rounds):
        pairs = arrays.of_round(place).pairs()
        docs = np.concatenate([pairs.first, pairs.second]).astype(np.int64)
        n_docs = len(np.unique(np.tile(pairs.query, 2).astype(np.int64) * len(arrays.names.docs) + docs))
        rows.append((name or "1", len(np.unique(pairs.query)), n_docs, len(pairs)))
    return rows


def section(of: Answers) -> Section:
    """The states, what wins, and the tables."""
    best, missing = of.best, sum(len(one.missing) for one in of.best)
    numbers = {
        "single": best.count("single"), "cycle": best.count("cycle"), "tie": best.count("tie"),
        "incomplete": best.count("incomplete"),
    }  # fmt: skip
    text = SAID("best-answers", queries=len(best), missing=missing, **numbers)
    body: list[Any] = [Finding("best-answers", "note", "labels", text, numbers)]
    if best:
        sizes = pool_sizes(best)
        text = SAID("pool-sizes", mean=sizes.mean, judged=sizes.n_pairs - missing, pairs=sizes.n_pairs)
        body.append(Finding("pool-sizes", "note", "labels", text))
    if share := _share(of.won):
        text = SAID("won-pairings", best=share, original=_share(of.original))
        body.append(Finding("won-pairings", "note", "labels", text))
    tables = [best_table(of), sizes_table(of.best), *([_rounds_table(of)] if len(of.rounds) > 1 else [])]
    return Section("best-answers", SAID("best-answers.title"), [*body, *tables], SAID("best-answers.how"))


def _share(of: WonPairings | None) -> str:
    """How often labelled documents win; "" where none stands against another."""
    return SAID("won-pairings.share", won=f"{of.won:,g}", n=of.n, share=of.won / of.n) if of and of.n else ""


def best_table(of: Answers) -> Table:
    """A row a best answer, with its texts where given; a query without one has a row too."""
    rows = [(one, doc) for one in of.best for doc in one.docs or ("",)]
    ids = [one.query for one, _ in rows], [doc for _, doc in rows]
    texts = [
        Column(name, [given.get(one, "") for one in some], heading=name.replace("_", " "))
        for name, given, some in zip(("query_text", "doc_text"), of.texts, ids)
        if given
    ]
    columns = [
        Column("query", [one.query for one, _ in rows]),
        Column("state", [one.state for one, _ in rows]),
        Column("doc", [doc for _, doc in rows]),
        Column("pool", [len(one.pool) for one, _ in rows], "documents", "of the last round", 0),
        Column("missing", [len(one.missing) for one, _ in rows], "pairs", "that nobody judged", 0),
        *texts,
    ]
    return Table("best-answers", "Best answers", columns, SAID("best-answers.note"))


def pool_sizes(best: BestAnswers) -> PoolSizes:
    """How large the pools are."""
    return PoolSizes.of(len(one.pool) for one in best)


def sizes_table(best: BestAnswers) -> Table:
    """How many pools have each size, and their pairs."""
    sizes = pool_sizes(best).sizes
    columns = [
        Column("documents", list(sizes), digits=0),
        Column("queries", list(sizes.values()), digits=0),
        Column("pairs", [n * pairs_of(size) for size, n in sizes.items()], "", "of all these pools", 0),
    ]
    return Table("pool-sizes", "Sizes of the pools", columns)


def _rounds_table(of: Answers) -> Table:
    names, queries, docs, pairs = ([row[i] for row in of.rounds] for i in range(4))
    columns = [
        Column("round", list(names)),
        Column("queries", list(queries), digits=0),
        Column("documents", list(docs), digits=0),
        Column("pairs", list(pairs), "", "judged", 0),
    ]
    return Table("rounds", "Rounds", columns, SAID("rounds.note"))


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


def collect_known(
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


def known_section(of: KnownAnswers) -> Section:
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
