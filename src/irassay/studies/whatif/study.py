"""From labels and runs to what other labels would have said: every selection measured, told in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any, Literal

import numpy as np

from irassay.arguments import of_keywords
from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import Metadata
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.comparison import PairBuckets, pair_buckets
from irassay.errors import InputError, UsageError
from irassay.formats.inputs import Inputs
from irassay.measures import Measure
from irassay.messages import runs_and_systems
from irassay.provenance import Provenance, versions
from irassay.result import Finding, Result, Table
from irassay.scoring import Scores, evaluate
from irassay.studies.files import Path, hashes
from irassay.studies.sections.coverage import odd_grades
from irassay.studies.whatif import words
from irassay.studies.whatif.sections import answer_section, measures_section, rows_table, selection_section
from irassay.studies.whatif.selections import FRACTIONS, MEASURES, OF_RELEVANT, WHATIF, Material, Settings
from irassay.studies.whatif.step_agreement import Selection, apart, full_of, selection_of

LEAST_REMOVABLE = 0.1  # share of the relevant labels beyond one a query: with fewer, every step has the same labels


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What every selection of labels would have said."""

    selections: Sequence[Selection]  # in the order in which they were chosen
    measures: Sequence[str]  # the first is the main one
    buckets: Mapping[str, PairBuckets]  # measure -> how far apart the systems are
    runs: int
    systems: int
    queries: int
    labels: int  # in all
    relevant: int  # relevant labels
    rel: int  # least relevant grade, from which selections take
    gains_below: Sequence[str]  # measures that gain from lower grades, whose labels no selection takes away
    provenance: Provenance
    odd: Sequence[Finding] = ()  # what is odd about the grades of the second labels
    rel_from: Sequence[str] = ()  # measures that say `rel`; empty where the first does
    relevant_to_first: int = 0  # labels that are relevant to the first measure

    def table(self) -> Table:
        """All numbers: a row for each selection, step, measure and bucket of pairs."""
        return rows_table(self.selections, self.measures)

    def result(self) -> Result:
        """The page."""
        main = self.measures[0]
        kept_below = self.rel if main in self.gains_below else 0
        answer = answer_section(self.selections, main, self.buckets[main], kept_below=kept_below)
        sections = [replace(answer, body=[*self._cautions(), *answer.body])]
        sections += [selection_section(selection, main) for selection in self.selections]
        sections = [replace(s, body=[*self.odd, *s.body]) if s.name == "noise" else s for s in sections]
        if len(self.measures) > 1:
            sections.append(measures_section(self.selections, self.measures))
        facts = [
            runs_and_systems(self.runs, self.systems),
            f"{self.queries:,} queries",
            WHATIF("relevant-labels", n=self.relevant, grade=self.rel if self.rel > 1 else 0),
            main,
        ]
        first = words.standfirst(self.selections, main)
        return Result(words.title(self.selections, main), first, sections, self.provenance, facts, "whatif")

    def _cautions(self) -> list[Finding]:
        """Which labels the selections are of, where that is another answer than the first measure's alone."""
        if all(words.labels_unit(selection.select) == "labels" for selection in self.selections):
            return []
        found = []
        if self.rel_from and self.relevant_to_first != self.relevant:
            measures, first, more = list(self.rel_from), self.measures[0], self.relevant_to_first
            relevant, of = self.relevant, {"measures": measures, "rel": self.rel}
            text = WHATIF("relevant-grade", **of, relevant=relevant, first=first, more=more)
            numbers = {"rel": self.rel, "relevant": self.relevant, "relevant_to_first": self.relevant_to_first}
            found.append(Finding("relevant-grade", "warning", "labels", text, numbers))
        if self.gains_below:
            text = WHATIF("grades-below", measures=list(self.gains_below), rel=self.rel)
            found.append(Finding("grades-below", "warning", "labels", text, {"rel": self.rel}))
        return found


def explore(inputs: Inputs, settings: Settings) -> WhatIf:
    """What the selections would have said: `whatif` with its keywords in two values, without the page."""
    labels, systems = inputs.load()
    second: Any = inputs.read(settings.second_qrels)
    if len(systems.systems) < 2:
        raise UsageError(f"a ranking needs two systems or more, but the runs hold {len(systems.systems)}")
    scores = evaluate(labels, systems, settings.measures, ties=settings.ties, threads=settings.threads)
    _refuse(scores)
    rel = max((m.rel for m in scores.measures), default=1)
    material = Material(
        labels, systems, rel, _relevant(labels, rel), settings, _attribute(settings.doc_attribute), inputs.texts(),
        second,
    )  # fmt: skip
    n, n_first = sum(material.relevant), len(material.relevant)
    if not n:
        raise InputError(f"no label has grade {material.rel} or more: there is nothing to select from")
    if OF_RELEVANT & set(settings.select) and n - n_first < LEAST_REMOVABLE * n:
        raise InputError(WHATIF("nothing-to-remove", labels=n, queries=n_first, out=n - n_first))
    buckets = {str(measure): pair_buckets(full_of(scores, measure)) for measure in scores.measures}
    digests = hashes(
        [noun for noun in (labels, systems, second) if noun is not None],
        [settings.doc_attribute, inputs.doc_texts, inputs.metadata],
    )
    options = {"select": settings.select, "measures": list(buckets), **_options(material)}
    options |= {"identical_ids": inputs.identical_ids} if inputs.identical_ids is not None else {}
    options |= {"rename": list(inputs.renaming.texts)} if inputs.renaming.texts else {}
    provenance = Provenance(digests, options, settings.seed, versions(), signatures=list(scores.signatures))
    return WhatIf(
        [selection_of(name, material, scores, buckets) for name in settings.select],
        list(buckets),
        buckets,
        len(systems.systems),
        len(apart(scores, scores.measures[0])),
        len(scores.queries),
        labels.n_labels,
        sum(material.relevant),
        rel,
        [str(m) for m in scores.measures if any(m.rel <= grade < rel for grade in labels.grade_counts)],
        provenance,
        () if second is None else odd_grades(labels, second),
        rel_from=([] if scores.measures[0].rel == rel else [str(m) for m in scores.measures if m.rel == rel]),
        relevant_to_first=sum(_relevant(labels, scores.measures[0].rel)),
    )


