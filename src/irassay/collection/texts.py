"""Texts of queries or documents, by id. Streamed: a corpus need not fit in memory. Reading is in formats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from irassay.upward import notebook_html

TITLE, VARIANT = "title", "variant"
WITHOUT_TEXT = "queries without a text"  # as readers count them


class Texts:
    """Pairs of id and text, read again each time they are walked, unless `load` has been called.

    Parameters
    ----------
    read : callable
        Returns a fresh iterator of (id, text). Called once for each walk.
    source : str
        Where they come from, for messages.
    some : callable, optional
        Returns a fresh iterator for a set of ids: at least their texts, which is faster where it passes others by.

    Examples
    --------
    >>> texts = Texts(lambda: iter([("q1", "red shoes"), ("q2", "blue shoes")]), source="example")
    >>> texts.pick(["q2", "q9"])
    {'q2': 'blue shoes'}
    """

    __slots__ = ("_loaded", "_read", "_some", "source")

    def __init__(
        self,
        read: Callable[[], Iterator[tuple[str, str]]],
        *,
        source: str = "",
        some: Callable[[Container[str]], Iterator[tuple[str, str]]] | None = None,
    ) -> None:
        self._read = read
        self._some = some
        self._loaded: dict[str, str] | None = None
        self.source = source

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._loaded.items()) if self._loaded is not None else self._read()

    @property
    def in_memory(self) -> Mapping[str, str] | None:
        """The texts by id where `load` has been called; None where they are streamed."""
        return self._loaded

    def load(self) -> Texts:
        """Keep everything in memory from now on.

        Returns
        -------
        Texts
            Itself.

        Examples
        --------
        >>> Texts(lambda: iter([("q1", "red shoes")]), source="example").load()
        Texts('example', loaded)
        """
        if self._loaded is None:
            self._loaded = dict(self._read())
        return self

    def pick(self, ids: Iterable[str]) -> dict[str, str]:
        """The texts of these ids; walks the source once and stops when all are found.

        Parameters
        ----------
        ids : iterable of str

        Returns
        -------
        dict of str to str
            Id -> text, in the order asked; ids without a text are left out.

        Examples
        --------
        >>> Texts(lambda: iter([("q1", "red shoes"), ("q2", "blue shoes")])).pick(["q2", "q9", "q1"])
        {'q2': 'blue shoes', 'q1': 'red shoes'}
        """
        order = list(dict.fromkeys(ids))
        if self._loaded is not None:
            return {i: self._loaded[i] for i in order if i in self._loaded}
        texts = dict(self.walk(order))
        return {i: texts[i] for i in order if i in texts}

    def walk(self, ids: Collection[str]) -> Iterator[tuple[str, str]]:
        """Each of these ids that has a text, once, in the order of the source; ends when all were there.

        Parameters
        ----------
        ids : collection of str

        Returns
        -------
        iterator of (str, str)

        Examples
        --------
        >>> list(Texts(lambda: iter([("q1", "red shoes"), ("q2", "blue shoes")])).walk({"q2", "q9"}))
        [('q2', 'blue shoes')]
        """
        missing = set(ids)
        pairs = iter(self) if self._some is None or self._loaded is not None else self._some(missing)
        for key, text in pairs if missing else ():
            if key in missing:
                missing.discard(key)
                yield key, text
                if not missing:
                    return

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Texts({self.source!r}{', loaded' if self._loaded is not None else ''})"


class TestText(NamedTuple):
    """One text of a test query; `field` says which: title, description, variant, or as the file calls it."""

    query: str
    field: str
    text: str


TestText.__test__ = False  # type: ignore[attr-defined]  # pytest takes no class of these names for tests


class TestTexts(list[TestText]):
    """The texts of test queries, in the file's order; `queries` has also those without a text, `counts` what was
    counted on the way, in words."""

    __slots__ = ("counts", "queries")
    __test__ = False

    def __init__(
        self, texts: Iterable[TestText], *, queries: Iterable[str], counts: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(texts)
        self.queries = tuple(queries)
        self.counts = dict(counts or {})

    @property
    def wordless(self) -> tuple[str, ...]:
        """The queries of which no text has a letter or a digit: nothing can be compared with them."""
        with_words = {one.query for one in self if any(map(str.isalnum, one.text))}
        return tuple(query for query in self.queries if query not in with_words)
