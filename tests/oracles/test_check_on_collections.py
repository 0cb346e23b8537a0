"""What `check` says of real collections, held to what is known of their files."""

from __future__ import annotations

import pytest

import irassay
from irassay.formats import load_qrels, load_runs
from irassay.preflight import check
from tests.collections_at_hand import collection

# Runs of the TREC 2021 Deep Learning track whose oddities are documented, and some without any.
DL21 = (
    *("pash_f1", "pash_f2", "pash_f3", "NLE_P_v1", "p_bm25", "uogTrPC", "Fast_ForwardP_2", "bl_bcai_p_trad"),
    *("ielab-uniCOIL", "uogTrBasePD"),
)
COVID = (
    *("DoRA_MSMARCO_1k", "DoRA_NO_Judgments_1k", "udel_fang_ltr_split", "uab.base", "uogTrDPH_QE_RF_SB_B"),
    *("covidex.r5.d2q.2s", "UPrrf93-wt-r5"),
)


@pytest.fixture(scope="module")
def dl21():
    folder = collection("trec-dl-2021-passage")
    return load_qrels(folder / "qrels"), load_runs([folder / "runs" / f"{tag}.xz" for tag in DL21])


@pytest.fixture(scope="module")
def covid():
    folder = collection("trec-covid-round5")
    return load_runs([folder / "runs" / f"{run}.xz" for run in COVID])


def found(*arguments, **options):
    return {finding.code: finding for finding in check(*arguments, **options).findings}


def test_known_oddities_of_deep_learning_runs_are_found(dl21):
    findings = found(*dl21, measures=["nDCG@10", "AP(rel=2)"])
    ranks = findings["rank-contradicts-score"]
    assert ranks.text == "uogTrPC: rank column contradicts scores"
    assert ranks.effect == "nDCG@10 0.4611 by score (used), 0.1245 by rank; who scores highest stays the same"
    assert ranks.where[0].startswith("all 53 labelled queries")
    assert findings["same-to-depth"].where == ("pash_f1, pash_f2, pash_f3",)
    single = findings["float32"]
    assert "Fast_ForwardP_2: nDCG@10 0.5527 becomes 0.5521" in single.effect
    assert findings["extra-queries"].numbers == {"answered": 477, "unlabelled": 424, "size": 0.0}
    assert findings["ties"].numbers["documents"] > 0
    assert "relevant-in-no-run" not in findings


@pytest.mark.parametrize("measure", ["nDCG@10", "P@5", "R@20", "AP", "RR"])
def test_no_real_run_is_taken_for_distances_and_every_one_of_them_turned_around_is(dl21, measure):
    """Documents at the end of a list of 100 come first: every run that ranks by its scores is told."""
    qrels, runs = dl21
    assert "lowest-score-best" not in found(qrels, runs, measures=[measure])
    turned = {
        system: {
            query: {doc: float(place) for place, doc in enumerate(docs)}
            for query in qrels.queries
            if (docs := runs.ranking(system, query))
        }
        for system in runs.systems
    }
    told = found(qrels, irassay.Runs.from_dict(turned), measures=[measure])["lowest-score-best"]
    assert set(told.systems) == set(runs.systems)


def test_what_32_bit_scores_do_is_what_scoring_by_them_gives(dl21):
    table, *_ = check(*dl21, measures=["nDCG@10"]).tables
    columns = {column.name: column.values for column in table.columns}
    for ties, name in (("float64", "mean"), ("float32", "float32")):
        scored = irassay.evaluate(*dl21, ["nDCG@10"], ties=ties).summary[0, 0]
        assert columns[name] == pytest.approx(list(scored), abs=1e-12)


def test_the_means_of_32_bit_scores_are_those_that_the_track_reports(dl21):
    labels, runs = dl21
    columns = {column.name: column.values for column in check(labels, runs, ties="float32").tables[0].columns}
    (reported,) = (
        table
        for table in irassay.track(labels, runs, measures=["nDCG@10"], task="passage", ties="float32").tables
        if table.name == "results"
    )
    means = dict(zip(columns["system"], columns["mean"]))
    for run, mean in zip(reported.column("run").values, reported.column("nDCG@10").values):
        assert means[run] == pytest.approx(mean, abs=1e-12)


def test_qrels_of_another_year_are_an_error(dl21):
    qrels = load_qrels(collection("trec-dl-2019-passage") / "qrels")
    result = check(qrels, dl21[1])
    assert result.title == "These files do not belong together."
    finding = result.findings[0]
    assert finding.code == "no-label"
    assert finding.numbers["shared_queries"] == 35
    assert finding.numbers["queries"] == 43
    assert finding.action == "use the qrels of the collection that was searched"


def test_known_oddities_of_covid_runs_are_found(covid):
    folder = collection("trec-covid-round5")
    findings = found(load_qrels(folder / "qrels.covid-round5.txt"), covid, measures=["nDCG@20", "AP"])
    assert findings["same-run"].where == ("DoRA_MSMARCO_1k, DoRA_NO_Judgments_1k",)
    assert findings["negative-grades"].numbers["labels"] == 2
    assert findings["shallow-runs"].text == "uab.base: far shorter lists than other runs"
    assert findings["rank-contradicts-score"].text.startswith("uogTrDPH_QE_RF_SB_B")
    assert "relevant-in-no-run" not in findings


def test_labels_that_a_residual_collection_removed_are_recognised(covid):
    folder = collection("trec-covid-round5")
    finding = found(load_qrels(folder / "qrels.covid-complete.txt.xz"), covid, measures=["nDCG@20"])[
        "relevant-in-no-run"
    ]
    assert finding.numbers["ranks_skipped"] > 0
    assert "residual collection" in finding.action


def test_judged_documents_in_id_order_are_no_ranking():
    folder = collection("leakage")
    run = folder / "runs" / "nyt-ac-common-core-2017.run.xz"
    findings = found(str(folder / "qrels.core17.txt.xz"), str(run))
    assert "documents-in-id-order" in findings
    assert findings["only-labelled-retrieved"].numbers["documents"] == 30030
