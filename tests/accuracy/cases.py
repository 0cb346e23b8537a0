"""What is computed and what it is exactly, over fixed cases: one generator a quantity, of (computed, exact, scale).

`scale` is what an error is relative to where that is more than the value: 0 for a score by itself, 1 for a difference
of scores, in which digits cancel.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from irassay.agreement.correlation import (
    kendall_tau_a,
    kendall_tau_b,
    rbo,
    rbo_of_lists,
    spearman,
    tau_ap,
    tau_ap_b,
    weighted_tau,
)
from irassay.collection import Qrels
from irassay.comparison.intervals import resampled_summaries
from irassay.comparison.league.effect import effect_size
from irassay.comparison.paired_scores import match
from irassay.comparison.proportions import wilson
from irassay.comparison.significance.paired_tests import correct
from irassay.estimates import bound
from irassay.estimates.universe import SMOOTHING, kernel_task, make_universe
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.scoring import evaluate
from tests.accuracy.exact import geometric_mean, square_root, twins
from tests.plain.sign_flips import count_draws
from tests.plain.small import runs_of
from tests.scores_by_hand import hand_scores

N_LISTS = 120
plain, models, over, samples = (twins(name) for name in ("measures", "user_models", "diversity", "sampled"))
further = twins("further")
completed = twins("completions")
P = Fraction(0.8)  # what the float is


MEASURES = {
    "nDCG@5": lambda r, q: plain.ndcg(r, q, 5),
    "nDCG": lambda r, q: plain.ndcg(r, q, None),
    'nDCG(dcg="exp-log2")@10': lambda r, q: plain.ndcg(r, q, 10, "exp-log2"),
    "nDCG(gains={1:0.25,2:7})": lambda r, q: models.tabled_ndcg(r, q, {1: Fraction(0.25), 2: 7}),
    "DCG": lambda r, q: plain.dcg(r, q, None),
    "NCG@5": lambda r, q: plain.ncg(r, q, 5),
    "P@7": lambda r, q: plain.precision(r, q, 1, 7),
    "R@7": lambda r, q: plain.recall(r, q, 1, 7),
    "RR": lambda r, q: plain.reciprocal_rank(r, q, 1),
    "AP": lambda r, q: plain.average_precision(r, q, 1),
    "AP(rel=2)@15": lambda r, q: plain.average_precision(r, q, 2, 15),
    "Rprec": lambda r, q: plain.recall(r, q, 1, len(plain.relevant(q, 1))),
    "IPrec@0.5": lambda r, q: plain.interpolated_precision(r, q, 1, Fraction(1, 2)),
    "RBP(p=0.8)": lambda r, q: plain.rbp(r, q, P, lambda g: int(g is not None and g >= 1)),
    'RBP(p=0.8,gain="graded",max_rel=3)': lambda r, q: plain.rbp(r, q, P, lambda g: min(plain.gain(g) / 3, 1)),
    "RBPResidual(p=0.8)": lambda r, q: plain.rbp_residual(r, q, P),
    "Bpref": lambda r, q: plain.bpref(r, q, 1),
    "infAP": lambda r, q: plain.inferred_ap(r, q, 1, Fraction(1e-5)),
    "Judged@7": lambda r, q: plain.judged(r, q, 7),
    "SetP": lambda r, q: Fraction(plain.found(r, q, 1), len(r)),
    "SetAP": lambda r, q: Fraction(plain.found(r, q, 1), len(r)) * plain.recall(r, q, 1),
    "SetF(beta=2)": lambda r, q: plain.set_f(r, q, 1, 2),
    "SetRelP": lambda r, q: Fraction(plain.found(r, q, 1), max(1, min(len(r), len(plain.relevant(q, 1))))),
    "ERR(max_rel=3)": lambda r, q: models.err(r, q, 3),
    "INSQ(T=2,max_rel=3)@40": lambda r, q: models.gain_rate(r, q, 2, 3, k=40, adapts=False),
    "INST(T=2,max_rel=3)@40": lambda r, q: models.gain_rate(r, q, 2, 3, k=40),
    "Compat(p=0.8)@40": lambda r, q: models.compatibility(r, q, P, 40),
    'nDCG(ideal="labels")@5': lambda r, q: further.whole_ideal_ndcg(r, q, 5, lambda grade: max(grade, 0)),
    "F@7": lambda r, q: further.f_measure(r, q, 1, 7),
    "R_cap@7": lambda r, q: further.capped_recall(r, q, 1, 7),
    "Accuracy": lambda r, q: further.accuracy(r, q, 1),
    "Q": lambda r, q: further.q_measure(r, q, 1, 1),
    "RprecMult(times=1.5)": lambda r, q: further.precision_at_multiple(r, q, 1, Fraction(3, 2)),
    "IPrec11": lambda r, q: further.eleven_points(r, q, 1),
    "binG": lambda r, q: further.binary_g(r, q, 1),
    "Unjudged@7": lambda r, q: further.unjudged(r, q, 7),
    "SDCG(max_rel=3)@7": lambda r, q: models.scaled_dcg(r, q, 3, 7),
    "BPM(max_rel=3)@7": lambda r, q: models.bejeweled(r, q, 1, 3, 7),
    "NERR8(max_rel=3)@7": lambda r, q: models.satisfied_rate(r, q, lambda rank: 1, 3, 0, 7),
    "NERR9(max_rel=3)@7": lambda r, q: models.satisfied_rate(r, q, lambda rank: Fraction(rank, rank + 1), 3, 0, 7),
    "NERR10(p=0.8,max_rel=3)@40": lambda r, q: models.satisfied_rate(r, q, lambda rank: P, 3, 0, 40),
    "NERR11(max_rel=3)@40": lambda r, q: models.satisfied_rate(r, q, lambda i: Fraction(i + 1, i + 2) ** 2, 3, 0, 40),
}
SUBTOPICS = {
    "alpha_nDCG(alpha=0.5)@5": lambda r, c: over.normalised(r, c, Fraction(1, 2), "dcg", 5),
    "alpha_DCG(alpha=0.5)@5": lambda r, c: over.of_the_conceivable(r, c, Fraction(1, 2), "dcg", 5),
    "ERR_IA(alpha=0.5)@5": lambda r, c: over.of_the_conceivable(r, c, Fraction(1, 2), "err", 5),
    "nERR_IA(alpha=0.5)@5": lambda r, c: over.normalised(r, c, Fraction(1, 2), "err", 5),
    "P_IA@5": lambda r, c: over.precision(r, c, 5),
    "AP_IA": lambda r, c: of_groups(r, c, lambda r, q: plain.average_precision(r, q, 1)),
    "Rprec_IA(times=1.5)": lambda r, c: of_groups(
        r, c, lambda r, q: further.precision_at_multiple(r, q, 1, Fraction(3, 2))
    ),
}
SAMPLED = {
    "xinfAP": lambda r, q: samples.xinf_ap(r, q, 1, Fraction(1e-5)),
    "infNDCG@7": lambda r, q: samples.inf_ndcg(r, q, 7),
}
BOUNDED = ["nDCG@3", "nDCG", "DCG@3", "NCG@3", "P@3", "R@3", "RR", "AP", "Rprec", "RBP(p=0.5)"]
# Words in the names of quantities that hold logarithms, or that NumPy computes.
BY_LIBRARIES = ("DCG", "geometric", "RBO", "tau", "Spearman", "difference", "means of resamples", "Wilson")


def of_groups(ranked, covers, measure):
    labels = {subtopic: dict.fromkeys(docs, 1) for subtopic, docs in covers.items()}
    return further.over_groups(ranked, labels, "all", 1, measure)


def lists_and_labels():
    """(list, labels): up to 30 documents, grades -1 to 3."""
    rng = np.random.default_rng(11)
    for _ in range(N_LISTS):
        docs = [f"d{i}" for i in range(rng.integers(1, 31))]
        judged = rng.choice(docs, rng.integers(1, len(docs) + 1), replace=False)
        ranked = [str(d) for d in rng.choice(docs, rng.integers(1, len(docs) + 1), replace=False)]
        yield ranked, {str(doc): int(rng.integers(-1, 4)) for doc in judged}


def measure_values(name, twin):
    cases = list(lists_and_labels())
    qrels = Qrels.from_dict({f"{i:04}": labels for i, (_, labels) in enumerate(cases)})
    runs = runs_of({"s": {f"{i:04}": ranked for i, (ranked, _) in enumerate(cases)}})
    for value, case in zip(evaluate(qrels, runs, [name]).values[0, 0, 0].tolist(), cases):
        yield value, twin(*case), 0


def subtopic_values(name, twin):
    rng = np.random.default_rng(12)
    for _ in range(40):
        docs = [f"d{i:02}" for i in range(12)]
        labels = {s: {d: 1 for d in docs if rng.random() < 0.3} for s in ("s1", "s2", "s3")}
        labels = {s: of for s, of in labels.items() if of} or {"s1": {"d00": 1}}
        ranked = [str(d) for d in rng.permutation(docs)[: rng.integers(1, 13)]]
        value = evaluate(Qrels.from_subtopics({"q": labels}), runs_of({"s": {"q": ranked}}), [name]).values[0, 0, 0, 0]
        yield float(value), twin(ranked, {s: set(of) for s, of in labels.items()}), 0


def sampled_values(name, twin):
    rng = np.random.default_rng(14)
    for ranked, labels in lists_and_labels():
        strata = {doc: f"s{rng.integers(0, 3)}" for doc in labels}
        qrels = Qrels.from_dict({"q": labels}, strata={"q": strata})
        value = evaluate(qrels, runs_of({"s": {"q": ranked}}), [name]).values[0, 0, 0, 0]
        yield float(value), twin(ranked, {doc: (strata[doc], grade) for doc, grade in labels.items()}), 0


def summaries(name):
    rng = np.random.default_rng(13)
    for n in (1, 7, 50, 700):
        lists = {f"q{i}": [str(d) for d in rng.permutation(12)] for i in range(n)}
        labels = {q: {str(d): int(rng.integers(0, 2)) for d in range(6)} for q in lists}
        scores = evaluate(Qrels.from_dict(labels), runs_of({"s": lists}), [name])
        values = [Fraction(v) for v in scores.values[0, 0, 0].tolist()]
        true = geometric_mean(values, 1e-5) if name == "GMAP" else sum(values) / n
        yield float(scores.summary[0, 0, 0]), true, 0


def small_collections():
    """(lists, grades, scale) with few documents missing labels, so that every completion can be tried."""
    rng = np.random.default_rng(14)
    for _ in range(12):
        docs = [f"d{i}" for i in range(7)]
        rankings = [[str(d) for d in rng.permutation(docs)[: rng.integers(1, 6)]] for _ in range(3)]
        judged = rng.choice(docs, 4, replace=False)
        yield rankings, {str(d): int(rng.integers(-1, 3)) for d in judged}


def bounds(name):
    measure = Measure.parse(name)
    for rankings, grades in small_collections():
        found = bound(
            Qrels.from_dict({"q": grades}), runs_of({f"s{i}": {"q": r} for i, r in enumerate(rankings)}), measure,
            scale=(0, 1, 2), unseen=0, threads=1,
        )  # fmt: skip
        lower, upper, greatest = completed.true_bounds(measure, rankings, grades, (0, 1, 2), 0)
        for s in range(len(rankings)):
            yield float(found.lower[s, 0]), lower[s], 0
            yield float(found.upper[s, 0]), upper[s], 0
        for i, j in itertools.permutations(range(len(rankings)), 2):
            if found.difference_exact[i, j]:
                yield float(found.difference_upper[i, j]), greatest[i][j], 1


def rates():
    """Chances of each grade where a query's documents stand in one band, and the others are in no list."""
    rng = np.random.default_rng(15)
    s = Fraction(SMOOTHING)
    measure = Measure.parse("nDCG@3")
    for _ in range(40):
        docs = [f"d{i}" for i in range(9)]
        listed = [str(d) for d in rng.permutation(docs)[:5]]
        grades = {d: int(g) for d, g in zip(docs, rng.permutation([0, 0, 0, 1, 1, 2, 2, 0, 1]))}
        qrels, runs = Qrels.from_dict({"q": grades}), runs_of({"a": {"q": listed}})
        task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")
        expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, 1, 0)
        expecter.count(0, 1)
        everywhere = [sum(g == level for g in grades.values()) for level in range(3)]
        own = [sum(grades[d] == level for d in listed) for level in range(3)]
        anywhere = [Fraction(n, 9) for n in everywhere]
        prior = [
            (everywhere[g] + s * anywhere[g]) / (9 + s) * (own[g] + s * anywhere[g]) / (5 + s) / anywhere[g]
            for g in range(3)
        ]
        true = [(own[g] + s * prior[g] / sum(prior)) / (5 + s) for g in range(3)]
        yield from zip(expecter.rates(0, 0), true, itertools.repeat(0))


