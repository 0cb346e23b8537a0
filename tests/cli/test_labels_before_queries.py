"""Where the labels fix which of two systems is ahead and the queries leave it open: judge first, or add queries?

Twenty queries under P@2. On three of them `new` finds a relevant document that `old` lacks, and on one `old` finds one
that `new` lacks, so that the test leaves the order open. The second document of `new` is not relevant, or has no label.
Oracles: the differences that labels allow, counted by hand (a relevant document more is 1/40), and the test under every
completion.
"""

import json
import re

import pytest

from irassay import Qrels, Runs, settle
from irassay.cli.answers.unjudged_file import unjudged_table
from irassay.cli.main import main
from irassay.result import Result
from irassay.verdict import Verdict

QUERIES = [f"q{i:02}" for i in range(20)]
WINS, LOSES = QUERIES[:3], QUERIES[3:4]
FILES = ("qrels.txt", "new.run", "old.run", "-m", "P@2")
TEXT = (
    "The labels fix which is ahead, but missing ones allow a difference from 0.050 to {high}: judge the {n} retrieved "
    "documents to depth 2 without a label before adding queries."
)


def world(unjudged, *, relevant=()):
    """Labels and runs: `new` retrieves a document without a label on these queries."""
    labels = {q: {"n": int(q in WINS), "o": int(q in LOSES), "p": 0, "x": int(q in relevant)} for q in QUERIES}
    for q in unjudged:
        del labels[q]["x"]
    runs = {"new": {q: {"n": 2, "x": 1} for q in QUERIES}, "old": {q: {"o": 2, "p": 1} for q in QUERIES}}
    return labels, runs


@pytest.fixture
def plant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def written(unjudged):
        labels, runs = world(unjudged)
        lines = [f"{q} 0 {d} {grade}\n" for q, of in labels.items() for d, grade in of.items()]
        (tmp_path / "qrels.txt").write_text("".join(lines))
        for name, run in runs.items():
            lines = [f"{q} Q0 {d} {3 - s} {s} {name}\n" for q, of in run.items() for d, s in of.items()]
            (tmp_path / f"{name}.run").write_text("".join(lines))

    return written


def settled(unjudged, *, relevant=()):
    labels, runs = world(unjudged, relevant=relevant)
    return settle(Qrels.from_dict(labels), Runs.from_dict(runs), "P@2")


def flat(text):
    return re.sub(r"\s+", " ", text)


def test_labels_come_first_where_they_allow_a_difference_that_these_queries_could_call_significant(plant, capsys):
    """Twenty documents without a label: 2/40 to 22/40; judged relevant, the test decides."""
    verdict = settled(QUERIES)
    (movable,) = verdict.movable
    assert (movable.low, movable.high) == pytest.approx((2 / 40, 22 / 40))
    assert [(step.kind, step.what) for step in verdict.steps] == [("labels", "pair"), ("queries", "pair")]
    assert verdict.steps[0].command.endswith(" --unjudged judge-first.tsv")
    assert settled((), relevant=QUERIES).pair("new", "old").better() == "new", "so judging could decide it"

    plant(QUERIES)
    wanted = TEXT.format(high="0.550", n=20)
    for form in ("table", "markdown"):
        assert main(["compare", *FILES, "--format", form]) == 0
        captured = capsys.readouterr()
        assert wanted in flat(captured.out)
    assert main(["compare", *FILES, "--expect", "new > old", "--format", "table", "--unjudged", "first.json"]) == 4
    captured = capsys.readouterr()
    assert wanted in flat(captured.out)
    assert "first.json 20 documents to judge, worst first" in flat(captured.err)
    with open("first.json") as file:
        assert len(json.load(file)["query_doc_pairs"]) == 20
    assert main(["compare", *FILES, "--require", "taken", "--format", "table"]) == 0
    assert "judge" not in capsys.readouterr().out, "labels that are taken as complete are not asked for"


def test_a_page_asks_for_the_same_labels_first(plant, capsys):
    plant(QUERIES)
    assert main(["report", *FILES, "-o", "page.html"]) == 0
    with open("page.html") as file:
        page = flat(file.read())
    assert TEXT.format(high="0.550", n=20) in page
    assert "queries, not labels" not in page
    assert "--unjudged judge-first.tsv" in page


def test_a_page_asks_for_no_labels_where_these_are_taken_as_they_are(plant, capsys):
    """The words are those of `compare`: queries, or nothing."""
    plant(QUERIES)
    expect = ("--expect", "new > old", "--require", "taken")
    assert main(["report", *FILES, *expect, "-o", "page.json"]) == 4
    with open("page.json") as file:
        result = Result.from_json(file.read())
    assert result.advice.startswith("To separate them, add queries")
    (step,) = [finding for finding in result.findings if finding.code == "answer-next"]
    assert "udge" not in step.text
    assert "Add queries" in step.text
    assert (step.action, step.doubt) == ("", "queries")
    (unjudged,) = [finding for finding in result.findings if finding.code == "unjudged"]
    assert unjudged.action == "", "the section on labels counts them and asks for none"


