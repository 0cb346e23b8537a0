"""An index that was built is opened: of words or of vectors, as its folder says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from irassay.arguments import INFINITY, check_choice, is_number, number_of_threads
from irassay.errors import InputError, UsageError, cut
from irassay.retrieval.encoders import Encoder
from irassay.retrieval.index_folder import VECTORS, WORDS, IndexFolder
from irassay.retrieval.vector_index import VectorIndex
from irassay.retrieval.word_index import LENGTHS, MODELS, Lengths, Model, WordIndex

K1, B, MU = 0.9, 0.4, 1000.0
DEFAULTS = {"model": "bm25", "k1": K1, "b": B, "mu": MU, "lengths": "lucene"}  # of indexes of words
MODEL_OF = {"k1": "bm25", "b": "bm25", "mu": "ql"}  # whose parameters they are


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
) -> WordIndex | VectorIndex:
    """Open an index that `index_texts`, `encode_texts`, `index_vectors` or `index_ciff` has built.

    Parameters
    ----------
    path : path
        Its folder.
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

    Returns
    -------
    WordIndex or VectorIndex

    Raises
    ------
    InputError
        There is no finished index, or a shard is not what was written.
    UsageError
        An invalid argument, or one that means nothing to this index.

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
    words = {"model": model, "k1": k1, "b": b, "mu": mu, "lengths": lengths}
    return open_indexes([path], encoder=encoder, threads=threads, **words)[0]


def open_indexes(
    paths: Sequence[str | os.PathLike[str]], *, encoder: Encoder | None = None, threads: int = 0, **words: Any
) -> list[WordIndex | VectorIndex]:
    """Open several indexes, of words or of vectors.

    Parameters
    ----------
    paths : sequence of path
    encoder, threads
        As for `open_index`.
    **words
        ``model``, ``k1``, ``b``, ``mu`` and ``lengths`` of `open_index`, for those that are of words.

    Returns
    -------
    list of WordIndex or VectorIndex

    Raises
    ------
    InputError
        There is no finished index, or a shard is not what was written.
    UsageError
        An invalid argument, or one that means nothing to any of these indexes.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from irassay.retrieval import index_texts
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> _ = index_texts({"d1": "red fox", "d2": "blue dog"}, folder)
    >>> [index.n_docs for index in open_indexes([folder], model="ql", mu=500)]
    [2]
    """
    options: dict[str, Any] = DEFAULTS | words
    check_choice("model", options["model"], MODELS)
    check_choice("lengths", options["lengths"], LENGTHS)
    number_of_threads(threads)
    _check_numbers(**{name: options[name] for name in MODEL_OF})
    asked = [name for name, value in options.items() if value != DEFAULTS[name]]
    for name in asked:
        if MODEL_OF.get(name, options["model"]) != options["model"]:
            model = options["model"]
            raise UsageError(f"{name} has no effect in {model}: leave it out, or choose {MODEL_OF[name]}")
    folders = [IndexFolder(os.fspath(path)) for path in paths]
    kinds = [folder.settings.get("kind") for folder in folders]
    if asked and kinds and all(kind == VECTORS for kind in kinds):
        has, it = ("has", "it") if len(asked) == 1 else ("have", "them")
        where = f"{cut(folders[0].path)}, an index of vectors"
        raise UsageError(f"{' and '.join(asked)} {has} no effect on {where}: leave {it} out")
    return [_opened(folder, options, encoder, threads) for folder in folders]


def _check_numbers(k1: float, b: float, mu: float) -> None:
    for name, value, good in (("k1", k1, k1 >= 0), ("b", b, 0 <= b <= 1), ("mu", mu, mu > 0)):
        if not is_number(value) or not good or value == INFINITY:
            raise UsageError(f"expected k1 from 0 on, b from 0 to 1 and mu above 0, but got {name}={value!r}")


def _opened(
    folder: IndexFolder, words: dict[str, Any], encoder: Encoder | None, threads: int
) -> WordIndex | VectorIndex:
    folder.check()
    kind = folder.settings.get("kind")
    if kind == WORDS:
        return WordIndex(folder, **words, threads=threads)
    if kind == VECTORS:
        return VectorIndex(folder, encoder=encoder, threads=threads)
    raise InputError(f"{cut(folder.path)} is an index of {cut(kind)}, expected one of words or of vectors")
