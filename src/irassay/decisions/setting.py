"""A question with its runs and labels, validated: the options that the log keeps, and the arrays behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np

from irassay.arguments import between, check_choice, is_number, places_of, several, whole_number
from irassay.arrays import I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.decisions.documents import Documents, Items, items_of
from irassay.decisions.pairs import Pairs, Question, pairs_of
from irassay.decisions.queries import Queries
from irassay.decisions.unit import Unit
from irassay.errors import InputError, UsageError
from irassay.estimates.universe import bounding_of, gains, make_universe, on_scale, rank_weights
from irassay.formats.nouns import qrels_given, runs_given
from irassay.measures import Measure
from irassay.messages import listed
from irassay.random_keys import key_of
from irassay.record import Record

Grades: TypeAlias = Mapping[str, Mapping[str, int]]

CHOICES = ("drawn", "effect")
UNITS = ("document", "query")
FAMILY = {"pairs": None, "baseline": None, "top": None, "order": False}
INPUTS = ("runs", "judged", "model", "ideals")
NO_GRADES = sha256().hexdigest()  # of an input that was not given


class Setting(Record):
    """A question that can be asked."""

    options: Mapping[str, Any]  # as the log has them
    systems: Sequence[str]
    queries: Sequence[str]
    question: Question
    scale: Sequence[int]
    depth: int | None  # below which no document counts
    judged: Grades
    seed: int
    unit: Unit  # without labels

    @property
    def draws(self) -> bool:
        """Whether documents are drawn by chances; else those of the largest effect are next, and nothing is bet."""
        return bool(self.options["choose"] == "drawn")

    @property
    def rows(self) -> str:
        """What a batch in the log is of."""
        return "documents" if self.options["unit"] == "document" else "queries"

    @classmethod
    def of(cls, runs: Any, measure: Any, *, judged: Any, model: Any, ideals: Any, **options: Any) -> Setting:
        """The question that the arguments of `irassay.decide` ask; UsageError or InputError where they ask none."""
        runs, measure = runs_given(runs), Measure.parse(measure)
        judged, model, ideals = (
            None if one is None else qrels_given(one, name).judged()
            for one, name in ((judged, "judged"), (model, "model"), (ideals, "ideals"))
        )
        check_choice("choose", options["choose"], CHOICES)
        unit = unit_of(measure, options["unit"], ideals is not None)
        systems, family, question = question_of(runs, options)
        queries = tuple(runs.queries if options["queries"] is None else several("queries", options["queries"]))
        scale = scale_of(measure, options["scale"], [one for one in (judged, model, ideals) if one is not None])
        depth = measure.cutoff or measure.definition.depth or None
        grades = [
            {} if one is None else {q: dict(one.grades(q)) for q in one.queries} for one in (judged, model, ideals)
        ]
        log = {
            "measure": str(measure),
            **family,
            "margin": question.margin,
            "alpha": question.alpha,
            "unit": unit,
            "choose": options["choose"],
            "scale": list(scale),
            "queries": list(queries),
            "seed": key_of(options["seed"]),
            "runs": _digest(runs, systems, queries, depth),
            **{name: _digest_of_grades(of) for name, of in zip(INPUTS[1:], grades, strict=True)},
        }
        make = partial(_documents, beside={"model": model, "ideals": ideals}) if unit == "document" else Queries
        of = make(runs, systems, queries, measure, scale, question.pairs)
        return cls(log, systems, queries, question, scale, depth, grades[0], log["seed"], of)

    def check_grades(self, grades: Grades) -> None:
        """InputError where a grade is not on the scale; grades below 0 count as 0."""
        wrong = [
            f"query {query}, document {doc}: grade {grade}, expected one of {listed(list(map(str, self.scale)), 20)}"
            for query, docs in grades.items()
            for doc, grade in docs.items()
            if max(grade, 0) not in self.scale
        ]
        if wrong:
            raise InputError("grades that are not on the scale", tuple(wrong), advice="ask the question with scale=...")


def unit_of(measure: Measure, unit: str | None, has_ideals: bool) -> str:
    """What is drawn; UsageError where that can't be drawn for this measure."""
    check_choice("unit", unit, (None, *UNITS))
    make_universe(Qrels.from_dict({}), measure, 0, None)  # says which measures have bounds
    form = bounding_of(measure).form
    sums = form == "linear" or (form == "ratio" and has_ideals)
    if has_ideals and (form != "ratio" or unit == "query"):
        raise UsageError(
            f"ideals fix the ideal rankings of nDCG by the unit document; {measure} by {unit or 'query'} has none"
        )
    if unit == "document" and not sums:
        raise UsageError(
            "documents are drawn for sums over documents such as P@10, DCG@10 or RBP(p=0.8), and for nDCG@10 with "
            f"ideals=, but got {measure}; leave unit out to draw queries"
        )
    return unit or ("document" if sums else "query")


