"""Sentences about systems and pairs and the table of a League, shared by the command line and the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from irassay.arrays import F64
from irassay.comparison.league.league import League
from irassay.comparison.league.pair import Pair
from irassay.comparison.significance.paired_tests import FEW_QUERIES
from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.comparison.words import BY_QUERY
from irassay.messages import (
    INTERVALS,
    TESTS,
    adjustment,
    answers_none,
    capital,
    deciding_p,
    describe_correction,
    describe_intervals,
    describe_test,
    interval_kind,
    number,
    p_value,
    plural,
    signed_ends,
)
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Result, Section, Table

ENOUGH = 94  # percent: no caution from here on
RARE = 6  # queries that differ from the others: with fewer, intervals are too short
# Percent of 95% intervals of nDCG@10, AP and their differences that contain the truth, by number of queries.
COVERAGE = {
    "percentile": {10: 89, 20: 93},
    "bca": {10: 88, 20: 92},
    "bootstrap-t": {10: 92, 20: 94},
    "simultaneous": {10: 86, 20: 93},
}
# Percent of equal pairs that the bootstrap test calls different at 5%, and of families of six equal pairs with one or
# more, by the number of queries: the larger one of nDCG@10 and AP.
BOOTSTRAP_ERRORS = {10: (10, 15), 20: (7, 9), 30: (7, 7), 50: (6, 6), 100: (6, 6)}
CLEARLY_TOO_MANY = 7  # percent of equal pairs
COVERAGE_RARE = 85  # of differences in Success@1 with 50 queries of which two or three succeed


def coverage_of_few(interval: str, n_queries: int) -> int | None:
    """Simulated coverage in percent of this method with about so many queries, where it is below 94; else None."""
    coverage = COVERAGE.get(interval)
    if coverage is None or not 1 < n_queries < FEW_QUERIES:
        return None
    percent = coverage[max((n for n in coverage if n <= n_queries), default=min(coverage))]
    return percent if percent < ENOUGH else None


def rare(systems: Sequence[str], values: F64, bounds: Sequence[int] = (), *, interval: str) -> list[str]:
    """Systems of the same score on all but a few queries of a collection of 30 or more; `bounds` part these."""
    if interval == "wilson":
        return []
    ends = [(a, b) for a, b in pairwise(bounds or (0, values.shape[1])) if b - a >= FEW_QUERIES]
    return [
        name for name, of in zip(systems, values)
        if any(b - a - np.unique(of[a:b], return_counts=True)[1].max() < RARE for a, b in ends)
    ]  # fmt: skip


def pair_headline(pair: Pair) -> str:
    """The decision over queries, in one sentence; whether one is better also depends on the labels."""
    if pair.same:
        return same_system(pair, BY_QUERY("pair.same-lists"))
    if pair.ahead:
        return BY_QUERY("pair.differs", ahead=pair.ahead, other=pair.other, lower=pair.lower_is_better)
    return undecided(pair)


def same_system(pair: Pair, what: str) -> str:
    """The sentence for two runs that are one system: what they have in common on every query."""
    return BY_QUERY("pair.same", a=pair.a, b=pair.b, measure=pair.measure, what=what)


def undecided(pair: Pair) -> str:
    """The sentence for an open pair: not tested, alike on every query, or open, with whom the test favours."""
    form = "equal" if pair.equal_everywhere else "against" if pair.against_means else "open"
    form = form if pair.tested else "untested"
    return BY_QUERY(f"pair.{form}", a=pair.a, b=pair.b, favoured=pair.a if pair.against_means > 0 else pair.b)


def disagreement(a: str, b: str, against_means: int) -> str:
    """The system that the test favours, where the means don't."""
    return BY_QUERY("pair.disagree", favoured=a if against_means > 0 else b)


def scores_sentence(pair: Pair) -> str:
    """The scores of both systems, where no table shows them."""
    return BY_QUERY("pair.scores", measure=pair.measure, a=pair.a, b=pair.b, mean_a=pair.mean_a, mean_b=pair.mean_b)


