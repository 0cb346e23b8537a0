"""People's labels of pairs: the noun, how far two people agree, and the pairs with people's word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from irassay.agreement.label_agreement import Coefficient, LabelAgreement
from irassay.collection.texts import VARIANT
from irassay.collection.training import Training
from irassay.errors import InputError, cut
from irassay.leakage.decide import from_threshold, propose_type
from irassay.leakage.files import LeakedRows, unbroken
from irassay.leakage.leaks import KINDS, LEAKAGE, Kind, Leak, Leaks, Says
from irassay.random_keys import Seed, key_of

OTHER_TOPIC = "Different Topic"
OF_TITLE, OF_VARIANT = "Title-", "Variant-"
OF_LEAKS = ("no", "leak")
ADDED = "pairs that people alone call leaks"
UNKNOWN = "labels of pairs that were not found"
ABSENT = "labels of training texts that no file has"
AMBIGUOUS = "labels for several pairs"
CONTRARY = "pairs on which people disagree"


@dataclass(frozen=True, slots=True)
class PairLabel:
    """What somebody says of a pair.

    Attributes
    ----------
    query, train : str
        Ids; `train` is "" where only the text is known.
    text, train_text : str
        "" where they are not known.
    field : str
        Of the test query; "" where it is not known.
    type : {"identical", "generalization", "specialization", "reformulation", "different"} or None
        None where somebody only said that the pair leaks.
    is_leak : bool
    similarity : float or None
        As the file has it.
    source : str
        The file of labels.
    train_source : str
        The file of training texts; "" where it is not known.
    """

    query: str
    train: str
    text: str
    train_text: str
    field: str
    type: Kind | None
    is_leak: bool
    similarity: float | None
    source: str
    train_source: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Ids, or the training text for its id; numbers of lines may be the ids of two texts."""
        return self.query, self.train or unbroken(self.train_text)

    def is_of(self, train_text: str) -> bool:
        """Whether the label may be of this training text: it is the label's own, or one of both is not known."""
        return _may_be(self.train_text, train_text)

    def is_about(self, field: str, text: str) -> bool:
        """Whether the label may be about this text of the test query: field and text are its own, or not known.

        Examples
        --------
        >>> label = PairLabel("q1", "t7", "", "", "title", "identical", True, None, "labels.tsv")
        >>> label.is_about("title", "red fox"), label.is_about("description", "Which foxes are red?")
        (True, False)
        """
        return not (self.field and field and self.field != field) and _may_be(self.text, text)


@dataclass(frozen=True, slots=True)
class PairLabels(Sequence[PairLabel]):
    """The labels of one file.

    Attributes
    ----------
    labels : tuple of PairLabel
        In the order of the file.
    source : str
    n_without : int
        Pairs of the file that nobody labelled.
    n_by_machines : int
        Of these, rows with a machine's evidence in the column ``by``.
    """

    labels: tuple[PairLabel, ...]
    source: str
    n_without: int = 0
    n_by_machines: int = 0

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[PairLabel]:
        return iter(self.labels)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.labels[place]

    def says_as(self, other: PairLabels) -> bool:
        """Whether another file has the same labels, in whatever order, as a copy has."""
        one, two = ({replace(label, source="") for label in of.labels} for of in (self, other))
        return one == two


def type_of_labels(labels: Sequence[str]) -> Kind:
    """The type that the published annotations' labels mean; `Different Topic` wins, else the first that compares with
    the topic's title, and a variant alone is a reformulation. ValueError for another label. Source: Froebe et al.,
    SPIRE 2022: this mapping, which the paper does not state, gives their Tables 2 and 2a exactly."""
    types = [_type_of(label.removeprefix(OF_VARIANT)) for label in labels]
    if "different" in types:
        return "different"
    of_title = (kind for kind, label in zip(types, labels) if not label.startswith(OF_VARIANT))
    return next(of_title, "reformulation")


def _may_be(one: str, other: str) -> bool:
    return not (one and other) or _unquoted(one) == _unquoted(other)


def _unquoted(text: str) -> str:
    return " ".join(text.replace('"', " ").split())


def _type_of(label: str) -> Kind:
    word = label.removeprefix(OF_TITLE).strip().lower()
    for kind in KINDS:
        if word == kind or (kind == "different" and label == OTHER_TOPIC):
            return kind
    raise ValueError(LEAKAGE("labels.unknown", label=label, kinds=KINDS, title=OF_TITLE, topic=OTHER_TOPIC))


@dataclass(frozen=True)
class PeopleAgreement:
    """Agreement on the pairs that two people labelled."""

    sources: tuple[str, str]  # the files
    n_pairs: int
    n_types: int  # pairs typed by both, no leak as different; 0 where no leak is typed
    only_first: int  # labelled by one
    only_second: int
    kinds: Coefficient | None  # Cohen's kappa on the five types; None where `n_types` is 0
    kinds_agree: float  # share of pairs with the same type; NaN where `n_types` is 0
    verdicts: Coefficient  # Cohen's kappa on leak or not
    verdicts_agree: float
    counts: Mapping[tuple[str, str], int]  # pairs by the first's and the second's type
    disagreements: tuple[tuple[PairLabel, PairLabel], ...]  # by type or verdict, in the order of the first file