def tails_of_signs():
    rng = np.random.default_rng(16)
    for n in (1, 2, 9, 13):
        d = rng.random(n)
        exact = [Fraction(x) for x in d.tolist()]
        sums = [sum(x * s for x, s in zip(exact, signs)) for signs in itertools.product((1, -1), repeat=n)]
        for share in (0.1, 0.4, 0.9):
            at = float(share * d.sum())
            true = Fraction(sum(abs(total) >= Fraction(at) for total in sums), len(sums))
            yield _core.met_tail(d, at), true, 0


def tails_on_a_lattice():
    rng = np.random.default_rng(17)
    for n in (3, 20, 90):
        steps = rng.integers(0, 9, n)
        ways = {0: 1}
        for step in steps.tolist():
            new: dict[int, int] = {}
            for total, count in ways.items():
                new[total + step] = new.get(total + step, 0) + count
                new[total - step] = new.get(total - step, 0) + count
            ways = new
        for share in (0.2, 0.5):
            at = int(share * steps.sum()) or 1
            true = Fraction(sum(c for total, c in ways.items() if abs(total) >= at), 2**n)
            found = _core.lattice_tails((steps / 8)[None], np.array([at / 8 - 1e-6]), np.array([0.125]))[0]
            yield from ((float(value), true, 0) for value in found)


