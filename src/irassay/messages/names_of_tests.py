"""Names and descriptions of tests, corrections and intervals, and the assumption of each test.

Keys are the values of the options ``test``, ``correction`` and ``interval``. A name has a short form for the terminal
and for columns, and a long one for a paper's methods section.
"""

from __future__ import annotations

from irassay.messages.counts import count
from irassay.messages.names import capital


class SignificanceTest:
    """A test of significance but for its p-values; `draws` is "" where it draws nothing. `of_one_sample`: collections
    are one sample; `counts_signs`: p is 2^(1 - d) or more if d differ."""

    def __init__(
        self, name: str, in_a_paper: str, assumes: str, *, draws: str = "", of_one_sample: bool, counts_signs: bool
    ) -> None:
        self.name, self.in_a_paper, self.assumes, self.draws = name, in_a_paper, assumes, draws
        self.of_one_sample, self.counts_signs = of_one_sample, counts_signs


_EXCHANGEABLE = "assumes that two systems are exchangeable on a query where they do not differ"
_NORMAL = "assumes that mean differences over such queries are normally distributed"
_SYMMETRIC = "assumes that differences are symmetric around their median"
_EVEN_SIGNS = "assumes that either sign is equally likely where two systems do not differ"
_SAMPLE = "assumes that the queries are a random sample"
# fmt: off
TESTS = {
    "randomization": SignificanceTest("randomization test", "a two-sided randomization test", _EXCHANGEABLE,
                                      draws="sign flips", of_one_sample=False, counts_signs=True),
    "t": SignificanceTest("paired t-test", "a paired t-test", _NORMAL, of_one_sample=True, counts_signs=False),
    "wilcoxon": SignificanceTest("Wilcoxon signed-rank test", "Wilcoxon's signed-rank test", _SYMMETRIC,
                                 of_one_sample=True, counts_signs=True),
    "sign": SignificanceTest("sign test", "a sign test", _EVEN_SIGNS, of_one_sample=True, counts_signs=True),
    "bootstrap": SignificanceTest("bootstrap test", "a two-sided bootstrap test", _SAMPLE,
                                  draws="resamples of the queries", of_one_sample=False, counts_signs=False),
}
# fmt: on
CORRECTIONS = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "benjamini-hochberg": "Benjamini-Hochberg",
    "max-t": "step-down max-T",
    "tukey": "randomised Tukey HSD",
}
OVER_QUERIES = "95%, bootstrap over queries"  # of an agreement of labels or orders
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


def describe_test(test: str, n_resamples: int, *, enumerated: bool = False) -> str:
    """The name of the test, with the number of its random draws."""
    of = TESTS[test]
    drawn = f" {'over all' if enumerated else 'with'} {count(n_resamples)} {of.draws}" if of.draws else ""
    return capital(of.name) + drawn


def describe_correction(correction: str, n_joint: int) -> str:
    """The name of the correction, with the number of its random draws."""
    draws = {"tukey": f" with {count(n_joint)} shuffles", "max-t": f" with {count(n_joint)} sign flips"}
    return CORRECTIONS[correction] + draws.get(correction, "")


def adjustment(interval: str) -> str:
    """Whether intervals are adjusted for their number."""
    return "all at once" if interval == "simultaneous" else "unadjusted"


def interval_kind(interval: str, family: int) -> str:
    """The level of an interval, and among several pairs whether it holds for all or for one alone."""
    return "95%" if family < 2 else "95%, all at once" if interval == "simultaneous" else "95%, unadjusted"


def describe_intervals(interval: str, n_bootstrap: int) -> str:
    """The kind of the intervals, with the number of resamples and whether they are adjusted."""
    draws = "" if interval == "wilson" else f" from {count(n_bootstrap)} resamples of the queries"
    return f"95% {INTERVALS[interval]}{draws}, {adjustment(interval)}"
