"""The overview from files to Result to page: forms by the number of systems, files that don't match, hostile names."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import irassay
from irassay.cli.main import main
from irassay.reporting.page import page
from irassay.result import Forest, LeagueChart, PairMatrix, Text
from irassay.studies.demo import against_truth, simulate, write_world
from tests.collections_at_hand import collection
from tools import size

HOSTILE = "</script><script>alert(1)</script>=1+1\\input{x}"


@pytest.fixture(scope="module")
def world():
    return simulate(seed=0)


@pytest.fixture(scope="module")
def files(world, tmp_path_factory):
    return write_world(world, tmp_path_factory.mktemp("world"))


def _of(files, *names, **options):
    return irassay.overview(files["qrels"], [files["runs"] / f"{name}.run" for name in names], **options)


def _said(result):
    return {finding.code: finding for finding in result.findings}


def _text(result, name):
    return next(i.text for s in result.sections for i in s.body if isinstance(i, Text) and i.name == name)


def test_one_system_is_a_score_with_two_ranges(files):
    result = _of(files, "north-cross")
    assert result.title.startswith("north-cross scores 0.7")
    assert "Other queries: " in result.standfirst
    assert "Missing labels: " in result.standfirst
    assert [s.name for s in result.sections] == [
        "verdict",
        "league",
        "labels",
        "queries",
        "files",
        "method",
        "provenance",
    ]


def test_two_runs_with_one_top_ten_are_one_system(files):
    result = _of(files, "north-cross", "north-cross-b")
    assert result.title == "Both runs are one system for nDCG@10."
    assert _said(result)["identical"].numbers["systems"] == 2


def test_two_systems_get_their_sentence_and_no_letters(files):
    result = _of(files, "north-dense", "delta-dense")
    assert result.title.startswith("north-dense scores 0.0")
    assert "share-queries" not in _said(result)
    forest = next(f for f in result.figures if isinstance(f, Forest))
    sentence = forest.table.column("sentence").values[0]
    assert sentence not in result.standfirst, "once, beside its chart"
    assert page(result).count(sentence[:40]) == 1
    league = next(f for f in result.figures if isinstance(f, LeagueChart))
    assert set(league.table.column("letters").values) == {""}
    assert set(league.table.column("rank_low").values) == {None}


def test_holes_that_could_reverse_a_pair_are_the_headline(files):
    result = _of(files, "late-entry", "harbour-late")
    assert result.title.endswith("; missing labels could reverse it.")
    assert result.standfirst.startswith(
        "late-entry would be first if unjudged documents are like judged ones of their rank. "
    )


def test_a_baseline_is_compared_with_each_and_ranks_nothing(files):
    names = ("north-dense", "delta-dense", "island-ql", "field-bm25")
    result = _of(files, *names, baseline=["field-bm25"])
    assert result.title.endswith("significantly higher than field-bm25.")
    forest = next(f for f in result.figures if isinstance(f, Forest))
    assert len(forest.table) == 3
    assert all("field-bm25" in pair for pair in forest.table.column("pair").values)


@pytest.mark.parametrize(("suffix", "parted"), [(".csv", ","), (".tsv", "\t")])
def test_a_saved_league_says_what_its_numbers_are_and_assume(files, tmp_path, suffix, parted):
    _of(files, "late-entry", "harbour-late", "island-ql").write(tmp_path / f"league{suffix}")
    with (tmp_path / f"league{suffix}").open(newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter=parted))
    assert len(rows) == 3
    definitions = rows[0]["definitions"]
    assert "low, high: 95% percentile bootstrap over queries" in definitions
    assert "lower: lowest over all grades of missing labels, including 10 documents a query" in definitions
    assert "estimate: The estimate assumes that unjudged documents are like the judged ones" in definitions
    assert [row["definitions"] for row in rows[1:]] == ["", ""], "once is enough"


def test_labels_of_other_documents_are_the_verdict(files, tmp_path):
    other = tmp_path / "qrels.txt"
    other.write_text("".join(f"{line.split()[0]} 0 X{i} 1\n" for i, line in enumerate(files["qrels"].open())))
    result = irassay.overview(other, files["runs"])
    assert result.title == "No labelled document is in any run."
    assert any(finding.level == "error" for finding in result.findings)
    result.write(tmp_path / "page.html")


def test_runs_that_find_nothing_are_exactly_tied(tmp_path):
    (tmp_path / "qrels").write_text("1 0 a 0\n1 0 b 0\n1 0 c 1\n2 0 a 0\n2 0 b 0\n2 0 c 1\n")
    for name, docs in (("x", "ab"), ("y", "ba")):
        lines = [f"{q} Q0 {d} {r} {9 - r} {name}\n" for q in "12" for r, d in enumerate(docs)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    result = irassay.overview(tmp_path / "qrels", [tmp_path / "x.run", tmp_path / "y.run"])
    assert result.title == "Both systems score exactly the same, 0."


def test_every_measure_is_compared_and_the_first_is_the_verdict(files):
    names = ("north-dense", "delta-dense", "island-ql", "late-entry")
    result = _of(files, *names, measures=["P@5", "AP", "Bpref"])
    assert result.facts[-1] == "P@5"
    agreement = [f for f in result.findings if f.code == "measure-agreement"]
    assert len(agreement) == 2
    assert "AP" in _text(result, "latex-measures")


def test_where_lower_is_better_the_page_says_so_and_claims_no_highest_score(files, tmp_path):
    result = _of(files, "north-dense", "delta-dense", "island-ql", "late-entry", measures=["RBPResidual", "P@5"])
    said = _said(result)
    means = next(f for f in result.figures if isinstance(f, LeagueChart)).table.column("mean").values
    assert means[0] == min(means)
    assert "answer-highest" not in said
    assert said["answer-lowest"].text.endswith(f", {means[0]:.3f}.")
    result.write(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "Lowest score (lower is better)" in page
    assert "Highest score" not in page
    assert "scores highest by" not in page
    forest = next(f for f in result.figures if isinstance(f, Forest))
    assert forest.table.column("pair").definition == "the lower score first: lower is better"


def test_a_measure_without_bounds_says_so(files):
    said = _said(_of(files, "north-dense", "delta-dense", "island-ql", measures=["Bpref"]))
    assert said["share-labels"].text.startswith("Not computed")


def test_a_hostile_run_name_is_text_everywhere(files, tmp_path):
    runs = tmp_path / "runs"
    runs.mkdir()
    for old, new in (("north-dense", HOSTILE), ("delta-dense", "delta-dense"), ("island-ql", "island-ql")):
        text = (files["runs"] / f"{old}.run").read_text()
        (runs / f"{old}.run").write_text(text.replace(old, new))
    result = irassay.overview(files["qrels"], runs)
    assert HOSTILE in result.title + str(_said(result)["answer-highest"].text)
    assert r"\textbackslash{}input\{x\}" in _text(result, "latex")
    result.write(tmp_path / "page.html")
    assert "<script>alert(1)" not in (tmp_path / "page.html").read_text()


def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(files):
    names = sorted(p.stem for p in files["runs"].iterdir())[:6]
    one, many = (_of(files, *names, threads=n, seed=5).to_json() for n in (1, 3))
    assert one == many


def test_a_report_of_the_demo_fares_as_its_truth_allows(world, files):
    result = irassay.overview(files["qrels"], files["runs"], metadata=files["metadata"])
    verdict = against_truth(result, world)
    assert verdict.labels_wrong == 0
    assert verdict.queries_right > 20
    assert verdict.queries_wrong <= 1
    assert "settled by the labels keep their order under the complete labels" in verdict.explain()


@pytest.mark.parametrize(
    "names",
    [
        ["north-dense", "delta-dense", "island-ql", "field-bm25"],
        ["north-cross", "late-entry", "harbour-late", "island-bm25", "field-bm25", "island-ql"],
    ],
)
def test_compare_and_the_page_give_the_same_advice(files, names, capsys):
    runs = [str(files["runs"] / f"{name}.run") for name in names]
    advice = irassay.overview(files["qrels"], runs).advice
    assert advice
    assert main(["compare", str(files["qrels"]), *runs, "--format", "table"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert advice.rstrip(".") in printed


@pytest.mark.slow
def test_dl21_says_the_same_numbers_everywhere():
    home = collection("trec-dl-2021-passage")
    measures = ["nDCG@10", "AP(rel=2)"]
    result = irassay.overview(home / "qrels", home / "runs", measures=measures, metadata=home / "runs.csv")
    said = _said(result)
    assert size.words_of_page(page(result)) <= size.PAGES["TREC DL 2021"]
    assert result.facts == ["63 runs, 61 systems", "53 queries", "10,828 labels", "nDCG@10"]
    assert said["share-queries"].numbers["pairs"] == 1830
    assert 810 <= said["share-queries"].numbers["settled"] <= 820
    assert said["unjudged"].numbers["unjudged"] == 84
    assert said["answer-highest"].text == "pash_f1, pash_f2 and pash_f3, 0.749."
    matrix = next(f for f in result.figures if isinstance(f, PairMatrix))
    n = len(matrix.systems)
    settled = sum(matrix.queries[i][j] == "settled" for i in range(n) for j in range(i))
    assert settled == said["share-queries"].numbers["settled"]
    assert f"{settled} (" in _text(result, "methods")
    kept = sum(matrix.labels[i][j] == "settled" for i in range(n) for j in range(i + 1, n))
    assert kept == said["share-labels"].numbers["settled"]
    assert f"{kept:,} of 1,830 pairs" in _text(result, "methods")
    league = next(f for f in result.figures if isinstance(f, LeagueChart))
    leaders = [s for s, is_leader in zip(*(league.table.column(k).values for k in ("system", "leader"))) if is_leader]
    assert result.title == f"{len(leaders)} of 61 systems share the lead."
    assert result.advice == "To separate the leaders, add queries first; labels come second."
    assert ". Labels come second: 81 documents to judge." in said["answer-next"].text
    assert _text(result, "latex").count(r" \\") == len(leaders) + 1
    assert Path(next(iter(result.provenance.inputs))).name == "qrels"


def test_the_page_says_the_command_that_makes_it_again(files):
    names = ["north-dense", "delta-dense"]
    result = _of(files, *names, metadata=files["metadata"], alpha=0.01, seed=7, n_resamples=2000, ties="float32")
    words = _text(result, "command")
    assert words.startswith("irassay report ")
    for part in ("-m nDCG@10", "--ties float32", "--alpha 0.01", "--seed 7", "--resamples 2000", "-o report.html"):
        assert part in words
    assert set(result.provenance.inputs) == {str(files[k]) for k in ("qrels", "metadata")} | {
        str(files["runs"] / f"{name}.run") for name in names
    }
    assert all(len(digest) == 64 for digest in result.provenance.inputs.values())


def test_a_measure_that_stops_at_what_was_retrieved_says_so(files):
    said = _said(_of(files, "north-dense", "delta-dense", "late-entry", measures=["P@5"]))
    assert "to depth 5, among retrieved documents, assuming" in said["share-labels"].effect
    assert "among" not in _said(_of(files, "north-dense", "delta-dense", "late-entry"))["share-labels"].effect


def test_whole_lists_are_counted_to_their_end(files):
    said = _said(_of(files, "north-dense", "delta-dense", "late-entry", measures=["AP"]))
    assert said["unjudged"].numbers["depth"] == 100
    assert "down to the last document" in said["share-labels"].effect


def test_texts_of_queries_stand_beside_their_ids(files, tmp_path):
    texts = tmp_path / "queries.tsv"
    ids = sorted({line.split()[0] for line in files["qrels"].open()})
    texts.write_text("".join(f"{q}\tabout  thing {q}\n" for q in ids))
    result = _of(files, "north-dense", "delta-dense", query_texts=texts)
    rows = next(f for f in result.figures if f.name == "queries").table
    assert rows.column("text").values[0] == f"about thing {rows.column('query').values[0]}"


def test_missing_labels_may_be_of_a_wider_scale(files):
    names = ("north-dense", "late-entry", "delta-dense")
    wide = _of(files, *names, scale=[0, 1, 2, 3, 4, 5], unseen=40)
    narrow = _of(files, *names)
    assert "--unseen 40 --grades 0,1,2,3,4,5" in _text(wide, "command")
    lower = [next(f for f in r.figures if isinstance(f, LeagueChart)).table.column("lower") for r in (wide, narrow)]
    assert all(a < b for a, b in zip(lower[0].values, lower[1].values))


def test_shared_queries_leave_out_runs_that_lack_some(files, tmp_path):
    runs = tmp_path / "runs"
    runs.mkdir()
    for name in ("north-dense", "delta-dense", "island-ql", "field-bm25"):
        lines = (files["runs"] / f"{name}.run").read_text().splitlines(keepends=True)
        (runs / f"{name}.run").write_text("".join(lines[100:] if name == "field-bm25" else lines))
    result = irassay.overview(files["qrels"], runs, queries="shared")
    said = _said(result)
    assert said["unranked"].where == ("field-bm25",)
    assert "field-bm25" not in said["answer-apart"].text + said["answer-highest"].text
    assert said["share-queries"].numbers["pairs"] == 3


def test_a_pair_of_two_baselines_stands_in_both_families_with_the_p_of_each(files):
    names = ("north-dense", "delta-dense", "island-ql", "field-bm25")
    result = _of(files, *names, baseline=["field-bm25", "island-ql"])
    forest = next(f for f in result.figures if isinstance(f, Forest))
    both = [pair for pair in forest.table.column("pair").values if ", against " in pair]
    assert len(forest.table) == 6
    assert {pair.rpartition(", against ")[2] for pair in both} == {"field-bm25", "island-ql"}
    table = _text(result, "latex")
    assert "over 3 comparisons for each baseline" in table
    assert r"$p$, adjusted ($\ddagger$)" in table


def test_charts_that_few_readers_need_are_folded_with_their_titles(files):
    result = irassay.overview(files["qrels"], files["runs"])
    html = page(result)
    for name, inside in (("coverage", False), ("coverage-by-depth", True), ("thinned", False)):
        figure = next(f for f in result.figures if f.name == name)
        folded = f'<details class="aside-figure"><summary id="figure-{name}-title">{figure.title}</summary>' in html
        assert folded == inside, name
        assert html.count(f'id="figure-{name}"') == 1


def test_the_page_has_no_more_words_than_it_may(files):
    result = irassay.overview(files["qrels"], files["runs"], measures=["nDCG@10"], metadata=files["metadata"])
    assert size.words_of_page(page(result)) <= size.PAGES["demo"]
