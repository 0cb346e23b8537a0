"""Per-query scores of made-up systems, and what a page says about them, computed plainly."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np

HOSTILE = ("</script><img src=x onerror=alert(1)>", "=cmd|'x'", "p_f10%_{\\x}", "\u202eabc\x07", "名前" * 12)
GROUPS = ("ALIBABA", "BASELINES", "h2oloo", "ielab", "mpii", "NLE", "PASH", "TU_Vienna", "Waterloo", "yorku")


class World:
    """Per-query scores of n systems and everything computed from them."""

    def __init__(self, n: int, n_queries: int, *, hostile: bool, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.n, self.n_queries = n, n_queries
        level = np.sort(0.72 - 0.33 * rng.beta(1.2, 1.6, n) - 0.25 * (rng.random(n) < 0.04))[::-1]
        hard = rng.normal(0, 0.17, n_queries)
        scores = np.clip(level[:, None] + hard + rng.normal(0, 0.1, (n, n_queries)), 0, 1)
        self.scores = scores[np.argsort(-scores.mean(1), kind="stable")]
        self.mean = self.scores.mean(1)
        names = [f"{GROUPS[i % 10].lower()}_{'frs'[i % 3]}{i // 3 + 1}" for i in range(n)]
        if hostile:
            names[: len(HOSTILE)] = list(HOSTILE)[:n]
        self.names = names
        error = self.scores.std(1, ddof=1) / sqrt(n_queries)
        self.low, self.high = self.mean - 1.96 * error, self.mean + 1.96 * error
        self.low50, self.high50 = self.mean - 0.674 * error, self.mean + 0.674 * error
        holes = rng.gamma(1.2, 0.006, n)
        self.lower, self.upper = self.mean - holes, self.mean + holes * rng.random(n) * 0.6
        self.estimate = (self.lower + self.upper) / 2
        self.judged = np.clip(1 - holes, 0, 1)
        self.rng = rng
        self._pairs()

    def _pairs(self) -> None:
        n = self.n
        d = self.mean[:, None] - self.mean[None, :]
        spread = np.ones((n, n))
        for i in range(n):
            spread[i] = (self.scores[i] - self.scores).std(1) / sqrt(self.n_queries)
        np.fill_diagonal(spread, 1)
        self.difference, self.spread = d, spread
        z = np.abs(d) / np.maximum(spread, 1e-9)
        self.p = np.vectorize(erfc)(z / sqrt(2))
        self.family = n * (n - 1) // 2
        self.corrected = np.minimum(self.p * self.family, 1)
        self.differs = self.corrected <= 0.05
        gap = self.upper - self.mean
        self.label_low, self.label_high = d - gap[None, :] * 0.6, d + gap[:, None] * 0.6
        self.kept = (self.label_low > 0) | (self.label_high < 0)
        worse = self.differs & (d < 0)
        better = self.differs & (d > 0)
        self.leader = ~worse.any(1)
        self.rank_low, self.rank_high = 1 + worse.sum(1), n - better.sum(1)
        self._letters()

    def _letters(self) -> None:
        self.brackets: list[tuple[str, int, int]] = []
        self.letters = [""] * self.n
        last = -1
        for first in range(self.n):
            end = first
            while end + 1 < self.n and not self.differs[first : end + 1, end + 1].any():
                end += 1
            if end > last and end > first:
                k = len(self.brackets)
                letter = chr(97 + k % 26) + ("" if k < 26 else str(k // 26))
                self.brackets.append((letter, first, end))
                for row in range(first, end + 1):
                    self.letters[row] += letter
                last = end
