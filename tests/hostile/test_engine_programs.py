"""A program as an engine: its lists are taken whole, or an error says what is wrong with them."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time

import psutil
import pytest

from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.search import open_index

TEXTS = {"d1": "red fox", "d2": "red red dog", "d3": "blue bird", "d4": "dog", "d5": "red dog"}
QUERIES = {"q1": "red dog", "q2": "blue", "q3": "cat"}
# Scores by hand: the words of the query that stand in the text, each as often as it does.
EXPECTED = {"q1": (["d2", "d5", "d4", "d1"], [3.0, 2.0, 1.0, 1.0]), "q2": (["d3"], [1.0])}

ENGINE = f"""
import json, os, sys, time
TEXTS = {TEXTS!r}
fault = sys.argv[1] if len(sys.argv) > 1 else ""
asks = [json.loads(line) for line in sys.stdin]
if fault == "exit":
    print("index not found", file=sys.stderr)
    sys.exit(4)
if fault == "signal":
    os.kill(os.getpid(), 9)
if fault == "hang":
    print("loading", file=sys.stderr, flush=True)
    time.sleep(600)
if fault == "grandchild":
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open(sys.argv[2], "w").write(str(child.pid))
    time.sleep(600)
if fault == "line":
    while True:
        sys.stdout.write("x" * 100000)
if fault == "endless":
    while True:
        print("q1 Q0 d1 1 1.0 x")
if fault == "bytes":
    sys.stdout.buffer.write(b"q1 Q0 d\\xff 1 1.0 x\\n")
if fault == "print":
    print(sys.argv[2])
for ask in asks:
    if ask["ask"] == "has":
        if ask["passage"] in TEXTS:
            print(ask["passage"])
        continue
    if fault == "missing" and ask["query"] == "q2":
        continue
    words = (TEXTS[ask["passage"]] if ask["ask"] == "passage" else ask["text"]).split()
    scores = {{doc: sum(text.split().count(word) for word in words) for doc, text in TEXTS.items()}}
    ranked = sorted((doc for doc in scores if scores[doc]), key=lambda doc: (scores[doc], doc), reverse=True)
    for rank, doc in enumerate(ranked[: ask["depth"]], 1):
        print(ask["query"], "Q0", doc, rank, scores[doc], "toy")
    if not ranked:
        print(ask["query"])
"""


@pytest.fixture
def engine(tmp_path):
    script = tmp_path / "toy engine.py"
    script.write_text(ENGINE)

    def address(*arguments, name="toy="):
        return f"{name}command:{shlex.join([sys.executable, str(script), *arguments])}"

    return address


def lists(runs):
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


def test_a_program_gets_json_lines_and_gives_the_lines_of_a_run(engine):
    index = open_index(engine())
    runs = index.search(QUERIES, depth=4)
    assert runs.systems == ("toy",)
    assert lists(runs) == EXPECTED
    assert lists(index.search_passages({"a": "d5"}, depth=2)) == {"a": (["d2", "d5"], [3.0, 2.0])}
    assert index.has(["d1", "d9", "d1"]) == {"d1"}
    assert index.has([]) == set()


def test_a_name_stands_before_the_address_or_is_the_programs(engine):
    assert open_index(engine()).name == "toy"
    assert open_index(engine(name="")).name == os.path.splitext(os.path.basename(sys.executable))[0]


def test_more_than_a_pipe_holds_goes_through_it_both_ways(engine):
    queries = {f"q{i}": "red dog " * 50 for i in range(5000)}
    assert len(open_index(engine()).search(queries, depth=4).queries) == 5000


FAULTS = [
    (["exit"], r"failed with exit code 4 \(\"index not found\"\)"),
    (["signal"], "was ended by signal 9"),
    (["missing"], '2 of 3 queries, none for "q2"'),
    (["line"], "line 1 has more than 65,536 bytes"),
    (["endless"], 'query "q1" has more documents than 4, its depth'),
    (["bytes"], "line 1: .*expected text in UTF-8"),
    (["print", "q1 Q0 d1 1 1.0"], 'line 1: "q1 Q0 d1 1 1.0", expected `query Q0 document'),
    (["print", "q9 Q0 d1 1 1.0 x"], 'line 1: query "q9", expected one that was asked for'),
    (["print", "q1 Q0 d1 1 nan x"], 'has the score "nan", expected a finite number'),
    (["print", "q1 Q0 d1 1 1e999 x"], 'has the score "1e999"'),
    (["print", "q1 Q0 d1 1 high x"], 'has the score "high"'),
    (["print", "q2 Q0 d3 1 1.0 x"], 'query "q2": document "d3" twice'),
]


@pytest.mark.parametrize(("arguments", "words"), FAULTS, ids=[" ".join(fault) for fault, _ in FAULTS])
def test_what_is_wrong_with_an_answer_is_said_and_no_list_is_short(engine, arguments, words):
    with pytest.raises(InputError, match=words):
        open_index(engine(*arguments)).search(QUERIES, depth=4)


def runs_still(pid):
    """Whether a process runs; one that has ended may wait for whoever asks how."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_program_that_hangs_is_ended_with_what_it_has_started(engine, tmp_path):
    with pytest.raises(InputError, match=r'silent for 0.5 seconds after 0 lines \("loading"\).*raise --timeout'):
        open_index(engine("hang"), timeout=0.5).search(QUERIES)
    place = tmp_path / "pid"
    with pytest.raises(InputError, match="silent for 1 seconds"):
        open_index(engine("grandchild", str(place)), timeout=1.0).search(QUERIES)
    for _ in range(100):
        if not runs_still(int(place.read_text())):
            break
        time.sleep(0.05)
    else:
        pytest.fail("what the program has started runs on")