def quantiles():
    rng = np.random.default_rng(18)
    values = rng.random((3, 101))
    a, b = (side.astype(np.uint32) for side in np.triu_indices(3, 1))
    levels = [0.025, 0.3, 0.5, 0.975]
    found = _core.pair_quantiles(values, a, b, levels)
    again = _core.pair_quantiles_at(values, a, b, np.tile(levels, (len(a), 1)))
    shares = _core.pair_shares_below(values, a, b, np.zeros(len(a)))
    for pair, (i, j) in enumerate(zip(a, b)):
        d = sorted(Fraction(x) - Fraction(y) for x, y in zip(values[i].tolist(), values[j].tolist()))
        for column, level in enumerate(levels):
            place = Fraction(level) * (len(d) - 1)
            below = int(place)
            true = d[below] + (place - below) * (d[below + 1] - d[below])
            yield float(found[pair, column]), true, 1
            yield float(again[pair, column]), true, 1
        yield float(shares[pair]), Fraction(sum(x < 0 for x in d), len(d)), 0


def resamples():
    """Means of resamples of the queries, the scores snapped to a grid on the way."""
    rng = np.random.default_rng(19)
    for n in (5, 53):
        table = rng.random((4, n))
        matched = match(hand_scores(table, measure="AP"), None)
        found = resampled_summaries(matched, n_bootstrap=30, key=3)
        draws = count_draws(3, 0, 30, [0, n])
        for row, system in enumerate(matched.systems):
            exact = [Fraction(v) for v in table[int(system[1:])].tolist()]
            for value, counts in zip(found[row].tolist(), draws.tolist()):
                yield value, sum(x * int(c) for x, c in zip(exact, counts)) / n, 0


