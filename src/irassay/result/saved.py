"""The JSON form of a result, value by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import isfinite, nan
from typing import Any

from irassay.result.figures import PairMatrix
from irassay.result.parts import Column

# Columns of a PairMatrix that hold numbers.
PAIR_NUMBERS = ("difference", "low", "high", "p", "p_corrected", "labels_low", "labels_high", "effect")


def encode(value: Any) -> Any:
    """JSON values only. A class becomes an object with its name under "kind"."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: encode(getattr(value, f.name)) for f in fields(value)}
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {str(k): encode(v) for k, v in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if hasattr(value, "tolist"):  # an array or a scalar of NumPy
        return encode(value.tolist())
    return [encode(v) for v in value]


def decode(value: Any, kinds: Mapping[str, type[Any]]) -> Any:
    """The values that `encode` wrote; `kinds` are the classes that an object may become, by name."""
    if isinstance(value, list):
        return tuple(decode(v, kinds) for v in value)
    if not isinstance(value, dict):
        return value
    kind = value.get("kind")
    parts = {k: decode(v, kinds) for k, v in value.items()}
    if not isinstance(kind, str) or kind not in kinds:
        return parts
    cls = kinds[kind]
    names = {f.name for f in fields(cls)}
    values = {k: v for k, v in parts.items() if k in names}
    if cls is Column:
        values["values"] = _numbers(values["values"])
    elif cls is PairMatrix:
        values.update({k: _numbers(values[k]) for k in PAIR_NUMBERS if k in values})
    return cls(**values)


def _numbers(values: Sequence[Any]) -> Sequence[Any]:
    """None among floats is NaN again; other columns are left as they are."""
    present = [v for v in values if v is not None]
    floats = any(isinstance(v, float) for v in present)
    if floats and all(isinstance(v, (int, float)) for v in present):
        return tuple(nan if v is None else v for v in values)
    return values
