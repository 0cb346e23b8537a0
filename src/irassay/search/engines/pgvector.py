"""PostgreSQL with pgvector as an engine: stored vectors, and texts by an encoder."""

from __future__ import annotations

import math
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

from irassay.arguments import check_choice
from irassay.errors import InputError, MissingLibrary, UsageError, cut
from irassay.search.encoders import POOLINGS, Encoder, Encoding, Pooling, TextEncoder, encoding_of
from irassay.search.engines.engine_index import Address, Hits, Origin, url_of
from irassay.search.index import refuse_absent
from irassay.search.nearest import LEAST, Floats, Vectors, odd_row, relative_rounding
from irassay.search.said import SEARCH

IDS_AT_A_TIME = 500
_ENCODING = ("encoder", "pooling", "query-prefix")
_OURS = ("table", "schema", "id", "vector", "text", "distance", *_ENCODING)
_Of = TypeVar("_Of")
LEAST_LENGTH, GREATEST_LENGTH = 1e-15, 1e18  # of a vector: float32 holds the product of two
# Of libpq, where the address doesn't say: seconds to connect, and until a server that is gone is noticed.
CONNECTION = {"connect_timeout": "10", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3"}
GRACE = 5.0  # seconds that a server has to end a statement by itself
_LIMIT = "SELECT set_config('statement_timeout', %(limit)s, true)"  # milliseconds, of a transaction
_EXTENSION = (
    "SELECT extversion, nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'"
)
_STATE = """
SELECT count(*), count({id}), count({vector}), min(dims), max(dims), min(length), max(length)
FROM (SELECT {id}, {vector}, {of}.vector_dims({vector}::{of}.vector) AS dims,
             {of}.vector_norm({vector}::{of}.vector) AS length FROM {table}) AS rows
"""
# The sum with 0 keeps indexes out, which are approximate and give short lists; vectors are sent of the nearest alone.
_NEAREST = """
SELECT id, distance, {of}.vector_send(near) FROM (
  SELECT {id}::text AS id, {vector}::{of}.vector AS near,
         {vector}::{of}.vector OPERATOR({of}.{operator}) %(query)s::{of}.vector AS distance
  FROM {table} ORDER BY ({vector}::{of}.vector OPERATOR({of}.{operator}) %(query)s::{of}.vector) + 0 LIMIT %(n)s
) AS nearest
"""
_VECTORS = "SELECT {id}::text, {of}.vector_send({vector}::{of}.vector) FROM {table} WHERE {id}::text = ANY(%(ids)s)"
_COLUMN = "SELECT {id}::text, {column}::text FROM {table} WHERE {id}::text = ANY(%(ids)s)"
_IDS = "SELECT {id}::text FROM {table} WHERE {id}::text = ANY(%(ids)s)"


class VectorTable:
    """A table with a column of ids and one of vectors; `url` is for libpq, without a password, `names` has ``table``,
    ``id``, ``vector`` and perhaps ``schema``, `timeout` is the seconds of a statement."""

    def __init__(self, url: str, names: Mapping[str, str], *, where: str, distance: Distance, timeout: float) -> None:
        self._library = MissingLibrary.load("psycopg", "engines")
        self.where = where
        self.distance = distance
        self.timeout = timeout
        self._silent = False
        self._connection = self._connect(url)
        try:
            with self._transaction():
                extension = self._rows(_EXTENSION, {})
                if not extension:
                    raise InputError(f"{where}: the database has no pgvector: CREATE EXTENSION vector")
                self._names = self._quoted(names, extension[0][1])
                self.version = f"{self._rows('SHOW server_version', {})[0][0]}, pgvector {extension[0][0]}"
            self._columns = names
            with self.one_state():
                pass
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """All that is read within is of one state of the table, which is checked first. InputError where the table is
        empty, a row has no id or no vector, or the vectors can't be compared."""
        with self._transaction():
            self.dimension, self.longest = self._check_state(self._columns)
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """One transaction, with the limit of its statements: a pool may give each another connection."""
        self._rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", {})
        try:
            self._rows(_LIMIT, {"limit": str(max(1, math.ceil(self.timeout * 1000)))})
            yield
        finally:
            with suppress(InputError):  # the next one would say so
                self._rows("ROLLBACK", {})

    def nearest(self, query: Vectors, depth: int) -> list[tuple[str, float]]:
        """The documents nearest to a vector, with exact scores: pgvector's distances, in float32, only choose
        candidates, until the bound of rounding shows that no other row can reach the list."""
        length = math.sqrt(np.square(query, dtype=np.float64).sum())
        if self.distance.needs_length and length < LEAST_LENGTH:
            raise InputError(f"{self.where}: a query's vector has length {length:g}, which has no cosine")
        lengths = self.longest * length * (1 + 1e-6)
        text = "[" + ",".join(map(repr, query.tolist())) + "]"
        n = depth + 16  # a few more, so that one look is mostly enough
        while True:
            rows = self._rows(_NEAREST, {"query": text, "n": n})
            if not rows:
                return []
            scores = self.distance.scores(np.stack([_vector(row[2]) for row in rows]), query).tolist()
            best = sorted(
                zip((row[0] for row in rows), scores), key=lambda hit: (hit[1], hit[0].encode()), reverse=True
            )
            beyond = self.distance.most(max(row[1] for row in rows), self.dimension, lengths)
            if len(rows) < n or beyond < best[depth - 1][1]:
                return best[:depth]
            n *= 4

    def vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of those of the ids that are there."""
        return {doc: _vector(data) for doc, data in self._of_ids(_VECTORS, ids)}

    def texts(self, ids: Sequence[str], column: str) -> dict[str, str]:
        """The texts of those of the ids that are there."""
        texts = dict(self._of_ids(_COLUMN, ids, column=column))
        bare = next((doc for doc, text in texts.items() if text is None), None)
        if bare is not None:
            raise InputError(f"{self.where}: passage {cut(bare)} has no {cut(column)}, expected a text for each")
        return texts

    def among(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that are there."""
        with self._transaction():
            return {doc for (doc,) in self._of_ids(_IDS, ids)}

    def _of_ids(self, statement: str, ids: Sequence[str], **columns: str) -> Iterator[tuple[Any, ...]]:
        seen = set()
        for row in self._rows(statement, {"ids": list(ids)}, **columns):
            if row[0] in seen:
                raise InputError(f"{self.where}: two rows have the id {cut(row[0])}, expected one")
            seen.add(row[0])
            yield row

    def _check_state(self, names: Mapping[str, str]) -> tuple[int, float]:
        """The dimension and the greatest length of its vectors."""
        n, n_ids, n_vectors, least, most, shortest, longest = self._rows(_STATE, {})[0]
        if not n:
            raise InputError(f"{self.where}: the table is empty, expected passages")
        for column, there in (("id", n_ids), ("vector", n_vectors)):
            if there < n:
                raise InputError(SEARCH("table.without", where=self.where, rows=n - there, n=n, column=names[column]))
        if least != most:
            raise InputError(f"{self.where}: vectors of {least:,} and of {most:,} numbers, expected one dimension")
        low = LEAST_LENGTH if self.distance.needs_length else 0.0
        if not (low <= shortest and longest <= GREATEST_LENGTH):
            raise InputError(
                SEARCH(
                    "table.lengths", where=self.where, shortest=shortest, longest=longest, low=low, high=GREATEST_LENGTH
                )
            )
        return int(most), float(longest)

    def _quoted(self, names: Mapping[str, str], of: str) -> dict[str, Any]:
        """Names as SQL, each quoted."""
        parts = [names["schema"]] if names.get("schema") else []
        return {
            "table": self._identifier(*parts, names["table"]),
            "id": self._identifier(names["id"]),
            "vector": self._identifier(names["vector"]),
            "of": self._identifier(of),
            "operator": self._library.sql.SQL(self.distance.operator),
        }

    def _identifier(self, *parts: str) -> Any:
        """A name as SQL; psycopg would read a percent sign as the place of a value."""
        return self._library.sql.Identifier(*(part.replace("%", "%%") for part in parts))

    def _rows(self, statement: str, values: Mapping[str, object], **columns: str) -> list[tuple[Any, ...]]:
        names = getattr(self, "_names", {}) | {name: self._identifier(column) for name, column in columns.items()}
        watch = threading.Timer(self.timeout + GRACE, self._hang_up)
        watch.daemon = True
        watch.start()
        try:
            with self._connection.cursor(binary=True) as cursor:
                cursor.execute(self._library.sql.SQL(statement).format(**names), values)
                rows: list[tuple[Any, ...]] = cursor.fetchall() if cursor.description else []
                return rows
        except self._library.Error as error:
            raise self._failure(error) from None
        finally:
            watch.cancel()

    def _hang_up(self) -> None:
        """Give up a server that says nothing, not even that a statement took too long."""
        self._silent = True
        with suppress(OSError, self._library.Error), socket.socket(fileno=os.dup(self._connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def _connect(self, url: str) -> Any:
        try:
            given = self._library.conninfo.conninfo_to_dict(url)
            return self._library.connect(**(CONNECTION | given), autocommit=True, prepare_threshold=None)
        except self._library.Error as error:
            reason = " ".join(str(error).split())
            raise InputError(SEARCH("table.unreached", where=self.where, reason=cut(reason, 200))) from None

    def _failure(self, error: Any) -> InputError:
        if self._silent or isinstance(error, self._library.errors.QueryCanceled):
            return InputError(SEARCH("table.late", where=self.where, timeout=self.timeout))
        reason = error.diag.message_primary or " ".join(str(error).split()) or type(error).__name__
        return InputError(SEARCH("table.no-answer", where=self.where, reason=cut(reason, 200)))


def _vector(data: bytes) -> Vectors:
    """A vector as pgvector sends it: two numbers of 16 bits, of which the first is its dimension, then its own."""
    return np.frombuffer(data, dtype=">f4", offset=4).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance that pgvector orders by."""

    operator: str  # of SQL
    scores: Callable[[Vectors, Vectors], Floats]  # (n, d) and (d,) -> (n,) float64, fixed order; near is great
    # pgvector's value, dimension, product of lengths at most -> greatest possible score
    most: Callable[[float, int, float], float]
    needs_length: bool  # whether a vector of length 0 is near to nothing


def _products(vectors: Vectors, query: Vectors) -> Floats:
    wide = vectors.astype(np.float64)
    products: Floats = np.multiply(wide, query.astype(np.float64), out=wide).sum(axis=1)
    return products


def _cosines(vectors: Vectors, query: Vectors) -> Floats:
    squares = np.square(vectors, dtype=np.float64).sum(axis=1)
    cosines: Floats = _products(vectors, query) / np.sqrt(squares * np.square(query, dtype=np.float64).sum())
    return cosines


def _lengths_between(vectors: Vectors, query: Vectors) -> Floats:
    apart = vectors.astype(np.float64) - query.astype(np.float64)
    lengths: Floats = -np.sqrt(np.square(apart, out=apart).sum(axis=1))
    return lengths


def _most_product(distance: float, dimension: int, lengths: float) -> float:
    return -distance + relative_rounding(dimension) * lengths + 2 * dimension * LEAST


def _most_cosine(distance: float, dimension: int, _: float) -> float:
    """The product and both squares are sums of float32: three times the bound, and the last roundings in float64."""
    return 1.0 - distance + 4 * relative_rounding(dimension) + 1e-12


def _most_length(distance: float, dimension: int, _: float) -> float:
    """Each difference is rounded before it is squared; squares below the least number may be lost."""
    return -distance * (1 - relative_rounding(dimension + 4)) + math.sqrt(2 * dimension * LEAST)


DISTANCES = {
    "ip": Distance("<#>", _products, _most_product, False),
    "cosine": Distance("<=>", _cosines, _most_cosine, True),
    "l2": Distance("<->", _lengths_between, _most_length, False),
}


class Pgvector:
    """A table of vectors."""

    def __init__(self, address: Address, *, encoder: Encoder | None, threads: int, timeout: float) -> None:
        instead = "set PGPASSWORD in the environment, or keep it in a password file"
        url = url_of(address, ("postgresql", "postgres"), _OURS, others=True, instead=instead)
        given = url.parameters
        names = {"id": "id", "vector": "embedding"} | given
        if not all(names.get(name) for name in ("table", "id", "vector")):
            raise UsageError(f"{cut(address.text)} names no table, expected ?table=TABLE at its end")
        distance = given.get("distance", "ip")
        check_choice("distance", distance, tuple(DISTANCES))
        self.table = names["table"]
        self._where = cut(address.text)
        self._text = given.get("text")
        self._encoding = _encoding(given)
        self._function = encoder
        self._encoder: TextEncoder | None = None
        self._threads = threads
        self._table = VectorTable(url.text, names, where=self._where, distance=DISTANCES[distance], timeout=timeout)
        index = ".".join(filter(None, (names.get("schema"), self.table)))
        self.origin = Origin("PostgreSQL", url.text, index, self._table.version)

    def by_texts(self, queries: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query by its text, as the encoder has it; none of a query without text."""
        encoder = self._ready()
        said = {query: text for query, text in queries.items() if text.strip()}
        yield from ((query, []) for query in queries if query not in said)
        if not said:
            return
        vectors = encoder.queries(list(said.values()))
        with self._table.one_state():
            self._check(vectors, list(said))
            for query, vector in zip(said, vectors):
                yield query, self._table.nearest(vector, depth)

    def by_passages(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query, which is the stored vector of the passage of that id."""
        with self._table.one_state():
            vectors = self._all_of(passages.values(), self._table.vectors)
            for query, doc in passages.items():
                yield query, self._table.nearest(vectors[doc], depth)

    def by_passages_as_queries(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The same, with the passage's text encoded as a query's is."""
        column = self._text
        if not column:
            raise UsageError(SEARCH("table.no-column", where=self._where))
        texts = self._all_of(passages.values(), lambda ids: self._table.texts(ids, column))
        yield from self.by_texts({query: texts[doc] for query, doc in passages.items()}, depth)

    def among(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that it has a passage of."""
        return {doc for some in _pieces(ids) for doc in self._table.among(some)}

    def _check(self, vectors: Any, queries: Sequence[str]) -> None:
        dimension = vectors.shape[1]
        if dimension != self._table.dimension:
            raise InputError(SEARCH("table.width", where=self._where, given=dimension, expected=self._table.dimension))
        odd = odd_row(vectors)
        if odd is not None:
            raise InputError(f"the vector of query {cut(queries[odd])} is not finite, or too long")

    def _all_of(self, ids: Any, of: Callable[[Sequence[str]], dict[str, _Of]]) -> dict[str, _Of]:
        wanted = list(dict.fromkeys(ids))
        values = {doc: value for some in _pieces(wanted) for doc, value in of(some).items()}
        refuse_absent(self._where, wanted, values)
        return values

    def _ready(self) -> TextEncoder:
        """The encoder, loaded when it is wanted for the first time."""
        if self._encoder is None:
            encoding = self._encoding or (encoding_of(self._function) if self._function else None)
            if encoding is None:
                raise UsageError(SEARCH("table.no-encoder", where=self._where))
            self._encoder = TextEncoder(encoding, self._function, threads=self._threads)
        return self._encoder


def _encoding(given: Mapping[str, str]) -> Encoding | None:
    """How the address says that texts become vectors; None where it doesn't."""
    of = {name: given[name] for name in _ENCODING if name in given}
    if not of:
        return None
    if not of.get("encoder"):
        raise UsageError(f"{next(iter(of))}= belongs to encoder=, expected encoder=MODEL beside it")
    pooling = of.get("pooling")
    if pooling is not None:
        check_choice("pooling", pooling, POOLINGS)
    return Encoding(of["encoder"], cast("Pooling | None", pooling), of.get("query-prefix", ""))


def _pieces(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[at : at + IDS_AT_A_TIME] for at in range(0, len(ids), IDS_AT_A_TIME))
