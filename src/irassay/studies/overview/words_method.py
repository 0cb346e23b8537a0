"""The methods paragraph, the citation and the command, as text to paste."""

from __future__ import annotations

import shlex

from irassay.comparison.corrections import FALSE_DISCOVERIES
from irassay.provenance import Provenance
from irassay.studies.overview.case import FEW, Case
from irassay.studies.overview.evidence import Evidence, Order
from irassay.studies.overview.words import depth_of
from irassay.wording import CORRECTIONS_OF, INTERVALS_IN_A_PAPER, TESTS_IN_A_PAPER, count, plural, share

RESIDUAL = "Documents that earlier labels had judged were left out of labels and runs (a residual collection)."


def bootstrap_ranks(order: Order) -> str:
    """How the second kind of ranks was made."""
    return (
        "Ranks by the bootstrap are simultaneous at "
        f"{1 - order.alpha:.0%}, from {count(order.n_bootstrap)} resamples of the queries (Mogstad et al., 2024)."
    )


def paragraph(evidence: Evidence, case: Case, seed: int, version: str) -> str:
    """What was computed and how, for a paper's methods section."""
    order = evidence.order
    parts = [
        f"We scored {plural(case.n_runs, 'run')} on {plural(case.n_queries, 'query', 'queries')} with "
        f"{order.measure} ({count(case.n_labels)} labels; equal scores ordered by document id, descending)."
    ]
    if case.n < case.n_runs:
        parts.append(
            f"Runs with the same ranking {depth_of(case.depth)} count as one system, which leaves {count(case.n)}."
        )
    if case.n > 1 and case.pairs and case.matched:
        parts += [_test(evidence, case), _intervals(evidence)]
    if evidence.holes is not None and case.n > 1:
        parts.append(_bounds(evidence, case))
    parts.append(f"Computed with irassay {version}, seed {seed}.")
    return " ".join(parts)


def _measure(order: Order) -> str:
    return f"{order.measure} ({order.citation})" if order.citation else order.measure


def _test(evidence: Evidence, case: Case) -> str:
    order = evidence.order
    family = (
        f"{'each' if len(order.baseline) > 1 else 'the'} baseline's {plural(order.family, 'comparison')}"
        if order.baseline
        else f"all {plural(order.family, 'pair')}"
    )
    if case.pairs == 1:
        family = ""
    corrected = f", {_correction(order, family)}" if family else f" at a level of {order.alpha:g}"
    part = f" ({share(case.queries_settled, case.pairs)})" if case.n > FEW else f" of {count(case.pairs)}"
    counted = f"; {count(case.queries_settled)}{part} differ significantly" if case.pairs > 1 else ""
    test = f"{TESTS_IN_A_PAPER[order.test]} ({_drawn(order, case)})"
    return f"Pairs of systems were compared with {test}{corrected}{counted}."


def _drawn(order: Order, case: Case) -> str:
    """What the test is made of."""
    if order.test == "randomization":
        drawn = "enumerated" if order.enumerated else f"{count(order.n_resamples)} draws"
        together = ", the same signs for all pairs" if case.pairs > 1 else ""
        return f"sign flips of per-query differences, {drawn}{together}"
    if order.test == "bootstrap":
        return f"differences shifted to a mean of zero, {count(order.n_resamples)} resamples of the queries"
    return "over queries"


def _correction(order: Order, family: str) -> str:
    """The correction, over what, and what it bounds."""
    bounded = f"at a family-wise error rate of {order.alpha:g}"
    if order.correction == "max-t":
        return f"corrected by step-down max-T over {family} ({count(order.n_joint)} sign flips) {bounded}"
    if order.correction == "tukey":
        return f"corrected by randomised Tukey HSD over {family} ({count(order.n_joint)} shuffles) {bounded}"
    if order.correction in FALSE_DISCOVERIES:
        bounded = f"at a false discovery rate of {order.alpha:g}"
    return f"with {CORRECTIONS_OF[order.correction]} correction over {family} {bounded}"


def _intervals(evidence: Evidence) -> str:
    order = evidence.order
    if order.interval == "wilson":
        return (
            "Intervals over queries are Wilson's 95% intervals, and Newcombe's for differences, not adjusted for the "
            "number of comparisons."
        )
    adjusted = "holding for all at once" if order.interval == "simultaneous" else "not adjusted for the number of"
    return (
        f"Intervals are 95% {INTERVALS_IN_A_PAPER[order.interval]} intervals over queries ({count(order.n_bootstrap)} "
        f"resamples), {adjusted} comparisons."
    )


def _bounds(evidence: Evidence, case: Case) -> str:
    assert evidence.holes is not None
    kind = "exact" if evidence.holes.exact else "safe outer"
    settled = case.labels_settled or 0
    to = f"down to rank {count(evidence.coverage.depth)}"
    judged = (
        f"{plural(case.unjudged, 'retrieved document')} {to} {'is' if case.unjudged == 1 else 'are'} unjudged."
        if case.unjudged
        else f"Every retrieved document {to} is judged."
    )
    if case.labels_pairs > 1:
        at_least = "at least " if case.labels_unknown else ""
        part = f" ({share(settled, case.labels_pairs)})" if case.n > FEW else ""
        counted = (
            f"{at_least}{count(settled)} of {plural(case.labels_pairs, 'pair')}{part} keep the sign of their difference"
        )
        counted += " in means"
    else:
        counted = f"the sign of the difference in means {'is kept' if settled else 'is not always kept'}"
    return f"{judged} Over all grades that missing labels could have ({kind} bounds), {counted}."


def latex_title(case: Case) -> str:
    """The heading of the LaTeX table."""
    if case.kind == "many" and len(case.leaders) < case.n:
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


def shell(provenance: Provenance) -> str:
    """The command that makes the page again."""
    return " ".join(shlex.quote(str(word)) for word in provenance.options.get("command", ()))
