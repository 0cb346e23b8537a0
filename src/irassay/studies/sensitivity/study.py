"""From labels, runs and extrapolated labels to whether the order would stand: measured, told in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.arguments import least_grade, of_keywords
from irassay.collection.metadata import Metadata
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.errors import UsageError
from irassay.formats.inputs import Inputs
from irassay.formats.reading.run_parts import places_without
from irassay.measures import Measure
from irassay.messages import plural, runs_and_systems
from irassay.provenance import Provenance, versions
from irassay.random_keys import key_of
from irassay.result import Result, Table
from irassay.scoring import Scores, evaluate
from irassay.studies.files import Path, hashes
from irassay.studies.sensitivity import sections, words
from irassay.studies.sensitivity.by_depth import Kind, Material, Source, draws_of, refuse_unrelated, steps_of
from irassay.studies.sensitivity.precision import SensitivityEvidence, anchors_of, corrected_p, precisions_of
from irassay.studies.sensitivity.sections import rows_table

MEASURES = ("nDCG@10", "RR@10", "RBP(p=0.8)@10", "AP@10")
KINDS = range(2, 9)  # values of a column of metadata that divide systems into kinds


class Sensitivity(SensitivityEvidence):
    """What extrapolated labels would have said, with its tables and its page."""

    __slots__ = ()

    def table(self) -> Table:
        """All numbers: a row for each list, measure and depth."""
        return rows_table(self.steps, self.precisions)

    def result(self) -> Result:
        """The page."""
        facts = [
            runs_and_systems(self.runs, self.systems),
            plural(self.queries, "query"),
            plural(self.draws.n_labels, "label"),
            self.measures[0],
        ]
        return Result(
            words.title(self), words.standfirst(self), sections.sections_of(self), self.provenance, facts, "sensitivity"
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of extrapolated labels; fields as the keywords of `sensitivity`."""

    extrapolated: Source | Sequence[Source]
    measures: Sequence[str | Measure] = MEASURES
    full_qrels: Path | Qrels | None = None
    rel: int | None = None
    uncounted: Sequence[str] = ()  # systems that don't count in means and orders
    anchor_answers: Path | None = None
    ties: str | None = None
    seed: int = 0
    threads: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", key_of(self.seed))


def explore(inputs: Inputs, settings: Settings) -> Sensitivity:
    """Whether the order would stand: `sensitivity` with its keywords in two values, without the page."""
    key, threads, rel = settings.seed, settings.threads, settings.rel
    (labels, systems), full = inputs.load(), inputs.read(settings.full_qrels)
    draws = draws_of(settings.extrapolated, labels)
    refuse_unrelated(draws, systems, full)
    left_out = _left_out(settings.uncounted, systems)
    texts = inputs.texts()
    scores = evaluate(draws.of[0].qrels, systems, settings.measures, ties=settings.ties, threads=threads)
    _refuse_geometric(scores)
    counted = {str(measure): _counted(scores, str(measure), left_out) for measure in scores.measures}
    kinds = _kinds(systems, left_out)
    material = Material(draws, systems, scores.measures, counted, kinds, full, scores.policy.ties, key, threads)
    least = max((m.rel for m in scores.measures), default=1) if rel is None else least_grade(rel)
    answers = settings.anchor_answers
    anchors = anchors_of(answers, draws) if answers is not None else []
    precisions = precisions_of(draws, full, texts, rel=least, key=key, threads=threads) if full is not None else []
    nouns = [labels, systems, *([full] if full is not None else [])]
    options: dict[str, Any] = {"measures": list(counted), "leave_out": list(left_out), "ties": scores.policy.ties}
    options |= {"rel": least} if full is not None else {}
    provenance = Provenance(
        hashes(nouns, [*draws.files, inputs.metadata, inputs.doc_texts, answers]),
        {k: v for k, v in options.items() if v}, key, versions(), signatures=list(scores.signatures),
    )  # fmt: skip
    steps, main = steps_of(material), str(scores.measures[0])
    curves = {name: [step for step in steps if (step.set, step.measure) == (name, main)] for name in draws.sets}
    ends = {name: (curve[0], curve[-1]) for name, curve in curves.items()}
    return Sensitivity(
        steps, precisions, anchors, draws, list(counted), len(systems.systems),
        len(counted[str(scores.measures[0])]), len(draws.queries), len(material.shared), left_out, least,
        [str(m) for m in scores.measures if m.direction < 0], material.resamples, provenance,
        corrected_p(ends, kinds, key=key) if kinds else {},
    )  # fmt: skip


