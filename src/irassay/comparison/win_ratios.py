"""Win ratios: how often people prefer what one system puts first to what another one does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice
from irassay.arrays import F64, I64, Flags
from irassay.collection.preference_arrays import FIRST, SECOND, TIE
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.listed_documents import NONE, FirstDocuments
from irassay.comparison.significance.paired_tests import correct
from irassay.comparison.words import BY_QUERY
from irassay.errors import UsageError
from irassay.result import Column, Table

Fill: TypeAlias = Literal["none", "grades", "transitive"]
Correction: TypeAlias = Literal["bonferroni", "holm"]

FILLS: tuple[Fill, ...] = ("none", "grades", "transitive")
CORRECTIONS: tuple[Correction, ...] = ("bonferroni", "holm")
PERFECT = "perfect ranking"
LEAST_ASKED = 0.5
_BATCH = 65_536  # judged pairs that are counted at a time


@dataclass(frozen=True, slots=True, eq=False)
class WinRatios:
    """Every two systems by what they put first.

    Attributes
    ----------
    systems : tuple of str
        One for all that put the same documents first on every query.
    same : tuple of tuple of str
        The systems that each one stands for, itself first.
    queries : tuple of str
    differ : array (system, system)
        Queries on which both have a first document, and not the same.
    won : array (system, system)
        ``won[row, column]``: of these, those whose pair was judged and the column's document preferred; ``won.T`` are
        those that the column lost.
    tied : array (system, system)
        Those whose pair was judged and is a tie.
    filled : array (system, system)
        Those whose outcome was filled in; they are among `won` and not among `judged`. They decide nothing.
    won_by_judges : array (system, system)
        Those of `won` that were judged, of which alone p is.
    least_asked : float
        The share of the differing queries that must have an outcome.
    fill : {"none", "grades", "transitive"}
    correction : {"bonferroni", "holm"}
    n_pairs : int
        Judged pairs of documents that are used.
    """

    systems: tuple[str, ...]
    same: tuple[tuple[str, ...], ...]
    queries: tuple[str, ...]
    differ: I64
    won: I64
    tied: I64
    filled: I64
    won_by_judges: I64
    least_asked: float
    fill: Fill
    correction: Correction
    n_pairs: int

    @property
    def lost(self) -> I64:
        """Queries on which the row's document is preferred."""
        return self.won.T

    @property
    def outcomes(self) -> I64:
        """Queries with an outcome: won, lost or tied."""
        return self.won + self.won.T + self.tied

    @property
    def judged(self) -> I64:
        """Queries whose pair was judged."""
        return self.outcomes - self.filled

    @property
    def shown(self) -> Flags:
        """Pairs of systems with enough outcomes to be compared."""
        enough = self.outcomes >= self.least_asked * self.differ
        shown: Flags = enough & (self.outcomes > 0)
        np.fill_diagonal(shown, False)
        return shown

    @property
    def ratio(self) -> F64:
        """The share of outcomes that the column wins, a tie half a win; NaN where too few pairs were judged."""
        return np.where(self.shown, (self.won + self.tied / 2) / np.maximum(1, self.outcomes), np.nan)

    @property
    def p(self) -> F64:
        """Two-sided binomial p-values of judged wins against losses, ties left out; NaN where `ratio` is."""
        from scipy.special import bdtr

        won = self.won_by_judges
        n = won + won.T
        least = np.minimum(won, won.T)
        p = np.minimum(1.0, 2 * bdtr(least.astype(float), np.maximum(n, 1), 0.5))
        return np.where(self.shown, np.where(n > 0, p, 1.0), np.nan)

    @property
    def p_corrected(self) -> F64:
        """The p-values corrected for the number of pairs of systems shown."""
        out = np.full(self.differ.shape, np.nan)
        i, j = np.nonzero(np.triu(self.shown))
        if len(i):
            out[i, j] = out[j, i] = correct(self.p[i, j], correction=self.correction)
        return out

    @property
    def n_cells(self) -> int:
        """Pairs of systems."""
        return len(self.systems) * (len(self.systems) - 1) // 2

    @property
    def n_shown(self) -> int:
        """Pairs of systems that are compared."""
        return int(np.triu(self.shown).sum())

    def table(self) -> Table:
        """A row for each two systems, in both orders: the column against the row."""
        row, column = np.nonzero(~np.eye(len(self.systems), dtype=bool))
        blank = ~self.shown[row, column]

        def cells(values: F64) -> list[float | None]:
            of = values[row, column].tolist()
            return [None if empty else value for value, empty in zip(of, blank.tolist(), strict=True)]

        counts = ["differ", "judged", "won", "lost", "tied", *(["filled"] if self.fill != "none" else [])]
        columns = [
            Column("row", [self.systems[i] for i in row.tolist()]),
            Column("column", [self.systems[j] for j in column.tolist()]),
            *(
                Column(name, getattr(self, name)[row, column].tolist(), "queries", meaning, 0)
                for name, meaning in ((name, BY_QUERY(f"wins.{name}", fill=self.fill)) for name in counts)
            ),
            Column("ratio", cells(self.ratio), "share", BY_QUERY("wins.ratio"), 3),
            Column("p", cells(self.p), "p", BY_QUERY("binomial.judged", one="won", other="lost")),
            Column("p_corrected", cells(self.p_corrected), "p", f"after {self.correction.capitalize()}"),
        ]
        return Table("win-ratios", BY_QUERY("wins.title"), columns)


