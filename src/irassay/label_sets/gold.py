"""The known answer of a query, near which other passages are looked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gold:
    """The label of a query from which others are extrapolated."""

    doc: str
    grade: int  # which the deemed passages get too
    n_relevant: int  # labels of the query that it could have been