def people_agreement(first: PairLabels, second: PairLabels, *, seed: Seed = 0) -> PeopleAgreement:
    """How far two people agree on the pairs that both labelled; InputError where there are none. Queries are
    independent. Source: Cohen 1960, unweighted; the interval as in `irassay.agreement.label_agreement`."""
    both = _pairs(first, second)
    if not both:
        examples = " and ".join(f"{cut(of[0].query)} with {cut(of[0].key[1])}" for of in (first, second) if len(of))
        raise InputError(LEAKAGE("labels.no-common", source=first.source, other=second.source, examples=examples))
    alone = len(first) - len(both), len(second) - len({id(other) for _, other in both})
    typed = [(one, other) for one, other in both if one.type and other.type]
    if all(label.type == "different" for pair in typed for label in pair):  # which a no is, though nobody gave types
        typed = []
    kinds = _agreement([(one.query, str(one.type), str(other.type)) for one, other in typed], KINDS, seed)
    verdicts = _agreement([(one.query, _verdict(one), _verdict(other)) for one, other in both], OF_LEAKS, seed)
    assert verdicts is not None
    cells = np.ndenumerate([] if kinds is None else kinds.total)
    counts: dict[tuple[str, str], int] = {(KINDS[at[0]], KINDS[at[1]]): int(n) for at, n in cells if n}
    differ = [
        pair for pair in both if pair[0].is_leak != pair[1].is_leak or (pair in typed and pair[0].type != pair[1].type)
    ]
    return PeopleAgreement(
        (first.source, second.source),
        len(both),
        len(typed),
        *alone,
        kinds=None if kinds is None else kinds.coefficients[0],
        kinds_agree=float("nan") if kinds is None else _share(kinds),
        verdicts=verdicts.coefficients[0],
        verdicts_agree=_share(verdicts),
        counts=counts,
        disagreements=tuple(differ),
    )


def _pairs(first: PairLabels, second: PairLabels) -> list[tuple[PairLabel, PairLabel]]:
    """The labels of the same pair, in the order of the first file."""
    by_key: dict[tuple[str, str], list[PairLabel]] = {}
    for label in second:
        by_key.setdefault(label.key, []).append(label)
    pairs = (
        (one, [x for x in by_key.get(one.key, ()) if x.is_of(one.train_text) and x.is_about(one.field, one.text)])
        for one in first
    )
    return [(one, others[0]) for one, others in pairs if others]


def _agreement(rows: Sequence[tuple[str, str, str]], words: Sequence[str], seed: Seed) -> LabelAgreement | None:
    """Counts of two words by query, as of two label sets whose grades are the words' places."""
    if not rows:
        return None
    place = {query: i for i, query in enumerate(sorted({query for query, _, _ in rows}, key=str.encode))}
    counts = np.zeros((len(place), len(words), len(words)), dtype=np.int64)
    for query, one, other in rows:
        counts[place[query], words.index(one), words.index(other)] += 1
    return LabelAgreement(("first", "second"), list(place), list(range(len(words))), counts, 0, 0, key_of(seed))


def _verdict(label: PairLabel) -> str:
    return OF_LEAKS[label.is_leak]


def _share(of: LabelAgreement) -> float:
    return float(np.trace(of.total)) / of.n_pairs


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
    """Each label with its pair's rows in all fields: those of its query and training text, by text without an id."""
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
    """A pair's rows that a label decides: of its field and text, else all; all for a no, unless of a variant."""
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
    kind = next((label.type for label in leaks if label.type), None)
    if kind is None:
        texts = first.text, first.train_text
        proposed = propose_type(*texts) if all(texts) else "reformulation"
        kind = "reformulation" if proposed == "different" else proposed
    verdict = "leak" if len(leaks) == len(labels) else "review"
    of = first.field, first.text, first.train_text, first.train_source
    return Leak(first.query, first.train, verdict, kind, "people", None, None, *of)  # type: ignore[arg-type]


def pairs_in(training: Sequence[Training], named: Sequence[NamedPair]) -> list[NamedPair]:
    """The pairs whose training text is among these, with its first row's id, text and file; read once at most."""
    rows = LeakedRows(pair.row for pair in named)
    seen: dict[Leak, Leak] = {}
    for one in training if named else ():
        for row in one:
            for pair in rows.pairs_of(row, one.source):
                seen.setdefault(pair, replace(pair, train=row.id, train_text=row.query, source=one.source))
        if len(seen) == len(named):
            break
    return [replace(pair, row=seen[pair.row]) for pair in named if pair.row in seen]
