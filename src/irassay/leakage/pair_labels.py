"""People's labels of pairs of a test query and a training text: the noun, and what a list of labels means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from irassay.leakage.files import unbroken
from irassay.leakage.leaks import KINDS, Kind

OTHER_TOPIC = "Different Topic"
OF_TITLE, OF_VARIANT = "Title-", "Variant-"


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
    raise ValueError(f'label "{label}", expected {", ".join(KINDS)}, one of these behind {OF_TITLE}, or {OTHER_TOPIC}')
