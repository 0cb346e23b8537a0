"""What every measure is: its name, parameters, a sentence that defines it, and where it comes from. No formulas."""

from __future__ import annotations

from irassay.measures.definition import LARGEST_GRADE, Definition, Parameter

REL = Parameter("rel", int, 1, "the least grade that counts as relevant", low=1, high=LARGEST_GRADE)
JUDGED_ONLY = Parameter("judged_only", bool, False, "first drop documents that have no grade, or a negative one")
DCG_FORM = Parameter(
    "dcg",
    str,
    "log2",
    'gain is the grade ("log2") or 2^grade - 1 ("exp-log2"); the discount is log2(rank + 1) in both',
    choices=("log2", "exp-log2"),
)
GAINS = Parameter(
    "gains", dict, "", "what each grade gains, such as gains={1:1,2:3}; a grade that isn't named gains itself"
)
PERSISTENCE = Parameter("p", float, 0.8, "probability of going on to the next document", low=0, high=1, open_range=True)
RBP_GAIN = Parameter("gain", str, "binary", "1 from grade rel on, or grade / max_rel", choices=("binary", "graded"))
MAX_REL = Parameter(
    "max_rel",
    int,
    0,
    "the grade whose gain is 1; 0, the default, is the largest grade of the labels",
    low=0,
    high=LARGEST_GRADE,
)
BETA = Parameter("beta", float, 1.0, "weight of recall against precision", low=0, open_range=True)

ERR_TOP = Parameter(
    "max_rel",
    int,
    4,
    "the grade that satisfies with probability 1 - 2^-max_rel; 4, the default, is gdeval's, 0 the largest there is",
    low=0,
    high=LARGEST_GRADE,
)
MIN_REL = Parameter("min_rel", int, 0, "the grade whose gain is 0", low=0, high=LARGEST_GRADE - 1)
WANTED = Parameter("T", float, 1.0, "how much gain the user is after", low=0.5, high=1e6)
OVERLAP = Parameter("p", float, 0.95, "probability of going on to the next depth", low=0, high=1, open_range=True)
NORMALIZE = Parameter("normalize", bool, True, "divide by the overlap of the ideal ranking with itself")
MISSING = Parameter(
    "missing",
    int,
    0,
    "the rank that stands for no relevant document; 0, the default, is k + 1",
    low=0,
    high=999_999_999,
)
NOVELTY = Parameter(
    "alpha", float, 0.5, "how much of a subtopic's gain each document that covers it takes away", low=0, high=1
)

_BINARY = (REL, JUDGED_ONLY)
_GRADED = (DCG_FORM, GAINS, JUDGED_ONLY)
_STEPS = (WANTED, MIN_REL, MAX_REL, JUDGED_ONLY)
_NOVEL = (NOVELTY, REL, JUDGED_ONLY)

_JARVELIN = "Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002"
_MOFFAT = "Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM TOIS 27(1), 2008"
_VOORHEES = "Voorhees and Harman, TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005"
_COMPARATIVE = "Clarke et al., A comparative analysis of cascade measures for novelty and diversity, WSDM 2011"
_STRATIFIED = (
    "Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008"
)
_RIJSBERGEN = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979"

