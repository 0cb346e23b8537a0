"""The training texts nearest to each test text: a value that shards of training texts are merged into."""

from __future__ import annotations

import json
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import Any, NamedTuple

from irassay.arguments import is_number, whole_number
from irassay.errors import InputError, UsageError
from irassay.random_keys import Seed, key_of

NEIGHBOURS = 100  # of a test text
FLOOR = 0.7  # least cosine: MiniLM-L6 has 88% of people's reformulations above it
SAMPLE = 2_000  # training texts by which it is estimated what chance puts above the floor
FORM = "irassay.nearest/1"


class Neighbour(NamedTuple):
    """A training text near to a test text."""

    distance: float  # minus the cosine, so that the nearest sort first
    train: str
    source: str
    text: str

    @property
    def similarity(self) -> float:
        """The cosine."""
        return 0.0 - self.distance


class Drawn(NamedTuple):
    """A training text drawn at random."""

    draw: int  # random, 0 to 2^64 - 1; the texts with the least ones are drawn
    train: str
    source: str
    text: str
    hits: int  # test texts at or above the floor


class Terms(NamedTuple):
    """What is asked of every shard of training texts."""

    queries: str  # digest of the test texts and of the encoder's name; "" before these are known
    neighbours: int  # training texts of a list, at most
    floor: float  # least cosine of a neighbour
    n_sample: int  # training texts drawn at random
    key: int

    @classmethod
    def of(cls, *, neighbours: int = NEIGHBOURS, floor: float = FLOOR, sample: int = SAMPLE, seed: Seed = 0) -> Terms:
        """What is asked of any test texts; UsageError where one is out of its range."""
        whole_number("neighbours", neighbours, 1)
        whole_number("sample", sample, 0)
        if not is_number(floor) or not -1 <= floor <= 1:
            raise UsageError(f"expected floor from -1 to 1, but got floor={floor!r}")
        return cls("", neighbours, float(floor), sample, key_of(seed))


@dataclass(frozen=True, slots=True)
class Nearest:
    """The training texts nearest to each test text, of all training texts or a shard of them."""

    terms: Terms  # shards merge where these are the same
    n_train: int
    n_empty: int  # without a character that is seen; compared with nothing
    n_zero: int  # with a zero vector; compared with nothing
    lists: tuple[tuple[Neighbour, ...], ...]  # one a test text; nearest first, then by id and source in byte order
    sample: tuple[Drawn, ...]  # drawn at random among those compared

    @property
    def n_compared(self) -> int:
        """Training texts with a vector that has a direction."""
        return self.n_train - self.n_empty - self.n_zero

    def merge(self, other: Nearest) -> Nearest:
        """The nearest of both shards, whatever their order or grouping; UsageError where their terms differ."""
        if self.terms != other.terms:
            raise UsageError(
                "shards of nearest texts are merged where test texts, encoder and options are the same, but got "
                f"{self.terms} and {other.terms}"
            )
        most = self.terms.neighbours
        return Nearest(
            self.terms,
            self.n_train + other.n_train,
            self.n_empty + other.n_empty,
            self.n_zero + other.n_zero,
            tuple(tuple(nsmallest(most, (*a, *b))) for a, b in zip(self.lists, other.lists, strict=True)),
            tuple(nsmallest(self.terms.n_sample, (*self.sample, *other.sample))),
        )

    def to_bytes(self) -> bytes:
        """Equal bytes for equal values."""
        rows = sorted({*map(_row, chain(*self.lists)), *map(_row, self.sample)})
        places = {row: i for i, row in enumerate(rows)}
        body: dict[str, Any] = {
            "form": FORM,
            "terms": self.terms,
            "counts": (self.n_train, self.n_empty, self.n_zero),
            "rows": rows,
            "lists": [[(one.distance, places[_row(one)]) for one in of] for of in self.lists],
            "sample": [(one.draw, places[_row(one)], one.hits) for one in self.sample],
        }
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, saved: bytes) -> Nearest:
        """What `to_bytes` wrote; InputError for other bytes."""
        try:
            body = json.loads(saved)
            if body["form"] != FORM:
                raise ValueError
            rows: list[tuple[str, str, str]] = [tuple(row) for row in body["rows"]]
            lists = tuple(tuple(Neighbour(distance, *rows[i]) for distance, i in of) for of in body["lists"])
            sample = tuple(Drawn(*one) for one in ((draw, *rows[i], hits) for draw, i, hits in body["sample"]))
            n_train, n_empty, n_zero = body["counts"]
            return cls(Terms(*body["terms"]), n_train, n_empty, n_zero, lists, sample)
        except (ValueError, KeyError, TypeError, IndexError):
            raise InputError(f"a shard of nearest texts can't be read, expected {FORM}: make it again") from None


def _row(one: Neighbour | Drawn) -> tuple[str, str, str]:
    return one.train, one.source, one.text
