"""Measures from a stratified sample: against every sample of small pools, cases worked by hand, and the measures of
complete labels.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import log2

import numpy as np
import pytest

from irassay import Qrels, Runs, evaluate
from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.formats import read_qrels
from irassay.label_sets import thinned
from tests.plain import sampled

POOL = {"a": ("top", 2), "b": ("top", 0), "c": ("top", 1), "d": ("deep", 1), "e": ("deep", 0), "f": ("deep", 3)}
RANKED = ["e", "c", "x", "f", "a", "d"]


def scored(ranked, labels, measures):
    grades = {doc: grade for doc, (_, grade) in labels.items()}
    qrels = Qrels.from_dict({"q": grades}, strata={"q": {doc: stratum for doc, (stratum, _) in labels.items()}})
    runs = Runs.from_dict({"s": {"q": {doc: -float(i) for i, doc in enumerate(ranked)}}})
    return evaluate(qrels, runs, measures).values[:, 0, 0, 0].tolist()


def samples(labels, size):
    """Every sample that judges `size[stratum]` documents of each stratum, all equally likely."""
    strata = sampled.strata(labels)
    for chosen in product(*(combinations(docs, size[name]) for name, docs in strata.items())):
        judged = {doc for docs in chosen for doc in docs}
        yield {doc: (name, grade if doc in judged else -1) for doc, (name, grade) in labels.items()}


@pytest.mark.parametrize("size", [{"top": 1, "deep": 1}, {"top": 2, "deep": 1}, {"top": 3, "deep": 2}])
def test_the_sums_inside_are_right_on_average_over_every_sample(size):
    """Oracle: enumeration, in exact fractions where there is no logarithm. Each sum's mean is the sum over the pool."""
    drawn = list(samples(POOL, size))

    def mean(of):
        return sum(of(labels) for labels in drawn) / Fraction(len(drawn))

    places = {doc: i for i, doc in enumerate(RANKED, 1)}
    sums = {
        "relevant": lambda doc, labels: labels[doc][1] >= 1,
        "of grade 3": lambda doc, labels: labels[doc][1] == 3,
        "1 / rank of the relevant": lambda doc, labels: (
            Fraction(1, places[doc]) if doc in places and labels[doc][1] >= 1 else 0
        ),
    }
    for name, value in sums.items():
        truth = sum(value(doc, POOL) for doc in POOL)
        assert mean(lambda s, value=value: Fraction(sampled.expanded(lambda d: Fraction(value(d, s)), s))) == truth, (
            name
        )
    dcg = float(np.mean([sampled.inf_dcg(RANKED, labels) for labels in drawn]))
    assert dcg == pytest.approx(sampled.inf_dcg(RANKED, POOL), rel=1e-14)


def test_xinfap_of_a_case_worked_by_hand():
    """Pool: top = a (relevant), b, both judged; deep = c (relevant), d, e, f, of which c and e are judged.

    A judged document stands for 1 of top, for 4 / 2 = 2 of deep: 1 + 2 = 3 relevant documents.
    Ranking d, x, a, c. Above a (rank 3): d, of which nothing is known, counts 1/2 (0 and 0 smoothed); x is not in the
    pool, 0. Expected precision (1 + 1/2) / 3 = 1/2. Above c (rank 4): d 1/2, a 1; (1 + 3/2) / 4 = 5/8.
    xinfAP = (1 * 1/2 + 2 * 5/8) / 3 = 7/12.
    """
    labels = {"a": ("top", 1), "b": ("top", 0)} | {d: ("deep", g) for d, g in zip("cdef", (1, -1, 0, -1))}
    assert scored(["d", "x", "a", "c"], labels, ["xinfAP"])[0] == pytest.approx(7 / 12, abs=1e-12)


def test_xinfap_takes_what_is_above_by_stratum():
    """deep = c, d, e, f; c, e relevant, f not, d not judged; each stands for 4/3. Ranking f, d, c, e.

    Above c (rank 3): f and d, one judged, 0 of 1 relevant: 2 documents times e / (1 + 2e) with e = 0.00001.
    Above e (rank 4): three documents, two judged, 1 of 2 relevant: 3 times (1 + e) / (2 + 2e) = 3/2.
    xinfAP = 4/3 (1/3 + 1/4 (1 + 3/2)) / (8/3) = (1/3 + 5/8) / 2 = 23/48, and 0.0000033 for the smoothing.
    """
    labels = {d: ("deep", g) for d, g in zip("cdef", (1, -1, 1, 0))}
    smoothed = 2 * 1e-5 / (1 + 2e-5) / 3 / 2
    assert scored(["f", "d", "c", "e"], labels, ["xinfAP"])[0] == pytest.approx(23 / 48 + smoothed, abs=1e-12)


