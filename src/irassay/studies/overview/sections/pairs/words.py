"""The titles of the matrix and of the differences, each a finding that its table confirms, and a pair's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import share
from irassay.studies.overview.words import OVERVIEW

if TYPE_CHECKING:
    from irassay.comparison.league.pair import Pair
    from irassay.verdict import Verdict


def pairs_title(verdict: Verdict) -> str:
    """Both shares in one finding."""
    queries, pairs = verdict.league.n_settled, verdict.league.n_tested
    part = "" if queries == pairs else share(queries, pairs, 0)
    if verdict.labels_settled is None:
        return OVERVIEW("matrix.queries", part=part)
    labels, of = verdict.labels_settled, verdict.labels_pairs
    high = verdict.labels_high and not verdict.queries_high
    if not high and labels / max(of, 1) < queries / max(pairs, 1):
        return OVERVIEW("matrix.queries-first", part=part, labels=_fewer(labels, of))
    separated = _fewer(queries, pairs) if high else part or "all of them"
    return OVERVIEW("matrix.labels-first", fixed="" if labels == of else share(labels, of, 0), queries=separated)


def _fewer(part: int, whole: int) -> str:
    if part == 0:
        return "none"
    ratio = part / whole
    if 0.4 <= ratio < 0.5:
        return OVERVIEW("matrix.half-less")
    return OVERVIEW("matrix.half-more") if 0.5 < ratio <= 0.6 else share(part, whole, 0)


def pair_name(pair: Pair, base: str, baselines: Sequence[str]) -> str:
    """Two systems; where both are baselines, which one's family the row is of."""
    name = f"{pair.a} – {pair.b}"
    return f"{name}, against {base}" if pair.a in baselines and pair.b in baselines else name


def forest_title(verdict: Verdict) -> str:
    """A few pairs."""
    league, baseline = verdict.league, verdict.league.baseline
    form = "one" if league.n_tested == 1 else ("text", "baseline", "baselines")[min(len(baseline), 2)]
    return OVERVIEW(f"forest.{form}", settled=league.n_settled, tested=league.n_tested, baseline=baseline)
