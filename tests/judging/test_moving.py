"""A campaign kept safe and moved by the command line: export, import, as of a moment."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # databases_by_hand, served_by_hand

from databases_by_hand import KINDS
from served_by_hand import ran, run, serve

from tests.judging_by_hand import DOCS, QUERIES, campaign, person

TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")


@pytest.fixture
def folder(tmp_path):
    """The texts, as files."""
    for name, texts in (("queries", QUERIES), ("docs", DOCS)):
        (tmp_path / f"{name}.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in texts.items()))
    return tmp_path


def judged(source):
    """A campaign of which one person has answered three tasks."""
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        for held, name in zip(made.hold(ann, made.tasks()[:3]), ("Related", "Irrelevant", "Related"), strict=True):
            made.record(ann, held.key, held.task, {"answer": name})


def refused(*words, cwd):
    """Exit code and message of a verb that fails."""
    done = ran(*words, cwd=cwd)
    return done.returncode, done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_an_exported_log_makes_the_same_labels_in_the_other_database_byte_for_byte(folder, kind, new_database):
    first, other = new_database(kind), new_database(KINDS[kind == "sqlite"])
    judged(first)
    run("labels", first, "--to", "log", "-o", "log.jsonl", cwd=folder)
    run("labels", first, "-o", "first.txt", cwd=folder)
    run("judge", other, "--import", "log.jsonl", *TEXTS, cwd=folder)
    with serve(other, cwd=folder) as served:
        assert served.tasks()["tasks"][0]["docs"] == [{"text": DOCS["d1"]}], "what is left is judged there"
    run("labels", other, "-o", "other.txt", cwd=folder)
    assert (folder / "other.txt").read_bytes() == (folder / "first.txt").read_bytes()
    *entries, _ = (folder / "log.jsonl").read_text().splitlines(keepends=True)
    assert run("labels", other, "--to", "log", cwd=folder).startswith("".join(entries))


def exported(folder, *words):
    """The entries of a.campaign's log, and its last line."""
    *entries, last = map(json.loads, run("labels", "a.campaign", "--to", "log", *words, cwd=folder).splitlines())
    return entries, last


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize(
    ("cut", "message"),
    [
        (lambda lines: lines[:-1], "it has 9 entries up to the hash .*, expected a last line after them"),
        (lambda lines: lines[:5], "it has 5 entries up to the hash .*, expected a last line after them"),
        (lambda lines: [*lines[:-4], lines[-1]], "it has 6 entries up to .*, expected 9 entries up to .* by its last"),
        (lambda lines: lines[-1:], "is empty, expected the log of a campaign"),
        (lambda lines: [*lines, lines[-1]], "is no entry of a log"),
        (
            lambda lines: [*lines[:-1], lines[-1].replace('"sha256":"', '"sha256":"0')],
            "9 entries up to .*9 entries up to",
        ),
    ],
)
def test_an_exported_log_that_was_cut_short_is_not_taken_over(folder, is_new, cut, message):
    judged(folder / "a.campaign")
    entries, last = exported(folder)
    assert last == {"kind": "end", "entries": 9, "sha256": entries[-1]["sha256"]}
    lines = run("labels", "a.campaign", "--to", "log", cwd=folder).splitlines(keepends=True)
    (folder / "log.jsonl").write_text("".join(cut(lines)))
    to = "b.campaign" if is_new else "a.campaign"
    code, said = refused("judge", to, "--import", "log.jsonl", *TEXTS, cwd=folder)
    assert code == 3
    assert re.search(message, " ".join(said.split())), said
    assert (folder / "b.campaign").exists() is False
    assert exported(folder)[0] == entries


def test_a_log_whose_texts_are_others_makes_no_campaign(folder):
    judged(folder / "a.campaign")
    run("labels", "a.campaign", "--to", "log", "-o", "log.jsonl", cwd=folder)
    (folder / "docs.tsv").write_text("d1\tYeast.\nd2\tBread.\nd3\tA giraffe.\n")
    code, message = refused("judge", "b.campaign", "--import", "log.jsonl", *TEXTS, cwd=folder)
    assert code == 3
    assert "3 documents of the log with another text than people were shown" in message
    assert not [path.name for path in folder.iterdir() if path.name.startswith("b.campaign")]


def test_labels_as_of_an_entry_or_a_time_are_those_that_the_log_had_then(folder):
    judged(folder / "a.campaign")
    log, _ = exported(folder)
    second = [entry for entry in log if entry["kind"] == "answer"][1]
    assert len(run("labels", "a.campaign", cwd=folder).splitlines()) == 3
    assert len(run("labels", "a.campaign", "--as-of", second["entry"], cwd=folder).splitlines()) == 2
    for time in (log[-1]["time"], log[-1]["time"][:19] + "Z", log[-1]["time"][:10]):
        assert len(run("labels", "a.campaign", "--as-of", time, cwd=folder).splitlines()) == 3
    until, last = exported(folder, "--as-of", second["entry"])
    assert [entry["entry"] for entry in until] == list(range(1, second["entry"] + 1))
    assert (last["entries"], last["sha256"]) == (second["entry"], second["sha256"])


