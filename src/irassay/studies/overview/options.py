"""The keywords of `overview` for a function that passes them on; a test holds them to the signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    import numpy as np

    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.texts import Texts
    from irassay.comparison.testing import Correction, Interval, Ranks, Test
    from irassay.measures import Measure
    from irassay.pooling import Pool
    from irassay.result import Result
    from irassay.studies.overview.study import Path
    from irassay.verdict.pair import Require


class Options(TypedDict, total=False):
    """As for `overview`."""

    measures: Sequence[str | Measure]
    metadata: Path | Metadata | None
    query_texts: Path | Texts | None
    doc_texts: Path | Texts | None
    baseline: Sequence[str]
    pool: Path | Pool | None
    second_qrels: Path | Qrels | None
    duplicates: Literal["apart", "one"] | None
    leave_out: Sequence[str]
    rename: Sequence[str]
    test: Test
    correction: Correction
    interval: Interval
    queries: str | None
    ties: str | None
    alpha: float
    n_resamples: int | None
    seed: int | np.random.Generator
    threads: int
    unseen: int | None
    scale: Sequence[int] | None
    ranks: Ranks
    residual: Path | Qrels | None
    identical_ids: Literal["count", "ignore"] | None
    since: Path | Result | None
    expect: str | None
    margin: float | None
    require: Require | None
    input_format: str | None
    grade_scale: float | None
    label_map: Mapping[str, int] | None
