"""Training files with columns: triples of texts and of ids, tables with a heading, Parquet, datasets."""

import io
import os
import sys
import threading
import types
from collections import namedtuple

import pyarrow
import pyarrow.parquet
import pytest

from irassay.collection.training import TrainedPassage, TrainingRow
from irassay.errors import InputError, UsageError
from irassay.formats.reading.training import read_training


def texts(training):
    return [pair for ids, queries in training.blocks() for pair in zip(ids, queries, strict=True)]


def text(of):
    return (TrainedPassage("", of),)


def key(of):
    return (TrainedPassage(of, ""),)


def problems(training):
    with pytest.raises(InputError) as error:
        list(training)
    return [problem.split(training.source)[1] for problem in error.value.problems]


def parquet(columns, **options):
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink, **options)
    return sink.getvalue()


def test_triples_of_texts(read):
    training = read("red shoes\tA shoe.\tA hat.\n \tA coat.\tA cat.\n\nblue shoes\t\tA hat.\n")
    assert list(training) == [
        TrainingRow("1", "red shoes", text("A shoe."), text("A hat."), 1),
        TrainingRow("2", "", text("A coat."), text("A cat."), 2),
        TrainingRow("4", "blue shoes", (), text("A hat."), 4),
    ]
    assert texts(training) == [("1", "red shoes"), ("4", "blue shoes")]
    assert training.counts == {"rows": 3, "rows without a text": 1, "blank lines": 1}


def test_pairs_of_texts_and_lines_of_another_width(read):
    assert list(read("red shoes\tA shoe.\n")) == [TrainingRow("1", "red shoes", text("A shoe."), (), 1)]
    expected = "expected query TAB positive TAB negative, or query TAB positive in every line"
    bad = problems(read("red shoes\tA shoe.\n" * 30 + "red\nred\ta\tb\n"))
    assert bad == [f':31  "red", {expected}', f':32  "red\\ta\\tb", {expected}']


def test_an_id_before_two_texts_could_be_read_in_two_ways(read):
    with pytest.raises(InputError, match=r"starts with .*expected training texts"):
        read("q1\tred shoes\tA shoe.\nq2\tblue shoes\tA hat.\n")


def test_triples_of_ids_have_the_texts_of_other_files(read, tmp_path):
    (tmp_path / "queries.tsv").write_text("1\tred shoes\n2\tblue shoes\n3\tgreen\n4\t \n")
    (tmp_path / "collection.tsv").write_text("1\tA shoe.\n2\tA hat.\n7\tA coat.\n")
    corpus = [tmp_path / "queries.tsv", tmp_path / "collection.tsv"]
    training = read("2\t1\t7\n1\t2\t7\n2\t7\t9\n5\t1\t2\n4\t1\t2\n", corpus=corpus)
    assert list(training) == [
        TrainingRow("2", "blue shoes", key("1"), key("7"), 1),
        TrainingRow("1", "red shoes", key("2"), key("7"), 2),
        TrainingRow("2", "blue shoes", key("7"), key("9"), 3),
        TrainingRow("5", "", key("1"), key("2"), 4),
        TrainingRow("4", "", key("1"), key("2"), 5),
    ]
    assert training.counts == {"rows": 5, "rows without a text": 2}
    assert texts(training) == [("1", "red shoes"), ("2", "blue shoes")]
    assert training.counts == {"rows": 5, "rows without a text": 2}
    assert training.passages(["7", "1", "9"]) == {"7": "A coat.", "1": "A shoe."}


def test_triples_of_ids_with_all_texts_in_one_file_or_none(read, tmp_path):
    (tmp_path / "all.tsv").write_text("q1\tred shoes\nd1\tA shoe.\n")
    training = read("q1\td1\td2\n", corpus=tmp_path / "all.tsv")
    assert texts(training) == [("q1", "red shoes")]
    assert training.passages(["d1"]) == {"d1": "A shoe."}
    with pytest.raises(InputError, match="three ids a line and no text: --train-corpus"):
        read("q1\td1\td2\n")
    with pytest.raises(InputError, match=r"all.tsv has no text of any query of .*; the first --train-corpus has those"):
        texts(read("q7\td1\td2\n", corpus=[tmp_path / "all.tsv"]))


def test_triples_of_ids_have_their_lines_checked(read, tmp_path):
    (tmp_path / "all.tsv").write_text("q1\tred shoes\n")
    training = read("q1\td1\td2\n" * 30 + "q1\td1\n", corpus=tmp_path / "all.tsv")
    assert problems(training) == [':31  "q1\\td1", expected three ids: query TAB positive TAB negative']
    with pytest.raises(InputError, match="expected three ids"):
        texts(training)


def test_a_table_with_a_heading_whose_cells_may_have_line_ends(read):
    training = read('id,query,positive,negative_1,negative_2\nt1,"red\nshoes","a, b",c,d\n\nt2,,e,,f\n')
    assert list(training) == [
        TrainingRow("t1", "red\nshoes", text("a, b"), text("c") + text("d"), 2, 2),
        TrainingRow("t2", "", text("e"), text("f"), 5, 1),
    ]
    assert texts(training) == [("t1", "red\nshoes")]
    assert training.counts == {"rows": 2, "rows without a text": 1}


def test_a_table_by_tabs_without_ids_and_with_named_columns(read):
    training = read("frage\tantwort\nrote Schuhe\tein Schuh\n", query="frage", positive="antwort")
    assert list(training) == [TrainingRow("2", "rote Schuhe", text("ein Schuh"), (), 2)]
    assert problems(read("id\tquery\n1\tred\n2\n" + "3\tblue\n" * 20))[0] == (
        ":3  1 cells, expected 2 as in the heading"
    )


