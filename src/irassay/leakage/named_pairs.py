"""Pairs that people call leaks and that were not found: words and vectors see no likeness that people see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from irassay.collection.training import Training
from irassay.leakage.files import unbroken
from irassay.leakage.leaked_rows import LeakedRows
from irassay.leakage.leaks import Kind, Leak
from irassay.leakage.pair_labels import PairLabel
from irassay.leakage.types import propose_type


@dataclass(frozen=True, slots=True)
class NamedPair:
    """A pair by people's labels alone."""

    row: Leak  # without a score; to be reviewed where people disagree
    n_labels: int


def named_pairs(labels: Iterable[PairLabel]) -> list[NamedPair]:
    """The pairs among labels that somebody calls a leak.

    >>> label = PairLabel("q1", "t7", "red fox", "vixens", "title", None, True, None, "labels.tsv")
    >>> [(pair.row.verdict, pair.row.type, pair.row.by) for pair in named_pairs([label])]
    [('leak', 'reformulation', 'people')]
    """
    by_pair: dict[tuple[str, ...], list[PairLabel]] = {}
    for label in labels:
        text = unbroken(label.train_text)
        by_pair.setdefault((*label.key, text, "" if text else label.train_source), []).append(label)
    return [NamedPair(_row(some), len(some)) for some in by_pair.values() if any(label.is_leak for label in some)]


def _row(labels: Sequence[PairLabel]) -> Leak:
    leaks = [label for label in labels if label.is_leak]
    first = leaks[0]
    kind = next((label.type for label in leaks if label.type), None) or _proposed(first.text, first.train_text)
    verdict = "leak" if len(leaks) == len(labels) else "review"
    of = first.field, first.text, first.train_text, first.train_source
    return Leak(first.query, first.train, verdict, kind, "people", None, None, *of)  # type: ignore[arg-type]


def _proposed(text: str, train_text: str) -> Kind:
    kind = propose_type(text, train_text, similarity=None) if text and train_text else "reformulation"
    return "reformulation" if kind == "different" else kind


def pairs_in(training: Sequence[Training], named: Sequence[NamedPair]) -> list[NamedPair]:
    """The pairs whose training text is among these, with its first row's id, text and file; training is read once at
    most.
    """
    rows = LeakedRows(pair.row for pair in named)
    seen: dict[Leak, Leak] = {}
    for one in training if named else ():
        for row in one:
            for pair in rows.pairs_of(row, one.source):
                seen.setdefault(pair, replace(pair, train=row.id, train_text=row.query, source=one.source))
        if len(seen) == len(named):
            break
    return [replace(pair, row=seen[pair.row]) for pair in named if pair.row in seen]
