"""Rank-biased overlap with ties: of two rankings of the same systems, and of two lists of any documents and lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import between
from irassay.arrays import F64, Places
from irassay.errors import UsageError

Ranked: TypeAlias = Mapping[str, float] | Sequence[str]
Ties: TypeAlias = Literal["a", "b", "w"]


def rbo(a: ArrayLike, b: ArrayLike, *, p: float = 0.9, ties: Ties = "b") -> float:
    """Rank-biased overlap of two rankings of the same systems: a weighted mean of their overlap at every depth.

    The agreement at depth d weighs (1 - p) p^(d - 1). At the last system agreement is 1, and it is extrapolated as 1
    below: this is RBO_EXT for two complete lists. It is 1 where both rankings are the same.

    Parameters
    ----------
    a, b : array (system,)
        Scores, highest first; at least two systems.
    p : float
        Persistence, above 0 and below 1: the expected depth is 1 / (1 - p) ranks.
    ties : {"b", "a", "w"}
        The meaning of a tie. ``"b"``: the items are equal, and the ranking is compared with its ties, as in tau-b.
        ``"a"``: their order is unknown, and the value is the mean over all ways to break the ties of each list.
        ``"w"``: all members of a tie stand at its first rank, as in Webber et al.

    Returns
    -------
    float
        From 0 to 1.

    Notes
    -----
    *Assumes* nothing. *Guarantees* exact for the scores at hand, nothing about other queries.
    *Source* Webber, Moffat and Zobel, A similarity measure for indefinite rankings, TOIS 28, 2010
    (w); Corsi and Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024 (a, b).

    Examples
    --------
    >>> round(rbo([4, 3, 2, 1], [3, 4, 2, 1], p=0.9), 3), round(rbo([2, 1, 1], [2, 1, 1]), 3)
    (0.9, 1.0)
    >>> round(rbo([2, 1, 1], [2, 1, 1], ties="a"), 3)
    0.978

    See Also
    --------
    rbo_of_lists : for lists with different documents.
    """
    x, y = score_lists(a, b)
    _check(p, ties)
    depth = np.arange(1, len(x) + 1)
    return _extrapolated(_included(tie_groups(x), depth, ties), _included(tie_groups(y), depth, ties), p, ties)


def rbo_of_lists(a: Ranked, b: Ranked, *, p: float = 0.9, ties: Ties = "b") -> float:
    """Rank-biased overlap of two ranked lists that may differ in documents and length.

    Up to the end of the shorter list, agreement is observed. From there to the end of the longer list, each rank that
    the shorter list lacks is assumed to agree as much as its last rank did. Below both ends, agreement is extrapolated
    as its last value: this is RBO_EXT for lists of uneven length. Memory grows with the product of the lengths.

    Parameters
    ----------
    a, b : mapping of document to score, or sequence of documents
        With scores, the highest comes first and equal scores are ties; a sequence is best first. Neither may be empty.
    p, ties
        As in `rbo`.

    Returns
    -------
    float
        From 0 to 1.

    Notes
    -----
    *Assumes* that agreement would continue as at the end of the shorter list; a list that was cut early says little.
    *Guarantees* the value of the definition for the lists at hand; nothing about what was cut off.
    *Source* Webber, Moffat and Zobel, A similarity measure for indefinite rankings, TOIS 28, 2010,
    equation 32; Corsi and Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024.

    Examples
    --------
    >>> round(rbo_of_lists(["a", "b", "c"], ["a", "b", "c", "d", "e"]), 3)
    1.0
    >>> round(rbo_of_lists({"a": 2.0, "b": 1.0}, {"b": 7.0, "c": 5.0, "a": 5.0}), 3)
    0.852
    """
    _check(p, ties)
    shorter, longer = sorted((_scored(a, "a"), _scored(b, "b")), key=len)
    docs = list(dict.fromkeys([*shorter, *longer]))
    depth = np.arange(1, len(longer) + 1)
    in_shorter, in_longer = (_included(_placed(side, docs), depth, ties) for side in (shorter, longer))
    return _extrapolated(in_shorter, in_longer, p, ties)


def _check(p: float, ties: str) -> None:
    between("p", p)
    if ties not in get_args(Ties):
        raise UsageError(f'expected ties="a", "b" or "w", but got ties={ties!r}')


def _scored(ranked: Ranked, name: str) -> Mapping[str, float]:
    """Document to score; a sequence gets minus its ranks."""
    if isinstance(ranked, str) or not len(ranked):
        raise UsageError(f"expected {name} to be documents, in a sequence or with their scores, but got {ranked!r}")
    if not isinstance(ranked, Mapping):
        if len(set(ranked)) < len(ranked):
            raise UsageError(f"expected a document once in {name}, but it holds {len(ranked) - len(set(ranked))} again")
        return {doc: -float(rank) for rank, doc in enumerate(ranked)}
    if any(score != score for score in ranked.values()):
        raise UsageError(f"scores of {name} hold NaN; leave those documents out")
    return ranked


def _placed(scored: Mapping[str, float], docs: Sequence[str]) -> tuple[Places, Places]:
    """First rank and size of each document's tie group; documents not in the list rank below all others."""
    first, size = tie_groups(np.array(list(scored.values()), dtype=np.float64))
    place = {doc: i for i, doc in enumerate(scored)}
    nowhere = np.iinfo(np.int32).max
    return (
        np.array([first[place[d]] if d in place else nowhere for d in docs], dtype=np.intp),
        np.array([size[place[d]] if d in place else 1 for d in docs], dtype=np.intp),
    )


