"""An index is opened: of words or of vectors, as its folder says, or of another engine, as its address says."""

from __future__ import annotations

import copyreg
import json
import os
import pickle
from functools import lru_cache
from typing import Any

from irassay.arguments import INFINITY, check_choice, is_number, number_of_threads
from irassay.errors import InputError, UsageError, cut
from irassay.provenance import VERSION
from irassay.retrieval.encoders import Encoder
from irassay.retrieval.engines import EngineIndex, open_engine
from irassay.retrieval.engines.address import address_of
from irassay.retrieval.index import Index
from irassay.retrieval.index_folder import VECTORS, WORDS, IndexFolder
from irassay.retrieval.vector_index import VectorIndex
from irassay.retrieval.word_index import LENGTHS, MODELS, Lengths, Model, WordIndex


def open_index(
    path: str | os.PathLike[str],
    *,
    model: Model = "bm25",
    k1: float = 0.9,
    b: float = 0.4,
    mu: float = 1000.0,
    lengths: Lengths = "lucene",
    encoder: Encoder | None = None,
    threads: int = 0,
    timeout: float = 300.0,
) -> WordIndex | VectorIndex | EngineIndex:
    """Open an index that `index_texts`, `encode_texts`, `index_vectors` or `index_ciff` has built, or another engine's.

    Parameters
    ----------
    path : path
        Its folder, or the address of another engine: ``opensearch:http://HOST:9200/NAME?field=FIELD``,
        ``elasticsearch:...``, ``pgvector:postgresql://HOST/DATABASE?table=TABLE`` or ``command:PROGRAM``, each with
        ``NAME=`` before it for the name of its runs.
    model : {"bm25", "ql"}
        Of words: BM25; or the likelihood of the query under the passage's language model, smoothed by Dirichlet's
        prior.
    k1, b : float
        Of BM25: how soon a term's count saturates, from 0 on; how much length counts, from 0 to 1. Anserini's defaults.
    mu : float
        Of ql: weight of the prior in words, above 0.
    lengths : {"lucene", "exact"}
        Of words: passage lengths as Lucene keeps them, in one byte, exact up to 40; or as they are.
    encoder : callable, optional
        Of vectors: texts -> array with a vector a text. It replaces the encoder that the index names, if any.
    threads : int
        0: one a core. No list depends on it.
    timeout : float
        Of another engine: seconds that it may be silent.

    Returns
    -------
    WordIndex, VectorIndex or EngineIndex

    Raises
    ------
    InputError
        There is no finished index, or a shard is not what was written; or another engine doesn't answer.
    UsageError
        An invalid argument.
    MissingLibrary
        What talks to another engine is not installed.

    Notes
    -----
    *Guarantees* of words: Lucene's scores up to its 32-bit rounding; parts are added in float64, by term in byte order,
    so that neither shards nor threads nor the order of the texts change a bit. Of vectors: see `VectorIndex`.
    *Source* Robertson and Zaragoza, The probabilistic relevance framework: BM25 and beyond, 2009, in Lucene's form
    without the factor k1 + 1; Zhai and Lafferty, SIGIR 2001.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from irassay.retrieval import index_texts
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> _ = index_texts({"d1": "red fox", "d2": "blue dog"}, folder)
    >>> open_index(folder, model="ql").search({"q1": "dogs"}).ranking("index", "q1")
    ['d2']
    """
    check_choice("model", model, MODELS)
    check_choice("lengths", lengths, LENGTHS)
    number_of_threads(threads)
    for name, value, good in (("k1", k1, k1 >= 0), ("b", b, 0 <= b <= 1), ("mu", mu, mu > 0)):
        if not is_number(value) or not good or value == INFINITY:
            raise UsageError(f"expected k1 from 0 on, b from 0 to 1 and mu above 0, but got {name}={value!r}")
    if not is_number(timeout) or not 0 < timeout < INFINITY:
        raise UsageError(f"expected timeout in seconds, above 0, but got timeout={timeout!r}")
    address = None if os.path.exists(path) else address_of(os.fspath(path))
    if address is not None:
        return open_engine(address, encoder=encoder, threads=threads, timeout=timeout)
    folder = IndexFolder(os.fspath(path))
    folder.check()
    kind = folder.settings.get("kind")
    if kind == WORDS:
        return WordIndex(folder, model=model, k1=k1, b=b, mu=mu, lengths=lengths, threads=threads)
    if kind == VECTORS:
        return VectorIndex(folder, encoder=encoder, threads=threads)
    raise InputError(f"{cut(folder.path)} is an index of {cut(kind)}, expected one of words or of vectors")


def identity_of(index: Index) -> str | None:
    """All that the lists of passages in an index depend on, as text; None for an engine that may change unseen."""
    if not isinstance(index, WordIndex | VectorIndex):
        return None
    scoring = {name: value for name, value in index.options.items() if name not in ("threads", "encoder")}
    return json.dumps([VERSION, index.name, index.digest, scoring])


def _reduced(index: WordIndex | VectorIndex) -> tuple[Any, ...]:
    """For another process, which opens the index, once."""
    options = {**index.options, "threads": index.threads or 1}
    return _opened, (pickle.dumps((os.path.abspath(index.path), index.digest, options)),)


@lru_cache(maxsize=8)
def _opened(origin: bytes) -> WordIndex | VectorIndex | EngineIndex:
    path, digest, options = pickle.loads(origin)
    index = open_index(path, **options)
    if index.digest != digest:
        raise InputError(f"{cut(path)} is another index than where the work began: every machine needs the same one")
    return index


copyreg.pickle(WordIndex, _reduced)
copyreg.pickle(VectorIndex, _reduced)
