"""Several collections: means, tests, intervals and bounds of their mean, against enumeration, NumPy and brute force."""

from __future__ import annotations

import itertools
import json
import random

import numpy as np
import pytest
from scipy import stats

import irassay
from irassay import Qrels, Runs
from irassay.cli.inputs import read_collections
from irassay.cli.main import main
from irassay.comparison import compare
from irassay.errors import UsageError
from irassay.estimates import bound
from irassay.estimates.bounds.pair_draws import draw_pairs, draw_pairs_over
from irassay.formats.writing.qrels import write_qrels
from irassay.measures import Measure
from irassay.verdict import OneCollection, verdict_over
from tests.laws.test_bounds import long_collection
from tests.oracles.test_pair_draws import N_DRAWS, scores_of_each_draw
from tests.plain.completions import completions, score
from tests.plain.small import runs_of
from tests.scores_by_hand import hand_scores

SIZES = (4, 7)


def table_of(seed, n_systems=3):
    """Scores of two collections, 4 and 7 queries, that differ in level; and each query's collection."""
    rng = np.random.default_rng(seed)
    blocks = [rng.uniform(0, 0.5, (n_systems, SIZES[0])), rng.uniform(0.4, 1.0, (n_systems, SIZES[1]))]
    return blocks, ["one"] * SIZES[0] + ["two"] * SIZES[1]


def league(seed, **options):
    blocks, collections = table_of(seed)
    return blocks, compare(hand_scores(np.concatenate(blocks, axis=1), collections=collections), **options)


def test_the_mean_is_that_of_the_collections_means():
    blocks, found = league(1)
    expected = np.mean([block.mean(axis=1) for block in blocks], axis=0)
    assert sorted(found.mean) == pytest.approx(sorted(expected), abs=1e-12)
    assert max(abs(np.concatenate(blocks, axis=1).mean(axis=1) - expected)) > 0.01, "queries don't count the same"


def test_the_p_value_counts_every_sign_vector_of_the_collections_mean_differences():
    """Enumeration: each query's difference keeps or turns its sign, and the mean of both means is as large or not."""
    blocks, found = league(2)
    i, j = (int(name[1:]) for name in (found.systems[0], found.systems[1]))
    weights = np.concatenate([np.full(n, 1 / n / 2) for n in SIZES])
    differences = np.concatenate([block[i] - block[j] for block in blocks])
    seen = [
        abs((np.array(signs) * differences * weights).sum()) for signs in itertools.product((1, -1), repeat=sum(SIZES))
    ]
    observed = abs((differences * weights).sum())
    assert found.enumerated
    assert found.p[0, 1] == pytest.approx(np.mean(np.array(seen) >= observed - 1e-12), abs=1e-12)


def test_the_interval_resamples_queries_within_each_collection():
    blocks, found = league(3)
    i, j = (int(name[1:]) for name in (found.systems[0], found.systems[1]))
    rng = np.random.default_rng(0)
    means = np.zeros(40_000)
    for block in blocks:
        d = block[i] - block[j]
        means += d[rng.integers(0, len(d), (len(means), len(d)))].mean(axis=1) / 2
    expected = np.quantile(means, (0.025, 0.975))
    assert (found.difference_low[0, 1], found.difference_high[0, 1]) == pytest.approx(expected, abs=0.01)


def parts_of(measure, seeds=(5, 6)):
    """Two small collections of the same two systems, as parts; and labels and lists of each."""
    worlds, parts = [], []
    for name, seed, n_queries in zip(("one", "two"), seeds, (2, 3)):
        labels, lists = long_collection(seed, n_systems=2, length=4, n_docs=7, n_queries=n_queries, n_judged=4)
        qrels, runs = Qrels.from_dict(labels), runs_of(lists)
        from irassay import evaluate

        part_league = compare(evaluate(qrels, runs, [measure]), n_resamples=200)
        parts.append(OneCollection(name, qrels, runs, part_league, bound(qrels, runs, measure, unseen=0)))
        worlds.append((labels, lists))
    return worlds, parts