def whatif(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    select: Sequence[str] = ("random", "system"),
    fractions: Sequence[float] = FRACTIONS,
    draws: int = 100,
    depth: int = 10,
    measures: Sequence[str | Measure] = MEASURES,
    doc_attribute: Path | DocAttribute | None = None,
    doc_texts: Path | Texts | None = None,
    metadata: Path | Metadata | None = None,
    group: str | None = None,
    rename: Sequence[str] = (),
    second_qrels: Path | Qrels | None = None,
    flip: Mapping[int, Mapping[int, float]] | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    ties: str | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
) -> Result:
    """What would other, fewer or more labels have said of the order of the systems?

    Parameters
    ----------
    qrels : path or Qrels
        All labels: what every selection is held against. Grades that are words or fractions:
        ``read_qrels(path, label_map={"Exact": 2, ...})`` and ``grade_scale=`` say what they mean, also for
        `second_qrels`.
    runs : path, sequence of paths, or Runs
        Two systems or more.
    select : sequence of str
        ``random``: one relevant label a query, and growing shares of them, drawn at random. ``system``: those that a
        system retrieves first, each system in its turn, itself left out of the comparison. ``popular``, ``longest``,
        ``shortest``: one a query, by a number of the document or the length of its text. ``depth``: pools of the runs
        to depth 1, 2, 3 ... ``groups``: what one group alone, half of them, or all but one bring to a pool. ``noise``:
        all labels, graded anew. Default: random and system.
    fractions : sequence of float, each above 0 and at most 1
        Shares of each query's relevant labels, for ``random`` and ``system``.
    draws : int, from 1 to 100,000
        Of everything drawn at random.
    depth : int, at least 1
        The deepest pool of ``depth``; the pool of ``groups``.
    measures : sequence of str or Measure
        The first is the main one. The largest ``rel`` among them says what is relevant.
    doc_attribute : path or DocAttribute, optional
        For ``popular``: a number for each document, the most popular the largest.
    doc_texts : path or Texts, optional
        For ``longest`` and ``shortest``.
    metadata : path or Metadata, optional
    group : str, optional
        The metadata column that says whose a run is; default group, team, participant, organisation or site.
    rename : sequence of str
        Other names of systems, as for `overview`.
    second_qrels : path or Qrels, optional
        For ``noise``: a second assessor's labels, from which chances are counted.
    flip : mapping of int to mapping of int to float, optional
        For ``noise``: the chance that a label of a grade gets another grade, ``{1: {0: 0.2}}``.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR.
    ties : {"float64", "float32"}, optional
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        The answer; a section for each selection, with tau, error rate and tied pairs by step, also by how far apart
        the systems are; and the other measures.

    Raises
    ------
    InputError
        Files that can't be read in one way only; no relevant label.
    UsageError
        Arguments that can't mean anything, a selection that needs what was not given, fewer than two systems.

    Notes
    -----
    *Assumes* that the present labels are the truth to hold others against: it says how much fewer labels of this kind
    would have changed, nothing about labels that nobody gave. *Guarantees* exact counts for these runs, queries and
    draws. *Source* Rassin et al., Evaluating D-MERIT of partial-annotation on information retrieval, EMNLP 2024.

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({f"q{i}": {"a": 1, "b": 1, "c": 0} for i in range(9)})
    >>> orders = {"one": "abc", "two": "cab", "three": "bca"}
    >>> lists = {s: {q: {d: -float(i) for i, d in enumerate(of)} for q in qrels.queries} for s, of in orders.items()}
    >>> answer = whatif(qrels, irassay.Runs.from_dict(lists), measures=["AP"], draws=5)
    >>> [section.name for section in answer.sections]
    ['answer', 'random', 'system']
    """
    return explore(of_keywords(Inputs, locals()), of_keywords(Settings, locals())).result()


def _options(material: Material) -> dict[str, Any]:
    settings = material.settings
    options = {name: getattr(settings, name) for name in ("fractions", "draws", "depth", "group", "flip")}
    options |= {"rel": material.rel, "ties": settings.ties}
    return {name: value for name, value in options.items() if value}


def _relevant(qrels: Qrels, rel: int) -> list[int]:
    counts = [sum(grade >= rel for grade in qrels.grades(query).values()) for query in qrels.queries]
    return [n for n in counts if n]


def _refuse(scores: Scores) -> None:
    """Raise where runs are one system, or a mean is geometric."""
    if any(len(apart(scores, measure)) < 2 for measure in scores.measures):
        raise UsageError(f"a ranking needs two systems or more, but the {len(scores.systems)} runs are one system")
    for measure in scores.measures:
        if measure.aggregate == "geometric":
            raise UsageError(f"{measure} is a geometric mean, and pairs are compared by arithmetic means; leave it out")


def _attribute(source: Path | DocAttribute | None) -> DocAttribute | None:
    from irassay.formats.reading.metadata import read_attribute

    if not isinstance(source, str | PathLike):
        return source
    facts = read_attribute(source)
    if facts[0].is_set:
        raise InputError(
            f"{fspath(source)} has the kinds of documents, expected lines of a document, a tab and a number"
        )
    return facts[0]
