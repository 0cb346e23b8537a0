"""`--identical-ids ignore`: as BEIR scores. Oracle: run files from which these lines were deleted by hand."""

from __future__ import annotations

import json
import random
import re

import pytest

import irassay
from irassay.cli.main import main
from irassay.collection.own_documents import own_documents_of
from irassay.errors import UsageError
from irassay.formats.inputs import Inputs
from irassay.result import Result
from irassay.scoring import Policy, evaluate_with_readings
from irassay.studies.run_sheets import sheets_of

SYSTEMS = ("bm25", "dense", "fused")
IDS = [f"d{i}" for i in range(12)]
OWN = ("d9",)  # the query to which bm25 answers with its own document alone


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Queries are documents, which dense and bm25 find, some first; the folder `by-hand` lacks these lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(8)
    (tmp_path / "qrels.txt").write_text(
        "".join(f"{q} 0 {d} {draw.randint(0, 2)}\n" for q in IDS[:10] for d in draw.sample(IDS, 5) if d != q)
    )
    (tmp_path / "same.txt").write_text((tmp_path / "qrels.txt").read_text())  # as labels of a second collection
    for folder in ("runs", "by-hand"):
        (tmp_path / folder).mkdir()
    for system in SYSTEMS:
        lists = {q: [d for d in draw.sample(IDS, 6) if d != q] for q in IDS[:10]}
        if system != "fused":
            for q in IDS[:8]:
                lists[q].insert(draw.randint(0, 2), q)
        if system == "bm25":
            lists["d9"] = ["d9"]
        for folder, keeps in (("runs", True), ("by-hand", False)):
            lines = [
                f"{q} Q0 {d} {r} {-r} {system}\n"
                for q, docs in lists.items()
                for r, d in enumerate(docs, 1)
                if keeps or d != q
            ]
            (tmp_path / folder / f"{system}.run").write_text("".join(lines))
    return tmp_path


IGNORE = ("--identical-ids", "ignore")


@pytest.mark.parametrize(
    "words",
    [
        ("eval", "-m", "nDCG@3", "-m", "AP", "-q"),
        ("eval", "-m", "P@1", "-M", "2"),
        ("compare", "-m", "nDCG@3", "--format", "json"),
    ],
)
def test_scores_are_those_of_files_without_these_lines(here, capsys, words):
    verb, *options = words
    answers = []
    for folder, how in (("runs", IGNORE), ("by-hand", ()), ("runs", ()), ("runs", ("--identical-ids", "count"))):
        assert main([verb, "qrels.txt", f"{folder}/", *options, *how]) == 0
        answers.append(re.sub(r'"warnings": \[.*?\]', "", capsys.readouterr().out, flags=re.DOTALL))
    assert answers[0] == answers[1] != answers[2] == answers[3]


@pytest.mark.parametrize(
    "words",
    [
        ("pool", "--depth", "3"),
        ("pool", "--depth", "3", "--judged", "qrels.txt"),
        ("whatif", "qrels.txt", "-m", "AP", "--select", "depth", "--depth", "5", "--format", "tsv"),
    ],
)
def test_pools_and_other_labels_are_those_of_files_without_these_lines(here, capsys, words):
    verb, *options = words
    files = [] if verb == "pool" else [options.pop(0)]
    answers = []
    for folder, how in (("runs", IGNORE), ("by-hand", ()), ("runs", ())):
        assert main([verb, *files, f"{folder}/", *options, *how]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1] != answers[2]


def test_a_tracks_page_and_its_sheets_are_those_of_files_without_these_lines(here, capsys):
    pages = []
    for folder, how in (("runs", IGNORE), ("by-hand", ()), ("runs", ())):
        out = f"{folder}{len(how)}"
        words = ["track", "qrels.txt", f"{folder}/", "-m", "nDCG@3", "-o", f"{out}.json", "--sheets", out]
        assert main([*words, *how]) == 0
        one = json.loads((here / f"{out}.json").read_text())
        sheets = {path.name: path.read_text() for path in (here / out).glob("*.csv")}
        pages.append((one["standfirst"], one["sections"][0], sheets))
    assert pages[0] == pages[1] != pages[2]
    options = json.loads((here / "runs2.json").read_text())["provenance"]["options"]
    assert options["identical_ids"] == "ignore"


def test_on_several_collections_too(here, capsys):
    answers = []
    for folder, how in (("runs", IGNORE), ("by-hand", ())):
        labels = {"a": "qrels.txt", "b": "same.txt"}
        over = [w for name in labels for w in ("--collection", f"{name}={labels[name]},{folder}/")]
        for verb in ("eval", "compare"):
            assert main([verb, *over, "-m", "nDCG@3", *how]) == 0
            answers.append(capsys.readouterr().out)
    assert answers[:2] == answers[2:]


