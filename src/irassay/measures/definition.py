"""What a measure's definition and its parameters are made of. The measures themselves are in `definitions`."""

from __future__ import annotations

LARGEST_GRADE = 127  # grades are 8-bit integers


class Parameter:
    """A named parameter of a measure.

    Attributes
    ----------
    name : str
    kind : type
        ``int``, ``float``, ``bool``, ``str``, or ``dict`` for gains by grade.
    default : int, float, bool, str or None
        None where the parameter must be given.
    low, high : float or None
        The closed range of numbers; for ``float`` open where `open_range`.
    choices : tuple of str
        What a ``str`` may be.
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
        """What a value must be, in words.

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


class Bounding:
    """How the least and the greatest value that missing labels allow are found. Nothing has a default.

    Attributes
    ----------
    form : {"linear", "ratio", "share", "first", "average", "rprec"}
        What the kernel makes of the gains: their weighted sum; that over its best; their share; the weight of the
        first; the average of precisions; precision at the number of relevant documents.
    weight : {"flat", "log2", "reciprocal", "geometric", "insq", "place"}
        Of a rank.
    parameter : str
        What the weight takes: "" for 1, "1/k" for one over the cutoff, else the measure's parameter of that name.
    ideal : bool
        Whether the best ranking that labels allow, down to the cutoff, is what the score is divided by: missing labels
        raise it, so that a run whose documents are all judged can lose.
    outer : bool
        Whether the difference of two systems has a safe outer bound only.
    floor : {"exact", "safe", "none"}
        The least number of labels that settle a pair: some labels reach it, it may lie below, or it is not known.
    """

    __slots__ = ("floor", "form", "ideal", "outer", "parameter", "weight")

    def __init__(self, form: str, weight: str, parameter: str, *, ideal: bool, outer: bool, floor: str) -> None:
        self.form = form
        self.weight = weight
        self.parameter = parameter
        self.ideal = ideal
        self.outer = outer
        self.floor = floor

    @property
    def expected_exactly(self) -> bool:
        """Whether the expected value under missing labels is computed, not drawn."""
        return self.form in ("linear", "first")


class Traits:
    """What other rooms ask of a measure. Nothing has a default: a measure that leaves one unsaid does not import.

    Attributes
    ----------
    bounds : Bounding or None
        None where the least and the greatest value under missing labels are not known.
    sums : bool
        Whether it is a sum over documents of what each is worth at its rank, over something that only labels decide.
    unjudged : {"not relevant", "apart"}
        What a document without a label is: one of grade 0, or something that the measure tells apart or never reads.
    zero_without : bool
        Whether a query without a relevant document, or one that the run leaves out, scores 0.
    ties_by_grade : bool
        Whether the best and the worst order of tied documents are those by grade.
    of_sample : bool
        Whether a grade below 0 is for it a document that was drawn and that nobody judged.
    sampled : str
        The measure that estimates it from a sample of strata; "" where there is none.
    pool_adjusted : bool
        Whether a run outside the pool can be raised by what other runs lose when they are left out of it.
    """

    __slots__ = (
        "bounds", "of_sample", "pool_adjusted", "sampled", "sums", "ties_by_grade", "unjudged", "zero_without",
    )  # fmt: skip

    def __init__(
        self,
        *,
        bounds: Bounding | None,
        sums: bool,
        unjudged: str,
        zero_without: bool,
        ties_by_grade: bool,
        of_sample: bool,
        sampled: str,
        pool_adjusted: bool,
    ) -> None:
        self.bounds = bounds
        self.sums = sums
        self.unjudged = unjudged
        self.zero_without = zero_without
        self.ties_by_grade = ties_by_grade
        self.of_sample = of_sample
        self.sampled = sampled
        self.pool_adjusted = pool_adjusted


class PeerNames:
    """What other tools call a measure. Nothing has a default.

    Attributes
    ----------
    trec_eval : str
        ``ndcg, ndcg_cut_{k}``: for whole lists, and with ``{k}`` for the cutoff; "" where it has none.
    also : tuple of str
        What people type who know other tools, in small letters.
    """

    __slots__ = ("also", "trec_eval")

    def __init__(self, *, trec_eval: str, also: tuple[str, ...]) -> None:
        self.trec_eval = trec_eval
        self.also = also

    @property
    def whole(self) -> str:
        """trec_eval's name without a cutoff; "" where there is none."""
        return next((name for name in self.trec_eval.split(", ") if name and "{k}" not in name), "")

    @property
    def cut(self) -> str:
        """trec_eval's name before ``_10``; "" where it takes no cutoff."""
        return next((name.removesuffix("_{k}") for name in self.trec_eval.split(", ") if "{k}" in name), "")


class Definition:
    """A measure before its parameters are chosen.

    Attributes
    ----------
    name : str
    sentence : str
        What it is, in one sentence.
    citation : str
    traits : Traits
        What other rooms ask of it.
    names : PeerNames
    cutoff : {"required", "optional", "none", "recall"}
        What stands after the ``@``; "recall" is a recall level from 0 to 1.
    depth : int
        How many documents are looked at without a cutoff; 0 for the whole list.
    subtopics : bool
        Whether it is made from labels by subtopic.
    strata : bool
        Whether it takes labels as a sample of their strata.
    parameters : tuple of Parameter
    operation : str
        What the kernel computes: one of `irassay.kernel._core.operations()`.
    direction : {1, -1}
        1 where higher is better.
    aggregate : {"mean", "sum", "geometric"}
        How the values of the queries make the summary.
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
        """How the measure is written.

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
