"""Ids that a spreadsheet or a file system rewrote: labels and runs almost meet, and `check` says how they would."""

import unicodedata

import pytest

from irassay.cli.main import main
from irassay.collection import Qrels, Runs
from irassay.measures import parse_all
from irassay.preflight import check
from irassay.preflight.check import examine
from irassay.preflight.each_run import of_each_run
from irassay.preflight.inputs import rewritten

DOCS = [f"{i:06}" for i in range(101, 161)]


def findings(labels, *systems):
    runs = Runs.from_dict({f"s{i}": of for i, of in enumerate(systems)})
    return {finding.code: finding for finding in check(Qrels.from_dict(labels), runs).findings}


def listed(*docs):
    return {doc: -float(i) for i, doc in enumerate(docs)}


def test_a_few_labels_without_their_leading_zeros_are_found_among_many():
    labels = {"p": dict.fromkeys(DOCS, 1), "q": {**dict.fromkeys(DOCS[:-1], 1), "160": 2}}
    found = findings(labels, {"p": listed(*DOCS), "q": listed(*DOCS)}, {"p": listed(*DOCS), "q": listed(DOCS[0])})
    finding = found["ids-as-numbers"]
    assert finding.text == "1 labelled id matches no retrieved document of its query; with leading zeros it would"
    assert finding.where == ('query "q": 160 in the labels, 000160 in the runs',)
    assert (finding.level, finding.systems) == ("warning", ("s0",))
    assert (
        finding.effect == "1 of 120 labels counts for no document of a run, and the document meant counts as not judged"
    )
    assert "ids-nearly-meet" not in found


def test_many_labels_without_leading_zeros_are_one_finding_and_each_run_that_has_them_has_it():
    labels = {"q": {**dict.fromkeys(DOCS[:30], 1), **{doc.lstrip("0"): 1 for doc in DOCS[30:]}}}
    runs = Runs.from_dict({"a": {"q": listed(*DOCS)}, "b": {"q": listed(*DOCS[:30])}})
    examined = examine(Qrels.from_dict(labels), runs, parse_all(["P@60"]), lambda lists: lists)
    (finding,) = (f for f in examined.findings if f.code.startswith("ids-"))
    assert finding.text == "30 labelled ids match no retrieved document of their query; with leading zeros they would"
    assert finding.where[3] == "and 27 more"
    of_runs = {name: {f.code for f in of} for name, of in of_each_run(examined).items()}
    assert [name for name, codes in of_runs.items() if "ids-as-numbers" in codes] == ["a"]


@pytest.mark.parametrize(
    ("labels", "lists"),
    [
        ({"p": {"160": 1, "x": 1}, "q": {"x": 1}}, {"p": ["x"], "q": ["000160", "x"]}),
        ({"q": {"160": 1, "000160": 1}}, {"q": ["000160"]}),
        ({"q": {"160": 1}}, {"q": ["160", "000160"]}),
        ({"q": {"160": 1, "x": 1}}, {"q": ["x", "0160a", "SKU-160"]}),
    ],
    ids=["of another query", "has a label", "is retrieved", "no number"],
)
def test_only_ids_that_a_change_would_make_match_within_their_query_are_named(labels, lists):
    assert "ids-as-numbers" not in findings(labels, {query: listed(*docs) for query, docs in lists.items()})


@pytest.mark.parametrize(
    ("label", "doc"),
    [  # what Excel shows and saves of a cell that it read from a CSV file
        ("1.56E+06", "001559E3"),
        ("1,56E+06", "001559E3"),
        ("1559000", "001559E3"),
        ("4.00638E+12", "4006381333931"),
        ("12345678901234500000", "12345678901234567890"),
        ("1.55E+06", "1545E3"),
        ("0", "0000"),
        ("1.20E-02", "12E-3"),
    ],
)
def test_a_number_that_a_spreadsheet_makes_of_an_id_is_held_against_it(label, doc):
    assert rewritten([label], [doc]) == {label: doc}
    finding = findings({"q": {label: 1, "x": 1}}, {"q": listed(doc, "x")})["ids-as-numbers"]
    assert finding.where == (f'query "q": {label} in the labels, {doc} in the runs',)


