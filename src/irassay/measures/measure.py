"""A measure with its parameters: a value that can be compared, hashed, printed and parsed."""

from __future__ import annotations

from irassay.errors import UnknownMeasure, UsageError, cut
from irassay.measures.definition import Definition, Parameter
from irassay.measures.definitions import DEFINITIONS
from irassay.measures.grammar import decimal, gains, number, split, whole_number
from irassay.measures.names import Name, check_one, names_of, of_ir_measures, unparsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

LARGEST_CUTOFF = 999_999_999
DEEPEST_WALK = 100_000  # largest cutoff of measures that visit every rank, including empty ones


class Measure:
    """A measure with its parameters.

    Attributes
    ----------
    name : str
        ``"nDCG"``.
    params : mapping
        Every parameter, defaults included: ``{"dcg": "log2", "judged_only": False}``.
    cutoff : int or None
        Number of documents that are read; None for the whole list.
    definition : Definition
        The definition of the measure, with its citation.

    Examples
    --------
    >>> m = Measure.parse("AP(rel=2)@100")
    >>> m.name, m.params["rel"], m.cutoff, str(m)
    ('AP', 2, 100, 'AP(rel=2)@100')
    >>> Measure.parse("ndcg_cut_10") == Measure.parse("nDCG@10")
    True
    """

    __slots__ = ("_key", "cutoff", "definition", "name", "params")

    name: str
    params: Mapping[str, int | float | str]
    cutoff: int | None
    definition: Definition

    def __init__(
        self, name: str, params: Mapping[str, int | float | str] | None = None, *, cutoff: int | None = None
    ) -> None:
        definition = DEFINITIONS.get(name)
        if definition is None:
            raise UnknownMeasure(unparsed(name))
        self.name = name
        self.definition = definition
        self.cutoff = _cutoff(definition, cutoff)
        self.params = _params(definition, dict(params or {}))
        if 0 < float(self.params.get("missing", 0)) <= (self.cutoff or 0):
            raise UsageError(
                f"{name}: missing must be above the cutoff, but got missing={self.params['missing']}@{cutoff}"
            )
        self._key = (name, tuple(self.params.items()), self.cutoff)

    @classmethod
    def parse(cls, text: str | Measure) -> Measure:
        """Read a measure: ir_measures' grammar (``RBP(p=0.8)@100``), or its name in trec_eval or another tool.

        Parameters
        ----------
        text : str or Measure
            A Measure is what it is.

        Returns
        -------
        Measure

        Raises
        ------
        UnknownMeasure
            No measure has that name; the message suggests similar names.
        UsageError
            The name is known, but a parameter or the cutoff is invalid.

        Examples
        --------
        >>> Measure.parse("RBP(p=0.5)@100"), Measure.parse("map_cut_100"), Measure.parse("ndcg@10")
        (RBP(p=0.5)@100, AP@100, nDCG@10)
        """
        if isinstance(text, Measure):
            return text
        if not isinstance(text, str):
            raise UsageError(f"expected a measure's name, such as nDCG@10, but got {text!r}")
        names = names_of(text)
        if len(names) > 1 and text.strip() not in DEFINITIONS:
            raise UsageError(
                f"measure {cut(text)} stands for {len(names)} measures; expected one, such as {names[0].ours}"
            )
        return cls._parse_ours(names[0].ours if len(names) == 1 else text)

    @classmethod
    def _parse_ours(cls, text: str) -> Measure:
        name, pairs = of_ir_measures(*(parts := split(text))[:2])
        after = parts[2]
        definition = DEFINITIONS[name]
        params: dict[str, int | float | str] = {}
        for key, value in pairs:
            if key in params:
                raise UsageError(f"measure {cut(text)}: {key} is given twice")
            params[key] = _value(definition, key, value)
        if after is None:
            return cls(name, params)
        if definition.cutoff == "recall":
            recall = number(after)
            if recall is None:
                raise UsageError(_recall_error(name, after))
            return cls(name, {**params, "recall": recall})
        cutoff = whole_number(after)
        if cutoff is None:
            check_one(text)
            raise UsageError(f"{name}@{after}: the cutoff must be a whole number of at least 1")
        return cls(name, params, cutoff=cutoff)

    @property
    def direction(self) -> Literal[1, -1]:
        """1 where higher is better, -1 where lower is better."""
        return 1 if self.definition.direction == 1 else -1

    @property
    def aggregate(self) -> Literal["mean", "sum", "geometric"]:
        """How the scores of the queries are summarised."""
        aggregate = self.definition.aggregate
        return "sum" if aggregate == "sum" else "geometric" if aggregate == "geometric" else "mean"

    @property
    def depth(self) -> int:
        """Number of documents that are read; 0 for the whole list."""
        return 0 if self.params.get("judged_only") else self.cutoff or self.definition.depth

    @property
    def needs_subtopics(self) -> bool:
        """Whether the measure takes labels by subtopic."""
        return self.definition.subtopics

    @property
    def needs_strata(self) -> bool:
        """Whether the measure takes the labels as a stratified sample."""
        return self.definition.strata

    @property
    def of_sample(self) -> bool:
        """Whether a grade below 0 denotes a document that was sampled but not judged."""
        return self.definition.traits.of_sample

    @property
    def binarises(self) -> bool:
        """Whether grades are binarised at ``params["rel"]``."""
        return "rel" in self.params and self.params.get("gain") != "graded"

    @property
    def rel(self) -> int:
        """The least relevant grade."""
        return int(self.params.get("rel", 1))

    @property
    def zero_without(self) -> bool:
        """Whether a query that is unanswered or has no relevant document scores exactly 0, and so does their mean."""
        return self.definition.traits.zero_without and self.aggregate == "mean" and self.direction == 1

    @property
    def is_relative(self) -> bool:
        """Whether gains are relative to the largest grade of the labels (``max_rel=0``)."""
        return self.params.get("gain") != "binary" and self.params.get("max_rel") == 0

    def pinned(self, largest: int) -> Measure:
        """The same measure with a fixed largest grade, where gains are relative to the largest grade of the labels.

        A pinned measure means the same for any labels.

        Parameters
        ----------
        largest : int
            The largest grade.

        Returns
        -------
        Measure

        Examples
        --------
        >>> Measure.parse("INSQ@5").pinned(4), Measure.parse("nDCG@10").pinned(4)
        (INSQ(max_rel=4)@5, nDCG@10)
        """
        if not self.is_relative:
            return self
        top = max(1, largest, int(self.params.get("min_rel", 0)) + 1)
        return Measure(self.name, {**self.params, "max_rel": top}, cutoff=self.cutoff)

    def __str__(self) -> str:
        parameters = self.definition.parameters
        arguments = [
            _parameter_text(p.name, self.params[p.name]) for p in parameters if self.params[p.name] != p.default
        ]
        inside = f"({','.join(arguments)})" if arguments else ""
        if self.definition.cutoff == "recall":
            return f"{self.name}{inside}@{decimal(float(self.params['recall']))}"
        return f"{self.name}{inside}" + (f"@{self.cutoff}" if self.cutoff is not None else "")

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Measure) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[object, ...]:
        return Measure.parse, (str(self),)


