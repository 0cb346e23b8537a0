"""The training texts nearest to each test text: the vectors of these, a value of shards, and the part of chance."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from heapq import nsmallest
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from irassay.arguments import is_number, whole_number
from irassay.arrays import F32, F64, I64
from irassay.collection.texts import TestText
from irassay.comparison.proportions import wilson
from irassay.errors import InputError, UsageError, cut
from irassay.leakage.leaks import LEAKAGE, Z
from irassay.messages import percent
from irassay.random_keys import Seed, key_of
from irassay.search.encoders import Encoder, TextEncoder, encoding_of
from irassay.search.nearest import rounding_margin

BATCH = 1024  # texts handed to the encoder at a time
AnyEncoder: TypeAlias = str | os.PathLike[str] | Encoder | TextEncoder
LEAST_ROUGH, MOST_ROUGH = 1e-30, 1e30  # float32 adds squares between these without losing small ones, or overflowing
AT_ONCE = 1 << 16  # numbers of the pairs whose cosine is taken at a time: they stay in cache
NEIGHBOURS = 100  # of a test text
FLOOR = 0.7  # least cosine: MiniLM-L6 has 88% of people's reformulations above it
SAMPLE = 2_000  # training texts by which it is estimated what chance puts above the floor
FORM = "irassay.nearest/1"


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """Test texts, each with the row of its vector; equal texts have one row."""

    texts: tuple[TestText, ...]
    rows: I64  # (n,); -1 for a text without a visible character, or a zero vector
    vectors: F32  # (m, d), as the encoder gives them
    squares: F64  # (m,), of their lengths
    digest: str  # of the texts and the encoder's name

    @classmethod
    def of(cls, texts: Iterable[tuple[str, str, str]], encoder: TextEncoder) -> QueryVectors:
        """The vectors of test texts (query, field, text); InputError without a text or for a vector not finite."""
        given = tuple(TestText(*one) for one in texts)
        if not given:
            raise InputError("no test text, expected one or more")
        first = {one.text: one for one in reversed(given) if one.text.strip()}
        distinct = [one for one in given if first.get(one.text) is one]
        parts = [
            checked_vectors(encoder, [one.text for one in some], [f"query {one.query}, {one.field}" for one in some])[0]
            for some in (distinct[at : at + BATCH] for at in range(0, len(distinct), BATCH))
        ]
        vectors = np.concatenate(parts) if parts else np.empty((0, 1), np.float32)
        squares = squares_of(vectors)
        directed = squares > 0
        row = dict(zip((one.text for one in distinct), np.where(directed, np.cumsum(directed) - 1, -1).tolist()))
        rows = np.array([row.get(one.text, -1) for one in given], dtype=np.int64)
        said = json.dumps([given, encoder.encoding.to_dict()], ensure_ascii=False).encode()
        return cls(given, rows, vectors[directed], squares[directed], blake2b(said, digest_size=16).hexdigest())


def ready_encoder(encoder: AnyEncoder, threads: int = 0) -> TextEncoder:
    """The encoder, loaded; MissingLibrary, InputError without such a model, UsageError without such a function."""
    if isinstance(encoder, TextEncoder):
        return encoder
    function = None if isinstance(encoder, str | os.PathLike) else encoder
    return TextEncoder(encoding_of(encoder), function, threads=threads)


def checked_vectors(encoder: TextEncoder, texts: Sequence[str], places: Sequence[str]) -> tuple[F32, F32 | F64]:
    """The vectors of texts and the `rough_squares` of their lengths, encoded as queries."""
    vectors = np.ascontiguousarray(encoder.queries(texts), dtype=np.float32)
    squares = rough_squares(vectors)
    wrong = np.flatnonzero(~np.isfinite(squares)).tolist()
    if wrong:
        odd = [(i, int(np.flatnonzero(~np.isfinite(vectors[i]))[0])) for i in wrong[:20]]
        raise InputError(
            LEAKAGE("vectors.not-finite", encoder=encoder.encoding.encoder),
            tuple(f"{places[i]}  {cut(texts[i])}: number {at + 1} of its vector is {vectors[i, at]}" for i, at in odd),
            len(wrong),
            advice="leave these texts out, or take another encoder",
        )
    return vectors, squares


def squares_of(vectors: F32) -> F64:
    """The square of each vector's length; neither more rows nor fewer change its last digit."""
    wide = vectors.astype(np.float64)
    squares: F64 = np.multiply(wide, wide, out=wide).sum(axis=1)
    return squares