def test_it_is_said_in_provenance_and_in_the_method(here, capsys):
    assert main(["eval", "qrels.txt", "runs/", *IGNORE, "-o", "scores.tsv"]) == 0
    assert json.loads((here / "scores.tsv.provenance.json").read_text())["options"]["identical_ids"] == "ignore"
    assert main(["report", "qrels.txt", "runs/", *IGNORE, "-o", "page.json"]) == 0
    result = Result.from_json((here / "page.json").read_text())
    assert result.provenance.options["identical_ids"] == "ignore"
    command = " ".join(result.provenance.options["command"])
    assert "--identical-ids ignore" in command
    methods = next(item.text for s in result.sections for item in s.body if getattr(item, "name", "") == "methods")
    assert "were removed from the runs, as BEIR does." in methods


def test_a_report_and_its_sheets_are_those_of_files_without_these_lines(here):
    runs, by_hand = irassay.read_runs("runs/"), irassay.read_runs("by-hand/")
    found = irassay.overview("qrels.txt", runs, identical_ids="ignore", n_resamples=2000)
    expected = irassay.overview("qrels.txt", by_hand, n_resamples=2000)
    tables = [[t.columns for t in json_of(one)] for one in (found, expected)]
    assert tables[0] == tables[1]
    sheets = sheets_of("qrels.txt", runs, identical_ids="ignore", overview=found)
    theirs = sheets_of("qrels.txt", by_hand, overview=expected)
    assert [one.tables for one in sheets.values()] == [one.tables for one in theirs.values()]


def json_of(result):
    return [figure.table for figure in result.figures if type(figure).__name__ == "LeagueChart"]


def test_files_are_scored_as_nouns_are(here):
    scores = irassay.evaluate_files("qrels.txt", "runs/", ["nDCG@3"], identical_ids="ignore")
    runs = irassay.read_runs("runs/").without_identical_ids()
    assert scores.values.tolist() == irassay.evaluate(irassay.read_qrels("qrels.txt"), runs, ["nDCG@3"]).values.tolist()
    assert scores.systems == SYSTEMS
    for system in SYSTEMS:
        for query in IDS[:10]:
            before = irassay.read_runs("runs/").ranking(system, query)
            assert list(runs.ranking(system, query)) == [d for d in before if d != query]


def test_check_counts_the_lines_of_each_run_and_what_they_move(here):
    result = irassay.check("qrels.txt", "runs/", measures=["nDCG@3"])
    finding = next(f for f in result.findings if f.code == "identical-ids")
    assert finding.level == "warning"
    assert finding.text == "2 runs: 17 lines with the query's own id as the document"
    assert finding.where == ("bm25 9, dense 8",)
    means = {
        folder: dict(zip(SYSTEMS, irassay.evaluate_files("qrels.txt", folder, ["nDCG@3"]).summary[0, 0]))
        for folder in ("runs/", "by-hand/")
    }
    moved = max(SYSTEMS, key=lambda s: abs(means["runs/"][s] - means["by-hand/"][s]))
    assert finding.effect == (
        f"BEIR leaves such lines out, and MTEB in tasks such as ArguAna; {moved}'s nDCG@3 would be "
        f"{means['by-hand/'][moved]:.4f} instead of {means['runs/'][moved]:.4f}"
    )
    assert "--identical-ids ignore" in finding.action
    assert finding.numbers["lines"] == 17
    for files, how in (("by-hand/", {}), ("runs/", {"identical_ids": "ignore"})):
        findings = irassay.check("qrels.txt", files, measures=["nDCG@3"], **how).findings
        assert "identical-ids" not in {f.code for f in findings}


def test_ids_that_are_equal_by_chance_are_a_note(here):
    labels = {str(q): {str(d): 1 for d in range(100, 103)} for q in range(20)}
    runs = {"s": {str(q): {"100": 9.0, "101": 8.0, **({"7": 1.0} if q == 7 else {})} for q in range(20)}}
    (finding,) = (
        f
        for f in irassay.check(irassay.Qrels.from_dict(labels), irassay.Runs.from_dict(runs), measures=["P@2"]).findings
        if f.code == "identical-ids"
    )
    assert (finding.level, finding.text) == ("note", "s: 1 line with the query's own id as the document")
    assert finding.effect.endswith("s's P@2 would still be 1.0000")


@pytest.mark.parametrize("verb", ["eval", "compare", "report", "check"])
def test_what_beir_calls_it_is_understood(here, capsys, verb):
    assert main([verb, "qrels.txt", "runs/", "--ignore-identical-ids"]) == 2
    assert "did you mean --identical-ids ignore?" in capsys.readouterr().err


