"""The texts of test queries, from files written here by hand."""

import pytest

from irassay.collection.texts import TestText
from irassay.errors import InputError
from irassay.formats.reading.texts import read_test_texts
from irassay.formats.sources.opening import same_file

TOPICS = """<top>
<num> Number: 301
<title> Crime &amp; law
<desc> Description: What is it?
<narr> Narrative: Everything.
</top>
<top>
<num> Number: 302
<title>
<desc> Polio
</top>
"""


@pytest.fixture
def write(tmp_path):
    def of(name, text):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return of


def test_of_each_query_the_fields_that_it_has(write):
    texts = read_test_texts(write("topics.txt", TOPICS))
    assert texts == [
        TestText("301", "title", "Crime & law"),
        TestText("301", "description", "What is it?"),
        TestText("302", "description", "Polio"),
    ]
    assert texts.queries == ("301", "302")
    narratives = read_test_texts(write("topics.txt", TOPICS), ["narrative"])
    assert narratives == [TestText("301", "narrative", "Everything.")]
    assert narratives.counts == {"queries without a text": 1}


@pytest.mark.parametrize(
    "text",
    [
        "q1\tred shoes\nq2\t\n",
        '{"_id": "q1", "text": "red shoes"}\n{"_id": "q2", "text": ""}\n',
        '{"qid": "q1", "query": "red shoes"}\n{"qid": "q2", "query": " "}\n',
    ],
)
def test_a_text_without_a_field_is_the_title_and_empty_ones_are_counted(write, text):
    texts = read_test_texts(write("queries", text))
    assert texts == [TestText("q1", "title", "red shoes")]
    assert texts.queries == ("q1", "q2")
    assert texts.counts == {"queries without a text": 1}  # once, not as an empty text too
    assert texts.wordless == ("q2",)


def test_an_empty_field_of_a_query_with_another_one_is_an_empty_text(write):
    texts = read_test_texts(write("queries", '{"_id": "q1", "title": "", "description": "Which red shoes?"}\n'))
    assert (texts.counts, texts.wordless) == ({"empty texts": 1}, ())


def test_any_key_of_json_lines_is_a_field(write):
    file = write("queries", '{"id": 1, "keywords": "shoes", "title": "red shoes"}\n')
    assert read_test_texts(file, ["keywords"]) == [TestText("1", "keywords", "shoes")]
    with pytest.raises(InputError, match="has no story; its queries have keywords, title"):
        read_test_texts(file, ["title", "story"])


@pytest.mark.parametrize(
    "variants",
    [
        "q1\tcrimson shoes\nq1\tcrimson shoes\nq1\tscarlet boots\nq9\tx\nq2\t\n",
        '{"qid": "q1", "variant": "crimson shoes"}\n{"qid": "q1", "text": "crimson shoes"}\n'
        '{"qid": "q1", "query": "scarlet boots"}\n{"qid": "q9", "text": "x"}\n{"qid": "q2", "text": " "}\n',
    ],
)
def test_variants_are_texts_of_their_query(write, variants):
    queries = write("queries", "q1\tred shoes\nq2\tblue\n")
    texts = read_test_texts(queries, variants=write("variants", variants))
    assert texts[2:] == [TestText("q1", "variant", "crimson shoes"), TestText("q1", "variant", "scarlet boots")]
    assert texts.counts == {"variants given twice": 1, "variants of other queries": 1, "empty texts": 1}


def test_variants_of_other_queries_alone_are_an_error(write):
    with pytest.raises(InputError, match="has no variant of a test query"):
        read_test_texts(write("queries", "q1\tred shoes\n"), variants=write("variants", "q7\tred shoes\n"))


def test_a_query_twice_is_located(write):
    with pytest.raises(InputError, match=r'queries:2  query "q1" twice \(first: 1\), expected once'):
        read_test_texts(write("queries", "q1\tred shoes\nq1\tblue shoes\n"))


def test_a_file_is_the_same_under_another_name(write, tmp_path):
    file = write("queries", "q1\tred shoes\n")
    (tmp_path / "link").symlink_to(file)
    assert same_file(str(file), str(tmp_path / "link"))
    assert same_file(str(file), str(tmp_path / "." / "queries"))
    assert not same_file(str(file), str(write("other", "q1\tred shoes\n")))
