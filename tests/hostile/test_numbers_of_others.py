"""Numbers and texts without bounds from people, models, engines and logs: refused in words, or left out of figures."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judging"))  # databases_by_hand, served_by_hand

from databases_by_hand import KINDS, new_source
from served_by_hand import ran, run, serve

from irassay import read_runs
from irassay.collection.tasks import Task
from irassay.errors import InputError, NoJudge, UsageError
from irassay.judging.assessors import asking
from irassay.judging.assessors.model_judges import endpoint
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.store import answers, open_campaign, rebuild_campaign
from irassay.judging.store.entries import FIRST, Entry, canonical
from irassay.search.engines.msearch import list_of
from tests.axe_at_hand import in_turn
from tests.judging_by_hand import DOCS, QUERIES, campaign, person

HUGE = 10**400
HALF = "\ud800"


@pytest.fixture(params=KINDS)
def source(request, tmp_path):
    return new_source(request.param, tmp_path, lambda: request.getfixturevalue("postgresql"))


def judged(source, monkeypatch, ms):
    """A campaign with three answers, of which the first says that it took so long."""
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        for held, time in zip(made.hold(ann, made.tasks()[:3]), (ms, 4000, 6000), strict=True):
            monkeypatch.setattr(answers, "LONGEST_TIME", 10**500)
            made.record(ann, held.key, held.task, {"answer": "Related", "ms_active": time})
            monkeypatch.undo()


@pytest.mark.parametrize("number", [HUGE, -1, 10**18, True, "long"], ids=range(5))
def test_a_time_that_no_clock_shows_is_refused(source, number):
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        with pytest.raises(UsageError, match="expected milliseconds"):
            made.record(ann, held.key, held.task, {"answer": "Related", "ms_active": number})
    with serve(source) as server:
        [task] = server.tasks(n=1)["tasks"]
        assert server.answer(task, "Related", ms_active=number)[0] == 422
        assert server.answer(task, "Related", layout={"width": HUGE})[0] == 422


def test_a_huge_time_in_the_log_is_left_out_of_all_figures(source, monkeypatch):
    judged(source, monkeypatch, HUGE)
    rows = [row.split("\t") for row in run("labels", source, "--to", "quality").splitlines()]
    [pace] = [dict(zip(rows[0], row)) for row in rows if "pace_seconds" in row]
    assert float(pace["value"]) == 4, "the lower one of 4 and 6 seconds"
    assert "seconds\t20.0" in run("judge", source, "--plan"), "what is taken for granted where few times are known"
    with serve(source) as server:
        figures = None
        while not figures:
            status, now = server.ask("GET", "/campaign/now")
            assert (status, now["trouble"]) == (200, "")
            figures = now["figures"]
        assert figures["plan"]["seconds"] == 20.0


def test_a_log_with_a_huge_time_is_taken_over_since_its_entries_stay(source, monkeypatch, tmp_path):
    judged(tmp_path / "old.campaign", monkeypatch, HUGE)
    with open_campaign(tmp_path / "old.campaign") as old:
        log = [{**vars(one), "body": dict(one.content), "sha256": one.sha256} for one in old.log()]
    made, n = rebuild_campaign(source, log, queries=QUERIES, docs=DOCS)
    with made:
        assert (n, made.counts().answered) == (len(log), 3)


def chained(entries):
    """Entries with the hashes that fit them."""
    previous, out = FIRST, []
    for number, one in enumerate(entries, start=1):
        columns = {name: one[name] for name in ("key", "time", "kind", "assessor", "task", "replaces")}
        try:
            entry = Entry(entry=number, body=canonical(one["body"]), previous_sha256=previous, **columns)
            sha256 = entry.sha256
        except (ValueError, RecursionError):  # what can't be written has no hash
            sha256 = "0" * 64
        out.append({**columns, "entry": number, "body": one["body"], "previous_sha256": previous, "sha256": sha256})
        previous = sha256
    return out


def deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


HOSTILE = {
    "a campaign without a scale": ("campaign", {"scale": None}),
    "a scale of text": ("campaign", {"points": "all"}),
    "a point without a name": ("campaign", {"points": [[1]]}),
    "a huge seed": ("campaign", {"seed": HUGE}),
    "a kind that is none": ("campaign", {"kind": "guess"}),
    "a share that is none": ("campaign", {"share": "all"}),
    "money that is none": ("campaign", {"pay": "1e999999999"}),
    "a huge number of answers wanted": ("task", {"wanted": HUGE}),
    "answers wanted as text": ("task", {"wanted": "1"}),
    "no documents": ("task", {"docs": []}),
    "documents that are numbers": ("task", {"docs": [1]}),
    "a probability of 2": ("task", {"probability": 2.0}),
    "no number": ("task", {"probability": float("nan")}),
    "a query that is a list": ("task", {"query": ["q1"]}),
    "a role that is a number": ("assessor", {"role": 1}),
    "an answer that is none of the scale": ("answer", {"answer": "Excellent"}),
    "an answer that is a number": ("answer", {"answer": HUGE}),
    "an answer to other documents": ("answer", {"shown": ["d9"]}),
    "documents shown as text": ("answer", {"shown": "d1"}),
    "half a character": ("answer", {"note": HALF}),
    "a state that is null": ("pause", {"state": None}),
}


def log_of(tmp_path):
    with campaign(tmp_path / "good.campaign") as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        made.record(ann, held.key, held.task, {"answer": "Related"})
        made.pause(ann, "paused")
        return [{**vars(one), "body": dict(one.content)} for one in made.log()]


def refused(tmp_path, source, entries):
    """What `irassay judge --import` says of these entries; the campaign is not made."""
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in entries))
    for name, texts in (("queries", QUERIES), ("docs", DOCS)):
        (tmp_path / f"{name}.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in texts.items()))
    texts = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    done = ran("judge", source, "--import", "log.jsonl", *texts, cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert ran("labels", source).returncode == 2
    return done.stderr


@pytest.mark.parametrize(("name", "source"), in_turn([*HOSTILE], KINDS), indirect=["source"])
def test_an_entry_that_is_none_of_ours_is_refused_in_words(source, tmp_path, name):
    kind, more = HOSTILE[name]
    entries = log_of(tmp_path)
    at = next(i for i, one in enumerate(entries) if one["kind"] == kind)
    entries[at]["body"] |= more
    said = refused(tmp_path, source, chained(entries))
    assert "entry" in said


COLUMNS = {
    "a key twice": lambda one: one.update(key="campaign"),
    "a NUL": lambda one: one.update(key="a\0b"),
    "half a character in a key": lambda one: one.update(key=HALF),
    "a task that is not there": lambda one: one.update(task="0123"),
    "nobody": lambda one: one.update(assessor=None),
    "a time without an end": lambda one: one.update(time="2026-11-23"),
}


@pytest.mark.parametrize(("name", "source"), in_turn([*COLUMNS], KINDS), indirect=["source"])
def test_columns_that_do_not_fit_are_refused_in_words(source, tmp_path, name):
    entries = log_of(tmp_path)
    COLUMNS[name](next(one for one in entries if one["kind"] == "answer"))
    refused(tmp_path, source, chained(entries))


def test_a_log_nested_without_end_is_refused_in_words(source, tmp_path):
    entries = chained(log_of(tmp_path))
    lines = [json.dumps(one) for one in entries]
    lines[-1] = lines[-1].replace('"state": "paused"', '"state": ' + "[" * 100_000 + "]" * 100_000)
    (tmp_path / "log.jsonl").write_text("\n".join(lines))
    done = ran("judge", source, "--import", "log.jsonl", cwd=tmp_path)
    assert (done.returncode, "is no entry of a log" in done.stderr) == (3, True)


@pytest.mark.parametrize("name", ["a\0b", HALF, f"Ann{HALF}"])
def test_a_name_that_no_database_keeps_is_refused(source, name):
    with campaign(source) as made, pytest.raises(UsageError, match="in whole characters"):
        made.invite(name)


def test_a_text_that_the_database_cannot_keep_is_refused_in_words(source):
    with campaign(source) as made:
        bad = [HALF, "a\0b"] if "postgresql" in source else [HALF]
        for text in bad:
            with pytest.raises(InputError, match="keeps no such value"):
                made.add([Task("graded", "q1", ("d8",))], queries=QUERIES, docs={"d8": text})
        assert made.counts().tasks == 4


@pytest.mark.parametrize("path", ["/campaign/closed-queries", "/tasks"])
def test_a_nul_in_a_request_is_refused_and_never_a_fault(source, path):
    campaign(source).close()
    body = {"query": "q\0", "closed": True} if path != "/tasks" else {"holding": ["a\0b"]}
    with serve(source) as server:
        assert server.ask("POST", path, body)[0] == 422


@pytest.mark.parametrize("score", [HUGE, -HUGE, float("inf"), float("nan"), True, "1", None], ids=range(7))
def test_a_score_of_an_engine_that_orders_nothing_is_refused(score):
    response = {
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {"total": 1, "hits": [{"_id": "d1", "_score": score}]},
    }
    with pytest.raises(InputError, match="expected a finite number"):
        list_of(response, "engine", id_field="_id", depth=10)


def test_half_a_character_in_an_id_is_refused_in_words(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"q1": {f"d{HALF}": 1.0}}))
    with pytest.raises(InputError, match="half a character"):
        read_runs(tmp_path / "a.json")
    response = {
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {"total": 1, "hits": [{"_id": HALF, "_score": 1.0}]},
    }
    with pytest.raises(InputError, match="expected one for each"):
        list_of(response, "engine", id_field="_id", depth=10)


@pytest.mark.parametrize("tokens", [HUGE, -1, 1.5, True, "9"], ids=range(5))
def test_tokens_that_nobody_could_count_are_not_told(tokens):
    reply = json.dumps({"choices": [], "usage": {"prompt_tokens": tokens, "completion_tokens": 3}})
    told = endpoint._reply_of(reply)
    assert (told.input_tokens, told.output_tokens) == (None, 3)


ANSWERS = {
    "huge": HUGE,
    "half a character": HALF,
    "a name and more": f"Related{HALF}",
    "no number": float("nan"),
    "an object": {"a": HALF},
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_model_answers_without_bounds_is_unparsable_and_kept(source, name):
    with campaign(source) as made:
        judge = FunctionJudge(lambda questions: [ANSWERS[name] for _ in questions], "odd")
        assert asking.ask(made, judge).states["unparsable"] == 4
        assert asking.plan(made, judge).spent == Decimal(0)


def test_an_answer_that_cannot_be_written_ends_the_asking_in_words(source):
    with campaign(source) as made:
        judge = FunctionJudge(lambda questions: [10**5000 for _ in questions], "odd")
        with pytest.raises(NoJudge, match="raised ValueError"):
            asking.ask(made, judge)
        assert asking.plan(made, judge).states["failed"] == 4


@pytest.mark.parametrize("library", ["sqlalchemy", "pydantic", "httpx2"])
def test_a_verb_of_campaigns_without_its_libraries_says_what_to_install(tmp_path, library):
    campaign(tmp_path / "a.campaign").close()
    (tmp_path / "m.toml").write_text('name = "a"\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\n')
    verbs = {
        "sqlalchemy": ["ask a.campaign --judge m.toml --plan", "judge a.campaign --plan", "labels a.campaign"],
        "pydantic": ["judge a.campaign --listen 127.0.0.1:0"],
        "httpx2": ["ask a.campaign --judge m.toml --plan"],
    }
    for words in verbs[library]:
        code = f"import sys; sys.modules[{library!r}] = None\nfrom irassay.cli.main import main\n"
        code += f"sys.exit(main({words.split()}))"
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 2, done.stderr
        assert f"{library} is not installed: pip install {library}, or pip install" in done.stderr
