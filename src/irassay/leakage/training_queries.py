"""Training queries of several sources, each in the order that a seed decides, and what becomes of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from irassay.collection.qrels import Qrels
from irassay.collection.texts import Texts
from irassay.errors import InputError, cut
from irassay.formats.reading.first_of_run import FirstOfRun
from irassay.leakage.document_texts import DocumentTexts
from irassay.leakage.pair_choice import Choice, Labelled, PairChoices, drawn, first_drawn, in_order
from irassay.messages import listed

REL = 1  # the least grade of a relevant document
DEPTH = 100  # candidates of a query among which the non-relevant document is drawn
POSITIVES = "non-relevant candidates that are labelled relevant"


class TrainingQueries:
    """Their ids are in memory; texts and documents are read for those that are looked at."""

    __slots__ = ("_choices", "_key", "_labelled", "_qrels", "_run", "n_positives", "source_of", "sources", "texts")

    def __init__(
        self, sources: Mapping[str, Texts], qrels: Qrels, run: FirstOfRun, corpus: DocumentTexts, key: int
    ) -> None:
        self.sources = sources
        self.source_of: dict[str, str] = {}  # query -> the name of its source
        self.texts: dict[str, str] = {}  # of the queries that were looked at
        self.n_positives: dict[str, int] = {}  # looked at: candidates that are labelled relevant
        self._qrels, self._run, self._key = qrels, run, key
        self._labelled = set(qrels.queries)
        self._choices = PairChoices(self._documents_of, corpus, 1)
        for name, texts in sources.items():
            self._take_ids(name, texts)

    def _take_ids(self, name: str, texts: Texts) -> None:
        """Note the ids of a source; InputError for one that was there before."""
        for n, (query, _) in enumerate(texts, len(self.source_of) + 1):
            before = self.source_of.setdefault(query, name)
            if len(self.source_of) < n:
                where = " twice" if before is name else f", and {self.sources[before].source} has it, too"
                raise InputError(f"{texts.source} has the query {cut(query)}{where}; expected each id once")

    def refuse_unknown(self, queries: Collection[str]) -> None:
        """Raise where leaks name queries that no source has."""
        unknown = sorted(query for query in queries if query not in self.source_of)
        if unknown:
            raise InputError(
                f"the leaks name {len(unknown):,} training queries, such as {cut(unknown[0])}, that are not in "
                f"{listed(texts.source for texts in self.sources.values())}; expected ids of --queries: add the file "
                "that has them, or leave these rows out"
            )

    def by_source(self, left_out: Collection[str]) -> tuple[dict[str, list[str]], int]:
        """The queries with a label that are not left out, in drawn order, and how many have no label."""
        others = [query for query in self.source_of if query not in left_out]
        by_source: dict[str, list[str]] = {name: [] for name in self.sources}
        for query in others:
            if query in self._labelled:
                by_source[self.source_of[query]].append(query)
        n = sum(map(len, by_source.values()))
        return {name: in_order(ids, self._key) for name, ids in by_source.items()}, len(others) - n

    def read(self, queries: Collection[str]) -> None:
        """Read the texts of those that were not read before."""
        new = [query for query in queries if query not in self.texts]
        for name, texts in self.sources.items():
            if own := [query for query in new if self.source_of[query] == name]:
                self.texts |= texts.pick(own)

    def look_at(self, queries: Collection[str]) -> None:
        """Read texts and documents of those that were not looked at before."""
        self.read(queries)
        self._choices.look_at(queries)

    def of(self, query: str) -> Choice:
        """What became of a query that was looked at."""
        return self._choices.of(query)

    def _documents_of(self, queries: Collection[str], most: int | None) -> Mapping[str, Labelled]:
        return self._run.of(queries, partial(self._documents, most=most))

    def _documents(self, query: str, candidates: Sequence[str], *, most: int | None) -> Labelled:
        grades = self._qrels.grades(query) if query in self._labelled else {}
        relevant = sorted(doc for doc, grade in grades.items() if grade >= REL)
        others = [doc for doc in candidates[:DEPTH] if grades.get(doc, 0) < REL]
        self.n_positives[query] = len(candidates[:DEPTH]) - len(others)
        return Labelled(tuple(drawn(relevant, self._key, query)), *first_drawn(others, self._key, query, most))
