"""An index of words: BM25, or the likelihood of the query."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from irassay.arguments import INFINITY, check_choice, is_number, number_of_threads, whole_number
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.retrieval.analysis import Analysis, bag_of
from irassay.retrieval.index import TextSource, queries_of
from irassay.retrieval.index_folder import WORDS, IndexFolder

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

Model: TypeAlias = Literal["bm25", "ql"]
Lengths: TypeAlias = Literal["lucene", "exact"]
MODELS: tuple[Model, ...] = get_args(Model)
LENGTHS: tuple[Lengths, ...] = get_args(Lengths)


def open_index(
    path: str | os.PathLike[str],
    *,
    model: Model = "bm25",
    k1: float = 0.9,
    b: float = 0.4,
    mu: float = 1000.0,
    lengths: Lengths = "lucene",
    threads: int = 0,
) -> WordIndex:
    """Open an index that `index_texts` has built.

    Parameters
    ----------
    path : path
        Its folder.
    model : {"bm25", "ql"}
        BM25; or the likelihood of the query under the passage's language model, smoothed by Dirichlet's prior.
    k1, b : float
        Of BM25: how soon a term's count saturates, from 0 on; how much length counts, from 0 to 1. Anserini's defaults.
    mu : float
        Of ql: weight of the prior in words, above 0.
    lengths : {"lucene", "exact"}
        Passage lengths as Lucene keeps them, in one byte, exact up to 40; or as they are.
    threads : int
        0: one a core. No list depends on it.

    Returns
    -------
    WordIndex

    Raises
    ------
    InputError
        There is no finished index, or a shard is not what was written.
    UsageError
        An invalid argument.

    Notes
    -----
    *Guarantees* Lucene's scores up to its 32-bit rounding: parts are added in float64, by term in byte order, so that
    neither shards nor threads nor the order of the texts change a bit.
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
    folder = IndexFolder(os.fspath(path))
    folder.check()
    if folder.settings.get("kind") != WORDS:
        raise InputError(f"{cut(folder.path)} is an index of {folder.settings.get('kind')}, expected one of words")
    return WordIndex(folder, model=model, k1=k1, b=b, mu=mu, lengths=lengths, threads=threads)


class WordIndex:
    """A searchable index of words.

    Attributes
    ----------
    name : str
        The stem of its folder: the system that its runs name.
    n_docs : int
    digest : str
        SHA-256 of its `index.json`, which has those of its shards.
    analysis : Analysis
    """

    __slots__ = ("_analyser", "_searcher", "_shards", "analysis", "digest", "n_docs", "name", "path", "threads")

    def __init__(
        self, folder: IndexFolder, *, model: Model, k1: float, b: float, mu: float, lengths: Lengths, threads: int
    ) -> None:
        self.path = folder.path
        self.name = os.path.splitext(os.path.basename(os.path.normpath(folder.path)))[0]
        self.n_docs = folder.n_docs
        self.digest = folder.digest
        self.threads = threads
        try:
            self.analysis = Analysis.from_dict(folder.settings)
            self._shards = [_core.Shard(folder.place(note.file)) for note in folder.notes]
        except (KeyError, TypeError, RuntimeError, UsageError) as error:
            raise InputError(f"{cut(folder.path)} can't be searched ({error}): build the index again") from None
        self._analyser = self.analysis.analyser()
        self._searcher = _core.Searcher(self._shards, model=model, k1=k1, b=b, mu=mu, lengths=lengths)

    def search(self, queries: TextSource, *, depth: int = 100) -> Runs:
        """The lists of queries by their texts.

        Parameters
        ----------
        queries : path, Texts, mapping or pairs
            Query -> text, of any number of words; a word that is repeated counts as often.
        depth : int
            Documents of a list, at most.

        Returns
        -------
        Runs
            One system, `name`, with its scores; a query without a known word has no list.

        Raises
        ------
        InputError
            A query twice, or none.
        """
        bags = {query: bag_of(self._analyser.terms(text)) for query, text in queries_of(queries).items()}
        return self._lists(bags, depth)

    def search_passages(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """The lists of queries, each of which is a passage of the index; the passage itself is in its list.

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
            A passage that the index lacks; the first of them are named.
        """
        places = self._places(passages.values())
        absent = [doc for doc in dict.fromkeys(passages.values()) if doc not in places]
        if absent:
            raise InputError(
                f"{len(absent):,} of {len(set(passages.values())):,} passages are not in {cut(self.path)}, such as "
                f"{cut(absent[0])}: expected ids of the texts that it was built from"
            )
        bags = {query: self._shards[places[doc][0]].bag(places[doc][1]) for query, doc in passages.items()}
        return self._lists(bags, depth)

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that the index has a passage of."""
        return set(self._places(ids))

    def _places(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Id -> shard and number there."""
        left, places = list(dict.fromkeys(ids)), {}
        for number, shard in enumerate(self._shards):
            for key, doc in zip(left, shard.find_docs(left)):
                if doc < shard.n_docs:
                    places[key] = (number, doc)
            left = [key for key in left if key not in places]
        return places

    def _lists(self, bags: Mapping[str, list[tuple[str, int]]], depth: int) -> Runs:
        from irassay.collection.runs import Runs

        whole_number("depth", depth, 1)
        lists = self._searcher.search(list(bags.values()), depth=depth, threads=self.threads)
        found = [(0, query, docs, scores) for query, (docs, scores) in zip(bags, lists) if docs]
        return Runs(_core.runs_from_lists([self.name], found, True))
