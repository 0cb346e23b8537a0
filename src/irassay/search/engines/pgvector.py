"""PostgreSQL with pgvector as an engine: stored vectors, and texts by an encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from irassay.arguments import check_choice
from irassay.errors import InputError, UsageError, cut
from irassay.search.encoders import POOLINGS, Encoder, Encoding, Pooling, TextEncoder, encoding_of
from irassay.search.engines.engine_index import Address, Hits, Origin, url_of
from irassay.search.engines.vector_table import DISTANCES, VectorTable
from irassay.search.index import absent_passages
from irassay.search.nearest import odd_row
from irassay.search.said import SEARCH

IDS_AT_A_TIME = 500
_ENCODING = ("encoder", "pooling", "query-prefix")
_OURS = ("table", "schema", "id", "vector", "text", "distance", *_ENCODING)
_Of = TypeVar("_Of")


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
        absent = [doc for doc in wanted if doc not in values]
        if absent:
            raise absent_passages(self._where, wanted, absent)
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
