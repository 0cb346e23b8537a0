"""Tables of scores with and without leakage: sizes chosen by folds, tests, swaps, luck, bands, the paper's counts."""

from __future__ import annotations

import csv
import json
import re
from itertools import product

import numpy as np
import pytest
from scipy import stats

from irassay import Runs
from irassay.collection.instances import Instance, Instances
from irassay.errors import InputError, UsageError
from irassay.formats.reading.instances import instance_lines
from irassay.leakage import memory
from irassay.studies.memorisation import memorisation, memorisation_of
from irassay.studies.memorisation.outcomes import Case, Cell, choose, folds_of, n_pairs, swaps_of
from irassay.studies.memorisation.runs_table import MemoryCell, count_cells
from irassay.studies.memorisation.sections import of_memory, swaps_sentence, title
from tests.annotations_at_hand import of_the_paper
from tests.collections_at_hand import collection

MEASURES = {"nDCG@10": 1, "P@1": 1, "MFR": -1}
COLLECTIONS, MODELS = ("robust04", "core17", "core18"), ("Duet", "KNRM", "monoBERT", "monoT5", "PACRR")


def values(rng, *, topics=25, models=("A", "B"), sizes=(1, 2, 4), seeds=("x", "y"), gain=None, names=None):
    """Scores in memory; `gain` is leakage -> what it adds to each measure."""
    gain = gain or {}
    names = names or [f"t{i}" for i in range(topics)]
    return {
        ("c", model, condition, size, seed): {
            measure: dict(zip(names, (rng.normal(size=len(names)) + gain.get(condition, 0.0)).tolist()))
            for measure in MEASURES
        }
        for model, condition, size, seed in product(models, ("none", "train", "test"), sizes, seeds)
    }


def chosen(of, model, condition, measure, folds, direction):
    """Oracle: scores by size, the best mean over the other folds, written out."""
    topics = list(next(iter(of.values()))[measure])
    sizes = sorted({key[3] for key in of})

    def score(size, topic):
        return np.mean([v[measure][topic] for k, v in of.items() if k[1:4] == (model, condition, size)])

    out = {}
    for fold in set(folds.tolist()):
        other = [t for t, at in zip(topics, folds) if at != fold]
        best = max(sizes, key=lambda size: direction * np.mean([score(size, t) for t in other]))
        out |= {t: score(best, t) for t, at in zip(topics, folds) if at == fold}
    return [out[t] for t in topics]


def test_folds_part_the_topics_equally_and_by_seed():
    folds = folds_of(52, 5, 7)
    assert sorted(np.bincount(folds).tolist()) == [10, 10, 10, 11, 11]
    assert folds_of(52, 5, 7).tolist() == folds.tolist() != folds_of(52, 5, 8).tolist()
    with pytest.raises(UsageError, match="5 folds of 4 topics"):
        folds_of(4, 5, 0)


def test_means_and_p_are_those_of_brute_force_and_scipy():
    """Oracle: sizes chosen by hand in five folds, seeds first; scipy's ttest_rel times the four comparisons."""
    of = values(np.random.default_rng(1), gain={"test": 0.5})
    table = memorisation_of(of, seed=3).tables[0]
    folds = folds_of(25, 5, 3)
    rows = list(zip(table.column("model").values, table.column("leakage").values))
    for measure, direction in MEASURES.items():
        for row, (model, condition) in enumerate(rows):
            mine, none = (chosen(of, model, one, measure, folds, direction) for one in (condition, "none"))
            assert table.column(measure).values[row] == pytest.approx(np.mean(mine))
            if condition == "none":
                assert table.column(f"{measure} p").values[row] is None
            else:
                p = min(1.0, 4 * stats.ttest_rel(mine, none).pvalue)
                assert table.column(f"{measure} p").values[row] == pytest.approx(p)
                assert table.column(f"{measure} change").values[row] == pytest.approx(np.mean(mine) - np.mean(none))
    assert "corrected by Bonferroni over the 4 comparisons of a measure in this table" in table.note


def test_a_size_that_is_better_for_a_measure_where_lower_is_better_has_the_lower_mean():
    """By hand: size 2 has the lower MFR on every topic, size 1 the higher."""
    scores = np.array([[3.0] * 10, [2.0] * 10])
    found = choose(scores, folds_of(10, 5, 0), direction=-1)
    assert (found.sizes.tolist(), found.scores.tolist(), found.luck) == ([1] * 5, [2.0] * 10, 0.0)


