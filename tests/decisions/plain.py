"""A campaign of a pair and P@k, by loops written from the formulas: what bets of `irassay.decisions` must come to."""

from __future__ import annotations

import math

RATES = (0.8, 1.4, 2.2, 3.3, 5.0, 8.0, 12.0)


def weights(lists_a, lists_b, k):
    """(query, doc) -> weight of the label in the difference a - b, with rank and number of lists for the buckets."""
    out = {}
    for query in sorted(lists_a):
        a, b = lists_a[query][:k], lists_b[query][:k]
        for doc in dict.fromkeys(a + b):
            weight = ((doc in a) - (doc in b)) / k / len(lists_a)
            if weight:
                rank = min(one.index(doc) + 1 for one in (a, b) if doc in one)
                out[query, doc] = weight, (int(math.log2(rank)), (doc in a) + (doc in b))
    return out


def predictions(world, labels):
    """(query, doc) -> predicted gain and spread."""
    n, total = len(labels), sum(labels.values())
    overall = (total + 10 * 0.3) / (n + 10)

    def bucket_mean(bucket):
        gains = [g for pair, g in labels.items() if world[pair][1] == bucket]
        return (sum(gains) + 10 * overall) / (len(gains) + 10)

    def gain(pair):
        residuals = [g - bucket_mean(world[one][1]) for one, g in labels.items() if one[0] == pair[0]]
        return min(max(bucket_mean(world[pair][1]) + sum(residuals) / (len(residuals) + 4), 0.0), 1.0)

    gains = {pair: gain(pair) for pair in world}
    squares = sum((g - gains[pair]) ** 2 for pair, g in labels.items()) + 2.5
    ratio = squares / (sum(gains[pair] * (1 - gains[pair]) for pair in labels) + 2.5)
    return {pair: (f, max(math.sqrt(ratio * f * (1 - f)), 0.4)) for pair, f in gains.items()}


class Wealth:
    """K+ against "a - b is at most m"."""

    def __init__(self, m, sign):
        self.m, self.sign = m, sign
        self.factors = [1.0] * 8
        self.best = 1.0
        self.squares = self.expected = self.precision = self.weighted = 0.0
        self.scale = None

    def bet(self, mean, z, variance, least, n):
        """One bet: M, Z, V, z_min, and the number of documents at the beginning of the batch."""
        v = variance * (8 + self.squares) / (8 + self.expected)
        self.scale = self.scale or math.sqrt(v / n)
        learnt = self.weighted / self.precision - self.m if self.precision else 0.0
        for j, d in enumerate([r * self.scale for r in RATES] + [max(learnt, 0.0)]):
            stake = d / (v + d * d)
            if self.m > least:
                stake = min(stake, 0.95 / (self.m - least))
            self.factors[j] *= 1 + stake * (z - self.m)
        self.best = max(self.best, sum(self.factors) / 8)
        self.squares += (z - mean) ** 2 / variance
        self.expected += 1
        self.precision += 1 / v
        self.weighted += z / v


def campaign(world, events, m=0.0):
    """The largest wealth against "a - b is at most m" and "b - a is at most m", after the events of a log."""
    both = [Wealth(m, 1), Wealth(m, -1)]
    labels = {}  # None: nobody can say
    for number, event in enumerate(events):
        if event["kind"] == "batch":
            answers = labels | answers_after(events[number + 1 :])
            for wealth in both:
                bet_on(world, labels, event["documents"], answers, wealth)
        labels |= answers_after([event])
    return [wealth.best for wealth in both]


def answers_after(events):
    """(query, doc) -> grade, of these events; None where it was skipped."""
    out = {}
    for event in events:
        if event["kind"] == "answers":
            out |= {(q, d): g for q, docs in event["labels"].items() for d, g in docs.items()}
        elif event["kind"] == "skips":
            out |= {tuple(pair): None for pair in event["documents"] if tuple(pair) not in out}
    return out


def bet_on(world, labels, drawn, answers, wealth):
    """The bets of a batch, in the order of its draws."""
    labels = {pair: g for pair, g in labels.items() if pair in world}
    known = {pair: g for pair, g in labels.items() if g is not None}
    forecast = predictions(world, known)
    left = {pair for pair in world if pair not in labels}
    total = sum(abs(world[pair][0]) * forecast[pair][1] for pair in left)
    chance = {pair: abs(world[pair][0]) * forecast[pair][1] / total for pair in left}

    def value(pair, gain):
        weight = wealth.sign * world[pair][0]
        return min(weight, 0.0) if gain is None else weight * gain

    def predicted(pair):
        return wealth.sign * world[pair][0] * forecast[pair][0]

    seen, n = dict(labels), len(left)
    reach = max((predicted(pair) - value(pair, None)) / chance[pair] for pair in left)
    for query, doc, logged in drawn:
        pair = query, doc
        assert math.isclose(logged, chance[pair], rel_tol=1e-9)
        mean = sum(value(one, g) for one, g in seen.items()) + sum(predicted(one) for one in left)
        mass = sum(chance[one] for one in left)
        p = chance[pair] / mass
        variance = sum((world[one][0] * forecast[one][1]) ** 2 / (chance[one] / mass) for one in left)
        z = mean + (value(pair, answers[pair]) - predicted(pair)) / p
        wealth.bet(mean, z, variance, mean - reach * mass, n)
        seen[pair] = answers[pair]
        left.remove(pair)
