"""TREC files as they should not be: a located error, or a counted warning; never a traceback, never a silent drop."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import irassay
from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import load_runs

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 2\n"
RUN = "1 Q0 a 1 3 mine\n1 Q0 b 2 2 mine\n2 Q0 a 1 1 mine\n"


@pytest.fixture
def put(put):
    """As elsewhere, with labels and a run already there."""
    put("qrels", QRELS)
    put("run", RUN)
    return put


def refused(capsys, *words):
    """What is printed where the command refuses its input."""
    assert main(["eval", *words, "-m", "nDCG@10"]) == 3
    out, err = capsys.readouterr()
    assert out == "", "nothing is scored"
    assert "Traceback" not in err
    return err


BAD_RUNS = [
    ("doc twice", "1 Q0 a 1 3 t\n1 Q0 a 2 2 t\n", "bad:2  document a twice in query 1 (first: line 1)"),
    ("doc twice apart", "1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 a 2 2 t\n", "bad:3  document a twice in query 1"),
    ("nan", "1 Q0 a 1 nan t\n", "bad:1  score is missing (empty, null or NaN), expected a number"),
    ("-nan", "1 Q0 a 1 -NaN t\n", "bad:1  score is missing (empty, null or NaN), expected a number"),
    ("no number", "1 Q0 a 1 abc t\n", 'bad:1  score is "abc", expected a number'),
    ("number and text", "1 Q0 a 1 7abc t\n", 'bad:1  score is "7abc", expected a number'),
    ("hexadecimal", "1 Q0 a 1 0x1p3 t\n", 'bad:1  score is "0x1p3", expected a number'),
    ("5 columns", "1 Q0 a 1 3 t\n1 Q0 b 2 2\n", "bad:2  5 columns, expected 6: query Q0 doc rank score tag"),
    ("7 columns", "1 Q0 a 1 3 t more\n", "bad:1  7 columns, expected 6"),
    ("1 column", "1 Q0 a 1 3 t\nx\n", "bad:2  1 column, expected 6"),
    ("NUL", b"1 Q0 a 1 3 t\n1 Q0 b\x00 2 2 t\n", "bad:2  a NUL byte, expected text"),
    ("not UTF-8", b"1 Q0 a 1 3 t\n1 Q0 b\xff 2 2 t\n", "bad:2  byte 0xff is not valid UTF-8"),
    ("overlong UTF-8", b"1 Q0 \xc0\xaf 2 2 t\n", "is not valid UTF-8"),
    ("empty", "", "no line of data, expected query Q0 doc rank score tag"),
    ("only comments", "# a\n# b\n\n", "no line of data"),
    ("only white space", " \n\t\n\r\n", "no line of data"),
    ("UTF-16", RUN.encode("utf-16"), "bad is UTF-16; expected UTF-8"),
]


@pytest.mark.parametrize(("content", "said"), [c[1:] for c in BAD_RUNS], ids=[c[0] for c in BAD_RUNS])
def test_a_bad_run_is_refused_with_its_place(put, capsys, content, said):
    assert said in refused(capsys, "qrels", put("bad", content))


BAD_QRELS = [
    ("doc twice", "1 0 a 1\n1 0 a 1\n", "bad:2  document a twice in query 1 (first: line 1)"),
    ("conflict", "1 0 a 1\n1 0 a 0\n", "bad:2  document a twice in query 1, with different grades (first: line 1)"),
    ("no number", "1 0 a x\n", 'bad:1  grade is "x", expected a whole number'),
    ("fraction", "1 0 a 0.5\n", "--grade-scale"),
    ("number and text", "1 0 a 2x\n", 'bad:1  grade is "2x", expected a whole number'),
    ("too large", "1 0 a 128\n", 'bad:1  grade is "128", expected -127 to 127'),
    ("too small", "1 0 a -128\n", 'bad:1  grade is "-128", expected -127 to 127'),
    ("far too large", "1 0 a 99999999999999999999\n", "bad:1  grade is"),
    ("3 columns", "1 0 a 1\n1 0 b\n", "bad:2  3 columns, expected 4"),
    ("5 columns", "1 0 a 1 x\n", "bad:1  5 columns, expected 4"),
    ("NUL", b"1 0 a\x00 1\n1 0 b 1\n", "bad:1  a NUL byte, expected text"),
    ("not UTF-8", b"1 0 \xe9 1\n", "bad:1  byte 0xe9 is not valid UTF-8"),
    ("empty", "", "no line of data"),
    ("only comments", "# a\n# b\n", "no line of data"),
]


@pytest.mark.parametrize(("content", "said"), [c[1:] for c in BAD_QRELS], ids=[c[0] for c in BAD_QRELS])
def test_bad_qrels_are_refused_with_their_place(put, capsys, content, said):
    assert said in refused(capsys, put("bad", content), "run")


def test_a_truncated_gz_is_refused_for_qrels_and_runs(put, capsys):
    packed = gzip.compress("".join(f"1 Q0 d{i} {i} {-i} t\n" for i in range(9999)).encode())
    assert "cut.gz is cut short" in refused(capsys, "qrels", put("cut.gz", packed[:-100]))
    labels = gzip.compress("".join(f"1 0 d{i} {i % 3}\n" for i in range(9999)).encode())
    assert "cut.gz is cut short" in refused(capsys, put("cut.gz", labels[: len(labels) // 2]), "run")
    assert "fetch the file again" in refused(capsys, "qrels", put("bad.gz", packed[:40] + b"\x00" * 40 + packed[80:]))


def test_a_binary_file_is_named_as_one(put, capsys):
    noise = bytes(range(256)) * 20
    assert "is a binary file" in refused(capsys, "qrels", put("picture.png", b"\x89PNG\r\n\x1a\n" + noise))
    assert "is a binary file" in refused(capsys, put("picture.png", b"\x89PNG\r\n\x1a\n" + noise), "run")


def test_what_is_no_file_is_named(put, capsys, tmp_path):
    os.mkdir("empty")
    assert "no such file" in refused(capsys, "qrels", "absent")
    assert "no such file" in refused(capsys, "absent", "run")
    assert "empty is a folder without files" in refused(capsys, "qrels", "empty")
    assert "is a directory, expected the file of the labels" in refused(capsys, str(tmp_path), "run")
    assert "no file matches nothing*" in refused(capsys, "qrels", "nothing*")


def test_an_unreadable_path_is_named(put):
    from irassay.formats import read_runs

    read_runs("run")  # all that reading needs is loaded: without rights the library's own files may be out of reach
    os.chmod("run", 0)
    was_root = os.geteuid() == 0
    if was_root:  # root may read everything
        os.seteuid(65534)
    try:
        with pytest.raises(InputError, match="permission denied"):
            read_runs("run")
    finally:
        if was_root:
            os.seteuid(0)


def test_a_path_that_may_not_be_read_is_named(put, capsys, monkeypatch):
    import builtins

    plain = builtins.open

    def forbidden(path, *arguments, **options):
        if str(path) == "run":
            raise PermissionError(13, "Permission denied", path)
        return plain(path, *arguments, **options)

    monkeypatch.setattr(builtins, "open", forbidden)
    assert "can't open run: permission denied" in refused(capsys, "qrels", "run")


def test_files_in_the_wrong_order_are_named(put, capsys):
    said = refused(capsys, "run", "qrels")
    assert "run looks like a run (6 columns" in said
    assert "give the qrels first, then the runs" in said


def test_problems_of_all_files_are_collected_and_capped(put, capsys):
    put("one", "1 Q0 a 1 nan t\n" * 100)
    put("two", "1 Q0 a\n" * 100)
    said = refused(capsys, "qrels", "one", "two", "run")
    assert said.startswith("error: 2 files have 101 problems"), "no line of the second has the columns: one problem"
    assert len([line for line in said.splitlines() if line.startswith(("one:", "two:"))]) == 20
    assert said.rstrip().endswith("and 81 more")


def test_a_line_of_ten_million_characters_is_read_or_refused(put, capsys):
    long = "x" * 10_000_000
    assert (
        main(["eval", "qrels", put("long", f"1 Q0 {long} 1 9 t\n1 Q0 a 2 8 t\n"), "-m", "P@1", "--queries", "shared"])
        == 0
    )
    assert capsys.readouterr().out == "t\tall\tP@1\t0.0\n"
    said = refused(capsys, "qrels", put("long", f"1 Q0 a 1 9 t\n{long}\n"))
    assert "long:2  1 column, expected 6" in said
    assert len(said) < 1000
    said = refused(capsys, "qrels", put("long", f"1 Q0 a 1 {long} t\n"))
    assert "long:1  score is" in said
    assert len(said) < 1000


def test_no_break_spaces_in_ids_are_kept_and_counted(put):
    runs = irassay.read_runs(put("nbsp", "1 Q0 a\u00a0b 1 3 t\n1 Q0 c 2 2 t\n"))
    assert runs.ranking("t", "1") == ["a\u00a0b", "c"]
    assert runs.readings[0].counts == {"space": 1}
    qrels = irassay.read_qrels(put("nbsp", "1 0 a\u00a0b 1\n"))
    assert dict(qrels.grades("1")) == {"a\u00a0b": 1}
    assert qrels.readings[0].counts == {"space": 1}


def test_a_query_named_by_a_line_separator_alone_is_a_query(put):
    """Its first line, without that id, would look like the heading of a table parted by semicolons."""
    runs = irassay.read_runs(put("separator", "\u2028 Q0 a;b;c;d 0 1.5 t\n"))
    assert runs.ranking("t", "\u2028") == ["a;b;c;d"]
    assert dict(irassay.read_qrels(put("labels", "\u2028 0 a;b;c;d 1\n")).grades("\u2028")) == {"a;b;c;d": 1}


def test_marks_of_other_formats_in_ids_make_no_other_format(put):
    """Four cells between bars, the third a number, would be labels of Solr; three commas are no heading."""
    labels = irassay.read_qrels(put("bars", "q,1|a|2|b 0 d 1\nq,2 0 d,e 1\n"))
    assert {query: dict(labels.grades(query)) for query in labels.queries} == {"q,1|a|2|b": {"d": 1}, "q,2": {"d,e": 1}}
    assert irassay.read_runs(put("commas", "query,doc,score Q0 d 0 1.5 t\n")).queries == ("query,doc,score",)


def test_repeated_tags_name_systems_by_file(put):
    runs = irassay.read_runs([put("one", RUN), put("two", RUN)])
    assert runs.systems == ("one", "two")
    mixed = irassay.read_runs(put("mixed", "1 Q0 a 1 3 s\n1 Q0 b 2 2 t\n"))
    assert mixed.systems == ("mixed",)
    assert mixed.readings[0].counts["tag"] == 1


def test_the_same_file_given_twice_is_refused(put, capsys):
    assert "run is given twice" in refused(capsys, "qrels", "run", "run")


def test_what_is_odd_and_harmless_is_read(put):
    odd = "\ufeff# a comment\r\n1\tQ0  a 1 1e1 t\r\n\r\n2 Q0 a 1 .5 t\r\n1 Q0 b x +9 t"
    runs = irassay.read_runs(put("odd", odd))
    assert runs.ranking("t", "1") == ["a", "b"]
    reading = runs.readings[0]
    assert reading.counts["rank"] == 1
    assert reading.counts["scattered"] == 1
    assert reading.lines == reading.used + sum(reading.skipped.values())


junk = st.one_of(
    st.binary(max_size=200),
    st.lists(
        st.sampled_from([b"1", b"q", b"Q0", b"0", b" ", b"\t", b"\n", b"\r\n", b"-1", b"3.5", b"nan", b"inf", b"#"])
        | st.binary(max_size=4),
        max_size=60,
    ).map(b"".join),
)


@pytest.mark.parametrize("read", [irassay.read_qrels, irassay.read_runs])
@settings(max_examples=300, deadline=None)
@given(content=junk)
def test_any_bytes_are_read_or_refused(tmp_path_factory, read, content):
    path = tmp_path_factory.getbasetemp() / "junk"
    path.write_bytes(content)
    try:
        noun = read(str(path))
    except InputError as refusal:
        said = str(refusal)
    else:
        (reading,) = noun.readings
        said = f"{path} has {reading.lines} lines"
        assert reading.lines == reading.used + sum(reading.skipped.values())
    assert str(path) in said


@settings(max_examples=200, deadline=None)
@given(content=junk)
def test_no_line_of_data_is_dropped_in_silence(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "junk"
    path.write_bytes(content)
    try:
        runs = load_runs(str(path), input_format="trec")
    except InputError:
        return
    (reading,) = runs.readings
    data = content.removeprefix(b"\xef\xbb\xbf")  # a byte order mark alone is no line
    assert reading.lines == data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    assert reading.lines == reading.used + sum(reading.skipped.values())
    assert runs.n_documents == reading.used
    assert reading.skipped.get("rejected", 0) == reading.n_errors


def through_a_pipe(path, content):
    """A named pipe that gives `content` to whoever reads it, once."""
    os.mkfifo(path)
    threading.Thread(target=lambda: path.write_bytes(content), daemon=True).start()
    return str(path)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gz"])
def test_pipes_are_read_whole_and_once(put, tmp_path, capsys, pack):
    qrels = "".join(f"q 0 d{i} {i % 2}\n" for i in range(9999)).encode()
    run = "".join(f"q Q0 d{i} {i} {-i} piped\n" for i in range(9999)).encode()
    labels, runs = through_a_pipe(tmp_path / "a", pack(qrels)), through_a_pipe(tmp_path / "b", pack(run))
    assert main(["eval", labels, runs, "-m", "NumRelRet"]) == 0
    assert capsys.readouterr().out == "piped\tall\tNumRelRet\t4999.0\n"
    labels, runs = through_a_pipe(tmp_path / "c", pack(qrels)), through_a_pipe(tmp_path / "d", pack(run))
    result = irassay.check(labels, runs)
    assert result.facts[:3] == ("1 run", "1 labelled query", "9,999 labels")


@pytest.mark.parametrize("content", [RUN, RUN.replace(" ", "\t"), '{"1": {"a": 3, "b": 2}, "2": {"a": 1}}'])
def test_standard_input_is_detected_by_its_content_too(put, content):
    words = [sys.executable, "-m", "irassay", "eval", "qrels", "-", "-m", "P@1"]
    done = subprocess.run(words, input=content, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.split("\t")[1:] == ["all", "P@1", "1.0\n"]
