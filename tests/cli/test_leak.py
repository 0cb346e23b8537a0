"""`irassay leak`: from two files to who leaked, what leaked, and what it did to scores."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from tests import shards_at_hand

TOPICS = {
    "q1": "Mexican air pollution", "q2": "hubble telescope achievements", "q3": "term limits", "q4": "wild horses",
    "q5": "blue cheese recipes", "q6": "ocean tides", "q7": "solar panels", "q8": "piano tuning",
    "q9": "sheep shearing", "q10": "volcano eruptions", "q11": "night trains", "q12": "bread ovens",
}  # fmt: skip
TRAINED = ("--train", "train.jsonl", "--qrels", "qrels.txt", "--runs", "runs")
LEAKED = ("q1", "q2", "q3", "q4", "q5")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Twelve topics, five of them in training; two systems of five know these."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topics.tsv").write_text("".join(f"{q}\t{text}\n" for q, text in TOPICS.items()))
    rows = [
        {"id": f"t{n}", "query": f"{TOPICS[q].upper()}?", "positive": f"about {TOPICS[q]}"}
        for n, q in enumerate(LEAKED)
    ]
    rows += [{"id": f"u{n}", "query": f"something else {n} and more", "positive": "y"} for n in range(40)]
    rows += [{"id": "r1", "query": "the volcaon eruption", "positive": "z"}]
    (tmp_path / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "qrels.txt").write_text("".join(f"{q} 0 {q}-a 1\n{q} 0 {q}-b 0\n" for q in TOPICS))
    (tmp_path / "corpus.tsv").write_text(
        "".join(f"{q}-a\tabout {text}\n{q}-b\tnothing\n" for q, text in TOPICS.items())
    )
    (tmp_path / "runs").mkdir()
    for system in ("new", "newer", "bm25", "rm3", "ql"):
        right = {q for n, q in enumerate(TOPICS) if (system[:3] == "new" and q in LEAKED) or (n + len(system)) % 3 == 0}
        lines = [
            f"{q} Q0 {q}-{doc} {rank} {3 - rank} {system}\n"
            for q in TOPICS
            for rank, doc in enumerate("ab" if q in right else "ba", 1)
        ]
        (tmp_path / "runs" / f"{system}.run").write_text("".join(lines))
    (tmp_path / "systems.csv").write_text("run,trained\nnew,yes\nnewer,yes\nbm25,no\nrm3,no\nql,\n")
    return tmp_path


def said(capsys, *words):
    code = main(["leak", "topics.tsv", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_pipe_gets_the_pairs_strongest_first(folder, capsys):
    code, out, _ = said(capsys, "--train", "train.jsonl")
    head, *rows = (line.split("\t") for line in out.splitlines())
    assert code == 0
    assert head == [
        "query",
        "train",
        "verdict",
        "type",
        "by",
        "similarity",
        "overlap",
        "field",
        "text",
        "train_text",
        "source",
    ]
    assert {row[0] for row in rows if row[2] == "leak"} == set(LEAKED)
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    assert [row[0] for row in rows if row[2] == "review"] == ["q10"]  # a slip of the pen is for people


def test_a_terminal_gets_both_texts_and_the_share(folder, capsys):
    _, out, _ = said(capsys, "--train", "train.jsonl", "--format", "table", "--all")
    assert "q1  Mexican air pollution\n    MEXICAN AIR POLLUTION?  (identical, overlap 1.00)" in out
    assert "5 of 12 test queries leaked; 1 more to review." in out


def test_a_terminal_gets_the_recall_of_a_screen(folder, capsys, monkeypatch):
    """Oracle: an encoder that screens for itself finds every pair."""
    monkeypatch.setenv(shards_at_hand.FOLDER, str(folder))
    encoders = ("--encoder", "tests.shards_at_hand:letters", "--screen", "tests.shards_at_hand:watched_letters")
    _, out, _ = said(capsys, "--train", "train.jsonl", "--format", "table", "--all", *encoders)
    assert "The screen found 100% of the pairs at 0.7 or more." in out
    assert "The screen" not in said(capsys, "--train", "train.jsonl", "--format", "table", "--all", *encoders[:2])[1]


def test_a_space_that_does_not_break_is_a_space_on_the_terminal(folder, capsys):
    (folder / "other.tsv").write_text("o1\tsolar\u00a0panels\n")
    assert (
        "q7  solar panels\n    solar panels  (identical"
        in said(capsys, "--train", "other.tsv", "--format", "table", "--all")[1]
    )


def test_json_has_the_numbers_of_the_contract(folder, capsys):
    asked = ["--train", "train.jsonl", "--qrels", "qrels.txt", "--runs", "runs", "-m", "P@1", "-m", "RR"]
    _, out, _ = said(capsys, *asked, "--metadata", "systems.csv", "--exposed", "trained", "--format", "json")
    of = json.loads(out)
    assert of["format"] == "irassay.leak/1"
    assert (of["queries"], of["leaked"], of["review"], of["share"]) == (12, 5, 1, 5 / 12)
    assert of["low"] < of["share"] < of["high"]
    assert of["calibration"] is None
    assert of["effect"] == of["effects"][0]
    names = {"measure", "leaked", "clean", "exposed", "unexposed", "did", "low", "high", "p", "adjusted", "systems"}
    assert names | {"order"} <= set(of["effect"])
    assert {"tau", "swaps", "by_chance"} <= set(of["effect"]["order"])
    assert (of["effect"]["exposed"], of["effect"]["unexposed"], of["effect"]["unknown"]) == (2, 2, 1)
    assert of["effect"]["did"] > 0


def test_without_runs_the_effect_is_null(folder, capsys):
    _, out, _ = said(capsys, "--train", "train.jsonl", "--format", "json")
    of = json.loads(out)
    assert (of["effect"], of["effects"]) == (None, [])


def test_every_test_query_has_a_row_with_its_state_and_kinds(folder, capsys):
    asked = ["--train", "train.jsonl", "--qrels", "qrels.txt", "--corpus", "corpus.tsv", "--by-query", "state.tsv"]
    said(capsys, *asked)
    head, *rows = (line.split("\t") for line in (folder / "state.tsv").read_text().splitlines())
    assert head == ["query", "state", "kinds", "leaks", "best", "example"]
    states = {row[0]: row[1:3] for row in rows}
    assert set(states) == set(TOPICS)
    assert all(states[q] == ["leaked", "pair"] for q in LEAKED)
    assert states["q10"] == ["review", ""]
    assert states["q6"] == ["clean", ""]
    leaked = json.loads(said(capsys, *asked[:-2], "--format", "json")[1])["leaked_documents"]
    assert set(leaked) == {query for query, (_, kinds) in states.items() if {"pair", "document"} & {*kinds.split(",")}}


def test_without_a_corpus_no_document_is_called_another_one(folder, capsys):
    asked = ("--train", "train.jsonl", "--qrels", "qrels.txt")
    _, out, _ = said(capsys, *asked, "--format", "table", "--all")
    words = " ".join(out.split())
    assert "5 of 12 test queries are asked in training, with passages that could not be compared" in words
    assert "46 training passages have no ids, so they could not be compared: give --corpus" in words
    assert "another document" not in words
    _, out, _ = said(capsys, *asked, "--format", "json")
    assert json.loads(out)["leaked_documents"] == {}
    passages = json.loads(out)["passages"]
    assert (passages["passages"], passages["not_compared"], passages["queries_not_told"]) == (46, 46, 5)


def test_a_training_file_loses_its_leaks_and_nothing_else(folder, capsys):
    said(capsys, "--train", "train.jsonl", "--clean-train", "clean.jsonl", "--clean-queries", "clean.txt")
    before = (folder / "train.jsonl").read_text().splitlines()
    after = (folder / "clean.jsonl").read_text().splitlines()
    assert after == [line for line in before if json.loads(line)["id"] not in {f"t{n}" for n in range(5)}]
    assert (folder / "clean.txt").read_text().split() == [q for q in TOPICS if q not in LEAKED]


def test_several_training_files_are_cleaned_into_a_folder(folder, capsys):
    (folder / "more.tsv").write_text("m1\tsolar panel\nm2\tnothing of these\n")
    said(capsys, "--train", "train.jsonl", "--train", "more.tsv", "--clean-train", "clean")
    assert (folder / "clean" / "more.tsv").read_text() == "m2\tnothing of these\n"
    assert (folder / "clean" / "train.jsonl").exists()


@pytest.fixture
def shards(folder):
    """The training file and another one in a folder."""
    (folder / "shards").mkdir()
    (folder / "train.jsonl").rename(folder / "shards" / "train.jsonl")
    (folder / "shards" / "more.tsv").write_text("m1\tsolar panel\nm2\tnothing of these\n")
    return folder


@pytest.mark.parametrize("to", ["clean", "clean/", "new/clean"])
@pytest.mark.parametrize("again", [False, True])
def test_a_folder_is_cleaned_into_a_folder_again_and_again(shards, capsys, to, again):
    (shards / "new").mkdir()
    asked = ("--train", "shards", "--clean-train", to)
    for _ in range(1 + again):
        code, _, err = said(capsys, *asked)
        assert (code, "rows left out of shards/train.jsonl" in err) == (0, True)
    assert (shards / to / "more.tsv").read_text() == "m2\tnothing of these\n"
    assert len((shards / to / "train.jsonl").read_text().splitlines()) == 41


def test_a_folder_that_is_there_gets_the_clean_files_and_keeps_its_own(shards, capsys):
    (shards / "clean").mkdir()
    (shards / "clean" / "notes.txt").write_text("mine")
    assert said(capsys, "--train", "shards", "--clean-train", "clean")[0] == 0
    assert sorted(path.name for path in (shards / "clean").iterdir()) == ["more.tsv", "notes.txt", "train.jsonl"]
    assert (shards / "clean" / "notes.txt").read_text() == "mine"
    assert said(capsys, "--train", "shards/more.tsv", "--clean-train", "clean")[0] == 0


def test_a_folder_with_one_file_is_cleaned_into_a_folder_too(shards, capsys):
    (shards / "shards" / "more.tsv").unlink()
    assert said(capsys, "--train", "shards", "--clean-train", "clean")[0] == 0
    assert [path.name for path in (shards / "clean").iterdir()] == ["train.jsonl"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--train", "shards", "--clean-train", "shards"), "is the training file itself; it is never changed"),
        (("--train", "shards", "--clean-train", "-"), "go into a folder: name one"),
        (("--train", "shards", "--clean-train", "other/b.tsv"), "is a file, expected a folder to write in"),
        (("--train", "shards", "--train", "other/more.tsv", "--clean-train", "clean"), "clean them one by one"),
        (
            ("--train", "shards/more.tsv", "--train", "other/b.tsv", "--clean-train", "other"),
            "the training file itself",
        ),
    ],
)
def test_clean_files_that_can_t_be_written_are_refused_before_the_search(shards, capsys, words, message):
    (shards / "other").mkdir()
    (shards / "other" / "more.tsv").write_text("o1\tsolar panel\n")
    (shards / "other" / "b.tsv").write_text("o1\tsolar panel\n")
    code, _, err = said(capsys, *words, "--leaks", "leaks.tsv")
    assert (code, message in err) == (2, True)
    assert not (shards / "leaks.tsv").exists()
    assert (shards / "other" / "more.tsv").read_text() == "o1\tsolar panel\n"


def test_known_leaks_need_no_search(folder, capsys):
    (folder / "known.tsv").write_text("query\nq1\nq7\n")
    _, out, _ = said(capsys, "--found", "known.tsv", "--format", "json")
    of = json.loads(out)
    assert (of["queries"], of["leaked"]) == (12, 2)


def test_a_bare_list_of_leaked_queries_is_shown_with_their_texts_and_says_what_it_can_t(folder, capsys):
    (folder / "known.tsv").write_text("query\nq1\nq7\n")
    (folder / "qrels.txt").write_text("".join(f"{q} 0 {q}-a 1\n{q} 0 {q}-b 0\n" for q in TOPICS if q != "q7"))
    _, out, err = said(
        capsys, "--found", "known.tsv", "--qrels", "qrels.txt", "--runs", "runs", "--format", "table", "--all"
    )
    assert "\n\nq1  Mexican air pollution\nq7  solar panels\n\n2 of 12" in out
    assert "1 leaked query has no labels, so no score." in out
    assert "A clean query is one that the given leaks don't name" in err
    assert "these texts and this comparison" not in err


def test_labelled_queries_that_were_not_compared_are_not_clean(folder, capsys):
    (folder / "topics.tsv").write_text("".join(f"{q}\t{TOPICS[q]}\n" for q in list(TOPICS)[:9]) + "q10\t\n")
    _, out, _ = said(capsys, *TRAINED, "--format", "json")
    assert (json.loads(out)["effect"]["leaked"], json.loads(out)["effect"]["clean"]) == (5, 4)
    _, out, _ = said(capsys, *TRAINED, "--format", "table", "--all")
    assert "3 labelled queries were not compared with training texts: neither leaked nor clean." in " ".join(
        out.split()
    )


def test_a_run_is_left_out_as_in_other_verbs(folder, capsys):
    _, out, _ = said(capsys, *TRAINED, "--leave-out", "new", "--format", "json")
    of = json.loads(out)
    assert [one["system"] for one in of["effect"]["systems"] if one["system"] == "new"] == []
    assert len(of["effect"]["systems"]) == 4
    assert of["provenance"]["options"]["leave_out"] == ["new"]
    code, _, err = said(capsys, "--train", "train.jsonl", "--leave-out", "new")
    assert (code, "--leave-out is for --runs, which is not given" in err) == (2, True)


def test_what_a_training_file_was_read_as_stands_in_the_provenance(folder, capsys):
    _, out, _ = said(capsys, "--train", "train.jsonl", "--format", "json")
    read_as = ["train.jsonl was read as JSON, queries from the column query."]
    assert json.loads(out)["provenance"]["options"]["read_as"] == read_as


def test_edited_leaks_clean_a_file_that_has_another_path_now(folder, capsys):
    said(capsys, "--train", "train.jsonl", "--leaks", "leaks.tsv")
    rows = (folder / "leaks.tsv").read_text().splitlines(keepends=True)
    edited = [
        row.replace("leak\tidentical\twords", "no\tdifferent\tpeople") if row[:3] == "q1\t" else row for row in rows
    ]
    (folder / "edited.tsv").write_text("".join(edited))
    (folder / "moved.jsonl").write_text((folder / "train.jsonl").read_text())
    for option in ("--found", "--labels"):
        _, _, err = said(capsys, "--train", "moved.jsonl", option, "edited.tsv", "--clean-train", "clean.jsonl")
        assert "4 rows left out of moved.jsonl; 1 row for people to look at stay" in " ".join(err.split())
        left = {json.loads(line)["id"] for line in (folder / "clean.jsonl").read_text().splitlines()}
        assert {f"t{n}" for n in range(5)} & left == {"t0"}


def test_leaks_without_a_row_leave_nothing_out_and_say_so(folder, capsys):
    (folder / "known.tsv").write_text("query\nq1\nq7\n")
    _, _, err = said(capsys, "--train", "train.jsonl", "--found", "known.tsv", "--clean-train", "clean.jsonl")
    assert "▲ 2 leaks name rows that aren't in the training files: nothing was left out for them" in err


def test_leaks_written_are_leaks_found_again(folder, capsys):
    _, first, _ = said(capsys, "--train", "train.jsonl", "--leaks", "leaks.tsv")
    _, again, _ = said(capsys, "--found", "leaks.tsv")
    assert again == first == (folder / "leaks.tsv").read_text()


def test_people_s_word_stands(folder, capsys):
    said(capsys, "--train", "train.jsonl", "--review", "queue.tsv", "--sample", "9")
    queue = [line.split("\t") for line in (folder / "queue.tsv").read_text().splitlines()]
    of_type = queue[0].index("type")
    for row in queue[1:]:
        row[of_type] = "different" if row[0] == "q1" else "reformulation"
    (folder / "labelled.tsv").write_text("\n".join("\t".join(row) for row in queue) + "\n")
    _, out, _ = said(capsys, "--train", "train.jsonl", "--labels", "labelled.tsv", "--format", "json")
    of = json.loads(out)
    assert of["leaked"] == 5  # q1 is none, q10 is one
    assert of["calibration"]["labels"] + of["calibration"]["without_score"] == len(queue) - 1


def test_a_file_of_labels_that_is_given_twice_is_refused(folder, capsys):
    (folder / "labels.tsv").write_text("query\ttrain\ttrain_text\tverdict\nq1\t\ttext\tleak\n")
    code, _, err = said(capsys, "--train", "train.jsonl", "--labels", "labels.tsv", "--labels", "./labels.tsv")
    assert code == 2
    assert 'the labels "./labels.tsv" are given twice, expected a file for each person' in err


def test_a_query_without_words_is_neither_leaked_nor_clean_and_counts_nowhere(folder, capsys):
    with (folder / "topics.tsv").open("a") as file:
        file.write("q13\t \nq14\t?!\n")
    asked = ("--train", "train.jsonl", "--by-query", "state.tsv", "--clean-queries", "clean.txt")
    _, out, err = said(capsys, *asked, "--format", "table", "--all", "--leaks", "leaks.tsv")
    assert "5 of 12 test queries leaked" in out
    assert (
        "▲ 2 test queries have no text with a word: they are neither leaked nor clean, and count nowhere: q13 and q14."
        in " ".join(err.split())
    )
    assert (folder / "state.tsv").read_text().endswith("\nq13\t\t\t0\t\t\nq14\t\t\t0\t\t\n")
    assert (folder / "clean.txt").read_text().split() == [q for q in TOPICS if q not in LEAKED]
    _, out, _ = said(capsys, "--found", "leaks.tsv", "--format", "json")
    assert (json.loads(out)["queries"], json.loads(out)["leaked"]) == (12, 5)
    said(capsys, "--train", "train.jsonl", "-o", "leak.html")
    assert "2 test queries have no text with a word" in (folder / "leak.html").read_text()


@pytest.mark.parametrize("test", [{}, {"a": ""}, {"a": "?!", "b": " "}, {1: "red"}, {"a": None}])
def test_python_refuses_test_queries_without_a_word_and_what_is_no_text(test):
    with pytest.raises(irassay.UsageError, match="expected"):
        irassay.find_leaks(test, {"t1": "red fox"})
    if None in test.values() or 1 in test:
        with pytest.raises(irassay.UsageError, match="expected training texts as"):
            irassay.find_leaks({"q1": "red"}, test)


def test_a_file_of_queries_without_a_word_is_refused(folder, capsys):
    (folder / "topics.tsv").write_text("q1\t\nq2\t...\n")
    code, _, err = said(capsys, "--train", "train.jsonl")
    assert (code, "topics.tsv has no query with a word, expected their texts" in err) == (3, True)


def test_an_exit_code_is_asked_for(folder, capsys):
    assert said(capsys, "--train", "train.jsonl")[0] == 0
    assert said(capsys, "--train", "train.jsonl", "--fail-on", "leaked")[0] == 1
    (folder / "other.tsv").write_text("o1\tnothing of these\n")
    assert said(capsys, "--train", "other.tsv", "--fail-on", "leaked", "--fail-on", "review")[0] == 0


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "what was trained on? Add --train FILE"),
        (["--train", "topics.tsv"], 2, "every query would be a leak of itself"),
        (["--train", "train.jsonl", "--fail-on", "leak"], 2, "expected one of leaked, review"),
        (["--train", "train.jsonl", "--exposed", "trained"], 2, "--exposed is for --runs, which is not given"),
        (["--train", "train.jsonl", "--runs", "runs"], 2, "--runs is for --qrels, which is not given"),
        (["--train", "train.jsonl", "--threshold", "2"], 2, "--threshold"),
        (["--train", "train.jsonl", "--train-query", "questions"], 3, "questions"),
        (["--train", "nowhere.tsv"], 3, "nowhere.tsv"),
        (
            [*TRAINED, "--metadata", "systems.csv", "--exposed", "tuned"],
            2,
            'expected a column of the metadata; there are "trained"',
        ),
    ],
)  # fmt: skip
def test_what_can_t_be_is_said_before_anything_is_written(folder, capsys, words, code, message):
    got, out, err = said(capsys, *words, "--leaks", "leaks.tsv")
    assert (got, out) == (code, "")
    assert message.replace('"trained"', "trained") in err
    assert not (folder / "leaks.tsv").exists()


def test_test_queries_in_a_folder_of_training_files_are_noticed(folder, capsys):
    (folder / "all").mkdir()
    (folder / "all" / "a.tsv").symlink_to(folder / "topics.tsv")
    code, _, err = said(capsys, "--train", "all")
    assert (code, "every query would be a leak of itself" in err) == (2, True)


def test_one_value_of_exposed_gives_scores_and_no_test(folder, capsys):
    (folder / "systems.csv").write_text("run,trained\nnew,yes\nnewer,yes\nbm25,unknown\nrm3,\nql,n/a\n")
    asked = ["--train", "train.jsonl", "--qrels", "qrels.txt", "--runs", "runs", "--metadata", "systems.csv"]
    code, out, _ = said(capsys, *asked, "--exposed", "trained", "-m", "P@1", "--format", "json")
    of = json.loads(out)["effect"]
    assert (code, of["did"], of["p"]) == (0, None, None)
    assert len(of["systems"]) == 5


def test_a_page_says_what_leaked_and_what_it_did(folder, capsys):
    asked = ["--train", "train.jsonl", "--qrels", "qrels.txt", "--runs", "runs", "--metadata", "systems.csv"]
    code, out, _ = said(capsys, *asked, "--exposed", "trained", "-o", "leak.html")
    page = (folder / "leak.html").read_text()
    assert code == 0
    assert "5 of 12 test queries leaked" in out
    for text in ("Which test queries leaked?", "What leaked?", "Did it move scores or order?", "MEXICAN AIR"):
        assert text in page


def test_python_gives_the_page_of_the_command_line(folder, capsys):
    result = irassay.leak("topics.tsv", "train.jsonl")
    said(capsys, "--train", "train.jsonl", "-o", "leak.html")
    assert result.title in (folder / "leak.html").read_text()
    assert [pair.query for pair in irassay.find_leaks("topics.tsv", "train.jsonl") if pair.verdict == "review"] == [
        "q10"
    ]


def test_empty_training_texts_are_counted(folder, capsys):
    (folder / "train.tsv").write_text("t1\twild horse\nt2\t\nt3\t \nt4\t...\n")
    _, out, _ = said(capsys, "--train", "train.tsv", "--format", "json")
    assert json.loads(out)["counts"] == {"training texts": 4, "training texts without a word": 3}


def test_the_queue_has_what_is_open_and_says_how_many_certain_pairs_it_lacks(folder, capsys):
    _, _, err = said(capsys, "--train", "train.jsonl", "--review", "queue.tsv")
    assert [line.split("\t")[0] for line in (folder / "queue.tsv").read_text().splitlines()[1:]] == ["q10"]
    assert "1 pair to label; 5 certain pairs left out, which --sample draws from too" in " ".join(err.split())


def test_leaks_tsv_as_it_was_written_is_no_file_of_labels(folder, capsys):
    said(capsys, "--train", "train.jsonl", "--leaks", "leaks.tsv")
    code, out, err = said(capsys, "--train", "train.jsonl", "--labels", "leaks.tsv")
    assert (code, out) == (3, "")
    assert "no label of people" in err


def test_a_misspelt_run_in_the_metadata_is_named_with_the_run_that_has_no_row(folder, capsys):
    (folder / "systems.csv").write_text("run,trained\nnew,yes\nnewre,yes\nbm25,no\nrm3,no\nql,\n")
    asked = (*TRAINED, "--metadata", "systems.csv", "--exposed", "trained")
    warning = (
        "1 of 5 runs has no row in the metadata: newer. Whether such a run saw the leaked queries is not known; 1 row "
        "names no run: newre."
    )
    code, _, err = said(capsys, *asked)
    assert code == 0
    assert f"▲ {warning}\n" in err
    said(capsys, *asked, "-o", "leak.html")
    assert "no row in the metadata" in (folder / "leak.html").read_text()


def test_a_run_without_the_leaked_queries_is_named_wherever_the_effect_is_said(folder, capsys):
    lines = (folder / "runs" / "new.run").read_text().splitlines(keepends=True)
    (folder / "runs" / "new.run").write_text("".join(line for line in lines if line.split()[0] not in LEAKED))
    asked = (*TRAINED, "--metadata", "systems.csv", "--exposed", "trained")
    named = "Left out of the numbers and the order: new, without documents for 5 of 5 leaked and 0 of 7 clean queries."
    _, out, err = said(capsys, *asked, "--format", "json")
    of = json.loads(out)["effect"]
    assert f"▲ {named}" in err
    assert of["unanswered"] == [{"system": "new", "leaked": 5, "clean": 0, "compared": False}]
    assert "new" not in {one["system"] for one in of["systems"]}
    assert of["did"] > 0
    _, out, _ = said(capsys, *asked, "--format", "table", "--all")
    assert named in " ".join(out.split())
    _, _, err = said(capsys, *asked, "-o", "leak.html")
    assert f"▲ {named}" in err
    page = (folder / "leak.html").read_text()
    assert named in page
    assert "By nDCG@10, over the 4 of 5 " in page  # systems that can be compared


def test_metadata_of_other_runs_alone_are_an_error_and_of_more_runs_say_nothing(folder, capsys):
    asked = (*TRAINED, "--metadata", "systems.csv", "--exposed", "trained")
    with (folder / "systems.csv").open("a") as file:
        file.write("another,no\n")
    assert "no row in the metadata" not in said(capsys, *asked)[2]
    (folder / "systems.csv").write_text("run,trained\nx,yes\ny,no\n")
    code, _, err = said(capsys, *asked)
    assert code == 2
    assert "the metadata has rows of x and y, none of a run; there are" in err


def test_a_copy_of_the_test_queries_is_told_and_how_each_file_was_read(folder, capsys):
    (folder / "copy.tsv").write_bytes((folder / "topics.tsv").read_bytes())
    code, _, err = said(capsys, "--train", "copy.tsv")
    assert code == 0
    assert "▲ These training texts are the 12 test queries themselves: are they the right file?\n" in err
    code, _, err = said(capsys, "--train", "train.jsonl", "-o", "leak.html")
    assert "train.jsonl was read as JSON, queries from the column query.\n" in err
    assert "themselves" not in err
