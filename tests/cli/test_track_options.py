"""Options of `irassay track` on small worlds whose answer is known: tasks, other labels, passes, strata, pool depth."""

from __future__ import annotations

import numpy as np
import pytest

from irassay import Qrels, Runs, evaluate
from irassay.collection import Metadata
from irassay.collection.attribute import DocAttribute
from irassay.errors import InputError, UsageError
from irassay.estimates import leave_one_group_out
from irassay.studies.track import track
from irassay.studies.track.track_data import measures_of

SYSTEMS = [f"s{i:02}" for i in range(12)]


def world(seed: int = 0, *, n_queries: int = 30, n_docs: int = 40, turned: float = 0.0, alone: int = 0):
    """Labels, lists and facts. The better half are of kind `nn`; groups are pairs of runs.

    On the last third of the queries the order of the runs is turned around by `turned`; the last group alone finds
    `alone` more relevant documents of each query.
    """
    rng = np.random.default_rng(seed)
    labels: dict = {}
    lists: dict = {s: {} for s in SYSTEMS}
    skill = np.linspace(2.0, 0.4, len(SYSTEMS))
    for q in range(n_queries):
        query = f"q{q:02}"
        grades = rng.integers(0, 4, n_docs) * (rng.random(n_docs) < 0.4)
        labels[query] = {f"d{i}": int(g) for i, g in enumerate(grades)} | {f"own{i}": 3 for i in range(alone)}
        here = skill * (1 - 2 * turned) + turned * 2.4 if q >= 2 * n_queries // 3 else skill
        for s, system in enumerate(SYSTEMS):
            scores = here[s] * grades + rng.normal(size=n_docs)
            found = {f"d{i}": float(x) for i, x in enumerate(scores)}
            if s >= len(SYSTEMS) - 2:
                found |= {f"own{i}": 99.0 - i for i in range(alone)}
            lists[system][query] = found
    columns = {
        "group": {s: f"g{i // 2}" for i, s in enumerate(SYSTEMS)},
        "neural": {s: "nn" if i < 6 else "trad" for i, s in enumerate(SYSTEMS)},
    }
    return Qrels.from_dict(labels), Runs.from_dict(lists).with_metadata(Metadata(columns))


def table(result, name):
    return next(t for t in result.tables if t.name == name)


def finding(result, code):
    return next(f for f in result.findings if f.code == code)


def cells(result, name):
    return {c.name: list(c.values) for c in table(result, name).columns}


def test_labels_of_grades_0_and_1_count_from_grade_1_unless_somebody_says_otherwise():
    """AP at grade 2 was 0 for every run, without a word."""
    graded, runs = world(n_queries=6)
    labels = Qrels.from_dict({q: {d: min(g, 1) for d, g in graded.grades(q).items()} for q in graded.queries})
    by_default = track(labels, runs)
    assert by_default.provenance.options["measures"] == ["nDCG@10", "NCG@100", "AP", "RR"]
    assert min(cells(by_default, "results")["AP"]) > 0
    told = finding(track(labels, runs, task="passage"), "nothing-relevant")
    assert told.level == "warning"
    assert told.effect == "AP(rel=2) and RR(rel=2) are 0 for every run"