def test_any_other_word_is_refused(here):
    for call in (
        lambda: irassay.evaluate_files("qrels.txt", "runs/", ["AP"], identical_ids="drop"),
        lambda: irassay.check("qrels.txt", "runs/", identical_ids="drop"),
        lambda: irassay.overview("qrels.txt", "runs/", identical_ids="drop"),
        lambda: sheets_of("qrels.txt", "runs/", identical_ids="drop"),
    ):
        with pytest.raises(UsageError, match="identical_ids"):
            call()


OWN_DOCUMENT = "retrieve the query's own document"


def test_eval_says_which_runs_hold_the_queries_own_documents(here, capsys):
    """Planted: eight of ten queries of dense, nine of bm25, none of fused; from files as from lists in memory."""
    said = f"2 of 3 runs {OWN_DOCUMENT}, such as bm25 on 9 of 10 queries: --identical-ids ignore removes such documents"
    for options in ([], ["-M", "5"], ["--ties", "float32"]):
        assert main(["eval", "qrels.txt", "runs/", "-m", "nDCG@3", *options]) == 0
        assert " ".join(capsys.readouterr().err.split()).count(said) == 1
    for words in (("by-hand/",), ("runs/", *IGNORE), ("runs/", "--identical-ids", "count")):
        assert main(["eval", "qrels.txt", *words]) == 0
        assert "own document" not in capsys.readouterr().err, "there are none, or the reader chose"


def test_own_documents_are_counted_on_the_way_as_in_lists_in_memory(here):
    """Also where lines of a query are not together, where a document stands in no label, and of unlabelled queries."""
    draw = random.Random(9)
    paths = sorted(str(path) for path in (here / "runs").iterdir())
    for path in paths:
        with open(path) as file:
            lines = [*file, "d11 Q0 d11 1 5 tag\n", *(f"{q} Q0 {q * 9} 1 -9 tag\n" for q in IDS)]
        draw.shuffle(lines)
        with open(path, "w") as file:
            file.writelines(lines)
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs(paths)
    found = evaluate_with_readings(Inputs(qrels=qrels, runs=paths), ["P@1"], Policy.of())
    assert found.own.found == own_documents_of(qrels, runs).found
    assert [own for own, _ in found.own.found] == [9, 8, 0]


def test_compare_says_once_which_runs_hold_the_queries_own_documents(here, capsys):
    """Planted: eight of ten queries of dense, nine of bm25, none of fused."""
    assert main(["compare", "qrels.txt", "runs/", "-m", "nDCG@3", "-m", "AP"]) == 0
    err = " ".join(capsys.readouterr().err.split())
    assert err.count(OWN_DOCUMENT) == 1
    said = f"2 of 3 runs {OWN_DOCUMENT}, such as bm25 on 9 of 10 queries: --identical-ids ignore removes such documents"
    assert said in err
    assert main(["compare", "qrels.txt", "runs/dense.run", "runs/fused.run", "-m", "AP"]) == 0
    assert "dense retrieves the query's own document on 8 of 10 queries:" in " ".join(capsys.readouterr().err.split())
    for words in (("by-hand/",), ("runs/", *IGNORE), ("runs/", "--identical-ids", "count")):
        assert main(["compare", "qrels.txt", *words]) == 0
        assert "own document" not in capsys.readouterr().err, "there are none, or the reader chose"


@pytest.mark.parametrize(("n", "said"), [(4, False), (5, True)])
def test_ids_equal_on_fewer_than_half_of_a_runs_queries_are_taken_as_chance(here, capsys, n, said):
    lines = (here / "by-hand" / "fused.run").read_text().splitlines(keepends=True)
    (here / "own.run").write_text(
        "".join([*lines, *(f"{q} Q0 {q} 9 -9 fused\n" for q in IDS[:n])]).replace("fused", "own")
    )
    assert main(["compare", "qrels.txt", "own.run", "by-hand/dense.run"]) == 0
    assert ("own document" in capsys.readouterr().err) == said


def test_the_caption_of_a_paper_says_that_own_documents_were_removed(here, capsys):
    said = "Documents whose id is that of the query were removed from the runs, as BEIR does."
    two = [("--collection", f"{labels}={labels}.txt,runs/dense.run,runs/bm25.run") for labels in ("qrels", "same")]
    for words in (("qrels.txt", "runs/"), (*two[0], *two[1])):
        for how in ((), IGNORE):
            assert main(["compare", *words, *how, "-m", "AP", "--format", "latex"]) == 0
            assert (said in capsys.readouterr().out) == bool(how)


