"""irassay as a provider of ir_measures: for ir_measures, PyTerrier's ``pt.Experiment`` and whoever asks by measure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import ir_measures
from ir_measures import providers
from ir_measures.util import QrelsConverter, RunConverter

from irassay.arguments import check_choice
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import UnknownMeasure, UsageError
from irassay.measures import Measure
from irassay.scoring.evaluate import evaluate

NAME = "irassay"
SYSTEM = "run"


class IrassayProvider(providers.Provider):
    """Computes ir_measures' measures with irassay; equal scores are ordered by document id, highest byte string first,
    in float64, as trec_eval 10."""

    NAME = NAME

    def supports(self, measure: ir_measures.Measure) -> bool:
        """Whether irassay has the measure with these parameters."""
        measure.validate_params()
        return translate(measure) is not None

    def _evaluator(self, measures: Iterable[ir_measures.Measure], qrels: Any) -> IrassayEvaluator:
        return IrassayEvaluator(list(measures), qrels)

    def qrel_inputs(self, measures: Iterable[ir_measures.Measure]) -> list[str]:
        """The columns of qrels that the measures need."""
        columns = ["query_id", "doc_id", "relevance"]
        ours = [translate(measure) for measure in measures]
        return [*columns, "iteration"] if any(m and m.needs_subtopics for m in ours) else columns


class IrassayEvaluator(providers.Evaluator):
    """Some measures under one label set."""

    def __init__(self, measures: list[ir_measures.Measure], qrels: Any) -> None:
        self._ours = {measure: translate(measure) for measure in measures}
        unknown = [measure for measure, ours in self._ours.items() if ours is None]
        if unknown:
            raise ValueError(f"irassay doesn't have {', '.join(map(str, unknown))}")
        self._labels = _labels(qrels, any(m and m.needs_subtopics for m in self._ours.values()))
        super().__init__(measures, self._labels.queries)

    def _iter_calc(self, run: Any) -> Iterator[ir_measures.Metric]:
        lists: Mapping[str, Mapping[str, float]] = RunConverter(run).as_dict_of_dict()
        ours = [measure for measure in dict.fromkeys(self._ours.values()) if measure is not None]
        scores = evaluate(self._labels, Runs.from_dict({SYSTEM: lists}), ours)
        values = scores.values[:, 0, 0]
        for q, query in enumerate(scores.queries):
            if lists.get(query):
                for theirs, measure in self._ours.items():
                    value = values[ours.index(measure), q] if measure is not None else 0.0
                    yield ir_measures.Metric(query_id=query, measure=theirs, value=float(value))


def translate(measure: ir_measures.Measure) -> Measure | None:
    """irassay's measure for one of ir_measures', None where there is none: not a graded RBP, without a largest grade,
    nor Accuracy, which has no value where all or no retrieved documents are relevant. SetF's beta there is trec_eval's,
    the square of van Rijsbergen's, which is ours."""
    if measure.NAME == "Accuracy" or (measure.NAME == "RBP" and "rel" not in measure.params):
        return None
    try:
        ours = Measure.parse(repr(measure))
        if measure.NAME == "SetF":
            ours = Measure(ours.name, {**ours.params, "beta": math.sqrt(float(ours.params["beta"]))})
        return ours
    except (UnknownMeasure, UsageError):
        return None


def _labels(qrels: Any, by_subtopic: bool) -> Qrels:
    if not by_subtopic:
        return Qrels.from_dict(QrelsConverter(qrels).as_dict_of_dict())
    labels: dict[str, dict[str, dict[str, int]]] = {}
    for label in QrelsConverter(qrels).as_namedtuple_iter():
        labels.setdefault(label.query_id, {}).setdefault(str(label.iteration), {})[label.doc_id] = label.relevance
    return Qrels.from_subtopics(labels)


def register_provider(*, pipeline: Literal["unchanged", "first"] = "unchanged") -> IrassayProvider:
    """Make irassay one of ir_measures' providers: ``ir_measures.providers.registry["irassay"]``.

    Answers: how do I get irassay's numbers from code that speaks ir_measures, such as ``pt.Experiment``?

    Parameters
    ----------
    pipeline : {"unchanged", "first"}
        "first" also puts it before all others in ir_measures' default pipeline, so that ``ir_measures.calc`` and
        ``pt.Experiment`` use it for every measure that it has.

    Returns
    -------
    IrassayProvider
        The same however often it is registered.

    Raises
    ------
    UsageError
        `pipeline` is neither.

    Examples
    --------
    >>> provider = register_provider()
    >>> run = {"q1": {"d1": 2.0, "d2": 1.0}}
    >>> provider.calc_aggregate([ir_measures.nDCG@10], {"q1": {"d1": 1, "d2": 0}}, run)
    {nDCG@10: 1.0}
    """
    check_choice("pipeline", pipeline, ("unchanged", "first"))
    provider = providers.registry.get(NAME)
    if not isinstance(provider, IrassayProvider):
        provider = IrassayProvider()
        providers.register(provider)
    chain = ir_measures.DefaultPipeline.providers
    if pipeline == "first" and provider not in chain:
        chain.insert(0, provider)
    return provider
