"""DocAttribute: one fact about documents, a set that they are in or a number that they have."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from irassay.errors import UsageError

MOST_KINDS = 6  # different texts up to which a column is of kinds


class DocAttribute:
    """A fact about documents: whether each is in a set (an old corpus, a source), or a number (a year, a length).

    Attributes
    ----------
    name : str
    values : mapping of str to float
        Document -> number; for a set 1 where the document is in it, 0 where it is known not to be.
    is_set : bool
    others : float
        The value of documents that are not in `values`: 0 for a set given by its members, else NaN, not known.

    Examples
    --------
    >>> old = DocAttribute.of_set("in v1", {"d1", "d2"})
    >>> old.of("d1"), old.of("d9")
    (1.0, 0.0)
    >>> [a.name for a in DocAttribute.of_column("source", {"d1": "web", "d2": "news", "d3": "web"})]
    ['source: news', 'source: web']
    """

    __slots__ = ("is_set", "name", "others", "values")

    def __init__(self, name: str, values: Mapping[str, float], *, is_set: bool, others: float) -> None:
        self.name = name
        self.values = values
        self.is_set = is_set
        self.others = others

    @classmethod
    def of_set(cls, name: str, docs: Collection[str]) -> DocAttribute:
        """Whether a document is one of `docs`."""
        return cls(name, dict.fromkeys(docs, 1.0), is_set=True, others=0.0)

    @classmethod
    def of_column(cls, name: str, column: Mapping[str, str | float]) -> list[DocAttribute]:
        """A column's facts: one where all values are numbers, else one for each of its kinds.

        Yes and no (true and false, 1 and 0) make one set.

        Raises
        ------
        UsageError
            More than six different texts, or none.
        """
        kinds = sorted({str(value).strip().lower() for value in column.values()})
        if kinds and set(kinds) <= set(_YES) | set(_NO):
            return [cls(name, {d: float(str(v).strip().lower() in _YES) for d, v in column.items()}, is_set=True,
                        others=float("nan"))]  # fmt: skip
        numbers = {doc: _number(value) for doc, value in column.items()}
        if numbers and all(value == value for value in numbers.values()):
            return [cls(name, numbers, is_set=False, others=float("nan"))]
        names = sorted({str(value) for value in column.values()})
        if not 1 <= len(names) <= MOST_KINDS:
            raise UsageError(
                f"{name} has {len(names):,} different texts, expected numbers, or one to {MOST_KINDS} kinds"
            )
        return [
            cls(f"{name}: {kind}", {d: float(str(v) == kind) for d, v in column.items()}, is_set=True,
                others=float("nan"))
            for kind in names
        ]  # fmt: skip

    def of(self, doc: str) -> float:
        """The value of one document; NaN where it is not known."""
        return self.values.get(doc, self.others)

    @property
    def members(self) -> frozenset[str]:
        """The documents in the set; none for numbers."""
        return frozenset(doc for doc, value in self.values.items() if value) if self.is_set else frozenset()

    @property
    def corpus_mean(self) -> float:
        """The mean over the documents of a column; NaN for a set of which only the members are known."""
        if self.others == self.others or not self.values:
            return float("nan")
        return sum(self.values.values()) / len(self.values)

    def __repr__(self) -> str:
        what = f"{len(self.members):,} documents" if self.is_set else f"numbers of {len(self.values):,} documents"
        return f"DocAttribute({self.name!r}, {what})"


_YES = ("yes", "true", "1")
_NO = ("no", "false", "0")


def _number(value: str | float) -> float:
    try:
        number = float(value)
    except ValueError:
        return float("nan")
    return number if abs(number) < float("inf") else float("nan")
