"""Parameters and citations that several measures share."""

from __future__ import annotations

from irassay.arguments import LARGEST_GRADE
from irassay.measures.definition import Parameter

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
IDEAL = Parameter(
    "ideal",
    str,
    "cutoff",
    'the ideal ranking ends at the cutoff ("cutoff"), or holds every labelled document ("labels")',
    choices=("cutoff", "labels"),
)
BETA = Parameter("beta", float, 1.0, "weight of recall against precision", low=0, open_range=True)
BLEND = Parameter(
    "beta",
    float,
    1.0,
    "weight of the gain against the count of relevant documents; 0 is average precision",
    low=0,
    high=1e6,
)
TIMES = Parameter("times", float, 1.0, "the rank, as a multiple of the number of relevant documents", low=0, high=1e6)
OVER = Parameter(
    "over",
    str,
    "answered",
    'the mean is over the subtopics that have a relevant document ("answered"), or over all that have a label ("all")',
    choices=("answered", "all"),
)
LOG2 = Parameter("dcg", str, "log2", "the discount, log2(rank + 1)", choices=("log2",))

ERR_TOP = Parameter(
    "max_rel",
    int,
    4,
    "the grade that satisfies with probability 1 - 2^-max_rel; 4, the default, is gdeval's, 0 the largest there is",
    low=0,
    high=LARGEST_GRADE,
)
MIN_REL = Parameter("min_rel", int, 0, "the grade whose gain is 0", low=0, high=LARGEST_GRADE - 1)
WANTED = Parameter("T", float, 1.0, "the gain that the user is looking for", low=0.5, high=1e6)
OVERLAP = Parameter("p", float, 0.95, "probability of continuing to the next depth", low=0, high=1, open_range=True)
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
    "alpha", float, 0.5, "the share by which each document that covers a subtopic reduces its gain", low=0, high=1
)

BINARY = (REL, JUDGED_ONLY)
GRADED = (DCG_FORM, GAINS, JUDGED_ONLY)
STEPS = (WANTED, MIN_REL, MAX_REL, JUDGED_ONLY)
NOVEL = (NOVELTY, REL, JUDGED_ONLY)
SCALED = (MIN_REL, MAX_REL, JUDGED_ONLY)

JARVELIN = "Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002"
MOFFAT = "Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM TOIS 27(1), 2008"
VOORHEES = "Voorhees and Harman, TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005"
COMPARATIVE = "Clarke et al., A comparative analysis of cascade measures for novelty and diversity, WSDM 2011"
STRATIFIED = "Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008"
SAKAI = "Sakai, On the reliability of information retrieval metrics based on graded relevance, IP&M 43(2), 2007"
NEARLY = "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021"
RIJSBERGEN = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979"
