"""An index is opened: of words or of vectors, as its folder says, or of another engine, as its address says."""

from __future__ import annotations

import copyreg
import json
import os
import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from irassay.arguments import INFINITY, check_choice, is_number, number_of_threads
from irassay.errors import InputError, UsageError, cut
from irassay.messages import listed
from irassay.provenance import VERSION
from irassay.search.encoders import Encoder
from irassay.search.engines.engine_index import Address, Engine, EngineIndex, address_of, name_of
from irassay.search.index import Index
from irassay.search.index_folder import VECTORS, WORDS, IndexFolder
from irassay.search.said import SEARCH
from irassay.search.vector_index import VectorIndex
from irassay.search.word_index import LENGTHS, MODELS, Lengths, Model, WordIndex

K1, B, MU = 0.9, 0.4, 1000.0
DEFAULTS = {"model": "bm25", "k1": K1, "b": B, "mu": MU, "lengths": "lucene"}  # of indexes of words
MODEL_OF = {"k1": "bm25", "b": "bm25", "mu": "ql"}  # whose parameters they are

TIMEOUT = 300.0  # seconds


def open_index(
    path: str | os.PathLike[str],
    *,
    model: Model = "bm25",
    k1: float = K1,
    b: float = B,
    mu: float = MU,
    lengths: Lengths = "lucene",
    encoder: Encoder | None = None,
    threads: int = 0,
    timeout: float = TIMEOUT,
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
        An invalid argument, or one that means nothing to this index.
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
    >>> from irassay.search import index_texts
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> _ = index_texts({"d1": "red fox", "d2": "blue dog"}, folder)
    >>> open_index(folder, model="ql").search({"q1": "dogs"}).ranking("index", "q1")
    ['d2']
    """
    words = {"model": model, "k1": k1, "b": b, "mu": mu, "lengths": lengths}
    return open_indexes([path], encoder=encoder, threads=threads, timeout=timeout, **words)[0]


def open_indexes(
    paths: Sequence[str | os.PathLike[str]],
    *,
    encoder: Encoder | None = None,
    threads: int = 0,
    timeout: float = TIMEOUT,
    **words: Any,
) -> list[WordIndex | VectorIndex | EngineIndex]:
    """Several indexes opened; `words` are ``model``, ``k1``, ``b``, ``mu`` and ``lengths`` of `open_index`. Errors as
    there; UsageError also for an argument that means nothing to any of them."""
    options: dict[str, Any] = DEFAULTS | words
    check_choice("model", options["model"], MODELS)
    check_choice("lengths", options["lengths"], LENGTHS)
    number_of_threads(threads)
    k1, b, mu = (options[name] for name in MODEL_OF)
    for name, value, good in (("k1", k1, k1 >= 0), ("b", b, 0 <= b <= 1), ("mu", mu, mu > 0)):
        if not is_number(value) or not good or value == INFINITY:
            raise UsageError(f"expected k1 from 0 on, b from 0 to 1 and mu above 0, but got {name}={value!r}")
    if not is_number(timeout) or not 0 < timeout < INFINITY:
        raise UsageError(f"expected timeout in seconds, above 0, but got timeout={timeout!r}")
    places: list[IndexFolder | Address] = [
        (None if os.path.exists(path) else address_of(os.fspath(path))) or IndexFolder(os.fspath(path))
        for path in paths
    ]
    _check_effects(places, options)
    folders = [cut(place.path) for place in places if isinstance(place, IndexFolder)]
    if timeout != TIMEOUT and folders and len(folders) == len(places):
        raise UsageError(SEARCH("options.timeout", where=listed(folders, last="or")))
    return [_opened(place, options, encoder, threads, timeout) for place in places]


def _check_effects(places: Sequence[IndexFolder | Address], options: dict[str, Any]) -> None:
    """Raise where an option that is not its default means nothing to the model, or to any of these indexes."""
    model = options["model"]
    asked = [name for name, value in options.items() if value != DEFAULTS[name]]
    for name in asked:
        if MODEL_OF.get(name, model) != model:
            raise UsageError(f"{name} has no effect in {model}: leave it out, or choose {MODEL_OF[name]}")
    of_folders = [place.settings.get("kind") for place in places if isinstance(place, IndexFolder)]
    if not asked or not places or any(kind != VECTORS for kind in of_folders):
        return
    first = places[0]
    what = "an index of vectors" if isinstance(first, IndexFolder) else "which scores by its own settings"
    where = cut(first.path) if isinstance(first, IndexFolder) else first.name or first.kind
    has, it = ("has", "it") if len(asked) == 1 else ("have", "them")
    raise UsageError(f"{' and '.join(asked)} {has} no effect on {where}, {what}: leave {it} out")


def _opened(
    place: IndexFolder | Address, words: dict[str, Any], encoder: Encoder | None, threads: int, timeout: float
) -> WordIndex | VectorIndex | EngineIndex:
    if not isinstance(place, IndexFolder):
        return _engine(place, encoder, threads, timeout)
    place.check()
    kind = place.settings.get("kind")
    if kind == WORDS:
        return WordIndex(place, words, threads)
    if kind == VECTORS:
        return VectorIndex(place, encoder=encoder, threads=threads)
    raise InputError(SEARCH("options.kind", path=place.path, kind=kind))


def _engine(address: Address, encoder: Encoder | None, threads: int, timeout: float) -> EngineIndex:
    """The index of another engine, which is loaded where one is named."""
    engine: Engine
    if address.kind == "command":
        from irassay.search.engines.command import Command

        engine = Command(address, timeout=timeout)
        called = os.path.splitext(os.path.basename(engine.words[0]))[0]
    elif address.kind == "pgvector":
        from irassay.search.engines.pgvector import Pgvector

        engine = Pgvector(address, encoder=encoder, threads=threads, timeout=timeout)
        called = engine.table
    else:
        from irassay.search.engines.search_server import SearchServer

        engine = SearchServer(address, timeout=timeout)
        called = engine.index
    return EngineIndex(engine, name=address.name or name_of(called), path=address.text)


def identity_of(index: Index) -> str | None:
    """All that the lists of passages in an index depend on, as text; None for an engine that may change unseen."""
    if not isinstance(index, WordIndex | VectorIndex):
        return None
    scoring = {name: value for name, value in index.options.items() if name not in ("threads", "encoder")}
    return json.dumps([VERSION, index.name, index.digest, scoring])


def _reduced(index: WordIndex | VectorIndex) -> tuple[Any, ...]:
    """For another process, which opens the index, once."""
    options = {**index.options, "threads": index.threads or 1}
    return _reopened, (pickle.dumps((os.path.abspath(index.path), index.digest, options)),)


@lru_cache(maxsize=8)
def _reopened(origin: bytes) -> WordIndex | VectorIndex | EngineIndex:
    path, digest, options = pickle.loads(origin)
    index = open_index(path, **options)
    if index.digest != digest:
        raise InputError(SEARCH("options.other", path=path))
    return index


copyreg.pickle(WordIndex, _reduced)
copyreg.pickle(VectorIndex, _reduced)