DEFINITIONS: dict[str, Definition] = {
    definition.name: definition
    for definition in (
        Definition(
            "nDCG",
            "Discounted cumulative gain over that of the best possible ranking of the labelled documents.",
            _JARVELIN,
            parameters=_GRADED,
            trec_eval="ndcg, ndcg_cut_{k}",
        ),
        Definition(
            "DCG",
            "Sum over the ranking of gain / log2(rank + 1).",
            _JARVELIN,
            parameters=_GRADED,
            trec_eval="dcg",
        ),
        Definition(
            "NCG",
            "Sum of the grades of the first k documents over the largest sum that k documents can have.",
            "Craswell et al., Overview of the TREC 2021 Deep Learning track, TREC 2021",
            cutoff="required",
            parameters=(JUDGED_ONLY,),
        ),
        Definition(
            "AP",
            "Mean over all relevant documents of the precision at their rank, 0 for one that was not retrieved.",
            "Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000",
            parameters=_BINARY,
            trec_eval="map, map_cut_{k}",
        ),
        Definition(
            "GMAP",
            "Average precision, summarised by the geometric mean over queries, each at least 0.00001.",
            "Robertson, On GMAP: and other transformations, CIKM 2006",
            cutoff="none",
            parameters=_BINARY,
            operation="AP",
            aggregate="geometric",
            trec_eval="gm_map",
        ),
        Definition(
            "P",
            "Share of the first k ranks that hold a relevant document; a list that is too short counts as "
            "filled with non-relevant ones.",
            _RIJSBERGEN,
            cutoff="required",
            parameters=_BINARY,
            trec_eval="P_{k}",
        ),
        Definition(
            "R",
            "Share of the relevant documents that the first k ranks hold.",
            _RIJSBERGEN,
            cutoff="required",
            parameters=_BINARY,
            trec_eval="recall_{k}",
        ),
        Definition(
            "Success",
            "1 if the first k ranks hold a relevant document, else 0.",
            "Craswell and Hawking, Overview of the TREC 2004 Web track, TREC 2004",
            cutoff="required",
            parameters=_BINARY,
            trec_eval="success_{k}",
        ),
        Definition(
            "RR",
            "1 / rank of the first relevant document, 0 if there is none.",
            "Kantor and Voorhees, The TREC-5 confusion track, Information Retrieval 2, 2000",
            parameters=_BINARY,
            trec_eval="recip_rank",
        ),
        Definition(
            "Rprec",
            "Precision at rank R, the number of relevant documents of the query.",
            _VOORHEES,
            cutoff="none",
            parameters=_BINARY,
            trec_eval="Rprec",
        ),
        Definition(
            "IPrec",
            "Highest precision at any rank where recall is at least the given level.",
            _VOORHEES,
            cutoff="recall",
            parameters=_BINARY,
            trec_eval="iprec_at_recall_{k}",
        ),
        Definition(
            "RBP",
            "(1 - p) times the sum over the ranking of gain times p^(rank - 1). trec_eval's rbp, where no p is given, "
            "is RBP(p=0.9).",
            _MOFFAT,
            parameters=(PERSISTENCE, RBP_GAIN, REL, MAX_REL, JUDGED_ONLY),
            trec_eval="rbp",
        ),
        Definition(
            "RBPResidual",
            "How much RBP could still rise: the weight of the documents without a grade and of all ranks below "
            "the list; 0, as in trec_eval 10, where every retrieved document is judged. A negative grade counts "
            "as none here. trec_eval's rbp_resid, where no p is given, is RBPResidual(p=0.9).",
            _MOFFAT,
            parameters=(PERSISTENCE, JUDGED_ONLY),
            direction=-1,
            trec_eval="rbp_resid",
        ),
        Definition(
            "ERR",
            "Expected 1 / rank at which a user is satisfied who reads on until then: a document of grade g satisfies "
            "with probability (2^g - 1) / 2^max_rel. Grades above max_rel count as max_rel.",
            "Chapelle et al., Expected reciprocal rank for graded relevance, CIKM 2009",
            parameters=(ERR_TOP, JUDGED_ONLY),
        ),
        Definition(
            "INSQ",
            "Gain per document of a user who goes on from rank i with probability ((i + 2T - 1) / (i + 2T))^2, over "
            "the first k ranks, 1,000 where no k is given. A grade gains (grade - min_rel) / (max_rel - min_rel), from "
            "0 to 1.",
            "Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012",
            depth=1000,
            parameters=_STEPS,
        ),
        Definition(
            "INST",
            "As INSQ, for a user who goes on the more readily the less was found: 2T is lessened by the gain so far.",
            "Moffat et al., INST: An adaptive metric for information retrieval evaluation, ADCS 2015",
            depth=1000,
            parameters=_STEPS,
        ),
        Definition(
            "Compat",
            "Rank-biased overlap, to depth k, 1,000 where no k is given, with the ideal ranking that is most like the "
            "list; documents of one grade may stand in any order in it.",
            "Clarke, Vtyurina and Smucker, Assessing top-k preferences, ACM TOIS 39(3), 2021",
            depth=1000,
            parameters=(OVERLAP, NORMALIZE, JUDGED_ONLY),
        ),
        Definition(
            "MFR",
            "Rank of the first relevant document; where the first k ranks hold none, or the run leaves the query out, "
            "the rank that `missing` says.",
            "Fuhr, Some common mistakes in IR evaluation, and how they can be avoided, SIGIR Forum 51(3), 2017",
            cutoff="required",
            parameters=(REL, MISSING, JUDGED_ONLY),
            direction=-1,
        ),
        Definition(
            "Bpref",
            "For each relevant document 1 minus the share of judged non-relevant documents above it, counted up to "
            "R; documents without a grade, or with a negative one, are passed over.",
            "Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004",
            cutoff="none",
            parameters=(REL,),
            trec_eval="bpref",
        ),
        Definition(
            "infAP",
            "Average precision estimated from a sample of the pool; a negative grade marks a document of the pool "
            "that was not judged.",
            "Yilmaz and Aslam, Estimating average precision with incomplete and imperfect judgments, CIKM 2006",
            cutoff="none",
            parameters=_BINARY,
            trec_eval="infAP",
        ),
        Definition(
            "xinfAP",
            "Average precision estimated from a stratified sample of the pool: labels with a stratum, where a negative "
            "grade marks a document of the pool that was not judged. A judged document stands for all of its stratum, "
            "in the number of relevant documents and in the precision at a relevant one; a stratum of which nothing "
            "was judged is taken to hold nothing relevant. Labels without a stratum are one stratum.",
            _STRATIFIED,
            cutoff="none",
            parameters=(REL,),
            strata=True,
        ),
        Definition(
            "infNDCG",
            "nDCG estimated from such a sample: the DCG of the judged documents, each standing for all of its stratum, "
            "over that of as many documents of each grade as the sample says there are. It can be above 1.",
            _STRATIFIED,
            parameters=(DCG_FORM,),
            strata=True,
        ),
        Definition(
            "Judged",
            "Share of the first k documents that have a grade, negative ones included; a list that is too short "
            "counts its own length.",
            "MacAvaney et al., Streamlining evaluation with ir-measures, ECIR 2022",
        ),
        Definition(
            "SetP",
            "Share of the retrieved documents that are relevant, whatever their rank.",
            _RIJSBERGEN,
            cutoff="none",
            parameters=_BINARY,
            trec_eval="set_P",
        ),
        Definition(
            "SetR",
            "Share of the relevant documents that were retrieved, at any rank.",
            _RIJSBERGEN,
            cutoff="none",
            parameters=_BINARY,
            trec_eval="set_recall",
        ),
        Definition(
            "SetAP",
            "SetP times SetR.",
            _VOORHEES,
            cutoff="none",
            parameters=_BINARY,
            trec_eval="set_map",
        ),
        Definition(
            "SetF",
            "Weighted harmonic mean of SetP and SetR.",
            _RIJSBERGEN,
            cutoff="none",
            parameters=(REL, BETA, JUDGED_ONLY),
            trec_eval="set_F",
        ),
        Definition(
            "SetRelP",
            "Share of the relevant documents that were retrieved, of as many as a list of this length can hold.",
            _VOORHEES,
            cutoff="none",
            parameters=_BINARY,
            trec_eval="set_relative_P",
        ),
        Definition(
            "alpha_nDCG",
            "Discounted gain over that of the ranking that takes the largest gain next: a document gains, for each "
            "subtopic that it covers, (1 - alpha)^(documents above it that cover the subtopic).",
            "Clarke et al., Novelty and diversity in information retrieval evaluation, SIGIR 2008",
            parameters=_NOVEL,
            operation="alphaNDCG",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "alpha_DCG",
            "The same gain over that of a ranking whose every document covers every subtopic.",
            _COMPARATIVE,
            parameters=_NOVEL,
            operation="alphaDCG",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "ERR_IA",
            "Intent-aware expected reciprocal rank: alpha_DCG with the discount 1 / rank.",
            _COMPARATIVE,
            parameters=_NOVEL,
            operation="ErrIA",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "nERR_IA",
            "ERR_IA over that of the ranking that takes the largest gain next.",
            _COMPARATIVE,
            parameters=_NOVEL,
            operation="NErrIA",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "P_IA",
            "Mean over the subtopics of the share of the first k ranks that hold a document which covers it.",
            "Agrawal et al., Diversifying search results, WSDM 2009",
            parameters=_BINARY,
            operation="PrecisionIA",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "StRecall",
            "Share of the subtopics that the first k ranks cover.",
            "Zhai, Cohen and Lafferty, Beyond independent relevance, SIGIR 2003",
            parameters=_BINARY,
            operation="StRecall",
            cutoff="required",
            subtopics=True,
        ),
        Definition(
            "NumQ",
            "Number of queries.",
            _VOORHEES,
            cutoff="none",
            aggregate="sum",
            trec_eval="num_q",
        ),
        Definition(
            "NumRet",
            "Number of retrieved documents.",
            _VOORHEES,
            cutoff="none",
            parameters=(JUDGED_ONLY,),
            aggregate="sum",
            trec_eval="num_ret",
        ),
        Definition(
            "NumRel",
            "Number of relevant documents among the labels.",
            _VOORHEES,
            cutoff="none",
            parameters=(REL,),
            aggregate="sum",
            trec_eval="num_rel",
        ),
        Definition(
            "NumRelRet",
            "Number of relevant documents that were retrieved.",
            _VOORHEES,
            cutoff="none",
            parameters=_BINARY,
            aggregate="sum",
            trec_eval="num_rel_ret",
        ),
    )
}
