"""Files of search engines' tools: read as they are, counted where they hold more, refused where they are broken."""

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.preflight import check
from tests.search_answers_by_hand import labels

JUDGMENTS = {
    "name": "Imported",
    "type": "IMPORT_JUDGMENT",
    "judgmentRatings": [
        {"query": "red dress", "ratings": [{"docId": "B1", "rating": "3.000"}, {"docId": "B2", "rating": "0.000"}]},
        {"query": "jeans", "ratings": []},
    ],
}
RRE = {
    "id_field": "id",
    "index": "shop",
    "template": "template.json",
    "queries": [{"placeholders": {"$query": "red shoes"}, "relevant_documents": {"0": ["d2"], "3": ["d1", "d4"]}}],
}
QUEPID = {"queries": [{"query": "red shoes", "ratings": {"d1": 3, "d2": 0}}, {"query": "hat", "ratings": {}}]}
LTR = "\n3 qid:1 # d1 red shoes\n\n0 qid:1 1:2.5 2:0.1 # d2 red shoes\n\n4 qid:2 # d1\n"
SNAPSHOT = "Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position\n"


def test_a_table_of_labels_with_a_heading_is_read_whatever_separates_it(put):
    # columns as WANDS (label.csv, by tabs) and ESCI name them
    assert labels(put("wands.csv", "id\tquery_id\tproduct_id\tlabel\n0\t0\t25434\t2\n1\t0\t12088\t0\n")) == {
        "0": {"25434": 2, "12088": 0}
    }
    rows = "query;Query ID;product_id;esci_label\nred, blue;7;B0;3.0\nred, blue;7;B1;\n"
    assert labels(put("esci.csv", rows)) == {"7": {"B0": 3}}
    reading = read_qrels("esci.csv").readings[0]
    assert (reading.lines, reading.used) == (3, 1)
    assert reading.skipped == {"header": 1, "document without a rating": 1}
    assert reading.left_out == {"other column": 1}
    with pytest.raises(
        InputError, match=r'words.csv:2  grade is "Exact", expected a whole number; --label-map Exact=1'
    ):
        read_qrels(put("words.csv", "query_id,product_id,label\n0,25434,Exact\n"))


def test_check_says_which_ids_of_a_table_have_outer_spaces_and_how_many_documents_have_no_rating(put):
    labels = put("r.csv", "query,document,grade\nred shoes,a,2\nred shoes ,b,1\nred shoes,c,\nhat,d,\n")
    run = put("run.csv", "query,document,score\nred shoes,a,2\nhat,d,1\n")
    checked = check(labels, run)
    assert checked.facts[-1] == "2 documents without a rating"
    found = {finding.code: finding for finding in checked.findings}
    assert (
        found["lines-space"]
        .where[0]
        .endswith('r.csv:3  an odd space in an id, at an end or no-break (kept as part of it): "red shoes "')
    )
    assert found["unrated-queries"].where == ("hat",)


def test_the_title_of_check_names_labels_of_which_none_is_relevant(put):
    checked = check(put("r.csv", "query,document,grade\nq,a,0\n"), put("run.csv", "query,document,score\nq,a,2\n"))
    assert checked.title == "Something in the labels is wrong."


