"""People's labels on the pairs that they are of: which pairs these are, and the pairs with people's word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from irassay.collection.texts import VARIANT
from irassay.collection.training import Training
from irassay.leakage.decide import from_threshold, propose_type
from irassay.leakage.files import LeakedRows, unbroken
from irassay.leakage.leaks import Kind, Leak, Leaks, Says
from irassay.leakage.pair_labels import PairLabel

ADDED = "pairs that people alone call leaks"
UNKNOWN = "labels of pairs that were not found"
ABSENT = "labels of training texts that no file has"
AMBIGUOUS = "labels for several pairs"
CONTRARY = "pairs on which people disagree"


@dataclass(frozen=True, slots=True)
class LabelledPairs:
    """Which pairs people's labels are of."""

    pairs: tuple[tuple[PairLabel, list[Leak]], ...]  # a label by text alone stands once for each pair with that text
    unknown: tuple[PairLabel, ...]  # labels of pairs that were not found
    n_ambiguous: int  # labels by line number alone that fit several training texts or files


def rows_of_pairs(leaks: Iterable[Leak]) -> list[list[Leak]]:
    """The rows of each pair of a query and a training text: one a field."""
    by_pair: dict[tuple[str, ...], list[Leak]] = {}
    for row in leaks:
        text = unbroken(row.train_text)
        by_pair.setdefault((row.query, row.train, text, "" if text else row.source), []).append(row)
    return list(by_pair.values())


def labels_of_pairs(leaks: Iterable[Leak], labels: Iterable[PairLabel]) -> LabelledPairs:
    """Each label with the rows of its pair in all fields: those of its query and training text, by text where it has no
    id."""
    by_id: dict[tuple[str, str], list[list[Leak]]] = {}
    by_text: dict[tuple[str, str], list[list[Leak]]] = {}
    for rows in rows_of_pairs(leaks):
        by_id.setdefault((rows[0].query, rows[0].train), []).append(rows)
        by_text.setdefault((rows[0].query, unbroken(rows[0].train_text)), []).append(rows)
    pairs, unknown, n_ambiguous = [], [], 0
    for label in labels:
        of = [rows for rows in (by_id if label.train else by_text).get(label.key, ()) if _is_of(label, rows)]
        if label.train and len(of) > 1:
            n_ambiguous += 1
            continue
        unknown += [] if of else [label]
        pairs += [(label, rows) for rows in of]
    return LabelledPairs(tuple(pairs), tuple(unknown), n_ambiguous)


def _is_of(label: PairLabel, rows: Sequence[Leak]) -> bool:
    """Whether a label may be of a pair: its training text is, or its file where the label has no text."""
    if label.train_text or not label.train_source:
        return label.is_of(rows[0].train_text)
    return any(row.source in ("", label.train_source) for row in rows)


def rows_of_label(label: PairLabel, rows: Sequence[Leak]) -> list[Leak]:
    """The rows of a pair that a label decides: those of its field and text, else all. A no decides all rows, unless its
    field is a variant."""
    own = [row for row in rows if label.is_about(row.field, row.text)]
    if label.is_leak:
        return own or list(rows)
    return own if label.field == VARIANT else list(rows)


def denies_same_stems(label: PairLabel, rows: Sequence[Leak]) -> bool:
    """Whether a label says no to a row that words call a leak, as both texts have the same stems."""
    same = [row for row in rows_of_label(label, rows) if row.by == "words" and row.verdict == "leak"]
    return not label.is_leak and any(row.type == "identical" for row in same)


def with_labels(
    leaks: Leaks, labels: Iterable[PairLabel], training: Sequence[Training] = (), *, threshold: float | None = None
) -> Leaks:
    """The pairs from a threshold on as leaks, then with people's verdict and type, and those that people alone call
    leaks, without a score. A label of the row's own field and text goes before others; where people disagree, the row
    is to be reviewed. With `training` only pairs are added whose text is there."""
    decided = leaks if threshold is None else from_threshold(leaks, threshold)
    known = labels_of_pairs(decided, labels)
    of_row = defaultdict(list)
    for label, rows in known.pairs:
        for row in rows_of_label(label, rows):
            of_row[id(row)].append(label)
    n_of_other_fields = len({id(label) for label, _ in known.pairs} - {id(x) for some in of_row.values() for x in some})
    pairs, contrary = [], set()
    for row in decided:
        own = [label for label in of_row[id(row)] if label.is_about(row.field, row.text)]
        said = own or of_row[id(row)]
        if len({label.is_leak for label in said}) > 1:
            contrary.add((row.query, row.train, row.train_text))
            pairs.append(replace(row, verdict="review"))
        else:
            pairs.append(_decided(row, said, is_own=bool(own)) if said else row)
    queries = set(leaks.every_query)
    named = named_pairs(label for label in known.unknown if label.query in queries)
    added = pairs_in(training, named) if training else named
    n_named, n_added = (sum(pair.n_labels for pair in some) for some in (named, added))
    pairs += [pair.row for pair in added]
    counts = {
        ADDED: sum(pair.row.verdict == "leak" for pair in added),
        UNKNOWN: len(known.unknown) - n_named + n_of_other_fields,
        ABSENT: n_named - n_added,
        AMBIGUOUS: known.n_ambiguous,
        CONTRARY: len(contrary) + sum(pair.row.verdict == "review" for pair in added),
    }
    return leaks.with_pairs(pairs, {what: n for what, n in counts.items() if n})


def _decided(row: Leak, labels: Sequence[PairLabel], *, is_own: bool) -> Leak:
    """The row with what people say, who agree on leak or not; of several types the proposed one, else the first."""
    types = [label.type for label in labels if label.type and (is_own or not label.is_leak)]
    verdict: Says = "leak" if labels[0].is_leak else "no"
    kind = row.type if row.type in types or not types else types[0]
    if verdict == "leak" and kind == "different":
        kind = "reformulation"
    return replace(row, verdict=verdict, type=kind, by="people")


@dataclass(frozen=True, slots=True)
class NamedPair:
    """A pair by people's labels alone."""

    row: Leak  # without a score; to be reviewed where people disagree
    n_labels: int


def named_pairs(labels: Iterable[PairLabel]) -> list[NamedPair]:
    """The pairs among labels that somebody calls a leak."""
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
    most."""
    rows = LeakedRows(pair.row for pair in named)
    seen: dict[Leak, Leak] = {}
    for one in training if named else ():
        for row in one:
            for pair in rows.pairs_of(row, one.source):
                seen.setdefault(pair, replace(pair, train=row.id, train_text=row.query, source=one.source))
        if len(seen) == len(named):
            break
    return [replace(pair, row=seen[pair.row]) for pair in named if pair.row in seen]
