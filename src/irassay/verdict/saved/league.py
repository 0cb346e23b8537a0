"""A League as JSON values and back. The resamples are not written, only the results computed from them.

One triangle determines most matrices of pairs. The rule for the other triangle is tested on the values, never assumed:
with several baselines a pair's p-value may depend on the family, and then the whole matrix is written.

Scores per query are written up to `MOST_SCORES` numbers. Beyond that, the results computed from them are written
instead (effect sizes, detectable differences, queries needed), and any use of the scores raises an error that says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from math import isinf
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from irassay.arrays import F64
from irassay.comparison import League
from irassay.comparison.intervals import LEVELS, Places, Redrawn, difference_intervals
from irassay.comparison.league.effect import standardised_pairs
from irassay.errors import UsageError, cut

Array: TypeAlias = NDArray[Any]
MOST_SCORES = 200_000  # some 4 MB of text
MOST_PAIRS = 200_000  # pairs whose intervals are computed only to be saved
SAVED_ALPHA = 2 * LEVELS[0]  # of the intervals that are saved
_COLUMNS = ("mean", "low", "high", "low50", "high50", "t_low", "t_high")
_SQUARES = {
    "difference": np.float64, "p": np.float64, "p_corrected": np.float64, "significant": np.bool_,
    "against_means": np.int8, "resamples": np.int64,
}  # fmt: skip
_COUPLES = {"difference_low": ("difference_high", np.float64), "better": ("worse", np.int64)}
_OTHER = ("values", "difference_t", "redrawn")
_STUDENT = ("t_low", "t_high")
_KINDS: dict[str, Any] = {
    "str": str, "bool": bool, "int": int, "float": (float, int), "Sequence": list, "Mapping": dict,
}  # fmt: skip
_SEQUENCES_OF_TUPLES = ("rank_intervals", "brackets", "at_the_edge", "rank_intervals_bootstrap", "near_copies")


def numbers(values: Array) -> list[Any]:
    """The values of an array of any shape, in row order."""
    flat = values.ravel().tolist()
    if values.dtype.kind != "f":
        return flat
    return [None if x != x else str(x) if isinf(x) else x for x in flat]


def array(saved: Sequence[Any], dtype: DTypeLike = np.float64) -> Array:
    """The one-dimensional array that `numbers` wrote."""
    return np.array(list(saved), dtype=dtype)


def square(matrix: Array, partner: Array | None = None) -> dict[str, Any]:
    """A square matrix as a ``rule`` and the numbers that it needs: "turned" (0 minus the `partner`'s transpose) and
    "transposed" none, "symmetric" and "opposite" the upper triangle with the diagonal, in row order; "all" every
    number."""
    if partner is not None:
        for rule in ("turned", "transposed"):
            if _alike(matrix, _mirrored(partner, rule)):
                return {"rule": rule}
    upper = np.triu_indices(len(matrix))
    for rule in ("symmetric", "opposite"):
        if _alike(matrix, _of_triangle(matrix[upper], len(matrix), rule)):
            return {"rule": rule, "values": numbers(matrix[upper])}
    return {"rule": "all", "values": numbers(matrix)}


def matrix_of(saved: Mapping[str, Any], n: int, dtype: DTypeLike = np.float64, partner: Array | None = None) -> Array:
    """The matrix, (n, n), that `square` wrote; ValueError for an unknown rule, or another count of numbers."""
    rule = saved["rule"]
    if rule in ("turned", "transposed") and partner is not None:
        return _mirrored(partner, rule)
    values = array(saved["values"], dtype)
    if rule == "all":
        return values.reshape(n, n)
    if rule in ("symmetric", "opposite") and len(values) == n * (n + 1) // 2:
        return _of_triangle(values, n, rule)
    raise ValueError(f"{len(values)} numbers by the rule {rule!r} are no matrix of {n} rows")


def _of_triangle(upper: Array, n: int, rule: str) -> Array:
    matrix = np.zeros((n, n), dtype=upper.dtype)
    matrix[np.triu_indices(n)] = upper
    below = np.tril_indices(n, -1)
    matrix[below] = _mirrored(matrix, "transposed" if rule == "symmetric" else "turned")[below]
    return matrix


def _mirrored(matrix: Array, rule: str) -> Array:
    """The transpose, or 0 minus the transpose; booleans are never negated."""
    if rule == "transposed" or matrix.dtype.kind == "b":
        return matrix.T.copy()
    return np.asarray(matrix.dtype.type(0) - matrix.T)


def _alike(a: Array, b: Array) -> bool:
    """Whether two arrays are equal to the last bit, including the sign of 0; NaNs count as equal."""
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a[a == 0]), np.signbit(b[b == 0]))


class NotSaved:
    """Placeholder for scores per query that were not saved; every use raises an error that says so."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise UsageError(
            f"a saved verdict holds scores per query up to {MOST_SCORES:,} numbers, and this one had more: "
            "make the verdict again from the files"
        )

    __getitem__ = __len__ = __iter__ = __array__ = __mul__ = __rmul__ = __sub__ = __rsub__ = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()


