"""Two scores that are equal in exact arithmetic are equal everywhere: on the terminal, on the page, in every count.

The world: DCG of lists of some hundred documents is in the thousands, and sums of such terms come out some 1e-12 apart.
A grade of 60 in place 19 adds 60 / log2(20), and one of 120 in place 399 adds 120 / log2(20 * 20), which is as much:
two lists that are alike but for this exchange have one DCG. What the counts must be is planted.
"""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import irassay
from irassay.cli.main import main
from irassay.comparison.equality import at_most, best_first, equal, rounding, roundings, without_rounding
from irassay.comparison.league.effect import effect_size
from irassay.result import Forest
from tests.scores_by_hand import hand_scores

UPWARDS = (8, 21, 25, 31, 32, 39)  # queries on which rounding favours the first run
COUNTS = re.compile(r"better on (\d+)(?: quer(?:y|ies))?,\s+worse on (\d+),\s+equal on (\d+)")


def world(folder, *, better, worse, systems=2, queries=tuple(range(12))):
    """Labels and runs; the first run is better on so many queries, worse on so many, and equal on the others."""
    names = ["first", "second", "third"][:systems]
    labels, lines = [], {name: [] for name in names}
    for q in queries:
        length = 600 + 37 * q
        rng = np.random.default_rng(q)
        labels += [f"q{q:02} 0 early 60", f"q{q:02} 0 late 120", f"q{q:02} 0 zero 0", f"q{q:02} 0 more 1"]
        labels += [f"q{q:02} 0 d{r} {rng.integers(60, 128)}" for r in range(length)]
        tail = [f"d{r}" for r in range(length)]
        lists = {
            "first": [*tail[:18], "early", *tail[18:397], "zero", *tail[397:]],
            "second": [*tail[:18], "zero", *tail[18:397], "late", *tail[397:]],
            "third": [*tail[1:], tail[0]],
        }
        if q < better + worse:
            lists["first" if q < better else "second"].append("more")
        for name in names:
            lines[name] += [f"q{q:02} Q0 {doc} {r} {-r} {name}" for r, doc in enumerate(lists[name], 1)]
    (folder / "qrels").write_text("\n".join(labels) + "\n")
    for name in names:
        (folder / f"{name}.run").write_text("\n".join(lines[name]) + "\n")
    return folder / "qrels", [folder / f"{name}.run" for name in names]


def nouns(files):
    return irassay.read_qrels(files[0]), irassay.read_runs(files[1])


def dcg(files):
    return irassay.evaluate(*nouns(files), ["DCG"], keep="queries")


def test_the_world_has_noise_that_an_absolute_tolerance_takes_for_a_difference(tmp_path):
    values = dcg(world(tmp_path, better=4, worse=1)).values[0, 0]
    apart = np.abs(values[0] - values[1])
    assert (apart[5:] > 1e-12).any()
    assert (apart[5:] <= rounding(values)).all()
    assert (apart[:5] > 0.1).all()


def test_terminal_and_page_count_the_same_queries(tmp_path, capsys):
    qrels, runs = world(tmp_path, better=4, worse=1)
    assert main(["compare", str(qrels), *map(str, runs), "-m", "DCG", "--format", "table"]) == 0
    assert COUNTS.search(capsys.readouterr().out).groups() == ("4", "1", "7")
    page = irassay.overview(qrels, runs, measures=["DCG"])
    (forest,) = (figure for figure in page.figures if isinstance(figure, Forest))
    assert {found.groups() for found in map(COUNTS.search, texts(forest.table)) if found} == {("4", "1", "7")}
    assert any("7 of 12 queries" in finding.text for finding in page.findings if finding.code == "queries-alike")


def test_the_pages_pairs_have_the_leagues_counts(tmp_path):
    files = world(tmp_path, better=2, worse=3, systems=3)
    league = irassay.compare(dcg(files))
    (forest,) = (f for f in irassay.overview(*files, measures=["DCG"]).figures if isinstance(f, Forest))
    shown = {tuple(map(int, found.groups())) for found in map(COUNTS.search, texts(forest.table)) if found}
    pairs = [league.pair(a, b) for a, b in combinations(league.systems, 2)]
    assert shown == {(pair.better, pair.worse, pair.equal) for pair in pairs}
    pair = league.pair("first", "second")
    assert (pair.better, pair.worse, pair.equal) == (2, 3, 7)


def texts(table):
    return [str(value) for column in table.columns for value in column.values]


def test_means_that_rounding_parts_are_exactly_tied(tmp_path):
    files = world(tmp_path, better=0, worse=0, queries=UPWARDS)
    means = dcg(files).summary[0, 0]
    assert abs(means[0] - means[1]) > 1e-12, "an absolute tolerance calls one the better"
    assert irassay.bound(*nouns(files), "DCG").state[0][1] == "exactly tied"
    assert irassay.overview(*files, measures=["DCG"]).title.startswith("Both systems score exactly the same")
    words = ["compare", str(files[0]), *map(str, files[1]), "-m", "DCG", "--expect", "first > second"]
    assert main(words) == 5


@pytest.mark.parametrize("unit", [1.0, 1 / 3, 1e9 / 3])
def test_means_that_rounding_parts_are_listed_by_name(unit):
    """(0 + 9/16 + 1 + 1) / 4 and (0 + 5/8 + 1 + 15/16) / 4 are one number; taken a third of, rounding parts them."""
    values = np.array([[0, 9 / 16, 1, 1], [0, 5 / 8, 1, 15 / 16], [1, 1, 1, 1], [0, 0, 0, 1]]) * unit
    names = ["b", "a", "best", "c"]
    assert [names[i] for i in best_first(values.mean(axis=1), names)] == ["best", "a", "b", "c"]
    assert irassay.compare(hand_scores(values, systems=names, measure="P@10")).systems == ["best", "a", "b", "c"]


@pytest.mark.parametrize("unit", [1e-13, 1.0, 1e9 / 3])
def test_no_count_depends_on_the_unit_of_the_scores(unit):
    a, b = np.array([0.1 + 0.2, 0.5, 0.7, 0.9]), np.array([0.3, 0.6, 0.6, 0.4])
    found = effect_size(a * unit, b * unit)
    assert (found.superiority, round(found.rank_biserial, 12)) == ((2 + 0.5) / 4, round((1.5 + 3 - 1.5) / 6, 12))


def test_equality_is_relative_to_the_largest_number_compared():
    numbers = np.array([[1e6, -4e6], [np.nan, 2.0]])
    assert rounding(numbers) == 4e-6
    assert rounding(np.zeros(3)) == 0.0
    assert rounding(np.array([0.25]), least=1.0) == 1e-12
    assert roundings(numbers, axis=0).tolist() == [[1e-6, 4e-6]]
    assert without_rounding(np.array([5e-6, -3e-6, np.nan]), rounding(numbers)).tolist()[:2] == [5e-6, 0.0]


def test_a_p_value_reaches_a_level_that_it_misses_by_rounding_alone():
    assert at_most(np.array([0.05 * (1 + 1e-13), 0.05 * (1 + 1e-11)]), 0.05).tolist() == [True, False]
    assert equal(1e-30 * (1 + 1e-13), 1e-30)
    assert not equal(1e-30, 2e-30)


def test_the_tolerance_stands_in_one_file():
    rooms = [
        Path(irassay.__file__).parent / room for room in ("agreement", "comparison", "estimates", "studies", "cli")
    ]
    files = [path for room in rooms for path in room.rglob("*.py") if path.name != "equality.py"]
    assert [path.name for path in files if "1e-12" in path.read_text()] == []
