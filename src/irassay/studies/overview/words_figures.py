"""Titles of the strip, the league and the pairs, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.estimates.universe import bounding_of
from irassay.studies.sections.captions import HOW
from irassay.verdict.words import assumptions as assumption_words
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words import pairs as pair_words
from irassay.wording import adjustment, count, listed, number, plural, share, span, spelled, these_queries

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.comparison.league.league import Pair
    from irassay.verdict import Verdict


def strip_title(league: League) -> str:
    """What the dots show about the lead."""
    leaders = [league.systems.index(s) for s in league.leaders]
    n = len(leaders)
    if league.baseline:
        low, high = float(league.mean.min()), float(league.mean.max())
        return f"{plural(league.n, 'system')} from {span(low, high)} {league.measure}"
    if n == 1:
        gap = abs(float(league.mean[0] - league.mean[1]))
        return f"{league.systems[0]} stands {number(gap, 3)} {league.measure} apart from the next"
    width = abs(float(league.mean[leaders[0]] - league.mean[leaders[-1]]))
    who = f"The first {spelled(n)} systems" if leaders == list(range(n)) else f"The {spelled(n)} leaders"
    cant = "can't split them"
    return f"{who} span {number(width, 3)} {league.measure}, and {these_queries(len(league.queries))} {cant}"


def strip_how(league: League) -> str:
    """How to read the strip."""
    text = f"{HOW}One dot is one system, placed by its mean {league.measure}; dots that would overlap are stacked."
    if league.baseline:
        return text
    if len(league.leaders) == 1:
        return f"{text} The filled dot is the leader: no system is significantly better."
    return f"{text} Filled dots are the leaders: no two of them differ significantly."


def league_title(verdict: Verdict) -> str:
    """What the ranks by significance say."""
    league = verdict.league
    if league.n == 1:
        return f"{league.systems[0]} scores {number(float(league.mean[0]), 3)}"
    if league.baseline:
        return baseline_words.league_title(verdict.against, lower_is_better=league.lower_is_better)
    if league.n == 2:
        return f"Two systems, {number(abs(float(league.difference[0, 1])), 4)} {league.measure} apart"
    if not league.rank_intervals:
        return f"{these_queries(len(league.queries)).capitalize()} can't rank {plural(league.n, 'system')}"
    certain = [i + 1 for i, (low, high) in enumerate(league.rank_intervals) if low == high]
    n_first = len(league.leaders)
    if len(certain) == league.n:
        return "Every place is certain"
    first = (
        f"first place is open to {plural(n_first, 'system')}"
        if n_first > 1
        else f"first place is {league.leaders[0]}'s alone"
    )
    return f"Ranks are ranges: {first}, and {_certain(certain, league.n, n_first)}"


def _certain(certain: Sequence[int], n: int, n_first: int) -> str:
    if not certain:
        return "no place is certain"
    if certain == [n]:
        return "no place but the last is certain"
    if n_first == 1 and certain == [1]:
        return "no other place is certain"
    return f"{count(len(certain))} of {count(n)} places {'is' if len(certain) == 1 else 'are'} certain"


BY_BOOTSTRAP = (
    "Ranks by bootstrap: a second method, of all differences at once; where the two ranges differ, neither is wrong."
)


def league_how(verdict: Verdict) -> str:
    """How to read the league table."""
    league = verdict.league
    parts = [f"{HOW}The dot is the mean {league.measure}, the line its 95% interval over queries (thick: 50%)."]
    if len(league.t_low):
        parts.append("With so few queries that line may be too short; Student's t interval stands in the table.")
    if league.rank_intervals and league.n > 2:
        low, high = league.rank_intervals[0]
        worse = league.n - high
        parts.append(
            f"Ranks, leaders and groups are what the queries say. Rank {_rank(low, high)} means: {_no(low - 1)} "
            f"significantly better, {_is(worse)} significantly worse."
        )
    if league.rank_intervals_bootstrap and league.n > 2:
        parts.append(BY_BOOTSTRAP)
    parts += bands(verdict)
    if league.letters and league.n > 2:
        parts.append(letters_rule(league))
    return " ".join(parts)


def bands(verdict: Verdict) -> list[str]:
    """What the pale bands and the rings are, and what they assume; nothing without bounds."""
    league, lower = verdict.league, verdict.means("lower")
    if verdict.bounds is None or lower is None:
        return []
    parts = ["The pale band holds every score that missing labels allow."]
    if league.n > 1:
        parts.append(
            "Bands of two rows may overlap and the order still be fixed: the same unjudged documents move both."
        )
    if bounding_of(verdict.bounds.measure).ideal and float(np.max(league.mean - lower, initial=0.0)) > 0:
        parts.append(
            "A run whose documents are all judged has a band too: documents that others found, or nobody, could "
            "raise the ideal."
        )
    if not np.all(np.isnan(verdict.bounds.estimate)):
        parts.append(assumption_words.ESTIMATE)
    return parts


def _rank(low: int, high: int) -> str:
    return f"{low}–{high}" if low != high else f"{low}"


def _no(n: int) -> str:
    return "no system is" if n == 0 else _is(n)


def _is(n: int) -> str:
    return f"{spelled(n)} {'is' if n == 1 else 'are'}"


def letters_rule(league: League) -> str:
    """What shared letters say, by how they were made."""
    if league.n <= 20:
        return "Systems share a letter if and only if they can't be told apart."
    free = league.open_without_letter
    tail = f" ({plural(free, 'undecided pair')} share{'s' if free == 1 else ''} none)" if free else ""
    return f"A shared letter: can't be told apart. No shared letter decides nothing{tail}."


def pairs_title(verdict: Verdict) -> str:
    """Both shares in one finding."""
    queries, pairs = verdict.league.n_settled, verdict.league.n_tested
    vouch = _vouch(queries, pairs)
    if verdict.labels_settled is None:
        return f"The queries {vouch} all pairs"
    labels = verdict.labels_settled
    fix = f"The labels fix {_of(labels, verdict.labels_pairs)}"
    if verdict.labels_high and not verdict.queries_high:
        return f"{fix}; the queries can vouch for {_fewer(queries, pairs)}"
    if labels / max(verdict.labels_pairs, 1) < queries / max(pairs, 1):
        return f"The queries {vouch} all pairs; the labels fix {_fewer(labels, verdict.labels_pairs)}"
    return f"{fix}; the queries separate {'all of them' if queries == pairs else share(queries, pairs, 0)}"


def _of(part: int, whole: int) -> str:
    return "the order of every pair" if part == whole else f"{share(part, whole, 0)} of all pairs"


def _vouch(part: int, whole: int) -> str:
    return "separate" if part == whole else f"separate {share(part, whole, 0)} of"


def _fewer(part: int, whole: int) -> str:
    if part == 0:
        return "none"
    ratio = part / whole
    if 0.4 <= ratio < 0.5:
        return "fewer than half"
    if 0.5 < ratio <= 0.6:
        return "little more than half"
    return share(part, whole, 0)


def matrix_how() -> str:
    """How to read the matrix."""
    return (
        f"{HOW}Systems run from best to worst, left to right and top to bottom, so neighbours in score meet at the "
        "diagonal. Each pair appears twice: below the diagonal for the queries, mirrored above it for the labels. "
        "Solid is settled, pale is open, hatched is not known."
    )


def first_of_pair(league: League) -> str:
    """Which of two systems is named first."""
    return "the lower score first: lower is better" if league.lower_is_better else "the higher score first"


def pair_name(pair: Pair, base: str, baselines: Sequence[str]) -> str:
    """Two systems; where both are baselines, which one's family the row is of."""
    name = f"{pair.a} – {pair.b}"
    return f"{name}, against {base}" if pair.a in baselines and pair.b in baselines else name


def forest_title(verdict: Verdict) -> str:
    """A few pairs."""
    league = verdict.league
    if league.n_tested == 1:
        return pair_words.headline(verdict.pair_at(*verdict.pairs[0])).removesuffix(".")
    if not league.baseline:
        return f"{count(league.n_settled)} of {count(league.n_tested)} pairs differ significantly"
    of = f"{count(league.n_settled)} of"
    if len(league.baseline) > 1:
        return f"{of} {plural(league.n_tested, 'comparison')} with {listed(league.baseline)} are significant"
    return f"{of} {plural(league.n_tested, 'system')} differ significantly from {league.baseline[0]}"


def forest_how(verdict: Verdict) -> str:
    """How to read the differences."""
    text = (
        f"{HOW}One row is one pair: the dot is the difference of their means, the line its 95% interval over "
        f"queries, {adjustment(verdict.league.interval)}."
    )
    if verdict.bounds is None:
        return text
    return (
        f"{text} The pale band holds every difference that missing labels allow; where it leaves out 0, the labels "
        "settle the order."
    )