@pytest.mark.parametrize("doc", ["1560E3", "0E999", "9" * 400, "1e-", "²", "", "0x1F"])
def test_what_is_no_such_number_is_left_alone(doc):
    assert rewritten(["1.55E+06", "7"], [doc]) == {}


def test_labels_that_a_spreadsheet_rewrote_throughout_say_so_where_nothing_meets():
    finding = findings({"q": {"1.56E+06": 1, "1.99E+06": 1}}, {"q": listed("001559E3", "001994E3")})["no-label"]
    assert finding.action == (
        "change the ids: as the numbers that a spreadsheet makes of ids, 2 of 2 ids in the qrels are in the runs"
    )


def test_queries_from_file_names_of_macos_are_said_to_match_after_normalisation_although_another_run_answers_them():
    queries = ["größe xl", "türgriff", "crème", "lampe"]
    labels = {query: {"d": 1} for query in queries}
    answers = {query: listed("d") for query in queries}
    of_macos = {unicodedata.normalize("NFD", query): docs for query, docs in answers.items()}
    finding = findings(labels, answers, of_macos)["missing-queries"]
    assert finding.text == "s1: 3 labelled queries unanswered"
    assert finding.action == (
        "rename the queries: after Unicode normalisation (NFC), 3 of 3 ids in the runs are in the qrels"
    )


QUERIES = [f"{i:03}" for i in range(1, 21)]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Labels and runs; of some files a spreadsheet took the leading zeros of queries or of documents."""
    monkeypatch.chdir(tmp_path)
    bare = {key: str(int(key)) for key in [*QUERIES, *DOCS]} | {"same": "same"}
    for name, queries, docs in (
        ("qrels.txt", QUERIES, DOCS),
        ("bare-queries.txt", [bare[q] for q in QUERIES], DOCS),
        ("bare-docs.txt", QUERIES, [bare[d] for d in DOCS]),
        ("half.txt", QUERIES, [bare[d] if i % 2 else d for i, d in enumerate(DOCS)]),
    ):
        lines = (f"{q} 0 {d} {(i + j) % 2}\n" for i, q in enumerate(queries) for j, d in enumerate(docs[:9]))
        (tmp_path / name).write_text("".join(lines))
    for name, queries in (("a", QUERIES), ("b", QUERIES), ("bare", [bare[q] for q in QUERIES])):
        turn = {"a": 1, "b": -1, "bare": 1}[name]
        lines = (f"{q} Q0 {d} 0 {-i} {name}\n" for q in queries for i, d in enumerate(DOCS[:9][::turn]))
        (tmp_path / f"{name}.run").write_text("".join(lines))
    (tmp_path / "texts.tsv").write_text("".join(f"{q}\ttext of {q}\n" for q in QUERIES))
    return tmp_path


ZEROS = "without leading zeros, 20 of 20 "


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("compare qrels.txt a.run b.run bare.run", 0, f"compared: rename the queries: {ZEROS}ids in the runs are in"),
        ("compare qrels.txt a.run bare.run --pair a bare", 3, f'such as "001": rename the queries: {ZEROS}ids in the'),
        ("compare bare-queries.txt a.run b.run", 3, f'such as "1": rename the queries: {ZEROS}ids in the runs are in'),
        ("compare bare-docs.txt a.run b.run", 3, "Change the ids: without leading zeros, 9 of 9 ids in the runs are"),
        (
            "compare half.txt a.run b.run",
            0,
            "80 labelled ids match no retrieved document of their query; with leading ",
        ),
        (
            "convert qrels.txt bare-queries.txt --to trec -o o.txt",
            0,
            f"Queries almost meet: {ZEROS}queries in bare-que",
        ),
        (
            "convert qrels.txt bare-docs.txt --to trec -o o.txt",
            0,
            "Documents of the same queries almost meet: without ",
        ),
        ("convert bare-queries.txt --to trec --query-texts texts.tsv", 2, f"; its ids almost meet: {ZEROS}queries in"),
    ],
)
def test_lost_zeros_are_named_by_compare_and_convert(here, capsys, words, code, said):
    assert main(words.split()) == code
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("words", ["compare qrels.txt a.run b.run", "convert qrels.txt qrels.txt --to trec -o o.txt"])
def test_files_that_meet_have_nothing_named(here, capsys, words):
    assert main(words.split()) == 0
    err = capsys.readouterr().err
    assert "zeros" not in err
    assert "almost meet" not in err