def score_lists(*, ties):
    rng = np.random.default_rng(20)
    for n in (2, 5, 20, 63):
        for _ in range(5):
            high = 4 if ties else 10**6
            a, b = rng.integers(0, high, n), rng.integers(0, high, n)
            if len(set(a.tolist())) > 1 and len(set(b.tolist())) > 1:
                yield a.tolist(), b.tolist()


def _sign(x):
    return (x > 0) - (x < 0)


def _pairs(a, b):
    return [(i, j, _sign(a[i] - a[j]), _sign(b[i] - b[j])) for i, j in itertools.permutations(range(len(a)), 2)]


def exact_tau_a(a, b):
    return Fraction(sum(u * v for *_, u, v in _pairs(a, b)), len(a) * (len(a) - 1))


def exact_tau_b(a, b):
    pairs = _pairs(a, b)
    return sum(u * v for *_, u, v in pairs) / square_root(
        sum(u != 0 for *_, u, _ in pairs) * sum(v != 0 for *_, v in pairs)
    )


def exact_spearman(a, b):
    def centred(x):
        ranks = [Fraction(2 * sum(o > v for o in x) + sum(o == v for o in x) + 1, 2) for v in x]
        return [r - Fraction(len(x) + 1, 2) for r in ranks]

    u, v = centred(a), centred(b)
    return sum(x * y for x, y in zip(u, v)) / square_root(sum(x * x for x in u) * sum(y * y for y in v))