def _documents(
    runs: Runs,
    systems: Sequence[str],
    queries: Sequence[str],
    measure: Measure,
    scale: Sequence[int],
    pairs: Pairs,
    beside: Mapping[str, Qrels | None],
) -> Documents:
    """The unit document of a question, with the labels of a model and those of the ideals beside it."""
    model, ideals = beside["model"], beside["ideals"]
    gain = _gains(measure, scale)
    best = None if ideals is None else {query: _ideal(measure, gain, ideals, query) for query in ideals.queries}
    items = items_of(runs, systems, queries, measure, best)
    return Documents(items, pairs, gain, scale, None if model is None else _model_labels(items, model))


def question_of(runs: Runs, options: Mapping[str, Any]) -> tuple[Sequence[str], dict[str, Any], Question]:
    """Systems of the question, its family as options of the log, and the question."""
    given = {name: options[name] for name in FAMILY if options[name] not in (None, False)}
    if len(given) > 1:
        raise UsageError(f"expected one of pairs, baseline, top and order, but got {listed(list(given), 4)}")
    if len(runs.systems) < 2:
        raise UsageError(f"expected two runs or more, but got {len(runs.systems)}")
    two: dict[str, Any] = {"pairs": [tuple(runs.systems)]} if len(runs.systems) == 2 else {"top": 1}
    kind, value = next(iter((given or two).items()))
    systems: Sequence[str] = tuple(runs.systems)
    couples: list[tuple[int, int]] = []
    if kind == "pairs":
        value = [list(pair) for pair in several("pairs", value)]
        if not value or any(len(pair) != 2 or pair[0] == pair[1] for pair in value):
            raise UsageError(f"expected pairs as [(system, another)], but got pairs={value!r}")
        names = list(dict.fromkeys(name for pair in value for name in pair))
        systems = tuple(systems[i] for i in places_of(systems, names, argument="pairs"))
        couples = [(systems.index(a), systems.index(b)) for a, b in value]
    top = whole_number("top", value, 1, len(systems) - 1) if kind == "top" else 0
    baseline = places_of(systems, [value], argument="baseline")[0] if kind == "baseline" else 0
    margin = options["margin"]
    if not is_number(margin) or margin < 0:
        raise UsageError(f"expected margin as a number from 0 up, but got margin={margin!r}")
    pairs = pairs_of(kind, len(systems), baseline, couples)
    question = Question(kind, pairs, len(systems), top, float(margin), between("alpha", options["alpha"]))
    return systems, {kind: value}, question


def scale_of(measure: Measure, scale: Sequence[int] | None, labels: Sequence[Qrels]) -> tuple[int, ...]:
    """The grades that a label may have, ascending; by default 0 to the largest that some label has, at least 1."""
    largest = max((one.largest_grade for one in labels), default=0)
    of = make_universe(Qrels.from_dict({"scale": {"top": largest}}), measure, 0, scale).scale
    gain = _gains(measure, of)
    if not any(gain[max(grade, 0)] > 0 for grade in of):
        raise UsageError(f"no grade from {of[0]} to {of[-1]} counts for {measure}: ask with a scale that has one")
    return of


def _gains(measure: Measure, scale: Sequence[int]) -> Sequence[float]:
    """The gain of each grade from 0, with the scale's largest as the top grade."""
    return gains(on_scale(measure, Qrels.from_dict({"scale": {"top": scale[-1]}}), scale))


def _ideal(measure: Measure, gain: Sequence[float], ideals: Qrels, query: str) -> float:
    """The largest DCG that the grades of a query allow."""
    best = np.sort([gain[max(grade, 0)] for grade in ideals.grades(query).values()])[::-1][: measure.cutoff or None]
    return float(best @ rank_weights(measure, len(best)))


def _model_labels(items: Items, model: Qrels) -> I64:
    grades = {query: model.grades(query) for query in model.queries}
    return np.array([grades.get(query, {}).get(doc, -1) for query, doc in items.names()], dtype=np.int64)


def _digest(runs: Runs, systems: Sequence[str], queries: Sequence[str], depth: int | None) -> str:
    """SHA-256 of what a question reads of runs: the documents of each list, in order."""
    lists = ([query, system, *runs.ranking(system, query)[:depth]] for query in queries for system in systems)
    return sha256("\n".join(map("\t".join, lists)).encode()).hexdigest()


def _digest_of_grades(grades: Grades) -> str:
    rows = sorted(f"{query}\t{doc}\t{grade}" for query, docs in grades.items() for doc, grade in docs.items())
    return sha256("\n".join(rows).encode()).hexdigest()