def test_the_luck_of_the_best_of_eight_equal_sizes_is_the_expected_largest_of_eight():
    """Planted: all sizes are equal. Oracle: the largest of 8 standard normal means of 200 topics, 1.4236 / 200**0.5."""
    rng = np.random.default_rng(4)
    lucks = [choose(rng.normal(size=(8, 250)), folds_of(250, 5, i), direction=1).luck for i in range(300)]
    assert np.mean(lucks) == pytest.approx(1.4236 / 200**0.5, abs=4 * np.std(lucks) / 300**0.5)


def test_hard_folds_are_no_luck():
    """Planted: topics differ much, sizes not at all but for one that is better by 1 everywhere."""
    scores = np.tile(np.random.default_rng(0).normal(0, 9, 52), (8, 1))
    scores[3] += 1
    assert choose(scores, folds_of(52, 5, 1), direction=1).luck == pytest.approx(0, abs=1e-12)


def test_the_luck_is_said_where_sizes_are_chosen_and_not_where_there_is_one():
    result = memorisation_of(values(np.random.default_rng(2)))
    (finding,) = (f for f in result.findings if f.code == "luck")
    luck = next(table for table in result.tables if table.name == "luck")
    assert luck.column("measure").values[0] == "nDCG@10"
    assert finding.numbers["luck"] == pytest.approx(luck.column("luck").values[0])
    assert finding.text.startswith("The best of 3 sizes looks better by 0.")
    one = memorisation_of(values(np.random.default_rng(2), sizes=(1,)))
    assert [section.name for section in one.sections] == ["scores", "losses"]


def test_topics_that_lose_most_stand_first():
    """Oracle: changes of each topic in the mean over models and leakage, with one size nothing is chosen."""
    of = values(np.random.default_rng(3), sizes=(1,), gain={"train": -0.5})
    table = memorisation_of(of, leaked={"c": ["t1", "t2"]}).tables[-1]

    def change(topic, model, condition):
        means = [
            np.mean([v["nDCG@10"][topic] for k, v in of.items() if k[1:3] == (model, one)])
            for one in (condition, "none")
        ]
        return means[0] - means[1]

    means = {
        t: np.mean([change(t, *of) for of in product("AB", ("train", "test"))]) for t in (f"t{i}" for i in range(25))
    }
    worst = sorted(means, key=means.get)[:10]
    assert list(table.column("topic").values) == worst
    assert table.column("change").values == pytest.approx([means[t] for t in worst])
    assert list(table.column("leaked").values) == ["yes" if t in ("t1", "t2") else "no" for t in worst]
    case = min(product("AB", ("train", "test")), key=lambda case: change(worst[0], *case))
    assert (table.column("model").values[0], table.column("leakage").values[0]) == case


def test_bands_by_size_are_over_topics_and_over_seeds_apart():
    """Oracle: scipy's one-sample interval over the leaked topics, seeds first; the least and greatest seed."""
    of = values(np.random.default_rng(6), seeds=("x", "y", "z"))
    leaked = [f"t{i}" for i in range(0, 25, 2)]
    figures = memorisation_of(of, leaked={"c": leaked}).figures
    assert [figure.name for figure in figures] == ["sizes-c-topics", "sizes-c-seeds"]
    key = ("c", "B", "test", 4)
    scores = np.array([[v["nDCG@10"][t] for t in leaked] for k, v in of.items() if k[:4] == key])
    for figure, means in zip(figures, (scores.mean(axis=0), scores.mean(axis=1))):
        cells = {column.name: column.values for column in figure.table.columns}
        row = list(zip(cells["panel"], cells["series"], cells["x"])).index(("B", "test", 4))
        over_topics = tuple(stats.ttest_1samp(means, 0).confidence_interval())
        expected = over_topics if figure.name.endswith("topics") else (means.min(), means.max())
        assert cells["y"][row] == pytest.approx(scores.mean())
        assert (cells["low"][row], cells["high"][row]) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "n"), [("robust04", 172), ("core17", 37), ("core18", 38)])
def test_the_leaked_topics_of_the_papers_figure_2_are_those_that_people_call_leaked(name, n):
    """Oracle: Froebe et al., Table 2a, whose topics Figure 2 shows; from the annotations beside it."""
    text = (collection("leakage") / f"topics.{name}.txt").read_text(encoding="utf-8", errors="replace")
    topics = re.findall(r"<num> Number:\s*(\d+)", text)
    leaked = {label.query for label in of_the_paper() if label.is_leak}
    of = {("c", *k[1:]): v for k, v in values(np.random.default_rng(0), models=("A",), names=topics).items()}
    figure = memorisation_of(of, leaked={"c": leaked}).figures[0]
    assert figure.title == f"nDCG@10 on the {n} leaked topics of c, by the size of the training set"


