"""Verdicts and pairs with invented numbers: what sentences are tested on. No file is read, nothing is computed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from irassay.comparison.intervals import Places
from irassay.comparison.league.pair import Pair
from irassay.verdict import LabelsOfPair, PairVerdict, Verdict

NAN = float("nan")
LEAGUE = {  # the words that tests use -> League's attribute
    "measure": "measure", "systems": "systems", "means": "mean", "same": "same", "leaders": "leaders",
    "pairs": "n_tested", "queries_settled": "n_settled", "chance": "chance", "baselines": "baseline",
    "family": "family", "lower_is_better": "lower_is_better", "too_few": "n_too_few", "at_the_edge": "at_the_edge",
}  # fmt: skip


def pair_by_hand(
    a: str,
    b: str,
    difference: float,
    wins: tuple[int, int, int],
    low: float,
    high: float,
    p: float,
    p_corrected: float,
    significant: bool,
    state: str = "",
    labels_low: float = NAN,
    labels_high: float = NAN,
    *,
    family: int = 1,
    agreeing: int = 0,
    n_draws: int = 0,
    unlikely: str = "",
    n_queries: int = 0,
    **of_queries: Any,
) -> PairVerdict:
    """A pair with these numbers: first what the queries say, then the state and the ends of the labels."""
    better, worse, equal = wins
    given = {
        "same": False, "mean_a": NAN, "mean_b": NAN, "at_the_edge": False, "n_resamples": 100_000,
        "lower_is_better": False, "measure": "nDCG@10", "alpha": 0.05,
    } | of_queries  # fmt: skip
    queries = Pair(
        a=a, b=b, difference=difference, low=low, high=high, p=p, p_corrected=p_corrected, family=family,
        significant=significant, better=better, worse=worse, equal=equal, **given,
    )  # fmt: skip
    of_labels = LabelsOfPair(state, labels_low, labels_high, agreeing, n_draws) if state else None
    missing = unlikely or ("" if state else "no bounds")
    return PairVerdict(queries, of_labels, unlikely=missing, n_queries=n_queries or sum(wins), depth=10)


def places_by_hand(n: int) -> Places:
    """Places of `n` systems: the first comes first in 81% of resamples, and on both halves in 55% of halvings."""
    place = np.arange(1.0, n + 1)
    return Places(place, place - 1, place + 2, place, place + 1, np.eye(1, n)[0] * 0.81, 0.55, 0.91, 10000)


def with_league(evidence: Any, **changes: Any) -> Any:
    """Evidence whose main league has other values."""
    verdict = evidence.verdict
    return replace(evidence, verdict=replace(verdict, league=replace(verdict.league, **changes)))


def verdict_by_hand(**changes: Any) -> SimpleNamespace:
    """What sentences read of a Verdict, like TREC DL 2021's; keyword arguments change it."""
    names = changes.pop("systems", [f"s{i:02d}" for i in range(61)])
    n = len(names)
    given: dict[str, Any] = {
        "measure": "nDCG@10", "depth": 10, "n_runs": n, "systems": names, "means": [0.75 - 0.01 * i for i in range(n)],
        "n_queries": 53, "n_labels": 10828, "leaders": names[:11], "pairs": n * (n - 1) // 2, "queries_settled": 814,
        "labels_settled": 1787, "labels_open": 43, "labels_unknown": 0, "tied": 0, "unjudged": 84, "behind": 47,
        "command": "qrels.txt runs/ -m nDCG@10",
        "compare_options": "", "same": {}, "chance": None, "open_at_top": 0,
        "has_retrieved_labels": True,
        "needed": [], "pair": None, "baselines": [], "family": 0, "against": [], "suspects": [], "at_the_edge": (),
        "lower_is_better": False, "too_few": 0, "among_retrieved": False, "judging": None, "n_likely": 0,
        "unlikely": "", "sparse": None, "lead_carried": True, "estimate": None, "movable": (),
        "first_by_any_label": False, "by_rank": {},
    } | changes  # fmt: skip
    league = SimpleNamespace(queries=range(given["n_queries"]), n=n, collections=(), unranked=())
    made = SimpleNamespace(league=league, n=n, bounds=None, draws=None)
    for name, value in given.items():
        setattr(league if name in LEAGUE else made, LEAGUE.get(name, name), value)
    league.mean = np.array(league.mean)
    league.difference = league.mean[:, None] - league.mean[None, :]
    league.significant = np.arange(n) >= n - made.behind + np.zeros((n, 1), int)
    league.alpha, league.p_corrected = 0.05, np.where(league.significant, 0.001, 0.5)
    league.low, league.high = league.mean - 0.05, league.mean + 0.05
    made.means = lambda name: None
    made.systems = names
    made.given = {**given, "systems": names}
    made.only_pair = made.__dict__.pop("pair")
    made.pair_at = lambda i, j: made.only_pair
    league.pair = lambda a, b: made.only_pair.queries
    made.labels_undecided = made.labels_open + made.labels_unknown
    made.labels_pairs = league.n_tested - made.tied
    made.labels_high = None if made.labels_settled is None else made.labels_settled >= 0.9 * made.labels_pairs
    made.queries_high = league.n_settled >= 0.9 * league.n_tested
    made.kind = Verdict.kind.fget(made)
    made.estimated_first = Verdict.estimated_first.fget(made)
    return made
