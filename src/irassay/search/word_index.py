"""An index of words: BM25, or the likelihood of the query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from irassay.arguments import whole_number
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.analysis import Analysis, bag_of
from irassay.search.index import Passages, TextSource, queries_of
from irassay.search.index_folder import SHARD, IndexFolder

Model: TypeAlias = Literal["bm25", "ql"]
Lengths: TypeAlias = Literal["lucene", "exact"]
MODELS: tuple[Model, ...] = get_args(Model)
LENGTHS: tuple[Lengths, ...] = get_args(Lengths)
CHUNK = 512  # queries searched for between two looks at the line of progress


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
    options : dict
        What `open_index` was given.
    """

    def __init__(self, folder: IndexFolder, words: Mapping[str, Any], threads: int) -> None:
        """`words` are ``model``, ``k1``, ``b``, ``mu`` and ``lengths`` of `open_index`."""
        self.path = folder.path
        self.name = folder.name
        self.n_docs = folder.n_docs
        self.digest = folder.digest
        self.threads = threads
        self.options = {**words, "threads": threads}
        try:
            self.analysis = Analysis.from_dict(folder.settings)
            self._shards = [_core.Shard(path) for path in folder.files(SHARD)]
        except (KeyError, TypeError, RuntimeError, UsageError) as error:
            raise InputError(f"{cut(folder.path)} can't be searched ({error}): build the index again") from None
        self._passages = Passages(self.path, self._shards)
        self._analyser = self.analysis.analyser()
        # Of another engine: numbers of its header, and lengths as it has them, rounded already where it rounds.
        of_header = folder.settings.get("collection")
        self._searcher = _core.Searcher(
            self._shards, **{**words, **({"lengths": "exact", **of_header} if of_header else {})}
        )

    @property
    def n_without_words(self) -> int:
        """Passages that no search finds, since no word of theirs is indexed."""
        return sum(shard.n_docs - shard.n_with_terms for shard in self._shards)

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
        places = self._passages.all_of(passages.values())
        bags = {query: self._shards[places[doc][0]].bag(places[doc][1]) for query, doc in passages.items()}
        return self._lists(bags, depth)

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that the index has a passage of."""
        return set(self._passages.among(ids))

    def _lists(self, bags: Mapping[str, list[tuple[str, int]]], depth: int) -> Runs:
        whole_number("depth", depth, 1)
        queries, found = list(bags), []
        with Progress(f"Searching {self.name}", len(queries)) as progress:
            for at in range(0, len(queries), CHUNK):
                some = queries[at : at + CHUNK]
                lists = self._searcher.search([bags[query] for query in some], depth=depth, threads=self.threads)
                found += [(0, query, docs, scores) for query, (docs, scores) in zip(some, lists) if docs]
                progress.step(len(some))
        return Runs(_core.runs_from_lists([self.name], found, True))
