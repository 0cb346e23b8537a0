"""What is asked of leaks and what is known of them, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irassay.collection.texts import TITLE
from irassay.errors import UnknownSystem, UsageError, cut
from irassay.leakage import DocumentEffect, Effect, Leaks, effect, effect_of_documents
from irassay.leakage.calibration import PRECISION, Calibration
from irassay.leakage.find import Path, Search, SearchSettings
from irassay.leakage.leaks import KINDS
from irassay.leakage.pair_labels import PairLabels, PeopleAgreement
from irassay.leakage.relevant_documents import Corpus
from irassay.leakage.what_leaked import PARTS, Kinds
from irassay.measures import Measure
from irassay.messages import listed
from irassay.provenance import Provenance
from irassay.scoring import evaluate

MEASURES = ("nDCG@10",)
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")
NOT_KNOWN = ("", "unknown", "not known", "?", "-", "na", "n/a", "none")


@dataclass(frozen=True, slots=True)
class Settings(SearchSettings):
    """What is asked of leaks; fields as the keywords of `leak`."""

    found: Path | None = None
    fields: Sequence[str] = (TITLE, "description")
    variants: Path | None = None
    labels: Path | Sequence[Path] = ()
    precision: float = PRECISION
    measures: Sequence[str | Measure] = MEASURES
    corpus: Corpus | None = None
    rel: int = 1
    exposed: str | None = None
    alpha: float = 0.05


@dataclass(frozen=True, slots=True)
class Scored:
    """What leakage did to scores."""

    effects: Sequence[Effect]  # by measure
    # effect of relevant documents seen in training, first measure; None without any
    without_documents: DocumentEffect | None
    n_unscored: int  # leaked test queries without labels, so without a score
    n_outside: int  # labelled queries, no test queries or without words: nobody knows whether they leaked
    n_queries: int  # queries with a score
    n_runs: int
    unmatched: str  # says that runs lack a row in the metadata; "" where nothing is amiss


def effects_of(leaks: Leaks, kinds: Kinds | None, labels: Any, runs: Any, settings: Settings) -> Scored:
    """What the leaked queries did to the scores of these runs; UsageError where `exposed` names no column of yes and
    no, or no test query has labels."""
    exposed, alpha, seed, threads = settings.exposed, settings.alpha, settings.seed, settings.threads
    compared, labelled = set(leaks.queries), list(labels.queries)
    if not compared & set(labelled):
        raise UsageError(
            f"none of the {len(leaks.queries):,} test queries has labels, such as {cut(leaks.queries[0])}; the labels "
            f"are of {cut(labelled[0])} and others: are they of the same collection?"
        )
    labels = labels.sel(queries=[query for query in labelled if query in compared])
    scores = evaluate(labels, runs, settings.measures, threads=threads)
    scored = set(scores.queries)
    leaked = [query for query in leaks.leaked if query in scored]
    seen = {} if exposed is None else exposure(runs, exposed)
    alpha /= len(scores.measures)  # one family: Bonferroni
    effects = [effect(scores, leaked, seen, measure=measure, alpha=alpha, seed=seed) for measure in scores.measures]
    trained_on = {} if kinds is None else kinds.documents(["pair", "document"])
    without = None
    if any(trained_on.values()):
        without = effect_of_documents(
            labels, runs, scores.measures[0], trained_on, exposed=seen, alpha=alpha, seed=seed, threads=threads
        )
    unmatched = "" if exposed is None else without_row(runs)
    n_unscored = len(leaks.leaked) - len(leaked)
    n_outside = len(labelled) - len(labels.queries)
    return Scored(effects, without, n_unscored, n_outside, len(scores.queries), len(runs.systems), unmatched)


def exposure(runs: Any, column: str) -> dict[str, bool | None]:
    """System -> whether it saw the leaked queries, by a column of yes and no; None where it says unknown or nothing.
    UsageError where there is no such column, another word in it, or no row of any run."""
    columns = runs.metadata.columns
    if column not in columns:
        there = f"there are {listed(list(columns))}" if columns else "the runs have none: add --metadata FILE"
        raise UsageError(f"--exposed is {cut(column)}, expected a column of the metadata; {there}")
    if not set(runs.systems) & set(runs.metadata.systems):
        rows, systems = listed(list(runs.metadata.systems)), listed(list(runs.systems))
        raise UnknownSystem(
            f"the metadata has rows of {rows}, none of a run; there are {systems}", runs.metadata.systems[0]
        )
    out: dict[str, bool | None] = {}
    for system in runs.systems:
        word = str(columns[column].get(system) or "").strip().casefold()
        if word not in (*YES, *NO, *NOT_KNOWN):
            raise UsageError(f"{cut(column)} of {cut(system)} is {cut(word)}, expected yes, no, unknown or nothing")
        out[system] = None if word in NOT_KNOWN else word in YES
    return out


def without_row(runs: Any) -> str:
    """The runs without a row in the metadata, and the rows that name no run; "" where every run has one."""
    from irassay.preflight.metadata_values import of_no_run, rows_of_no_run, runs_without_row

    others = of_no_run(rows_of_no_run(runs))
    return " ".join(
        f"{finding.text}: {finding.where[0]}. Whether such a run saw the leaked queries is not known{others}."
        for finding in runs_without_row(runs)
    )


@dataclass(frozen=True, slots=True)
class People:
    """What people's labels say."""

    calibration: Calibration
    agreement: PeopleAgreement | None  # of two files of labels
    files: Sequence[PairLabels]  # the labels as they were read


