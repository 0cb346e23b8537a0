"""Expected scores if unjudged documents are like judged ones of the same rank, an assumption that is always printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from irassay.kernel import _core

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.measures import Measure

    F64: TypeAlias = NDArray[np.float64]

SMOOTHING = 10.0  # weight of the prior of a query and band of ranks, in labels
# Completions drawn for measures whose expectation has no closed form: to a cutoff of 100, and for deeper ones, where
# a score is a sum over so many documents that a draw moves it little.
N_DRAWS, N_DRAWS_DEEP, DEEP = 500, 100, 100

POOLED = (  # beside estimated scores
    "Pools hold the documents that seemed best, so this is too kind to unjudged ones; since they also raise the ideal "
    "ranking, nDCG can come out too low as well as too high"
)
# Shown beside every estimate.
ASSUMPTION = f"The estimate assumes that unjudged documents are like the judged ones of their rank. {POOLED}."


def n_draws(measure: Measure) -> int:
    """Number of completions drawn for a measure."""
    return N_DRAWS if measure.cutoff is not None and measure.cutoff <= DEEP else N_DRAWS_DEEP


def tells_rates(qrels: Qrels) -> bool:
    """Whether at least half of the queries have a document judged not relevant. Fewer can't estimate missing labels:
    documents "like the judged ones" would all be relevant."""
    without = sum(any(grade <= 0 for grade in qrels.grades(query).values()) for query in qrels.queries)
    return 2 * without >= len(qrels.queries) > 0


def expected_scores(
    qrels: Qrels,
    expecter: _core.Expecter,
    n_queries: int,
    in_blocks: Callable[[str, Callable[[int, int, int], None]], None],
) -> F64:
    """Expected scores, (system, query); NaN where most queries have no non-relevant label (`tells_rates`), or every
    label has a gain. An unjudged document of a query and band of ranks (its best rank in any run) has grade g with
    probability (n_g + s prior_g) / (n + s), n over the query's judged documents of the band and s = `SMOOTHING`; the
    prior is the query's rate of g times a factor of the band from all labels; documents in no run count as not
    relevant. Exact by `Bounding.expected_exactly`, else means of shared completions. Source: Carterette, Allan and
    Sitaraman, SIGIR 2006, here by band of ranks."""
    expecter.count(0, n_queries)
    if not (expecter.possible and tells_rates(qrels)):
        return np.full_like(expecter.estimate(), np.nan)
    in_blocks("Expected scores", expecter.run)
    return expecter.estimate()