class SavedRedrawn(Redrawn):
    """The saved part of the resamples: intervals of untested pairs. The resamples themselves are not saved."""

    __slots__ = ("_high", "_low")

    def __init__(self, low: F64 | None, high: F64 | None) -> None:
        self._low, self._high = low, high

    @property
    def places(self) -> Places:
        """Not saved."""
        raise UsageError(
            "a saved verdict doesn't hold the resamples, which say where systems come out when queries are drawn "
            "again: make the verdict again from the files"
        )

    @property
    def summaries(self) -> F64:  # type: ignore[override]
        """Not saved."""
        raise UsageError("a saved verdict doesn't hold the resamples: make the verdict again from the files")

    def difference(self, i: int, j: int, *, alpha: float = SAVED_ALPHA) -> tuple[float, float]:
        """95% percentile interval for the difference of an untested pair of systems."""
        if alpha != SAVED_ALPHA:
            raise UsageError(
                f"a saved verdict holds 95% intervals, and alpha={alpha:g} needs others: make the "
                "verdict again from the files"
            )
        if self._low is None or self._high is None:
            raise UsageError(
                f"a saved verdict holds the intervals of pairs without a baseline up to {MOST_PAIRS:,} pairs, and this "
                "one had more: make the verdict again from the files"
            )
        return float(self._low[i, j]), float(self._high[i, j])


@dataclass(frozen=True, slots=True, repr=False)
class SavedLeague(League):
    """A league loaded without scores per query; effect sizes were saved instead."""

    effects: F64 = field(default_factory=partial(np.empty, (0, 0)))

    def _effect(self, i: int, j: int) -> float:
        return float(self.effects[i, j])


def holds_scores(league: League) -> bool:
    """Whether scores per query are written."""
    return isinstance(league.values, np.ndarray) and league.values.size <= MOST_SCORES


def league_values(league: League) -> dict[str, Any]:
    """A league as JSON values."""
    record: dict[str, Any] = {name: numbers(getattr(league, name)) for name in _COLUMNS}
    record |= {name: square(getattr(league, name)) for name in _SQUARES}
    for first, (second, _) in _COUPLES.items():
        a, b = getattr(league, first), getattr(league, second)
        record |= {first: square(a), second: square(b, a)}
    names = {*record, *_OTHER}
    record |= {f.name: plain(getattr(league, f.name)) for f in fields(League) if f.name not in names}
    t_low, t_high = np.moveaxis(league.difference_t, 2, 0)
    return record | {
        "difference_t": [square(t_low), square(t_high, t_low)] if len(t_low) else None,
        "values": [numbers(row) for row in league.values] if holds_scores(league) else None,
        "effects": None if holds_scores(league) else square(_effects(league)),
        "untested": _untested(league),
    }