@pytest.mark.parametrize(
    ("as_of", "code", "message"),
    [
        ("99", 2, "the log has 9 entries, but got the entry 99"),
        ("0", 2, "expected the number of an entry or a time"),
        ("yesterday", 2, 'expected the number of an entry or a time such as 2026-11-23 .* but got "yesterday"'),
        ("2020-01-01", 3, "nobody has answered in a.campaign as of 2020-01-01"),
        ("2020-13-01", 2, "expected the number of an entry or a time"),
    ],
)
def test_a_moment_that_the_log_has_not_is_refused(folder, as_of, code, message):
    judged(folder / "a.campaign")
    got, said = refused("labels", "a.campaign", "--as-of", as_of, cwd=folder)
    assert got == code
    assert re.search(message, " ".join(said.split())), said


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_written_while_the_page_is_served_and_serves_itself(folder, kind, new_database):
    first = new_database(kind)
    judged(first)
    with serve(first, cwd=folder) as served:
        task = served.tasks()["tasks"][0]
        assert served.answer(task, "Related")[0] == 201
        run("judge", first, "--backup", "copy.campaign", cwd=folder)
        assert served.ask("GET", "/health")[0] == 200
    assert run("labels", "copy.campaign", cwd=folder) == run("labels", first, cwd=folder)
    with serve("copy.campaign", cwd=folder) as again:
        assert again.tasks(token=served.token)["state"] == "done", "links of the first are links of its copy"


def test_a_copy_never_replaces_a_file(folder):
    judged(folder / "a.campaign")
    (folder / "copy").write_text("mine")
    code, message = refused("judge", "a.campaign", "--backup", "copy", cwd=folder)
    assert (code, (folder / "copy").read_text()) == (2, "mine")
    assert "copy is there already" in message or '"copy" is there already' in message


def test_a_table_of_answers_becomes_labels(folder):
    (folder / "pool.tsv").write_text("query\tdoc\nq1\td1\nq1\td2\n")
    (folder / "crowd.csv").write_text("qid,docno,grade\nq1,d1,3\nq1,d2,Irrelevant\n")
    run("judge", "a.campaign", "pool.tsv", *TEXTS, "--import", "crowd.csv", "--assessor", "crowd", cwd=folder)
    with serve("a.campaign", cwd=folder) as served:
        assert served.tasks()["state"] == "done"
    assert run("labels", "a.campaign", cwd=folder) == "q1 0 d1 3\nq1 0 d2 0\n"
    run("judge", "a.campaign", "--import", "crowd.csv", "--assessor", "crowd", cwd=folder)
    log = [json.loads(line) for line in run("labels", "a.campaign", "--to", "log", cwd=folder).splitlines()]
    assert [entry["kind"] for entry in log if entry["kind"] in ("import", "answer")] == ["import", "answer", "answer"]


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize(
    ("table", "code", "message"),
    [
        ("query\tdoc\tgrade\nq1\td1\t3\nq9\td1\t3\n", 3, '1 answer to what this campaign does not ask: "q9" "d1"'),
        ("query\tdoc\tgrade\nq1\td1\t9\n", 3, 'the answer "9", expected one of 0, 1, 2, 3, Irrelevant'),
        ("query\tdoc\tgrade\nq1\td1\t1\nq1\td1\t2\n", 3, 'a second answer to "q1" "d1"'),
        ("query\tdoc\nq1\td1\n", 3, "expected one for each of grade"),
    ],
)
def test_a_table_of_answers_that_does_not_fit_changes_nothing(folder, is_new, table, code, message):
    (folder / "crowd.tsv").write_text(table)
    (folder / "pool.tsv").write_text("query\tdoc\nq1\td1\nq1\td2\n")
    words = ["judge", "a.campaign"]
    if is_new:
        words += ["pool.tsv", *TEXTS]
    else:
        judged(folder / "a.campaign")
        before = run("labels", "a.campaign", "--to", "log", cwd=folder)
    got, said = refused(*words, "--import", "crowd.tsv", "--assessor", "crowd", cwd=folder)
    assert got == code
    assert message in " ".join(said.split())
    if is_new:
        assert not (folder / "a.campaign").exists()
    else:
        assert run("labels", "a.campaign", "--to", "log", cwd=folder) == before


def test_several_servers_share_one_postgresql(folder, new_database):
    source = new_database("postgresql")
    campaign(source, wanted=2).close()
    with serve(source, cwd=folder) as one, serve(source, cwd=folder) as other:
        tokens = {name: run("invite", source, name, cwd=folder).strip().split("/in/")[1] for name in ("Ann", "Ben")}
        held = {}
        for served, name in ((one, "Ann"), (other, "Ben")):
            held[name] = served.tasks(n=4, token=tokens[name])["tasks"]
            assert len(held[name]) == 4, "each of two answers is held by one person"
        assert one.tasks()["state"] == other.tasks()["state"] == "waiting"
        task = held["Ann"][0]
        first = one.answer(task, "Related", token=tokens["Ann"])
        again = other.answer(task, "Related", token=tokens["Ann"])
        assert (first[0], again) == (201, (200, first[1])), "sent to both it is one entry"
        for i, task in enumerate([*held["Ann"][1:], *held["Ben"]]):
            name = "Ann" if i < 3 else "Ben"
            assert (one, other)[i % 2].answer(task, "Related", token=tokens[name])[0] == 201
        assert one.tasks()["state"] == other.tasks()["state"] == "done"
    log = [json.loads(line) for line in run("labels", source, "--to", "log", cwd=folder).splitlines()]
    assert len({entry["key"] for entry in log if entry["kind"] == "answer"}) == 8


def test_a_second_server_is_refused_by_whatever_name_the_file_has(folder):
    judged(folder / "a.campaign")
    (folder / "link").symlink_to("a.campaign")
    with serve("a.campaign", cwd=folder) as served:
        code, message = refused("judge", "link", "--listen", "127.0.0.1:0", cwd=folder)
        assert code == 3
        assert f"is served already, by process {served.process.pid} at {served.origin}" in " ".join(message.split())