def win_ratios(
    preferences: Preferences,
    runs: Runs,
    *,
    queries: Sequence[str] | None = None,
    perfect: Mapping[str, str] | None = None,
    qrels: Qrels | None = None,
    least_asked: float = LEAST_ASKED,
    fill: Fill = "none",
    correction: Correction = "bonferroni",
    ties: Ties | None = None,
) -> WinRatios:
    """How often is what one system puts first preferred to what another one does?

    Parameters
    ----------
    preferences : Preferences
        The outcome of a pair is what most of its judgments say; a tie where none is most.
    runs : Runs
    queries : sequence of str, optional
        Those that count. Default: all with a judged pair.
    perfect : mapping of str to str, optional
        Query -> its known answer: the perfect ranking, which is one more system.
    qrels : Qrels, optional
        Labels for ``fill="grades"``.
    least_asked : float, from 0 to 1
        Two systems have a ratio if at least this share of the queries on which their first documents differ has an
        outcome. A ratio over a few pairs says who was asked about.
    fill : {"none", "grades", "transitive"}
        What pairs that nobody judged count as. *grades*: the document of the higher grade wins, where both have one and
        they differ. *transitive*: a document wins that is preferred to one that is preferred to the other, over any
        number of steps, where no such way leads back.
    correction : {"bonferroni", "holm"}
        Over the pairs of systems that have a ratio. Bonferroni is the paper's.
    ties : {"float64", "float32"}, optional
        The precision at which scores count as equal.

    Returns
    -------
    WinRatios

    Raises
    ------
    UsageError
        `least_asked` is no share, `fill` needs labels, or no query counts.

    Notes
    -----
    *Assumes* queries are independent draws; a query is an outcome of a pair of systems. *Guarantees* the binomial test
    is exact given the judged pairs; nothing is said of pairs that nobody judged. *Source* Arabzadeh, Vtyurina, Yan and
    Clarke, Shallow pooling for sparse labels, 2021, Table 4.

    Examples
    --------
    >>> from irassay import Runs
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> runs = Runs.from_dict({"bm25": {"q1": {"a": 1.0}}, "dense": {"q1": {"b": 1.0}}})
    >>> ratios = win_ratios(Preferences([Comparison("q1", {"a": 1.0, "b": 2.0})]), runs)
    >>> ratios.table().column("ratio").values
    [1.0, 0.0]
    """
    check_choice("fill", fill, FILLS)
    check_choice("correction", correction, CORRECTIONS)
    if not 0 <= least_asked <= 1:
        raise UsageError(f"least_asked={least_asked!r}: expected a number from 0 to 1")
    if fill == "grades" and qrels is None:
        raise UsageError('fill="grades" needs labels: give qrels')
    firsts = FirstDocuments.of(runs, list(preferences.queries if queries is None else queries), ties=ties)
    if perfect is not None:
        firsts = firsts.with_system(PERFECT, perfect)
    firsts = firsts.distinct()
    better, worse, outcome, n_pairs = _outcomes(preferences, firsts)
    filled = _filled(fill, firsts, better, worse, preferences, qrels)
    return _count(firsts, (better, worse, outcome), filled, least_asked, fill, correction, n_pairs)


