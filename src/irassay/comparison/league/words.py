"""Sentences about systems and pairs, shared by the command line and the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.league import phrases as say
from irassay.comparison.league.interval_cautions import (
    BOOTSTRAP_ERRORS,
    CLEARLY_TOO_MANY,
    COVERAGE_RARE,
    RARE,
    bootstrap_errors,
    coverage_of_few,
    rare,
    takes_wilson,
)
from irassay.comparison.league.league_table import league_table
from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.messages import (
    INTERVALS,
    TESTS,
    answers_none,
    capital,
    conjugate,
    count,
    deciding_p,
    describe_correction,
    describe_intervals,
    describe_test,
    interval_kind,
    listed,
    number,
    p_value,
    plural,
    signed_ends,
)
from irassay.provenance import Provenance, versions
from irassay.result import Finding, Result, Section

if TYPE_CHECKING:
    from irassay.comparison.league.league import League
    from irassay.comparison.league.pair import Pair


def more_than(lower_is_better: bool) -> str:
    """Whether the better system scores more or less."""
    return "less" if lower_is_better else "more"


def pair_headline(pair: Pair) -> str:
    """The decision over queries, in one sentence; whether one is better also depends on the labels."""
    if pair.same:
        return same_system(pair, say.SAME_LISTS)
    if pair.ahead:
        return say.DIFFERS.format(ahead=pair.ahead, other=pair.other, more=more_than(pair.lower_is_better))
    return undecided(pair)


def same_system(pair: Pair, what: str) -> str:
    """The sentence for two runs that are one system: what they have in common on every query."""
    return say.SAME.format(a=pair.a, b=pair.b, measure=pair.measure, what=what)


def undecided(pair: Pair) -> str:
    """The sentence for an open pair: not tested, alike on every query, or open, with whom the test favours."""
    if not pair.tested:
        return say.UNTESTED.format(a=pair.a, b=pair.b)
    if pair.equal_everywhere:
        return say.EQUAL.format(a=pair.a, b=pair.b)
    if not pair.against_means:
        return say.OPEN.format(a=pair.a, b=pair.b)
    return say.AGAINST.format(a=pair.a, b=pair.b, disagreement=disagreement(pair.a, pair.b, pair.against_means))


def disagreement(a: str, b: str, against_means: int) -> str:
    """The system that the test favours, where the means don't."""
    return say.DISAGREES.format(favoured=a if against_means > 0 else b)


def scores_sentence(pair: Pair) -> str:
    """The scores of both systems, where no table shows them."""
    means = {"mean_a": number(pair.mean_a), "mean_b": number(pair.mean_b)}
    return say.SCORES.format(measure=pair.measure, a=pair.a, b=pair.b, **means)


def difference_sentence(pair: Pair) -> str:
    """The difference, and on how many queries the first is better, worse, equal."""
    return say.DIFFERENCE.format(
        difference=number(0.0 if pair.tied else pair.difference),
        better=plural(pair.better, "query"),
        worse=count(pair.worse),
        equal=count(pair.equal),
    )


def query_numbers(pair: Pair) -> str:
    """The interval over queries, then raw and corrected p with the size of the family."""
    around = say.ONE_QUERY
    if pair.low == pair.low:
        kind = interval_kind(pair.interval, pair.family)
        if pair.t_low == pair.t_low:
            t_low, t_high = signed_ends(pair.t_low, pair.t_high)
            kind += say.STUDENT.format(low=t_low, high=t_high)
        low, high = signed_ends(pair.low, pair.high)
        around = say.OTHER_QUERIES.format(low=low, high=high, kind=kind)
    if pair.p != pair.p:
        return say.NOT_TESTED.format(around=around)
    if pair.family > 1:
        family, corrected = plural(pair.family, "pair"), deciding_p(pair.p_corrected, pair.alpha)
        return say.ADJUSTED.format(around=around, p=p_value(pair.p), family=family, p_corrected=corrected)
    return say.CHANCE.format(around=around, p=deciding_p(pair.p, pair.alpha))


def decision(pair: Pair) -> str:
    """The decision of the test for a pair that was tested."""
    if pair.equal_everywhere:
        return say.NO_DIFFERENCE
    return say.AT_THE_EDGE if pair.at_the_edge else say.DIFFER if pair.significant else say.CANT_TELL