def test_queries_come_first_where_no_label_could_move_the_difference_enough(plant, capsys):
    """One document without a label: 2/40 to 3/40, less than half the width; under neither label the test decides."""
    verdict = settled(QUERIES[-1:])
    pair = verdict.pair("new", "old")
    assert pair.labels.high == pytest.approx(3 / 40)
    assert pair.labels.high < (pair.queries.high - pair.queries.low) / 2
    for relevant in ((), QUERIES[-1:]):
        assert settled((), relevant=relevant).pair("new", "old").better() == ""
    assert [step.kind for step in verdict.steps] == ["queries"]

    plant(QUERIES[-1:])
    assert main(["compare", *FILES, "--format", "table", "--unjudged", "first.tsv"]) == 0
    captured = capsys.readouterr()
    assert "udge" not in captured.out
    assert (
        "first.tsv 0 documents to judge for P@2: no missing label changes the order, or a difference enough for the "
        "test on these queries" in flat(captured.err)
    )
    assert main(["report", *FILES, "-o", "page.html"]) == 0
    with open("page.html") as file:
        assert "To separate them, add queries, not labels" in flat(file.read())


def test_queries_come_first_where_every_document_is_judged(plant, capsys):
    verdict = settled(())
    assert verdict.movable == ()
    assert [step.kind for step in verdict.steps] == ["queries"]
    plant(())
    assert main(["compare", *FILES, "--format", "table", "--unjudged", "first.tsv"]) == 0
    captured = capsys.readouterr()
    assert "udge" not in captured.out
    assert "0 documents to judge for P@2: every retrieved document to depth 2 is judged" in flat(captured.err)


def test_a_settled_pair_has_no_documents_to_judge_and_the_message_says_that_the_queries_settle_it(plant, capsys):
    """`new` is given a relevant document on every query but one, whose document has no label."""
    plant(QUERIES[-1:])
    with open("qrels.txt") as file:
        text = file.read()
    with open("qrels.txt", "w") as file:
        file.write(re.sub(r" x 0\n", " x 1\n", text))
    assert main(["compare", *FILES, "--format", "table", "--unjudged", "first.tsv"]) == 0
    assert "0 documents to judge for P@2: the queries settle the order, and no missing label changes it" in flat(
        capsys.readouterr().err
    )


def close(measure, wins, loses, *, x=None):
    """A pair that the test leaves open, though labels allow more than half the width of its interval.

    Each system has a document of its own, then one that both retrieve: x, with this label or without one.
    """
    labels = {q: {"n": int(q in wins), "o": int(q in loses)} | ({} if x is None else {"x": x}) for q in QUERIES}
    runs = {name: {q: {first: 2, "x": 1} for q in QUERIES} for name, first in (("new", "n"), ("old", "o"))}
    verdict = settle(Qrels.from_dict(labels), Runs.from_dict(runs), measure)
    pair = verdict.pair("new", "old")
    assert pair.strength == "proved"
    assert not pair.queries.significant
    assert pair.labels.high > (pair.queries.high - pair.queries.low) / 2
    return verdict


def test_documents_that_both_retrieve_move_nothing():
    """Every query has a document without a label, in both lists: no label changes the difference under P@2."""
    verdict = close("P@2", QUERIES[:5], ())
    assert verdict.unjudged == 20
    assert verdict.movable == ()


def test_documents_that_nobody_retrieves_are_no_reason_to_judge():
    """Under nDCG they raise the ideal ranking, so that `new` loses less; each retrieved document is judged."""
    verdict = close("nDCG@2", QUERIES[:6], QUERIES[6:7], x=0)
    pair = verdict.pair("new", "old")
    assert pair.labels.high > pair.queries.difference + 0.01
    assert verdict.unjudged == 0
    assert verdict.movable == ()
    assert [step.kind for step in verdict.steps] == ["queries"]


@pytest.mark.parametrize(("baseline", "what"), [((), "leaders"), (("old",), "baseline")])
def test_in_a_league_the_documents_of_the_pair_that_the_queries_leave_open_are_listed(baseline, what):
    """`none` is behind both by the queries; its documents without a label change no pair that is open."""
    labels, runs = world(QUERIES)
    for q in QUERIES:
        labels[q]["p"] = 1
        runs["new"][q] = {"n": 3, "p": 2, "x": 1}
        runs["old"][q] = {"o": 3, "p": 2}
    runs["none"] = {q: {"z": 1} for q in QUERIES}
    qrels, lists = Qrels.from_dict(labels), Runs.from_dict(runs)
    verdict = settle(qrels, lists, "P@3", baseline=baseline)
    assert [movable.systems for movable in verdict.movable] == [("new", "old")]
    assert [(step.kind, step.what) for step in verdict.steps] == [("labels", what), ("queries", what)]
    assert Verdict.from_json(verdict.to_json()).steps == verdict.steps
    for pairs in ([], [("old", "new")]):
        rows = unjudged_table(qrels, lists, verdict, pairs)
        assert set(zip(rows.column("query").values, rows.column("doc").values)) == {(q, "x") for q in QUERIES}
    assert len(unjudged_table(qrels, lists, verdict, [("new", "none")])) == 0, "the queries settle that pair"