def difference_sentence(pair: Pair) -> str:
    """The difference, and on how many queries the first is better, worse, equal."""
    difference, better = number(0.0 if pair.tied else pair.difference), plural(pair.better, "query")
    return BY_QUERY("pair.difference", difference=difference, better=better, worse=pair.worse, equal=pair.equal)


def query_numbers(pair: Pair) -> str:
    """The interval over queries, then raw and corrected p with the size of the family."""
    around = BY_QUERY("over-queries.one-query")
    if pair.low == pair.low:
        kind = interval_kind(pair.interval, pair.family)
        if pair.t_low == pair.t_low:
            t_low, t_high = signed_ends(pair.t_low, pair.t_high)
            kind += BY_QUERY("over-queries.students", low=t_low, high=t_high)
        low, high = signed_ends(pair.low, pair.high)
        around = BY_QUERY("over-queries.interval", low=low, high=high, kind=kind)
    if pair.p != pair.p:
        return BY_QUERY("over-queries.not-tested", around=around)
    if pair.family > 1:
        family, corrected = plural(pair.family, "pair"), deciding_p(pair.p_corrected, pair.alpha)
        return BY_QUERY("over-queries.adjusted", around=around, p=p_value(pair.p), family=family, p_corrected=corrected)
    return BY_QUERY("over-queries.alone", around=around, p=deciding_p(pair.p, pair.alpha))


def decision(pair: Pair) -> str:
    """The decision of the test for a pair that was tested; "" where the two can't be told apart."""
    form = "at-the-edge" if pair.at_the_edge else "differ" if pair.significant else ""
    form = "no-difference" if pair.equal_everywhere else form
    return BY_QUERY(f"over-queries.{form}") if form else ""


def differs_alone(pair: Pair) -> bool:
    """Whether a pair that is open among the pairs of its family differs significantly by itself."""
    decided = pair.significant or pair.at_the_edge or bool(pair.against_means)
    return pair.family > 1 and pair.p <= pair.alpha and not decided


def beside_interval(pair: Pair) -> str:
    """An explanation where the interval and the decision seem to contradict each other; "" elsewhere."""
    if pair.against_means:
        return f"{capital(disagreement(pair.a, pair.b, pair.against_means))}."
    if pair.significant and pair.low <= 0 <= pair.high:
        return BY_QUERY("over-queries.contains")
    excludes = pair.low > 0 or pair.high < 0
    if pair.significant or pair.at_the_edge or not excludes or pair.p != pair.p or pair.tied:
        return ""
    alone = differs_alone(pair) and pair.interval != "simultaneous"  # as the interval says
    return "" if alone else BY_QUERY("over-queries.leaves-out")


def by_queries(pair: Pair) -> str:
    """The interval over other queries, with the decision, after the explanation where the two seem to disagree."""
    decided = decision(pair) if pair.p == pair.p else ""
    return f"{beside_interval(pair)} {capital(query_numbers(pair))}{decided and f': {decided}'}.".lstrip()


def effect(pair: Pair) -> str:
    """The effect size in a phrase; "" where all differences are equal."""
    return "" if pair.effect_size != pair.effect_size else BY_QUERY("pair.effect", effect=pair.effect_size)


def pair_sentence(pair: Pair) -> str:
    """All statements about two systems over queries, with the system that is ahead first."""
    if pair.same:
        return pair_headline(pair)
    pair = pair.ahead_first()
    return f"{pair_headline(pair)} {difference_sentence(pair)} {by_queries(pair)}"


def lead(league: League, condition: str = "") -> str:
    """The leaders over queries, on a condition such as " with these labels" where missing labels could change them."""
    n, leaders, leader = league.n, len(league.leaders), ""
    form, behind = "none" if n == 0 else "baseline", 0
    if n == 1:
        form, leader = "one", league.systems[0]
    elif n and not league.baseline:
        leader = league.leaders[0]
        behind = int(league.significant[league.systems.index(leader)].sum())
        form = "shared-by-all" if leaders == n else "shared" if leaders > 1 else "alone" if behind == n - 1 else "ahead"
    return BY_QUERY(
        f"lead.{form}",
        leader=leader, n=n, leaders=leaders, others=n - 1, behind=behind, condition=condition,
        settled=league.n_settled, tested=league.n_tested, baseline=" and ".join(league.baseline),
    )  # fmt: skip