def beside_interval(pair: Pair) -> str:
    """An explanation where the interval and the decision seem to contradict each other; "" elsewhere."""
    if pair.against_means:
        return f"{capital(disagreement(pair.a, pair.b, pair.against_means))}."
    if pair.significant and pair.low <= 0 <= pair.high:
        return say.CONTAINS
    excludes = pair.low > 0 or pair.high < 0
    if pair.significant or pair.at_the_edge or not excludes or pair.p != pair.p or pair.tied:
        return ""
    alone = pair.family > 1 and pair.p <= pair.alpha and pair.interval != "simultaneous"  # as the interval says
    return "" if alone else say.LEAVES_OUT


def by_queries(pair: Pair) -> str:
    """The interval over other queries, with the decision, after the explanation where the two seem to disagree."""
    decided = f": {decision(pair)}." if pair.p == pair.p else "."
    return f"{beside_interval(pair)} {capital(query_numbers(pair))}{decided}".lstrip()


def effect(pair: Pair) -> str:
    """The effect size in a phrase; "" where all differences are equal."""
    return "" if pair.effect_size != pair.effect_size else say.EFFECT.format(effect=number(pair.effect_size, 2))


def pair_sentence(pair: Pair) -> str:
    """All statements about two systems over queries, with the system that is ahead first."""
    if pair.same:
        return pair_headline(pair)
    pair = pair.ahead_first()
    return f"{pair_headline(pair)} {difference_sentence(pair)} {by_queries(pair)}"


def lead(league: League, condition: str = "") -> str:
    """The leaders over queries, on a condition such as " with these labels" where missing labels could take the lead
    away."""
    n, leaders = league.n, list(league.leaders)
    if n == 0:
        return "No system to compare."
    if n == 1:
        return f"{league.systems[0]} is the only system."
    if league.baseline:
        pairs = plural(league.n_tested, "comparison")
        return f"{count(league.n_settled)} of {pairs} with {' and '.join(league.baseline)} settled."
    if len(leaders) == n:
        return f"All {count(n)} systems share the lead: no two of them differ significantly."
    if len(leaders) > 1:
        return (
            f"{count(len(leaders))} of {count(n)} systems share the lead{condition}: no two of them differ "
            "significantly."
        )
    behind = int(league.significant[league.systems.index(leaders[0])].sum())
    if behind == n - 1:
        return f"{leaders[0]} leads alone{condition}: it differs significantly from the other {count(n - 1)}."
    return (
        f"{leaders[0]} leads alone{condition}: {count(behind)} of the other {count(n - 1)} are significantly behind "
        "it, the rest behind another."
    )


def settled_pairs(league: League) -> str:
    """The number of pairs settled over queries, with its range where random draws leave one."""
    pairs = plural(league.n_tested, "pair")
    if league.chance is not None:
        low, high = league.chance
        return f"{low:,} to {high:,} of {pairs} settled by the queries: the range is Monte Carlo error."
    return f"{league.n_settled:,} of {pairs} settled by the queries."


def method(league: League) -> str:
    """The computation of p-values and intervals, in one sentence."""
    test = describe_test(league.test, league.n_resamples, enumerated=league.enumerated)
    each = " for each baseline" if len(league.baseline) > 1 else ""
    return (
        f"{test}, {describe_correction(league.correction, league.n_joint)} at {league.alpha:g} over "
        f"{plural(league.family, 'pair')}{each}; {describe_intervals(league.interval, league.n_bootstrap)}."
    )


def cautions(league: League, *, apart_from: Sequence[str] = ()) -> list[str]:
    """Limitations of the chosen test, correction and intervals for these systems; `apart_from` are systems that score 0
    for a reason that is said elsewhere."""
    sentences = _disagreements(league)
    if league.test == "bootstrap":
        sentences.append(_bootstrap_errs(len(league.queries)))
    if league.near_copies:
        a, b = league.near_copies[0]
        pairs = plural(len(league.near_copies), "pair")
        sentences.append(
            f"Tukey HSD assumes that all systems are exchangeable, but {pairs} "
            f"differ{'s' * (len(league.near_copies) == 1)} far less than others do, such as {a} and {b}: with "
            "near-copies it calls too many large differences significant and too few small ones; use max-t or holm."
        )
    sentences += _too_short(league, apart_from)
    if league.correction in FALSE_DISCOVERIES:
        sentences.append(
            f"Benjamini-Hochberg lets {100 * league.alpha:g}% of the significant pairs be false on average; ranks, "
            "leaders and letters derived from them need not all be right."
        )
    if league.n > 2 and league.systems[0] in league.baseline:
        sentences.append(_chosen_baseline(league.systems[0]))
    return sentences


