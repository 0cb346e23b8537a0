"""Texts of some documents of a corpus, kept on disk, and keys that tell in memory which texts are the same."""

from __future__ import annotations

import os
import tempfile
from array import array
from collections.abc import Iterable

from irassay.collection.texts import Texts
from irassay.leakage.relevant_documents import key_of_text

_AS_BYTES = "surrogatepass"


class DocumentTexts:
    """The documents that were asked for so far, as far as the corpus has them; blank texts are none."""

    __slots__ = ("_ends", "_file", "_keys", "_places", "corpus")

    def __init__(self, corpus: Texts) -> None:
        self.corpus = corpus
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - removed with the noun
        self._places: dict[str, int] = {}  # document -> its number; -1 where the corpus has no text of it
        self._keys, self._ends = array("q"), array("q", [0])

    def look_up(self, docs: Iterable[str]) -> None:
        """Walk the corpus once for the documents that nobody has asked for before."""
        missing = {doc for doc in docs if doc not in self._places}
        for doc, text in self.corpus.walk(missing):
            if text.strip():
                self._add(doc, text)
        self._file.flush()
        self._places |= dict.fromkeys(missing - self._places.keys(), -1)

    def _add(self, doc: str, text: str) -> None:
        data = text.encode("utf-8", _AS_BYTES)
        self._file.write(data)
        self._places[doc] = len(self._keys)
        self._keys.append(key_of_text(text))
        self._ends.append(self._ends[-1] + len(data))

    def key(self, doc: str) -> int | None:
        """The key of a document's text; None where the corpus has none."""
        place = self._places[doc]
        return None if place < 0 else self._keys[place]

    def text(self, doc: str) -> str:
        """The text of a document that has one."""
        start, end = self._ends[self._places[doc]], self._ends[self._places[doc] + 1]
        return os.pread(self._file.fileno(), end - start, start).decode("utf-8", _AS_BYTES)
