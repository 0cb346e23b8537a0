"""Training files of each form, written here by hand, and what is said of those that can't be read."""

import gzip

import pytest

from irassay.collection.training import TrainedPassage, Training, TrainingRow
from irassay.errors import InputError, Unreadable, UsageError
from irassay.formats.reading import training
from irassay.formats.reading.training import read_training


def texts(training):
    return [pair for ids, queries in training.blocks() for pair in zip(ids, queries, strict=True)]


def problems(training):
    """What a walk of either kind raises, without the path; both say the same."""
    with pytest.raises(InputError) as by_row:
        list(training)
    with pytest.raises(InputError) as by_block:
        list(training.blocks())
    assert str(by_row.value) == str(by_block.value)
    return [problem.split(training.source)[1] for problem in by_row.value.problems]


def test_an_id_and_a_text_parted_by_a_tab(read):
    training = read("t1\tred shoes\nt2\t \n\nt3\tblue\tshoes\r\n")
    assert texts(training) == [("t1", "red shoes"), ("t3", "blue\tshoes")]
    assert training.counts == {"rows": 3, "rows without a text": 1, "blank lines": 1}
    assert [(row.id, row.query, row.place) for row in training] == [
        ("t1", "red shoes", 1),
        ("t2", "", 2),
        ("t3", "blue\tshoes", 4),
    ]
    assert training.counts == {"rows": 3, "rows without a text": 1, "blank lines": 1}


def test_one_text_a_line_has_the_number_of_the_line_as_its_id(read):
    training = read("\ufeffred shoes\n\nblue\tshoes\nred shoes")
    assert texts(training) == [("1", "red shoes"), ("3", "blue\tshoes"), ("4", "red shoes")]
    assert training.counts == {"rows": 3, "blank lines": 1}
    assert list(training)[1] == TrainingRow("3", "blue\tshoes", (), (), 3)


def test_json_lines_with_texts_ids_and_objects_of_passages(read):
    training = read(
        '{"query_id": 7, "query": "red shoes", "positive_passages": [{"docid": "d1", "title": "A", "text": "shoe"}], '
        '"negative_passages": [{"docid": "d2", "text": "hat"}]}\n'
        '{"query_id": 8, "query": " ", "positive_ids": [3, "x"], "negative_passages": null}\n'
    )
    assert list(training) == [
        TrainingRow("7", "red shoes", (TrainedPassage("d1", "A shoe"),), (TrainedPassage("d2", "hat"),), 1),
        TrainingRow("8", "", (TrainedPassage("3", ""), TrainedPassage("x", "")), (), 2),
    ]
    assert texts(training) == [("7", "red shoes")]
    assert training.counts == {"rows": 2, "rows without a text": 1}


@pytest.mark.parametrize("name", ["query", "anchor", "question", "sentence1", "text", "Query"])
@pytest.mark.parametrize("positive", ["positive", "positives", "pos", "answer", "document"])
@pytest.mark.parametrize("negative", ["negative_3", "neg", "hard_negatives"])
def test_columns_are_told_by_their_names(read, name, positive, negative):
    training = read(f'{{"{name}": "red", "{positive}": "a", "{negative}": ["b", "c"], "negative_score": 0.5}}')
    a, b, c = (TrainedPassage("", text) for text in "abc")
    assert list(training) == [TrainingRow("1", "red", (a,), (b, c), 1)]


def test_named_columns_are_taken_in_place_of_others(read):
    line = '{"query": "x", "frage": "rot", "positive": "p", "gut": "g", "negative": "n", "schlecht": "s"}'
    training = read(line, query="frage", positive="gut", negative="schlecht")
    assert list(training) == [TrainingRow("1", "rot", (TrainedPassage("", "g"),), (TrainedPassage("", "s"),), 1)]


def test_without_a_column_of_queries_the_error_names_those_there_are(read):
    with pytest.raises(
        InputError, match=r"no column of queries, expected one of query, anchor.*; it has title, pos: --t"
    ):
        read('{"title": "a", "pos": "b"}')
    with pytest.raises(InputError, match=r'no column "frage" \(--train-query\); it has query$'):
        read('{"query": "a"}', query="frage")


def test_a_walk_can_be_begun_again_and_blocks_have_the_size_asked_for(read):
    training = read("".join(f"t{i}\ttext {i}\n" for i in range(10_000)))
    blocks = list(training.blocks(3000))
    assert [len(ids) for ids, _ in blocks] == [3000, 3000, 3000, 1000]
    assert blocks == list(training.blocks(3000))
    next(iter(training.blocks(10)))
    assert len(list(training)) == 10_000


def test_compressed_files_and_folders_of_shards_in_byte_order(tmp_path):
    (tmp_path / "b.tsv").write_text("t2\tblue shoes\n")
    (tmp_path / "a.tsv.gz").write_bytes(gzip.compress(b"t1\tred shoes\n"))
    trainings = read_training(tmp_path)
    assert [training.source for training in trainings] == [str(tmp_path / "a.tsv.gz"), str(tmp_path / "b.tsv")]
    assert [texts(training) for training in trainings] == [[("t1", "red shoes")], [("t2", "blue shoes")]]