def test_words_for_grades_are_mapped_on_the_command_line_and_in_python(put, capsys):
    table = put("label.csv", "id\tquery_id\tproduct_id\tlabel\n0\t7\ta\tExact\n1\t7\tb\tPartial\n2\t7\tc\tIrrelevant\n")
    words = {"Exact": 2, "Partial": 1, "Irrelevant": 0}
    assert dict(read_qrels(table, label_map=words).grades("7")) == {"a": 2, "b": 1, "c": 0}
    run = put("mine.run", "7 Q0 c 1 3 mine\n7 Q0 a 2 2 mine\n7 Q0 b 3 1 mine\n")
    said = "Exact=2,Partial=1,Irrelevant=0"
    assert main(["eval", table, run, "-m", "RR(rel=2)", "--label-map", said]) == 0
    assert capsys.readouterr().out == "mine\tall\tRR(rel=2)\t0.5\n"
    assert main(["convert", table, "--to", "trec", "--label-map", said]) == 0
    assert capsys.readouterr().out == "7 0 a 2\n7 0 b 1\n7 0 c 0\n"
    assert main(["check", table, run, "--label-map", said]) == 0
    assert capsys.readouterr().out
    assert main(["eval", table, run, "--label-map", "Exact=2,Partial=1"]) == 3
    assert (
        'label.csv:4  grade is "Irrelevant", expected Exact or Partial; --label-map names others'
        in capsys.readouterr().err
    )
    assert main(["eval", table, run]) == 3
    assert (
        'grade is "Exact", expected a whole number; --label-map Exact=1 gives words grades' in capsys.readouterr().err
    )
    assert main(["eval", table, run, "--label-map", said, "--grade-scale", "2"]) == 2
    assert "grade_scale and label_map both say what grades are" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "Exact", "Exact=x", "Exact=2,Exact=1", "=2", "Exact=128", "Exact=1.5"])
def test_a_map_of_words_that_means_nothing_is_bad_usage(put, capsys, text):
    run = put("mine.run", "7 Q0 c 1 3 mine\n")
    assert main(["eval", put("q", "7 0 c 1\n"), run, "--label-map", text]) == 2
    assert "expected WORD=GRADE,..., each word once" in capsys.readouterr().err


def test_a_table_of_other_columns_is_told_which_headings_would_do(put, capsys):
    table, run = put("table.csv", "frage,dokument,note\n1,a,1\n"), put("mine.run", "1 Q0 a 1 2 mine\n")
    assert main(["eval", table, run]) == 3
    said = capsys.readouterr().err
    assert "table.csv has the columns frage, dokument, note, expected one for each of query: query_id, qid" in said
    assert "grade: relevance, label, grade, rating" in said
    assert main(["eval", put("labels", "1 0 a 1\n"), table]) == 3
    assert "score: score" in capsys.readouterr().err


def test_judgment_lists_are_read_as_imported_and_as_given_back(put):
    expected = {"red dress": {"B1": 3, "B2": 0}}
    assert labels(put("list.json", JUDGMENTS)) == expected
    given_back = {"took": 1, "hits": {"total": {"value": 1}, "hits": [{"_id": "x", "_source": JUDGMENTS}]}}
    assert labels(put("found.json", given_back)) == expected
    two = {"hits": {"hits": [{"_source": JUDGMENTS}, {"_source": JUDGMENTS}]}}
    with pytest.raises(InputError, match="2 judgment lists in one file"):
        labels(put("two.json", two))
    assert read_qrels("list.json").readings[0].skipped == {"query without a rating": 1}


def test_every_rated_export_of_quepid_is_read(put):
    assert labels(put("ratings.json", QUEPID)) == {"red shoes": {"d1": 3, "d2": 0}}
    assert labels(put("rre.json", RRE)) == {"red shoes": {"d2": 0, "d1": 3, "d4": 3}}
    assert labels(put("ratings.txt", LTR)) == {"1": {"d1": 3, "d2": 0}, "2": {"d1": 4}}
    assert labels(put("trec.txt", "\n1 0 d1 3\n\n1 0 d2 0\n\n")) == {"1": {"d1": 3, "d2": 0}}
    snapshot = "query,docid,rating\nlonely\nred shoes,d1,3\nred shoes,d2,\n"
    assert labels(put("snapshot.csv", snapshot)) == {"red shoes": {"d1": 3}}


