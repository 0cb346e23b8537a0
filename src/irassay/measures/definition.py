"""The classes that define a measure and its parameters, and parameters and citations that several measures share."""

from __future__ import annotations

from functools import partial

from irassay.arguments import LARGEST_GRADE
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Parameter(Record):
    """A named parameter of a measure."""

    name: str
    kind: type  # int, float, bool, str, or dict for gains by grade
    default: int | float | str | None  # None makes it required
    meaning: str
    low: float | None = None  # with `high` the closed range of numbers
    high: float | None = None
    open_range: bool = False  # the range has neither of its ends
    choices: tuple[str, ...] = ()  # of a str

    @property
    def expected(self) -> str:
        """The valid values, in words."""
        if self.kind is bool:
            return "True or False"
        if self.kind is dict:
            return "{grade:gain, ...}, grades from 0 to 127, each once"
        if self.choices:
            return " or ".join(f'"{choice}"' for choice in self.choices)
        what = "a whole number" if self.kind is int else "a number"
        if self.low is None:
            return what
        if self.high is None:
            return f"{what} above {self.low:g}" if self.open_range else f"{what} of at least {self.low:g}"
        if self.open_range:
            return f"{what} between {self.low:g} and {self.high:g}"
        return f"{what} from {self.low:g} to {self.high:g}"


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
BETA = Parameter("beta", float, 1.0, "weight of recall against precision", low=0, open_range=True)
TIMES = Parameter("times", float, 1.0, "the rank, as a multiple of the number of relevant documents", low=0, high=1e6)
BINARY = (REL, JUDGED_ONLY)
JARVELIN = "Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002"
VOORHEES = "Voorhees and Harman, TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005"
RIJSBERGEN = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979"


class Bounding(Record):
    """The method for the least and the greatest score that missing labels allow. No argument has a default."""

    form: str  # weighted sum; over its ideal; share; first one's weight; mean precision; R-precision
    weight: str  # of a rank
    parameter: str  # of the weight: "": 1, "1/k": one over the cutoff, or a name
    ideal: bool  # over the ideal ranking, which labels raise: judged runs can lose
    outer: bool  # differences have only a conservative outer bound
    floor: str  # labels that settle a pair: attained, possibly too low, or unknown

    @property
    def expected_exactly(self) -> bool:
        """Whether the expected value under missing labels is computed exactly, not by sampling."""
        return self.form in ("linear", "first")


class Traits(Record):
    """Properties of a measure that other modules rely on."""

    unjudged: str  # as grade 0, or a state of its own, distinguished or ignored
    zero_without: bool  # queries without relevant documents, or left out, score 0
    ties_by_grade: bool  # sorting ties by grade gives the best and worst score
    from_0_to_1: bool  # whichever program computes it: pytrec_eval gives logarithms for geometric means
    bounds: Bounding | None = None  # None where extremes under missing labels are unknown
    sums: bool = False  # sum of documents' values at their ranks, over what labels alone give
    of_sample: bool = False  # grades below 0 were sampled but not judged
    sampled: str = ""  # measure that estimates it from a stratified sample, or ""
    pool_adjusted: bool = False  # newcomers' scores can rise by what others lose when left out


# Most measures: an unjudged document is as one of grade 0.
PLAIN = partial(Traits, unjudged="not relevant", zero_without=True, ties_by_grade=True)


class PeerNames(Record):
    """The names of a measure in other tools, "" for none."""

    trec_eval: str = ""  # as ``ndcg, ndcg_cut_{k}``; ``rbp(p=0.9)`` adds what the name means
    mteb: str = ""  # before the cutoff, as beir
    beir: str = ""
    also: tuple[str, ...] = ()  # other names that users type, in lower case, with brackets as above

    @property
    def whole(self) -> str:
        """trec_eval's name without a cutoff; "" where there is none."""
        return next((name.partition("(")[0] for name in self.trec_eval.split(", ") if "{" not in name), "")

    @property
    def cut(self) -> str:
        """trec_eval's name before ``_10``; "" where it takes no cutoff, or is another measure in its brackets."""
        return next((name.removesuffix("_{k}") for name in self.trec_eval.split(", ") if name.endswith("_{k}")), "")


class Definition(Record):
    """The definition of a measure, before its parameters are chosen."""

    name: str
    sentence: str  # that defines it
    citation: str
    traits: Traits
    names: PeerNames = PeerNames()
    cutoff: str = "optional"  # what follows the ``@``; else "required", "none", or "recall", a level from 0 to 1
    depth: int = 0  # documents read without a cutoff; 0 for all
    subtopics: bool = False  # whether labels may be by subtopic
    strata: bool = False  # whether labels may be a stratified sample
    parameters: tuple[Parameter, ...] = ()
    operation: str = ""  # one of `irassay.kernel._core.operations()`; "" for the name
    operation_where: Mapping[tuple[str, int | str], str] = {}  # that of a parameter's value
    direction: int = 1  # 1 where higher is better, else -1
    aggregate: str = "mean"  # of queries

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, None where there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        return None

    @property
    def pattern(self) -> str:
        """The notation of the measure."""
        inside = ",".join(
            f'{p.name}="{p.default}"'
            if p.kind is str
            else f"{p.name}={p.default or '{}' if p.kind is dict else p.default}"
            for p in self.parameters
            if p.default is not None
        )
        after = {"required": "@k", "optional": "[@k]", "recall": "@r", "none": ""}[self.cutoff]
        return f"{self.name}({inside}){after}" if inside else f"{self.name}{after}"
