"""Labels, runs, metadata and texts that are not TREC files: what is wrong is said, where, and nothing is dropped."""

from __future__ import annotations

import gzip
import json
import lzma

import pytest
import zstandard

from irassay import Runs, evaluate
from irassay.errors import InputError
from irassay.formats import detection, read_qrels, read_runs
from irassay.formats.format import Head
from irassay.formats.labels import json as json_labels
from irassay.formats.labels import lines, quepid, search_engines, trec
from irassay.formats.reading.metadata import read_metadata
from irassay.formats.reading.texts import read_texts
from irassay.formats.runs import json as json_runs
from irassay.formats.sources import compressed


@pytest.fixture
def put(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write


def message(call, *arguments, **options):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def tree(qrels):
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def test_each_problem_of_a_beir_file_is_named_with_its_line(put):
    path = put("q.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\tb\t0.5\n1\tb\n2\ta\tx\n1\ta\t2\n2\tb\t400\n")
    assert message(lines.read_beir, path).split("\n") == [
        "q.tsv has 5 problems; nothing was read",
        "",
        'q.tsv:3  grade is "0.5", expected a whole number; --grade-scale 10 multiplies by 10 and rounds',
        "q.tsv:4  2 columns, expected 3: query-id corpus-id score, separated by tabs",
        'q.tsv:5  grade is "x", expected a whole number',
        'q.tsv:6  document "a" twice in query "1" with other grades, 1 and 2 (first: line 2); expected one label',
        'q.tsv:7  grade is "400", expected -127 to 127',
    ]


def test_a_hundred_problems_show_twenty_and_the_total(put):
    path = put("q.tsv", "query-id\tcorpus-id\tscore\n" + "1\ta\tx\n" * 100)
    text = message(lines.read_beir, path)
    assert text.count("grade is") == 20
    assert text.endswith("and 80 more")


def test_fractional_grades_are_read_with_a_scale(put):
    path = put("q.csv", "query,docid,rating\nred shoes,d1,0.5\nred shoes,d2,1\n")
    assert tree(quepid.read_labels(path, scale=4)) == {"red shoes": {"d1": 2, "d2": 4}}


def test_queries_that_nobody_rated_are_counted(put):
    qrels = quepid.read_labels(put("q.csv", 'query,docid,rating\n"a, b",d1,3\nlonely\nc,,\nc,d2,\n'))
    (reading,) = qrels.readings
    assert tree(qrels) == {"a, b": {"d1": 3}}
    assert reading.skipped == {"header": 1, "query without a rating": 2, "document without a rating": 1}
    assert (reading.lines, reading.used) == (5, 1)


def test_a_label_file_without_labels_is_an_error(put):
    for read, content in [
        (lines.read_beir, "query-id\tcorpus-id\tscore\n"),
        (quepid.read_labels, "query,docid,rating\n"),
        (json_labels.read_labels, "{}"),
        (search_engines.read_requests, '{"requests": []}'),
    ]:
        assert "no label in the file" in message(read, put("empty", content))


def test_elasticsearch_problems_say_which_rating(put):
    path = put(
        "es.json",
        '{"requests": [{"id": "a", "ratings": [{"_id": "1", "rating": 1}, {"_id": "1", "rating": 1}, {"rating": 1}]},'
        ' {"id": "a", "ratings": []}, {"id": "b"}]}',
    )
    assert message(search_engines.read_requests, path).split("\n")[2:] == [
        'es.json: requests[0].ratings[1]  document "1" twice in query "a" (first: requests[0].ratings[0]); '
        "expected one label",
        'es.json: requests[0].ratings[2]  expected {"_id": ..., "rating": ...}',
        'es.json: requests[1]  id "a" twice (first: requests[0]), expected once',
        'es.json: requests[2]  expected {"id": ..., "ratings": [...]}',
    ]


def test_a_json_key_given_twice_is_not_dropped(put):
    assert 'key "d" twice in one object' in message(json_labels.read_labels, put("q.json", '{"1": {"d": 1, "d": 2}}'))


@pytest.mark.parametrize("content", ["{", '{"a": [1, 2}', "[" * 100_000, "null", "3", '{"a": 1}', '{"a": {"b": true}}'])
def test_broken_json_is_a_located_error(put, content):
    assert "j.json" in message(json_labels.read_labels, put("j.json", content))


def test_nan_scores_and_repeated_ranks_are_errors(put):
    assert "score is missing (empty, null or NaN)" in message(
        json_runs.read_lists, put("r.json", '{"1": {"d": NaN}}'), system="r"
    )
    text = message(read_runs, put("r.tsv", "1\ta\t1\n1\tb\t1\n1\tc\tx\n1\ta\t2\n1\ta\n"))
    assert text.split("\n") == [
        "r.tsv has 4 problems",
        "",
        "r.tsv:2  rank 1 twice in query 1 (first: line 1), expected each rank once; "
        "--input-format query-doc-score reads scores",
        'r.tsv:3  rank is "x", expected a whole number',
        "r.tsv:4  document a twice in query 1 (first: line 1)",
        "r.tsv:5  2 columns, expected 3: query doc rank",
    ]


@pytest.mark.parametrize(
    "comment", ["#docid = GX029-35-5 inc = 1 prob = 0.14", "# docid=GX029-35-5", "#docid =GX029-35-5"]
)
def test_letor_names_its_document_behind_docid(put, comment):
    qrels = read_qrels(put("letor.txt", f"2 qid:10032 1:0.05 2:0 {comment}\n0 qid:10032 1:0.1 2:1 # docid\n"))
    assert tree(qrels) == {"10032": {"GX029-35-5": 2, "docid": 0}}
    assert qrels.readings[0].left_out["feature"] == 4


def test_a_grade_of_1_point_0_is_1_and_counted_as_a_note(put, capsys):
    from irassay.cli.main import main

    path = put("q.txt", "1 0 a 1.0\n1 0 b 0.00\n1 0 c -2.\n1 0 d 2\n")
    assert "q.txt has 1 problem" in message(read_qrels, path)
    assert 'q.txt:3  grade is "-2."' in message(read_qrels, path)
    put("q.txt", "1 0 a 1.0\n1 0 b 0.00\n1 0 c -2.0\n1 0 d 2\n")  # as trec_eval's atol has them
    qrels = read_qrels(path)
    assert tree(qrels) == {"1": {"a": 1, "b": 0, "c": -2, "d": 2}}
    assert qrels.readings[0].counts == {"point": 3}
    run = put("r.run", "1 Q0 a 1 2 r\n1 Q0 d 2 1 r\n")
    assert main(["eval", path, run, "-m", "P@2"]) == 0
    assert capsys.readouterr().out == "r\tall\tP@2\t1.0\n"
    assert main(["check", path, run, "--format", "tsv"]) == 0
    assert "3 lines have whole grades with a decimal point" in capsys.readouterr().out
    assert 'grade is "0.5"' in message(read_qrels, put("q.txt", "1 0 a 0.5\n"))


def test_whole_numbers_that_may_be_scores_are_refused_until_somebody_says_what_they_are(put, capsys):
    from irassay.cli.main import main

    put("qrels", "1 0 a 1\n1 0 b 0\n")
    path = put("r.txt", "1 a 30\n1 b 20\n")
    assert main(["eval", "qrels", path, "-m", "RR"]) == 3
    said = capsys.readouterr().err
    assert "r.txt has 1 problem;" in said, "one question, however many lines ask it"
    assert (
        "r.txt:1  2 of 2 lines have numbers that may be ranks or scores (30 in query 1 here); ranks are each of "
        "1 to n, or 0 to n - 1, once in a query: --input-format query-doc-score reads scores, msmarco ranks\n" in said
    )
    put("r.txt", "".join(f"{q} d{d} {100 - d - (d == 19)}\n" for q in range(50) for d in range(20)) + "7\n")
    put("s.txt", "1 a 2.5\n")
    assert main(["eval", "qrels", path, "s.txt", "-m", "RR"]) == 3
    said = capsys.readouterr().err
    assert "r.txt has 2 problems;" in said
    assert "r.txt:1  1,000 of 1,001 lines have numbers" in said
    assert 'for this file alone, irassay convert "r.txt" --input-format query-doc-score --to trec' in said
    assert "r.txt:1001  1 column, expected 3" in said
    put("r.txt", "1 a 30\n1 b 20\n")
    assert main(["check", "qrels", path]) == 1
    assert "2 lines have numbers that may be ranks or scores" in capsys.readouterr().out
    for name, value in (("query-doc-score", "1.0"), ("msmarco", "0.5")):
        assert main(["eval", "qrels", path, "-m", "RR", "--input-format", name]) == 0
        assert capsys.readouterr().out == f"r\tall\tRR\t{value}\n"


def test_scores_with_a_decimal_point_are_scores_and_ranks_from_0_are_ranks(put):
    assert read_runs(put("s.txt", "1 a 2.5\n1 b 30\n")).ranking("s", "1") == ["b", "a"]
    assert read_runs(put("r.txt", "1 a 1\n1 b 0\n2 c 1\n")).ranking("r", "1") == ["b", "a"]
    text = message(read_runs, put("m.txt", "1 a 30\n1 b 29.5\n"))
    assert 'rank is "29.5", expected a whole number; --input-format query-doc-score reads scores' in text


def test_ranks_that_stand_twice_stop_every_verb_and_show_twenty(put, capsys):
    from irassay.cli.main import main

    put("qrels", "1 0 d7 1\n2 0 d7 1\n")
    ties = "".join(f"2\td{n}\t5\n" for n in range(31))
    path = put("r.tsv", "1\td7\t1\n1\td8\t2\n" + ties)
    assert main(["eval", "qrels", path]) == 3
    said = capsys.readouterr().err
    assert "r.tsv has 30 problems" in said
    assert "r.tsv:4  rank 5 twice in query 2 (first: line 3), expected each rank once" in said
    assert said.count("twice in query 2") == 20
    assert "and 10 more" in said
    assert main(["check", "qrels", path]) == 1
    assert "30 lines repeat a rank of their query, in runs without scores" in capsys.readouterr().out


@pytest.mark.parametrize(
    "pack", [gzip.compress, lzma.compress, zstandard.ZstdCompressor().compress], ids=["gz", "xz", "zst"]
)
def test_compressed_data_is_read_whole_or_refused(put, pack):
    plain = "".join(f"{i}\tdocument {i * 7919 % 1000}\t1\n" for i in range(20000)).encode()
    packed = pack(plain)
    assert b"".join(compressed.chunks(put("good", packed))) == plain
    assert b"".join(compressed.chunks(put("two", packed + packed))) == plain + plain
    assert "is cut short" in message(lambda: list(compressed.chunks(put("short", packed[: len(packed) // 2]))))
    assert "fetch the file again" in message(lambda: list(compressed.chunks(put("tail", packed + b"garbage"))))


def test_what_is_no_file_is_said(tmp_path, put):
    assert "no such file or directory" in message(lines.read_beir, "absent")
    assert "is a directory, expected a file" in message(lines.read_beir, str(tmp_path))
    assert "is a binary file" in message(lines.read_beir, put("b", bytes(range(256)) * 100))


def test_bytes_that_are_no_text_have_a_place(put):
    path = put("q.tsv", b"query-id\tcorpus-id\tscore\n1\ta\xff\t1\n1\tb\x00\t1\n1\tc\t1\n")
    assert message(lines.read_beir, path).split("\n")[2:] == [
        "q.tsv:2  byte 0xff at column 4 is not UTF-8; expected UTF-8 text",
        "q.tsv:3  NUL byte at column 4, expected text",
    ]


def test_a_line_of_ten_million_characters_is_no_trouble(put):
    path = put("q.tsv", "query-id\tcorpus-id\tscore\n1\t" + "x" * 10_000_000 + "\n")
    assert "q.tsv:2  2 columns" in message(lines.read_beir, path)
    path = put("m.csv", "run,group\na," + "x" * 20_000_000 + "\n")
    assert "m.csv:2" in message(read_metadata, path)


def test_files_in_the_wrong_order_are_named():
    run, labels = b"1 Q0 d1 1 3.5 mine\n", b"1 0 d1 2\n"
    assert "mine.run looks like a run" in message(detection.label_format, run, source="mine.run")
    assert "qrels looks like labels" in message(detection.run_format, labels, source="qrels")


def test_metadata_problems_have_a_place(put):
    text = message(read_metadata, put("m.csv", "run,group\na,x\na,y\nb\n,z\n"))
    assert text.split("\n")[2:] == [
        'm.csv:3  system "a" twice (first: line 2), expected once',
        "m.csv:4  1 cells, expected 2 as in the header",
        'm.csv:5  no system in column "run", expected a name',
    ]
    assert "no line of data" in message(read_metadata, put("m.csv", "run,group\n"))


def test_texts_that_are_none_are_refused(put):
    assert "expected id TAB text, JSON lines, TREC topics or TREC documents" in message(
        read_texts, put("t", "hello there\n")
    )
    assert "is empty" in message(read_texts, put("t", ""))
    assert 't:2  "no tab", expected id TAB text' in message(lambda: list(read_texts(put("t", "1\ta\nno tab\n"))))
    assert "t:2  no text, expected an id and a text" in message(
        lambda: list(read_texts(put("t", '{"id": 1, "text": "a"}\n{"id": 2}\n')))
    )


def test_entities_of_a_stranger_are_not_expanded(put):
    topics = '<topics><topic number="1"><query>&b; &amp;</query></topic></topics>'
    bomb = f'<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>{topics}'
    assert dict(read_texts(put("t.xml", bomb))) == {"1": "&b; &"}
    assert "2 topics are opened and 1 closed" in message(
        lambda: list(read_texts(put("t", "<top><num>1<title>a</top>\n<top><num>2<title>b")))
    )


def test_a_no_break_space_is_part_of_an_id_in_every_reader_of_columns(put):
    from irassay.formats import read_qrels

    assert tree(trec.read_labels(put("q", "1 0 a\u00a0b 1\n"))) == {"1": {"a\u00a0b": 1}}
    assert dict(read_qrels(put("q", "1 0 a\u00a0b 1\n")).grades("1")) == {"a\u00a0b": 1}
    assert not trec.looks_like_strata(Head("1 0 a\u00a0b 1".encode()))
    assert dict(trec.read_strata(put("q", "1 0 a\u00a0b 2 1\n")).grades("1")) == {"a\u00a0b": 1}
    assert "3 columns" in message(trec.read_subtopics, put("q", "1 0\u00a0a 1\n"))


def test_quoted_cells_of_beir_are_those_of_the_csv_module(tmp_path):
    """BEIR writes and reads its labels by Python's csv module."""
    import csv

    rows = [("query-id", "corpus-id", "score"), ('3" tv', 'd"0', 1), ("plain", "d1", 0), ('"quoted"', 'a "b" c', 2)]
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        path = tmp_path / "test.tsv"
        with path.open("w", newline="") as stream:
            csv.writer(stream, delimiter="\t", quoting=quoting, lineterminator="\n").writerows(rows)
        with path.open(newline="") as stream:
            expected = {q: {d: int(g)} for q, d, g in list(csv.reader(stream, delimiter="\t"))[1:]}
        qrels = read_qrels(str(path))
        assert {q: dict(qrels.grades(q)) for q in qrels.queries} == expected


@pytest.mark.parametrize("name", ["quepid.csv", "table.csv", "book.csv", "beir.tsv", "l.json", "l.jsonl"])
def test_spaces_at_the_ends_of_ids_are_kept_in_every_format_that_holds_them(tmp_path, name):
    """Ids are opaque: oracle, the same labels from a dict; a run in JSON answers them, and both score 1."""
    labels = {" red shoes ": {"d1 ": 3}, "hat": {" d2": 1, "d3": 0}}
    rows = [(query, doc, grade) for query, docs in labels.items() for doc, grade in docs.items()]
    heads = {
        "quepid.csv": "query,docid,rating",
        "table.csv": "query_id,doc_id,relevance",
        "book.csv": "query,docid,Ann",
    }
    texts = {file: head + "\n" + "".join(f"{q},{d},{g}.0\n" for q, d, g in rows) for file, head in heads.items()}
    texts["beir.tsv"] = "query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{d}\t {g} \n" for q, d, g in rows)
    texts["l.json"] = json.dumps(labels)
    texts["l.jsonl"] = "".join(json.dumps({"query_id": q, "doc_id": d, "relevance": g}) + "\n" for q, d, g in rows)
    (tmp_path / name).write_text(texts[name])
    qrels = read_qrels(tmp_path / name)
    assert {q: dict(qrels.grades(q)) for q in qrels.queries} == labels
    runs = Runs.from_dict({"new": {q: {max(docs, key=docs.get): 1.0} for q, docs in labels.items()}})
    assert evaluate(qrels, runs, ["P@1"]).summary[0, 0, 0] == 1.0


@pytest.mark.parametrize(("head", "doc"), [("query, docid, rating", "d1"), ("query,docid,rating", " d1")])
def test_a_space_after_every_separator_of_the_heading_is_a_part_of_the_separator(tmp_path, head, doc):
    (tmp_path / "l.csv").write_text(f"{head}\nhat, d1, 1\n")
    qrels = read_qrels(tmp_path / "l.csv")
    assert {q: dict(qrels.grades(q)) for q in qrels.queries} == {"hat": {doc: 1}}
