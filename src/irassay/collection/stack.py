"""QrelsStack: one universe of (query, document) pairs and many variants of its grades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from irassay.arguments import whole_number
from irassay.collection.qrels import Qrels
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

UNJUDGED = -128


class QrelsStack:
    """Variants of one label set. `grades`, (label, variant) of int8, has the rows of `base`, queries in byte order,
    documents as in ``base.grades(query)``; -128 is *unjudged*. In C order it is not copied: leave it as it is
    afterwards."""

    base: Qrels
    names: tuple[str, ...]
    recipes: Sequence[Mapping[str, Any]]

    def __init__(
        self, base: Qrels, grades: NDArray[np.int8], names: Sequence[str], recipes: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        import numpy as np

        self._grades = np.ascontiguousarray(grades, dtype=np.int8)
        if self._grades.shape != (base.n_labels, len(names)):
            raise UsageError(
                f"grades have shape {self._grades.shape}, expected (labels, variants) = {(base.n_labels, len(names))}"
            )
        if len(set(names)) != len(names):
            raise UsageError("two variants have the same name")
        self.base = base
        self.names = tuple(names)
        self.recipes = tuple(recipes) or tuple({} for _ in names)

    @classmethod
    def from_dicts(cls, base: Qrels, variants: Mapping[str, dict[str, dict[str, int]]]) -> QrelsStack:
        """Variants given as ``{name: {query: {document: grade}}}``, unjudged where left out."""
        import numpy as np

        grades = np.full((base.n_labels, len(variants)), UNJUDGED, dtype=np.int8)
        rows = _core.LabelRows(base.core)
        for number, (name, labels) in enumerate(variants.items()):
            try:
                rows.fill(labels, grades, number)
            except (TypeError, ValueError, IndexError) as error:
                raise UsageError(f"variant {name!r}: {error}; expected {{query: {{document: grade}}}}") from None
        return cls(base, grades, list(variants))

    def __copy__(self) -> QrelsStack:
        return self

    def __deepcopy__(self, memo: object) -> QrelsStack:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return QrelsStack, (self.base, self._grades, self.names, tuple(map(dict, self.recipes)))

    @cached_property
    def core(self) -> _core.Stack:
        """The kernel's object."""
        return _core.stack_from_grades(self.base.core, self._grades)

    @property
    def largest_grade(self) -> int:
        """The largest grade of any variant; 0 where none is above it."""
        return max(0, int(self._grades.max(initial=0)))

    def grades(self, query: str) -> NDArray[np.int8]:
        """Grades of one query, shape (documents, variants); -128 is unjudged."""
        start = 0
        for name in self.base.queries:
            n = self.base.core.n_judged(name)
            if name == query:
                return self._grades[start : start + n]
            start += n
        raise UsageError(f"no labels for query {query!r}")

    def variant(self, name: str) -> Qrels:
        """One variant as Qrels; queries without a label in it are left out."""
        if name not in self.names:
            raise UsageError(f"no variant {name!r}; there are {', '.join(self.names[:5])} ...")
        column = self._grades[:, self.names.index(name)].tolist()
        labels: dict[str, dict[str, int]] = {}
        row = 0
        for query in self.base.queries:
            for doc in self.base.grades(query):
                if column[row] != UNJUDGED:
                    labels.setdefault(query, {})[doc] = column[row]
                row += 1
        return Qrels.from_dict(labels)

    def batches(self, n_variants: int) -> Iterator[QrelsStack]:
        """The stack in pieces of at most `n_variants`, for bounded memory."""
        n_variants = whole_number("n_variants", n_variants)
        for start in range(0, len(self.names), n_variants):
            part = slice(start, start + n_variants)
            yield QrelsStack(self.base, self._grades[:, part], self.names[part], self.recipes[part])

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"QrelsStack({len(self.names):,} variants of {self.base!r})"