def mean_league(worlds, measure):
    rows = []
    for system in ("s0", "s1"):
        rows.append(
            [score(measure, lists[system][q], grades) for labels, lists in worlds for q, grades in labels.items()]
        )
    collections = [name for name, (labels, _) in zip(("one", "two"), worlds) for _ in labels]
    table = hand_scores(rows, measure=str(measure), systems=["s0", "s1"], collections=collections)
    return compare(table, n_resamples=200)


@pytest.mark.parametrize("name", ["P@3", "nDCG@3", "AP"])
def test_bounds_of_the_mean_are_those_of_all_completions(name):
    """Brute force: queries are independent, so the extreme of each query's difference over its completions adds up."""
    measure = Measure.parse(name)
    worlds, parts = parts_of(measure)
    verdict = verdict_over(mean_league(worlds, measure), parts, measure)
    low, high, lower = 0.0, 0.0, 0.0
    for labels, lists in worlds:
        for query, grades in labels.items():
            rankings = [lists[s][query] for s in verdict.systems]
            full = [
                [score(measure, ranking, one) for ranking in rankings]
                for one in completions(rankings, grades, (0, 1, 2), 0)
            ]
            differences = [a - b for a, b in full]
            low += min(differences) / len(labels) / 2
            high += max(differences) / len(labels) / 2
            lower += min(a for a, _ in full) / len(labels) / 2
    bounds = verdict.bounds
    assert verdict.means("lower")[0] == pytest.approx(lower, abs=1e-12)
    if name == "AP":
        assert bounds.difference_lower[0, 1] <= low + 1e-12
        assert bounds.difference_upper[0, 1] >= high - 1e-12
    else:
        assert (bounds.difference_lower[0, 1], bounds.difference_upper[0, 1]) == pytest.approx((low, high), abs=1e-12)
    assert (bounds.state[0][1] == "settled") == (bounds.difference_lower[0, 1] > 1e-12)
    assert verdict.reach.n_labels == sum(len(of) for labels, _ in worlds for of in labels.values())


def test_draws_over_collections_are_t_tests_of_the_mean_of_means():
    """Oracle: every draw scored anew, and scipy's Welch test of the collections' means."""
    parts, scored = [], []
    for seed, key in ((8, 3), (9, 4)):
        labels, lists = long_collection(seed, n_systems=3, length=8, n_docs=14, n_queries=6, n_judged=6)
        qrels, runs = Qrels.from_dict(labels), runs_of(lists)
        bounds = bound(qrels, runs, "nDCG@5", seed=key, unseen=0)
        parts.append((qrels, runs, bounds))
        scored.append(scores_of_each_draw(labels, qrels, runs, lists, bounds))
    systems = ("s2", "s0", "s1")
    draws = draw_pairs_over(parts, systems, 0.3, n_draws=N_DRAWS)
    rows = [2, 0, 1]
    for i, j in itertools.permutations(range(3), 2):
        differences = [of[:, rows[i]] - of[:, rows[j]] for of in scored]
        mean = sum(d.mean(axis=1) for d in differences) / 2
        # the mean of two means is half the difference of the one and the other with its sign turned
        p = stats.ttest_ind(differences[0], -differences[1], axis=1, equal_var=False).pvalue
        assert draws.ahead_by_test[i, j] == ((mean > 1e-12) & (p <= 0.3)).sum()
        assert (draws.means[:, i] - draws.means[:, j]) == pytest.approx(mean, abs=1e-12)
    alone = draw_pairs(*parts[0], n_draws=N_DRAWS)
    assert (alone.means == draw_pairs_over(parts[:1], parts[0][1].systems, n_draws=N_DRAWS).means).all()


