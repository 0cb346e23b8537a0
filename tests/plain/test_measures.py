"""Every measure of the kernel against its formula in plain Python, on small lists with every kind of label."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Qrels, Runs
from irassay.kernel import _core
from irassay.measures import DEFINITIONS, Measure, kernel_specs
from irassay.scoring import evaluate
from tests.plain import diversity, further, sampled, user_models
from tests.plain import measures as plain

DOCS = [f"d{i}" for i in range(12)]

TWINS = {
    "nDCG@3": lambda r, q: plain.ndcg(r, q, 3),
    "nDCG": lambda r, q: plain.ndcg(r, q, None),
    'nDCG(dcg="exp-log2")@5': lambda r, q: plain.ndcg(r, q, 5, "exp-log2"),
    "nDCG(judged_only=True)@3": lambda r, q: plain.ndcg(plain.condensed(r, q), q, 3),
    "DCG": lambda r, q: plain.dcg(r, q, None),
    "DCG@4": lambda r, q: plain.dcg(r, q, 4),
    "NCG@4": lambda r, q: plain.ncg(r, q, 4),
    "P@5": lambda r, q: plain.precision(r, q, 1, 5),
    "P(rel=2)@5": lambda r, q: plain.precision(r, q, 2, 5),
    "R@3": lambda r, q: plain.recall(r, q, 1, 3),
    "Success@2": lambda r, q: float(plain.found(r, q, 1, 2) > 0),
    "RR": lambda r, q: plain.reciprocal_rank(r, q, 1),
    "RR(rel=2)@3": lambda r, q: plain.reciprocal_rank(r, q, 2, 3),
    "AP": lambda r, q: plain.average_precision(r, q, 1),
    "AP(rel=2)@4": lambda r, q: plain.average_precision(r, q, 2, 4),
    "AP(judged_only=True)": lambda r, q: plain.average_precision(plain.condensed(r, q), q, 1),
    "GMAP": lambda r, q: plain.average_precision(r, q, 1),
    "Rprec": lambda r, q: plain.recall(r, q, 1, len(plain.relevant(q, 1))),
    "IPrec@0": lambda r, q: plain.interpolated_precision(r, q, 1, 0),
    "IPrec@0.5": lambda r, q: plain.interpolated_precision(r, q, 1, 0.5),
    "IPrec@1": lambda r, q: plain.interpolated_precision(r, q, 1, 1),
    "RBP": lambda r, q: plain.rbp(r, q, 0.8, lambda g: g is not None and g >= 1),
    "RBP(p=0.5,rel=2)@4": lambda r, q: plain.rbp(r, q, 0.5, lambda g: g is not None and g >= 2, 4),
    'RBP(p=0.5,gain="graded",max_rel=2)': lambda r, q: plain.rbp(r, q, 0.5, lambda g: min(plain.gain(g) / 2, 1)),
    "RBPResidual": lambda r, q: plain.rbp_residual(r, q, 0.8),
    "RBPResidual(p=0.5)@3": lambda r, q: plain.rbp_residual(r, q, 0.5, 3),
    "Bpref": lambda r, q: plain.bpref(r, q, 1),
    "Bpref(rel=2)": lambda r, q: plain.bpref(r, q, 2),
    "infAP": lambda r, q: plain.inferred_ap(r, q, 1),
    "Judged@5": lambda r, q: plain.judged(r, q, 5),
    "Judged": lambda r, q: plain.judged(r, q),
    "SetP": lambda r, q: plain.found(r, q, 1) / len(r),
    "SetR": lambda r, q: plain.recall(r, q, 1),
    "SetAP": lambda r, q: plain.found(r, q, 1) / len(r) * plain.recall(r, q, 1),
    "SetF(beta=2)": lambda r, q: plain.set_f(r, q, 1, 2),
    "SetRelP": lambda r, q: plain.found(r, q, 1) / max(1, min(len(r), len(plain.relevant(q, 1)))),
    "nDCG(gains={0:-1,1:4.5,3:2})@5": lambda r, q: user_models.tabled_ndcg(r, q, {0: -1, 1: 4.5, 3: 2}, 5),
    "nDCG(gains={1:0,2:0.25})": lambda r, q: user_models.tabled_ndcg(r, q, {1: 0, 2: 0.25}),
    "ERR": lambda r, q: user_models.err(r, q, 4),
    "ERR(max_rel=2)@3": lambda r, q: user_models.err(r, q, 2, 3),
    "INSQ(T=2)": lambda r, q: user_models.gain_rate(r, q, 2, 4, adapts=False),
    "INST": lambda r, q: user_models.gain_rate(r, q, 1, 4),
    "INST(T=2.5,min_rel=1,max_rel=3)@6": lambda r, q: user_models.gain_rate(r, q, 2.5, 3, bottom=1, k=6),
    "Compat": lambda r, q: user_models.compatibility(r, q, 0.95),
    "Compat(p=0.5,normalize=False)@4": lambda r, q: user_models.compatibility(r, q, 0.5, 4, False),
    "MFR@4": lambda r, q: user_models.first_rank(r, q, 1, 4, 5),
    "MFR(rel=2,missing=1000)@3": lambda r, q: user_models.first_rank(r, q, 2, 3, 1000),
    "NumQ": lambda r, q: 1.0,
    "NumRet": lambda r, q: float(len(r)),
    "NumRel(rel=2)": lambda r, q: float(len(plain.relevant(q, 2))),
    "NumRelRet": lambda r, q: float(plain.found(r, q, 1)),
    "NumNonRelRet": lambda r, q: float(sum(0 <= q.get(d, -1) < 1 for d in r)),
    "Hits@4": lambda r, q: float(plain.found(r, q, 1, 4)),
    "F@5": lambda r, q: further.f_measure(r, q, 1, 5),
    "F(rel=2,beta=0.5)@3": lambda r, q: further.f_measure(r, q, 2, 3, 0.5),
    "R_cap@2": lambda r, q: further.capped_recall(r, q, 1, 2),
    "Accuracy": lambda r, q: further.accuracy(r, q, 1),
    "Accuracy(rel=2)@6": lambda r, q: further.accuracy(r, q, 2, 6),
    "Q": lambda r, q: further.q_measure(r, q, 1, 1),
    "Q(rel=2,beta=10)": lambda r, q: further.q_measure(r, q, 2, 10),
    "Q(gains={1:3,2:0.5})": lambda r, q: further.q_measure(r, q, 1, 1, {1: 3, 2: 0.5}),
    "Q(beta=0)": lambda r, q: plain.average_precision(r, q, 1),
    "RprecMult(times=0.4)": lambda r, q: further.precision_at_multiple(r, q, 1, 0.4),
    "RprecMult(times=1.7,rel=2)": lambda r, q: further.precision_at_multiple(r, q, 2, 1.7),
    "IPrec11": lambda r, q: further.eleven_points(r, q, 1),
    "binG": lambda r, q: further.binary_g(r, q, 1),
    "GBpref": lambda r, q: plain.bpref(r, q, 1),
    "Unjudged@6": lambda r, q: further.unjudged(r, q, 6),
    'nDCG(ideal="labels")@3': lambda r, q: further.whole_ideal_ndcg(r, q, 3, lambda g: max(g, 0)),
    'nDCG(dcg="exp-log2",ideal="labels")@5': lambda r, q: further.whole_ideal_ndcg(
        r, q, 5, lambda g: 2.0 ** max(g, 0) - 1
    ),
    "SDCG@5": lambda r, q: user_models.scaled_dcg(r, q, 4, 5),
    "SDCG(min_rel=1,max_rel=3)@14": lambda r, q: user_models.scaled_dcg(r, q, 3, 14, 1),
    "BPM@5": lambda r, q: user_models.bejeweled(r, q, 1, 4, 5),
    "BPM(T=2.5,max_rel=2)@14": lambda r, q: user_models.bejeweled(r, q, 2.5, 2, 14),
    "NERR8@5": lambda r, q: user_models.satisfied_rate(r, q, lambda i: 1, 4, k=5),
    "NERR9@14": lambda r, q: user_models.satisfied_rate(r, q, lambda i: i / (i + 1), 4, k=14),
    "NERR10(p=0.7,min_rel=1)": lambda r, q: user_models.satisfied_rate(r, q, lambda i: 0.7, 4, 1),
    "NERR11(T=1.5)": lambda r, q: user_models.satisfied_rate(r, q, lambda i: ((i + 2) / (i + 3)) ** 2, 4),
}

lists = st.lists(st.sampled_from(DOCS), min_size=1, max_size=12, unique=True)
labellings = st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 4), min_size=1)


OVER_SUBTOPICS = {
    "alpha_nDCG@5": lambda r, c: diversity.normalised(r, c, 0.5, "dcg", 5),
    "alpha_nDCG(alpha=0.9)@20": lambda r, c: diversity.normalised(r, c, 0.9, "dcg", 20),
    "alpha_DCG@3": lambda r, c: diversity.of_the_conceivable(r, c, 0.5, "dcg", 3),
    "ERR_IA@5": lambda r, c: diversity.of_the_conceivable(r, c, 0.5, "err", 5),
    "nERR_IA(alpha=0.3)@5": lambda r, c: diversity.normalised(r, c, 0.3, "err", 5),
    "P_IA@4": lambda r, c: diversity.precision(r, c, 4),
    "StRecall@4": lambda r, c: diversity.recall(r, c, 4),
}
OVER_GROUPS = {
    "AP_IA": ("answered", lambda r, q, rel: plain.average_precision(r, q, rel)),
    'AP_IA(over="all")': ("all", lambda r, q, rel: plain.average_precision(r, q, rel)),
    'P_IA(over="all")@4': ("all", lambda r, q, rel: plain.precision(r, q, rel, 4)),
    "Rprec_IA(times=1.4)": ("answered", lambda r, q, rel: further.precision_at_multiple(r, q, rel, 1.4)),
    'Rprec_IA(times=0.6,over="all")': ("all", lambda r, q, rel: further.precision_at_multiple(r, q, rel, 0.6)),
}
OVER_STRATA = {
    "xinfAP": lambda r, q: sampled.xinf_ap(r, q, 1),
    "xinfAP(rel=2)": lambda r, q: sampled.xinf_ap(r, q, 2),
    "infNDCG": lambda r, q: sampled.inf_ndcg(r, q),
    "infNDCG@4": lambda r, q: sampled.inf_ndcg(r, q, 4),
    'infNDCG(dcg="exp-log2")@7': lambda r, q: sampled.inf_ndcg(r, q, 7, lambda g: 2**g - 1),
}
by_stratum = st.dictionaries(
    st.sampled_from(DOCS), st.tuples(st.sampled_from(["top", "deep", "rest"]), st.integers(-1, 3)), min_size=1
)
by_subtopic = st.dictionaries(st.sampled_from(["s1", "s2", "s3"]), labellings, min_size=1)


def kernel(ranked, labels, names):
    docs = list(labels)
    columns = [docs.index(doc) if doc in labels else -1 for doc in ranked]
    specs = kernel_specs([Measure.parse(name) for name in names], largest_grade=4)
    return _core.score_list([labels[doc] for doc in docs], columns, specs)


def test_every_measure_has_a_plain_twin():
    of_all = (*TWINS, *OVER_SUBTOPICS, *OVER_GROUPS, *OVER_STRATA)
    assert {Measure.parse(name).name for name in of_all} == set(DEFINITIONS)


@given(lists, by_subtopic, st.sampled_from([1, 2]))
def test_measures_over_subtopics_are_what_the_formulas_say(ranked, labels, rel):
    covers = {s: {doc for doc, grade in of.items() if grade >= rel} for s, of in labels.items()}
    covers = {s: docs for s, docs in covers.items() if docs}
    qrels = Qrels.from_subtopics({"q": labels})
    runs = Runs.from_dict({"s": {"q": {doc: float(-i) for i, doc in enumerate(ranked)}}})
    measures = [Measure.parse(name) for name in OVER_SUBTOPICS]
    measures = [Measure(m.name, {**m.params, "rel": rel}, cutoff=m.cutoff) for m in measures]
    values = evaluate(qrels, runs, measures).values[:, 0, 0, 0]
    for (name, twin), value in zip(OVER_SUBTOPICS.items(), values):
        assert value == pytest.approx(twin(ranked, covers), abs=1e-12), name


@given(lists, by_subtopic, st.sampled_from([1, 2]))
def test_measures_of_each_group_of_labels_are_averaged(ranked, labels, rel):
    runs = Runs.from_dict({"s": {"q": {doc: float(-i) for i, doc in enumerate(ranked)}}})
    measures = [Measure.parse(name) for name in OVER_GROUPS]
    measures = [Measure(m.name, {**m.params, "rel": rel}, cutoff=m.cutoff) for m in measures]
    values = evaluate(Qrels.from_subtopics({"q": labels}), runs, measures).values[:, 0, 0, 0]
    for (name, (over, measure)), value in zip(OVER_GROUPS.items(), values):
        twin = further.over_groups(ranked, labels, over, rel, functools.partial(measure, rel=rel))
        assert value == pytest.approx(twin, abs=1e-12), name


@given(lists, by_stratum)
def test_measures_from_a_stratified_sample_are_what_the_formulas_say(ranked, labels):
    grades = {doc: grade for doc, (_, grade) in labels.items()}
    strata = {doc: stratum for doc, (stratum, _) in labels.items()}
    qrels = Qrels.from_dict({"q": grades}, strata={"q": strata})
    runs = Runs.from_dict({"s": {"q": {doc: float(-i) for i, doc in enumerate(ranked)}}})
    values = evaluate(qrels, runs, list(OVER_STRATA)).values[:, 0, 0, 0]
    for (name, twin), value in zip(OVER_STRATA.items(), values):
        assert value == pytest.approx(twin(ranked, labels), abs=1e-12), name


@given(lists, labellings)
def test_the_kernel_computes_what_the_formulas_say(ranked, labels):
    values = kernel(ranked, labels, TWINS)
    for (name, twin), value in zip(TWINS.items(), values):
        assert value == pytest.approx(twin(ranked, labels), abs=1e-12), name


@given(lists, labellings)
def test_scores_lie_between_0_and_1(ranked, labels):
    bounded = [n for n in TWINS if not n.startswith(("DCG", "Num", "MFR", "Hits", "nDCG(gains"))]
    for name, value in zip(bounded, kernel(ranked, labels, bounded)):
        assert 0 <= value <= 1 + 1e-12, name


@given(st.lists(st.tuples(lists, labellings), min_size=1, max_size=4))
def test_summaries_are_means_sums_and_geometric_means_over_the_queries(queries):
    qrels = Qrels.from_dict({f"q{i}": labels for i, (_, labels) in enumerate(queries)})
    lists_of = {f"q{i}": {d: float(-n) for n, d in enumerate(ranked)} for i, (ranked, _) in enumerate(queries)}
    scores = evaluate(qrels, Runs.from_dict({"s": lists_of}), ["AP", "NumRet", "GMAP"])
    ap = [plain.average_precision(ranked, labels, 1) for ranked, labels in queries]
    assert scores.summary[0, 0, 0] == pytest.approx(sum(ap) / len(ap))
    assert scores.summary[1, 0, 0] == sum(len(ranked) for ranked, _ in queries)
    assert scores.summary[2, 0, 0] == pytest.approx(plain.geometric_mean(ap))


def test_ranks_beyond_the_tables_are_computed_alike():
    n = 5000  # the kernel tables discounts and weights of the first 4,096 ranks
    docs = [f"d{i}" for i in range(n)]
    labels = {docs[i]: 1 + i % 3 for i in range(0, n, 7)}
    names = ["nDCG", "AP", "RBP(p=0.999)", "R@4500"]
    expected = [
        plain.ndcg(docs, labels, None),
        plain.average_precision(docs, labels, 1),
        plain.rbp(docs, labels, 0.999, lambda g: g is not None),
        sum(i < 4500 for i in range(0, n, 7)) / len(labels),
    ]
    assert kernel(docs, labels, names) == pytest.approx(expected, abs=1e-12)