def exact_weighted_tau(a, b):
    def by(first, then):
        order = sorted(range(len(a)), key=lambda i: (first[i], then[i], i), reverse=True)
        weight = {i: Fraction(1, rank) for rank, i in enumerate(order, 1)}
        total, in_a, in_b = 0, 0, 0
        for i, j, u, v in _pairs(a, b):
            w = weight[i] + weight[j]
            total, in_a, in_b = total + w * u * v, in_a + w * (u != 0), in_b + w * (v != 0)
        return total / square_root(in_a * in_b)

    return (by(a, b) + by(b, a)) / 2


def exact_tau_ap(a, b):
    """The truth without ties; the estimate with ties broken in every way."""
    total = Fraction(0)
    for i in range(len(a)):
        above = [j for j in range(len(a)) if b[j] > b[i]]
        tied = [j for j in range(len(a)) if b[j] == b[i]]
        right = sum(a[j] > a[i] for j in above)
        for place in range(len(tied)):  # how many of its own group stand above it
            rank = len(above) + place
            if rank:
                mates = sum(a[j] > a[i] for j in tied)
                expected = right + (Fraction(place, len(tied) - 1) * mates if place else 0)
                total += Fraction(expected) / rank / len(tied)
    return 2 * total / (len(a) - 1) - 1


def exact_tau_ap_b(a, b):
    def one(x, y):
        shares = []
        for i in range(len(x)):
            above = [j for j in range(len(x)) if y[j] > y[i]]
            if above:
                shares.append(Fraction(sum(x[j] > x[i] for j in above), len(above)))
        return 2 * sum(shares) / len(shares) - 1

    return (one(a, b) + one(b, a)) / 2


def exact_rbo(a, b, ties):
    p, n = Fraction(0.9), len(a)

    def shares(x, d):
        first = [1 + sum(o > v for o in x) for v in x]
        if ties == "w":
            return [Fraction(f <= d) for f in first]
        return [
            min(max(Fraction(d - f + 1, sum(o == v for o in x)), Fraction(0)), Fraction(1)) for f, v in zip(first, x)
        ]

    total, agreement = Fraction(0), Fraction(0)
    for d in range(1, n + 1):
        u, v = shares(a, d), shares(b, d)
        both = sum(x * y for x, y in zip(u, v))
        if ties == "a":
            agreement = both / d
        elif ties == "b":
            agreement = both / square_root(sum(x * x for x in u) * sum(y * y for y in v))
        else:
            agreement = 2 * both / (sum(u) + sum(v))
        total += (1 - p) * p ** (d - 1) * agreement
    return total + p**n * agreement


def agreements(ours, exact, *, ties=True):
    for a, b in score_lists(ties=ties):
        yield ours(a, b), exact(a, b), 1


def overlaps_of_lists():
    from tests.oracles.test_overlap_of_lists import equation_32

    rng = np.random.default_rng(21)
    for _ in range(40):
        a, b = ([str(d) for d in rng.permutation(30)[: rng.integers(1, 25)]] for _ in range(2))
        yield rbo_of_lists(a, b), equation_32(a, b, 0.9), 1