def _cutoff(definition: Definition, cutoff: int | None) -> int | None:
    name = definition.name
    if cutoff is None:
        if definition.cutoff == "required":
            raise UsageError(f"{name} needs a cutoff, such as {name}@10")
        return None
    if definition.cutoff in ("none", "recall"):
        raise UsageError(f"{name} takes no cutoff, but got @{cutoff}")
    if isinstance(cutoff, bool) or not isinstance(cutoff, int) or not 1 <= cutoff <= LARGEST_CUTOFF:
        raise UsageError(f"{name}: the cutoff must be a whole number of at least 1, but got {cutoff!r}")
    if definition.depth and cutoff > DEEPEST_WALK:
        raise UsageError(f"{name}: the cutoff must be at most {DEEPEST_WALK:,}, but got {cutoff:,}")
    return None if cutoff == definition.depth else cutoff


def _params(definition: Definition, arguments: dict[str, int | float | str]) -> dict[str, int | float | str]:
    params: dict[str, int | float | str] = {}
    for parameter in definition.parameters:
        value = arguments.pop(parameter.name, parameter.default)
        if value is not None:
            params[parameter.name] = _checked(definition, parameter, value)
    if definition.cutoff == "recall":
        recall = arguments.pop("recall", None)
        if isinstance(recall, (bool, str)) or recall is None or not 0 <= recall <= 1:
            raise UsageError(_recall_error(definition.name, recall))
        params["recall"] = float(recall)
    if arguments:
        raise UsageError(_no_such_parameter(definition, next(iter(arguments))))
    if params.get("gains") and params.get("dcg", "log2") != "log2":
        raise UsageError(f"{definition.name}: gains and dcg both define the gain of a grade; expected one of them")
    if params.get("max_rel") and float(params["max_rel"]) <= float(params.get("min_rel", 0)):
        raise UsageError(
            f"{definition.name}: max_rel must be above min_rel, but got min_rel={params['min_rel']}, "
            f"max_rel={params['max_rel']}"
        )
    return params