@pytest.fixture(scope="module")
def printed():
    """The values of Tables 3 to 8: (table, collection, model, leakage, condition, measure) -> value."""
    path = collection("leakage") / "paper-tables.csv"
    keys = ("table", "collection", "model", "leakage", "condition", "measure")
    with path.open(newline="") as file:
        return {tuple(row[key] for key in keys): float(row["value"]) for row in csv.DictReader(file)}


def cells_of_paper(printed):
    tables = dict(zip(COLLECTIONS, "345"))
    return [
        Cell(Case(name, model, leakage or "none"), measure, printed[key])
        for measure, name, model, leakage in product(MEASURES, COLLECTIONS, MODELS, ("", "train", "test"))
        if (key := (tables[name], name, model, leakage, "with" if leakage else "without", measure)) in printed
    ]


def test_the_papers_cells_give_the_papers_sentences(printed):
    """Oracle: Froebe et al., Tables 6 to 8: 28, 26 and 30 of 30 cells, and 13 of 15 for test against train leakage."""
    cells = [
        MemoryCell(
            Case(name, model, leakage),
            *(printed["6", name, model, leakage, side, "mean rank"] for side in ("with", "without")),
            *(printed["7", name, model, leakage, side, "mean score"] for side in ("with", "without")),
            printed["8", name, model, leakage, "with minus without", "rank offset"],
        )
        for name, model, leakage in product(COLLECTIONS, MODELS, ("train", "test"))
    ]
    assert of_memory(count_cells(cells)) == (
        "Leaked relevant documents rank higher in 28 of 30 cells and score higher in 26; the rank offset grows in 30. "
        "Test leakage moves their scores further than training leakage in 13 of 15 cases."
    )


def test_the_papers_cells_give_the_papers_swaps(printed):
    """Oracle: the swaps that section 4 of Froebe et al. names, and all pairs compared by hand."""
    cells = cells_of_paper(printed)
    assert len(cells) == 135
    swaps = swaps_of(cells, MEASURES)
    found = {(s.case.model, s.over, s.case.collection, s.measure) for s in swaps}
    assert {
        ("KNRM", "Duet", "robust04", "nDCG@10"),
        ("KNRM", "Duet", "robust04", "P@1"),
        ("monoBERT", "PACRR", "core17", "nDCG@10"),
        ("monoBERT", "PACRR", "core18", "nDCG@10"),
        ("PACRR", "monoT5", "core18", "MFR"),
    } <= found
    mean = {(*c.case, c.measure): MEASURES[c.measure] * c.mean for c in cells}
    by_hand = [
        (one, other, name, leakage, measure)
        for one, other, name, leakage, measure in product(MODELS, MODELS, COLLECTIONS, ("train", "test"), MEASURES)
        if mean[name, one, "none", measure] < mean[name, other, "none", measure] < mean[name, one, leakage, measure]
    ]
    assert sorted((s.case.model, s.over, s.case.collection, s.case.condition, s.measure) for s in swaps) == sorted(
        by_hand
    )
    assert n_pairs(cells) == 5 * 4 * 3 * 2 * 3
    assert swaps_sentence(swaps, n_pairs(cells)).startswith(
        "Models that train on leaks pass others: KNRM over Duet (robust04, nDCG@10 and P@1; core17, P@1), "
        "monoBERT over PACRR ("
    )
    significant = [cell._replace(corrected=0.01 if cell.case.condition == "test" else 0.9) for cell in cells]
    # KNRM over Duet on Robust04 by both kinds of leakage, monoBERT over PACRR on Core 2017 by both, on 2018 by train
    assert title(significant, "nDCG@10", 0.05) == (
        "Leakage changes 15 of 30 nDCG@10 scores significantly: Duet (test), KNRM (test) and 13 more."
    )


