"""Measures that model a user who reads down the ranking."""

from __future__ import annotations

from irassay.arguments import LARGEST_GRADE
from irassay.measures.definition import (
    JARVELIN,
    JUDGED_ONLY,
    PLAIN,
    REL,
    Bounding,
    Definition,
    Parameter,
    PeerNames,
    Traits,
)

MOFFAT = "Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM TOIS 27(1), 2008"
NEARLY = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021"
PERSISTENCE = Parameter(
    "p", float, 0.8, "probability of continuing to the next document", low=0, high=1, open_range=True
)
NEARLY_PERSISTENCE = Parameter(
    "p", float, 0.9, "probability of continuing to the next document", low=0, high=1, open_range=True
)
RBP_GAIN = Parameter("gain", str, "binary", "1 from grade rel on, or grade / max_rel", choices=("binary", "graded"))
MAX_REL = Parameter(
    "max_rel",
    int,
    0,
    "the grade whose gain is 1; 0, the default, is the largest grade of the labels",
    low=0,
    high=LARGEST_GRADE,
)
MIN_REL = Parameter("min_rel", int, 0, "the grade whose gain is 0", low=0, high=LARGEST_GRADE - 1)
LOG2 = Parameter("dcg", str, "log2", "the discount, log2(rank + 1)", choices=("log2",))
ERR_TOP = Parameter(
    "max_rel",
    int,
    4,
    "the grade that satisfies with probability 1 - 2^-max_rel; 4, the default, is gdeval's, 0 the largest there is",
    low=0,
    high=LARGEST_GRADE,
)
WANTED = Parameter("T", float, 1.0, "the gain that the user is looking for", low=0.5, high=1e6)
OVERLAP = Parameter("p", float, 0.95, "probability of continuing to the next depth", low=0, high=1, open_range=True)
NORMALIZE = Parameter("normalize", bool, True, "divide by the overlap of the ideal ranking with itself")
MISSING = Parameter(
    "missing", int, 0, "the rank that stands for no relevant document; 0, the default, is k + 1", low=0, high=10**9 - 1
)
STEPS = (WANTED, MIN_REL, MAX_REL, JUDGED_ONLY)
SCALED = (MIN_REL, MAX_REL, JUDGED_ONLY)
DEFINITIONS = (
    Definition(
        "RBP",
        "(1 - p) times the sum over the ranking of gain times p^(rank - 1). trec_eval's rbp, where no p is given, "
        "is RBP(p=0.9).",
        MOFFAT,
        parameters=(PERSISTENCE, RBP_GAIN, REL, MAX_REL, JUDGED_ONLY),
        operation_where={("gain", "graded"): "GradedRBP"},
        names=PeerNames(trec_eval="rbp(p=0.9), rbp_p={p}"),
        traits=PLAIN(
            bounds=Bounding("linear", "geometric", "p", ideal=False, outer=False, floor="exact"),
            sums=True,
            pool_adjusted=True,
            from_0_to_1=True,
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
        names=PeerNames(trec_eval="rbp_resid(p=0.9), rbp_resid_p={p}"),
        traits=Traits(unjudged="apart", zero_without=False, ties_by_grade=True, from_0_to_1=True),
    ),
    Definition(
        "ERR",
        "Expected 1 / rank at which a user who reads from the top is satisfied: a document of grade g satisfies "
        "with probability (2^g - 1) / 2^max_rel. Grades above max_rel count as max_rel.",
        "Chapelle et al., Expected reciprocal rank for graded relevance, CIKM 2009",
        parameters=(ERR_TOP, JUDGED_ONLY),
        names=PeerNames(also=("expected_reciprocal_rank",)),
        traits=PLAIN(from_0_to_1=True),
    ),
    Definition(
        "INSQ",
        "Gain per document of a user who continues from rank i with probability ((i + 2T - 1) / (i + 2T))^2, over "
        "the first k ranks, 1,000 where no k is given. A grade gains (grade - min_rel) / (max_rel - min_rel), from "
        "0 to 1.",
        "Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012",
        depth=1000,
        parameters=STEPS,
        traits=PLAIN(
            bounds=Bounding("linear", "insq", "T", ideal=False, outer=False, floor="exact"), sums=True, from_0_to_1=True
        ),
    ),
    Definition(
        "INST",
        "As INSQ, for a user who is more likely to continue the less gain was found: 2T is reduced by the gain so far.",
        "Moffat et al., INST: An adaptive metric for information retrieval evaluation, ADCS 2015",
        depth=1000,
        parameters=STEPS,
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "Compat",
        "Rank-biased overlap, to depth k, 1,000 where no k is given, with the ideal ranking that is most similar to "
        "the list; the order of documents of equal grade in it is free.",
        "Clarke, Vtyurina and Smucker, Assessing top-k preferences, ACM TOIS 39(3), 2021",
        depth=1000,
        parameters=(OVERLAP, NORMALIZE, JUDGED_ONLY),
        operation_where={("normalize", False): "CompatRaw"},
        traits=PLAIN(from_0_to_1=True),
    ),
    Definition(
        "MFR",
        "Rank of the first relevant document; where the first k ranks hold none, or the run leaves the query out, the "
        "rank given by `missing`.",
        "Fuhr, Some common mistakes in IR evaluation, and how they can be avoided, SIGIR Forum 51(3), 2017",
        cutoff="required",
        parameters=(REL, MISSING, JUDGED_ONLY),
        direction=-1,
        traits=PLAIN(from_0_to_1=False),
    ),
    Definition(
        "SDCG",
        "Sum over the first k ranks of gain / log2(rank + 1), over that of k documents of gain 1. A grade gains "
        "(grade - min_rel) / (max_rel - min_rel), from 0 to 1.",
        JARVELIN,
        cutoff="required",
        parameters=(LOG2, *SCALED),
        traits=PLAIN(sums=True, from_0_to_1=True),
    ),
    Definition(
        "BPM",
        "Gain per document of a user who stops where the gain so far is T, or at rank k. A grade gains as in SDCG.",
        "Zhang et al., Evaluating Web search with a Bejeweled player model, SIGIR 2017",
        cutoff="required",
        parameters=(WANTED, *SCALED),
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "NERR8",
        "Gain per document of a user who stops at a document with the probability of its gain, or at rank k. A "
        "grade gains as in SDCG.",
        NEARLY,
        cutoff="required",
        parameters=SCALED,
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "NERR9",
        "As NERR8, for a user who also continues from rank i with probability i / (i + 1) only.",
        NEARLY,
        cutoff="required",
        parameters=SCALED,
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "NERR10",
        "As NERR8, for a user who also continues with probability p only, over the first k ranks, 1,000 where no k "
        "is given.",
        NEARLY,
        depth=1000,
        parameters=(NEARLY_PERSISTENCE, *SCALED),
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
    Definition(
        "NERR11",
        "As NERR8, for a user who also continues from rank i with probability ((i + 2T - 1) / (i + 2T))^2 only, "
        "over the first k ranks, 1,000 where no k is given.",
        NEARLY,
        depth=1000,
        parameters=(WANTED, *SCALED),
        traits=Traits(unjudged="not relevant", zero_without=True, ties_by_grade=False, from_0_to_1=True),
    ),
)
