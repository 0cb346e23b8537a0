"""--label-map, --grade-scale and --input-format mean the same in every verb that reads labels."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.cli.parser import Parser
from irassay.cli.verb_list import names as verbs
from irassay.errors import InputError
from irassay.formats import read_qrels
from irassay.result import Result
from irassay.verdict import verdicts_of

WORDS = {2: "Exact", 1: "Partial", 0: "Irrelevant"}
MAP = ["--label-map", "Exact=2,Partial=1,Irrelevant=0"]
GRADES = [(q, d, (2, 1, 0, i)[j]) for i, q in enumerate(("q1", "q2", "q3")) for j, d in enumerate("abcd")]
RUNS = {"old.run": "abcd", "new.run": "dbca"}
READ = {  # a file of labels, and the options that read it
    "words.csv": MAP,
    "thirds.csv": ["--grade-scale", "2"],
    "plain.csv": [],
    "book.csv": ["--input-format", "quepid-book-csv"],
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    heading = "query_id,product_id,label\n"
    (tmp_path / "words.csv").write_text(heading + "".join(f"{q},{d},{WORDS[g]}\n" for q, d, g in GRADES))
    (tmp_path / "thirds.csv").write_text(heading + "".join(f"{q},{d},{g / 2}\n" for q, d, g in GRADES))
    (tmp_path / "plain.csv").write_text(heading + "".join(f"{q},{d},{g}\n" for q, d, g in GRADES))
    (tmp_path / "book.csv").write_text("query,docid,Ann\n" + "".join(f"{q},{d},{g}\n" for q, d, g in GRADES))
    for name, docs in RUNS.items():
        lines = (f"{q} Q0 {d} {r} {-r} {name[:3]}\n" for q in ("q1", "q2", "q3") for r, d in enumerate(docs, 1))
        (tmp_path / name).write_text("".join(lines))
    return tmp_path


def test_every_verb_that_reads_labels_says_what_its_grades_mean():
    options = {verb: {option.name for option in Parser(verb).options} for verb in verbs()}
    reading = {verb for verb, names in options.items() if names & {"qrels", "judged", "second_qrels"}}
    assert {"report", "compare", "eval", "check", "track", "whatif", "pool", "carry"} <= reading
    assert {verb for verb in reading if not {"grade_scale", "label_map"} <= options[verb]} == set()


def means_of(path):
    """System -> mean, of a saved report's verdict, which has every digit."""
    (verdict,) = verdicts_of(Result.from_json(path.read_text()))
    return dict(zip(verdict.league.systems, verdict.league.mean))


@pytest.mark.parametrize("name", READ)
def test_a_report_has_the_scores_that_eval_prints(files, capsys, name):
    assert main(["eval", name, *RUNS, *READ[name], "-m", "nDCG@2"]) == 0
    printed = {line.split("\t")[0]: float(line.split("\t")[3]) for line in capsys.readouterr().out.splitlines()}
    assert main(["report", name, *RUNS, *READ[name], "-m", "nDCG@2", "-o", "page.json", "--sheets", "sheets"]) == 0
    assert means_of(files / "page.json") == pytest.approx(printed, abs=1e-12)
    assert (files / "sheets" / "old.html").exists()


@pytest.mark.parametrize("name", READ)
def test_the_recorded_command_reads_the_same_grades_again(files, capsys, name):
    assert main(["report", name, *RUNS, *READ[name], "-m", "nDCG@2", "-o", "page.json"]) == 0
    provenance = json.loads((files / "page.json").read_text())["provenance"]
    command = provenance["options"]["command"]
    assert [word for word in READ[name] if word not in command] == []
    assert main([*command[1:-1], "again.json"]) == 0
    assert means_of(files / "again.json") == means_of(files / "page.json")


@pytest.mark.parametrize(
    "verb",
    [
        ["track", "-o", "t.json", "--task", "document"],
        ["whatif", "--select", "random", "--draws", "3", "--format", "tsv"],
    ],
)
def test_other_pages_are_those_of_plain_grades(files, capsys, verb):
    told = []
    for name, options in READ.items():
        assert main([verb[0], name, *RUNS, *options, *verb[1:], "-m", "nDCG@2"]) == 0
        result = json.loads((files / "t.json").read_text()) if verb[0] == "track" else None
        told.append(result["sections"] if result else capsys.readouterr().out)
    assert told == [told[0]] * len(READ)


