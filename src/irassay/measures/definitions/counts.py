"""Counts of queries and documents."""

from __future__ import annotations

from irassay.measures.definition import Definition, PeerNames, Traits
from irassay.measures.definitions.shared import BINARY, JUDGED_ONLY, REL, VOORHEES

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

DEFINITIONS = (
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
