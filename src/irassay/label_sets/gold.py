"""The known answer of a query, near which other passages are looked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gold:
    """The label of a query from which others are extrapolated.

    Attributes
    ----------
    doc : str
    grade : int
        Which the deemed passages get too.
    n_relevant : int
        Labels of the query that it could have been.
    """

    doc: str
    grade: int
    n_relevant: int
