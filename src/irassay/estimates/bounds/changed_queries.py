"""One query whose labels change one by one: the lead of a list over another, and how far n changes can lower it.

A lead is a sum of weights x gains, that sum over the ideal of the same labels, or a difference of mean precisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from irassay.arrays import F64, I64, Flags

MOST = 60  # changes of one query that are looked at one by one: beyond, the lead may be as low as it can be at all


class Labels:
    """The labels of a query: grades from 0 up, their ranks in either list, inf where it isn't there, from 1: (label,).

    `gains` are by grade; `moves` are the grades that each may have instead, by grade.
    """

    def __init__(self, grade: I64, ranks: tuple[F64, F64], gains: F64, moves: Mapping[int, Sequence[int]]) -> None:
        self.grade, self.ranks, self.gains, self.moves = grade.copy(), ranks, gains, moves
        self.free = np.ones(len(grade), dtype=bool)  # not changed so far

    def change(self, at: int, grade: int) -> None:
        """One label is another grade, and stays that."""
        self.grade[at], self.free[at] = grade, False


class Summed:
    """A sum of weights x gains."""

    def __init__(self, labels: Labels, weight: F64) -> None:
        self.labels, self.weight = labels, weight

    def lead(self) -> float:
        """Sum of the weights x gains."""
        return float(self.weight @ self.labels.gains[self.labels.grade])

    def steps(self) -> F64:
        """The largest fall that each label makes, (label,); they add up."""
        labels, fall = self.labels, np.zeros(len(self.weight))
        for grade, others in labels.moves.items():
            of = labels.grade == grade
            for other in others:
                step = self.weight[of] * (labels.gains[grade] - labels.gains[other])
                fall[of] = np.maximum(fall[of], step)
        return fall


class Shared:
    """A sum of weights x gains over the ideal, sum of `discount` (rank,) x sorted gains."""

    def __init__(self, labels: Labels, weight: F64, discount: F64, *, one: bool) -> None:
        self.labels, self.weight, self._one = labels, weight, one
        self._prefix: list[float] = [0.0, *np.cumsum(discount).tolist()]
        self._levels = np.unique(
            np.append(labels.gains[np.unique(labels.grade)], [labels.gains[g] for g in labels.moves])
        )
        self._steps = list(zip(np.diff(self._levels).tolist(), self._levels[1:].tolist(), strict=True))
        self._count()

    def _count(self) -> None:
        gain = self.labels.gains[self.labels.grade]
        self._sum = float(self.weight @ gain)
        self._reach: list[int] = (
            (gain[:, None] >= self._levels[1:]).sum(axis=0).tolist()
        )  # labels at each level or above
        self._ideal = self._ideal_of(0.0, 0.0)

    def _ideal_of(self, before: float, after: float) -> float:
        """The ideal once a label has the gain `after` in place of `before`."""
        moved = ((after >= level) - (before >= level) for _, level in self._steps)
        rows = zip(self._steps, self._reach, moved, strict=True)
        return sum((step * self._prefix[min(n + more, len(self._prefix) - 1)] for (step, _), n, more in rows), 0.0)

    def lead(self) -> float:
        """The sum over the ideal."""
        return self._sum / self._ideal if self._ideal > 0 else 0.0

    def best(self) -> tuple[float, int, int]:
        """The largest fall that one change makes, its label and its new grade: labels of extreme weights are tried."""
        labels, largest, lead = self.labels, (0.0, -1, -1), self.lead()
        for grade, others in labels.moves.items():
            of = np.nonzero(labels.free & (labels.grade == grade))[0]
            if not len(of):
                continue
            light, heavy = int(of[self.weight[of].argmin()]), int(of[self.weight[of].argmax()])
            before = float(labels.gains[grade])
            for other in others:
                after = float(labels.gains[other])
                at = light if after > before else heavy
                ideal = self._ideal_of(before, after)
                now = (self._sum + float(self.weight[at]) * (after - before)) / ideal if ideal > 0 else 0.0
                largest = max(largest, (lead - now, at, other))
        return largest

    def change(self, at: int, grade: int) -> None:
        """One label is another grade."""
        self.labels.change(at, grade)
        self._count()

    def falls(self) -> F64:
        """The largest falls that 0, 1, 2 ... changes can make, or more, (change,): of s labels that fall and t that
        rise the sum loses the largest steps, and the ideal is between those that s fallen and t risen allow."""
        n, prefix = np.arange(min(MOST // 2, len(self.weight)) + 1), np.array(self._prefix)
        least, most = (
            prefix[np.clip(self._reach + sign * n[:, None], 0, len(prefix) - 1)] for sign in (-1, 1)
        )  # by level
        down, up = (self._numerator(sign, n) for sign in (-1, 1))
        steps = np.diff(self._levels)
        rise = np.diff(most, axis=0) * steps
        rise = np.sort(rise.ravel())[::-1][: len(n) - 1] if self._one else rise.sum(axis=1)
        numerator = self._sum - down[:, None] - up[None, :]
        highest = self._ideal + np.concatenate([[0.0], np.cumsum(rise)])
        ideal = np.where(numerator >= 0, highest[None, :], (least @ steps)[:, None])
        lead = np.divide(numerator, ideal, out=np.where(numerator >= 0, 0.0, -1.0), where=ideal > 0)
        out = _by_number(self.lead() - np.maximum(lead, -1.0), len(n) - 1)
        out[1:2] = self.best()[0]
        return _beyond(out, len(self.weight), self.lead())

    def _numerator(self, sign: int, n: I64) -> F64:
        """The most that n labels which all rise, or fall, take from the sum."""
        labels, most = self.labels, np.zeros(len(self.weight))
        for grade, others in labels.moves.items():
            of = labels.grade == grade
            for change in (labels.gains[other] - labels.gains[grade] for other in others):
                if change * sign > 0:
                    most[of] = np.maximum(most[of], -self.weight[of] * change)
        return np.concatenate([[0.0], np.cumsum(np.sort(most)[::-1])])[n]


class Averaged:
    """A difference of mean precisions over the number of relevant labels, those from `rel` on."""

    def __init__(self, labels: Labels, rel: int) -> None:
        self.labels, self._rel = labels, rel
        flips = [grade for grade, others in labels.moves.items() if any((g >= rel) != (grade >= rel) for g in others)]
        self._may = np.isin(labels.grade, flips)
        self._count()

    def _count(self) -> None:
        self._is = self.labels.grade >= self._rel
        self._n = int(self._is.sum())
        (first, of_first), (second, of_second) = (_precisions(self._is, ranks) for ranks in self.labels.ranks)
        self._sum, self._of_label = first - second, of_first - of_second

    def lead(self) -> float:
        """The sum of precisions over the number of relevant labels."""
        return self._sum / self._n if self._n else 0.0

    def best(self) -> tuple[float, int, int]:
        """The same as of `Shared`."""
        sign = np.where(self._is, -1, 1)
        n = self._n + sign
        now = np.divide(self._sum + sign * self._of_label, n, out=np.zeros(len(n)), where=n > 0)
        fall = np.where(self._may & self.labels.free, self.lead() - now, 0.0)
        at = int(np.argmax(fall)) if len(fall) else -1
        if at < 0 or fall[at] <= 0:
            return 0.0, -1, -1
        others = self.labels.moves[int(self.labels.grade[at])]
        return float(fall[at]), at, next(g for g in others if (g >= self._rel) != self._is[at])

    def change(self, at: int, grade: int) -> None:
        """One label is another grade."""
        self.labels.change(at, grade)
        self._count()

    def falls(self) -> F64:
        """The same as of `Shared`: the largest single changes, and what any two of them add to each other, the larger
        |1/rank - 1/rank| of the two at most."""
        n = np.arange(min(MOST, int(self._may.sum())) + 1)
        falling, rising = (
            np.sort(effect[self._may & of])[::-1][: n[-1]]
            for effect, of in ((self._of_label, self._is), (-self._of_label, ~self._is))
        )
        first, second = (1.0 / ranks[self._may] for ranks in self.labels.ranks)
        apart = np.sort(np.abs(first - second))[::-1][: n[-1]]
        both = np.concatenate([[0.0], np.cumsum(np.concatenate([[0.0], np.cumsum(apart)]))[:-1]])[: len(n)]
        down, up = (np.concatenate([[0.0], np.cumsum(one)]) for one in (falling, rising))
        s, t = np.arange(len(down))[:, None], np.arange(len(up))[None, :]
        numerator = self._sum - down[:, None] - up[None, :] - both[np.minimum(s + t, n[-1])]
        relevant = self._n - s + t
        lead = np.divide(numerator, relevant, out=np.zeros(numerator.shape), where=relevant > 0)
        out = _by_number(self.lead() - np.maximum(lead, -1.0), len(n) - 1)
        return _beyond(out, int(self._may.sum()), self.lead())


def _precisions(relevant: Flags, ranks: F64) -> tuple[float, F64]:
    """The sum of precisions at relevant labels, and by how much one label more or less changes it: (label,)."""
    order = np.argsort(ranks, kind="stable")
    order = order[np.isfinite(ranks[order])]
    rank, is_ = ranks[order], relevant[order]
    above: F64 = np.cumsum(is_) - 1.0 * is_
    each = is_ / rank
    out = np.zeros(len(ranks))
    out[order] = (1 + above) / rank + each.sum() - np.cumsum(each)
    return float(each @ (above + 1)), out


def _by_number(falls: F64, n: int) -> F64:
    """The largest of falls (fallen, risen) by their number together, 0 to n: (change,)."""
    out = np.zeros(n + 1)
    for fallen, row in enumerate(falls):
        part = out[fallen : fallen + len(row)]
        np.maximum(part, row[: len(part)], out=part)
    return out


def _beyond(falls: F64, n_labels: int, lead: float) -> F64:
    """The falls, and for more changes than were looked at the largest there is: no score leaves 0 to 1."""
    return np.maximum.accumulate(np.append(falls, lead + 1.0) if n_labels >= len(falls) else falls)


def concave_steps(falls: F64) -> F64:
    """The steps of the least concave function that is nowhere below these falls: (change,)."""
    hull = [0]
    for i in range(1, len(falls)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if (falls[b] - falls[a]) * (i - a) > (falls[i] - falls[a]) * (b - a):
                break
            hull.pop()
        hull.append(i)
    at = np.array(hull)
    return np.repeat(np.diff(falls[at]) / np.diff(at), np.diff(at))
