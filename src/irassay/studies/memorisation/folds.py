"""The size of a training set chosen on some folds of the topics and tried on another, and the luck in the choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.errors import UsageError
from irassay.random_keys import stream

F64: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]

PURPOSE = 0x666F6C64  # "fold": separates this random stream from others of the same key


@dataclass(frozen=True, slots=True)
class Choice:
    """Scores of the chosen sizes."""

    scores: F64  # (topic,), by the size that the other folds chose
    sizes: Ints  # (fold,), the place of each choice
    luck: float  # by how much the choice is better on the folds that made it than on the fold that tries it


def folds_of(n_topics: int, n_folds: int, key: int) -> Ints:
    """The fold of each topic, of sizes that differ by one at most: array (topic,)."""
    if n_topics < n_folds:
        raise UsageError(f"{n_folds} folds of {n_topics} topics, expected no more folds than topics")
    order = np.random.Generator(stream(key, PURPOSE)).permutation(n_topics)
    folds = np.empty(n_topics, dtype=np.intp)
    folds[order] = np.arange(n_topics) % n_folds
    return folds


def choose(scores: F64, folds: Ints, *, direction: int) -> Choice:
    """The scores, array (size, topic), of the size with the best mean over the other folds; the first of equal ones.
    Source: Fröbe et al., SPIRE 2022, section 4."""
    chosen, sizes, luck = np.empty(scores.shape[1]), [], 0.0
    for fold in range(int(folds.max()) + 1):
        here = folds == fold
        means, tried = scores[:, ~here].mean(axis=1), scores[:, here]
        best = int(np.argmax(direction * means))
        chosen[here] = tried[best]
        # Against the mean size: folds of harder topics are no luck.
        gain = (means[best] - means.mean()) - (tried[best] - tried.mean(axis=0)).mean()
        luck += direction * float(gain) * here.mean()
        sizes.append(best)
    return Choice(chosen, np.array(sizes), luck)
