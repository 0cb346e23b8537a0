"""The paragraph on methods and results of a paper, on one collection or several, as text to paste."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from irassay.collection.duplicates import RULE
from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.messages import (
    CORRECTIONS_OF,
    FEW,
    INTERVALS_IN_A_PAPER,
    TESTS,
    conjugate,
    count,
    down_to,
    listed,
    plural,
    share,
)
from irassay.studies.paper_caption import in_means
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import answers
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.phrases import depth_of

if TYPE_CHECKING:
    from irassay.collection.reading import Reading
    from irassay.comparison import League

EQUAL_SCORES = "equal scores ordered by document id, descending"
RESIDUAL = "Documents that earlier labels had judged were left out of labels and runs (a residual collection)."
RANKS = "each list in the order of the ranks or hits in its file"
RANKS_IN_PART = "lists in the order of the ranks or hits in their file where these decide, others by score"


def order_of_lists(readings: Iterable[Reading]) -> str:
    """What ordered the documents of a list, by what was read from the files of the runs."""
    by = {way for reading in readings for way in reading.ordered_by}
    if by == {"rank"}:
        return RANKS
    return f"{RANKS_IN_PART}, {EQUAL_SCORES}" if "rank" in by else EQUAL_SCORES


def of_options(*, duplicates: str | None, residual: object) -> list[str]:
    """What documents were merged or left out for."""
    return [RULE] * (duplicates == "one") + [RESIDUAL] * (residual is not None)


def paragraph(verdict: Verdict, seed: int, version: str, order: str = EQUAL_SCORES, beside: Iterable[str] = ()) -> str:
    """What was computed, how, and what came out, for a paper; `order` is what `order_of_lists` says, `beside` are
    sentences on runs and options."""
    parts = [
        f"We scored {plural(verdict.n_runs, 'run')} on {plural(verdict.n_queries, 'query')} with "
        f"{verdict.league.measure} ({count(verdict.n_labels)} labels; {order})."
    ]
    if verdict.n < verdict.n_runs:
        parts.append(
            f"Runs with the same ranking {depth_of(verdict.depth)} count as one system, which leaves "
            f"{count(verdict.n)}."
        )
    return _with_results(parts, verdict, beside, seed, version)


def paragraph_over(
    mean: Verdict, each: Mapping[str, Verdict], version: str, order: str = EQUAL_SCORES, beside: Iterable[str] = ()
) -> str:
    """The same for several collections, by name in `each`; what came out is of their mean."""
    names = [
        f"{name} ({plural(one.n_queries, 'query')}, {plural(one.n_labels, 'label')})" for name, one in each.items()
    ]
    parts = [
        f"We scored {plural(mean.n_runs, 'system')} on {plural(len(each), 'collection')} with {mean.league.measure}: "
        f"{listed(names, len(names))}; {order}.",
        "Each collection counts the same in the mean, and tests and intervals are about other queries of these "
        "collections.",
        in_means([mean.league]),
    ]
    return _with_results(parts, mean, beside, mean.league.seed, version)


def _with_results(parts: list[str], verdict: Verdict, beside: Iterable[str], seed: int, version: str) -> str:
    """With how was tested, what came out, what is said beside it, and what computed it."""
    if verdict.n > 1 and verdict.league.n_tested and verdict.has_retrieved_labels:
        parts += [_test(verdict), _intervals(verdict)]
    if verdict.kind in ("few", "many") and verdict.has_retrieved_labels:
        parts.append(answers.sentence(verdict))
    if verdict.bounds is not None and verdict.n > 1:
        parts.append(_bounds(verdict))
    if verdict.only_pair is not None and not verdict.only_pair.queries.same:
        parts += filter(None, [pair_words.headline(verdict.only_pair), pair_words.unjudged(verdict.only_pair)])
    parts += [*beside, f"Computed with irassay {version}, seed {seed}."]
    return " ".join(filter(None, parts))


def _test(verdict: Verdict) -> str:
    league = verdict.league
    family = (
        f"{'each' if len(league.baseline) > 1 else 'the'} baseline's {plural(league.family, 'comparison')}"
        if league.baseline
        else f"all {plural(league.family, 'pair')}"
    )
    if verdict.league.n_tested == 1:
        family = ""
    correction = f", {_correction(league, family)}" if family else f" at a level of {league.alpha:g}"
    part = (
        f" ({share(verdict.league.n_settled, verdict.league.n_tested)})"
        if verdict.n > FEW
        else f" of {count(verdict.league.n_tested)}"
    )
    settled = f"; {count(verdict.league.n_settled)}{part} differ significantly" if verdict.league.n_tested > 1 else ""
    test = f"{TESTS[league.test].in_a_paper} ({_drawn(league, verdict)})"
    return f"Pairs of systems were compared with {test}{correction}{settled}."


def _drawn(league: League, verdict: Verdict) -> str:
    """What the test is made of."""
    if league.test == "randomization":
        draws = "enumerated" if league.enumerated else f"{count(league.n_resamples)} draws"
        together = ", the same signs for all pairs" if verdict.league.n_tested > 1 else ""
        return f"sign flips of per-query differences, {draws}{together}"
    if league.test == "bootstrap":
        return f"differences shifted to a mean of zero, {count(league.n_resamples)} resamples of the queries"
    return "over queries"


def _correction(league: League, family: str) -> str:
    """The correction, over what, and what it bounds."""
    level = f"at a family-wise error rate of {league.alpha:g}"
    if league.correction == "max-t":
        return f"corrected by step-down max-T over {family} ({count(league.n_joint)} sign flips) {level}"
    if league.correction == "tukey":
        return f"corrected by randomised Tukey HSD over {family} ({count(league.n_joint)} shuffles) {level}"
    if league.correction in FALSE_DISCOVERIES:
        level = f"at a false discovery rate of {league.alpha:g}"
    return f"with {CORRECTIONS_OF[league.correction]} correction over {family} {level}"


def _intervals(verdict: Verdict) -> str:
    league, adjusted = verdict.league, "not adjusted for the number of comparisons"
    if league.interval == "wilson":
        return f"Intervals over queries are Wilson's 95% intervals, and Newcombe's for differences, {adjusted}."
    if league.interval == "simultaneous":
        adjusted = "holding for all comparisons at once"
    return (
        f"Intervals are 95% {INTERVALS_IN_A_PAPER[league.interval]} intervals over queries "
        f"({count(league.n_bootstrap)} resamples), {adjusted}."
    )


def _bounds(verdict: Verdict) -> str:
    assert verdict.bounds is not None
    assert verdict.reach is not None
    kind = "exact" if verdict.bounds.difference_exact.all() else "safe outer"
    n_settled = verdict.labels_settled or 0
    to = down_to(verdict.reach.depth)
    judged = (
        f"{plural(verdict.unjudged, 'retrieved document')} {to} {conjugate(verdict.unjudged, 'is')} unjudged."
        if verdict.unjudged
        else f"Every retrieved document {to} is judged."
    )
    if verdict.labels_pairs > 1:
        at_least = "at least " if verdict.labels_unknown else ""
        part = f" ({share(n_settled, verdict.labels_pairs)})" if verdict.n > FEW else ""
        pairs = plural(verdict.labels_pairs, "pair")
        pairs_settled = f"{at_least}{count(n_settled)} of {pairs}{part} keep the sign of their difference in means"
    else:
        pairs_settled = f"the sign of the difference in means {'is kept' if n_settled else 'is not always kept'}"
    return f"{judged} Over all grades that missing labels could have ({kind} bounds), {pairs_settled}."
