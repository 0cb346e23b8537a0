"""Preferences, strata, headers of runs, TREC documents, datasets: what is wrong is said, and what they hold is read."""

from __future__ import annotations

import sys
import types
from collections import namedtuple

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.formats import read_preferences, read_qrels, read_runs, read_texts, write_qrels, write_runs, write_texts

HEADER = """# ir_metadata.start
# platform:
#   software:
#     libraries:
#       - lucene 9.4
# actor: {team: IR lab}
# data:
#   test collection:
#     name: 'no'
# ir_metadata.end
"""
LINE = "q1 Q0 d1 1 2.5 mine\n"


def message(call, *arguments, **options):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_a_header_is_metadata_and_stays_when_it_is_written(put, capsys, tmp_path):
    runs = read_runs(put("mine.run", HEADER + LINE), keep="scores")
    assert runs.metadata.of("mine") == {
        "platform.software.libraries[0]": "lucene 9.4",
        "actor.team": "IR lab",
        "data.test collection.name": "no",
    }
    assert main(["convert", "mine.run", "--to", "trec", "-o", "again.run"]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "again.run").read_text().endswith(LINE)
    assert read_runs("again.run").metadata == runs.metadata
    assert main(["convert", "mine.run", "--to", "json"]) == 0
    assert "3 columns of metadata left out: json has no header" in capsys.readouterr().err


def test_scores_are_the_same_with_a_header_or_a_broken_one(put, capsys):
    put("qrels", "q1 0 d1 1\n")
    for head in (HEADER, "", HEADER.replace("# ir_metadata.end\n", "")):
        assert main(["eval", "qrels", put("mine.run", head + LINE), "-m", "P@1"]) == 0
        assert capsys.readouterr().out == "mine\tall\tP@1\t1.0\n"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (HEADER.replace("# ir_metadata.end\n", ""), "mine.run:1  the header has no end"),
        ("# ir_metadata.start\n# a: [1\n# ir_metadata.end\n", "mine.run:"),
        ("# ir_metadata.start\n# a: &x [1]\n# b: *x\n# ir_metadata.end\n", "the header refers to itself"),
        ("# ir_metadata.start\n# just words\n# ir_metadata.end\n", "expected keys and values"),
    ],
)
def test_a_header_that_can_t_be_read_is_an_error_of_the_file(put, head, said, capsys):
    assert said in message(read_runs, put("mine.run", head + LINE))
    put("qrels", "q1 0 d1 1\n")
    assert main(["check", "qrels", "mine.run"]) == 1
    assert "header" in capsys.readouterr().out