def test_second_and_earlier_labels_are_read_the_same_way(files, capsys):
    words = ["report", "words.csv", *RUNS, *MAP, "-m", "nDCG@2", "-o", "page.json"]
    assert main([*words, "--second-qrels", "words.csv"]) == 0
    (files / "earlier.csv").write_text("query_id,product_id,label\nq1,a,Partial\n")
    for verb in (["eval", "words.csv", *RUNS, *MAP, "-m", "nDCG@2"], words):
        assert main([*verb, "--residual", "earlier.csv"]) == 0
    assert main(["pool", *RUNS, "--depth", "4", "--judged", "earlier.csv", *MAP, "-o", "pool.tsv"]) == 0
    assert "11 documents to judge" in capsys.readouterr().err  # 3 queries of 4 documents, one judged


def test_a_pool_that_reads_no_labels_refuses_what_grades_mean(files, capsys):
    assert main(["pool", *RUNS, *MAP]) == 2
    assert "add --judged QRELS" in " ".join(capsys.readouterr().err.split())


def test_without_the_map_the_message_names_it(files):
    with pytest.raises(InputError, match=r"--label-map Exact=1 gives words grades"):
        irassay.overview("words.csv", list(RUNS))
    grades = {"Exact": 2, "Partial": 1, "Irrelevant": 0}
    assert irassay.overview("words.csv", list(RUNS), label_map=grades).facts[0] == "2 systems"


@pytest.mark.parametrize(("study", "options"), [(irassay.track, {}), (irassay.whatif, {"select": ["random"]})])
def test_a_study_in_python_takes_words_that_read_qrels_has_given_grades(files, study, options):
    grades = {"Exact": 2, "Partial": 1, "Irrelevant": 0}
    runs = irassay.read_runs(list(RUNS))
    results = (
        study(irassay.read_qrels("words.csv", label_map=grades), runs, **options),
        study("plain.csv", runs, **options),
    )
    of_words, of_grades = (json.loads(result.to_json())["sections"] for result in results)
    assert of_words == of_grades
    assert "label_map={" in study.__doc__


@pytest.mark.parametrize("word", ["null", "NA", "nan", "N/A", "None"])
def test_words_for_no_rating_are_not_proposed_as_grades(tmp_path, word):
    """A grade for `null` would make each unrated document relevant."""
    (tmp_path / "ratings.csv").write_text(f"query,docid,rating\nq,a,1\nq,b,{word}\n")
    with pytest.raises(InputError) as error:
        read_qrels(str(tmp_path / "ratings.csv"))
    assert f'grade is "{word}", expected a whole number; where that is no rating, remove the line' in str(error.value)
    assert "--label-map" not in str(error.value)


def test_compare_and_the_short_caption_say_from_which_grade_on_as_eval_does(tmp_path, monkeypatch, capsys):
    """Planted: labels go to 3, and both runs begin with a document of grade 1."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    queries = [f"q{i}" for i in range(6)]
    (tmp_path / "qrels.txt").write_text(
        "".join(f"{q} 0 {d} {g}\n" for q in queries for d, g in zip("abcd", (1, 3, 0, 2)))
    )
    for name, order in {"x": "abcd", "y": "acdb"}.items():
        lines = [f"{q} Q0 {d} {k} {9 - k} {name}\n" for q in queries for k, d in enumerate(order)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    said = "RR counts every grade from 1 to 3 as relevant; RR(rel=2) leaves out grade 1."
    for command in (["eval"], ["compare"], ["compare", "--format", "markdown"]):
        form = ["--format", "table"] if len(command) == 1 else []
        assert main([command[0], "qrels.txt", "x.run", "y.run", "-m", "RR@10", *command[1:], *form]) == 0
        assert said in " ".join("".join(capsys.readouterr()).replace("\\", "").split()), command
    assert main(["compare", "qrels.txt", "x.run", "y.run", "-m", "RR(rel=2)@10", "--format", "table"]) == 0
    assert "every grade" not in capsys.readouterr().out
    asked = ["compare", "qrels.txt", "x.run", "y.run", "-m", "AP", "--format", "latex", "--caption", "short"]
    assert main(asked) == 0
    assert "AP of 2 systems, relevant from grade 1." in capsys.readouterr().out