def _outcomes(preferences: Preferences, firsts: FirstDocuments) -> tuple[I64, I64, I64, int]:
    """Judged pairs of items of which somebody puts both first: the better, the other, and whether they tie."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    query = pairs.query.astype(np.int64)
    one = firsts.places(names.queries, names.docs, query, pairs.first.astype(np.int64))
    other = firsts.places(names.queries, names.docs, query, pairs.second.astype(np.int64))
    there = (one != NONE) & (other != NONE)
    one, other, outcome = one[there], other[there], pairs.outcome[there]
    better = np.where(outcome == SECOND, other, one)
    return better, np.where(outcome == SECOND, one, other), np.where(outcome == TIE, TIE, FIRST), len(one)


def _filled(
    fill: Fill, firsts: FirstDocuments, better: I64, worse: I64, preferences: Preferences, qrels: Qrels | None
) -> tuple[I64, I64]:
    """Pairs of items that nobody judged and that the rule decides: the better and the other."""
    if fill == "none":
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    if fill == "grades":
        assert qrels is not None  # `win_ratios` refuses it
        one, other = by_grades(firsts, qrels)
    else:
        one, other = by_transitivity(firsts, preferences)
    n = len(firsts.item_doc)
    judged = np.minimum(better, worse) * n + np.maximum(better, worse)
    new = ~np.isin(np.minimum(one, other) * n + np.maximum(one, other), judged)
    return one[new], other[new]


def _count(
    firsts: FirstDocuments, judged: tuple[I64, I64, I64], filled: tuple[I64, I64], least_asked: float,
    fill: Fill, correction: Correction, n_pairs: int,
) -> WinRatios:  # fmt: skip
    """Sum the pairs of items over the pairs of systems that put them first."""
    n_systems, n_items = len(firsts.systems), len(firsts.item_doc)
    has = np.zeros((n_items, n_systems))
    system, query = np.nonzero(firsts.first != NONE)
    has[firsts.first[system, query], system] = 1.0
    answers = (firsts.first != NONE).astype(np.float64)
    differ = np.rint(answers @ answers.T - has.T @ has).astype(np.int64)
    better, worse, outcome = judged
    won = _sum(has, worse[outcome == FIRST], better[outcome == FIRST])
    tied = _sum(has, worse[outcome == TIE], better[outcome == TIE])
    more = _sum(has, filled[1], filled[0])
    return WinRatios(
        firsts.systems, firsts.same, firsts.queries, differ, won + more, tied + tied.T, more + more.T, won, least_asked,
        fill, correction, n_pairs,
    )  # fmt: skip


def _sum(has: F64, row: I64, column: I64) -> I64:
    """How many of these pairs of items stand first in the row's system and in the column's."""
    total = np.zeros((has.shape[1], has.shape[1]))
    for begin in range(0, len(row), _BATCH):
        end = begin + _BATCH
        total += has[row[begin:end]].T @ has[column[begin:end]]
    return np.rint(total).astype(np.int64)


def by_grades(firsts: FirstDocuments, qrels: Qrels) -> tuple[I64, I64]:
    """Pairs of first documents whose grades differ, the higher one first."""
    grades = np.full(len(firsts.item_doc), np.nan)
    judged = set(qrels.queries)
    for items in _by_query(firsts):
        name = firsts.queries[firsts.item_query[items[0]]]
        of_query = qrels.grades(name) if name in judged else {}
        grades[items] = [of_query.get(firsts.item_doc[i], np.nan) for i in items.tolist()]
    better, other = [], []
    for items in _by_query(firsts):
        i, j = np.nonzero(grades[items][:, None] > grades[items][None, :])
        better.append(items[i])
        other.append(items[j])
    return _all(better), _all(other)


def by_transitivity(firsts: FirstDocuments, preferences: Preferences) -> tuple[I64, I64]:
    """Pairs of first documents of which preferences lead from one to the other, and not back; the better one first."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    decided = pairs.outcome != TIE
    query = pairs.query[decided].astype(np.int64)
    swapped = pairs.outcome[decided] == SECOND
    winner = np.where(swapped, pairs.second[decided], pairs.first[decided]).astype(np.int64)
    loser = np.where(swapped, pairs.first[decided], pairs.second[decided]).astype(np.int64)
    order = np.argsort(query, kind="stable")
    query, winner, loser = query[order], winner[order], loser[order]
    cuts = np.flatnonzero(np.diff(query)) + 1
    better, other = [], []
    for at in np.split(np.arange(len(query)), cuts) if len(query) else []:
        docs, places = np.unique(np.concatenate([winner[at], loser[at]]), return_inverse=True)
        reach = _closure(places[: len(at)], places[len(at) :], len(docs))
        items = firsts.places(names.queries, names.docs, np.full(len(docs), query[at[0]]), docs)
        there = np.flatnonzero(items != NONE)
        i, j = np.nonzero((reach & ~reach.T)[np.ix_(there, there)])
        better.append(items[there[i]])
        other.append(items[there[j]])
    return _all(better), _all(other)


def _closure(winner: I64, loser: I64, n: int) -> Flags:
    """Which document leads to which, over any number of preferences."""
    reach = np.zeros((n, n), dtype=bool)
    reach[winner, loser] = True
    for middle in range(n):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def _by_query(firsts: FirstDocuments) -> list[I64]:
    order = np.argsort(firsts.item_query, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(firsts.item_query[order])) + 1) if len(order) else []


def _all(parts: list[I64]) -> I64:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])