def _included(groups: tuple[Places, Places], depth: Places, ties: Ties) -> F64:
    """Share of each document in the first d ranks, (depth, document): of a tie group that d cuts its ranks within d, or
    1 with ``ties="w"``."""
    first, size = groups
    if ties == "w":
        return (first <= depth[:, None]).astype(np.float64)
    return np.clip((depth[:, None] - first + 1) / size, 0.0, 1.0)


def _extrapolated(shorter: F64, longer: F64, p: float, ties: Ties) -> float:
    """RBO_EXT from memberships: arrays (depth, document), with depth to the end of the longer list."""
    n = len(longer)
    depth = np.arange(1, n + 1)
    ends = np.count_nonzero(shorter[-1])
    overlap = (shorter * longer).sum(axis=1)
    if ties == "a":
        whole = depth.astype(np.float64)
    elif ties == "b":
        # Below its end the shorter list is assumed to have no ties.
        whole = np.sqrt(np.where(depth <= ends, (shorter**2).sum(axis=1), depth) * (longer**2).sum(axis=1))
    else:
        whole = (np.where(depth <= ends, shorter.sum(axis=1), depth) + longer.sum(axis=1)) / 2
    last = overlap[ends - 1] / whole[ends - 1]
    agreement = (overlap + _unseen(longer[:, shorter[-1] == 0], depth - ends) * last) / whole
    below = (overlap[-1] + (n - ends) * last) / n
    return float((1 - p) * (p ** (depth - 1) * agreement).sum() + p**n * below)


def _unseen(others: F64, beyond: Places) -> F64:
    """Documents that the shorter list lacks at each depth, weighted by the mean membership of the longer list's own."""
    present = (others > 0).sum(axis=1)
    share: F64 = np.divide(others.sum(axis=1), present, out=np.zeros(len(others)), where=present > 0)
    expected: F64 = np.maximum(beyond, 0) * share
    return expected


def score_lists(a: ArrayLike, b: ArrayLike) -> tuple[F64, F64]:
    """Two lists of scores of the same systems, at least two and without NaN; else a UsageError."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise UsageError(f"expected two lists of scores of the same systems, but got shapes {x.shape} and {y.shape}")
    if len(x) < 2:
        raise UsageError(f"an order needs at least two systems, but got {len(x)}")
    if np.isnan(x).any() or np.isnan(y).any():
        raise UsageError("scores to correlate hold NaN; leave those systems out of both lists")
    return x, y


def tie_groups(scores: F64) -> tuple[Places, Places]:
    """For each system the first rank of its tie group and the group's size; the highest score ranks first."""
    greater = scores[None, :] > scores[:, None]
    equal = scores[None, :] == scores[:, None]
    return greater.sum(axis=1) + 1, equal.sum(axis=1)