def test_without_pyyaml_a_header_says_what_to_install_and_scores_need_none(put, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    put("qrels", "q1 0 d1 1\n")
    put("mine.run", HEADER + LINE)
    assert main(["compare", "qrels", "mine.run"]) == 2
    said = capsys.readouterr().err
    assert "mine.run: the run's ir_metadata header needs PyYAML" in said
    assert 'pip install "irassay[metadata]"' in said
    assert main(["eval", "qrels", "mine.run", "-m", "P@1"]) == 0
    assert read_runs(put("plain.run", LINE)).systems == ("mine",)


def test_strata_are_read_and_other_columns_told_apart(put):
    path = put("qrels", "q1 0 d1 1 2\nq1 0 d2 2 -1\n# end\n")
    qrels = read_qrels(path)
    assert (dict(qrels.grades("q1")), qrels.strata) == ({"d1": 2, "d2": -1}, {"q1": {"d1": "1", "d2": "2"}})
    assert qrels.sel(queries=["q1"]).strata == qrels.strata
    assert "qrels:2  4 columns, expected 5" in message(read_qrels, put("qrels", "q1 0 d1 1 2\nq1 0 d2 1\n"))
    assert 'qrels:1  grade is "x"' in message(read_qrels, put("qrels", "q1 0 d1 1 x\n"), input_format="strata")


def test_nothing_is_not_written(tmp_path):
    for write, noun in (
        (write_qrels, irassay.Qrels.from_dict({})),
        (write_runs, irassay.Runs.from_dict({"a": {}}, keep="scores")),
        (write_texts, []),
    ):
        assert "was not written" in message(write, noun, str(tmp_path / "out"))
    assert not list(tmp_path.iterdir())


def test_preferences_are_read_in_both_forms(put, capsys):
    prefs = read_preferences(put("pairs", "q1 d1 d2 d1\nq1 d2 d3 =\nq2 a b b\n"))
    assert list(prefs.pairs("q1")) == [("d1", "d2", "d1"), ("d2", "d3", None)]
    lines = "q1 ann s1 d1 3.0\nq1 ann s1 d2 2.0\nq1 ann s1 d3 0.0\nq1 bob s1 d1 1\n"
    prefs = read_preferences(put("prefs", lines))
    assert list(prefs.pairs("q1")) == [("d1", "d2", "d1"), ("d1", "d3", "d1"), ("d2", "d3", "d2")]
    assert prefs.readings[0].skipped == {"document alone in its group": 1}
    assert main(["convert", "prefs", "--to", "pairs"]) == 0
    told = capsys.readouterr()
    assert told.out == "q1 d1 d2 d1\nq1 d1 d3 d1\nq1 d2 d3 d2\n"
    assert "assessor and group of 1 comparison left out" in told.err
    assert "1 level of 0 (not relevant) left out" in told.err
    assert main(["convert", "pairs", "--to", "prefs"]) == 0
    assert capsys.readouterr().out.startswith("q1 judge1 1 d1 2.0\nq1 judge1 1 d2 1.0\nq1 judge2 1 d2 1.0\n")


def test_each_problem_of_preferences_has_its_line(put):
    assert message(read_preferences, put("p", "q1 a b c\nq1 a a a\nq1 a b\n")).split("\n")[2:] == [
        'p:1  preferred is "c", expected one of the two documents, or = for a tie',
        'p:2  document "a" compared with itself, expected two documents',
        "p:3  3 columns, expected 4: query docA docB preferred",
    ]
    assert message(read_preferences, put("p", "q j g a -1\nq j g a 1\nq j g a 2\n")).split("\n")[2:] == [
        'p:1  level is "-1", expected a number of 0 or more',
        'p:3  document "a" twice in group "g" of assessor "j", expected once',
    ]
    assert "has no preference" in message(read_preferences, put("p", "# nothing\n"))


def test_five_columns_that_may_be_either_are_asked_about(put, capsys):
    assert main(["convert", put("five", "1 7 8 9 1\n"), "--to", "pairs"]) == 3
    capsys.readouterr()
    assert main(["convert", "five", "--to", "trec"]) == 2
    assert "five holds preferences, but trec holds labels" in capsys.readouterr().err
    assert main(["convert", "five", "--to", "trec", "--kind", "labels"]) == 3
    assert "--input-format strata reads any second column" in capsys.readouterr().err
    assert main(["convert", "five", "--to", "trec", "--input-format", "strata"]) == 0
    told = capsys.readouterr()
    assert told.out == "1 0 8 1\n"
    assert "1 stratum of labels left out" in told.err


@pytest.mark.parametrize(
    "content",
    ["query\tproduct\tlabel\nq1\td1\tExact\n", "q1\td1\trelevant\nq1\td2\tnot relevant\n", "q1\td1\nq1\td2\n"],
)
def test_a_table_that_nobody_knows_is_not_taken_for_texts(put, capsys, content):
    put("labels.tsv", content)
    assert main(["convert", "labels.tsv", "--to", "jsonl"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "which is no format known here; --input-format names one, --kind texts reads it as texts" in told.err
    headings = "a table of labels or runs has a column for each of query: query_id, qid,"
    assert (headings in told.err) == (content.count("\t") > 2)
    for choice in (["--to", "tsv"], ["--to", "jsonl", "--kind", "texts"], ["--to", "jsonl", "--input-format", "tsv"]):
        assert main(["convert", "labels.tsv", *choice]) == 0
        assert "q1" in capsys.readouterr().out


def test_what_is_plainly_texts_needs_no_kind(put, capsys):
    put("topics.tsv", "1\tred shoes for running\n2\tshoes\n3\tblue shoes\n")
    assert main(["convert", "topics.tsv", "--to", "jsonl"]) == 0
    assert '"red shoes for running"' in capsys.readouterr().out


DOCS = """<!-- a file of a newswire -->
<DOC>
<DOCNO> FT-1 </DOCNO><HEADLINE>A &amp; B</HEADLINE>
<TEXT>
First <F P=105>part.</F>
<P>Second part.
</TEXT>
</DOC>
<doc><docno>FT-2</docno><text>Short.</text></doc> <DOC><DOCNO>FT-3</DOCNO> Only words. </DOC>
"""


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_score_too_large_for_a_number_is_refused(put, digits):
    number = "9" * digits
    hit = f'{{"hit": {{"_id": "d1", "_score": {number}}}}}'
    for name, text in {
        "run.json": f'{{"q1": {{"d1": {number}}}}}',
        "run.jsonl": f'{{"query_id": "q1", "doc_id": "d1", "run": "r", "score": {number}}}\n',
        "answer.json": f'{{"details": {{"q1": {{"hits": [{hit}]}}}}}}',
    }.items():
        assert message(read_runs, put(name, text)).startswith(name)


def test_documents_of_trec_are_read_with_their_fields(put, capsys):
    path = put("docs.sgml", DOCS)
    assert dict(read_texts(path)) == {"FT-1": "A & B First part. Second part.", "FT-2": "Short.", "FT-3": "Only words."}
    assert main(["convert", path, "--to", "jsonl"]) == 0
    told = capsys.readouterr().out
    assert '{"_id": "FT-1", "headline": "A & B", "text": "First part. Second part."}\n' in told
    assert "docs:1  document without a number" in message(lambda: list(read_texts(put("docs", "<DOC>x</DOC><DOCNO>"))))
    assert "is opened and not closed" in message(
        lambda: list(read_texts(put("docs", "<DOC><DOCNO>1</DOCNO>a</DOC>\n<DOC><DOCNO>2</DOCNO>b")))
    )


def test_topics_keep_their_fields_where_there_is_room(put, capsys):
    path = put("t", "<top><num> Number: 301 <title> Crime <desc> Description: What <narr> Narrative: Why </top>\n")
    assert main(["convert", path, "--to", "topics-xml"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    for part in ('number="301"', "<title>Crime</title>", "<desc>What</desc>"):
        assert part in told.out
    assert main(["convert", path, "--to", "tsv", "--field", "description"]) == 0
    told = capsys.readouterr()
    assert told.out == "301\tWhat\n"
    assert "further fields left out in 1 text of 1" in told.err


class Dataset:
    """As much of a dataset of ir_datasets as is asked of one."""

    Qrel = namedtuple("Qrel", "query_id doc_id relevance iteration")
    Scored = namedtuple("Scored", "query_id doc_id score")
    Query = namedtuple("Query", "query_id title description")
    Doc = namedtuple("Doc", "doc_id title body")

    def has_qrels(self):
        return True

    has_queries = has_docs = has_scoreddocs = has_qrels

    def qrels_iter(self):
        yield from (self.Qrel("q1", "d1", 2, "0"), self.Qrel("q1", "d2", 0, "7"))

    def scoreddocs_iter(self):
        yield from (self.Scored("q1", "d2", 2.5), self.Scored("q1", "d1", 1.5))

    def queries_iter(self):
        yield self.Query("q1", "red shoes", "shoes that are red")

    def docs_iter(self):
        yield self.Doc("d1", "Shoes", "They are red.")


@pytest.fixture
def datasets(monkeypatch):
    def load(name):
        if name != "tiny":
            raise KeyError(name)
        return Dataset()

    monkeypatch.setitem(sys.modules, "ir_datasets", types.SimpleNamespace(load=load))


def test_a_dataset_of_ir_datasets_is_labels_a_run_and_texts(datasets, capsys):
    qrels = irassay.read_qrels("ir_datasets:tiny")
    assert dict(qrels.grades("q1")) == {"d1": 2, "d2": 0}
    assert qrels.readings[0].left_out == {"iteration other than 0": 1}
    assert irassay.read_runs("ir_datasets:tiny").ranking("tiny", "q1") == ["d2", "d1"]
    assert dict(read_texts("ir_datasets:tiny")) == {"q1": "red shoes"}
    assert dict(read_texts("ir_datasets:tiny", field="description")) == {"q1": "shoes that are red"}
    assert dict(read_texts("ir_datasets:tiny#docs")) == {"d1": "Shoes They are red."}
    assert main(["eval", "ir_datasets:tiny", "ir_datasets:tiny", "-m", "RR"]) == 0
    assert capsys.readouterr().out == "tiny\tall\tRR\t0.5\n"
    assert main(["convert", "ir_datasets:tiny", "--to", "trec", "--kind", "labels"]) == 0
    assert capsys.readouterr().out == "q1 0 d1 2\nq1 0 d2 0\n"


def test_a_dataset_that_nobody_knows_is_said(datasets, monkeypatch):
    with pytest.raises(UsageError, match='ir_datasets knows no dataset "other"'):
        read_qrels("ir_datasets:other")
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(UsageError, match="needs ir_datasets: pip install ir_datasets"):
        read_qrels("ir_datasets:tiny")
