"""Compare systems on the queries that all of them answered: order, differences, tests, intervals and tie groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from irassay.arguments import number_of_threads, of_keywords
from irassay.arrays import F64, I64, U32
from irassay.collection.renaming import named_by_file, nearest_first
from irassay.comparison.equality import rounding
from irassay.comparison.intervals import RESAMPLES, Redrawn, resampled_summaries, spans
from irassay.comparison.league import tie_groups
from irassay.comparison.league.league import League
from irassay.comparison.league.tie_groups import rank_sets
from irassay.comparison.paired_scores import PairedScores, PerQuery, absent, all_pairs, match
from irassay.comparison.significance.decisions import Decisions, decide, near_copies
from irassay.comparison.significance.paired_tests import FEW_QUERIES, t_difference_intervals, t_intervals
from irassay.comparison.significance.randomization import Families
from irassay.comparison.testing import Correction, Interval, Ranks, Test, Testing
from irassay.errors import UnknownSystem, UsageError, cut
from irassay.measures import Measure
from irassay.messages import answers_none, listed
from irassay.random_keys import Seed


def compare(
    scores: PerQuery,
    *,
    measure: str | Measure | None = None,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    ranks: Ranks = "significance",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> League:
    """Test which systems differ over queries, and which of them share the lead.

    Parameters
    ----------
    scores : Scores
        With per-query values. Systems that lack a score on a query that others have are listed as unranked, and so are
        those that answer no query, whose zeros compare nothing.
    measure : str or Measure, optional
        Default: the first of the scores.
    baseline : sequence of str
        Compare every system with each of these only; each is a family of its own. Default: all pairs, one family.
    test : {"randomization", "t", "wilcoxon", "sign", "bootstrap"}
        Sign flips of per-query differences, which assume no distribution; the paired t-test; Wilcoxon's signed ranks;
        the sign test; or the bootstrap of differences shifted to a mean of zero.
    correction : {"holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"}
        For the size of the family. Benjamini-Hochberg bounds the share of wrong claims instead of the probability of
        one. Step-down max-T and randomised Tukey HSD test the family jointly, with the randomization test only; Tukey
        for all pairs only.
    interval : {"percentile", "bca", "bootstrap-t", "simultaneous", "wilson"}
        The method of intervals over queries, with 10,000 resamples: percentiles; the same corrected for bias and
        skewness; studentised differences; those of all pairs jointly; or Wilson's, for measures that are 0 or 1 on each
        query.
    ranks : {"significance", "bootstrap"}
        Whether ranks follow from the corrected test alone, or also from the bootstrap of all differences jointly.
    alpha : float
        Probability of one wrong claim or more in a family, above 0 and below 1.
    n_resamples : int, optional
        Sign vectors of the randomization test, or resamples of the bootstrap test. Default: enough for the family,
        100,000 to 4,000,000. All 2^Q sign vectors are counted where these are no more.
    seed : int or numpy.random.Generator
        The same seed gives the same numbers.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    League
        Best first; scores, differences and intervals in the measure's unit.

    Raises
    ------
    UsageError
        An invalid argument, an unknown measure or baseline, no query in common, or more pairs than sign flips could
        ever settle.

    Notes
    -----
    *Assumes* that queries are a sample of those the collection represents, and that labels are correct.
    *Guarantees* over queries only: with Holm the probability of one wrong significant pair or more is at most alpha.
    *Source* the randomization test: Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007.
    Holm, Scandinavian Journal of Statistics 6, 1979; Benjamini and Hochberg, JRSS B 57, 1995; max-T: Westfall and
    Young, 1993, algorithm 2.8; Tukey: Carterette, TOIS 30, 2012. Intervals: Efron, Annals of Statistics 7, 1979, and
    JASA 82, 1987; Wilson, JASA 22, 1927. Ranks: Mohamad, Goeman and van Zwet, Biometrical Journal 2019; Mogstad et al.,
    Review of Economic Studies 91, 2024. Letters: Piepho, Journal of Computational and Graphical Statistics 13, 2004.

    Examples
    --------
    >>> import irassay
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = irassay.Qrels.from_dict({q: {"a": 1} for q in queries})
    >>> lists = {"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}}
    >>> league = compare(irassay.evaluate(qrels, irassay.Runs.from_dict(lists), ["P@1"]))
    >>> league.leaders, round(float(league.p_corrected[0, 1]), 4), league.enumerated
    (['new'], 0.0078, True)
    """
    return league_of(scores, of_keywords(Testing, locals()), measure=measure, threads=threads)


def league_of(scores: PerQuery, testing: Testing, *, measure: str | Measure | None = None, threads: int = 0) -> League:
    """The league of systems under one measure: `compare` with its settings in one value."""
    names, threads = testing.baseline, number_of_threads(threads)
    paired = match(scores, measure, baseline=names)
    testing.check_collections(len(paired.bounds) - 1)
    unranked = [name for name in names if name in paired.unranked]
    if unranked:
        raise UsageError(_no_baseline(unranked[0], paired, scores, absent(scores, measure).get(unranked[0], ())))
    families = _families(paired, names)
    decisions = decide(paired, families, testing, threads=threads)
    return _league(paired, families, decisions, _spread(paired, families, testing, threads), testing)


def _no_baseline(name: str, paired: PairedScores, scores: PerQuery, lacks: Sequence[str]) -> str:
    """Why a system that is not ranked is no baseline: it is not in some collections, or lacks a score on a query."""
    there = f"there are {', '.join(paired.systems[:10])}"
    if name in paired.silent:
        return f"{cut(name)} {answers_none(len(paired.queries))}, so it is no baseline; {there}"
    if not lacks:
        return f"{cut(name)} has no score on some query that other systems have, so it is no baseline; {there}"
    has = [collection for collection in dict.fromkeys(scores.collections) if collection not in lacks]
    return f"{cut(name)} is in {listed(has, len(has))}, not in {listed(lacks, len(lacks))}; in all of them {there}"


def _families(paired: PairedScores, baseline: Sequence[str]) -> list[tuple[U32, U32]]:
    """First and second systems of each family's pairs, as places in the league."""
    n = len(paired.systems)
    if not baseline:
        return [all_pairs(n)]
    families = []
    for name in baseline:
        if name not in paired.systems:
            twin = next((system for system, others in paired.same.items() if name in others), None)
            if twin is not None:
                raise UsageError(f"baselines {cut(twin)} and {cut(name)} are one system for {paired.measure}; name one")
            there = f"there {nearest_first([name], paired.systems)}{named_by_file(name, paired.systems)}"
            raise UnknownSystem(f"no system {cut(name)} to compare with; {there}", name)
        place = paired.systems.index(name)
        others = np.array([i for i in range(n) if i != place], dtype=np.uint32)
        families.append((others, np.full(len(others), place, dtype=np.uint32)))
    return families


def _spread(paired: PairedScores, families: Families, testing: Testing, threads: int) -> dict[str, Any]:
    """The fields of a League that rest on resamples of the queries, or on Student's t."""
    summaries = resampled_summaries(paired, n_bootstrap=RESAMPLES, key=testing.seed, threads=threads)
    intervals = spans(paired, summaries, families, interval=testing.interval, key=testing.seed, threads=threads)
    ends = [*intervals.scores.T, intervals.low, intervals.high]
    if len(paired.queries) == 1:  # one query drawn again is the same query: its interval would claim certainty
        ends = [np.full_like(end, np.nan) for end in ends]
    names = ("low", "low50", "high50", "high", "difference_low", "difference_high")
    fewest = min(np.diff(paired.bounds))
    few = fewest < FEW_QUERIES and (fewest > 1 or len(paired.bounds) == 2)
    students = _t_intervals(paired) if few else (np.empty(0), np.empty(0), np.empty((0, 0, 2)))
    return {
        **dict(zip(names, ends, strict=True)),
        **dict(zip(("t_low", "t_high", "difference_t"), students, strict=True)),
        "redrawn": Redrawn(summaries, paired=paired, key=testing.seed),
    }


def _ties(paired: PairedScores, baseline: Sequence[str], decisions: Decisions, difference: F64) -> dict[str, Any]:
    """A League's leaders, ranks and letters: empty with a baseline; with one query, which ranks nobody, all lead."""
    names = paired.systems
    if baseline or len(paired.queries) == 1:
        leaders = [] if baseline else list(names)
        return {"letters": [], "leaders": leaders, "rank_intervals": [], "brackets": [], "open_without_letter": 0}
    groups = tie_groups.letter_groups(decisions.significant)
    superior = decisions.significant & (paired.direction * difference > 0)
    return {
        "letters": tie_groups.letters(groups, len(names)),
        "leaders": [names[i] for i in tie_groups.leaders(superior)],
        "rank_intervals": tie_groups.rank_intervals(superior),
        "brackets": tie_groups.brackets(groups),
        "open_without_letter": tie_groups.open_without_letter(decisions.significant, groups),
    }


def _league(
    paired: PairedScores, families: Families, decisions: Decisions, spread: Mapping[str, Any], testing: Testing
) -> League:
    better, worse = _won(paired)
    difference = paired.mean[:, None] - paired.mean[None, :]
    ranks: list[tuple[int, int]] = []
    if testing.ranks == "bootstrap":
        ranks = rank_sets(paired, alpha=testing.alpha, key=testing.seed, n_bootstrap=RESAMPLES)
    return League(
        measure=paired.measure,
        signature=paired.signature,
        lower_is_better=paired.direction < 0,
        aggregate=paired.aggregate,
        systems=paired.systems,
        same=paired.same,
        unranked=paired.unranked,
        silent=paired.silent,
        queries=paired.queries,
        collections=paired.collections,
        bounds=list(paired.bounds),
        values=paired.values,
        mean=paired.mean,
        **spread,
        difference=difference,
        p=decisions.p,
        p_corrected=decisions.p_corrected,
        significant=decisions.significant,
        against_means=decisions.against_means,
        resamples=decisions.resamples,
        better=better,
        worse=worse,
        **_ties(paired, testing.baseline, decisions, difference),
        at_the_edge=[(paired.systems[i], paired.systems[j]) for i, j in decisions.edges],
        baseline=testing.baseline,
        test=testing.test,
        correction=testing.correction,
        alpha=testing.alpha,
        family=max(len(a) for a, _ in families),
        n_tested=sum(len(a) for a, _ in families),
        n_settled=decisions.n_settled,
        chance=decisions.chance,
        n_too_few=_too_few(families, decisions, better + worse, testing.alpha) if testing.counts_signs else 0,
        n_resamples=decisions.n_resamples,
        n_bootstrap=RESAMPLES,
        enumerated=decisions.enumerated,
        seed=testing.seed,
        n_joint=decisions.n_joint,
        interval=testing.interval,
        rank_intervals_bootstrap=ranks,
        near_copies=_near_copies(paired, families) if testing.correction == "tukey" else [],
    )


def _t_intervals(paired: PairedScores) -> tuple[F64, F64, F64]:
    low, high = paired.summary(t_intervals(paired.x, paired.bounds)).T
    if paired.aggregate == "geometric":  # a difference of logarithms is none of means
        return low, high, np.empty((0, 0, 2))
    return low, high, paired.summary(t_difference_intervals(paired.x, paired.bounds))


def _won(paired: PairedScores) -> tuple[I64, I64]:
    """Queries on which the row is better, and worse, than the column."""
    n = len(paired.systems)
    better = np.zeros((n, n), dtype=np.int64)
    values = paired.values * paired.direction
    equal = rounding(values)
    for i in range(n):
        better[i] = (values[i] - values > equal).sum(axis=1)
    return better, better.T.copy()


def _near_copies(paired: PairedScores, families: Families) -> list[tuple[str, str]]:
    names = paired.systems
    return [(names[a[i]], names[b[i]]) for a, b in families for i in near_copies(paired.x, a, b)]


def _too_few(families: Families, decisions: Decisions, differing: I64, alpha: float) -> int:
    """Open pairs on so few differing queries d that one sign on all would not do: 2^(1 - d) > alpha / (m - settled)."""
    count = 0
    for a, b in families:
        settled = decisions.significant[a, b] | (decisions.against_means[a, b] != 0)
        n_open = max(1, len(a) - int(settled.sum()))
        count += int((~settled & (2.0 ** (1 - differing[a, b].astype(float)) > alpha / n_open)).sum())
    return count