def thirds(n_queries: int = 30):
    return {f"q{q:02}": "last" if q >= 2 * n_queries // 3 else "first" for q in range(n_queries)}


def test_each_task_has_the_relevant_grade_of_the_overview():
    # Craswell et al. 2021: binary measures of documents count judgments from 1, of passages from 2.
    assert ([str(m) for m in measures_of("passage", None)[0]], measures_of("passage", None)[1]) == (
        ["nDCG@10", "NCG@100", "AP(rel=2)", "RR(rel=2)"],
        2,
    )
    assert ([str(m) for m in measures_of("document", None)[0]], measures_of("document", None)[1]) == (
        ["nDCG@10", "NCG@100", "AP", "RR"],
        1,
    )
    assert measures_of(None, None) == measures_of("passage", None)
    assert measures_of(None, None, largest_grade=1) == measures_of("document", None)
    assert measures_of("passage", None, largest_grade=1) == measures_of("passage", None)
    with pytest.raises(UsageError, match="expected task to be one of passage, document"):
        measures_of("topic", None)  # type: ignore[arg-type]


def test_relevant_documents_are_counted_from_the_tasks_grade_and_measures_by_hand_win():
    qrels, runs = world()
    for options, rel in (
        ({"task": "document"}, 1),
        ({"task": "passage"}, 2),
        ({"task": "passage", "measures": ["nDCG@10"]}, 2),
        ({"task": "passage", "measures": ["AP(rel=3)"]}, 3),
        ({"task": "document", "measures": ["nDCG@10", "RR(rel=2)"]}, 2),
        ({"measures": ["nDCG@10"]}, 1),
    ):
        result = track(qrels, runs, strata=thirds(), **options)
        assert result.provenance.options["rel"] == rel
        found = cells(result, "strata")
        of = {s: [q for q, name in thirds().items() if name == s] for s in ("first", "last")}
        for stratum, relevant in zip(found["stratum"], found["relevant"]):
            by_hand = np.mean([sum(g >= rel for g in qrels.grades(q).values()) for q in of[stratum]])
            assert relevant == pytest.approx(by_hand)


def test_the_results_table_has_reciprocal_rank_on_the_other_labels_of_the_queries_that_both_have():
    qrels, runs = world()
    sparse = Qrels.from_dict(
        {q: {max(d, key=lambda doc: (d[doc], doc)): 1} for q in qrels.queries[:20] for d in [dict(qrels.grades(q))]}
        | {"another query": {"d1": 1}}
    )
    result = track(qrels, runs, second_qrels=sparse)
    found = table(result, "results").column("RR (other labels)")
    alone = evaluate(sparse.sel(queries=[q for q in sparse.queries if q in set(qrels.queries)]), runs, ["RR"])
    means = dict(zip(alone.systems, alone.values[0, 0].mean(axis=1)))
    assert found.values == pytest.approx([means[s] for s in table(result, "results").column("run").values])
    assert "mean over 20 queries" in found.definition
    title = next(s.title for s in result.sections if s.name == "label-sets")
    assert title.endswith("Both have 20 of the 30 queries.")
    orders = cells(result, "label-orders")
    assert orders["runs"][:2] == ["all 12", "first 10"]
    assert all(low <= tau <= high for low, tau, high in zip(*(orders[c] for c in ("tau_low", "tau", "tau_high"))))


def test_one_text_is_one_measure():
    assert track(*world(), measures="nDCG@10").facts == track(*world(), measures=["nDCG@10"]).facts


def test_other_labels_of_other_queries_are_refused():
    qrels, runs = world()
    with pytest.raises(InputError, match="none of the track's 30 queries"):
        track(qrels, runs, second_qrels=Qrels.from_dict({"elsewhere": {"d1": 1}}))


def test_a_judge_that_disagrees_with_itself_is_shown_as_such_and_the_first_pass_is_used():
    qrels, runs = world()
    rng = np.random.default_rng(8)
    passes = [
        Qrels.from_dict({q: {d: int(rng.integers(0, 4)) for d in qrels.grades(q)} for q in qrels.queries}),
        Qrels.from_dict({q: dict(qrels.grades(q)) for q in qrels.queries}),
    ]
    result = track(qrels, runs, second_qrels=passes)
    told = finding(result, "passes")
    unlike = sum(passes[0].grades(q)[d] != g for q in qrels.queries for d, g in passes[1].grades(q).items())
    assert (told.numbers["passes"], told.numbers["unlike"], told.numbers["documents"]) == (2, unlike, qrels.n_labels)
    assert "What follows uses the first pass" in told.text
    rows = cells(result, "passes")
    assert abs(rows["kappa"][0]) < 0.1  # drawn by chance
    assert (rows["kappa"][1], rows["tau"][1]) == (1.0, 1.0)  # the track's own labels
    first = track(qrels, runs, second_qrels=passes[0])
    assert cells(result, "agreement") == cells(first, "agreement")
    assert not [f for f in first.findings if f.code == "passes"]


def test_grade_tables_are_both_ways_in_numbers_and_percent_with_every_coefficient_in_an_interval():
    qrels, runs = world()
    other = Qrels.from_dict(
        {q: {d: min(3, g + (len(d) > 2)) for d, g in qrels.grades(q).items()} for q in qrels.queries}
    )
    result = track(qrels, runs, second_qrels=other)
    one, turned = (next(t for t in result.tables if t.title.startswith(f"Grades by {n}")) for n in ("these", "others"))
    square = np.array([one.column(f"others {g}").values for g in range(4)]).T
    assert np.array([turned.column(f"these {g}").values for g in range(4)]).tolist() == square.tolist()
    assert one.column("others 2, share").values == pytest.approx(square[:, 2] / square.sum(axis=1))
    assert turned.column("these 1, share").values == pytest.approx(square[1] / square.sum(axis=0))
    rows = cells(result, "coefficients")
    assert len(rows["coefficient"]) == 4
    assert all(low < value < high for low, value, high in zip(rows["low"], rows["value"], rows["high"]))


def test_a_planted_effect_of_any_strata_is_on_the_page():
    planted = track(*world(1, turned=1.0), strata=thirds(), measures=["nDCG@10"])
    assert finding(planted, "strata").level == "warning"
    assert "less than random strata" in finding(planted, "strata").text


def test_strata_without_an_effect_are_quiet_on_the_page():
    quiet = [track(*world(seed), strata=thirds(), measures=["nDCG@10"]) for seed in range(4)]
    assert sum(finding(result, "strata").level == "warning" for result in quiet) <= 1


def test_a_planted_group_that_alone_finds_documents_loses_most_on_the_page():
    result = track(*world(2, alone=4), measures=["nDCG@10"], pool_depth=10)
    rows = cells(result, "left-out")
    assert rows["group"][0] == "g5"
    assert rows["relevant"][0] >= 4 * 30
    assert rows["loss"][0] > 5 * rows["loss"][1]
    assert finding(result, "left-out").where == ("g5",)


def test_where_no_group_is_special_none_loses_much_on_the_page():
    rows = cells(track(*world(2), measures=["nDCG@10"], pool_depth=10), "left-out")
    assert max(rows["loss"]) < 0.05


def preferring(seed: int, bias: float):
    """Runs whose first system adds `bias` to the score of documents with an even number."""
    qrels, runs = world(seed)
    even = {f"d{i}" for i in range(0, 40, 2)}
    lists = {
        s: {
            q: {d: -float(i) + bias * (s == "s00") * (d in even) for i, d in enumerate(runs.ranking(s, q))}
            for q in runs.queries
        }
        for s in SYSTEMS
    }
    return qrels, Runs.from_dict(lists), DocAttribute.of_set("even", even)


def test_a_planted_preference_for_documents_is_on_the_page():
    qrels, runs, even = preferring(4, 20.0)
    result = track(qrels, runs, measures=["nDCG@10"], doc_attribute=even)
    told = finding(result, "oldness")
    assert (told.level, told.where[:1], told.numbers["fewer"]) == ("warning", ("s00",), 0)
    rows = cells(result, "part-of-corpus")  # the "v1 universe": before and after on the page
    assert set(rows) == {"run", "before", "after", "change"}
    assert -1 <= finding(result, "part-of-corpus").numbers["tau"] <= 1


def test_runs_without_a_preference_are_quiet_on_the_page():
    quiet = [
        track(*preferring(seed, 0.0)[:2], measures=["nDCG@10"], doc_attribute=preferring(seed, 0.0)[2])
        for seed in (5, 6)
    ]
    assert [finding(result, "oldness").level for result in quiet] == ["note", "note"]


@pytest.mark.parametrize("depth", [1, 5])
def test_groups_are_left_out_of_a_pool_of_the_stated_depth(depth):
    qrels, runs = world(3)
    result = track(qrels, runs, measures=["nDCG@10"], pool_depth=depth)
    rows = cells(result, "left-out")
    by_hand = leave_one_group_out(qrels, runs, runs.metadata.columns["group"], "nDCG@10", depth=depth)
    assert dict(zip(rows["group"], rows["dropped"])) == {g.group: g.dropped for g in by_hand.groups}
    assert f" to depth {depth};" in table(result, "left-out").note
