"""Scores for other processes: parts that can be pickled, and Scores made of them again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ARRAYS = ("summary", "values", "answered")
FIELDS = ("measures", "variants", "systems", "queries", "policy", "collections", "largest_grade")


class Portable:
    """Scores are immutable: a copy is the thing itself, and what was pickled is the same to the last bit."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __reduce__(self: Any) -> tuple[object, ...]:
        """Arrays as they are, and for each measure's depth which systems are one: a copy has no rankings to ask."""
        import numpy as np

        arrays = {name: getattr(self, f"_{name}") for name in ARRAYS}
        fields = {name: None if array is None else np.asarray(array) for name, array in arrays.items()}
        lists = self._same_lists
        same = None if lists is None else {depth: list(lists(depth)) for depth in {m.depth for m in self.measures}}
        return again, (type(self), {**fields, **{name: getattr(self, name) for name in FIELDS}}, same)


def again(kind: type, fields: dict[str, Any], same_lists: dict[int, list[int]] | None) -> Any:
    """Scores out of their parts; arrays as views, as the kernel gives them."""
    views = {name: None if fields[name] is None else memoryview(fields[name]) for name in ARRAYS}
    return kind(**{**fields, **views}, same_lists=None if same_lists is None else same_lists.__getitem__)