def test_a_text_with_a_comma_is_no_heading(read):
    assert texts(read("red, text\nblue shoes\n")) == [("1", "red, text"), ("2", "blue shoes")]


def test_parquet_with_texts_lists_and_objects(read):
    columns = {
        "query": ["red shoes", None, "blue"],
        "positive": ["a", "b", None],
        "neg": [["c", "d"], [], None],
        "negative_passages": [[{"docid": "d7", "title": "Hat", "text": "A hat."}], None, []],
    }
    training = read(parquet(columns))
    assert list(training) == [
        TrainingRow("1", "red shoes", text("a"), (*text("c"), *text("d"), TrainedPassage("d7", "Hat A hat.")), 1),
        TrainingRow("2", "", text("b"), (), 2),
        TrainingRow("3", "blue", (), (), 3),
    ]
    assert texts(training) == [("1", "red shoes"), ("3", "blue")]
    assert training.counts == {"rows": 3, "rows without a text": 1}


def test_parquet_of_several_groups_with_ids_and_an_id_twice(read):
    columns = {"_id": [f"t{i}" for i in range(20_000)], "text": [f"text {i}" for i in range(20_000)]}
    assert texts(read(parquet(columns, row_group_size=700))) == list(zip(*columns.values(), strict=True))
    columns["_id"][9] = "t3"
    assert problems(read(parquet(columns))) == [':10  id "t3" twice (first: 4), with another text; expected once']


def test_parquet_without_queries_or_cut_off_or_with_bytes_that_are_no_text(read):
    with pytest.raises(InputError, match=r"no column of queries, .*; it has title: --train-query names one"):
        read(parquet({"title": ["a"]}))
    with pytest.raises(InputError, match="can't be read as Parquet"):
        read(parquet({"query": ["a"]})[:40])
    broken = pyarrow.array([b"a", b"b\xff"]).cast(pyarrow.binary()).view(pyarrow.string())
    training = read(parquet({"query": broken}))
    assert problems(training) == [": row 2  byte 0xff is not UTF-8; expected UTF-8 text"]
    assert problems(read(parquet({"query": ["a", "b\0"]}))) == [': row 2  a NUL in "b\\x00", expected text']


def test_escapes_in_json_that_are_no_text_are_located(read):
    training = read('{"query": "a\\u0000"}\n{"query": "b\\ud800"}\n{"query": "c", "pos": "\\ud800"}\n')
    assert problems(training) == [
        ':1  a NUL in "a\\x00", expected text',
        ':2  half a character (a lone surrogate) in "b\\ud800", expected text',
        ':3  half a character (a lone surrogate) in "\\ud800", expected text',
    ]


def test_parquet_without_its_library_says_how_to_have_it(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(UsageError, match=r'pip install "irassay\[data\]"'):
        read(b"PAR1")


def test_a_json_list_is_read_as_json_lines_are(read):
    training = read(
        '[{"question": "red shoes", "positive_ctxs": [{"title": "A", "text": "shoe"}]},\n {"question": ""}]'
    )
    assert list(training) == [TrainingRow("1", "red shoes", text("A shoe"), (), 1), TrainingRow("2", "", (), (), 2)]


@pytest.mark.parametrize("line", ["301 0 FBIS3-1 1\n", "301 Q0 FBIS3-1 1 7.5 bm25\n"])
def test_labels_and_runs_are_no_training_texts(read, line):
    with pytest.raises(InputError, match="labels or a run; expected training texts"):
        read(line * 3)


def test_topics_of_another_benchmark_are_training_queries(read):
    training = read("<top>\n<num> Number: 301\n<title> Crime\n</top>\n<top>\n<num> 302\n<title>\n</top>\n")
    assert list(training) == [TrainingRow("301", "Crime", (), (), 1), TrainingRow("302", "", (), (), 2)]
    assert texts(training) == [("301", "Crime")]
    assert training.counts == {"rows": 2, "rows without a text": 1}


def test_a_pipe_is_read_again_and_its_errors_name_it(tmp_path):
    def given(data):
        pipe = tmp_path / f"pipe-{len(data)}"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        (training,) = read_training(pipe)
        writer.join()
        return training

    training = given(b"t1\tred shoes\n")
    assert texts(training) == texts(training) == [("t1", "red shoes")]
    assert os.path.isfile(training.path)
    assert training.path != training.source
    assert problems(given(b"t1\tred shoes\nx\n")) == [':2  "x", expected id TAB text']


Query = namedtuple("Query", "query_id text")
Label = namedtuple("Label", "query_id doc_id relevance iteration")
Doc = namedtuple("Doc", "doc_id text")


class Dataset:
    """As much of a dataset of ir_datasets as is asked of one."""

    def has_queries(self):
        return True

    has_qrels = has_docs = has_queries

    def queries_iter(self):
        return iter([Query("q1", "red shoes"), Query("q2", "")])

    def qrels_iter(self):
        return iter([Label("q1", "d1", 2, "0"), Label("q1", "d2", 0, "0"), Label("q9", "d2", 1, "0")])

    def docs_iter(self):
        return iter([Doc("d1", "A shoe."), Doc("d2", "A hat.")])


def test_the_queries_of_a_dataset_with_its_labels_as_passages(monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", types.SimpleNamespace(load=lambda name: Dataset()))
    (training,) = read_training("ir_datasets:toy/train")
    assert list(training) == [TrainingRow("q1", "red shoes", key("d1"), key("d2"), 1), TrainingRow("q2", "", (), (), 2)]
    assert texts(training) == [("q1", "red shoes")]
    assert training.passages(["d2"]) == {"d2": "A hat."}
