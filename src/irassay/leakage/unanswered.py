"""Systems without documents for some queries, and which of them can't be held on leaked against clean queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A system without documents for some queries; each counts 0."""

    system: str
    leaked: int  # leaked queries without documents
    clean: int  # clean queries without documents
    is_compared: bool  # whether chance would part these so; else they make the change

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON."""
        return {"system": self.system, "leaked": self.leaked, "clean": self.clean, "compared": self.is_compared}


def unanswered(
    missing: Mapping[str, Sequence[str]],
    systems: Sequence[str],
    queries: Sequence[str],
    leaked: NDArray[np.bool_],
    *,
    alpha: float = 0.05,
) -> list[Unanswered]:
    """The systems that lack documents for some of these queries (`missing`), most first; one is compared unless it
    answers no query of a group, or chance would part so unevenly in less than `alpha` of cases."""
    n_leaked, n_clean = int(leaked.sum()), int((~leaked).sum())
    out = []
    for system in systems:
        lacks = np.isin(queries, list(missing.get(system, ())))
        k, other = int((lacks & leaked).sum()), int((lacks & ~leaked).sum())
        if k or other:
            has_both = (k < n_leaked or not n_leaked) and (other < n_clean or not n_clean)
            even = has_both and probability_of_split(k, other, n_leaked, n_clean) > alpha
            out.append(Unanswered(system, k, other, even))
    return sorted(out, key=lambda of: -(of.leaked + of.clean))


def probability_of_split(leaked: int, clean: int, n_leaked: int, n_clean: int) -> float:
    """How often as many queries, drawn at random, are parted into leaked and clean as unevenly or more. Source: Fisher,
    The Design of Experiments, 1935: the two-sided exact test."""
    n = leaked + clean
    ways = [comb(n_leaked, k) * comb(n_clean, n - k) for k in range(n + 1)]
    return sum(way for way in ways if way <= ways[leaked]) / sum(ways)
