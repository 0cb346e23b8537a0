"""The texts of test queries: a title, a description, variants, each by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

TITLE, VARIANT = "title", "variant"
WITHOUT_TEXT = "queries without a text"  # as readers count them


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
