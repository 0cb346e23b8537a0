"""Agreement of two rankings of the same systems: tau, Spearman, tau_AP, pair counts; and overlap, also of any lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    return (scores[None, :] > scores[:, None]).sum(axis=1) + 1, (scores[None, :] == scores[:, None]).sum(axis=1)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two score lists for the same systems."""

    concordant: int  # pairs in the same order
    discordant: int  # pairs in opposite orders
    tied: int  # pairs tied in at least one list
    tau_a: float  # (concordant - discordant) / all pairs
    tau_b: float  # over the geometric mean of untied pairs; NaN where one ties all
    weighted_tau: float  # a pair weighs the sum of its reciprocal ranks
    tau_ap: float  # symmetric, with ties (tau_AP,b); NaN where a list ties all
    error_rate: float  # discordant pairs in percent of all
    spearman: float  # of mean ranks; NaN where a list ties all
    rbo: float  # p = 0.9; ties mean equality (RBO^b)


def agreement(a: ArrayLike, b: ArrayLike) -> Agreement:
    """Every measure of agreement between two score lists; the highest score ranks first.

    Parameters
    ----------
    a, b : array (system,)
        At least two systems; the higher the better (negate a measure where lower is better). NaN is refused.

    Returns
    -------
    Agreement

    Examples
    --------
    >>> result = agreement([0.9, 0.7, 0.5, 0.3], [0.8, 0.9, 0.2, 0.2])
    >>> result.concordant, result.discordant, result.tied, round(result.tau_a, 3)
    (4, 1, 1, 0.5)
    """
    x, y = score_lists(a, b)
    products = (_signs(x) * _signs(y))[np.triu_indices(len(x), 1)]
    concordant, discordant = int((products > 0).sum()), int((products < 0).sum())
    return Agreement(
        concordant=concordant,
        discordant=discordant,
        tied=len(products) - concordant - discordant,
        tau_a=kendall_tau_a(x, y),
        tau_b=kendall_tau_b(x, y),
        weighted_tau=weighted_tau(x, y),
        tau_ap=tau_ap_b(x, y),
        error_rate=100 * discordant / len(products),
        spearman=spearman(x, y),
        rbo=rbo(x, y),
    )


FEW_TO_ORDER = 3  # systems of which three pairs or fewer say all that a tau would


def kendall_tau_a(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-a: concordant minus discordant pairs over all pairs; a tied pair is neither. Source: Kendall,
    Biometrika 30, 1938."""
    x, y = score_lists(a, b)
    n = len(x)
    return float((_signs(x) * _signs(y)).sum() / (n * (n - 1)))


def kendall_tau_b(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-b, corrected for ties; NaN where a list ties all systems. Source: Kendall, Biometrika 33, 1945."""
    x, y = score_lists(a, b)
    in_x, in_y = _signs(x), _signs(y)
    untied = np.sqrt(float((in_x != 0).sum()) * float((in_y != 0).sum()))
    return float((in_x * in_y).sum() / untied) if untied else float("nan")


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's rank correlation; NaN where a list ties all systems. Source: Spearman, American Journal of Psychology
    15, 1904."""
    x, y = score_lists(a, b)
    ranks = [first + (size - 1) / 2 for first, size in (tie_groups(x), tie_groups(y))]
    u, v = (rank - rank.mean() for rank in ranks)
    spread = np.sqrt(float((u * u).sum()) * float((v * v).sum()))
    return float((u * v).sum() / spread) if spread else float("nan")


def weighted_tau(a: ArrayLike, b: ArrayLike) -> float:
    """Tau, pairs weighted by the sum of reciprocal ranks; the mean of ranks by `a`, ties broken by `b`, and the
    reverse; NaN where a list ties all systems. Source: Vigna, WWW 2015."""
    x, y = score_lists(a, b)
    if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return float("nan")
    return (_tau_weighted_by(x, y, _ranks(x, y)) + _tau_weighted_by(x, y, _ranks(y, x))) / 2


def tau_ap(truth: ArrayLike, estimate: ArrayLike) -> float:
    """AP correlation of an estimate with a true order without ties (tau_AP,a), the estimate's ties averaged. Source:
    Yilmaz, Aslam and Robertson, SIGIR 2008; Urbano and Marrero, ICTIR 2017."""
    x, y = score_lists(truth, estimate)
    if len(set(x.tolist())) < len(x):
        raise UsageError("tau_ap: the true scores hold ties; tau_ap_b takes ties on both sides")
    n = len(x)
    first, size = tie_groups(y)
    right = 0.0
    for i in range(n):
        above = int(((first < first[i]) & (x > x[i])).sum())
        places = first[i] + np.arange(size[i])  # each equally likely
        right += above * float(np.mean(1 / np.maximum(places - 1, 1)))
        within = np.arange(1, size[i])  # members of its own tie group above it; half of them belong there
        right += float((within / (first[i] + within - 1)).sum()) / (2 * size[i])
    return float(2 * right / (n - 1) - 1)


def tau_ap_b(a: ArrayLike, b: ArrayLike) -> float:
    """Symmetric AP correlation of two rankings with ties (tau_AP,b); NaN where one ties all systems. Source: Urbano and
    Marrero, ICTIR 2017."""
    x, y = score_lists(a, b)
    return (_ap_above(x, y) + _ap_above(y, x)) / 2


def _ap_above(x: F64, y: F64) -> float:
    first, _ = tie_groups(y)
    below = np.flatnonzero(first > 1)
    if not len(below):
        return float("nan")
    return float(2 * np.mean([((first < first[i]) & (x > x[i])).sum() / (first[i] - 1) for i in below]) - 1)


def _tau_weighted_by(x: F64, y: F64, rank: Places) -> float:
    weight = 1 / (rank[:, None] + 1.0) + 1 / (rank[None, :] + 1.0)
    in_x, in_y = _signs(x), _signs(y)
    untied = np.sqrt((weight * (in_x != 0)).sum() * (weight * (in_y != 0)).sum())
    return float((weight * in_x * in_y).sum() / untied)


def _ranks(first: F64, then: F64) -> Places:
    """0-based ranks by `first`, ties broken by `then`, highest first; ties in both stand in reverse input order."""
    order = np.lexsort((then, first))[::-1]
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return rank


def _signs(x: F64) -> F64:
    return np.sign(x[:, None] - x[None, :])


def common(names_a: Sequence[str], names_b: Sequence[str]) -> tuple[list[int], list[int]]:
    """Positions of the systems that are in both lists, in the first list's order."""
    where = {name: i for i, name in enumerate(names_b)}
    both = [(i, where[name]) for i, name in enumerate(names_a) if name in where]
    return [i for i, _ in both], [j for _, j in both]
