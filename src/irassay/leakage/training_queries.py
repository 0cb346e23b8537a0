"""Training queries of several sources, each in the order that a seed decides, and what becomes of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from irassay.collection.texts import Texts
from irassay.errors import InputError, cut
from irassay.formats.reading.some_queries import SomeLabels, SomeLists
from irassay.leakage.document_texts import DocumentTexts
from irassay.leakage.pair_choice import Choice, Labelled, PairChoices, labelled
from irassay.messages import listed

REL = 1  # the least grade of a relevant document
DEPTH = 100  # candidates of a query among which the non-relevant document is drawn


class TrainingQueries:
    """Their texts are in memory; labels, candidates and documents are read for those that are looked at."""

    __slots__ = ("_choices", "_key", "_labels", "_run", "_sources", "n_positives", "texts")

    def __init__(
        self, sources: Mapping[str, Texts], labels: SomeLabels, run: SomeLists, corpus: DocumentTexts, key: int
    ) -> None:
        self.texts: dict[str, dict[str, str]] = {}  # source -> query -> text
        self.n_positives: dict[str, int] = {}  # looked at: candidates that are labelled relevant
        self._sources, self._labels, self._run, self._key = sources, labels, run, key
        self._choices = PairChoices(self._documents_of, corpus, 1)
        for name in sources:
            self._read(name)

    def _read(self, name: str) -> None:
        """Read a source; InputError where it has a query twice, or another has it, too."""
        own = self.texts[name] = {}
        source = self._sources[name].source
        for n, (query, text) in enumerate(self._sources[name]):
            own[query] = text
            if len(own) == n:
                raise InputError(f"{source} has the query {cut(query)} twice; expected each id once")
        for other, texts in self.texts.items():
            if other != name and (both := own.keys() & texts.keys()):
                where = f"{source} and {self._sources[other].source} both have the query {cut(min(both))}"
                raise InputError(f"{where}; expected each id in one file")

    def source(self, query: str) -> str | None:
        """The name of the source that has a query."""
        return next((name for name, texts in self.texts.items() if query in texts), None)

    def text(self, query: str) -> str:
        """The text of a query that a source has."""
        return next(texts[query] for texts in self.texts.values() if query in texts)

    def refuse_unknown(self, queries: Collection[str]) -> None:
        """Raise where leaks name queries that no source has."""
        unknown = sorted(query for query in queries if self.source(query) is None)
        if unknown:
            raise InputError(
                f"the leaks name {len(unknown):,} training queries, such as {cut(unknown[0])}, that are not in "
                f"{listed(texts.source for texts in self._sources.values())}; expected ids of --queries: add the file "
                "that has them, or leave these rows out"
            )

    def labelled(self, queries: Sequence[str]) -> list[str]:
        """Those with a relevant document."""
        self._labels.read(queries)
        return [query for query in queries if max(self._labels.grades(query).values(), default=0) >= REL]

    def look_at(self, queries: Sequence[str]) -> None:
        """Read labels, candidates and documents of those that were not looked at before."""
        self._choices.look_at(self.labelled(queries))

    def of(self, query: str) -> Choice:
        """What became of a query that was looked at."""
        return self._choices.of(query)

    def _documents_of(self, queries: Collection[str], most: int | None) -> Mapping[str, Labelled]:
        return self._run.of(queries, partial(self._documents, most=most))

    def _documents(self, query: str, candidates: Sequence[str], *, most: int | None) -> Labelled:
        grades = self._labels.grades(query)
        relevant = {doc for doc, grade in grades.items() if grade >= REL}
        others = [doc for doc in candidates[:DEPTH] if doc not in relevant]
        self.n_positives[query] = len(candidates[:DEPTH]) - len(others)
        return labelled(relevant, others, self._key, query, most)
