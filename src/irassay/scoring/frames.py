"""Scores as a table of summaries, as long frames of pandas and polars, and as a labelled array of xarray."""

from __future__ import annotations

from irassay.arguments import check_choice
from irassay.errors import MissingLibrary
from irassay.scoring.policy import KEEP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from irassay.measures import Measure
    from irassay.result import Table

    class Scored(Protocol):
        """Scores with their axes; `Scores` are."""

        @property
        def measures(self) -> Sequence[Measure]: ...  # noqa: D102
        @property
        def variants(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def systems(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def queries(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def collections(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def signatures(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def values(self) -> Any: ...  # noqa: D102
        @property
        def summary(self) -> Any: ...  # noqa: D102
        @property
        def summary_view(self) -> Any: ...  # noqa: D102
        @property
        def values_view(self) -> Any: ...  # noqa: D102


EXTRA = "frames"


def summary_table(scores: Scored) -> Table:
    """One row a system (and variant, where there are several), one column a measure."""
    from irassay.result import Column, Table

    several = len(scores.variants) > 1
    rows = [(v, s) for s in range(len(scores.systems)) for v in range(len(scores.variants))]
    columns = [Column("system", [scores.systems[s] for _, s in rows], definition="name of the run")]
    if several:
        columns.append(Column("variant", [scores.variants[v] for v, _ in rows], definition="label set"))
    for i, measure in enumerate(scores.measures):
        values = [float(scores.summary_view[i, v, s]) for v, s in rows]
        unit, digits = ("count", 0) if measure.aggregate == "sum" else ("", 4)
        columns.append(Column(str(measure), values, unit=unit, definition=measure.definition.sentence, digits=digits))
    return Table("scores", f"Scores over {len(scores.queries):,} queries", columns, note="; ".join(scores.signatures))


def to_pandas(scores: Scored, keep: str | None = None) -> Any:
    """A pandas DataFrame; ``attrs`` say what it holds."""
    frame = MissingLibrary.load("pandas", EXTRA).DataFrame(long_columns(scores, keep))
    frame.attrs.update(_attributes(scores, _content(scores, keep)))
    return frame


def to_polars(scores: Scored, keep: str | None = None) -> Any:
    """A polars DataFrame."""
    return MissingLibrary.load("polars", EXTRA).DataFrame(long_columns(scores, keep))


def to_xarray(scores: Scored, keep: str | None = None) -> Any:
    """An xarray DataArray with named axes."""
    library = MissingLibrary.load("xarray", EXTRA)
    content = _content(scores, keep)
    names = _axes(scores, content)
    along: dict[str, Any] = {axis: list(labels) for axis, labels in names}
    along["signature"] = ("measure", list(scores.signatures))
    if scores.collections and content == "queries":
        along["collection"] = ("query", list(scores.collections))
    return library.DataArray(
        _array(scores, content),
        dims=[axis for axis, _ in names],
        coords=along,
        name="value",
        attrs={k: v for k, v in _attributes(scores, content).items() if k != "signatures"},
    )


def long_columns(scores: Scored, keep: str | None = None) -> dict[str, Any]:
    """The columns of a long frame, by name: lists of names, and the values as an array."""
    import numpy as np

    content = _content(scores, keep)
    names = _axes(scores, content)
    shape = [len(labels) for _, labels in names]
    out: dict[str, Any] = {}
    for number, (axis, labels) in enumerate(names):
        place = [1] * len(shape)
        place[number] = -1
        out[axis] = np.broadcast_to(np.asarray(labels, dtype=object).reshape(place), shape).ravel().tolist()
        if axis == "query" and scores.collections:
            out["collection"] = list(scores.collections) * (len(out[axis]) // max(len(labels), 1))
    out["value"] = _array(scores, content).ravel()
    return out


def _content(scores: Scored, keep: str | None) -> str:
    """What a frame holds: `keep`, else scores of queries where they were kept."""
    check_choice("keep", keep, (None, *KEEP))
    return keep or ("summary" if scores.values_view is None else "queries")


def _axes(scores: Scored, content: str) -> list[tuple[str, Sequence[str]]]:
    axes: list[tuple[str, Sequence[str]]] = [
        ("measure", [str(m) for m in scores.measures]),
        ("variant", scores.variants),
        ("system", scores.systems),
    ]
    return [*axes, ("query", scores.queries)] if content == "queries" else axes


def _array(scores: Scored, content: str) -> Any:
    return (scores.values if content == "queries" else scores.summary).copy()


def _attributes(scores: Scored, content: str) -> dict[str, Any]:
    holds = "scores of queries" if content == "queries" else "each system's summary over the queries"
    return {"holds": holds, "n_queries": len(scores.queries), "signatures": list(scores.signatures)}