DOCS = [f"d{i}" for i in range(12)]
TOPICS = [str(i) for i in range(8)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Runs of one model: the relevant document, d9, is first of eleven with test leakage, fifth without; one topic of
    each run lacks it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    rows = ["run\tcollection\tmodel\tcondition\tsize\tseed"]
    for condition, size, seed in product(("none", "test"), (10, 20), ("1", "2")):
        name = f"{condition}-{size}-{seed}.run"
        rows.append(f"{name}\trobust04\tBERT\t{condition}\t{size}\t{seed}")
        rank = {"none": 4, "test": 0}[condition]
        lists = [[*DOCS[:rank], *(["d9"] if t != "7" else []), *DOCS[rank:9]] for t in TOPICS]
        text = "".join(f"{t} Q0 {d} 1 {50 - i} {name}\n" for t, docs in zip(TOPICS, lists) for i, d in enumerate(docs))
        (tmp_path / "x" / name).write_text(text)
    (tmp_path / "x" / "runs.tsv").write_text("\n".join(rows) + "\n")
    (tmp_path / "qrels").write_text("".join(f"{t} 0 d9 1\n" for t in TOPICS))
    return tmp_path


def test_runs_give_ndcg_precision_and_the_mean_first_rank(folder):
    """By hand: first ranks are 5 and 1, and 101 on one topic of eight; nDCG of rank 5 is 1 / log2(6)."""
    result = memorisation("x/runs.tsv", {"robust04": "qrels"}, folds=4)
    table = result.tables[0]
    assert list(table.column("leakage").values) == ["none", "test"]
    assert table.column("MFR").values == pytest.approx([(7 * 5 + 101) / 8, (7 + 101) / 8])
    assert table.column("nDCG@10").values == pytest.approx([7 / 8 / np.log2(6), 7 / 8])
    assert table.column("P@1").values == pytest.approx([0, 7 / 8])
    assert result.title == "Leakage changes 1 of 1 nDCG@10 score significantly: BERT (test)."
    assert "MFR: 1 significantly better, 0 worse." in result.findings[0].text
    assert len(result.provenance.inputs) == 1 + 8 + 1  # labels, runs, the table


def test_training_sets_say_what_is_remembered_and_which_topics_leak(folder):
    """Oracle: `irassay.leakage.memory` of the runs on the larger sets."""
    pairs = [[Instance(f"q{t}", "", doc, "", doc == "d9", "test", t) for doc in ("d9", "d5")] for t in TOPICS[:6]]
    leaks = Instances(pairs)
    (folder / "set.jsonl").write_text("".join(instance_lines(leaks)))
    result = memorisation("x/runs.tsv", {"robust04": "qrels"}, leaks={"robust04": "set.jsonl"}, folds=4)
    of = {
        side: Runs.from_dict(
            {
                str(i): {t: {d: float(-k) for k, d in enumerate([*DOCS[:r], "d9", *DOCS[r:9]])} for t in TOPICS}
                for i in "12"
            },
            keep="scores",
        )
        for side, r in (("none", 4), ("test", 0))
    }
    expected = memory(leaks, of["test"], of["none"])
    table = result.tables[-1]
    assert table.name == "memory"
    assert table.column("rank_with").values == [expected.relevant.with_] == [1]
    assert table.column("growth").values == [expected.offset.change]
    assert result.figures[0].title.startswith("nDCG@10 on the 6 leaked topics of robust04")
    assert "set.jsonl" in result.provenance.inputs
    ids = memorisation("x/runs.tsv", {"robust04": "qrels"}, leaks={"robust04": TOPICS[:6]}, folds=4)
    assert [section.name for section in ids.sections] == ["scores", "sizes"]


def test_the_page_and_its_json_hold_it(folder):
    result = memorisation_of(values(np.random.default_rng(9), gain={"test": 1.0}), leaked={"c": ["t1", "t2", "t3"]})
    result.write(folder / "page.html")
    page = (folder / "page.html").read_text()
    assert "Does the size of the training set matter?" in page
    assert "corrected by Bonferroni over the 4 comparisons" in page
    assert json.loads(result.to_json())["study"] == "memorisation"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("condition", "state", "lacks the column condition"),
        ("\tnone\t", "\tnothing\t", 'condition of none-10-1.run is "nothing", expected none, train, test'),
        ("\t10\t1", "\tten\t1", 'size of none-10-1.run is "ten", expected a whole number'),
        ("\t10\t2", "\t10\t1", "are of one model, condition, size and seed"),
        ("\tnone\t", "\ttrain\t", "has no run of robust04 without leakage"),
        ("robust04", "core17", "there are no labels of core17"),
    ],
)
def test_a_table_of_runs_that_can_not_be_read_is_refused(folder, old, new, what):
    path = folder / "x" / "runs.tsv"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InputError, match=what):
        memorisation(path, {"robust04": "qrels"}, folds=4)


def test_a_file_of_leaks_that_is_not_there_is_refused(folder):
    with pytest.raises(InputError, match=r"set\.json"):
        memorisation("x/runs.tsv", {"robust04": "qrels"}, leaks={"robust04": "set.json"}, folds=4)