def test_a_program_that_reads_nothing_is_no_fault_where_its_answer_is_whole(tmp_path):
    index = open_index("command:echo 'q1 Q0 d1 1 2.5 x'")
    assert lists(index.search({"q1": "x" * 1_000_000})) == {"q1": (["d1"], [2.5])}


def test_an_address_that_names_no_program_is_refused(tmp_path):
    for address, error, words in (
        ("command:", UsageError, "names no program"),
        ("command:'x", UsageError, "a quotation mark without its other"),
        ("command:no-such-program --fast", InputError, 'there is no program "no-such-program"'),
        (f"command:{tmp_path}", InputError, "there is no program"),
    ):
        with pytest.raises(error, match=words):
            open_index(address)
    with pytest.raises(UsageError, match="timeout=0"):
        open_index("command:echo", timeout=0)
    with pytest.raises(InputError, match=r'query "q 1" can\'t stand in the lines of a run'):
        open_index("command:echo").search({"q 1": "red"})


def test_a_url_without_an_engine_says_what_stands_before_it():
    with pytest.raises(UsageError, match="opensearch:http://HOST:9200/NAME"):
        open_index("http://127.0.0.1:9200/passages")


def test_the_command_line_searches_and_extrapolates_with_a_program(engine, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in QUERIES.items()))
    (tmp_path / "gold.tsv").write_text("q1\td5\n")
    (tmp_path / "texts.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in TEXTS.items()))
    (tmp_path / "qrels.txt").write_text("q1 0 d5 2\n")
    assert main(["search", engine(), "queries.tsv", "-o", "toy.run"]) == 0
    assert (tmp_path / "toy.run").read_text().splitlines()[0] == "q1 Q0 d2 1 3.0 toy"
    told = capsys.readouterr().err
    assert "1 query of 3 without a word of the index" in told
    assert "from program, " in told
    assert main(["search", engine(), "gold.tsv", "--passages", "-o", "near.run"]) == 0
    assert (tmp_path / "near.run").read_text().splitlines()[-1] == "q1 Q0 d1 4 1.0 toy"
    assert main(["search", engine(), "gold.tsv", "--passages", "--as-query", "-o", "x.run"]) == 2
    assert main(["search", engine(), "queries.tsv", "--k1", "1.2", "-o", "x.run"]) == 2
    assert "k1 has no effect on toy, which scores by its own settings" in capsys.readouterr().err
    assert main(["search", engine("missing"), "queries.tsv", "-o", "x.run"]) == 3
    assert not (tmp_path / "x.run").exists()
    assert main(["index", "texts.tsv", "-o", "bm25.index"]) == 0
    assert main(["extrapolate", "qrels.txt", "bm25.index", engine(), "--deemed", "2", "-o", "more"]) == 0
    assert (tmp_path / "more" / "toy.qrels").read_text() == "q1 0 d5 2\nq1 1 d2 2\nq1 2 d4 2\n"
    saved = json.loads((tmp_path / "more" / "provenance.json").read_text())
    assert saved["engines"]["toy"]["engine"] == "program"
    assert saved["inputs"][engine()] == ""
