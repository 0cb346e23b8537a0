"""`irassay prefer` with labels: known answers, leaderboards, orders, and the matrix for a paper."""

from __future__ import annotations

import json
import re
from collections import Counter

import numpy as np
import pytest

import irassay
from irassay.cli.main import main
from irassay.collection.preferences import Comparison, Preferences
from irassay.pooling.judging_orders import known_answers
from irassay.studies.prefer.answers import labels_table
from tests.collections_at_hand import collection, need
from tests.planted_preferences import planted


def tables_of(result):
    return {
        table.name: {column.name: list(column.values) for column in table.columns} for table in result.tables
    }  # fmt: skip


@pytest.fixture(scope="module")
def world():
    return planted(2)


@pytest.fixture(scope="module")
def result(world):
    return irassay.prefer(world.judged, world.runs, world.labels, answers=world.best)


def test_categories_split_queries_by_what_a_run_puts_first(world, result):
    """The oracle counts list by list."""
    table = tables_of(result)["categories"]
    known = {query: next(iter(world.labels.grades(query))) for query in world.labels.queries}
    for row, (system, first) in enumerate(zip(table["system"], table["first"], strict=True)):
        counts = Counter()
        for query, answer in known.items():
            top, after, *_ = world.runs.ranking(system, query)
            if (top == answer) != (first == "same"):
                continue
            other = after if first == "same" else top
            said = [preferred for a, b, preferred in world.judged.pairs(query) if {a, b} == {answer, other}]
            counts["queries"] += 1
            counts["judged"] += bool(said)
            counts["answer"] += said == [answer]
            counts["other"] += said == [other]
        assert {name: table[name][row] for name in counts} == counts


def test_the_leaderboard_is_in_the_original_order(world, result):
    table = tables_of(result)["leaderboard"]
    assert table["original"] == sorted(table["original"], reverse=True)
    rr = irassay.evaluate(world.best, world.runs, ["RR@10"])
    under = dict(zip(rr.systems, rr.summary[0, 0].tolist(), strict=True))
    assert table["preference"] == [under[system] for system in table["system"]]
    assert sorted(table["place"]) == [1, 2, 3, 4]
    assert table["judged"] == [60] * 4  # every first document is in the pool


def test_of_a_run_whose_first_documents_nobody_judged_no_own_document_is_a_best_answer(world):
    lists = {"late": {query: {"z": 2.0, "d0": 1.0} for query in world.labels.queries}}
    lists |= {s: {q: {d: -i for i, d in enumerate(world.runs.ranking(s, q))} for q in world.runs.queries}
              for s in world.runs.systems}  # fmt: skip
    result = irassay.prefer(world.judged, irassay.Runs.from_dict(lists), world.labels, answers=world.best)
    [finding] = [one for one in result.findings if one.code == "gave-nothing"]
    assert finding.systems == ["late"]
    assert "A document that it alone would find can't be a best answer." in finding.text
    table = tables_of(result)["leaderboard"]
    assert table["pool"][table["system"].index("late")] == "gave nothing"


def test_runs_are_left_out_where_best_answers_can_be_counted_again(world):
    def of_most_wins(judged):
        wins = {query: Counter() for query in judged.queries}
        for one in judged.comparisons:
            wins[one.query][max(one.levels, key=one.levels.get)] += 1
        return irassay.Qrels.from_dict({query: {of.most_common(1)[0][0]: 1} for query, of in wins.items()})

    table = tables_of(irassay.prefer(world.judged, world.runs, world.labels, answers=of_most_wins))["left-out"]
    own = [
        sum((world.firsts[:, q] == world.firsts[s, q]).sum() == 1 for q in range(world.firsts.shape[1]))
        for s in range(4)
    ]
    assert table["own"] == own
    assert all(after <= before for before, after in zip(table["before"], table["after"], strict=True))


def test_metadata_say_who_gave_documents_to_the_pool(world):
    from irassay.collection.metadata import Metadata

    about = Metadata({"pooled": {"s0": "yes", "s1": "yes", "s2": "no", "s3": "yes"}})
    result = irassay.prefer(world.judged, world.runs, world.labels, answers=world.best, metadata=about)
    [finding] = [one for one in result.findings if one.code == "gave-nothing"]
    assert finding.systems == ["s2"]
    assert "by the column pooled of the metadata" in finding.text