def settled_pairs(league: League) -> str:
    """The number of pairs settled over queries, with its range where random draws leave one."""
    if league.chance is not None:
        low, high = league.chance
        return BY_QUERY("settled-by-queries.chance", low=low, high=high, tested=league.n_tested)
    return BY_QUERY("settled-by-queries", settled=league.n_settled, tested=league.n_tested)


def method(league: League) -> str:
    """The computation of p-values and intervals, in one sentence."""
    return BY_QUERY(
        "method",
        test=describe_test(league.test, league.n_resamples, enumerated=league.enumerated),
        correction=describe_correction(league.correction, league.n_joint), alpha=league.alpha, family=league.family,
        several=len(league.baseline) > 1, intervals=describe_intervals(league.interval, league.n_bootstrap),
    )  # fmt: skip


def cautions(league: League, *, apart_from: Sequence[str] = ()) -> list[str]:
    """Limitations of the chosen test, correction and intervals for these systems; `apart_from` are systems that score 0
    for a reason that is said elsewhere."""
    sentences = _disagreements(league)
    if league.test == "bootstrap":
        n_queries = len(league.queries)
        simulated = min(BOOTSTRAP_ERRORS, key=lambda n: abs(n - n_queries))
        pairs, families = BOOTSTRAP_ERRORS[simulated]
        form = "caution.bootstrap" if pairs < CLEARLY_TOO_MANY else "caution.bootstrap-of-few"
        more = n_queries < min(BOOTSTRAP_ERRORS)
        numbers = {"simulated": simulated, "pairs": pairs, "families": families, "more": more}
        sentences.append(BY_QUERY(form, queries=n_queries, **numbers))
    if league.near_copies:
        a, b = league.near_copies[0]
        sentences.append(BY_QUERY("caution.near-copies", n=len(league.near_copies), a=a, b=b))
    sentences += _too_short(league, apart_from)
    if league.correction in FALSE_DISCOVERIES:
        sentences.append(BY_QUERY("caution.false-discoveries", percent=100 * league.alpha))
    if league.n > 2 and league.systems[0] in league.baseline:  # the winner's curse: the best of equals is best by luck
        sentences.append(BY_QUERY("caution.chosen-baseline", name=league.systems[0]))
    return sentences


def _disagreements(league: League) -> list[str]:
    """Pairs in which the test contradicts the means, which count as open."""
    contradictions = np.argwhere(np.triu(league.against_means))
    if not len(contradictions):
        return []
    i, j = contradictions[0]
    a, b = league.systems[i], league.systems[j]
    favoured, test = a if league.against_means[i, j] > 0 else b, TESTS[league.test].name
    return [BY_QUERY("caution.disagree", test=test, n=len(contradictions), a=a, b=b, favoured=favoured)]


def _too_short(league: League, apart_from: Sequence[str]) -> list[str]:
    """Cautions about intervals that are too short."""
    sentences = []
    fewest = league.fewest_queries
    percent = coverage_of_few(league.interval, fewest)
    if percent is not None:
        text = BY_QUERY(
            "caution.few-queries",
            queries=fewest, several=len(league.collections) > 1, intervals=INTERVALS[league.interval],
            about=fewest >= 10, percent=percent, students=league.interval != "simultaneous",
        )  # fmt: skip
        sentences.append(text)
    known = {league.stands_for(name) for name in apart_from if name in league.runs}
    few = [
        name
        for name in rare(league.systems, league.values, league.bounds, interval=league.interval)
        if name not in known
    ]
    if few:
        text = BY_QUERY(
            "caution.rare",
            measure=league.measure, n=len(few), first=few[0], rare=RARE, percent=COVERAGE_RARE,
            wilson=len(league.collections) < 2 and bool(np.isin(league.values, (0.0, 1.0)).all()),
        )  # fmt: skip
        sentences.append(text)
    return sentences


