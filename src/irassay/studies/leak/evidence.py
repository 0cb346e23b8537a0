"""Everything that is known of leaks, as words, tables and sections read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irassay.leakage import Leaks
from irassay.leakage.calibration import Calibration
from irassay.leakage.find import Search
from irassay.leakage.leaks import KINDS
from irassay.leakage.pair_labels import PairLabels, PeopleAgreement
from irassay.leakage.what_leaked import PARTS, Kinds
from irassay.provenance import Provenance
from irassay.studies.leak.effects import Scored


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
        """Test field -> how many queries and training texts have a leak by it."""
        return {name: FieldCount.of(self.leaks, name) for name in _in_order(pair.field for pair in self.leaks)}

    @property
    def types(self) -> dict[str, int]:
        """Type -> leaks of it, every type."""
        types = [pair.type for pair in self.leaks if pair.verdict == "leak"]
        return {kind: types.count(kind) for kind in KINDS}

    def _kinds(self) -> dict[str, int] | None:
        """What leaked -> of how many test queries; None where that was not asked for."""
        return None if self.kinds is None else {part: len(self.kinds.queries(part)) for part in PARTS}

    def _passages(self) -> dict[str, Any] | None:
        """How far the training passages could be compared with the relevant documents."""
        if self.kinds is None:
            return None
        of = self.kinds
        return {
            "passages": of.n_passages,
            "not_compared": of.n_unread,
            "queries_not_told": len(of.untold),
            "relevant": of.n_relevant,
            "with_text": of.n_with_text,
        }

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, ``irassay.leak/1``, without its provenance."""
        low, high = self.leaks.interval
        documents = None if self.scored is None else self.scored.without_documents
        effects = [effect.to_dict() for effect in self.scored.effects] if self.scored is not None else []
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
            "kinds": self._kinds(),
            "leaked_documents": None if self.kinds is None else self.kinds.documents(["pair", "document"]),
            "passages": self._passages(),
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


def _in_order(names: Iterable[str]) -> list[str]:
    """Title, description, then others by name."""
    known = ("title", "description")
    return sorted(set(names), key=lambda name: (known.index(name) if name in known else len(known), name))