def test_without_best_answers_there_is_no_leaderboard(world):
    """A pool with a pair that nobody judged has none."""
    query = world.labels.queries[0]
    judged = Preferences([Comparison(query, {"d0": 1, other: 0}) for other in ("d1", "d2")])
    assert "leaderboard" not in tables_of(irassay.prefer(judged, world.runs, world.labels))


def test_graded_labels_have_no_known_answers(world):
    graded = irassay.Qrels.from_dict({query: {"d0": 2, "d1": 0} for query in world.labels.queries})
    assert "categories" not in tables_of(irassay.prefer(world.judged, world.runs, graded))


def test_the_matrix_for_a_paper_has_every_ratio_once_in_each_order(world, result, tmp_path):
    result.write(tmp_path / "matrix.tex")
    text = (tmp_path / "matrix.tex").read_text()
    rows = [line for line in text.splitlines() if line.endswith(r"\\") and not line.startswith((" &", "wins"))]
    ratios = tables_of(result)["win-ratios"]
    said = Counter(f"{ratio:.2f}".removeprefix("0") for ratio in ratios["ratio"] if ratio is not None)
    cells = re.findall(r"(?<![0-9])[.1][0-9.]*", " ".join(row.partition("&")[2] for row in rows))
    assert Counter(cells) == said
    assert text.count(r"\textbf") == sum(p is not None and p <= 0.05 for p in ratios["p_corrected"])


def test_the_command_takes_measure_and_metadata(world, tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    for system in world.runs.systems:
        lines = [f"{q} Q0 {d} {i} {-i} {system}\n"
                 for q in world.runs.queries for i, d in enumerate(world.runs.ranking(system, q))]  # fmt: skip
        (folder / f"{system}.run").write_text("".join(lines))
    pairs = [f"{one.query} {max(one.levels, key=one.levels.get)} {min(one.levels, key=one.levels.get)}\n"
             for one in world.judged.comparisons]  # fmt: skip
    (tmp_path / "judge.txt").write_text("".join(pairs))
    (tmp_path / "facts.csv").write_text("run,pooled\ns0,yes\ns1,no\n")
    to = tmp_path / "out.json"
    paths = [str(tmp_path / "judge.txt"), str(folder), "--metadata", str(tmp_path / "facts.csv")]
    assert main(["prefer", *paths, "-m", "RR@5", "--seed", "3", "-o", str(to), "--quiet"]) == 0
    said = json.loads(to.read_text())["provenance"]
    assert (said["options"]["measure"], said["seed"]) == ("RR@5", 3)


def test_false_wins_are_as_rare_as_the_correction_promises():
    """Twelve systems that find equally good documents, a third of answers wrong: families of 66 pairs with any win."""
    false, uncorrected = 0, 0
    for seed in range(30):
        world = planted(seed, n_queries=500, spread=(1.5,) * 12, error=1 / 3)
        ratios = irassay.comparison.win_ratios(world.judged, world.runs)
        false += bool((ratios.p_corrected <= 0.05).any())
        uncorrected += bool((ratios.p <= 0.05).any())
    assert false <= 4  # 1.5 are expected at most; 4 or fewer of 30 in 98 of 100 trials at a rate of 5%
    assert uncorrected > 15  # what the correction is for


def test_better_systems_win_in_a_planted_world():
    world = planted(5, n_queries=500, error=1 / 3)
    ratios = irassay.comparison.win_ratios(world.judged, world.runs)
    column_is_worse = np.triu_indices(4, 1)  # it has the larger spread
    assert not ((ratios.ratio > 0.5) & (ratios.p_corrected <= 0.05))[column_is_worse].any()
    assert (ratios.ratio < 0.5)[column_is_worse].all()
    assert (ratios.p_corrected[:2, 2:] <= 0.05).all()


def test_the_dev_queries_of_ms_marco_have_one_to_four_labels():
    qrels = irassay.read_qrels(need(collection("msmarco-dev") / "qrels.msmarco-passage.dev-subset.txt.xz"))
    counts = Counter(len(docs) for docs in known_answers(qrels, "all").values())
    table = labels_table(dict(sorted(counts.items())))
    assert [list(column.values) for column in table.columns] == [[1, 2, 3, 4], [6_590, 331, 51, 8]]