@pytest.fixture
def by_chance(here):
    """Two of the ten queries have their own document labelled relevant, and a third as not relevant."""
    with open(here / "qrels.txt", "a") as file:
        file.writelines(f"{q} 0 {q} {grade}\n" for q, grade in (("d1", 1), ("d4", 2), ("d5", 0)))
    return here


RELEVANT_REMOVED = "2 of 9 removed documents are labelled relevant"


@pytest.mark.parametrize("verb", ["eval", "compare"])
def test_it_says_how_many_removed_documents_are_labelled_relevant_and_where(by_chance, capsys, verb):
    """Planted: nine of the ten queries have their own document in some run, and two of them as relevant."""
    said = f"{RELEVANT_REMOVED}; ids may be equal by chance: --identical-ids count keeps them"
    assert main([verb, "qrels.txt", "runs/", *IGNORE]) == 0
    assert " ".join(capsys.readouterr().err.split()).count(said) == 1
    (by_chance / "no.txt").write_text("".join(f"{q} 0 d11 1\n" for q in IDS[:10]))
    both = [word for name in ("no", "qrels") for word in ("--collection", f"{name}={name}.txt,runs/")]
    assert main([verb, *both, "-m", "AP", *IGNORE]) == 0
    err = " ".join(capsys.readouterr().err.split())
    assert err.count(f"qrels: {said}") == err.count("labelled relevant") == 1
    for words in (("runs/",), ("by-hand/", *IGNORE)):
        assert main([verb, "qrels.txt", *words]) == 0
        assert "labelled relevant" not in capsys.readouterr().err


def test_check_and_the_report_have_it_as_a_finding(by_chance):
    says = f"Documents whose id is the query's own were removed from the runs: {RELEVANT_REMOVED}"
    checked = irassay.check("qrels.txt", "runs/", identical_ids="ignore")
    reported = irassay.overview("qrels.txt", "runs/", identical_ids="ignore")
    for result in (checked, reported):
        [finding] = [one for one in result.findings if one.code == "identical-ids-relevant"]
        assert (finding.level, finding.text) == ("warning", says)
    assert "identical-ids-relevant" not in {one.code for one in irassay.check("qrels.txt", "runs/").findings}


def test_the_caption_of_a_paper_says_it_too_by_option_and_of_runs_that_were_prepared(by_chance, capsys):
    said = "as BEIR does. 2 of 9 removed documents are labelled relevant; ids may be equal by chance."
    assert main(["compare", "qrels.txt", "runs/", "-m", "AP", *IGNORE, "--format", "latex"]) == 0
    assert said in capsys.readouterr().out
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs("runs/")
    assert said in irassay.paper_table(qrels, runs, ["AP"], identical_ids="ignore")
    prepared = runs.without_identical_ids()
    assert said in irassay.paper_table(qrels, prepared, ["AP"])
    assert said in irassay.paper_table(qrels, prepared.renamed({"bm25": "BM25"}).first(5), ["AP"])
    both = irassay.paper_table_over({"a": (qrels, runs), "b": (qrels, runs)}, ["AP"], identical_ids="ignore")
    assert "2 of 9 removed documents are labelled relevant in a and 2 of 9 removed" in both


def test_the_caption_names_the_runs_that_have_queries_own_documents_on_most_queries(here, capsys):
    """Planted: eight of ten queries of dense, nine of bm25, none of fused; the caption says so whoever chose it."""
    said = (
        "Retrieved documents whose id is that of the query count as others do: bm25 on 9 of 10 queries and dense on "
        "8 of 10 queries."
    )
    for how in ((), ("--identical-ids", "count")):
        assert main(["compare", "qrels.txt", "runs/", *how, "-m", "AP", "--format", "latex"]) == 0
        assert said in capsys.readouterr().out
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs("runs/")
    assert said in irassay.paper_table(qrels, runs, ["AP"])
    one = irassay.read_runs(["runs/dense.run", "by-hand/fused.run"])
    both = irassay.paper_table_over({"a": (qrels, one), "b": (qrels, one)}, ["AP"])
    assert "count as others do: dense on 8 of 10 queries in a and dense on 8 of 10 queries in b." in both
    assert main(["compare", "qrels.txt", "by-hand/", "-m", "AP", "--format", "latex"]) == 0
    assert "count as others do" not in capsys.readouterr().out


def test_runs_keep_whose_own_documents_were_removed_when_they_are_saved(here):
    import pickle

    runs = irassay.read_runs("runs/").without_identical_ids()
    assert runs.own_removed == tuple(sorted({*IDS[:8], "d9"}))
    again = pickle.loads(pickle.dumps(runs))
    assert again.own_removed == again.without_identical_ids().own_removed == runs.own_removed
    assert own_documents_of(irassay.read_qrels("qrels.txt"), again).removed == 9
