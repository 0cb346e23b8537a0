"""`maintain`: newcomers against the best answers, versions in the log, publications of any of them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import combinations

import pytest

from irassay import Runs
from irassay.cli.answers.judging_work import rebuilt
from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError
from irassay.judging.assessors.maintaining import maintain, moves
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.judging.store.entries import lines

TEXTS = {doc: f"The text of {doc}." for doc in "abcdefghij"}
QUERIES = {"q1": "red shoes", "q2": "blue shoes"}
PAID = {"pay": "2.00", "fee": "0.50", "batch": 10}


def campaign_of(source, pairs, better):
    """A campaign of these pairs, judged."""
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair", **PAID)
    made = make_campaign(source, settings)
    made.add([Task("pair", query, pair) for query, pair in pairs], queries=QUERIES, docs=TEXTS)
    answer(made, better)
    return made


def answer(campaign, better):
    """Judge all that is open: `better(query, one, other)` is the preferred document, None for a tie."""
    names = {one.name: one.pseudonym for one in campaign.oversight.members()}
    ann = names.get("Ann") or campaign.person(campaign.invite("Ann")).pseudonym
    n = 0
    while held := campaign.hold(ann, campaign.tasks()):
        for one in held:
            best = better(one.query, *one.docs)
            said = "Equal" if best is None else ("Left", "Right")[one.docs.index(best)]
            campaign.record(ann, one.key, one.task, {"answer": said})
            n += 1
    return n


def by_letter(query, one, other):
    return min(one, other)


def runs_of(**firsts):
    """System -> its first document of q1, and of q2 where it has two letters."""
    return Runs.from_dict(
        {s: {q: {doc: 1.0} for q, doc in zip(QUERIES, docs, strict=False)} for s, docs in firsts.items()}
    )


@pytest.fixture
def campaign(tmp_path):
    with campaign_of(tmp_path / "c", [("q1", ("c", "d")), ("q2", ("c", "d"))], by_letter) as made:
        yield made


def test_a_newcomer_preferred_to_the_answer_replaces_it_and_one_that_is_beaten_changes_nothing(campaign):
    runs = runs_of(old="cc", better="ac", worse="ce")
    asked = maintain(campaign, runs, docs=TEXTS)
    assert asked.version.answers == {"q1": ["c"], "q2": ["c"]}
    assert asked.version.open == {"q1": ["a"], "q2": ["e"]}
    assert asked.n_tasks == asked.n_open == 2
    assert answer(campaign, by_letter) == 2
    settled = maintain(campaign, runs)
    assert settled.version.answers == {"q1": ["a"], "q2": ["c"]}
    assert settled.version.changes == [["q1", "c", "a"]]
    assert not settled.version.open
    assert [row[1] for row in settled.version.leaderboard[1:]] == ["better", "old", "worse"]
    assert [row[2] for row in settled.version.leaderboard[1:]] == ["1.0000", "0.5000", "0.0000"]


def test_a_newcomer_that_ties_stands_beside_the_answer(campaign):
    runs = runs_of(old="c", new="e")
    maintain(campaign, runs, docs=TEXTS)
    answer(campaign, lambda *_: None)
    assert maintain(campaign, runs).version.answers["q1"] == ["c", "e"]


def test_newcomers_that_beat_the_answer_meet_each_other_before_anything_changes(campaign):
    runs = runs_of(one="a", other="b", old="c")
    assert maintain(campaign, runs, docs=TEXTS).n_tasks == 2
    answer(campaign, by_letter)
    between = maintain(campaign, runs)
    assert between.n_tasks == 1
    assert between.version.answers["q1"] == ["c"]
    answer(campaign, by_letter)
    assert maintain(campaign, runs).version.answers["q1"] == ["a"]


def test_what_changes_nothing_makes_no_version(campaign):
    runs = runs_of(old="cc")
    assert maintain(campaign, runs).is_new
    again = maintain(campaign, runs)
    assert not again.is_new
    assert len(campaign.versions.all()) == again.version.number == 1


def test_moves_say_why_a_rank_changed_and_newcomers_cost_what_their_documents_took(campaign):
    maintain(campaign, runs_of(old="cc", weak="cd"))
    runs = runs_of(old="cc", weak="cd", new="ac", twin="ac")
    maintain(campaign, runs, docs=TEXTS)
    answer(campaign, by_letter)
    maintain(campaign, runs)
    first, *_, last = campaign.versions.all()
    table = moves(campaign, first, last)
    rows = {row[0]: row for row in zip(*(one.values for one in table.columns), strict=True)}
    assert {system: (row[1], row[2], row[5]) for system, row in rows.items()} == {
        "new": (None, 1, "new"), "twin": (None, 1, "new"), "old": (1, 3, "other runs changed"),
        "weak": (2, 4, "other runs changed"),
    }  # fmt: skip
    assert [rows[s][6:] for s in ("new", "twin", "old")] == [(0.5, "0.13"), (0.5, "0.13"), (0.0, "0.00")]


def test_a_rank_that_moved_since_an_answer_did_says_so(campaign):
    before = runs_of(one="cd", other="ac")
    maintain(campaign, before, docs=TEXTS)
    answer(campaign, by_letter)
    maintain(campaign, before)
    first, last = campaign.versions.all()
    table = moves(campaign, first, last)
    assert dict(zip(table.column("system").values, table.column("why").values)) == {
        "other": "", "one": "answers changed",
    }  # fmt: skip


def test_any_version_publishes_the_same_bytes_from_either_database(campaign, new_database, tmp_path):
    for runs in (runs_of(old="cc"), runs_of(old="cc", new="ae"), runs_of(old="cc", new="be", more="a")):
        maintain(campaign, runs, docs=TEXTS)
        answer(campaign, by_letter)
        maintain(campaign, runs)
    (tmp_path / "log").write_text("".join(lines(campaign.log())))
    for name, texts in (("queries", QUERIES), ("docs", TEXTS)):
        (tmp_path / name).write_text("".join(f"{one}\t{text}\n" for one, text in texts.items()))
    to = new_database("postgresql")
    rebuilt(to, *(str(tmp_path / name) for name in ("log", "queries", "docs")))[0].close()
    n = len(campaign.versions.all())
    assert n == 5
    for source, folder in ((campaign.source, "here"), (to, "there")):
        for version in range(1, n + 1):
            out = tmp_path / folder / str(version)
            assert main(["maintain", source, "--publish", str(out), "--version", str(version)]) == 0
    files = [sorted(one.relative_to(tmp_path / f) for one in (tmp_path / f).rglob("*.*")) for f in ("here", "there")]
    assert files[0] == files[1]
    assert len(files[0]) == 3 * n
    assert all((tmp_path / "here" / one).read_bytes() == (tmp_path / "there" / one).read_bytes() for one in files[0])
    assert (tmp_path / "here" / "1" / "answers.qrels").read_text() == "q1 0 c 1\nq2 0 c 1\n"


KILLED = """
import sys
from irassay import Runs
from irassay.judging.assessors.maintaining import maintain
runs = Runs.from_dict({f"s{i}": {"q1": {f"d{i}": 1.0}, "q2": {f"d{i}": 1.0}} for i in range(60)})
print("begins", flush=True)
maintain(sys.argv[1], runs, docs={f"d{i}": "a text" for i in range(60)})
print("done", flush=True)
"""


def test_a_version_killed_at_any_moment_is_there_with_its_tasks_or_not_at_all(campaign):
    maintain(campaign, runs_of(old="cc"))
    source, draw, seen = campaign.source, random.Random(1), set()
    campaign.close()
    took = 0.3
    for _ in range(8):
        process = subprocess.Popen([sys.executable, "-c", KILLED, source], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "begins\n"
        began = time.monotonic()
        time.sleep(draw.uniform(0, took))
        os.kill(process.pid, signal.SIGKILL)
        is_done = "done" in process.communicate()[0]
        took = max(took, time.monotonic() - began) if not is_done else took
        with open_campaign(source) as opened:
            versions, n = opened.versions.all(), len(opened.tasks())
        assert (len(versions), n) in {(1, 2), (2, 2 + 120)}
        assert (len(versions) == 2) >= is_done
        seen.add(len(versions))
        if len(versions) == 2:
            break
    assert seen


def test_a_newcomer_without_a_text_adds_nothing(campaign):
    with pytest.raises(InputError, match='1 document to judge without a text: "a"'):
        maintain(campaign, runs_of(new="a"))
    assert not campaign.versions.all()


def test_a_campaign_without_a_best_answer_or_of_another_kind_is_refused(tmp_path):
    made = campaign_of(tmp_path / "c", [("q1", ("a", "b")), ("q1", ("b", "c"))], by_letter)
    with made, pytest.raises(InputError, match=r"no query of .* has a best answer"):
        maintain(made, runs_of(one="a"))
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    with make_campaign(tmp_path / "graded", settings) as graded, pytest.raises(UsageError, match="expected pair"):
        maintain(graded, runs_of(one="a"))


def test_a_closed_query_has_no_answer(campaign):
    owner = campaign.person(campaign.invite("Owner", "owner")).pseudonym
    maintain(campaign, runs_of(old="cc"))
    campaign.close_query(owner, "q2")
    assert maintain(campaign, runs_of(old="cc")).version.answers == {"q1": ["c"]}


def test_the_command_line_prints_the_leaderboard_asks_and_says_what_comes_next(campaign, tmp_path, capsys):
    for name, texts in (("docs", TEXTS), ("new.run", None)):
        (tmp_path / name).write_text(
            "".join(f"{one}\t{text}\n" for one, text in texts.items()) if texts else "q1 Q0 a 1 1 new\n"
        )
    source, run = campaign.source, str(tmp_path / "new.run")
    assert main(["maintain", source, run, "--doc-texts", str(tmp_path / "docs")]) == 0
    out, _ = capsys.readouterr()
    assert "Version 1: 2 best answers of 2 queries" in out
    assert "1 query keeps the old answer until 1 newcomer is judged" in out
    with open_campaign(source) as opened:
        assert len(opened.tasks()) == 3
    assert main(["maintain", source, "--version", "2"]) == 2
    assert "has versions 1 to 1" in capsys.readouterr().err


def test_many_newcomers_are_drawn_into_rounds_and_end_at_the_best(tmp_path):
    docs = {f"d{i:02}": "a text" for i in range(30)}
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    with make_campaign(tmp_path / "c", settings) as made:
        made.add([Task("pair", "q1", ("d28", "d29"))], queries=QUERIES, docs=docs)
        answer(made, by_letter)
        runs = Runs.from_dict({doc: {"q1": {doc: 1.0}} for doc in docs})
        while maintain(made, runs, docs=docs).n_open:
            answer(made, by_letter)
        assert made.versions.all()[-1].answers == {"q1": ["d00"]}
        assert len(made.tasks()) < len(list(combinations(docs, 2)))


def test_a_system_that_answers_no_query_has_no_place(campaign):
    runs = Runs.from_dict({"old": {"q1": {"c": 1.0}}, "silent": {"q9": {"x": 1.0}}})
    assert [row[1] for row in maintain(campaign, runs).version.leaderboard[1:]] == ["old"]


def test_texts_that_the_campaign_has_are_found_however_many_there_are(campaign, monkeypatch):
    """Databases bound the values of one question: here two, of five documents."""
    from irassay.judging.store import adding

    maintain(campaign, runs_of(old="c", more="a", other="b"), docs=TEXTS)
    answer(campaign, by_letter)
    monkeypatch.setattr(adding, "BLOCK", 2)
    asked = maintain(campaign, runs_of(old="c", more="a", other="b"))
    assert (asked.n_tasks, asked.version.open) == (1, {"q1": ["a", "b"]})
