"""The methods paragraph and the citation, as text to paste."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import answers
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.families import depth_of
from irassay.wording import CORRECTIONS_OF, FEW, INTERVALS_IN_A_PAPER, TESTS_IN_A_PAPER, count, plural, share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irassay.collection.reading import Reading
    from irassay.comparison import League

EQUAL_SCORES = "equal scores ordered by document id, descending"
RANKS = "each list in the order of the ranks or hits in its file"
RANKS_IN_PART = "lists in the order of the ranks or hits in their file where these decide, others by score"
RESIDUAL = "Documents that earlier labels had judged were left out of labels and runs (a residual collection)."


def bootstrap_ranks(league: League) -> str:
    """How the second kind of ranks was made."""
    return (
        "Ranks by the bootstrap are simultaneous at "
        f"{1 - league.alpha:.0%}, from {count(league.n_bootstrap)} resamples of the queries (Mogstad et al., 2024)."
    )


def order_of_lists(readings: Iterable[Reading]) -> str:
    """What ordered the documents of a list, by what was read from the files of the runs.

    >>> from irassay.collection.reading import Reading
    >>> order_of_lists([Reading("a.run", 9, 9, {})])
    'equal scores ordered by document id, descending'
    >>> order_of_lists([Reading("a.tsv", 9, 9, {}, ordered_by=["rank"])])
    'each list in the order of the ranks or hits in its file'
    """
    by = {way for reading in readings for way in reading.ordered_by}
    if by == {"rank"}:
        return RANKS
    return f"{RANKS_IN_PART}, {EQUAL_SCORES}" if "rank" in by else EQUAL_SCORES


def paragraph(verdict: Verdict, seed: int, version: str, order: str = EQUAL_SCORES, beside: Iterable[str] = ()) -> str:
    """What was computed, how, and what came out, for a paper.

    `order` is what `order_of_lists` says, `beside` are sentences on the runs, on what counts, and on options.
    """
    league = verdict.league
    parts = [
        f"We scored {plural(verdict.n_runs, 'run')} on {plural(verdict.n_queries, 'query')} with "
        f"{league.measure} ({count(verdict.n_labels)} labels; {order})."
    ]
    if verdict.n < verdict.n_runs:
        parts.append(
            f"Runs with the same ranking {depth_of(verdict.depth)} count as one system, which leaves "
            f"{count(verdict.n)}."
        )
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
    test = f"{TESTS_IN_A_PAPER[league.test]} ({_drawn(league, verdict)})"
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
    league = verdict.league
    if league.interval == "wilson":
        return (
            "Intervals over queries are Wilson's 95% intervals, and Newcombe's for differences, not adjusted for the "
            "number of comparisons."
        )
    adjustment = "holding for all at once" if league.interval == "simultaneous" else "not adjusted for the number of"
    return (
        f"Intervals are 95% {INTERVALS_IN_A_PAPER[league.interval]} intervals over queries "
        f"({count(league.n_bootstrap)} resamples), {adjustment} comparisons."
    )


def _bounds(verdict: Verdict) -> str:
    assert verdict.bounds is not None
    assert verdict.reach is not None
    kind = "exact" if verdict.bounds.difference_exact.all() else "safe outer"
    n_settled = verdict.labels_settled or 0
    to = f"down to rank {count(verdict.reach.depth)}"
    judged = (
        f"{plural(verdict.unjudged, 'retrieved document')} {to} {'is' if verdict.unjudged == 1 else 'are'} unjudged."
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


def latex_title(verdict: Verdict) -> str:
    """The heading of the LaTeX table."""
    if verdict.kind == "many" and len(verdict.league.leaders) < verdict.n:
        return "Table of the leaders in LaTeX"
    return "Table in LaTeX"


def bibtex(version: str) -> str:
    """How to cite the software, and the papers whose methods the paragraph names."""
    return f"""@software{{irassay,
  title = {{irassay: what relevance labels can say about search systems}},
  author = {{The irassay developers}},
  version = {{{version}}}
}}
@inproceedings{{smucker2007,
  title = {{A comparison of statistical significance tests for information retrieval evaluation}},
  author = {{Smucker, Mark D. and Allan, James and Carterette, Ben}},
  booktitle = {{CIKM}},
  year = {{2007}}
}}
@article{{holm1979,
  title = {{A simple sequentially rejective multiple test procedure}},
  author = {{Holm, Sture}},
  journal = {{Scandinavian Journal of Statistics}},
  volume = {{6}},
  year = {{1979}}
}}
@article{{efron1979,
  title = {{Bootstrap methods: another look at the jackknife}},
  author = {{Efron, Bradley}},
  journal = {{The Annals of Statistics}},
  volume = {{7}},
  year = {{1979}}
}}"""
