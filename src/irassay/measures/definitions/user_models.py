"""Measures that model a user who reads down the ranking."""

from __future__ import annotations

from irassay.measures.definition import Bounding, Definition, PeerNames, Traits
from irassay.measures.definitions.shared import (
    ERR_TOP,
    JUDGED_ONLY,
    MAX_REL,
    MISSING,
    MOFFAT,
    NORMALIZE,
    OVERLAP,
    PERSISTENCE,
    RBP_GAIN,
    REL,
    STEPS,
)

DEFINITIONS = (
    Definition(
        "RBP",
        "(1 - p) times the sum over the ranking of gain times p^(rank - 1). trec_eval's rbp, where no p is given, "
        "is RBP(p=0.9).",
        MOFFAT,
        parameters=(PERSISTENCE, RBP_GAIN, REL, MAX_REL, JUDGED_ONLY),
        operation_where={("gain", "graded"): "GradedRBP"},
        names=PeerNames(trec_eval="rbp", mteb="", beir="", also=()),
        traits=Traits(
            bounds=Bounding(form="linear", weight="geometric", parameter="p", ideal=False, outer=False, floor="exact"),
            sums=True,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=True,
        ),
    ),
    Definition(
        "RBPResidual",
        "How much RBP could still rise: the weight of the documents without a grade and of all ranks below "
        "the list; 0, as in trec_eval 10, where every retrieved document is judged. A negative grade counts "
        "as none here. trec_eval's rbp_resid, where no p is given, is RBPResidual(p=0.9).",
        MOFFAT,
        parameters=(PERSISTENCE, JUDGED_ONLY),
        direction=-1,
        names=PeerNames(trec_eval="rbp_resid", mteb="", beir="", also=()),
        traits=Traits(
            bounds=None,
            sums=False,
            unjudged="apart",
            zero_without=False,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
    Definition(
        "ERR",
        "Expected 1 / rank at which a user who reads from the top is satisfied: a document of grade g satisfies "
        "with probability (2^g - 1) / 2^max_rel. Grades above max_rel count as max_rel.",
        "Chapelle et al., Expected reciprocal rank for graded relevance, CIKM 2009",
        parameters=(ERR_TOP, JUDGED_ONLY),
        names=PeerNames(trec_eval="", mteb="", beir="", also=()),
        traits=Traits(
            bounds=None,
            sums=False,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
    Definition(
        "INSQ",
        "Gain per document of a user who continues from rank i with probability ((i + 2T - 1) / (i + 2T))^2, over "
        "the first k ranks, 1,000 where no k is given. A grade gains (grade - min_rel) / (max_rel - min_rel), from "
        "0 to 1.",
        "Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012",
        depth=1000,
        parameters=STEPS,
        names=PeerNames(trec_eval="", mteb="", beir="", also=()),
        traits=Traits(
            bounds=Bounding(form="linear", weight="insq", parameter="T", ideal=False, outer=False, floor="exact"),
            sums=True,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
    Definition(
        "INST",
        "As INSQ, for a user who is more likely to continue the less gain was found: 2T is reduced by the gain so far.",
        "Moffat et al., INST: An adaptive metric for information retrieval evaluation, ADCS 2015",
        depth=1000,
        parameters=STEPS,
        names=PeerNames(trec_eval="", mteb="", beir="", also=()),
        traits=Traits(
            bounds=None,
            sums=False,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=False,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
    Definition(
        "Compat",
        "Rank-biased overlap, to depth k, 1,000 where no k is given, with the ideal ranking that is most similar to "
        "the list; the order of documents of equal grade in it is free.",
        "Clarke, Vtyurina and Smucker, Assessing top-k preferences, ACM TOIS 39(3), 2021",
        depth=1000,
        parameters=(OVERLAP, NORMALIZE, JUDGED_ONLY),
        operation_where={("normalize", False): "CompatRaw"},
        names=PeerNames(trec_eval="", mteb="", beir="", also=()),
        traits=Traits(
            bounds=None,
            sums=False,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
    Definition(
        "MFR",
        "Rank of the first relevant document; where the first k ranks hold none, or the run leaves the query out, the "
        "rank given by `missing`.",
        "Fuhr, Some common mistakes in IR evaluation, and how they can be avoided, SIGIR Forum 51(3), 2017",
        cutoff="required",
        parameters=(REL, MISSING, JUDGED_ONLY),
        direction=-1,
        names=PeerNames(trec_eval="", mteb="", beir="", also=()),
        traits=Traits(
            bounds=None,
            sums=False,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            of_sample=False,
            sampled="",
            pool_adjusted=False,
        ),
    ),
)
