"""An index of vectors: exact search by inner product."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import accumulate
from typing import Any

import numpy as np

from irassay.arguments import whole_number
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.search.encoders import Encoder, Encoding, TextEncoder, encoding_of
from irassay.search.index import Passages, TextSource, queries_of
from irassay.search.index_folder import SHARD, IndexFolder
from irassay.search.nearest import LONGEST, TEXTS_FILE, VECTORS_FILE, Floats, Numbers, Vectors, nearest, odd_row
from irassay.search.said import SEARCH


class VectorIndex:
    """A searchable index of vectors.

    Attributes
    ----------
    name : str
        The stem of its folder: the system that its runs name.
    n_docs : int
    dimension : int
        Numbers of a vector.
    encoding : Encoding or None
        How texts become vectors; None where the vectors were made elsewhere.
    digest : str
        SHA-256 of its `index.json`, which has those of its shards.
    options : dict
        What `open_index` was given.
    vectors : list of array (n, dimension)
        A shard each, mapped into memory.

    Notes
    -----
    *Guarantees* exact lists by inner product: scores are sums of exact products in float64, in a fixed order, so that
    neither the size of blocks nor shards nor threads nor the order of the vectors change a bit of a list.
    """

    def __init__(self, folder: IndexFolder, *, encoder: Encoder | None = None, threads: int) -> None:
        self.path = folder.path
        self.name = folder.name
        self.n_docs = folder.n_docs
        self.digest = folder.digest
        self.threads = threads
        self.options = {"encoder": encoder, "threads": threads}
        self._function = encoder
        self._encoder: TextEncoder | None = None
        try:
            self.encoding = Encoding.from_dict(folder.settings) if "encoder" in folder.settings else None
            shards = [_core.Shard(path) for path in folder.files(SHARD)]
            self.vectors: list[Vectors] = [np.load(path, mmap_mode="r") for path in folder.files(VECTORS_FILE)]
            self.dimension = int(self.vectors[0].shape[1])
            good = [(shard.n_docs, self.dimension) for shard in shards] == [one.shape for one in self.vectors]
            self._texts = [_core.Shard(path) for path in folder.files(TEXTS_FILE)]
        except (IndexError, KeyError, OSError, RuntimeError, ValueError) as error:
            raise InputError(f"{cut(self.path)} can't be searched ({error}): build the index again") from None
        if not good:
            raise InputError(f"{cut(self.path)} has other numbers of ids and of vectors: build the index again")
        self._passages = Passages(self.path, shards)
        self._starts = [0, *accumulate(shard.n_docs for shard in shards)]

    def search(self, queries: TextSource, *, depth: int = 100) -> Runs:
        """The lists of queries by their texts.

        Parameters
        ----------
        queries : path, Texts, mapping or pairs
            Query -> text.
        depth : int
            Documents of a list, at most.

        Returns
        -------
        Runs
            One system, `name`, with its scores.

        Raises
        ------
        UsageError
            The index has no encoder.
        InputError
            A query twice, or none.
        """
        ids, vectors = self.query_vectors(queries)
        return self.search_vectors(ids, vectors, depth=depth)

    def search_vectors(self, queries: Sequence[str], vectors: Any, *, depth: int = 100) -> Runs:
        """The lists of queries by their vectors.

        Parameters
        ----------
        queries : sequence of str
            Their ids.
        vectors : array (n, dimension)
            One a query, as 32-bit floats.
        depth : int

        Returns
        -------
        Runs

        Raises
        ------
        InputError
            Vectors of another dimension or number, or that are not finite.
        """
        whole_number("depth", depth, 1)
        asked = self.checked(queries, vectors)
        with blas_threads(self.threads):
            return self.runs_of(queries, nearest(self.vectors, asked, depth=depth, name=self.id_of))

    def checked(self, queries: Sequence[str], vectors: Any) -> Vectors:
        """Vectors of queries as 32-bit floats.

        Raises
        ------
        InputError
            They are of another dimension or number, or not finite.
        """
        asked = np.asarray(vectors, dtype=np.float32)
        if asked.shape != (len(queries), self.dimension):
            shape = " x ".join(map(str, asked.shape))
            raise InputError(
                f"vectors of queries are {shape}, expected {len(queries)} x {self.dimension} for {cut(self.path)}"
            )
        odd = odd_row(asked)
        if odd is not None:
            raise InputError(f"the vector of query {cut(queries[odd])} is not finite, or longer than {LONGEST:g}")
        return asked

    def runs_of(self, queries: Sequence[str], lists: Sequence[tuple[Numbers, Floats]]) -> Runs:
        """A run of what was found for each query: the numbers of vectors, and their scores."""
        found = [
            (0, query, [self.id_of(int(number)) for number in numbers], scores.tolist())
            for query, (numbers, scores) in zip(queries, lists)
        ]
        return Runs(_core.runs_from_lists([self.name], found, True))

    def search_passages(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """The lists of queries, each of which is a passage of the index, by its vector; the passage itself included.

        Parameters
        ----------
        passages : mapping of str to str
            Query -> id of the passage.
        depth : int

        Returns
        -------
        Runs

        Raises
        ------
        InputError
            A passage that the index lacks; the first of them is named.
        """
        ids, vectors = self.passage_vectors(passages)
        return self.search_vectors(ids, vectors, depth=depth)

    def query_vectors(self, queries: TextSource) -> tuple[list[str], Vectors]:
        """The ids of queries, and the vectors of their texts; a query without text has none.

        Raises
        ------
        UsageError
            The index has no encoder.
        InputError
            A query twice, or none.
        """
        return self._encoded(queries_of(queries))

    def passage_vectors(self, passages: Mapping[str, str]) -> tuple[list[str], Vectors]:
        """The ids of queries, each of which is a passage of the index, and these passages' vectors.

        Raises
        ------
        InputError
            A passage that the index lacks; the first of them are named.
        """
        places = self._passages.all_of(passages.values())
        vectors = np.empty((len(passages), self.dimension), np.float32)
        for row, doc in enumerate(passages.values()):
            shard, number = places[doc]
            vectors[row] = self.vectors[shard][number]
        return list(passages), vectors

    def search_passages_as_queries(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """As `search_passages`, but each passage's text is encoded as a query's is.

        Raises
        ------
        UsageError
            The index holds no texts.
        """
        ids, vectors = self.passage_vectors_as_queries(passages)
        return self.search_vectors(ids, vectors, depth=depth)

    def passage_vectors_as_queries(self, passages: Mapping[str, str]) -> tuple[list[str], Vectors]:
        """As `passage_vectors`, but each passage's text is encoded as a query's is.

        Raises
        ------
        UsageError
            The index holds no texts.
        """
        if not self._texts:
            raise UsageError(SEARCH("vectors.no-texts", path=self.path))
        places = self._passages.all_of(passages.values())
        texts = (self._texts[shard].id(number) for shard, number in (places[doc] for doc in passages.values()))
        return self._encoded(dict(zip(passages, texts)))

    def _encoded(self, texts: Mapping[str, str]) -> tuple[list[str], Vectors]:
        """The queries that have a text, and their vectors: that of an empty text would be near to some passages."""
        encoder = self._ready()
        said = {query: text for query, text in texts.items() if text.strip()}
        if not said:
            return [], np.empty((0, self.dimension), np.float32)
        return list(said), encoder.queries(list(said.values()))

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that the index has a passage of."""
        return set(self._passages.among(ids))

    def _ready(self) -> TextEncoder:
        """The encoder, loaded when it is wanted for the first time."""
        if self._encoder is None:
            encoding = self.encoding or (encoding_of(self._function) if self._function else None)
            if encoding is None:
                raise UsageError(SEARCH("vectors.no-encoder", path=self.path))
            self._encoder = TextEncoder(encoding, self._function, threads=self.threads)
        return self._encoder

    def id_of(self, number: int) -> str:
        """The id of the vector of this number."""
        shard = bisect_right(self._starts, number) - 1
        return self._passages.shards[shard].id(number - self._starts[shard])


def blas_threads(threads: int) -> AbstractContextManager[object]:
    """Matrix products on so many threads; 0 leaves it to NumPy's library, which takes one a core."""
    if threads == 0:
        return nullcontext()
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[object] = threadpool_limits(threads)
    return limits