def _chosen_baseline(name: str) -> str:
    """The winner's curse: the best of several equal systems is best by luck, and others look worse beside it."""
    return (
        f"{name} scores highest on these queries. If it was chosen as the baseline for that, too many systems are "
        "significantly behind it; the comparison of all pairs, without --baseline, has no such bias."
    )


def _bootstrap_errs(n_queries: int) -> str:
    """The error rate of the bootstrap test in simulations with about so many queries."""
    simulated, pairs, families = bootstrap_errors(n_queries)
    more = " or more" if n_queries < min(BOOTSTRAP_ERRORS) else ""
    erred = f"at 5% it called {pairs}%{more} of equal pairs different in simulations with {plural(simulated, 'query')}"
    if pairs < CLEARLY_TOO_MANY:
        return f"The bootstrap test assumes many queries: {erred}."
    return (
        f"With {plural(n_queries, 'query')} the bootstrap test is too liberal: {erred}, and one "
        f"or more in {families}% of families of six pairs; use randomization or t."
    )


def _disagreements(league: League) -> list[str]:
    """Pairs in which the test contradicts the means, which count as open."""
    contradictions = np.argwhere(np.triu(league.against_means))
    if not len(contradictions):
        return []
    i, j = contradictions[0]
    a, b = league.systems[i], league.systems[j]
    which = f"{a} and {b}" if len(contradictions) == 1 else f"{len(contradictions):,} pairs, such as {a} and {b}"
    return [
        f"The {TESTS[league.test].name} and the means disagree on {which}: "
        f"{disagreement(a, b, int(league.against_means[i, j]))}. Such a pair counts as open; for a claim about means "
        "use randomization."
    ]


def _too_short(league: League, apart_from: Sequence[str]) -> list[str]:
    """Cautions about intervals that are too short."""
    sentences = []
    fewest = league.fewest_queries
    percent = coverage_of_few(league.interval, fewest)
    if percent is not None:
        beside = "" if league.interval == "simultaneous" else "; Student's t intervals covered it more often"
        about = "about" if fewest >= 10 else "fewer than"
        where = " in a collection" if len(league.collections) > 1 else ""
        sentences.append(
            f"With {plural(fewest, 'query')}{where} {INTERVALS[league.interval]} are too short: in simulations "
            f"{about} {percent}% of nominal 95% intervals covered the true value{beside}."
        )
    known = {league.stands_for(name) for name in apart_from if name in league.runs}
    few = [
        name
        for name in rare(league.systems, league.values, league.bounds, interval=league.interval)
        if name not in known
    ]
    if few:
        wilson = "; use wilson" if takes_wilson(league.values, len(league.collections)) else ""
        sentences.append(
            f"{league.measure}: {plural(len(few), 'system')}, such as {few[0]}, score{'s' * (len(few) == 1)} alike on "
            f"all but fewer than {RARE} queries: intervals of such rare events are too short: about {COVERAGE_RARE}% "
            f"of nominal 95% intervals covered the true value in simulations with two or three such queries{wilson}."
        )
    return sentences


NAME_ALIKE = "name queries alike in labels and runs, or leave the run out"


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
        findings.append(
            Finding(
                "unranked",
                "warning",
                "none",
                unranked(league),
                {"systems": len(league.unranked), "silent": len(league.silent)},
                where=tuple(league.unranked),
                systems=tuple(league.unranked),
                action=NAME_ALIKE
                if set(league.unranked) == set(league.silent)
                else 'score with queries="qrels" to count missing answers as 0, or leave those queries out for all',
            )
        )
    return findings


def unranked(league: League) -> str:
    """The systems that are in no order, and why; "" where there are none."""
    said = []
    if some := [name for name in league.unranked if name not in league.silent]:
        lack, they = conjugate(len(some), "lacks"), conjugate(len(some), "it is")
        said.append(f"{listed(some)} {lack} a score on a query that others answer, so {they} not ranked.")
    for name in league.silent:
        said.append(f"{name} {answers_none(len(league.queries))}, so it can't be compared.")
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
