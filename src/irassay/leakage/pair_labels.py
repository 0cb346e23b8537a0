"""People's labels of pairs of a test query and a training text: the noun, and how far two people agree on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from irassay.agreement.label_agreement import Coefficient, LabelAgreement
from irassay.errors import InputError, cut
from irassay.leakage.files import unbroken
from irassay.leakage.leaks import KINDS, Kind
from irassay.leakage.said import LEAKAGE
from irassay.random_keys import Seed, key_of

OTHER_TOPIC = "Different Topic"
OF_TITLE, OF_VARIANT = "Title-", "Variant-"
OF_LEAKS = ("no", "leak")


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
        """Whether the label may be of this training text: it is the label's own, or one of both is not known.

        Quotes and spaces don't count: spreadsheets put quotes around cells.
        """
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
    counts = {} if kinds is None else _cells(kinds)
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


def _cells(of: LabelAgreement) -> dict[tuple[str, str], int]:
    return {(KINDS[i], KINDS[j]): int(n) for (i, j), n in np.ndenumerate(of.total) if n}