def test_empty_files_among_shards_are_marks_of_other_programs(tmp_path):
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / "part-1").write_text("\n")
    with pytest.raises(InputError, match="has only empty files; expected training texts"):
        read_training(tmp_path)
    (tmp_path / "part-0").write_text("t1\tred shoes\n")
    assert [training.source for training in read_training(tmp_path)] == [str(tmp_path / "part-0")]


def test_bytes_that_are_no_text_and_lines_without_an_id_are_located(read):
    training = read(b"t1\tred shoes\nt2\tbl\xff\nt3\ta\0b\nblue\nt5 x\ty\n" + b"t6\tx\n" * 50 + b"\t\n\ty\n")
    assert problems(training)[:5] == [
        ":2  byte 0xff at column 6 is not UTF-8; expected UTF-8 text",
        ":3  NUL byte at column 5, expected text",
        ':4  "blue", expected id TAB text',
        ':5  "t5 x\\ty", expected id TAB text',
        ':57  "\\ty", expected id TAB text',
    ]


def test_a_query_of_more_than_a_million_characters_is_located_and_a_passage_of_as_many_is_read(read):
    long = "x" * 1_000_001
    what = "a query of 1,000,001 characters, expected at most 1,000,000; is it a column of them?"
    assert problems(read(f"t1\tred\nt2\t{long}\n")) == [f":2  {what}"]
    assert problems(read(f"red shoes\n{long}\n")) == [f":2  {what}"]
    assert problems(read(f'{{"query": "{long}"}}\n')) == [f":1  {what}"]
    (row,) = read(f'{{"query": "red", "pos": "{long}"}}\n')
    assert row.positives == (TrainedPassage("", long),)


def test_an_id_twice_is_located(read):
    assert problems(read("t1\tred\nt2\tblue\nt1\tred\nt2\tgreen\n")) == [
        ':3  id "t1" twice (first: 1), expected once',
        ':4  id "t2" twice (first: 2), with another text; expected once',
    ]


def test_rows_with_passages_may_share_the_id_of_their_query_but_not_with_another_text(read):
    line = '{{"qid": "q1", "query": "{}", "positive": "{}"}}\n'
    assert len(list(read(line.format("red", "a") + line.format("red", "b")))) == 2
    training = read(line.format("red", "a") + line.format("blue", "b"))
    assert problems(training) == [':2  id "q1" twice (first: 1), with another text; expected once']


def test_ids_twice_are_met_in_a_file_that_is_sorted_in_parts(read, monkeypatch):
    monkeypatch.setattr(training, "PART", 1000)
    monkeypatch.setattr(training, "IN_MEMORY", 1000)
    lines = [f"t{i}\ttext {i}\n" for i in range(20_000)]
    assert len(texts(read("".join(lines)))) == 20_000
    assert problems(read("".join([*lines, lines[7]]))) == [':20001  id "t7" twice (first: 8), expected once']


def test_what_is_no_object_and_what_is_no_text_is_located(read):
    training = read('{"id": 1, "query": "red"}\n[1]\n{"id": null, "query": "blue"}\n{"id": 4, "query": ["a"]}\n{"id"\n')
    assert [problem.split(" (")[0] for problem in problems(training)] == [
        ":2  a list, expected an object",
        ':3  "id" holds nothing, expected an id',
        ':4  "query" holds a list, expected the text of a query',
        ":5  not JSON",
    ]
    with pytest.raises(
        InputError, match=r':1  "pos" holds a number, expected passages: texts, ids, or objects of both'
    ):
        list(read('{"query": "red", "pos": [0.5]}\n'))


def test_lines_that_are_objects_only_together_are_no_rows(read):
    training = read('{"query": "a"}\n{"query": "b", "pos": ["c"\n]}, {"query": "d"}\n')
    assert [problem.split(" (")[0] for problem in problems(training)] == [":2  not JSON", ":3  not JSON"]


def test_an_empty_file_and_one_that_is_not_there(read, tmp_path):
    with pytest.raises(InputError, match="is empty; expected training texts"):
        read("\n \n")
    with pytest.raises(Unreadable, match="no such file"):
        read_training(tmp_path / "absent")
    with pytest.raises(UsageError, match="input_format='csv2': expected one of lines, tsv"):
        read("red", input_format="csv2")


def test_a_named_format_overrules_the_content(read):
    assert texts(read("t1\tred shoes\n", input_format="lines")) == [("1", "t1\tred shoes")]


def test_rows_in_memory_are_walked_as_those_of_a_file():
    training = Training.of([TrainingRow("a", "red", (), (), 1), TrainingRow("b", "", (), (), 2)])
    assert texts(training) == [("a", "red")]
    assert training.counts == {"rows": 2, "rows without a text": 1}
    assert len(list(training)) == 2
