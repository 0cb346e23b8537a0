"""What tests, corrections and intervals are called, how they were made, and what a test assumes.

Keys are the values of the options ``test``, ``correction`` and ``interval``. A name has a short form for the terminal
and for columns, and a long one for a paper's methods section.
"""

from __future__ import annotations

from irassay.wording.counts import count
from irassay.wording.names import capital

TESTS = {
    "randomization": "randomization test",
    "t": "paired t-test",
    "wilcoxon": "Wilcoxon signed-rank test",
    "sign": "sign test",
    "bootstrap": "bootstrap test",
}
TESTS_IN_A_PAPER = {
    "randomization": "a two-sided randomization test",
    "t": "a paired t-test",
    "wilcoxon": "Wilcoxon's signed-rank test",
    "sign": "a sign test",
    "bootstrap": "a two-sided bootstrap test",
}
ASSUMES = {
    "randomization": "takes two systems as exchangeable on a query where they do not differ",
    "t": "takes mean differences over such queries to be normal",
    "wilcoxon": "takes differences to be symmetric around their median",
    "sign": "takes either sign as equally likely where two systems do not differ",
    "bootstrap": "takes the queries as drawn from all that matter",
}
CORRECTIONS = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "benjamini-hochberg": "Benjamini-Hochberg",
    "max-t": "step-down max-T",
    "tukey": "randomised Tukey HSD",
}
CORRECTIONS_OF = {"holm": "Holm's", "bonferroni": "Bonferroni's", "benjamini-hochberg": "the Benjamini-Hochberg"}
INTERVALS = {
    "percentile": "percentile intervals",
    "bca": "BCa bootstrap intervals",
    "bootstrap-t": "bootstrap-t intervals",
    "simultaneous": "simultaneous bootstrap intervals",
    "wilson": "Wilson intervals, Newcombe's of differences",
}
INTERVALS_IN_A_COLUMN = {
    "percentile": "percentile bootstrap",
    "bca": "BCa bootstrap",
    "bootstrap-t": "bootstrap-t",
    "simultaneous": "simultaneous bootstrap-t",
    "wilson": "Wilson's, for differences Newcombe's",
}
INTERVALS_IN_A_PAPER = {
    "percentile": "percentile bootstrap",
    "bca": "BCa bootstrap",
    "bootstrap-t": "bootstrap-t",
    "simultaneous": "studentised bootstrap",
}


def how_tested(test: str, n_resamples: int, *, enumerated: bool = False) -> str:
    """The test with what was drawn for it.

    Examples
    --------
    >>> how_tested("randomization", 100000), how_tested("wilcoxon", 0)
    ('Randomization test with 100,000 sign flips', 'Wilcoxon signed-rank test')
    """
    name = capital(TESTS[test])
    if test == "randomization":
        return f"{name} {'over all' if enumerated else 'with'} {count(n_resamples)} sign flips"
    return f"{name} with {count(n_resamples)} resamples of the queries" if test == "bootstrap" else name


def how_corrected(correction: str, n_joint: int) -> str:
    """The correction with what was drawn for it.

    Examples
    --------
    >>> how_corrected("holm", 0), how_corrected("tukey", 100000)
    ('Holm', 'randomised Tukey HSD with 100,000 shuffles')
    """
    drawn = {"tukey": f" with {count(n_joint)} shuffles", "max-t": f" with {count(n_joint)} sign flips"}
    return CORRECTIONS[correction] + drawn.get(correction, "")


def alone(interval: str) -> str:
    """Whether intervals are adjusted for how many there are.

    Examples
    --------
    >>> alone("bca"), alone("simultaneous")
    ('unadjusted', 'all at once')
    """
    return "all at once" if interval == "simultaneous" else "unadjusted"


def how_intervals(interval: str, n_bootstrap: int) -> str:
    """How intervals were made.

    Examples
    --------
    >>> how_intervals("percentile", 10000)
    '95% percentile intervals from 10,000 resamples of the queries, unadjusted'
    """
    drawn = "" if interval == "wilson" else f" from {count(n_bootstrap)} resamples of the queries"
    return f"95% {INTERVALS[interval]}{drawn}, {alone(interval)}"