def effects(field):
    rng = np.random.default_rng(22)
    for n in (2, 5, 50, 300):
        a, b = np.round(rng.random(n), 2), np.round(rng.random(n), 2)
        d = [Fraction(x) - Fraction(y) for x, y in zip(a.tolist(), b.tolist())]
        d = [Fraction(0) if abs(x) < 1e-12 else x for x in d]
        mean = sum(d) / n
        if field == "difference":
            true = mean
        elif field == "superiority":
            true = Fraction(2 * sum(x > 0 for x in d) + sum(x == 0 for x in d), 2 * n)
        else:
            true = mean / square_root(sum((x - mean) ** 2 for x in d) / (n - 1))
        yield getattr(effect_size(a, b), field), true, 1


def wilson_ends():
    z = np.array([-1.959963984540054, 1.959963984540054])
    for n in (1, 10, 53, 1000):
        counts = np.unique(np.array([0, 1, n // 3, n - 1, n], dtype=float))
        for count, ends in zip(counts.tolist(), wilson(counts, n, z).tolist()):
            share, squared = Fraction(int(count), n), Fraction(z[1]) ** 2
            middle = (share + squared / (2 * n)) / (1 + squared / n)
            reach = Fraction(z[1]) * square_root(share * (1 - share) / n + squared / (4 * n * n)) / (1 + squared / n)
            for value, true in zip(ends, (middle - reach, middle + reach)):
                yield value, min(max(true, Fraction(0)), Fraction(1)) if abs(true) > 1e-50 else Fraction(0), 1


def corrected(correction):
    rng = np.random.default_rng(23)
    for m in (1, 6, 300):
        p = rng.random(m) ** 3
        order = np.argsort(p, kind="stable").tolist()
        exact = [Fraction(p[i]) for i in order]
        if correction == "holm":
            stepped = list(itertools.accumulate((x * (m - k) for k, x in enumerate(exact)), max))
        else:
            stepped = list(itertools.accumulate((exact[k] * m / (k + 1) for k in range(m - 1, -1, -1)), min))[::-1]
        found = correct(p, correction=correction)
        yield from ((float(found[i]), min(Fraction(1), true), 0) for i, true in zip(order, stepped))


def quantities():
    """name -> generator function of (computed, exact, scale)."""
    found = {}
    for name, twin in MEASURES.items():
        found[name] = lambda name=name, twin=twin: measure_values(name, twin)
    for name, twin in SUBTOPICS.items():
        found[name] = lambda name=name, twin=twin: subtopic_values(name, twin)
    for name, twin in SAMPLED.items():
        found[name] = lambda name=name, twin=twin: sampled_values(name, twin)
    for name in ("AP", "GMAP"):
        found[f"{'geometric ' if name == 'GMAP' else ''}mean of {name}"] = lambda name=name: summaries(name)
    for name in BOUNDED:
        found[f"bounds of {name}"] = lambda name=name: bounds(name)
    found |= {
        "chances of grades": rates,
        "tails of signs, met in the middle": tails_of_signs,
        "tails of signs, on a lattice": tails_on_a_lattice,
        "quantiles and shares of pairs": quantiles,
        "means of resamples": resamples,
        "tau-a": lambda: agreements(kendall_tau_a, exact_tau_a),
        "tau-b": lambda: agreements(kendall_tau_b, exact_tau_b),
        "Spearman": lambda: agreements(spearman, exact_spearman),
        "weighted tau": lambda: agreements(weighted_tau, exact_weighted_tau),
        "tau_AP": lambda: agreements(tau_ap, exact_tau_ap, ties=False),
        "tau_AP,b": lambda: agreements(tau_ap_b, exact_tau_ap_b),
        "RBO of lists": overlaps_of_lists,
        "difference of means": lambda: effects("difference"),
        "standardised difference": lambda: effects("standardised"),
        "superiority": lambda: effects("superiority"),
        "Wilson's interval": wilson_ends,
        "Holm": lambda: corrected("holm"),
        "Benjamini-Hochberg": lambda: corrected("benjamini-hochberg"),
    }
    for ties in ("a", "b", "w"):
        found[f"RBO, ties {ties}"] = lambda ties=ties: agreements(
            lambda a, b: rbo(a, b, ties=ties), lambda a, b: exact_rbo(a, b, ties)
        )
    return found