def rough_squares(vectors: F32) -> F32 | F64:
    """The squares of lengths in float32, or as `squares_of` where float32 can't hold one of them."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        rough: F32 = np.einsum("ij,ij->i", vectors, vectors)
    return rough if ((rough > LEAST_ROUGH) & (rough < MOST_ROUGH)).all() else squares_of(vectors)


def unit_vectors(vectors: F32, squares: F32 | F64) -> F32:
    """The vectors at length 1, by their `rough_squares` or `squares_of`."""
    if squares.dtype == np.float32:
        units: F32 = vectors * (1 / np.sqrt(squares)).astype(np.float32)[:, None]
        return units
    return np.divide(vectors, np.sqrt(squares)[:, None], dtype=np.float64).astype(np.float32)


def cosine_margin(width: int) -> float:
    """How far a product of two `unit_vectors`, summed in float32 in any order, can be from `exact_cosines`: roundings
    of the product, a rough length, four in the divisions, four for float64. Assumes `squares_of` on one side. Source:
    Higham, Accuracy and stability of numerical algorithms, 2002, 3.1."""
    return float(rounding_margin(width + (width + 1) // 2 + 8, np.array(1.0)))


def exact_cosines(one: F32, one_squares: F64, other: F32, other_squares: F64, i: I64, j: I64) -> F64:
    """The cosine of `one[i[n]]` and `other[j[n]]` for each n, which depends on nothing but the two vectors: exactly 1
    where one is the other times a power of two."""
    cosines = np.empty(len(i))
    step = max(1, AT_ONCE // one.shape[1])
    for at in range(0, len(i), step):
        some = slice(at, at + step)
        products = one[i[some]].astype(np.float64)
        np.multiply(products, other[j[some]], out=products)
        cosines[some] = products.sum(axis=1)
    cosines /= np.sqrt(one_squares[i] * other_squares[j])
    return np.clip(cosines, -1.0, 1.0, out=cosines)


def just_below(values: Any) -> F32:
    """The greatest float32 that are below these numbers, so that nothing is lost by comparing with them."""
    below: F32 = np.nextafter(np.asarray(values).astype(np.float32), np.float32(-np.inf))
    return below


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
            raise UsageError(LEAKAGE("vectors.floor", floor=floor))
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
            raise UsageError(LEAKAGE("vectors.shards", terms=self.terms, others=other.terms))
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
            raise InputError(LEAKAGE("vectors.saved", form=FORM)) from None


def _row(one: Neighbour | Drawn) -> tuple[str, str, str]:
    return one.train, one.source, one.text


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance puts at or above the floor."""

    floor: float
    share: float  # of pairs of a test text and any training text, 0 to 1
    low: float  # 95% interval of the share
    high: float
    n_drawn: int  # training texts drawn at random, all their pairs counted
    n_train: int
    n_pairs: int
    expected: float  # training texts from the floor on, the mean over test queries
    neighbours: int  # training texts kept for each test text
    texts_per_query: float

    def explain(self) -> str:
        """In words, for people."""
        if not self.n_pairs:
            return LEAKAGE("chance.unknown")
        drawn = {"floor": self.floor, "pairs": self.n_pairs, "drawn": self.n_drawn, "train": self.n_train}
        if not self.share:
            most = self.high * self.n_train * self.texts_per_query
            return LEAKAGE("chance.none", most=most, **drawn)
        unit, of = (1e4, "10,000") if self.high >= 1e-4 else (1e6, "1,000,000")
        if self.high >= 0.01:
            rate, low, high = percent(self.share), percent(self.low), percent(self.high)
            rate += " of the"
        else:
            rate, low, high = (f"{part * unit:.2g}" for part in (self.share, self.low, self.high))
            rate += f" in {of}"
        many = self.expected > self.neighbours * self.texts_per_query
        return LEAKAGE(
            "chance",
            rate=rate, low=low, high=high, whole=self.n_drawn == self.n_train, expected=self.expected,
            kept=many and self.neighbours, **drawn,
        )  # fmt: skip


def chance_of(nearest: Nearest, queries: QueryVectors) -> Chance:
    """What chance puts at or above the floor of a search through all training texts: exact where every text is in the
    sample, else an interval of `clustered_share` over training texts."""
    n_texts = int((queries.rows >= 0).sum())
    n_queries = len({text.query for text in queries.texts})
    hits = np.array([one.hits for one in nearest.sample], dtype=np.int64)
    n_pairs = n_texts * len(hits)
    share, low, high = clustered_share(hits, n_texts)
    if len(hits) == nearest.n_compared and n_pairs:
        low = high = share
    per_query = n_texts / n_queries
    counts, expected = (len(hits), nearest.n_compared, n_pairs), share * nearest.n_compared * per_query
    terms = nearest.terms
    return Chance(terms.floor, share, low, high, *counts, expected, terms.neighbours, per_query)


def clustered_share(hits: I64, of_each: I64 | int) -> tuple[float, float, float]:
    """The share of hits among the pairs of clusters, with Wilson's 95% interval for the effective number of pairs, p (1
    - p) over the variance of p; where all or none hit, a cluster counts as one. Source: Wilson 1927; Korn and Graubard
    1998; Cochran, Sampling techniques, 1977, 6.4."""
    pairs = np.broadcast_to(of_each, hits.shape)
    some = pairs > 0
    hits, pairs, n = hits[some], pairs[some], int(some.sum())
    if not n:
        return 0.0, 0.0, 1.0
    n_pairs = float(pairs.sum())
    share = float(hits.sum()) / n_pairs
    spread = float(((hits - share * pairs) ** 2).sum()) * n / max(1, n - 1) / n_pairs**2
    effective = min(share * (1 - share) / spread, n_pairs) if spread else float(n)
    low, high = wilson(np.array([share * effective]), effective, Z)[0]  # type: ignore[arg-type]
    return share, float(low) if share > 0 else 0.0, float(high) if share < 1 else 1.0
