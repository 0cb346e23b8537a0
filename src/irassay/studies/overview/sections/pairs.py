"""Pairs of systems: their counts, their numbers, and the section that shows them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.comparison.league.effect import standardised_pairs
from irassay.comparison.league.pair import Pair
from irassay.estimates import ASSUMPTION
from irassay.messages import FEW, TESTS, adjustment, share
from irassay.result import Column, Finding, Forest, PairMatrix, Section, Table
from irassay.studies.overview.comparison import OVERVIEW, OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.verdict import PairVerdict, Verdict
from irassay.verdict.next_steps import compare_command
from irassay.verdict.words import answers as answer_words
from irassay.verdict.words import league as assumption_words
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.phrases import SAID

MOST_DRAWN = 21  # pairs that are drawn one by one; more are a table


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


def pairs_section(evidence: OverviewEvidence) -> Section | None:
    """Who can be told apart: a matrix, or the pairs in question with their sentences; None for one system."""
    verdict = evidence.verdict
    if verdict.n < 2:
        return None
    title = "Who can be told apart"
    if verdict.n > FEW and not verdict.league.baseline:
        return Section("pairs", title, [_matrix(verdict), *_resolution(verdict), *_too_few(verdict)])
    forest = _forest(verdict)
    figure = forest if len(forest.table) <= MOST_DRAWN else forest.table
    return Section("pairs", title, [figure, *_resolution(verdict), *_too_few(verdict)])


def _too_few(verdict: Verdict) -> list[Finding]:
    """Pairs that no test could call different, since they differ on so few queries."""
    league = verdict.league
    if not league.n_too_few:
        return []
    text = OVERVIEW("too-few", pairs=answer_words.too_few(league), n=league.n_too_few)
    return [Finding("too-few", "note", "queries", text, {"pairs": league.n_too_few})]


def _resolution(verdict: Verdict) -> list[Finding]:
    """How small a difference these queries show, where a pair is open."""
    typical, never = verdict.typical, verdict.n_unresolvable
    if np.isnan(typical):
        return []
    text = SAID("resolution", n=verdict.n_queries, difference=typical, never=never)
    numbers: dict[str, float | int | str] = {"typical": typical, "unresolvable_by_labels": never}
    return [Finding("resolution", "note", "queries", text, numbers)]


def _forest(verdict: Verdict) -> Forest:
    league = verdict.league
    pairs = [verdict.pair_at(i, j) for i, j in verdict.pairs]
    if league.baseline:  # a baseline comes last
        pairs = [pair.turned() if i > j else pair for pair, (i, j) in zip(pairs, verdict.pairs)]
    names = [
        pair_name(pair.queries, league.systems[base], league.baseline) for pair, (_, base) in zip(pairs, verdict.pairs)
    ]
    form = "one" if league.n_tested == 1 else ("text", "baseline", "baselines")[min(len(league.baseline), 2)]
    counts = {"settled": league.n_settled, "tested": league.n_tested}
    title, lower = OVERVIEW(f"forest.{form}", baseline=league.baseline, **counts), league.lower_is_better
    by_queries, by_labels = _by_queries(verdict, pairs), _by_labels(pairs)
    columns = [
        Column("pair", names, definition=OVERVIEW("forest.order", baseline=league.baseline, lower=lower)),
        *by_queries[:3],
        *by_labels[:2],
        *by_queries[3:],
        *by_labels[2:],
        Column("sentence", [pair_words.numbers_in_order(pair) for pair in pairs]),
    ]
    adjusted, pale = adjustment(league.interval), verdict.labels_open
    how = OVERVIEW("forest.how", adjustment=adjusted, open=pale, baseline=league.baseline, lower=lower)
    return Forest("pairs", title, how, Table("pairs", title, columns), f"difference in {league.measure}")


def _by_queries(verdict: Verdict, pairs: list[PairVerdict]) -> list[Column]:
    """What the queries say of each pair."""
    league, of = verdict.league, [pair.queries for pair in pairs]
    spread = f"95% interval over queries, {adjustment(league.interval)}"
    correction = assumption_words.corrected(league.test, league.correction, league.family)
    alone = SAID("assumes.alone", test=TESTS[league.test].name, assumes=TESTS[league.test].assumes)
    return [
        Column("difference", [q.difference for q in of], definition="of the means", digits=4),
        Column("low", [q.low for q in of], definition=spread, digits=3),
        Column("high", [q.high for q in of], definition=spread, digits=3),
        Column("p", [q.p for q in of], unit="p", definition=alone),
        Column("p_corrected", [q.p_corrected for q in of], unit="p", definition=correction),
        Column("effect", [q.effect_size for q in of], definition=SAID("assumes.effect"), digits=2),
        Column("queries", ["settled" if q.significant else "open" for q in of], definition="by the queries"),
    ]


def _by_labels(pairs: list[PairVerdict]) -> list[Column]:
    """What missing labels can do to each pair."""
    nan = float("nan")
    low, high = ([nan if p.labels is None else getattr(p.labels, end) for p in pairs] for end in ("low", "high"))
    strength = SAID("assumes.strength", estimate=ASSUMPTION)
    return [
        Column("labels_low", low, definition=OVERVIEW("by-labels.low"), digits=3),
        Column("labels_high", high, definition=OVERVIEW("by-labels.high"), digits=3),
        Column("labels", ["" if p.labels is None else p.labels.state for p in pairs], definition="by the labels"),
        Column("strength", [p.strength for p in pairs], definition=strength, heading="order by labels"),
        Column("better_system", [p.better() for p in pairs], definition=SAID("assumes.better")),
    ]


def _matrix(verdict: Verdict) -> PairMatrix:
    league, bounds = verdict.league, verdict.bounds
    n = league.n
    blank = [""] * n
    queries = [["settled" if league.significant[i, j] else "open" for j in range(i)] + blank[i:] for i in range(n)]
    labels = [blank[: i + 1] + [verdict.state(i, j) for j in range(i + 1, n)] for i in range(n)]
    upper = np.triu_indices(n, 1)
    better, worse = league.better[upper], league.worse[upper]
    title = pairs_title(verdict)
    return PairMatrix(
        "pairs",
        title,
        OVERVIEW("matrix.how", bounds=verdict.bounds is not None, unknown=verdict.labels_unknown),
        _counts(verdict),
        systems=list(league.systems),
        queries=queries,
        labels=labels,
        difference=league.difference[upper].tolist(),
        low=league.difference_low[upper].tolist(),
        high=league.difference_high[upper].tolist(),
        p=league.p[upper].tolist(),
        p_corrected=league.p_corrected[upper].tolist(),
        wins=list(zip(better.tolist(), worse.tolist(), (verdict.n_queries - better - worse).tolist())),
        labels_low=[] if bounds is None else bounds.difference_lower[upper].tolist(),
        labels_high=[] if bounds is None else bounds.difference_upper[upper].tolist(),
        effect=standardised_pairs(league.values).tolist(),
        against_means=league.against_means[upper].tolist(),
        at_the_edge=_at_the_edge(verdict),
        strength=[verdict.strength(i, j) for i, j in verdict.pairs],
        unlabelled=[pair_words.unlabelled(verdict.pair_at(*at)) for at in verdict.pairs] if verdict.sparse else [],
        agreeing=[verdict.agreeing(i, j) for i, j in verdict.pairs] if verdict.draws is not None else [],
        phrases=pair_words.phrases(
            family=league.family,
            n_queries=verdict.n_queries,
            n_draws=0 if verdict.draws is None else verdict.draws.n_draws,
            lower_is_better=league.lower_is_better,
            interval=league.interval,
            unbounded=pair_words.why_not(verdict.unlikely, league.measure),
        ),
        family=league.family,
        alpha=league.alpha,
        assumes=assumption_words.in_one(_assumed(verdict)),
        ask=f"{compare_command(verdict)} --pair",
    )


def _at_the_edge(verdict: Verdict) -> list[int]:
    """Which of the pairs chance in the draws leaves on either side of alpha."""
    edges = {frozenset(pair) for pair in verdict.league.at_the_edge}
    names = verdict.systems
    return [k for k, (i, j) in enumerate(verdict.pairs) if frozenset((names[i], names[j])) in edges] if edges else []


def _assumed(verdict: Verdict) -> dict[str, str]:
    league, bounds = verdict.league, verdict.bounds
    assumes = {
        "low, high": assumption_words.interval(league.n_bootstrap, league.interval),
        "p, p_corrected": assumption_words.corrected(league.test, league.correction, league.family),
    }
    if bounds is not None:
        exact = bool(bounds.difference_exact.all())
        assumes["labels_low, labels_high"] = assumption_words.bounds(bounds.universe.unseen, exact=exact)
    return assumes


def _counts(verdict: Verdict) -> Table:
    league = verdict.league
    of = {"queries": {"settled": league.n_settled, "open": league.n_tested - league.n_settled}}
    if verdict.labels_settled is not None:
        of["labels"] = {
            "settled": verdict.labels_settled, "open": verdict.labels_open, "not known": verdict.labels_unknown,
            "exactly tied": verdict.tied,
        }  # fmt: skip
    rows = [
        (doubt, state, n, OVERVIEW(f"by-{doubt}.{state.replace(' ', '-')}"))
        for doubt, states in of.items()
        for state, n in states.items()
        if n or state in ("settled", "open")
    ]
    doubt, state, pairs, means = zip(*rows)
    return Table(
        "pairs",
        "Pairs of systems by state",
        [
            Column("doubt", doubt),
            Column("state", state),
            Column("pairs", pairs, unit="pairs", digits=0),
            Column("meaning", means),
        ],
    )


SECTION = plain_section("pairs", "Pairs", pairs_section)
