"""Known answers against other documents: outcomes of their judged pairs, counted over queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from irassay.comparison.listed_documents import NONE, item_places
from irassay.comparison.wilson import wilson

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

Verdicts: TypeAlias = dict[tuple[str, str], int]  # (known answer, document) -> 1 where the answer is preferred, -1, 0

Z = 1.959963984540054  # 97.5% quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Counts:
    """Outcomes of the known answer against another document, over queries."""

    n_queries: int  # with or without a judged pair
    answer: int  # queries on which the known answer is preferred
    other: int  # queries on which the other document is
    tied: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[int | None]) -> Counts:
        """Counts of 1 for the known answer, -1 for the other document, 0 for neither, and None where nobody judged."""
        every = list(outcomes)
        return cls(len(every), every.count(1), every.count(-1), every.count(0))

    @property
    def judged(self) -> int:
        """Queries whose pair was judged."""
        return self.answer + self.other + self.tied

    @property
    def share(self) -> float:
        """The share of the other document among queries on which one is preferred; NaN without any."""
        n = self.answer + self.other
        return self.other / n if n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of `share`."""
        return share_interval(self.other, self.answer + self.other)

    @property
    def as_good(self) -> float:
        """The share of judged queries on which the other document is preferred or ties."""
        return (self.other + self.tied) / self.judged if self.judged else float("nan")

    @property
    def p(self) -> float:
        """The two-sided binomial test of `answer` against `other`, ties left out; NaN without any."""
        from scipy.special import bdtr

        n = self.answer + self.other
        return min(1.0, 2 * float(bdtr(min(self.answer, self.other), n, 0.5))) if n else float("nan")


def share_interval(count: int, n: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share; NaN of nothing."""
    if not n:
        return float("nan"), float("nan")
    [[low, high]] = wilson(np.array([count]), n, np.array([-Z, Z]))
    return float(low), float(high)


def verdicts_of(preferences: Preferences, known: Mapping[str, Sequence[str]]) -> dict[str, Verdicts]:
    """The outcomes of all pairs with a known answer, by query."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    item_query = np.repeat(np.arange(len(known)), [len(docs) for docs in known.values()]).astype(np.int64)
    item_doc = [doc for docs in known.values() for doc in docs]
    query = pairs.query.astype(np.int64)
    out: dict[str, Verdicts] = {}
    for mine, theirs, sign in ((pairs.first, pairs.second, 1), (pairs.second, pairs.first, -1)):
        places = item_places(
            list(known), item_query, item_doc, (names.queries, names.docs), query, mine.astype(np.int64)
        )
        at = np.flatnonzero(places != NONE)
        rows = zip(query[at].tolist(), mine[at].tolist(), theirs[at].tolist(), pairs.outcome[at].tolist(), strict=True)
        for q, answer, doc, outcome in rows:
            of = out.setdefault(names.queries[q], {})
            of[names.docs[answer], names.docs[doc]] = sign * outcome
    return out


def against(verdicts: Verdicts, answers: Sequence[str], doc: str) -> int | None:
    """The outcome of the first answer that was judged against a document; None where none was."""
    return next((verdicts[answer, doc] for answer in answers if (answer, doc) in verdicts), None)