def sensitivity(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    extrapolated: Source | Sequence[Source],
    measures: Sequence[str | Measure] = MEASURES,
    full_qrels: Path | Qrels | None = None,
    rel: int | None = None,
    leave_out: Sequence[str] = (),
    metadata: Path | Metadata | None = None,
    doc_texts: Path | Texts | None = None,
    anchor_answers: Path | None = None,
    ties: str | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Result:
    """Would the order of the systems stand if passages near the known answers were relevant too?

    Parameters
    ----------
    qrels : path or Qrels
        The labels given.
    runs : path, sequence of paths, or Runs
        Two systems or more.
    extrapolated : path, Extrapolated, or a sequence of them
        What ``irassay extrapolate`` has made of these labels, or of a part of them, such as one a query. Several that
        differ in their seed alone show how much the choice of golds moves each number.
    measures : sequence of str or Measure
        The first is the main one.
    full_qrels : path or Qrels, optional
        Fuller labels: how many of the deemed passages they call relevant, and whether the order comes nearer to theirs.
    rel : int, optional
        The least grade of the fuller labels that confirms a deemed passage; default the measures' largest ``rel``.
    leave_out : sequence of str
        Systems that don't count in means and orders, such as those whose lists made the labels. Their scores are shown.
    metadata : path or Metadata, optional
        Columns with two to eight values divide the systems: which kind gains ranks?
    doc_texts : path or Texts, optional
        With `full_qrels`: tells exact copies of the gold.
    anchor_answers : path, optional
        A table with the columns query, list, rank (in the list as it stands, the gold in it) or place (among the
        deemed), and answer, yes or no: is this passage as good an answer as the gold?
    ties : {"float64", "float32"}, optional
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Scores and orders by depth; leaders and significant pairs; all systems' scores; and, where they were asked for,
        fuller labels, kinds of systems, and anchors.

    Raises
    ------
    InputError
        Files that can't be read in one way only; extrapolated labels that are not of these labels; runs or fuller
        labels of other queries; fuller labels of other documents than the runs', or none beyond those at d = 0.
    UsageError
        Arguments that can't mean anything, fewer than two systems.

    Notes
    -----
    *Assumes* that similar passages answer the same query: a similarity that is no sign of relevance gives an order that
    stands, or falls, without a reason. Only fuller labels or anchors tell. *Guarantees* exact for these runs, queries
    and draws; intervals over queries asymptotic, with 50 queries 89% to 100% coverage in simulations with one draw of
    golds, and with five as little as 76% for tau with the fuller labels. *Source* Mackenzie, Petri and Moffat, A
    sensitivity analysis of the MSMARCO passage collection, ECIR 2022.

    Examples
    --------
    >>> import irassay, pathlib, tempfile
    >>> from irassay.label_sets import extrapolated
    >>> from irassay.search import index_texts
    >>> texts = {"d1": "red fox", "d2": "a fox, red", "d3": "blue dog", "d4": "red dog"}
    >>> index = index_texts(texts, pathlib.Path(tempfile.mkdtemp()) / "bm25")
    >>> qrels = irassay.Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d3": 1}})
    >>> runs = irassay.Runs.from_dict({"one": {"q1": {"d1": 2, "d4": 1}}, "two": {"q2": {"d4": 2, "d3": 1}}})
    >>> answer = sensitivity(qrels, runs, extrapolated=extrapolated(qrels, [index], deemed=2))
    >>> [section.name for section in answer.sections]
    ['answer', 'scores', 'order', 'systems']
    """
    values = {**locals(), "uncounted": leave_out, "leave_out": ()}
    return explore(of_keywords(Inputs, values), of_keywords(Settings, values)).result()


def _left_out(names: Sequence[str], systems: Runs) -> list[str]:
    left_out = [names] if isinstance(names, str) else list(dict.fromkeys(names))
    places_without(systems.systems, left_out)
    return left_out


def _counted(scores: Scores, measure: str, left_out: Sequence[str]) -> list[int]:
    """Places of the systems that are not left out, of equal ones the first that isn't."""
    one: dict[str, int] = {}
    group_of = {name: group[0] for group in scores.same.get(measure, ()) for name in group}
    for i, system in enumerate(scores.systems):
        if system not in left_out:
            one.setdefault(group_of.get(system, system), i)
    if len(one) < 2:
        raise UsageError(
            f"an order needs two systems or more, but {len(one)} of the {len(scores.systems)} runs count by {measure}"
        )
    return list(one.values())


def _kinds(systems: Runs, left_out: Sequence[str]) -> Mapping[Kind, Sequence[str]]:
    """Column and value -> systems, of columns whose values are few and shared."""
    kinds: dict[Kind, list[str]] = {}
    for column, values in systems.metadata.columns.items():
        of: dict[str, list[str]] = {}
        for system in systems.systems:
            if system not in left_out and values.get(system):
                of.setdefault(values[system], []).append(system)
        if len(of) in KINDS and max(map(len, of.values())) > 1:
            kinds |= {(column, value): of[value] for value in sorted(of)}
    return kinds


def _refuse_geometric(scores: Scores) -> None:
    for measure in scores.measures:
        if measure.aggregate == "geometric":
            raise UsageError(f"{measure} is a geometric mean, and orders are of arithmetic means; leave it out")
