"""Measures of a ranking: the gain at the top ranks, and the ranks of the relevant documents."""

from __future__ import annotations

from irassay.measures.definition import (
    BINARY,
    DCG_FORM,
    GAINS,
    JARVELIN,
    JUDGED_ONLY,
    PLAIN,
    RIJSBERGEN,
    VOORHEES,
    Bounding,
    Definition,
    Parameter,
    PeerNames,
)

IDEAL = Parameter(
    "ideal",
    str,
    "cutoff",
    'the ideal ranking ends at the cutoff ("cutoff"), or holds every labelled document ("labels")',
    choices=("cutoff", "labels"),
)
GRADED = (DCG_FORM, GAINS, JUDGED_ONLY)
DEFINITIONS = (
    Definition(
        "nDCG",
        "Discounted cumulative gain over that of the best possible ranking of the labelled documents.",
        JARVELIN,
        parameters=(DCG_FORM, GAINS, IDEAL, JUDGED_ONLY),
        operation_where={("ideal", "labels"): "WholeNDCG"},
        names=PeerNames(
            trec_eval="ndcg, ndcg_cut_{k}", mteb="ndcg", beir="NDCG", also=('ndcg_burges(dcg="exp-log2")',)
        ),
        traits=PLAIN(
            bounds=Bounding("ratio", "log2", "", ideal=True, outer=False, floor="none"),
            sums=True,
            sampled="infNDCG",
            from_0_to_1=True,
        ),
    ),
    Definition(
        "DCG",
        "Sum over the ranking of gain / log2(rank + 1).",
        JARVELIN,
        parameters=GRADED,
        names=PeerNames(trec_eval="dcg", also=('dcg_burges(dcg="exp-log2")',)),
        traits=PLAIN(
            bounds=Bounding("linear", "log2", "", ideal=False, outer=False, floor="exact"), sums=True, from_0_to_1=False
        ),
    ),
    Definition(
        "NCG",
        "Sum of the grades of the first k documents over the largest sum that k documents can have.",
        "Craswell et al., Overview of the TREC 2021 Deep Learning track, TREC 2021",
        cutoff="required",
        parameters=(JUDGED_ONLY,),
        traits=PLAIN(
            bounds=Bounding("share", "flat", "", ideal=True, outer=False, floor="safe"), sums=True, from_0_to_1=True
        ),
    ),
    Definition(
        "AP",
        "Mean over all relevant documents of the precision at their rank, 0 for one that was not retrieved.",
        "Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000",
        parameters=BINARY,
        names=PeerNames(trec_eval="map, map_cut_{k}", mteb="map", beir="MAP"),
        traits=PLAIN(
            bounds=Bounding("average", "reciprocal", "", ideal=False, outer=True, floor="none"),
            sampled="xinfAP",
            from_0_to_1=True,
        ),
    ),
    Definition(
        "GMAP",
        "Average precision, summarised by the geometric mean over queries, each at least 0.00001.",
        "Robertson, On GMAP: and other transformations, CIKM 2006",
        cutoff="none",
        parameters=BINARY,
        operation="AP",
        aggregate="geometric",
        names=PeerNames(trec_eval="gm_map"),
        traits=PLAIN(from_0_to_1=False),
    ),
    Definition(
        "P",
        "Share of the first k ranks that hold a relevant document; a list that is too short counts as "
        "filled with non-relevant ones.",
        RIJSBERGEN,
        cutoff="required",
        parameters=BINARY,
        names=PeerNames(trec_eval="P_{k}", mteb="precision", beir="P"),
        traits=PLAIN(
            bounds=Bounding("linear", "flat", "1/k", ideal=False, outer=False, floor="exact"),
            sums=True,
            pool_adjusted=True,
            from_0_to_1=True,
        ),
    ),
    Definition(
        "R",
        "Share of the relevant documents that the first k ranks hold.",
        RIJSBERGEN,
        cutoff="required",
        parameters=BINARY,
        names=PeerNames(trec_eval="recall_{k}", mteb="recall", beir="Recall"),
        traits=PLAIN(
            bounds=Bounding("share", "flat", "", ideal=False, outer=False, floor="safe"), sums=True, from_0_to_1=True
        ),
    ),
    Definition(
        "Success",
        "1 if the first k ranks hold a relevant document, else 0.",
        "Craswell and Hawking, Overview of the TREC 2004 Web track, TREC 2004",
        cutoff="required",
        parameters=BINARY,
        names=PeerNames(trec_eval="success_{k}", also=("hit", "hitrate", "hit_rate", "accuracy")),
        traits=PLAIN(bounds=Bounding("first", "flat", "", ideal=False, outer=False, floor="none"), from_0_to_1=True),
    ),
    Definition(
        "RR",
        "1 / rank of the first relevant document, 0 if there is none.",
        "Kantor and Voorhees, The TREC-5 confusion track, Information Retrieval 2, 2000",
        parameters=BINARY,
        names=PeerNames(trec_eval="recip_rank", mteb="mrr", beir="MRR", also=("mean_reciprocal_rank",)),
        traits=PLAIN(
            bounds=Bounding("first", "reciprocal", "", ideal=False, outer=False, floor="none"), from_0_to_1=True
        ),
    ),
    Definition(
        "Rprec",
        "Precision at rank R, the number of relevant documents of the query.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="Rprec", also=("r_precision",)),
        traits=PLAIN(bounds=Bounding("rprec", "place", "", ideal=False, outer=False, floor="none"), from_0_to_1=True),
    ),
    Definition(
        "IPrec",
        "Highest precision at any rank where recall is at least the given level.",
        VOORHEES,
        cutoff="recall",
        parameters=BINARY,
        names=PeerNames(trec_eval="iprec_at_recall_{k}"),
        traits=PLAIN(from_0_to_1=True),
    ),
)
