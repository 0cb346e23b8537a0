"""`irassay pool`: what to judge as files, and candidates to rerank."""

from __future__ import annotations

import csv
import json
import os

import pytest

from irassay.cli.main import main
from irassay.cli.next_command import next_command
from irassay.cli.parser import Parser
from irassay.cli.verbs.pool import NOT_OF_ANSWERS
from irassay.result import Result


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two runs of one group, one of another; q2 is answered by the last alone."""
    monkeypatch.chdir(tmp_path)
    lists = {"bm25": {"q1": "abc"}, "rm3": {"q1": "bad"}, "dense": {"q1": "xay", "q2": "mn"}}
    for run, queries in lists.items():
        lines = [f"{q} Q0 {d} {i + 1} {9 - i} {run}\n" for q, docs in queries.items() for i, d in enumerate(docs)]
        (tmp_path / f"{run}.run").write_text("".join(lines))
    (tmp_path / "runs.csv").write_text("run,group,lab\nbm25,IR,one\nrm3,IR,two\ndense,ML,two\n")
    (tmp_path / "qrels.txt").write_text("q1 0 a 2\nq1 0 z 0\n")
    (tmp_path / "queries.tsv").write_text("q1\tred  shoes\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{d}\ttext of {d}\n" for d in "abcdxymn"))
    return tmp_path


RUNS = ["bm25.run", "rm3.run", "dense.run"]


def test_a_table_says_who_found_what(folder, capsys):
    assert main(["pool", *RUNS, "--depth", "2", "--metadata", "runs.csv", "--judged", "qrels.txt"]) == 0
    told = capsys.readouterr()
    rows = [line.split("\t") for line in told.out.splitlines()]
    assert rows == [
        ["query", "doc", "best_rank", "runs", "groups", "only_group", "found_by", "why"],
        ["q1", "b", "1", "2", "1", "IR", "bm25:2 rm3:1", "pool"],
        ["q1", "x", "1", "1", "1", "ML", "dense:1", "pool"],
        ["q2", "m", "1", "1", "1", "ML", "dense:1", "pool"],
        ["q2", "n", "2", "1", "1", "ML", "dense:2", "pool"],
    ]
    assert "4 documents to judge on 2 queries, depth 2; 1 more has a label already." in told.err
    assert "75.0%" in told.err  # of the pool, unique to ML


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_a_list_is_made_again_until_people_have_rated_in_it(folder, capsys, ending):
    name = f"list.{ending}"
    for words in (
        ["pool", *RUNS, "--to", {"csv": "csv", "json": "quepid"}[ending], "-o", name],
        ["compare", "qrels.txt", *RUNS, "-m", "nDCG@3", "--unjudged", name],
    ):
        (folder / name).unlink(missing_ok=True)
        assert main(words) == main(words) == 0
        empty = (folder / name).read_text()
        if ending == "csv":
            rated = empty.replace(",\n", ",2\n", 2)
        else:
            book = json.loads(empty)
            book["query_doc_pairs"][0]["judgements"] = [{"rating": 2.0, "unrateable": False, "judge_later": False}]
            rated = json.dumps(book)
        assert rated != empty
        (folder / name).write_text(rated)
        capsys.readouterr()
        assert main(words) == 3
        assert "which a new form would replace: choose another name for the form" in capsys.readouterr().err
        assert (folder / name).read_text() == rated


@pytest.mark.parametrize(
    "rated",
    [
        "query,docid,rating\nq1,a,yes\n",  # no rating that could be read
        "query,docid,Ann,Bob\nq1,a,,3.0\n",  # a book as Quepid exports it
        "query\tdoc\tbest_rank\tgrade\nq1\ta\t1\t2\n",  # a column that people added
        'query,docid,rating\nq1,"a,\n',  # cells that can't be told apart
    ],
)
def test_whatever_people_wrote_in_a_list_is_kept(folder, capsys, rated):
    (folder / "list.csv").write_text(rated)
    assert main(["pool", *RUNS, "-o", "list.csv"]) == 3
    assert ("has 1 answer," in (err := capsys.readouterr().err)) is ('"' not in rated), err
    assert "which a new form would replace" in " ".join(err.split())
    assert (folder / "list.csv").read_text() == rated


def test_queries_without_any_label_are_counted_and_the_way_to_leave_them_out_is_named(folder, capsys):
    assert main(["pool", *RUNS, "--depth", "2", "--judged", "qrels.txt", "-o", "pool.tsv"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert (
        "2 of the 4 documents to judge are on 1 query without any label in --judged: q2. To pool the queries of a file "
        "only, add --query-texts FILE."
    ) in told
    assert main(["pool", *RUNS, "--depth", "2", "--judged", "qrels.txt", "--query-texts", "queries.tsv"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "1 of 2 queries that the runs answer is not in --query-texts, and not pooled: q2." in told
    assert "without any label" not in told
    (folder / "queries.tsv").write_text("q1\tred shoes\nq2\tgreen\n")
    assert main(["pool", *RUNS, "--depth", "2", "--judged", "qrels.txt", "--query-texts", "queries.tsv"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "on 1 query without any label in --judged: q2." in told
    assert "To pool the queries of a file only" not in told


def test_queries_that_no_run_answers_are_named(folder, capsys):
    (folder / "queries.tsv").write_text("q1\tred shoes\nq2\tgreen\nq9\tblue\n")
    assert main(["pool", *RUNS, "--query-texts", "queries.tsv", "-o", "pool.tsv"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert told.endswith("No run answers 1 of 3 queries of --query-texts: q9.")


def test_a_budget_lists_the_beginning_of_the_order_and_says_how_deep_that_is(folder, capsys):
    """By hand: q1 has a, b and x on rank 1, and q2 has m, which comes second: each query has its turn."""
    assert main(["pool", *RUNS, "--depth", "2", "--order", "rounds", "--budget", "4"]) == 0
    told = capsys.readouterr()
    rows = [line.split("\t") for line in told.out.splitlines()[1:]]
    assert [(row[0], row[1]) for row in rows] == [("q1", "a"), ("q2", "m"), ("q1", "b"), ("q1", "x")]
    said = " ".join(told.err.split())
    assert "4 documents to judge on 2 queries, depth 2." in said
    assert said.endswith("1 to 3 a query. Every query is judged to depth 1 at least; 1 of 2 queries deeper.")
    assert main(["pool", *RUNS, "--depth", "2", "--order", "rounds", "--budget", "2", "-o", "pool.tsv"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert said.endswith("1 a query. 1 of 2 queries has a document of rank 1 that is not listed.")


def test_a_budget_that_leaves_queries_out_says_so_and_names_the_order_that_does_not(folder, capsys):
    assert main(["pool", *RUNS, "--depth", "2", "--budget", "3"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "The first 3 of 5 documents are listed, 0 to 3 a query. No document of 1 query is listed." in said
    assert "--order rounds judges all queries equally deep." in said


def test_a_budget_larger_than_the_pool_changes_nothing(folder, capsys):
    assert main(["pool", *RUNS, "--depth", "2"]) == 0
    whole = capsys.readouterr()
    assert main(["pool", *RUNS, "--depth", "2", "--budget", "100"]) == 0
    assert capsys.readouterr() == whole


def test_another_column_tells_groups(folder, capsys):
    assert main(["pool", *RUNS, "--depth", "1", "--metadata", "runs.csv", "--group", "lab", "--quiet"]) == 0
    told = capsys.readouterr()
    assert "q1\ta\t1\t1\t1\tone" in told.out
    assert told.err == ""


def test_one_document_of_one_query_is_said_in_the_singular(folder, capsys):
    assert main(["pool", "bm25.run", "--depth", "1"]) == 0
    assert "1 document to judge on 1 query, depth 1." in capsys.readouterr().err


def test_a_csv_has_the_ratings_left_open(folder, capsys):
    asked = ["pool", *RUNS, "--depth", "1", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "-o", "pool.csv"]
    assert main(asked) == 0
    rows = list(csv.reader((folder / "pool.csv").open()))
    assert rows[0] == ["query", "docid", "rating", "text", "query_id"]
    assert ["red  shoes", "a", "", "text of a"] in [row[:4] for row in rows]
    assert len(rows) == 4


def test_documents_without_a_text_are_counted(folder, capsys):
    (folder / "few.tsv").write_text("a\ttext of a\n")
    assert main(["pool", *RUNS, "--depth", "1", "--doc-texts", "few.tsv", "-o", "pool.csv"]) == 0
    documents = {row[1] for row in list(csv.reader((folder / "pool.csv").open()))[1:]}
    without = len(documents - {"a"})
    assert f"{without} of {len(documents)} documents have no text in --doc-texts" in capsys.readouterr().err
    assert main(["pool", *RUNS, "--depth", "1", "--doc-texts", "docs.tsv", "-o", "pool.csv"]) == 0
    assert "no text" not in capsys.readouterr().err


def test_the_same_seed_writes_the_same_bytes(folder, capsys):
    for name, seed in (("one", "7"), ("two", "7"), ("three", "8")):
        assert main(["pool", *RUNS, "--order", "random", "--seed", seed, "-o", name]) == 0
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes() != (folder / "three").read_bytes()


def test_candidates_are_four_columns_with_texts(folder, capsys):
    asked = ["pool", "bm25.run", "--depth", "2", "--to", "candidates", "--query-texts", "queries.tsv"]
    assert main([*asked, "--doc-texts", "docs.tsv", "-o", "top.tsv"]) == 0
    assert (folder / "top.tsv").read_text() == "q1\ta\tred shoes\ttext of a\nq1\tb\tred shoes\ttext of b\n"


def test_candidates_as_a_run_are_the_runs_beginning(folder, capsys):
    assert main(["pool", "dense.run", "--depth", "2", "--to", "run", "-o", "top.run"]) == 0
    assert (folder / "top.run").read_text().splitlines() == [
        "q1 Q0 x 1 2 dense",
        "q1 Q0 a 2 1 dense",
        "q2 Q0 m 1 2 dense",
        "q2 Q0 n 2 1 dense",
    ]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([*RUNS, "--depth", "0"], 2, "expected a whole number from 1 to 1,000,000"),
        ([*RUNS, "--order", "best"], 2, "expected rank, rounds, shuffled or random"),
        ([*RUNS, "--group", "lab"], 2, "add --metadata FILE"),
        ([*RUNS, "--budget", "0"], 2, "expected a whole number"),
        (["bm25.run", "--to", "run", "--budget", "3"], 2, "--budget is for pools"),
        (["bm25.run", "--judged", "qrels.txt", "--audit", "2", "--budget", "3"], 2, "leave out --budget"),
        ([*RUNS, "--metadata", "runs.csv", "--group", "team"], 2, "the columns are group, lab"),
        ([*RUNS, "--to", "run"], 2, "the first documents of one run, but got 3 runs"),
        (["bm25.run", "--to", "candidates"], 2, "add --query-texts FILE and --doc-texts FILE"),
        (["bm25.run", "--to", "run", "--judged", "qrels.txt"], 2, "--judged is for pools"),
        ([*RUNS, "--doc-texts", "docs.tsv"], 2, "--doc-texts has no effect in tsv"),
        ([*RUNS, "-o", "rm3.run"], 2, "is also an input"),
        (["-", "-"], 2, "- is given twice"),
        ([*RUNS, "--judged", "nothing.txt"], 3, "nothing.txt"),
        (
            ["dense.run", "--to", "candidates", "--query-texts", "queries.tsv", "--doc-texts", "few.tsv"],
            3,
            "document text",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(folder, capsys, words, code, said):
    (folder / "few.tsv").write_text("a\ttext\n")
    before = sorted(folder.iterdir())
    assert main(["pool", *words]) == code
    assert said in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


@pytest.fixture
def audited_folder(folder):
    """Labels that miss x of q1 and have no n of q2; the answers to an audit by the dense run."""
    (folder / "finished.txt").write_text("q1 0 a 2\nq1 0 y 1\nq2 0 m 1\n")
    (folder / "answers.txt").write_text("q1 0 x 1\nq2 0 n 0\n")
    return folder


AUDIT = ["pool", "dense.run", "--judged", "finished.txt", "--audit", "2"]


def test_an_audit_lists_only_what_has_no_label_on_the_queries_drawn(audited_folder, capsys):
    assert main([*AUDIT, "--order", "rank"]) == 0
    told = capsys.readouterr()
    assert [line.split("\t")[:2] for line in told.out.splitlines()[1:]] == [["q1", "x"], ["q2", "n"]]
    assert main(["pool", "dense.run", "--judged", "finished.txt", "--audit", "1", "--seed", "3"]) == 0
    one = capsys.readouterr().out.splitlines()[1:]
    assert len({line.split("\t")[0] for line in one}) == 1


def test_an_audit_says_which_queries_it_has_and_how_it_goes_on(audited_folder, capsys):
    asked = ["pool", "dense.run", "--judged", "finished.txt", "--audit"]
    assert main([*asked, "9", "--depth", "1", "-o", "list.tsv"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "2 queries have both labels and a run's answer: all are audited." in said
    (audited_folder / "full.txt").write_text(
        "".join(f"{q} 0 {d} {d in 'am':d}\n" for q in ("q1", "q2") for d in "axymnb")
    )
    assert main(["pool", "dense.run", "--judged", "full.txt", "--audit", "2", "--depth", "2", "-o", "list.tsv"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith("0 documents to judge on 0 queries, depth 2; 4 more have a label already.")
    assert "The labels have roughly 100%" in said


def test_the_command_for_the_answers_asks_for_the_same_list(audited_folder):
    args = Parser("pool").read(["dense.run", "--judged", "my labels.txt", "--audit", "2", "--seed", "3"])
    assert next_command("pool", args.texts, given_to="pool", without=NOT_OF_ANSWERS) == (
        "irassay pool dense.run --judged 'my labels.txt' --seed 3 --audit 2"
    )


def test_answers_say_how_much_of_what_is_relevant_the_labels_have(audited_folder, capsys):
    assert main([*AUDIT, "--answers", "answers.txt"]) == 0
    told = capsys.readouterr()
    said = " ".join(told.out.split())
    assert said == (
        "The labels have roughly 75% (< 1% to 100%) of the relevant documents that other systems find in their first "
        "10: 3 of 4 on 2 queries; 1 is new."
    )
    err = " ".join(told.err.split())
    assert "2 queries: too few to estimate the coverage of the labels. Audit more." in err
    assert "The interval reflects the variation between queries" in err
    assert "75% of the relevant documents of these queries" in " ".join(told.err.split())
    assert main([*AUDIT, "--answers", "answers.txt", "--rel", "2", "--quiet"]) == 0
    assert "in their first 10: 1 of 1 on 2 queries" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("queries", "n", "depth", "is_said"),
    [(40, 30, 25, True), (2, 30, 25, False), (40, 30, 10, False), (40, 15, 25, False)],
)
def test_deep_audits_say_which_share_would_be_new_further_down(folder, capsys, queries, n, depth, is_said):
    """Oracle: every other document is new, the first of each odd query's list, the second of each even one's: half.
    A curve through fewer than 20 ranks says nothing, nor do two queries that differ as these."""
    places = [(q, f"d{i}", i) for q in range(queries) for i in range(n)]
    (folder / "deep.run").write_text("".join(f"q{q} Q0 {doc} {i + 1} {-i} deep\n" for q, doc, i in places))
    for name, new in (("known.txt", 0), ("rated.txt", 1)):
        (folder / name).write_text("".join(f"q{q} 0 {doc} 1\n" for q, doc, i in places if (i + q) % 2 == new))
    asked = ["pool", "deep.run", "--judged", "known.txt", "--audit", str(queries), "--depth", str(depth)]
    assert main([*asked, "--answers", "rated.txt"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert ("Deeper than rank 25, roughly 50% (" in said) == is_said
    assert ("it does not cover the error of that curve" in said) == is_said


def test_answers_come_back_from_quepid_with_queries_by_their_texts(audited_folder, capsys):
    (audited_folder / "queries.tsv").write_text("q1\tred shoes\nq2\tblue, wide hat\n")
    assert main([*AUDIT, "--query-texts", "queries.tsv", "-o", "list.csv"]) == 0
    listed = (audited_folder / "list.csv").read_text()
    assert listed == 'query,docid,rating,query_id\nred shoes,x,,q1\n"blue, wide hat",n,,q2\n'
    (audited_folder / "rated.csv").write_text(listed.replace("x,,", "x,1,").replace("n,,", "n,0,"))
    capsys.readouterr()
    assert main([*AUDIT, "--query-texts", "queries.tsv", "--answers", "rated.csv"]) == 0
    assert "3 of 4 on 2 queries; 1 is new." in " ".join(capsys.readouterr().out.split())


def test_answers_by_texts_are_those_of_every_query_with_the_text_and_ids_come_first(audited_folder, capsys):
    """Labels by ids: 1 of q1's list is new, none of q2's, as with answers by ids."""
    (audited_folder / "rated.csv").write_text("query,docid,rating\nred shoes,x,1\nred shoes,n,0\n")
    for texts, answers in (("q1\tred shoes\nq2\tred shoes\n", "rated.csv"), ("q1\tq2\nq2\tq1\n", "answers.txt")):
        (audited_folder / "queries.tsv").write_text(texts)
        assert main([*AUDIT, "--query-texts", "queries.tsv", "--answers", answers]) == 0
        assert "3 of 4 on 2 queries; 1 is new." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--answers", "answers.txt"], "--answers are those of an audit"),
        (["--audit", "2"], "add --judged"),
        (["--audit", "2", "--judged", "finished.txt", "--metadata", "runs.csv"], "have no effect in an audit"),
        (["--audit", "2", "--judged", "finished.txt", "--answers", "answers.txt", "-o", "x.tsv"], "leave out -o"),
        (["--rel", "2"], "--rel says which documents of --answers or --known are relevant"),
    ],
)
def test_an_audit_refuses_what_would_be_without_effect(audited_folder, capsys, more, said):
    assert main(["pool", "dense.run", *more]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_the_written_pool_is_what_a_track_and_a_report_leave_runs_out_of(folder, capsys):
    (folder / "labels.txt").write_text("".join(f"{q} 0 {d} {d in 'bm':d}\n" for q in ("q1", "q2") for d in "abcdxmn"))
    assert main(["pool", *RUNS, "--depth", "2", "-o", "pool.tsv"]) == 0
    asked = ["labels.txt", *RUNS, "--metadata", "runs.csv", "--pool", "pool.tsv"]
    assert main(["track", *asked, "-o", "track.json"]) == 0
    result = Result.from_json((folder / "track.json").read_text())
    table = next(t for t in result.tables if t.name == "left-out")
    assert table.note.startswith("The recorded pool goes to depth 2; 9 labels outside it are kept.")
    # b is bm25's and rm3's, of one group; a is dense's too; x, m and n are dense's alone.
    assert dict(zip(table.column("group").values, table.column("dropped").values)) == {"IR": 1, "ML": 3}
    assert "pool.tsv" in result.provenance.inputs
    assert main(["report", *asked, "-o", "report.json"]) == 0
    provenance = Result.from_json((folder / "report.json").read_text()).provenance
    assert "pool.tsv" in provenance.inputs
    assert "--pool pool.tsv" in " ".join(provenance.options["command"])


@pytest.mark.parametrize("verb", ["track", "report"])
def test_a_pool_comes_from_a_pipe_too_and_no_hash_is_made_of_what_is_left_in_it(folder, verb):
    assert main(["pool", *RUNS, "--depth", "2", "-o", "pool.tsv"]) == 0
    asked = [verb, "qrels.txt", *RUNS, "--metadata", "runs.csv", "-m", "P@2"]
    assert main([*asked, "--pool", "pool.tsv", "-o", "file.json"]) == 0
    out, into = os.pipe()
    os.write(into, (folder / "pool.tsv").read_bytes())
    os.close(into)
    assert main([*asked, "--pool", f"/dev/fd/{out}", "-o", "piped.json"]) == 0
    os.close(out)
    file, piped = (Result.from_json((folder / f"{name}.json").read_text()) for name in ("file", "piped"))
    assert [t for t in piped.tables if "left-out" in t.name] == [t for t in file.tables if "left-out" in t.name]
    assert piped.provenance.inputs == {name: of for name, of in file.provenance.inputs.items() if name != "pool.tsv"}


@pytest.mark.parametrize("verb", ["track", "report"])
def test_a_pool_that_says_not_who_found_what_is_refused_with_what_to_do(folder, capsys, verb):
    (folder / "pool.tsv").write_text("q1 a\nq1 b\n")
    assert main([verb, "qrels.txt", *RUNS, "--pool", "pool.tsv"]) == 3
    assert "the table lists no finders" in capsys.readouterr().err
    (folder / "pool.tsv").write_text("query\tdoc\tfound_by\nq1\ta\tbm25\n")
    assert main([verb, "qrels.txt", *RUNS, "--pool", "pool.tsv"]) == 3
    assert 'pool.tsv:2  found_by has "bm25", expected run:rank' in capsys.readouterr().err
    assert main([verb, "qrels.txt", *RUNS, "--pool", "pool.tsv", "-o", "pool.tsv"]) == 2


def test_a_document_that_assessors_cant_rate_is_not_asked_for_again(folder, capsys):
    judgements = {"a": {"rating": 2.0}, "b": {"rating": None, "unrateable": True}}
    pairs = [
        {"query_text": "q1", "doc_id": doc, "judgements": [{"user_email": "a@b.example", **of}]}
        for doc, of in judgements.items()
    ]
    (folder / "book.json").write_text(json.dumps({"name": "Shoes", "query_doc_pairs": pairs}))
    assert main(["pool", *RUNS, "--depth", "2", "--judged", "book.json", "-o", "pool.tsv"]) == 0
    assert "1 more has a label already; 1 is marked unrateable." in " ".join(capsys.readouterr().err.split())
    rows = [line.split("\t")[:2] for line in (folder / "pool.tsv").read_text().splitlines()[1:]]
    assert ["q1", "x"] in rows
    assert not [row for row in rows if row in (["q1", "a"], ["q1", "b"])]
