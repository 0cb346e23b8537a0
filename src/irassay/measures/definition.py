"""The classes that define a measure and its parameters. The measures themselves are in `definitions`."""

from __future__ import annotations

from irassay.record import Record


class Parameter:
    """A named parameter of a measure.

    Attributes
    ----------
    name : str
    kind : type
        ``int``, ``float``, ``bool``, ``str``, or ``dict`` for gains by grade.
    default : int, float, bool, str or None
        None where the parameter is required.
    low, high : float or None
        The closed range of numbers; an open range where `open_range` is True.
    choices : tuple of str
        Allowed values of a ``str``.
    meaning : str
    """

    __slots__ = ("choices", "default", "high", "kind", "low", "meaning", "name", "open_range")

    def __init__(
        self,
        name: str,
        kind: type,
        default: int | float | str | None,
        meaning: str,
        *,
        low: float | None = None,
        high: float | None = None,
        open_range: bool = False,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.meaning = meaning
        self.low = low
        self.high = high
        self.open_range = open_range
        self.choices = choices

    @property
    def expected(self) -> str:
        """The valid values, in words.

        >>> Parameter("rel", int, 1, "the least grade that counts as relevant", low=1, high=127).expected
        'a whole number from 1 to 127'
        """
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


class Bounding(Record):
    """The method for the least and the greatest score that missing labels allow. No argument has a default.

    Attributes
    ----------
    form : {"linear", "ratio", "share", "first", "average", "rprec"}
        How the kernel combines the gains: their weighted sum; that sum over its ideal; their share; the weight of the
        first one; the average of precisions; precision at the number of relevant documents.
    weight : {"flat", "log2", "reciprocal", "geometric", "insq", "place"}
        The weight of a rank.
    parameter : str
        The parameter of the weight: "" for 1, "1/k" for one over the cutoff, else the measure's parameter of that name.
    ideal : bool
        Whether the score is divided by that of the ideal ranking to the cutoff. Missing labels raise the ideal, so a
        run whose documents are all judged can lose.
    outer : bool
        Whether the difference of two systems has only a conservative outer bound.
    floor : {"exact", "safe", "none"}
        The lower bound on the number of labels that settle a pair: attained by some labels, possibly too low, or not
        known.
    """

    form: str
    weight: str
    parameter: str
    ideal: bool
    outer: bool
    floor: str

    @property
    def expected_exactly(self) -> bool:
        """Whether the expected value under missing labels is computed exactly, not by sampling."""
        return self.form in ("linear", "first")


class Traits(Record):
    """Properties of a measure that other modules rely on. No argument has a default, so every measure states them all.

    Attributes
    ----------
    bounds : Bounding or None
        None where the least and the greatest score under missing labels are not known.
    sums : bool
        Whether the measure is a sum over documents of each one's value at its rank, divided by something that depends
        on the labels alone.
    unjudged : {"not relevant", "apart"}
        The treatment of a document without a label: as grade 0, or as a state of its own that the measure distinguishes
        or ignores.
    zero_without : bool
        Whether a query without a relevant document, or one that the run leaves out, scores 0.
    ties_by_grade : bool
        Whether sorting tied documents by grade gives the best and the worst score.
    of_sample : bool
        Whether a grade below 0 denotes a document that was sampled but not judged.
    sampled : str
        The measure that estimates it from a stratified sample; "" where there is none.
    pool_adjusted : bool
        Whether the score of a run outside the pool can be raised by what other runs lose when they are left out of it.
    from_0_to_1 : bool
        Whether a query's score is from 0 to 1, whichever program computes it. Not so for estimates from samples, for a
        score divided by that of a ranking which need not be the best, and for geometric means: pytrec_eval returns
        logarithms there.
    """

    bounds: Bounding | None
    sums: bool
    unjudged: str
    zero_without: bool
    ties_by_grade: bool
    of_sample: bool
    sampled: str
    pool_adjusted: bool
    from_0_to_1: bool


class PeerNames(Record):
    """The names of a measure in other tools. No argument has a default.

    Attributes
    ----------
    trec_eval : str
        trec_eval's names, such as ``ndcg, ndcg_cut_{k}``: for whole lists, with ``{k}`` for the cutoff, or with another
        parameter of the measure (``rbp_p={p}``). What the name means besides stands in brackets: ``rbp(p=0.9)``. ""
        for none.
    mteb, beir : str
        The name before the cutoff in results of MTEB (``ndcg``) and BEIR (``NDCG``); "" for none.
    also : tuple of str
        Other names that users of other tools type, in lower case, with brackets as above.
    """

    trec_eval: str
    mteb: str
    beir: str
    also: tuple[str, ...]

    @property
    def whole(self) -> str:
        """trec_eval's name without a cutoff; "" where there is none."""
        return next((name.partition("(")[0] for name in self.trec_eval.split(", ") if "{" not in name), "")

    @property
    def cut(self) -> str:
        """trec_eval's name before ``_10``; "" where it takes no cutoff, or is another measure in its brackets."""
        return next((name.removesuffix("_{k}") for name in self.trec_eval.split(", ") if name.endswith("_{k}")), "")


class Definition:
    """The definition of a measure, before its parameters are chosen.

    Attributes
    ----------
    name : str
    sentence : str
        The definition in one sentence.
    citation : str
    traits : Traits
        The properties that other modules rely on.
    names : PeerNames
    cutoff : {"required", "optional", "none", "recall"}
        The value after the ``@``; "recall" is a recall level from 0 to 1.
    depth : int
        Number of documents that are read without a cutoff; 0 for the whole list.
    subtopics : bool
        Whether the measure takes labels by subtopic.
    strata : bool
        Whether the measure takes the labels as a stratified sample.
    parameters : tuple of Parameter
    operation : str
        The kernel's operation: one of `irassay.kernel._core.operations()`.
    operation_where : dict of (str, value) to str
        Parameter and value -> the operation under that value, where it is another one.
    direction : {1, -1}
        1 where higher is better.
    aggregate : {"mean", "sum", "geometric"}
        How the scores of the queries are summarised.
    """

    __slots__ = (
        "aggregate",
        "citation",
        "cutoff",
        "depth",
        "direction",
        "name",
        "names",
        "operation",
        "operation_where",
        "parameters",
        "sentence",
        "strata",
        "subtopics",
        "traits",
    )

    def __init__(
        self,
        name: str,
        sentence: str,
        citation: str,
        *,
        traits: Traits,
        names: PeerNames,
        cutoff: str = "optional",
        depth: int = 0,
        subtopics: bool = False,
        strata: bool = False,
        parameters: tuple[Parameter, ...] = (),
        operation: str = "",
        operation_where: dict[tuple[str, int | str], str] | None = None,
        direction: int = 1,
        aggregate: str = "mean",
    ) -> None:
        self.name = name
        self.sentence = sentence
        self.citation = citation
        self.traits = traits
        self.names = names
        self.cutoff = cutoff
        self.depth = depth
        self.subtopics = subtopics
        self.strata = strata
        self.parameters = parameters
        self.operation = operation or name
        self.operation_where = operation_where or {}
        self.direction = direction
        self.aggregate = aggregate

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, None where there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        return None

    @property
    def pattern(self) -> str:
        """The notation of the measure.

        >>> rel = Parameter("rel", int, 1, "the least grade that counts as relevant")
        >>> from irassay.measures.definitions import DEFINITIONS
        >>> of = DEFINITIONS["P"]
        >>> Definition("P", "", "", traits=of.traits, names=of.names, cutoff="required", parameters=(rel,)).pattern
        'P(rel=1)@k'
        """
        inside = ",".join(
            f'{p.name}="{p.default}"'
            if p.kind is str
            else f"{p.name}={p.default or '{}' if p.kind is dict else p.default}"
            for p in self.parameters
            if p.default is not None
        )
        after = {"required": "@k", "optional": "[@k]", "recall": "@r", "none": ""}[self.cutoff]
        return f"{self.name}({inside}){after}" if inside else f"{self.name}{after}"
