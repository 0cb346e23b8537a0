"""The section about best answers: which documents they are, how small the pools got, and what wins against others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.collection.qrels import Qrels
from irassay.formats.nouns import texts_given
from irassay.label_sets.best_answers import BestAnswers, Incomplete, WonPairings, best_answers, won_pairings
from irassay.messages import conjugate, count, number, percent, plural
from irassay.pooling.pool_sizes import PoolSizes, pairs_of
from irassay.result import Column, Finding, Section, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.studies.prefer.settings import Settings

TEXTS = ("query_texts", "doc_texts")
TITLE = "Which documents are best answers?"
HOW = (
    "The best answer of a query wins most pairs of its pool, the documents of its last round. Among several that win "
    "as many, those count that win most among these; where nothing parts them they are a cycle or tie, and all count. "
    "A pool with pairs that nobody judged has none: many wins then say who was asked often."
)
ROUNDS_NOTE = "A query's round is one of which it has judged pairs."


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
    body: list[Any] = [Finding("best-answers", "note", "labels", _states(of.best), _numbers(of.best))]
    if of.best:
        body.append(Finding("pool-sizes", "note", "labels", _sizes(of.best)))
    if of.won is not None and of.won.n:
        body.append(Finding("won-pairings", "note", "labels", _won(of.won, of.original)))
    tables = [best_table(of), sizes_table(of.best), *([_rounds_table(of)] if len(of.rounds) > 1 else [])]
    return Section("best-answers", TITLE, [*body, *tables], HOW)


def _numbers(best: BestAnswers) -> dict[str, float | int | str]:
    return {state: best.count(state) for state in ("single", "cycle", "tie", "incomplete")}


def _states(best: BestAnswers) -> str:
    """How many queries have a best answer."""
    n = {state: best.count(state) for state in ("cycle", "tie", "incomplete")}
    whys = [(n["cycle"], "a cycle"), (n["tie"], "documents that tie")]
    also = "".join(f", {count(some)} {what}" for some, what in whys if some)
    single = best.count("single")
    text = f"{count(single)} of {plural(len(best), 'query')} {conjugate(single, 'has')} one best answer"
    if not n["incomplete"]:
        return f"{text}{also}."
    missing = sum(len(one.missing) for one in best)
    return (
        f"{text}{also}. {count(n['incomplete'])} {conjugate(n['incomplete'], 'has')} a pool of which pairs are not "
        f"judged, {count(missing)} in all: --next FILE writes what to judge now."
    )


def _won(won: WonPairings, original: WonPairings | None) -> str:
    text = f"Best answers win {_share(won)} against others of their pools"
    if original is None or not original.n:
        return f"{text}."
    return f"{text}, documents that the original labels call relevant {_share(original)}."


def _share(of: WonPairings) -> str:
    return f"{of.won:,g} of {plural(of.n, 'pairing')} ({percent(of.won / of.n)})"


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
    return Table("best-answers", "Best answers", columns, "--best FILE writes them as qrels.")


def pool_sizes(best: BestAnswers) -> PoolSizes:
    """How large the pools are."""
    return PoolSizes.of(len(one.pool) for one in best)


def _sizes(best: BestAnswers) -> str:
    """The mean size of the pools, and their pairs."""
    of = pool_sizes(best)
    judged = of.n_pairs - sum(len(one.missing) for one in best)
    return (
        f"Pools have {number(of.mean, 2)} documents on average; {count(judged)} of their {plural(of.n_pairs, 'pair')} "
        f"{conjugate(judged, 'is')} judged."
    )


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
    return Table("rounds", "Rounds", columns, ROUNDS_NOTE)
