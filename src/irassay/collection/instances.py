"""Instances that a reranker is trained on: a query, a document, and whether it is relevant; pairs of both classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias, get_args

from irassay.errors import InputError, cut

Condition: TypeAlias = Literal["filler", "train", "test"]
CONDITIONS: tuple[Condition, ...] = get_args(Condition)


class Instance(NamedTuple):
    """A query, a document and its class.

    Attributes
    ----------
    query, query_text, doc, text : str
        Ids and texts; a text is "" where the file has none.
    relevant : bool
    condition : {"filler", "train", "test"}
        Why it is there: no leak, a training query that people call a leak, or a test query itself.
    topic : str
        The test query that it leaks; "" for filler.
    source : str
        Where the query came from.
    """

    query: str
    query_text: str
    doc: str
    text: str
    relevant: bool
    condition: Condition = "filler"
    topic: str = ""
    source: str = ""


class Instances(Sequence[Instance]):
    """The instances of a training set, two a pair: a relevant and a non-relevant document of one query.

    Parameters
    ----------
    pairs : iterable of (Instance, Instance)
        Relevant, then non-relevant.
    source : str
        The file.

    Examples
    --------
    >>> pair = Instance("q1", "red fox", "d1", "A fox.", True), Instance("q1", "red fox", "d2", "A hat.", False)
    >>> len(Instances([pair])), Instances([pair]).leaked
    (2, ())
    """

    __slots__ = ("pairs", "source")

    def __init__(self, pairs: Iterable[tuple[Instance, Instance]], *, source: str = "") -> None:
        self.pairs = tuple(pairs)
        self.source = source

    @classmethod
    def of(cls, instances: Iterable[Instance], *, source: str = "") -> Instances:
        """Pairs of instances in any order: of a query the first relevant one with the first that is not, and so on.

        Raises
        ------
        InputError
            Where a query has more of one class than of the other.
        """
        waiting: dict[str, tuple[list[tuple[int, Instance]], list[tuple[int, Instance]]]] = {}
        pairs: list[tuple[int, tuple[Instance, Instance]]] = []
        for place, one in enumerate(instances):
            of = waiting.setdefault(one.query, ([], []))
            if of[one.relevant]:
                first, other = of[one.relevant].pop(0)
                pairs.append((first, (one, other) if one.relevant else (other, one)))
            else:
                of[not one.relevant].append((place, one))
        for query, (relevant, others) in waiting.items():
            if relevant or others:
                more = "relevant" if relevant else "non-relevant"
                raise InputError(
                    f"{source or 'the training set'} has {len(relevant or others):,} more {more} documents of query "
                    f"{cut(query)} than of the other class; expected as many of both"
                )
        return cls((pair for _, pair in sorted(pairs, key=lambda at: at[0])), source=source)

    def __len__(self) -> int:
        return 2 * len(self.pairs)

    def __iter__(self) -> Iterator[Instance]:
        return (one for pair in self.pairs for one in pair)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return tuple(self)[place]

    @property
    def leaked(self) -> tuple[Instance, ...]:
        """The instances that leak a test query."""
        return tuple(one for one in self if one.topic)

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of what a model learns from: texts and classes, in order."""
        hashed = sha256()
        for one in self:
            hashed.update(repr((one.query_text, one.text, one.relevant)).encode("utf-8", "surrogatepass"))
        return hashed.hexdigest()

    def __repr__(self) -> str:
        return f"Instances({len(self.pairs):,} pairs, {len(self.leaked):,} leaked instances)"