# The command line


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Two collections with the same query ids; `extra` is on the second only, `near` lacks labels on the first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(2)
    for name, n in (("one", 20), ("two", 40)):
        labels = {f"q{i:02}": {"a": 1, "b": 0, "c": draw.randint(0, 1)} for i in range(n)}
        write_qrels(Qrels.from_dict(labels), f"{name}.txt", output_format="trec")
        lists = {
            "good": {q: ["a", "c"] for q in labels},
            "near": {q: draw.sample(["a", "b", "c", "x"] if name == "one" else ["a", "b", "c"], 2) for q in labels},
            "bad": {q: ["b", "c"] for q in labels},
        } | ({"extra": {q: ["a", "x"] for q in labels}} if name == "two" else {})
        for system, of in lists.items():
            lines = [f"{q} Q0 {d} {r} {-r} {system}\n" for q, docs in of.items() for r, d in enumerate(docs, 1)]
            (tmp_path / f"{name}-{system}.run").write_text("".join(lines))
    return tmp_path


ONE = "one=one.txt,one-good.run,one-near.run,one-bad.run"
TWO = "two=two.txt,two-good.run,two-near.run,two-bad.run,two-extra.run"
BOTH = ("compare", "--collection", ONE, "--collection", TWO, "-m", "P@2")


def eval_means(capsys, text):
    qrels, *runs = text.partition("=")[2].split(",")
    assert main(["eval", qrels, *runs, "-m", "P@2", "--format", "tsv"]) == 0
    return {line.split("\t")[0]: float(line.split("\t")[3]) for line in capsys.readouterr().out.splitlines()}


