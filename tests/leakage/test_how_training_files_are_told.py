"""As what training files are read: never as plain lines where they are tables, and always said."""

import json

import pytest

from irassay.errors import InputError
from irassay.formats.reading.training import how_read, read_training


@pytest.fixture
def written(tmp_path):
    """Write a file, and its path."""

    def of(name, content):
        path = tmp_path / name
        path.write_text(content)
        return path

    return of


def queries(path, **options):
    (training,) = read_training(path, **options)
    return [row.query for row in training]


UNKNOWN = "search phrase,good,bad\n1,what is a kanima,x\n"
QUOTED = 'Search Phrase;Good\n"red; blue";x\n"a ""b""\nc";z\n'


def test_a_csv_of_unknown_headings_is_an_error_that_lists_them_and_names_the_option(written):
    for name in ("train.csv", "train.CSV"):
        with pytest.raises(InputError, match="it has search phrase, good, bad: --train-query names one"):
            read_training(written(name, UNKNOWN))


@pytest.mark.parametrize("content", [QUOTED, 'a,b\n"red, blue",x\n"green",y\n'])
def test_rows_with_cells_in_quotes_are_a_table_under_any_name(written, content):
    with pytest.raises(InputError, match=r"no column of queries, expected one of .*--train-query names one"):
        read_training(written("train.txt", content))


@pytest.mark.parametrize("content", ['red, blue\n"shoes" at night, or\n', '"red", blue\nshoes\n', '"red", blue\n'])
def test_queries_with_commas_and_quotes_are_lines(written, content):
    assert queries(written("train.txt", content)) == content.splitlines()


def test_a_named_column_of_the_first_line_makes_a_table_of_any_file(written):
    assert queries(written("train.txt", UNKNOWN), query="good") == ["what is a kanima"]
    assert queries(written("odd.csv", QUOTED), query="Search Phrase") == ["red; blue", 'a "b"\nc']


@pytest.mark.parametrize("option", ["query", "positive", "negative"])
@pytest.mark.parametrize(
    ("content", "read_as"),
    [
        ("red shoes\nblue shoes\n", "one text a line"),
        ("1\tred shoes\n", "lines of id TAB text"),
        ("red shoes\tA shoe.\n", "lines of query TAB positive"),
        ("<top>\n<num> 301\n<title> Crime\n</top>\n", "TREC topics"),
    ],
)
def test_a_column_of_a_file_without_columns_is_an_error_that_says_so(written, option, content, read_as):
    with pytest.raises(InputError, match=rf'no columns with names, so no "nope" \(--train-{option}\): .*{read_as}'):
        read_training(written("train.txt", content), **{option: "nope"})


def test_each_file_of_a_folder_is_read_by_its_own_format_and_says_which(tmp_path, written):
    written("a.jsonl", json.dumps({"anchor": "red"}) + "\n")
    written("b.tsv", "1\tblue shoes\n")
    written("c.csv", "id,question\n7,green\n")
    training = read_training(tmp_path)
    assert [row.query for one in training for row in one] == ["red", "blue shoes", "green"]
    assert [sentence.removeprefix(f"{tmp_path}/") for sentence in how_read(training)] == [
        "a.jsonl was read as JSON, queries from the column anchor.",
        "b.tsv was read as lines of id TAB text.",
        "c.csv was read as a table with a heading, queries from the column question.",
    ]


def test_files_that_were_read_alike_share_a_sentence(tmp_path, written):
    written("a.txt", "red\n")
    written("b.txt", "blue\n")
    assert how_read(read_training(tmp_path)) == [f"{tmp_path}/a.txt and {tmp_path}/b.txt were read as one text a line."]