def league_of(record: Mapping[str, Any]) -> League:
    """The league that `league_values` wrote."""
    names = [f for f in fields(League) if f.name not in _OTHER]
    parts = {f.name: _checked(f.name, str(f.type), record[f.name]) for f in names}
    n = len(parts["systems"])
    parts |= {name: _column(name, record[name], n) for name in _COLUMNS}
    parts |= {name: matrix_of(record[name], n, dtype) for name, dtype in _SQUARES.items()}
    for first, (second, dtype) in _COUPLES.items():
        parts[first] = matrix_of(record[first], n, dtype)
        parts[second] = matrix_of(record[second], n, dtype, parts[first])
    parts |= {name: [tuple(item) for item in record[name]] for name in _SEQUENCES_OF_TUPLES}
    parts["chance"] = None if record["chance"] is None else tuple(record["chance"])
    parts |= {
        "difference_t": _student(record["difference_t"], n),
        "redrawn": SavedRedrawn(*_couple(record["untested"], n)),
    }
    if record["values"] is None:
        return SavedLeague(values=NotSaved(), effects=matrix_of(record["effects"], n), **parts)  # type: ignore[arg-type]
    values = array([x for row in record["values"] for x in row]).reshape(n, len(parts["queries"]))
    return League(values=values, **parts)


def _checked(name: str, annotation: str, value: Any) -> Any:
    """Check a saved field against its type in League, since the file may come from anywhere."""
    words = annotation == "Sequence[str]" and isinstance(value, list)
    expected = _KINDS.get(annotation.partition("[")[0], object)
    if not isinstance(value, expected) or (words and not all(isinstance(word, str) for word in value)):
        raise ValueError(f"league.{name} is {cut(value)}, expected {annotation}")
    return value


def _column(name: str, values: Any, n: int) -> F64:
    """One number per system; Student's intervals may be empty."""
    if len(values) != n and not (name in _STUDENT and not values):
        raise ValueError(f"league.{name} has {len(values)} numbers for {n} systems")
    return array(values)


def plain(value: Any) -> Any:
    """Strings, numbers and booleans, and sequences and mappings of them, as JSON values."""
    if isinstance(value, Mapping):
        return {name: plain(of) for name, of in value.items()}
    if isinstance(value, np.generic):
        return value.item()
    return value if value is None or isinstance(value, (str, int, float)) else [plain(of) for of in value]


def _effects(league: League) -> F64:
    """Effect sizes of all pairs; for a league loaded without scores, the saved ones."""
    if isinstance(league, SavedLeague):
        return league.effects
    n = league.n
    effects = np.full((n, n), np.nan)
    upper = np.triu_indices(n, 1)
    effects[upper] = standardised_pairs(league.values)
    effects.T[upper] = 0.0 - effects[upper]
    return effects


def _untested(league: League) -> list[dict[str, Any]] | None:
    """Interval ends of untested pairs; with a baseline, `League.pair` computes them from the resamples."""
    if not league.baseline or league.interval != "percentile" or len(league.queries) < 2:
        return None
    a, b = np.nonzero(np.triu(np.isnan(league.difference_low), 1))
    if len(a) > MOST_PAIRS:
        return None
    if isinstance(league.redrawn, SavedRedrawn):
        low, high = league.redrawn._low, league.redrawn._high
        return None if low is None or high is None else [square(low), square(high, low)]
    low, high = difference_intervals(league.redrawn.summaries, a.astype(np.uint32), b.astype(np.uint32), threads=0)
    return [square(low), square(high, low)]


def _couple(record: Any, n: int) -> tuple[F64 | None, F64 | None]:
    if record is None:
        return None, None
    low = matrix_of(record[0], n)
    return low, matrix_of(record[1], n, partner=low)


def _student(record: Any, n: int) -> F64:
    low, high = _couple(record, n)
    return np.empty((0, 0, 2)) if low is None or high is None else np.stack([low, high], axis=2)
