"""irassay as one of ir_measures' providers: the numbers of the others where they agree on what a measure is."""

from __future__ import annotations

import ir_measures
import pandas as pd
import pytest
from ir_measures import AP, ERR, INST, RBP, RR, Compat, Judged, NumRel, P, Qrel, R, Rprec, SetF, alpha_nDCG, nDCG

from irassay.errors import UsageError
from irassay.measures import Measure
from irassay.scoring import register_provider

QRELS = {"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"a": 1, "d": 3}, "q3": {"e": 1}}
RUN = {"q1": {"b": 3.0, "a": 2.0, "x": 1.0}, "q2": {"d": 1.0, "y": 0.5, "a": 0.25}, "q9": {"a": 1.0}}
TREC = [nDCG @ 10, nDCG(gains={1: 4}) @ 2, AP, AP(rel=2) @ 2, P @ 2, P(judged_only=True) @ 2, R @ 1, RR, Rprec, SetF]


@pytest.fixture
def provider():
    pipeline = list(ir_measures.DefaultPipeline.providers)
    yield register_provider()
    ir_measures.DefaultPipeline.providers[:] = pipeline


def per_query(provider, measures, qrels=QRELS, run=RUN):
    return {(m.query_id, m.measure): m.value for m in provider.iter_calc(measures, qrels, run)}


def test_trec_evals_measures_are_pytrec_evals(provider):
    theirs = per_query(ir_measures.pytrec_eval, TREC)
    ours = per_query(provider, TREC)
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        assert ours[key] == pytest.approx(value, abs=1e-6), key  # trec_eval prints floats
    for measure, value in ir_measures.pytrec_eval.calc_aggregate(TREC, QRELS, RUN).items():
        assert provider.calc_aggregate(TREC, QRELS, RUN)[measure] == pytest.approx(value, abs=1e-6)


def set_f(x, precision, recall):
    """trec_eval's m_set_F.c: set_F.x of a set."""
    return (x + 1) * precision * recall / (recall + x * precision)


@pytest.mark.parametrize("beta", [0.25, 0.5, 1.0, 2.0])
def test_set_f_weighs_as_trec_eval_does_by_the_parameter_of_ir_measures(provider, beta):
    qrels, run = {"q": {"a": 1, "b": 1, "c": 1, "d": 0}}, {"q": {"a": 4.0, "b": 3.0, "d": 2.0, "x": 1.0, "y": 0.5}}
    ours = provider.calc_aggregate([SetF(beta=beta)], qrels, run)[SetF(beta=beta)]
    assert ours == pytest.approx(set_f(beta, 2 / 5, 2 / 3), abs=1e-12)
    assert ours == pytest.approx(
        ir_measures.pytrec_eval.calc_aggregate([SetF(beta=beta)], qrels, run)[SetF(beta=beta)], abs=1e-6
    )


def test_measures_over_subtopics_read_the_iteration_column(provider):
    rows = [Qrel("q", "a", 1, "s1"), Qrel("q", "b", 1, "s1"), Qrel("q", "b", 1, "s2"), Qrel("q", "c", 0, "s2")]
    run = {"q": {"a": 3.0, "c": 2.0, "b": 1.0}}
    theirs = ir_measures.pyndeval.calc_aggregate([alpha_nDCG @ 5], rows, [*scored(run)])
    assert provider.calc_aggregate([alpha_nDCG @ 5], rows, run) == pytest.approx(theirs)
    assert "iteration" in provider.qrel_inputs([alpha_nDCG @ 5])
    assert "iteration" not in provider.qrel_inputs([nDCG @ 5])


def scored(run):
    return (ir_measures.ScoredDoc(q, doc, score) for q, docs in run.items() for doc, score in docs.items())


def test_frames_and_iterators_are_taken_as_ir_measures_takes_them(provider):
    qrels = pd.DataFrame([(q, d, g) for q, of in QRELS.items() for d, g in of.items()])
    qrels.columns = ["query_id", "doc_id", "relevance"]
    assert per_query(provider, [nDCG @ 10], qrels, scored(RUN)) == per_query(provider, [nDCG @ 10])


def test_measures_of_ir_measures_are_ours_where_they_mean_the_same(provider):
    known = [ERR @ 20, INST(max_rel=3), Compat(p=0.9), Judged @ 5, RBP(rel=1, p=0.5), NumRel(rel=2), ir_measures.NumQ]
    assert all(provider.supports(measure) for measure in known)
    known += [ir_measures.SDCG(max_rel=2) @ 3, ir_measures.AP_IA, ir_measures.BPM(max_rel=2) @ 3, ir_measures.SetRelP]
    assert all(provider.supports(measure) for measure in known)
    unknown = [RBP(p=0.8), ir_measures.NRBP, INST(T=0.1, max_rel=3), ir_measures.Accuracy]
    assert not any(provider.supports(measure) for measure in unknown)
    with pytest.raises(ValueError, match=r"irassay doesn't have RBP"):
        provider.evaluator([RBP(p=0.8)], QRELS)


def test_every_parameter_of_ours_that_ir_measures_has_reads_the_same():
    for name, theirs in ir_measures.measures.registry.items():
        if name in ("SDCG", "BPM") or not theirs.SUPPORTED_PARAMS:
            continue
        params = {n: p.default for n, p in theirs.SUPPORTED_PARAMS.items() if p.dtype in (int, float, bool)}
        given = {n: v for n, v in params.items() if isinstance(v, (int, float)) and n not in ("cutoff", "recall")}
        try:
            ours = Measure.parse(theirs.NAME + ("@10" if "cutoff" in theirs.SUPPORTED_PARAMS else ""))
        except ValueError:
            continue
        shared = {n: v for n, v in given.items() if n in ours.params}
        assert {n: ours.params[n] for n in shared} == shared, name


def test_it_is_asked_first_only_where_one_says_so(provider):
    assert ir_measures.providers.registry["irassay"] is provider
    assert provider not in ir_measures.DefaultPipeline.providers
    assert register_provider(pipeline="first") is provider
    assert register_provider(pipeline="first") is provider
    assert ir_measures.DefaultPipeline.providers.count(provider) == 1
    assert ir_measures.calc_aggregate([nDCG @ 10], QRELS, RUN)[nDCG @ 10] == per_mean([nDCG @ 10], provider)
    with pytest.raises(UsageError, match="pipeline must be"):
        register_provider(pipeline="last")


def per_mean(measures, provider):
    values = per_query(provider, measures).values()
    return sum(values) / len(values)