def _findings(league: League) -> list[Finding]:
    findings = [
        Finding(
            "lead",
            "settled" if len(league.leaders) == 1 else "undecided",
            "queries",
            lead(league),
            systems=tuple(league.leaders),
        ),
        Finding(
            "settled-by-queries",
            "note",
            "queries",
            settled_pairs(league),
            {"settled": league.n_settled, "pairs": league.n_tested, "family": league.family},
        ),
    ]
    findings += [Finding("caution", "warning", "queries", text) for text in cautions(league)]
    if league.unranked:
        of_silent = set(league.unranked) == set(league.silent)
        findings.append(
            Finding(
                "unranked",
                "warning",
                "none",
                unranked(league),
                {"systems": len(league.unranked), "silent": len(league.silent)},
                where=tuple(league.unranked),
                systems=tuple(league.unranked),
                action=BY_QUERY("unranked.action-of-silent" if of_silent else "unranked.action"),
            )
        )
    return findings


def unranked(league: League) -> str:
    """The systems that are in no order, and why; "" where there are none."""
    said = []
    if some := [name for name in league.unranked if name not in league.silent]:
        said.append(BY_QUERY("unranked", systems=some, n=len(some)))
    for name in league.silent:
        said.append(BY_QUERY("unranked.silent", systems=name, answers_none=answers_none(len(league.queries))))
    return " ".join(said)


def league_result(league: League) -> Result:
    """The league as a Result: the verdict over queries, the table and the provenance."""
    provenance = Provenance(
        options={
            "measure": league.measure,
            "baseline": list(league.baseline),
            "test": league.test,
            "correction": league.correction,
            "interval": league.interval,
            "alpha": league.alpha,
            "n_resamples": league.n_resamples,
        },
        seed=league.seed,
        versions=versions(),
        signatures=(league.signature,),
    )
    section = Section("league", league.measure, [*_findings(league), league_table(league)], short_title="League table")
    facts = [plural(len(league.systems), "system"), plural(len(league.queries), "query"), league.measure]
    return Result(lead(league), method(league), [section], provenance, facts, study="compare")


def league_table(league: League) -> Table:
    """The table, best system first; with baselines the differences from each stand in the place of ranks."""
    spread = BY_QUERY("table.interval", adjustment=adjustment(league.interval))
    columns = [
        Column("system", list(league.systems)),
        Column("same", [tuple(league.same.get(name, ())) for name in league.systems]),
        Column("mean", league.mean.tolist(), unit=league.measure, digits=4),
        Column("low", league.low.tolist(), definition=spread, digits=3),
        Column("high", league.high.tolist(), definition=spread, digits=3),
    ]
    if league.baseline:
        columns += [column for name in league.baseline for column in _against(league, name)]
    else:
        ranks: Sequence[tuple[int | None, int | None]] = league.rank_intervals or [(None, None)] * len(league.systems)
        letters = list(league.letters) or [""] * len(league.systems)
        columns = [
            Column("rank_low", [low for low, _ in ranks], definition=BY_QUERY("table.rank-low")),
            Column("rank_high", [high for _, high in ranks], definition=BY_QUERY("table.rank-high")),
            *columns,
            Column("letters", letters, definition=BY_QUERY("table.letters")),
        ]
    return Table("league", league.measure, columns)


def _against(league: League, baseline: str) -> list[Column]:
    """Each system's difference from a baseline, with its p-value, and whether the test calls it more or less."""
    base = league.systems.index(baseline)
    rows = range(len(league.systems))
    others = [i != base for i in rows]
    difference = [float(league.difference[i, base]) if other else None for i, other in zip(rows, others)]
    adjusted = [float(league.p_corrected[i, base]) if other else None for i, other in zip(rows, others)]
    differs = [_differs(league, i, base) if other else "baseline" for i, other in zip(rows, others)]
    several = len(league.baseline) > 1
    tail, slots = f"_{baseline}" if several else "", {"several": several, "baseline": baseline}
    return [
        Column(f"difference{tail}", difference, definition=BY_QUERY("table.difference", **slots), digits=4),
        Column(f"p_corrected{tail}", adjusted, unit="p", definition=BY_QUERY("table.adjusted")),
        Column(f"differs{tail}", differs, definition=BY_QUERY("table.differs", **slots)),
    ]


def _differs(league: League, i: int, base: int) -> str:
    if not league.significant[i, base]:
        return "open"
    return "better" if (league.difference[i, base] > 0) != league.lower_is_better else "worse"