def test_the_mean_comes_first_then_each_collection(here, capsys):
    """Oracle: the means that `eval` prints for each collection."""
    each = {"one": eval_means(capsys, ONE), "two": eval_means(capsys, TWO)}
    assert main([*BOTH, "--format", "json"]) == 0
    mean, *others = json.loads(capsys.readouterr().out)["measures"]
    assert (mean["collection"], mean["collections"], mean["unranked"]) == (None, ["one", "two"], ["extra"])
    assert [one["collection"] for one in others] == ["one", "two"]
    for row in mean["systems"]:
        assert row["mean"] == pytest.approx((each["one"][row["system"]] + each["two"][row["system"]]) / 2, abs=1e-12)
        assert row["lower"] <= row["mean"] <= row["upper"]
    for one in others:
        assert {row["system"]: row["mean"] for row in one["systems"]} == pytest.approx(each[one["collection"]])
    assert main([*BOTH]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert rows[0][:3] == ["collection", "measure", "system"]
    assert [row[0] for row in rows[1:]] == ["mean"] * 3 + ["one"] * 3 + ["two"] * 4


def test_the_terminal_says_of_what_each_league_is_and_what_it_covers(here, capsys):
    assert main([*BOTH, "--format", "table"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "Mean of 2 collections (one and two), 60 queries in all"
    assert "one, 20 queries" in lines
    assert "two, 40 queries" in lines
    assert "not about other collections." in " ".join(captured.err.split())
    assert "80% power these 60 queries" not in captured.err, "a power of one sample says nothing of a mean of two"
    assert "--unjudged FILE" not in captured.out.partition("\none, 20")[0]


def test_each_answer_about_a_pair_names_its_measure(here, capsys):
    one = ("compare", *ONE.partition("=")[2].split(","), "-m", "P@2")
    for words, blocks in ((BOTH, 3), (one, 1)):
        for measures in (["P@2"], ["P@2", "RR"]):
            options = [word for measure in measures[1:] for word in ("-m", measure)]
            assert main([*words, *options, "--pair", "good", "bad", "--format", "table"]) == 0
            said = " ".join(capsys.readouterr().out.split())
            for measure in measures:
                assert said.count(f"({measure}, ") == 2 * blocks, "the answer, and what to write"


def test_an_expectation_is_about_the_mean_and_needs_the_labels_of_all(here, capsys):
    assert main([*BOTH, "--expect", "good > bad", "--format", "table"]) == 0
    assert "good is better than bad" in " ".join(capsys.readouterr().out.split())
    assert main([*BOTH, "--expect", "bad > good"]) == 1
    assert main([*BOTH, "--expect", "good > bad", "--margin", "0.05"]) == 0
    assert main([*BOTH, "--expect", "good > extra"]) == 2
    for name in ("one.txt", "two.txt"):
        labels = (here / name).read_text().splitlines()
        (here / name).write_text("".join(f"{line}\n" for line in labels if " b " not in line))
    assert main([*BOTH, "--expect", "good > bad", "--require", "proved"]) == 4, "b may be relevant everywhere"
    assert main([*BOTH, "--expect", "good > bad", "--require", "taken"]) == 0


def test_latex_has_measures_by_collections_and_counts_both(here, capsys):
    assert main([*BOTH, "-m", "RR", "--format", "latex"]) == 0
    out = capsys.readouterr().out
    assert r" & \multicolumn{2}{c}{one} & \multicolumn{2}{c}{two} & \multicolumn{2}{c}{Mean} \\" in out
    assert r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}\cmidrule(lr){6-7}" in out
    assert r"System & P@2 & RR & P@2 & RR & P@2 & RR \\" in out
    assert "2 collections of 20 and 40 queries, each of which counts the same in the mean." in out
    extra = next(line for line in out.splitlines() if line.startswith("extra"))
    assert [cell == "--" for cell in extra.removesuffix(r" \\").split(" & ")[1:]] == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]


def test_collections_have_the_order_of_the_command_wherever_they_are_named(here, capsys):
    """By hand: `two` is given first, and has 40 queries where `one` has 20."""
    words = ["compare", "--collection", TWO, "--collection", ONE, "-m", "P@2"]
    text = {}
    for form in ("table", "markdown", "json", "tsv", "latex"):
        assert main([*words, "--format", form]) == 0
        text[form] = capsys.readouterr().out
    for form in ("table", "markdown"):
        assert "Mean of 2 collections (two and one)" in text[form]
    mean, *each = json.loads(text["json"])["measures"]
    assert mean["collections"] == [one["collection"] for one in each] == ["two", "one"]
    assert list(dict.fromkeys(line.split("\t")[0] for line in text["tsv"].splitlines()[1:])) == ["mean", "two", "one"]
    assert main([*words, "--format", "latex", "--caption", "short"]) == 0
    short = capsys.readouterr().out
    assert "P@2 of 4 systems on two and one. " in short
    for latex in (short, text["latex"]):
        assert "2 collections of 40 and 20 queries" in latex
        assert r"{two} & \multicolumn{1}{c}{one} & \multicolumn{1}{c}{Mean}" in latex
    parts = {name: (irassay.read_qrels(f"{name}.txt"), irassay.read_runs(sorted(map(str, here.glob(f"{name}-*.run")))))
             for name in ("two", "one")}  # fmt: skip
    verdicts = irassay.settle_over(parts, "P@2")
    assert list(verdicts.mean.league.collections) == list(verdicts.each) == ["two", "one"]
    assert list(verdicts.mean.league.queries) == [q for labels, _ in parts.values() for q in labels.queries]
    assert list(verdicts.mean.bounds.queries) == list(verdicts.mean.league.queries)
    assert main(["eval", *words[1:], "-q", "-o", "scores.tsv"]) == 0
    assert main(["compare", "--scores", "scores.tsv", "--format", "latex", "--caption", "short"]) == 0
    assert "on two and one. " in capsys.readouterr().out


def test_scores_with_a_column_of_collections_have_a_league_for_each(here, capsys):
    rows = ["system\tquery\tvalue\tcollection"]
    for name, text in (("one", ONE), ("two", TWO)):
        qrels, *runs = text.partition("=")[2].split(",")
        assert main(["eval", qrels, *runs, "-m", "P@2", "-q"]) == 0
        for line in capsys.readouterr().out.splitlines():
            system, query, measure, value = line.split("\t")
            if measure == "P@2" and query != "all":
                rows.append(f"{system}\t{query}\t{value}\t{name}")
    (here / "scores.tsv").write_text("\n".join(rows) + "\n")
    assert main(["compare", "--scores", "scores.tsv", "-m", "P@2", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["measures"]
    assert main([*BOTH, "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)["measures"]
    assert [one["collection"] for one in found] == [None, "one", "two"]
    for one, other in zip(found, expected):
        assert {row["system"]: row["mean"] for row in one["systems"]} == pytest.approx(
            {row["system"]: row["mean"] for row in other["systems"]}, abs=1e-12
        )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--collection", ONE], "is the only one; add another"),
        (["--collection", ONE, "--collection", ONE], "is given twice"),
        (["--collection", ONE, "--collection", f"again={ONE.partition('=')[2]}"], "are the same files; give each once"),
        (["--collection", "one.txt,one-good.run", "--collection", TWO], "expected NAME=QRELS,RUN,..."),
        (["--collection", "one=one.txt", "--collection", TWO], "expected NAME=QRELS,RUN,..."),
        (["one.txt", "one-good.run", "--collection", ONE, "--collection", TWO], "takes the place of QRELS, RUN"),
        (["--collection", ONE, "--collection", TWO, "--unjudged", "x.tsv"], "--unjudged is about one collection"),
        (["--collection", ONE, "--collection", TWO, "-m", 'RBP(gain="graded")'], "so a mean of both means nothing"),
    ],
)
def test_what_is_no_set_of_collections_is_refused(here, capsys, words, message):
    (here / "two.txt").write_text((here / "two.txt").read_text() + "q00 0 z 3\n")
    assert main(["compare", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_name_may_hold_signs_of_its_own():
    assert read_collections(["a b=x,y", "c=z,w"])[0].name == "a b"
    with pytest.raises(UsageError):
        read_collections(["=x,y", "c=z,w"])


def test_runs_are_one_system_only_where_they_are_on_every_collection():
    first = {"x": {"q": {"a": 2, "b": 1}}, "y": {"q": {"a": 2, "b": 1}}}
    second = {"x": {"q": {"a": 2, "b": 1}}, "y": {"q": {"b": 2, "a": 1}}}
    from irassay import evaluate
    from irassay.scoring.score_table import table_over

    def scored(lists):
        return evaluate(Qrels.from_dict({"q": {"a": 1, "b": 0}}), Runs.from_dict(lists), ["P@2"])

    assert table_over({"1": scored(first), "2": scored(second)}).same["P@2"] == []
    assert table_over({"1": scored(first), "2": scored(first)}).same["P@2"] == [["x", "y"]]


def files_of(text):
    name, _, files = text.partition("=")
    qrels, *runs = files.split(",")
    return name, (irassay.read_qrels(qrels), irassay.read_runs(runs))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ()),
        ({"baseline": ["bad"]}, ("--baseline", "bad")),
        ({"scale": (0, 1, 2), "unseen": 1}, ("--grades", "0..2", "--unseen", "1")),
    ],
)
def test_one_call_in_python_decides_as_the_command_line_does(here, capsys, options, words):
    assert main([*BOTH, *words, "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)["measures"]
    found = irassay.settle_over(dict(map(files_of, (ONE, TWO))), "P@2", **options)
    assert list(found.each) == ["one", "two"]
    for one, verdict in zip(expected, (found.mean, *found.each.values())):
        assert [row["system"] for row in one["systems"]] == list(verdict.systems)
        for name in ("mean", "low", "high"):
            assert [row[name] for row in one["systems"]] == list(getattr(verdict.league, name))
        assert [row["lower"] for row in one["systems"]] == list(verdict.means("lower"))
        for row in one["pairs"]:
            pair = verdict.pair(row["a"], row["b"])
            assert (row["p"], row["strength"]) == (pair.queries.p, pair.strength or None)


@pytest.mark.parametrize(
    ("collections", "message"),
    [
        ("one.txt", "expected collections as"),
        ({"one": "one.txt"}, "expected collections as"),
        ({"one": ({"q": {"a": 1}}, {"x": {"q": {"a": 1}}})}, "expected two collections or more, but got 1"),
        (
            {n: ({"q": {"a": 1}}, {f"x-{n}": {"q": {"a": 1}}}) for n in ("one", "two")},
            r"no system is in all collections \(one and two\); systems are matched by name, and runs.renamed",
        ),
    ],
)
def test_in_python_what_is_no_set_of_collections_is_refused(collections, message):
    with pytest.raises(UsageError, match=message):
        irassay.settle_over(collections, "P@1")


def test_sparse_labels_of_several_collections_are_said_to_be_sparse(tmp_path, capsys, monkeypatch):
    """One relevant document a query, as BEIR has them: nothing is bounded, on no collection and not on their mean."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(4)
    options = []
    for name, n in (("sci", 30), ("arg", 20)):
        labels = {f"{name}{q:02}": {f"d{q}": 1} for q in range(n)}
        write_qrels(Qrels.from_dict(labels), f"{name}.txt")
        (tmp_path / name).mkdir()
        for system, first in (("new", 0.6), ("old", 0.3)):
            lines = []
            for q, query in enumerate(labels):
                docs = [f"x{q}-{i}" for i in range(9)]
                docs.insert(0 if rng.random() < first else 5, f"d{q}")
                lines += [f"{query} Q0 {doc} {rank} {-rank} {system}\n" for rank, doc in enumerate(docs)]
            (tmp_path / name / f"{system}.run").write_text("".join(lines))
        options += ["--collection", f"{name}={name}.txt,{name}/"]
    for form in ("table", "markdown", "json", "tsv", "latex"):
        assert main(["compare", *options, "--format", form]) == 0, form
    assert "labels are sparse" in capsys.readouterr().out.lower()
    assert main(["compare", *options, "--expect", "new > old"]) in (0, 4)
    pairs = {
        one.name: (irassay.read_qrels(one.qrels), irassay.read_runs(one.runs))
        for one in read_collections(options[1::2])
    }
    mean = irassay.settle_over(pairs, "nDCG@10").mean
    parts = [irassay.settle(qrels, runs, "nDCG@10") for qrels, runs in pairs.values()]
    of_parts = np.average([one.sparse.judged_first for one in parts], weights=(30, 20))  # a first document a query
    assert mean.sparse.judged_first == pytest.approx(of_parts)
    assert mean.pair("new", "old").answer(require="taken") in ("better", "undecided")


def test_the_share_of_judged_documents_over_collections_counts_documents():
    """Oracle: by hand. Of 2 documents on the first both are judged, of 8 on the second 2; the mean of shares is 5/8."""
    few = {f"q{i}": {"a": 1, "b": 0} for i in range(2)}
    many = {f"q{i}": ({"a": 1, "b": 0} if i < 2 else {"x": 1, "y": 0}) for i in range(8)}

    def runs(labels):
        return irassay.Runs.from_dict({s: {q: {d: 1.0} for q in labels} for s, d in (("new", "a"), ("old", "b"))})

    of = {name: (irassay.Qrels.from_dict(labels), runs(labels)) for name, labels in (("few", few), ("many", many))}
    mean = irassay.settle_over(of, "P@1").mean
    assert mean.judged == {"new": 4 / 10, "old": 4 / 10}
    ((first, last, shares),) = mean.reach.by_rank
    assert (first, last, shares.tolist()) == (1, 1, [6 / 10, 6 / 10])