def test_infndcg_of_a_case_worked_by_hand():
    """top = a (2), b (0), judged; deep = c (1), d, e (0), of which c and e are judged: each stands for 3/2.

    Ranking d, x, a, c: DCG 2 / log2(4) + 3/2 * 1 / log2(5). Best: one document of grade 2 at rank 1, one and a half of
    grade 1: 2 + 1 / log2(3) + 1/2 * 1 / log2(4). To rank 3 the list gains 1, and the best ranking the same as before.
    """
    labels = {"a": ("top", 2), "b": ("top", 0), "c": ("deep", 1), "d": ("deep", -1), "e": ("deep", 0)}
    best = 2 + 1 / log2(3) + 0.25
    found = scored(["d", "x", "a", "c"], labels, ["infNDCG", "infNDCG@3"])
    assert found == pytest.approx([(1 + 1.5 / log2(5)) / best, 1 / best], abs=1e-12)


def test_a_stratum_of_which_nothing_was_judged_holds_nothing_relevant():
    labels = {"a": ("top", 1), "b": ("top", 0), "c": ("deep", -1), "d": ("deep", -1)}
    alone = {doc: of for doc, of in labels.items() if of[0] == "top"}
    measures = ["xinfAP", "infNDCG"]
    assert scored(["c", "b", "a"], labels, measures) == scored(["c", "b", "a"], alone, measures)


def test_a_sample_of_everything_gives_average_precision_and_ndcg_to_the_last_bit():
    """Oracle: AP and nDCG of the same labels, which other tests hold to trec_eval."""
    rng = np.random.default_rng(5)
    docs = [f"d{i}" for i in range(60)]
    grades = {f"q{q}": {d: int(g) for d, g in zip(docs, rng.integers(0, 4, 60))} for q in range(20)}
    strata = {q: {d: f"s{rng.integers(3)}" for d in of} for q, of in grades.items()}
    run = {q: {d: float(x) for d, x in zip([*docs, "new"], rng.normal(size=61))} for q in grades}
    qrels, runs = Qrels.from_dict(grades, strata=strata), Runs.from_dict({"s": run})
    names = ["xinfAP(rel=2)", "infNDCG", "infNDCG@10", 'infNDCG(dcg="exp-log2")@10']
    complete = ["AP(rel=2)", "nDCG", "nDCG@10", 'nDCG(dcg="exp-log2")@10']
    found = evaluate(qrels, runs, names).values
    assert np.array_equal(found, evaluate(Qrels.from_dict(grades), runs, complete).values)


def test_one_stratum_is_infap_but_for_the_smoothing_where_all_is_known():
    """Oracle: infAP, which trec_eval prints. It smooths everywhere, xinfAP where something above is not judged."""
    rng = np.random.default_rng(6)
    labels = {f"d{i}": ("pool", int(g)) for i, g in enumerate(rng.choice([-1, 0, 1], 40))}
    ranked = [str(d) for d in rng.permutation([*labels, "x", "y"])]
    ours, theirs = scored(ranked, labels, ["xinfAP", "infAP"])
    assert ours == pytest.approx(theirs, abs=1e-4)
    assert ours != theirs


def test_a_file_with_strata_is_scored_from_the_command_line(tmp_path, capsys):
    lines = ["q 0 a 1 1", "q 0 b 1 0", "q 0 c 2 1", "q 0 d 2 -1", "q 0 e 2 0", "q 0 f 2 -1"]
    (tmp_path / "sample.qrels").write_text("\n".join(lines) + "\n")
    ranked = enumerate(["d", "x", "a", "c"])
    (tmp_path / "run").write_text("".join(f"q Q0 {d} {i + 1} {9 - i} mine\n" for i, d in ranked))
    assert read_qrels(tmp_path / "sample.qrels").strata["q"]["c"] == "2"
    assert main(["eval", str(tmp_path / "sample.qrels"), str(tmp_path / "run"), "-m", "xinfAP", "--format", "tsv"]) == 0
    assert float(capsys.readouterr().out.split()[-1]) == pytest.approx(7 / 12, abs=1e-9)


def test_variants_of_labels_and_labels_by_subtopic_have_no_strata():
    qrels, runs = Qrels.from_dict({"q": {"a": 1, "b": 0}}), Runs.from_dict({"s": {"q": {"a": 1.0}}})
    with pytest.raises(UsageError, match="xinfAP takes labels as a sample of their strata"):
        evaluate(thinned(qrels, [0.5], draws=2), runs, ["xinfAP"])
    with pytest.raises(UsageError, match="compute them in two calls"):
        evaluate(qrels, runs, ["xinfAP", "alpha_nDCG@5"])
