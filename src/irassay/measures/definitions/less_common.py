"""Measures of a ranking that other tools have beside the usual ones: shares of pairs, Q, multiples of R, counts."""

from __future__ import annotations

from irassay.measures.definition import (
    BETA,
    BINARY,
    GAINS,
    JUDGED_ONLY,
    PLAIN,
    REL,
    RIJSBERGEN,
    TIMES,
    VOORHEES,
    Bounding,
    Definition,
    Parameter,
    PeerNames,
    Traits,
)

BLEND = Parameter(
    "beta",
    float,
    1.0,
    "weight of the gain against the count of relevant documents; 0 is average precision",
    low=0,
    high=1e6,
)
SAKAI = "Sakai, On the reliability of information retrieval metrics based on graded relevance, IP&M 43(2), 2007"
DEFINITIONS = (
    Definition(
        "Hits",
        "Number of relevant documents among the first k.",
        "Bassani, ranx, ECIR 2022",
        cutoff="required",
        parameters=BINARY,
        operation="NumRelRet",
        traits=PLAIN(
            bounds=Bounding("linear", "flat", "", ideal=False, outer=False, floor="exact"), sums=True, from_0_to_1=False
        ),
    ),
    Definition(
        "F",
        "Weighted harmonic mean of P@k and R@k; F1 where beta is 1.",
        RIJSBERGEN,
        cutoff="required",
        parameters=(REL, BETA, JUDGED_ONLY),
        names=PeerNames(also=("f1",)),
        traits=PLAIN(from_0_to_1=True),
    ),
    Definition(
        "R_cap",
        "Share of the relevant documents that the first k ranks hold, of as many as k ranks can hold.",
        "Thakur et al., BEIR, NeurIPS Datasets and Benchmarks 2021",
        cutoff="required",
        parameters=BINARY,
        operation="CappedR",
        names=PeerNames(trec_eval="relative_P_{k}", beir="R_cap", also=("recall_cap",)),
        traits=PLAIN(
            bounds=Bounding("share", "flat", "", ideal=True, outer=False, floor="safe"), sums=True, from_0_to_1=True
        ),
    ),
    Definition(
        "Accuracy",
        "Share of the pairs of a relevant and a non-relevant document, both retrieved, that have the relevant one "
        "first; 1 where all retrieved documents are relevant, 0 where none is. Unjudged documents count as non-"
        "relevant.",
        "MacAvaney et al., Streamlining evaluation with ir-measures, ECIR 2022",
        parameters=(REL, JUDGED_ONLY),
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "Q",
        "Mean over all relevant documents of the blended ratio at their rank, 0 for one that was not retrieved: "
        "(relevant documents so far + beta times their gain) over (rank + beta times the gain of the best ranking "
        "to there).",
        SAKAI,
        cutoff="none",
        parameters=(REL, BLEND, GAINS, JUDGED_ONLY),
        names=PeerNames(also=("q_measure",)),
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "RprecMult",
        "Precision at a multiple of R, the number of relevant documents of the query; that rank is rounded as "
        "trec_eval does.",
        VOORHEES,
        cutoff="none",
        parameters=(REL, TIMES, JUDGED_ONLY),
        names=PeerNames(trec_eval="Rprec_mult_{times}"),
        traits=PLAIN(from_0_to_1=True),
    ),
    Definition(
        "IPrec11",
        "Mean of IPrec at the recall levels 0, 0.1, ... 1.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="11pt_avg"),
        traits=PLAIN(from_0_to_1=True),
    ),
    Definition(
        "binG",
        "Mean over all relevant documents of 1 / log2(2 + non-relevant documents above), 0 for one that was not "
        "retrieved.",
        "Buckley, trec_eval, 2008",
        cutoff="none",
        parameters=BINARY,
        operation="BinG",
        names=PeerNames(trec_eval="binG"),
        traits=PLAIN(from_0_to_1=True),
    ),
)
