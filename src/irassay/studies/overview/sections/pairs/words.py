"""Titles of the matrix and of the differences, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import adjustment, count, listed, plural, share
from irassay.studies.sections.captions import HOW
from irassay.verdict.words import answers as answer_words

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.comparison.league.pair import Pair
    from irassay.verdict import Verdict


def pairs_title(verdict: Verdict) -> str:
    """Both shares in one finding."""
    queries, pairs = verdict.league.n_settled, verdict.league.n_tested
    vouch = "separate" if queries == pairs else f"separate {share(queries, pairs, 0)} of"
    if verdict.labels_settled is None:
        return f"The queries {vouch} all pairs"
    labels = verdict.labels_settled
    fix = f"The labels fix {_of(labels, verdict.labels_pairs)}"
    if verdict.labels_high and not verdict.queries_high:
        return f"{fix}; the queries separate {_fewer(queries, pairs)}"
    if labels / max(verdict.labels_pairs, 1) < queries / max(pairs, 1):
        return f"The queries {vouch} all pairs; the labels fix {_fewer(labels, verdict.labels_pairs)}"
    return f"{fix}; the queries separate {'all of them' if queries == pairs else share(queries, pairs, 0)}"


def matrix_how(verdict: Verdict) -> str:
    """How to read the matrix: two questions about each pair, one on each side of the diagonal."""
    text = f"{HOW}Systems stand from best to worst. Each pair appears twice: below the diagonal for the queries"
    if verdict.bounds is None:
        return f"{text}; solid differs significantly, pale can't be told."
    hatched = ", hatched not known" if verdict.labels_unknown else ""
    return f"{text}, above it for the labels; solid is settled, pale open{hatched}."


def _of(part: int, whole: int) -> str:
    return "the order of every pair" if part == whole else f"{share(part, whole, 0)} of all pairs"


def _fewer(part: int, whole: int) -> str:
    if part == 0:
        return "none"
    ratio = part / whole
    if 0.4 <= ratio < 0.5:
        return "fewer than half"
    if 0.5 < ratio <= 0.6:
        return "little more than half"
    return share(part, whole, 0)


def first_of_pair(league: League) -> str:
    """Which of two systems is named first."""
    if league.baseline:
        return "the baseline second"
    return "the lower score first: lower is better" if league.lower_is_better else "the higher score first"


def pair_name(pair: Pair, base: str, baselines: Sequence[str]) -> str:
    """Two systems; where both are baselines, which one's family the row is of."""
    name = f"{pair.a} – {pair.b}"
    return f"{name}, against {base}" if pair.a in baselines and pair.b in baselines else name


def forest_title(verdict: Verdict) -> str:
    """A few pairs."""
    league = verdict.league
    if league.n_tested == 1:
        return "What other queries and missing labels could make of the difference"
    if not league.baseline:
        return f"{count(league.n_settled)} of {count(league.n_tested)} pairs differ significantly"
    of = f"{count(league.n_settled)} of"
    if len(league.baseline) > 1:
        return f"{of} {plural(league.n_tested, 'comparison')} with {listed(league.baseline)} are significant"
    return f"{of} {plural(league.n_tested, 'system')} differ significantly from {league.baseline[0]}"


def forest_how(verdict: Verdict) -> str:
    """How to read the differences."""
    text = (
        f"{HOW}The dot is the difference of a pair's means, the line its 95% interval over queries, "
        f"{adjustment(verdict.league.interval)}"
    )
    text += "; a pale band holds what missing labels allow." if verdict.labels_open else "."
    if verdict.league.baseline:
        better = "lower" if verdict.league.lower_is_better else "higher"
        text += f" Right of 0 the system scores higher than its baseline; {better} is better."
    return text


def too_few(league: League) -> str:
    """The pairs whose systems differ on so few queries that no test could call them different."""
    pairs, it = answer_words.too_few(league), "it" if league.n_too_few == 1 else "them"
    return f"{pairs} on too few queries: no test over queries could call {it} different."