def _checked(definition: Definition, parameter: Parameter, value: int | float | str) -> int | float | str:
    if parameter.kind is dict:
        return _gains(definition, parameter, value)
    fits = isinstance(value, parameter.kind)
    if parameter.kind is float and isinstance(value, int) and not isinstance(value, bool):
        value, fits = float(value), True
    if parameter.kind is int and isinstance(value, bool):
        fits = False
    if fits and parameter.choices:
        fits = value in parameter.choices
    if fits and not isinstance(value, str):
        low, high = parameter.low, parameter.high
        if parameter.open_range:
            fits = (low is None or value > low) and (high is None or value < high)
        else:
            fits = (low is None or value >= low) and (high is None or value <= high)
    if not fits:
        raise UsageError(
            f"{definition.name}: {parameter.name} must be {parameter.expected}, but got {parameter.name}={value!r}"
        )
    return value


def _gains(definition: Definition, parameter: Parameter, value: object) -> str:
    text = str(value) if isinstance(value, (str, dict)) else "?"
    canonical = gains(text)
    if canonical is None:
        raise UsageError(f"{definition.name}: gains must be {parameter.expected}, but got gains={cut(text)}")
    return canonical


def _value(definition: Definition, key: str, text: str) -> int | float | str:
    parameter = definition.parameter(key)
    if parameter is None:
        raise UsageError(_no_such_parameter(definition, key))
    value: int | float | str | None = text
    if parameter.kind is bool:
        value = {"True": True, "False": False, "true": True, "false": False}.get(text)
    elif parameter.kind is dict:
        value = gains(text)
    elif parameter.kind is int:
        value = whole_number(text)
    elif parameter.kind is float:
        value = number(text)
    if value is None:
        raise UsageError(f"{definition.name}: {key} must be {parameter.expected}, but got {key}={text}")
    return value


def _parameter_text(name: str, value: int | float | str) -> str:
    if isinstance(value, str) and value[:1] == "{":
        return f"{name}={value}"
    if isinstance(value, str):
        return f'{name}="{value}"'
    return f"{name}={decimal(value) if isinstance(value, float) else value}"


def _recall_error(name: str, value: object) -> str:
    return f"{name} needs a recall level from 0 to 1, such as {name}@0.1, but got {value!r}"


def _no_such_parameter(definition: Definition, key: str) -> str:
    names = [p.name for p in definition.parameters]
    there = f"it has {', '.join(names)}" if names else "it has none"
    return f"{definition.name} has no parameter {cut(key)}; {there}"


def parse_all(measures: str | Measure | Iterable[str | Measure]) -> tuple[Measure, ...]:
    """Several measures; a trec_eval family (``P.5,10``, ``recall``, ``official``) stands for all its members."""
    return tuple(names_as_asked(measures))


def names_as_asked(measures: str | Measure | Iterable[str | Measure]) -> dict[Measure, str]:
    """Several measures, each with the name to print: trec_eval's or another tool's where that was asked for."""
    first: dict[Measure, str] = {}
    for measure, name in all_names(measures):
        first.setdefault(measure, name)
    return first


def all_names(measures: str | Measure | Iterable[str | Measure]) -> list[tuple[Measure, str]]:
    """As `names_as_asked`, with each name by which a measure was asked for; each name is read as its measure."""
    if isinstance(measures, (str, Measure)):
        measures = [measures]
    if not hasattr(measures, "__iter__"):
        raise UsageError(f"expected measures' names, such as nDCG@10, but got {measures!r}")
    of_name: dict[str, Measure] = {}
    for text in measures:
        if not isinstance(text, (str, Measure)):
            raise UsageError(f"expected a measure's name, such as nDCG@10, but got {text!r}")
        for name in [Name(str(text))] if isinstance(text, Measure) else names_of(text):
            measure = Measure.parse(text if isinstance(text, Measure) else name.ours)
            printed = name.printed or str(measure)
            of_name[printed] = measure
    if not of_name:
        raise UsageError("no measure given; expected at least one, such as nDCG@10")
    return [(measure, printed) for printed, measure in of_name.items()]
