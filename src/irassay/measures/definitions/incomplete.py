"""Measures for incomplete labels: they skip unjudged documents, estimate from a sample, or count labels."""

from __future__ import annotations

from irassay.measures.definition import BINARY, DCG_FORM, JUDGED_ONLY, REL, Definition, PeerNames, Traits

STRATIFIED = "Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008"
DEFINITIONS = (
    Definition(
        "Bpref",
        "For each relevant document 1 minus the share of judged non-relevant documents above it, counted up to "
        "R; documents without a grade, or with a negative one, are ignored.",
        "Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004",
        cutoff="none",
        parameters=(REL,),
        names=PeerNames(trec_eval="bpref"),
        traits=Traits(unjudged="apart", zero_without=True, ties_by_grade=True, from_0_to_1=True),
    ),
    Definition(
        "infAP",
        "Average precision estimated from a sample of the pool; a negative grade marks a document of the pool "
        "that was not judged.",
        "Yilmaz and Aslam, Estimating average precision with incomplete and imperfect judgments, CIKM 2006",
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="infAP"),
        traits=Traits(unjudged="apart", zero_without=False, ties_by_grade=False, of_sample=True, from_0_to_1=False),
    ),
    Definition(
        "xinfAP",
        "Average precision estimated from a stratified sample of the pool: labels with a stratum, where a negative "
        "grade marks a document of the pool that was not judged. A judged document stands for all of its stratum, "
        "in the number of relevant documents and in the precision at a relevant one; a stratum without judged "
        "documents is assumed to contain no relevant ones. Labels without a stratum are one stratum.",
        STRATIFIED,
        cutoff="none",
        parameters=(REL,),
        strata=True,
        traits=Traits(unjudged="apart", zero_without=False, ties_by_grade=False, of_sample=True, from_0_to_1=False),
    ),
    Definition(
        "infNDCG",
        "nDCG estimated from such a sample: each judged document stands for all of its stratum. The ideal has as many "
        "documents of each grade as the sample says there are. It can be above 1.",
        STRATIFIED,
        parameters=(DCG_FORM,),
        strata=True,
        traits=Traits(unjudged="apart", zero_without=True, ties_by_grade=False, of_sample=True, from_0_to_1=False),
    ),
    Definition(
        "Judged",
        "Share of the first k documents that have a grade, negative ones included; a list that is too short "
        "counts its own length.",
        "MacAvaney et al., Streamlining evaluation with ir-measures, ECIR 2022",
        traits=Traits(unjudged="apart", zero_without=False, ties_by_grade=True, from_0_to_1=True),
    ),
    Definition(
        "GBpref",
        "Bpref, summarised by the geometric mean over queries, each at least 0.00001.",
        "Robertson, On GMAP: and other transformations, CIKM 2006",
        cutoff="none",
        parameters=(REL,),
        operation="Bpref",
        aggregate="geometric",
        names=PeerNames(trec_eval="gm_bpref"),
        traits=Traits(unjudged="apart", zero_without=True, ties_by_grade=True, from_0_to_1=False),
    ),
    Definition(
        "Unjudged",
        "Share of the first k ranks that hold a document without a grade, or with a negative one; a list that is "
        "too short counts as filled with judged documents.",
        "Soboroff, trec_eval 10, 2026",
        cutoff="required",
        parameters=(JUDGED_ONLY,),
        direction=-1,
        names=PeerNames(trec_eval="unj_{k}"),
        traits=Traits(unjudged="apart", zero_without=False, ties_by_grade=True, from_0_to_1=True),
    ),
)
