"""Scores with labels drawn for documents that nobody judged: against enumeration, bounds, and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from irassay import Qrels, Runs, bound, evaluate
from irassay.errors import UsageError
from irassay.estimates import bootstrapped, one_shot, pool_adjusted

RUNS = {"a": {"q1": "abxc", "q2": "mnoy"}, "b": {"q1": "bdyx", "q2": "nzmp"}, "c": {"q1": "cade", "q2": "opnm"}}
LABELS = {"q1": {"a": 2, "b": 0, "c": 1, "d": 0, "e": 1}, "q2": {"m": 1, "n": 0, "o": 3, "p": 0}}


def runs_of(lists):
    return Runs.from_dict(
        {s: {q: {d: -float(i) for i, d in enumerate(docs)} for q, docs in of.items()} for s, of in lists.items()}
    )


def random_world(seed, n_queries=12, n_docs=40, n_systems=8, judged=0.6):
    rng = np.random.default_rng(seed)
    grades = {f"q{q}": rng.choice([0, 0, 1, 2], n_docs) for q in range(n_queries)}
    kept = {
        q: {f"d{i:02}": int(g) for i, g in enumerate(of) if rng.random() < judged or i < 2} for q, of in grades.items()
    }
    runs = {
        f"s{s}": {
            q: {f"d{i:02}": float(x) for i, x in enumerate(of * s / 4 + rng.normal(size=n_docs))}
            for q, of in grades.items()
        }
        for s in range(n_systems)
    }
    return Qrels.from_dict(kept), Runs.from_dict(runs)


def one_run_left_out(number):
    """Ten runs of one skill; labels without what the first alone has in its first 5, the runs, and its P@5 with all."""
    rng = np.random.default_rng([9, number])
    grades = rng.random((10, 60)) < 0.3
    lists = {
        f"s{s}": {
            f"q{q}": {f"d{d:02}": float(x) for d, x in enumerate(grades[q] + rng.normal(size=60))} for q in range(10)
        }
        for s in range(10)
    }
    runs = Runs.from_dict(lists)
    others = {f"q{q}": {doc for s in runs.systems[1:] for doc in runs.ranking(s, f"q{q}")[:5]} for q in range(10)}
    full = {
        q: {d: int(grades[int(q[1:]), int(d[1:])]) for d in docs | {*runs.ranking("s0", q)[:5]}}
        for q, docs in others.items()
    }
    left = {q: {d: g for d, g in of.items() if d in others[q]} for q, of in full.items()}
    truth = evaluate(Qrels.from_dict(full), runs, ["P@5"]).values[0, 0, 0].mean()
    return Qrels.from_dict(left), runs, truth


def mean_errors(adjust):
    """Of the plain score and of the adjusted one of the run that is left out, over 30 worlds."""
    off = []
    for number in range(30):
        left, runs, truth = one_run_left_out(number)
        found = adjust(left, runs, "P@5", newcomers=["s0"])
        off.append((found.plain[0] - truth, found.score[0] - truth))
    return np.mean(off, axis=0)


@pytest.mark.parametrize("measure", ["nDCG@4", "AP", "RR"])
def test_draws_from_the_pool_have_the_mean_of_all_completions(measure):
    """Oracle: enumeration. Weights of the Bayesian bootstrap make an urn: a hole takes one of the query's grades, all
    equally likely, and the next hole one of these and of what the first took.
    """
    runs, truth = runs_of(RUNS), []
    holes = {"q1": "xy", "q2": "yz"}
    for query, docs in holes.items():
        grades = list(LABELS[query].values())
        completed = [LABELS[query] | dict(zip(docs, (a, b))) for a in grades for b in [*grades, a]]
        scores = [evaluate(Qrels.from_dict({query: of}), runs, [measure]).values[0, 0, :, 0] for of in completed]
        truth.append(np.mean(scores, axis=0))
    found = bootstrapped(Qrels.from_dict(LABELS), runs, measure, prior="pool", draws=20_000)
    assert found.n_holes == 4
    assert found.values == pytest.approx(np.array(truth).T, abs=0.01)  # some 4 standard errors of 20,000 draws


def test_a_grade_is_drawn_from_the_ten_judged_documents_of_the_nearest_ranks():
    """Twenty judged documents, relevant to rank 10 and not below; a hole at rank 1 is relevant in every draw, one at
    rank 22 in none, and one between 5 relevant and 5 others in half.
    """
    docs = ["first", *(f"r{i}" for i in range(10)), "middle", *(f"n{i}" for i in range(10)), "last"]
    labels = {"q": {d: int(d[0] == "r") for d in docs if d[0] in "rn" and d != "middle"}}
    runs = runs_of({"s": {"q": docs}})
    found = bootstrapped(Qrels.from_dict(labels), runs, "P@23", prior="place", draws=4_000)
    assert found.means.min() == pytest.approx(11 / 23)
    assert found.means.max() == pytest.approx(12 / 23)
    assert found.mean[0] == pytest.approx(11.5 / 23, abs=0.002)


def test_draws_from_a_run_take_its_own_judged_documents():
    """Run a to rank 4 of q1: a (2), b (0), c (1) judged, x not. P@4 is (2 + 2/3) / 4 on q1, and on q2, where m (1), n
    (0), o (3) are judged and y is not, the same.
    """
    found = bootstrapped(Qrels.from_dict(LABELS), runs_of(RUNS), "P@4", prior="run", draws=20_000)
    assert found.values[0] == pytest.approx([2 / 3, 2 / 3], abs=0.005)
    assert found.values[2].tolist() == found.plain[2].tolist() == [0.75, 0.5]
    assert found.interval[2].tolist() == [0.625, 0.625]


@pytest.mark.parametrize("prior", ["place", "pool", "run"])
def test_the_largest_grade_is_that_of_all_labels_also_where_a_query_has_smaller_ones(prior):
    """On q2 every label is 1 of at most 3: the list a, x gains (1 + 0.5) / 3 times 1 - 0.5."""
    labels = {"q1": {"a": 3, "b": 0}, "q2": {"a": 1, "b": 1}}
    runs = runs_of({"s": {"q1": "ab", "q2": "ax"}})
    found = bootstrapped(Qrels.from_dict(labels), runs, 'RBP(p=0.5,gain="graded")', prior=prior, draws=20)
    assert found.values[0] == pytest.approx([0.5, 0.25])


@pytest.mark.parametrize("prior", ["place", "pool", "run"])
@pytest.mark.parametrize("measure", ["nDCG@10", "AP", "P@5", "RBP(p=0.8)"])
def test_every_draw_lies_within_the_bounds(prior, measure):
    """Oracle: `bound`, which other tests hold to brute force over all completions."""
    qrels, runs = random_world(1)
    found, within = bootstrapped(qrels, runs, measure, prior=prior, draws=60), bound(qrels, runs, measure)
    assert (found.means >= within.lower.mean(axis=1) - 1e-12).all()
    assert (found.means <= within.upper.mean(axis=1) + 1e-12).all()
    assert (found.values >= within.lower - 1e-12).all()
    assert (found.values <= within.upper + 1e-12).all()


@pytest.mark.parametrize("prior", ["place", "pool", "run"])
def test_the_same_seed_gives_the_same_draws_whatever_the_threads_and_the_order_of_labels(prior):
    qrels, runs = random_world(2)
    shuffled = Qrels.from_dict({q: dict(reversed(qrels.grades(q).items())) for q in reversed(qrels.queries)})
    first = bootstrapped(qrels, runs, "nDCG@10", prior=prior, draws=40, seed=3, threads=1)
    second = bootstrapped(shuffled, runs, "nDCG@10", prior=prior, draws=40, seed=3, threads=2)
    assert np.array_equal(first.means, second.means)
    assert not np.array_equal(first.means, bootstrapped(qrels, runs, "nDCG@10", prior=prior, draws=40, seed=4).means)


def test_with_every_label_there_is_nothing_to_draw():
    qrels, runs = random_world(3, judged=1.1)
    for found in (bootstrapped(qrels, runs, "nDCG@10", draws=3), one_shot(qrels, runs, "nDCG@10", {}, draws=3)):
        assert found.n_holes == 0
        assert found.values == pytest.approx(found.plain, abs=1e-15)
        assert found.interval == pytest.approx(np.repeat(found.plain.mean(axis=1)[:, None], 2, axis=1), abs=1e-15)


def test_the_most_similar_known_document_decides_chance_and_grade():
    """x is like a (grade 2) by 0.5 and like c (grade 1) by 0.25: grade 2 in half of the draws. DCG@4 of run a on q1:
    2 / log2(2) + 1 / log2(5) and 0.5 * 2 / log2(4) for x at rank 3.
    """
    like = {("q1", "a", "x"): 0.5, ("q1", "c", "x"): 0.25}
    found = one_shot(Qrels.from_dict(LABELS), runs_of(RUNS), "DCG@4", like, gain="similarity", draws=20_000)
    assert found.values[0, 0] == pytest.approx(2 + 1 / np.log2(5) + 0.5, abs=0.02)
    assert found.values[:, 1].tolist() == pytest.approx(found.plain[:, 1].tolist())


def test_neighbours_fall_evenly_from_1_to_0_in_the_order_of_their_similarity():
    """Two neighbours: y (0.9) has chance 1, x (0.2) 1/2; z (0, no neighbour) 0. P@4 of run b on q1 (b, d, y, x) rises
    by 1.5 / 4, of run a (x at rank 3) by 0.5 / 4.
    """
    qrels, runs = Qrels.from_dict({"q1": LABELS["q1"]}), runs_of({s: {"q1": of["q1"] + "z"} for s, of in RUNS.items()})
    like = {("q1", "a", "y"): 0.9, ("q1", "e", "x"): 0.2}
    found = one_shot(qrels, runs, "P@5", like, neighbours=2, draws=20_000)
    gained = (found.values - found.plain)[:, 0] * 5
    assert gained == pytest.approx([0.5, 1.5, 0.0], abs=0.02)
    asked = one_shot(
        qrels, runs, "P@5", lambda q, known, doc: like.get((q, known, doc), 0.0), neighbours=2, draws=20_000
    )
    assert np.array_equal(asked.means, found.means)


def test_what_is_as_like_as_can_be_reaches_the_upper_bound():
    """Oracle: `bound` with P, which all relevant documents maximise."""
    qrels, runs = random_world(4)
    found = one_shot(qrels, runs, "P@5", lambda *_: 1.0, gain="similarity", draws=2)
    has_relevant = [max(qrels.grades(q).values()) > 0 for q in qrels.queries]
    assert found.values[:, has_relevant] == pytest.approx(bound(qrels, runs, "P@5").upper[:, has_relevant])


def test_the_adjustment_is_the_mean_loss_of_runs_left_out_by_hand():
    """Oracle: sets. For each run of the pool the labels that no other run of the pool has in its first five go."""
    qrels, runs = random_world(5, judged=1.1)
    new, k = ["s0", "s1"], 5
    pooled = [s for s in runs.systems if s not in new]
    tops = {s: {q: set(runs.ranking(s, q)[:k]) for q in qrels.queries} for s in pooled}
    effects = []
    for s in pooled:
        lost = 0
        for q in qrels.queries:
            alone = tops[s][q].difference(*(tops[other][q] for other in pooled if other != s))
            lost += sum(qrels.grades(q)[doc] >= 1 for doc in alone) / k
        effects.append(lost / len(qrels.queries))
    found = pool_adjusted(qrels, runs, "P@5", newcomers=new)
    assert list(found.effects.values()) == pytest.approx(effects)
    assert found.score - found.plain == pytest.approx([np.mean(effects)] * 2 + [0.0] * 6)
    assert found.high[0] - found.plain[0] == pytest.approx(np.quantile(effects, 0.975))


def test_a_run_like_those_of_the_pool_gets_back_what_leaving_it_out_cost():
    """Oracle: planted truth. Ten runs of one skill; what the first alone brought is hidden. Over 30 worlds the adjusted
    score is right on average, and the plain one is not.
    """
    plain, adjusted = mean_errors(pool_adjusted)
    assert plain < -0.02
    assert abs(adjusted) < 0.3 * abs(plain)


def test_newcomers_are_those_with_a_document_that_nobody_judged():
    lists = {s: {q: of[q].replace("x", "").replace("y", "") for q in of} for s, of in RUNS.items()}
    found = pool_adjusted(Qrels.from_dict(LABELS), runs_of(lists), "P@3")
    assert found.newcomers == ["b"]
    assert list(found.effects) == ["a", "c"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda q, r: bootstrapped(q, r, "Bpref"), "Bpref can't be estimated from drawn labels"),
        (lambda q, r: bootstrapped(q, r, "nDCG@3", prior="best"), "prior must be one of run, pool, place"),  # type: ignore[arg-type]
        (lambda q, r: bootstrapped(q, r, "nDCG@3", draws=0), "draws must be a whole number from 1"),
        (lambda q, r: one_shot(q, r, "P@3", lambda *_: 2.0), "is 2.0, expected 0 to 1"),
        (lambda q, r: one_shot(q, r, "P@3", {}, neighbours=0), "neighbours must be"),
        (lambda q, r: pool_adjusted(q, r, "AP"), "AP can't be adjusted for the pool; expected P@k or RBP"),
        (lambda q, r: pool_adjusted(q, r, "P@3", newcomers=["w"]), "newcomers name"),
    ],
)
def test_what_cannot_be_is_said(call, said):
    with pytest.raises(UsageError, match=said):
        call(Qrels.from_dict(LABELS), runs_of(RUNS))