@dataclass(frozen=True, slots=True)
class LeakEvidence:
    """Leaks, and what follows from them."""

    leaks: Leaks
    known: bool  # whether the leaks were given, not looked for
    threshold: float | None  # similarity from which a pair is a leak; None where there is none
    people: People | None  # None without people's labels
    kinds: Kinds | None  # what leaked of each test query; None without labels or training texts
    scored: Scored | None  # what leakage did to scores; None without runs
    searched: Search  # how the pairs were found, before people looked at them
    provenance: Provenance

    @property
    def dense(self) -> bool:
        """Whether a threshold is of the cosine of vectors; else it is of the overlap of words."""
        return any(pair.similarity is not None for pair in self.leaks)

    @property
    def fields(self) -> Mapping[str, FieldCount]:
        """Test field -> how many queries and training texts have a leak by it: title, description, others by name."""
        known = ("title", "description")
        names = sorted({p.field for p in self.leaks}, key=lambda x: (known.index(x) if x in known else len(known), x))
        return {name: FieldCount.of(self.leaks, name) for name in names}

    @property
    def types(self) -> dict[str, int]:
        """Type -> leaks of it, every type."""
        types = [pair.type for pair in self.leaks if pair.verdict == "leak"]
        return {kind: types.count(kind) for kind in KINDS}

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, ``irassay.leak/1``, without its provenance."""
        low, high = self.leaks.interval
        documents = None if self.scored is None else self.scored.without_documents
        effects = [effect.to_dict() for effect in self.scored.effects] if self.scored is not None else []
        kinds, docs, passages = None, None, None
        if (of := self.kinds) is not None:  # what leaked of how many test queries, and how far that could be told
            kinds, docs = {part: len(of.queries(part)) for part in PARTS}, of.documents(["pair", "document"])
            passages = {"passages": of.n_passages, "not_compared": of.n_unread, "queries_not_told": len(of.untold)}
            passages |= {"relevant": of.n_relevant, "with_text": of.n_with_text}
        return {
            "queries": len(self.leaks.queries),
            "leaked": len(self.leaks.leaked),
            "review": len(self.leaks.review),
            "share": self.leaks.share,
            "low": low,
            "high": high,
            "fields": {name: count.to_dict() for name, count in self.fields.items()},
            "types": self.types,
            "calibration": None if self.people is None else self.people.calibration.to_dict(),
            "effect": effects[0] if effects else None,
            "effects": effects,
            "kinds": kinds,
            "leaked_documents": docs,
            "passages": passages,
            "documents": None if documents is None else documents.to_dict(),
            "counts": dict(self.leaks.counts),
        }


@dataclass(frozen=True, slots=True)
class FieldCount:
    """Leaks by one field of the test queries, or from one file."""

    queries: int  # test queries with a leak
    train: int  # training texts with a leak
    review: int  # test queries that people are to look at, by this field alone

    @classmethod
    def of(cls, leaks: Leaks, field: str | None = None, source: str | None = None) -> FieldCount:
        """Counted over the pairs of a field and of a file of training texts; None: of all."""
        pairs = [p for p in leaks if field in (None, p.field) and source in (None, p.source)]
        sure = [pair for pair in pairs if pair.verdict == "leak"]
        leaked = {pair.query for pair in sure}
        to_review = {pair.query for pair in pairs if pair.verdict == "review"} - leaked
        return cls(len(leaked), len({(pair.source, pair.train) for pair in sure}), len(to_review))

    def to_dict(self) -> dict[str, int]:
        """The JSON form."""
        return {"queries": self.queries, "train": self.train, "review": self.review}
