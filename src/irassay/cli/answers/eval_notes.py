"""The scores that `eval` prints, of one collection or of several, and notes on them: what they cover and lack."""

from __future__ import annotations

from irassay.cli.answers import eval_lists
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import load
from irassay.collection.own_documents import OwnDocuments, own_documents_of
from irassay.collection.reading import NOTES, WARNINGS, Reading
from irassay.errors import of_each
from irassay.formats import loss_warnings
from irassay.measures import Measure
from irassay.messages import BY_CHANCE, capital, every_grade, own_removed, percent, some, visible
from irassay.record import Record
from irassay.scoring.evaluate import evaluate_by
from irassay.scoring.files import FilesScored, evaluate_with_readings
from irassay.scoring.left_out_words import left_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.collection.qrels import Qrels
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.scoring import Scores
    from irassay.scoring.policy import Policy


def hidden_measures(measures: Sequence[Measure]) -> list[Measure]:
    """What has to be scored too, so that something can be said about the scores."""
    extra = [Measure("Judged", cutoff=m.cutoff) for m in reading_labels(measures)]
    extra += [_relevant(m) for m in measures]
    extra += eval_lists.hidden_of_lists(reading_labels(measures))
    return [m for m in dict.fromkeys(extra) if m not in measures]


def in_no_mean(qrels: Qrels) -> list[str]:
    """Warnings where queries are in no mean, since assessors could or did rate none of their documents; else none."""
    reasons = {"unrateable": qrels.queries_unrateable, "": qrels.queries_unrated}
    return [CLI("scores.no-label", unrateable=why, names=list(names)) for why, names in reasons.items() if names]


def not_sampled(qrels: Qrels) -> list[str]:
    """A warning where the labels are a sample of strata with documents that were left unjudged; else none."""
    n = sum(many for grade, many in qrels.grade_counts.items() if grade < 0) if qrels.strata else 0
    return [CLI("scores.sample", n=n)] if n else []


def without_relevant(qrels: Qrels, measures: Sequence[Measure]) -> list[Measure]:
    """The measures by which every score is 0, since no label is relevant."""
    return [m for m in measures if m.zero_without and m.rel > qrels.largest_grade]


def nothing_relevant(measures: Sequence[Measure]) -> list[str]:
    """A warning for each least relevant grade of these measures, which no label has."""
    of: dict[int, list[str]] = {}
    for measure in measures:
        of.setdefault(measure.rel, []).append(str(measure))
    return [CLI("scores.nothing-relevant", measures=names, rel=f"{rel}") for rel, names in of.items()]


def zeros_in_means(zeros: Mapping[str, Sequence[Measure]]) -> list[str]:
    """A warning for each measure whose mean takes in collections on which nothing is relevant."""
    of: dict[str, list[str]] = {}
    for collection, measures in zeros.items():
        for measure in measures:
            of.setdefault(str(measure), []).append(visible(collection))
    return [CLI("scores.zeros-in-mean", measure=measure, names=names) for measure, names in of.items()]


def reading_labels(measures: Sequence[Measure]) -> list[Measure]:
    """The measures for which a document without a label is not relevant."""
    return [m for m in measures if m.definition.traits.unjudged == "not relevant"]


def _relevant(measure: Measure) -> Measure:
    return Measure("NumRel", {"rel": measure.rel})


