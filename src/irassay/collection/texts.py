"""Texts of queries or documents, by id. Streamed: a corpus need not fit in memory. Reading is in formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from irassay.upward import notebook_html


class Texts:
    """Pairs of id and text, read again each time they are walked, unless `load` has been called.

    Parameters
    ----------
    read : callable
        Returns a fresh iterator of (id, text). Called once for each walk.
    source : str
        Where they come from, for messages.

    Examples
    --------
    >>> texts = Texts(lambda: iter([("q1", "red shoes"), ("q2", "blue shoes")]), source="example")
    >>> texts.pick(["q2", "q9"])
    {'q2': 'blue shoes'}
    """

    __slots__ = ("_loaded", "_read", "source")

    def __init__(self, read: Callable[[], Iterator[tuple[str, str]]], *, source: str = "") -> None:
        self._read = read
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
        missing, texts = set(order), {}
        for key, text in self._read():
            if key in missing:
                texts[key] = text
                missing.discard(key)
                if not missing:
                    break
        return {i: texts[i] for i in order if i in texts}

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Texts({self.source!r}{', loaded' if self._loaded is not None else ''})"
