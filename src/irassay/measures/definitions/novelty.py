"""Measures of labels by subtopic."""

from __future__ import annotations

from irassay.measures.definition import (
    BINARY,
    JUDGED_ONLY,
    REL,
    TIMES,
    VOORHEES,
    Definition,
    Parameter,
    PeerNames,
    Traits,
)

COMPARATIVE = "Clarke et al., A comparative analysis of cascade measures for novelty and diversity, WSDM 2011"
NOVELTY = Parameter(
    "alpha", float, 0.5, "the share by which each document that covers a subtopic reduces its gain", low=0, high=1
)
NOVEL = (NOVELTY, REL, JUDGED_ONLY)
OVER = Parameter(
    "over",
    str,
    "answered",
    'the mean is over the subtopics that have a relevant document ("answered"), or over all that have a label ("all")',
    choices=("answered", "all"),
)
IN_GROUPS = (REL, OVER, JUDGED_ONLY)


def _of_subtopics(*, from_0_to_1: bool) -> Traits:
    """Bounds over missing labels by subtopic are not known, nor is the best order of tied documents."""
    return Traits(
        bounds=None,
        sums=False,
        unjudged="not relevant",
        zero_without=True,
        ties_by_grade=False,
        of_sample=False,
        sampled="",
        pool_adjusted=False,
        from_0_to_1=from_0_to_1,
    )


OF_SUBTOPICS = _of_subtopics(from_0_to_1=True)
OVER_A_GREEDY_RANKING = _of_subtopics(from_0_to_1=False)

DEFINITIONS = (
    Definition(
        "alpha_nDCG",
        "Discounted gain over that of the ranking that takes the largest gain next: a document gains, for each "
        "subtopic that it covers, (1 - alpha)^(documents above it that cover the subtopic).",
        "Clarke et al., Novelty and diversity in information retrieval evaluation, SIGIR 2008",
        parameters=NOVEL,
        operation="alphaNDCG",
        cutoff="required",
        subtopics=True,
        names=PeerNames(also=("α_ndcg",)),
        traits=OVER_A_GREEDY_RANKING,
    ),
    Definition(
        "alpha_DCG",
        "The same gain over that of a ranking whose every document covers every subtopic.",
        COMPARATIVE,
        parameters=NOVEL,
        operation="alphaDCG",
        cutoff="required",
        subtopics=True,
        names=PeerNames(also=("α_dcg",)),
        traits=OF_SUBTOPICS,
    ),
    Definition(
        "ERR_IA",
        "Intent-aware expected reciprocal rank: alpha_DCG with the discount 1 / rank.",
        COMPARATIVE,
        parameters=NOVEL,
        operation="ErrIA",
        cutoff="required",
        subtopics=True,
        traits=OF_SUBTOPICS,
    ),
    Definition(
        "nERR_IA",
        "ERR_IA over that of the ranking that takes the largest gain next.",
        COMPARATIVE,
        parameters=NOVEL,
        operation="NErrIA",
        cutoff="required",
        subtopics=True,
        traits=OVER_A_GREEDY_RANKING,
    ),
    Definition(
        "P_IA",
        "Mean over the subtopics of the share of the first k ranks that hold a document which covers it.",
        "Agrawal et al., Diversifying search results, WSDM 2009",
        parameters=IN_GROUPS,
        operation="PrecisionIA",
        operation_where={("over", "all"): "PrecisionGroups"},
        cutoff="required",
        subtopics=True,
        names=PeerNames(trec_eval='P_avgjg_{k}(over="all")'),
        traits=OF_SUBTOPICS,
    ),
    Definition(
        "StRecall",
        "Share of the subtopics that the first k ranks cover.",
        "Zhai, Cohen and Lafferty, Beyond independent relevance, SIGIR 2003",
        parameters=BINARY,
        operation="StRecall",
        cutoff="required",
        subtopics=True,
        names=PeerNames(also=("strec",)),
        traits=OF_SUBTOPICS,
    ),
    Definition(
        "AP_IA",
        "Mean over the subtopics of the average precision under the labels of one.",
        "Agrawal et al., Diversifying search results, WSDM 2009",
        cutoff="none",
        parameters=IN_GROUPS,
        operation="ApIA",
        operation_where={("over", "all"): "ApGroups"},
        subtopics=True,
        names=PeerNames(trec_eval='map_avgjg(over="all")', also=("map_ia",)),
        traits=OF_SUBTOPICS,
    ),
    Definition(
        "Rprec_IA",
        "Mean over the subtopics of the precision at a multiple of R under the labels of one; that rank is rounded "
        "as trec_eval does.",
        VOORHEES,
        cutoff="none",
        parameters=(TIMES, *IN_GROUPS),
        operation="RprecMultIA",
        operation_where={("over", "all"): "RprecMultGroups"},
        subtopics=True,
        names=PeerNames(trec_eval='Rprec_mult_avgjg_{times}(over="all")'),
        traits=OF_SUBTOPICS,
    ),
)
