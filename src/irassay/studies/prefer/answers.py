"""The section about best answers: which documents they are, how small the pools got, and what wins against others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.formats.nouns import texts_given
from irassay.label_sets.best_answers import BestAnswers, Incomplete, WonPairings, best_answers, won_pairings
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


def labels_of_best(preferences: Preferences, incomplete: Incomplete) -> Qrels:
    """Preference qrels; empty where no pool is judged in full."""
    best = best_answers(preferences, incomplete=incomplete)
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
