"""The keywords of `sheets_of` for a function that passes them on: a checker knows each by name and type.

A test holds them to the signature, where their defaults stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    import numpy as np

    from irassay.collection.qrels import Qrels
    from irassay.collection.texts import Texts
    from irassay.measures import Measure
    from irassay.result import Result
    from irassay.studies.run_sheets.study import Path


class Options(TypedDict, total=False):
    """As for `sheets_of`."""

    measures: Sequence[str | Measure]
    query_texts: Path | Texts | None
    doc_texts: Path | Texts | None
    duplicates: Literal["apart", "one"] | None
    rename: Sequence[str]
    queries: str | None
    ties: str | None
    alpha: float
    n_resamples: int | None
    seed: int | np.random.Generator
    threads: int
    residual: Path | Qrels | None
    identical_ids: Literal["count", "ignore"] | None
    overview: Result | None
    input_format: str | None
    grade_scale: float | None
    label_map: Mapping[str, int] | None
    left_out: Sequence[str] | Mapping[str, str]