def test_features_and_texts_of_queries_are_counted(put, capsys):
    assert main(["convert", put("ratings.txt", LTR), "--to", "trec"]) == 0
    told = capsys.readouterr()
    assert told.out == "1 0 d1 3\n1 0 d2 0\n2 0 d1 4\n"
    assert "2 features left out" in told.err
    assert "2 query texts left out" in told.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"metric_score": 1}, 'no object "details"'),
        ({"details": {"q": {"hits": 3}}}, 'details["q"]  no list "hits"'),
        ({"details": {"q": {"hits": [{"rating": 1}]}}}, 'details["q"].hits[0]  no "_id"'),
        ({"details": {"q": {"hits": [{"hit": {"_id": "d"}, "rating": 0.5}]}}}, 'grade is "0.5"'),
        ({"judgmentRatings": [{"query": "q"}]}, "judgmentRatings[0]  expected"),
        ({"judgmentRatings": [{"query": "q", "ratings": [{"docId": "d"}]}]}, "expected a docId and a rating"),
        ({"queries": [{"query": 3, "ratings": {"d": 1}}]}, "queries[0]  expected"),
        ({"queries": [{"placeholders": {}, "relevant_documents": {}}]}, "queries[0]  expected"),
        ("3 qid:1 # d1\nnonsense\n", 'f:2  "nonsense", expected grade qid:query # document'),
        ("x qid:1 # d1\n", 'f:1  grade is "x", expected a whole number'),
    ],
)
def test_what_is_broken_is_named(put, content, said):
    with pytest.raises(InputError) as caught:
        read_qrels(put("f", content))
    assert said in str(caught.value)


def test_a_snapshot_of_quepid_is_a_run_in_the_order_of_its_positions(put, capsys):
    put("old.csv", SNAPSHOT + 'old,now,7,red shoes,d1,2\nold,now,7,red shoes,d2,1\nold,now,7,"hat, warm",d3,1\n')
    runs = read_runs("old.csv")
    assert runs.systems == ("old",)
    assert list(runs.ranking("old", "red shoes")) == ["d2", "d1"]
    assert list(runs.ranking("old", "hat, warm")) == ["d3"]
    assert runs.readings[0].left_out == {"other column": 2}
    put("ratings.csv", "query,docid,rating\nred shoes,d1,3\n")
    assert main(["eval", "ratings.csv", "old.csv", "-m", "RR"]) == 0
    assert capsys.readouterr().out == "old\tall\tRR\t0.5\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SNAPSHOT + "old,now,7,red shoes,d1,first\n", 'bad.csv:2  rank is "first", expected a number'),
        (SNAPSHOT + "old,now,7,red shoes,d1\n", "bad.csv:2  5 cells, expected 6 as in the heading"),
        (SNAPSHOT + "old,now,7,red shoes,d1,1\nold,now,7,red shoes,d1,2\n", "document"),
        (SNAPSHOT, "bad.csv has no line of data"),
        ("query,docid,rating\nred shoes,d1,3\n", "bad.csv looks like labels"),
    ],
)
def test_a_table_that_is_no_run_says_where_and_why(put, text, said):
    with pytest.raises(InputError, match=said.replace("(", "\\(")):
        read_runs(put("bad.csv", text))


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ({"q": {"d1": None}}, '["q"]["d1"] score is missing (empty, null or NaN), expected a number'),
        ({"q": {"d1": 1.0}, "status": 503}, '["status"] a whole number, expected document -> score'),
        ({"q": {"d1": 1.0}, "r": None}, '["r"] nothing, expected document -> score'),
        ({"q": {"d1": 1.0}, "r": []}, '["r"] a list, expected document -> score'),
    ],
)
def test_what_a_file_has_in_place_of_a_score_is_said_in_words(put, capsys, run, said):
    put("labels.json", {"q": {"d1": 1}})
    put("run.json", run)
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"hat":\n {"d1', "run.json:2 the file ends in the middle of a string, at column 5"),
        ('{"hat": {"d1": 1.5', "run.json:1 the file ends in the middle of an object or a list, at column 18"),
        ('{"hat": {"d1": 1.5},\n', "run.json:1 the file ends in the middle of an object or a list, at column 20"),
        ('{"hat": {"d1":', "run.json:1 the file ends in the middle of an object or a list, at column 14"),
        ('{"hat": {"d1": nul', "run.json:1 the file ends in the middle of a value, at column 18"),
    ],
)
def test_a_json_file_that_was_cut_is_said_to_end_early(put, capsys, text, said):
    put("labels.json", {"hat": {"d1": 1}})
    put("run.json", text)
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert f"{said}: fetch or write it again" in " ".join(capsys.readouterr().err.split())
    put("run.json", '{"hat": {"d1": 1.5}, wrong: 1}')
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert "the file ends" not in capsys.readouterr().err
