"""The universe of completions, and the kernel's form of a measure for bounds.

A completion gives every unjudged document of the universe a grade of the scale. The universe of a query is the judged
documents, the documents of any loaded run at any rank, and `unseen` more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import LARGEST_GRADE, several, whole_number
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.ties import tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.measures.definition import Bounding
from irassay.measures.definitions import DEFINITIONS
from irassay.measures.specification import gain_table
from irassay.messages import listed

MOST_UNSEEN = 100_000  # documents per query; the ideal ranking is tabulated over them
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


def rank_weights(measure: Measure, n: int) -> F64:
    """What a gain of 1 adds to a linear measure at each of the first n ranks."""
    bounding = bounding_of(measure)
    parameter = _parameter(measure)
    rank = np.arange(float(n))
    if bounding.weight == "log2":
        return np.asarray(1.0 / np.log2(rank + 2.0))
    if bounding.weight == "geometric":
        return np.asarray((1.0 - parameter) * parameter**rank)
    if bounding.weight == "insq":
        reached = np.arange(float(measure.cutoff or measure.definition.depth))
        of = (2 * parameter / (2 * parameter + reached)) ** 2
        return np.asarray(of[:n] / of.sum())
    return np.full(n, parameter)


@dataclass(frozen=True, slots=True)
class Universe:
    """Unseen documents, and the grades that an unjudged document may have."""

    scale: tuple[int, ...]  # ascending, 0 among them
    unseen: int  # documents a query that are neither judged nor retrieved


BOUNDED = tuple(name for name, definition in DEFINITIONS.items() if definition.traits.bounds is not None)


def bounding_of(measure: Measure) -> Bounding:
    """The computation of the bounds of a measure that has them."""
    bounding = measure.definition.traits.bounds
    assert bounding is not None, measure.name
    return bounding


def has_bounds(measure: Measure) -> bool:
    """Whether bounds over completions are known: not for condensed lists, gains below 0 or of grade 0, an ideal beyond
    rank 100,000 or of all labelled documents."""
    bounding = measure.definition.traits.bounds
    too_deep = bounding is not None and bounding.ideal and (measure.cutoff or 0) > MOST_UNSEEN
    too_deep = too_deep or measure.params.get("ideal") == "labels"
    gains_by_grade = gain_table(str(measure.params.get("gains", "")))
    odd_gains = bool(gains_by_grade) and (gains_by_grade[0] != 0 or min(gains_by_grade) < 0)
    return bounding is not None and not (too_deep or odd_gains or measure.params.get("judged_only", False))


@dataclass(frozen=True, slots=True)
class Missing:
    """What missing labels may be, as for `bound`; None for what the measure and the labels say."""

    unseen: int | None = None  # documents of a query that nobody retrieved
    scale: Sequence[int] | None = None  # grades


def make_universe(qrels: Qrels, measure: Measure, unseen: int | None, scale: Sequence[int] | None) -> Universe:
    """The universe of a measure, from the caller's arguments or the defaults."""
    if not has_bounds(measure):
        raise UsageError(
            f"no bounds over missing labels are known for {measure}; they are for "
            f'{listed(BOUNDED, len(BOUNDED))}, without judged_only and ideal="labels", and gains from 0 up'
        )
    if unseen is None:
        # The ideal ranking stops at the cutoff, so that this number is equivalent to any larger one.
        unseen = measure.cutoff if bounding_of(measure).ideal and measure.cutoff else 0
    return Universe(_scale(qrels, measure, scale), whole_number("unseen", unseen, 0, MOST_UNSEEN))


def default_scale(qrels: Qrels, measure: Measure) -> tuple[int, ...]:
    """The default grades of an unjudged document: 0 to the labels' largest, at least 1 and the measure's ``rel``.
    `qrels` is the whole label set: pass this scale to `bound` for some of its queries."""
    least = int(measure.params["rel"]) if measure.binarises else 1
    return tuple(range(max(1, qrels.largest_grade, least) + 1))


def on_scale(measure: Measure, qrels: Qrels, scale: Sequence[int] | None) -> Measure:
    """The measure with gains relative to the top of the scale, where they are relative to the largest grade; else
    unchanged, as without a scale. Otherwise a larger grade would change the gains of judged documents."""
    return measure if scale is None else measure.pinned(max(qrels.largest_grade, *_scale(qrels, measure, scale)))


def _scale(qrels: Qrels, measure: Measure, scale: Sequence[int] | None) -> tuple[int, ...]:
    if scale is None:
        return default_scale(qrels, measure)
    grades = set(several("scale", scale))
    if any(isinstance(g, bool) or not isinstance(g, int) or abs(g) > LARGEST_GRADE for g in grades):
        raise UsageError(
            f"scale must hold whole numbers from -{LARGEST_GRADE} to {LARGEST_GRADE}, but got scale={scale!r}"
        )
    if 0 not in grades:
        raise UsageError(f"scale must hold 0, the grade of a document that isn't relevant, but got scale={scale!r}")
    return tuple(sorted(g for g in grades if g >= 0))


def gains(measure: Measure) -> list[float]:
    """Gain of a judged document by its grade, 0 to 127; 1 from `rel` on for a measure that binarises."""
    grades = range(LARGEST_GRADE + 1)
    if measure.binarises:
        return [float(g >= int(measure.params["rel"])) for g in grades]
    if "max_rel" in measure.params:
        low, high = int(measure.params.get("min_rel", 0)), int(measure.params["max_rel"])
        return [min(max((g - low) / (high - low), 0.0), 1.0) for g in grades]
    if measure.params.get("gains"):
        return gain_table(str(measure.params["gains"]))
    if measure.params.get("dcg") == "exp-log2":
        return [2.0**g - 1.0 for g in grades]
    return [float(g) for g in grades]


def kernel_task(qrels: Qrels, measure: Measure, universe: Universe, ties: str) -> _core.Task:
    """The kernel's form of a measure for bounds."""
    gain = gains(on_scale(measure, qrels, universe.scale))
    bounding = bounding_of(measure)
    return _core.Task(
        form=getattr(_core.Form, bounding.form),
        weight=getattr(_core.Weight, bounding.weight),
        parameter=_parameter(measure),
        depth=measure.cutoff or measure.definition.depth,
        capped=bounding.ideal and measure.cutoff is not None,
        gain=gain,
        levels=gain_levels(qrels, measure, universe),
        ties=tie_rule(ties),
        unseen=universe.unseen,
    )


def gain_levels(qrels: Qrels, measure: Measure, universe: Universe) -> list[float]:
    """The gains that a missing label may have, each once, from 0 up."""
    gain = gains(on_scale(measure, qrels, universe.scale))
    return sorted({gain[g] for g in universe.scale})


def _parameter(measure: Measure) -> float:
    """The parameter of the rank weights."""
    name = bounding_of(measure).parameter
    if name == "1/k":
        return 1.0 / (measure.cutoff or 1)
    return float(measure.params[name]) if name else 1.0


def n_draws(measure: Measure) -> int:
    """Number of completions drawn for a measure."""
    return N_DRAWS if measure.cutoff is not None and measure.cutoff <= DEEP else N_DRAWS_DEEP


def tells_rates(qrels: Qrels) -> bool:
    """Whether at least half of the queries have a document judged not relevant."""
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