class Notes(Record):
    """Sentences and counted warnings about one `Scores`, which has the `hidden_measures`; nobody asked for `measures`
    where `by_default`. `without_hits` is system -> queries that its files answer with no document."""

    scores: Scores
    measures: Sequence[Measure]
    readings: Sequence[Reading]
    by_default: bool
    of_labels: Sequence[str]
    without_hits: Mapping[str, Any]  # of names, which are kept as sets

    def __post_init__(self) -> None:
        self.without_hits = {system: set(queries) for system, queries in self.without_hits.items()}

    def sentences(self) -> list[str]:
        """What stands under the table."""
        text = [CLI("scores.default", measures="nDCG@10 and Judged@10")] if self.by_default else []
        text.append(CLI("scores.mean", queries=len(self.scores.queries)))
        coverage = self._coverage()
        if coverage and not self.of_labels:  # which has said that labels are missing that Judged counts
            text.append("; ".join(coverage) + ".")
        top = self.scores.largest_grade
        binary = dict.fromkeys(m.name for m in self.measures if m.binarises and m.params.get("rel") == 1)
        return [*text, every_grade(list(binary), top)] if binary and top >= 2 else text

    def _coverage(self) -> list[str]:
        parts: list[str] = []
        depths = dict.fromkeys(m.cutoff for m in reading_labels(self.measures))
        for depth in sorted(depths, key=lambda d: d or 1 << 60):
            missing = [self._unlabelled(depth, s) for s in range(len(self.scores.systems))]
            text = self._missing(depth, min(missing), max(missing))
            parts.append(text if parts else capital(text))
        return parts

    def _unlabelled(self, depth: int | None, system: int) -> float:
        """The share of a system's documents down to a depth that have no label: a query with 0 hits has no document."""
        values, queries = self.scores.values_view, range(len(self.scores.queries))
        shares, lengths = (
            [values[m, 0, system, q] for q in queries]
            for m in map(self._index, (Measure("Judged", cutoff=depth), Measure("NumRet")))
        )
        tops = [min(n, depth or n) if n == n else 0.0 for n in lengths]  # no number where the query does not count
        labelled = sum(share * n for share, n in zip(shares, tops, strict=True) if n)
        return 1 - labelled / sum(tops) if sum(tops) else 0.0

    def _missing(self, depth: int | None, low: float, high: float) -> str:
        missing = {"low": low, "high": high, "apart": percent(low, 0) != percent(high, 0)}
        if depth is not None:
            return CLI("scores.down-to", depth=f"{depth}", **missing)
        names = list(dict.fromkeys(m.name for m in reading_labels(self.measures) if m.cutoff is None))
        m = self._index(Measure("NumRet"))
        values, n_queries = self.scores.values_view, len(self.scores.queries)
        lengths = [values[m, 0, s, q] for s in range(len(self.scores.systems)) for q in range(n_queries)]
        longest = int(max((n for n in lengths if n == n), default=0))
        return CLI("scores.all-the-way", measures=names, longest=longest, **missing)

    def _index(self, measure: Measure) -> int:
        return list(self.scores.measures).index(measure)

    def of_queries(self, measure: Measure) -> list[str]:
        """Why a query's values may be 0, one text a query; "" for none."""
        m, values = self._index(_relevant(measure)), self.scores.values_view
        missing: dict[str, list[str]] = {}
        empty: dict[str, list[str]] = {}
        for system, queries in self.scores.missing.items():
            for query in queries:
                of = empty if query in self.without_hits.get(system, ()) else missing
                of.setdefault(query, []).append(system)
        reasons = []
        for q, query in enumerate(self.scores.queries):
            labelled = any(values[m, 0, s, q] > 0 for s in range(len(self.scores.systems)))
            without = [f"unanswered by {some(missing[query])}"] if query in missing else []
            without += [f"0 hits from {some(empty[query])}"] if query in empty else []
            reasons.append("; ".join(without) if labelled else "no relevant document")
        return reasons

    def warnings(self) -> list[str]:
        """Counted warnings: what changes the scores first, then what is odd and harmless."""
        of_readers, lost = loss_warnings.cautions(self.readings), left_out(self.scores, self.without_hits)
        return [*self._nothing_labelled(), *self.of_labels, *lost, *of_readers, *self._of_files()]

    def _nothing_labelled(self) -> list[str]:
        """What makes every score 0: wrong qrels for these runs, more often than bad runs."""
        for measure in reading_labels(self.measures):
            m = self._index(Measure("Judged", cutoff=measure.cutoff))
            if not any(self.scores.summary_view[m, 0, s] for s in range(len(self.scores.systems))):
                return [CLI("scores.nothing-labelled", depth=measure.cutoff and f"{measure.cutoff}")]
        return []

    def _of_files(self) -> list[str]:
        warnings = []
        for kind in WARNINGS:
            readings = [reading for reading in self.readings if reading.counts.get(kind)]
            if not readings or kind in NOTES:
                continue
            lines = sum(reading.counts[kind] for reading in readings)
            first = visible(readings[0].located([kind])[0])
            warnings.append(CLI("scores.lines", first=first, more=lines > 1, lines=lines, files=len(readings)))
        return warnings


