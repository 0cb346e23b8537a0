"""What a measure's definition and its parameters are made of. The measures themselves are in definitions.py."""

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


class Definition:
    """A measure before its parameters are chosen.

    Attributes
    ----------
    name : str
    sentence : str
        What it is, in one sentence.
    citation : str
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
        What the kernel computes.
    direction : {1, -1}
        1 where higher is better.
    aggregate : {"mean", "sum", "geometric"}
        How the values of the queries make the summary.
    trec_eval : str
        trec_eval's name, ``{k}`` for the cutoff; "" where it has none.
    """

    __slots__ = (
        "aggregate",
        "citation",
        "cutoff",
        "depth",
        "direction",
        "name",
        "operation",
        "parameters",
        "sentence",
        "strata",
        "subtopics",
        "trec_eval",
    )

    def __init__(
        self,
        name: str,
        sentence: str,
        citation: str,
        *,
        cutoff: str = "optional",
        depth: int = 0,
        subtopics: bool = False,
        strata: bool = False,
        parameters: tuple[Parameter, ...] = (),
        operation: str = "",
        direction: int = 1,
        aggregate: str = "mean",
        trec_eval: str = "",
    ) -> None:
        self.name = name
        self.sentence = sentence
        self.citation = citation
        self.cutoff = cutoff
        self.depth = depth
        self.subtopics = subtopics
        self.strata = strata
        self.parameters = parameters
        self.operation = operation or name
        self.direction = direction
        self.aggregate = aggregate
        self.trec_eval = trec_eval

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
        >>> Definition("P", "", "", cutoff="required", parameters=(rel,)).pattern
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
