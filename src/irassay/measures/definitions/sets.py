"""Counts of queries and documents, and measures of the retrieved set, whatever the ranks."""

from __future__ import annotations

from irassay.measures.definition import (
    BETA,
    BINARY,
    JUDGED_ONLY,
    PLAIN,
    REL,
    RIJSBERGEN,
    VOORHEES,
    Bounding,
    Definition,
    PeerNames,
    Traits,
)

# These count retrieved documents and divide by something that depends on the list itself.
OF_A_SET = PLAIN(from_0_to_1=True)
DEFINITIONS = (
    Definition(
        "SetP",
        "Share of the retrieved documents that are relevant, whatever their rank.",
        RIJSBERGEN,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_P"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetR",
        "Share of the relevant documents that were retrieved, at any rank.",
        RIJSBERGEN,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_recall"),
        traits=PLAIN(
            bounds=Bounding("share", "flat", "", ideal=False, outer=False, floor="safe"), sums=True, from_0_to_1=True
        ),
    ),
    Definition(
        "SetAP",
        "SetP times SetR.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_map"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetF",
        "Weighted harmonic mean of SetP and SetR.",
        RIJSBERGEN,
        cutoff="none",
        parameters=(REL, BETA, JUDGED_ONLY),
        names=PeerNames(trec_eval="set_F, set_F_{beta^2}"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetRelP",
        "Share of the relevant documents that were retrieved, of as many as a list of this length can hold.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_relative_P"),
        traits=OF_A_SET,
    ),
)
# Counts are not scores: they have no bounds, and a query without a relevant document counts as well.
COUNT_TRAITS = Traits(
    bounds=None,
    sums=False,
    unjudged="apart",
    zero_without=False,
    ties_by_grade=True,
    of_sample=False,
    sampled="",
    pool_adjusted=False,
    from_0_to_1=False,
)
COUNTS = (
    Definition(
        "NumQ",
        "Number of queries.",
        VOORHEES,
        cutoff="none",
        aggregate="sum",
        names=PeerNames(trec_eval="num_q"),
        traits=COUNT_TRAITS,
    ),
    Definition(
        "NumRet",
        "Number of retrieved documents.",
        VOORHEES,
        cutoff="none",
        parameters=(JUDGED_ONLY,),
        aggregate="sum",
        names=PeerNames(trec_eval="num_ret"),
        traits=COUNT_TRAITS,
    ),
    Definition(
        "NumRel",
        "Number of relevant documents among the labels.",
        VOORHEES,
        cutoff="none",
        parameters=(REL,),
        aggregate="sum",
        names=PeerNames(trec_eval="num_rel"),
        traits=COUNT_TRAITS,
    ),
    Definition(
        "NumRelRet",
        "Number of relevant documents that were retrieved.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        aggregate="sum",
        names=PeerNames(trec_eval="num_rel_ret"),
        traits=Traits(sums=True, unjudged="not relevant", zero_without=False, ties_by_grade=True, from_0_to_1=False),
    ),
    Definition(
        "NumNonRelRet",
        "Number of retrieved documents that were judged and are not relevant.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        aggregate="sum",
        names=PeerNames(trec_eval="num_nonrel_judged_ret"),
        traits=COUNT_TRAITS,
    ),
)