def of_own_documents(inputs: Inputs, own: OwnDocuments) -> list[str]:
    """One sentence where runs hold many own documents of queries, or removed ones are relevant; else []."""
    if inputs.identical_ids == "ignore":
        removed = capital(own_removed(own.relevant, own.removed))
        return [CLI("own-documents.removed", removed=removed, by_chance=BY_CHANCE)] if own.relevant else []
    often = own.often()
    if inputs.identical_ids is not None or not often:
        return []
    most = max(often, key=lambda system: often[system][0])
    n, queries = often[most]
    slots = {"name": visible(most), "runs": len(often), "of": len(own.systems), "n": n, "queries": queries}
    return [CLI("own-documents", **slots)]


class Evaluated(Record):
    """The scores of one collection: the files, their readings, and what is said of scores, own documents and lists."""

    inputs: Inputs
    scores: Scores
    readings: Sequence[Reading]
    notes: Notes
    own: Sequence[str]
    of_lists: Sequence[str]
    zero: Sequence[Measure]  # measures by which every score is 0: no label is relevant

    def same(self, names: Sequence[tuple[Measure, str]], policy: Policy) -> list[tuple[str, str, str, float]]:
        """The lines that say which runs are one system, where equal scores don't."""
        return eval_lists.same_run_rows(self.scores, names, self.readings, self.inputs, policy)


def evaluated(
    files: Mapping[str, Inputs], measures: Sequence[Measure], policy: Policy, screen: Screen, *, by_default: bool
) -> dict[str, Evaluated]:
    """The scores of each collection; of a single one under "". UsageError for a measure that differs between
    collections, two runs of one name, or an absent run."""
    of: dict[str, Evaluated] = {}
    every = [*measures, *hidden_measures(measures)]
    scored = of_each(files, lambda inputs: evaluate_files(inputs, every, policy, screen))
    for name, inputs in files.items():
        found = scored[name]
        scores, of_labels = found.scores, not_sampled(found.labels)
        notes = Notes(scores, measures, found.readings, by_default and not of, of_labels, found.without_hits)
        own = [*of_own_documents(inputs, found.own), *in_no_mean(found.labels)]
        zero = without_relevant(found.labels, measures)
        of_lists = eval_lists.warnings(found, reading_labels(measures), inputs, policy)
        of[name] = Evaluated(
            inputs=inputs, scores=scores, readings=found.readings, notes=notes, own=own, of_lists=of_lists, zero=zero
        )
    if len(of) > 1:
        from irassay.scoring.over_collections import check_measures

        check_measures({name: (measures, one.scores.largest_grade) for name, one in of.items()})
    next(iter(files.values())).renaming.check()
    return of


def warnings_of(of: Mapping[str, Evaluated]) -> list[str]:
    """The counted warnings of each collection, under its name."""
    texts = {
        name: (*one.own, *nothing_relevant(one.zero), *one.notes.warnings(), *one.of_lists) for name, one in of.items()
    }
    means = zeros_in_means({name: one.zero for name, one in of.items()}) if len(of) > 1 else []
    return [*(_named(name, text) for name, each in texts.items() for text in each), *means]


def paragraphs(of: Mapping[str, Evaluated]) -> list[str]:
    """What stands under the table: a paragraph for each collection."""
    texts = [_named(name, " ".join(one.notes.sentences())) for name, one in of.items()]
    return [*texts, CLI("over-collections.eval")] if len(of) > 1 else texts


def _named(collection: str, text: str) -> str:
    return f"{visible(collection)}: {text}" if collection else text


def evaluate_files(inputs: Inputs, measures: Sequence[Measure], policy: Policy, screen: Screen) -> FilesScored:
    """Scores, labels, and what was read of every file; a ranking is kept only where documents or runs go."""
    if inputs.duplicates != "one" and not inputs.leave_out:
        of = evaluate_with_readings(inputs, measures, policy)
        return of.but(readings=[*of.labels.readings, *of.readings])
    qrels, runs = load(inputs, screen)
    scores = evaluate_by(qrels, runs, measures, policy, threads=inputs.threads)
    own, readings = own_documents_of(qrels, runs), [*qrels.readings, *runs.readings]
    return FilesScored(scores=scores, labels=qrels, readings=readings, own=own, without_hits=runs.without_hits)
