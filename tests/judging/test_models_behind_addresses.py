"""A model behind an address: what comes back, or doesn't; what it costs; and that nothing is asked twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from itertools import pairwise

import pytest

from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import InputError, NoJudge, UsageError
from irassay.judging.assessors import labels
from irassay.judging.assessors.asking import ask, plan
from irassay.judging.assessors.model_judges import endpoint
from irassay.judging.assessors.model_judges.function import judge_of
from irassay.judging.store import Settings, make_campaign, open_campaign
from tests.judging.model_server_by_hand import PROMPT_TOKENS, REPLY_TOKENS, ModelServer, describe

COST = Decimal("2.50") * PROMPT_TOKENS / 1_000_000 + Decimal("10.00") * REPLY_TOKENS / 1_000_000  # of a reply
SCRIPT = {
    "busy": [429, 429, "Grade: 2"],
    "broken": [500],
    "slow": ["slow"],
    "lagging": ["slow", "Grade: 3"],
    "cut": ["cut"],
    "garbled": ["no json", "Grade: 0"],
    "chatty": ["relates to 3 of the terms. final score: 1"],
    "twofold": ["Grade: 1\nGrade: 2", "The passage says so.\nGrade: 1"],
    "beyond": ["Grade: 7"],
    "silent": [{"choices": [{"message": {"content": None}, "finish_reason": "stop"}]}],
    "too-long": [400],
}
STATES = {
    "answered": {"plain", "busy", "lagging", "garbled", "twofold"},
    "unparsable": {"chatty", "beyond", "silent"},
    "failed": {"broken", "slow", "cut", "too-long"},
}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(endpoint, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def serve():
    servers = []

    def start(*args, **kwargs):
        servers.append(ModelServer(*args, **kwargs))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def words_campaign(source, words, kind="graded"):
    made = make_campaign(source, Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="", kind=kind))
    docs = {word: f"A passage that is {word}." for word in words}
    if kind == "graded":
        tasks = [Task("graded", "q1", (word,)) for word in words]
    else:
        tasks = [Task("pair", "q1", pair) for pair in pairwise(words)]
    made.add(tasks, queries={"q1": "what is it like"}, docs=docs)
    return made


def test_three_states_and_what_they_cost(source, serve, tmp_path):
    server = serve(SCRIPT)
    file = describe(tmp_path / "m.toml", server, timeout=2.0)
    with words_campaign(source, ["plain", *SCRIPT]) as made:
        judge = judge_of(file, "graded")
        found = ask(made, judge)
        listed = {one.docs[0]: one.state for one in found.listed}
        assert {word for word, state in listed.items() if state == "unparsable"} == STATES["unparsable"]
        assert {word for word, state in listed.items() if state == "failed"} == STATES["failed"]
        graded = dict(labels(made, source="little").grades("q1"))
        assert graded == {"plain": 1, "busy": 2, "lagging": 3, "garbled": 0, "twofold": 1}
        n = {word: sum(n for text, n in server.counts.items() if f"is {word}." in text) for word in ("plain", *SCRIPT)}
        assert n == {
            "plain": 1,
            "busy": 3,
            "broken": endpoint.TRIES,
            "too-long": 1,
            **dict.fromkeys(("slow", "lagging", "cut", "garbled", "chatty", "twofold", "beyond", "silent"), 2),
        }
        most = {call.docs[0]: judge.most_cost(call) for call in _questions(made, judge)}
        # A reply with tokens costs these; what may have been charged (slow, cut, no JSON, no tokens) the most it can.
        replies = {"plain": 1, "busy": 1, "lagging": 1, "garbled": 1, "chatty": 2, "twofold": 2, "beyond": 2}
        unknown = {"slow": 2, "lagging": 1, "cut": 2, "garbled": 1, "silent": 2}
        assert found.cost == COST * sum(replies.values()) + sum(most[word] * times for word, times in unknown.items())
        assert found.spent == found.cost == plan(made, judge).spent


def _questions(made, judge):
    from irassay.judging.assessors.asking import _Work

    work = _Work(made, judge, None, None, None)
    return work.questions([call for _, calls in work.tasks.values() for call in calls])


def test_a_budget_is_never_passed_and_asking_goes_on_with_a_larger_one(tmp_path, serve):
    server = serve({"chatty": ["well"]})
    words = [f"w{i}" for i in range(20)] + ["chatty"]
    file = describe(tmp_path / "m.toml", server, concurrency=3, price="0.01")
    with words_campaign(str(tmp_path / "a.campaign"), words) as made:
        judge = judge_of(file, "graded")
        assert str(plan(made, judge).cost) == "0.21"
        found = ask(made, judge, budget="0.07")
        assert (str(found.spent), found.out_of_budget, sum(server.counts.values())) == ("0.07", True, 7)
        found = ask(made, judge, budget="0.075")
        assert (found.cost, found.out_of_budget) == (0, True)
        found = ask(made, judge, budget="1")
        assert (str(found.spent), found.out_of_budget, found.states["answered"]) == ("0.22", False, 20)
        assert sum(server.counts.values()) == 22


def test_what_a_question_costs_at_most_is_set_aside_before_it_is_sent(tmp_path, serve):
    server = serve()
    file = describe(tmp_path / "m.toml", server, concurrency=8)
    with words_campaign(str(tmp_path / "a.campaign"), [f"w{i}" for i in range(10, 40)]) as made:
        judge = judge_of(file, "graded")
        most = judge.most_cost(_questions(made, judge)[0])
        budget = most + 10 * COST
        found = ask(made, judge, budget=budget)
        assert found.spent <= budget
        assert found.spent == COST * sum(server.counts.values())
        assert found.spent + most > budget  # nothing more could be paid for sure


def test_after_a_kill_nothing_is_asked_twice(tmp_path, serve):
    server = serve(delay=0.05)
    path = str(tmp_path / "a.campaign")
    words = [f"w{i}" for i in range(24)]
    words_campaign(path, words).close()
    file = describe(tmp_path / "m.toml", server, timeout=10, price="0.01")
    command = [sys.executable, "-m", "irassay", "ask", path, "--judge", file]
    for n in (5, 12):
        asking = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while sum(server.counts.values()) < n and time.monotonic() < end:
            time.sleep(0.005)
        os.kill(asking.pid, signal.SIGKILL)
        asking.wait()
    with open_campaign(path) as made:
        judge = judge_of(file, "graded")
        found = ask(made, judge)
        assert max(server.counts.values()) == 1
        assert 0 <= found.states["failed"] <= 4  # two were on their way at each kill
        assert found.states["answered"] + found.states["failed"] == 24
        assert found.spent == Decimal("0.24")  # what was on its way counts, since it may have been charged
        assert ask(made, judge).n_to_ask == 0
        assert ask(made, judge, again="failed").states["answered"] == 24


def test_an_address_that_refuses_the_key_ends_the_asking(tmp_path, serve):
    server = serve({"w": [401]})
    with words_campaign(str(tmp_path / "a.campaign"), [f"w{i}" for i in range(9)]) as made:
        judge = judge_of(describe(tmp_path / "m.toml", server), "graded")
        with pytest.raises(NoJudge, match="status 401"):
            ask(made, judge)
        assert sum(server.counts.values()) <= 2
        assert plan(made, judge).states["open"] >= 7


def test_the_key_comes_from_the_environment_and_is_written_nowhere(tmp_path, serve, monkeypatch, capsys):
    server = serve()
    path = str(tmp_path / "a.campaign")
    words_campaign(path, ["w"]).close()
    file = describe(tmp_path / "m.toml", server, key="MODEL_KEY")
    monkeypatch.delenv("MODEL_KEY", raising=False)
    assert main(["ask", path, "--judge", file]) == 2
    assert "the environment has no MODEL_KEY" in capsys.readouterr().err
    monkeypatch.setenv("MODEL_KEY", "hush-hush-1234")
    assert main(["ask", path, "--judge", file]) == 0
    printed = capsys.readouterr()
    assert server.keys == ["Bearer hush-hush-1234"]
    assert main(["labels", path, "--to", "log"]) == 0
    assert "hush" not in printed.out + printed.err + capsys.readouterr().out
    assert "little: 1 answered" in printed.out
    assert "cost: 0.01 now" in printed.out


def test_a_pair_is_asked_in_both_orders_and_a_disagreement_is_a_tie(source, serve, tmp_path):
    def longer_or_first(text):  # prefers w2, else whichever comes first
        first, second = text[text.index("<<<passage A") :].split("<<<passage B")
        return "Better: A" if "w2" in first else "Better: B" if "w2" in second else "Better: A"

    server = serve(plain=longer_or_first)
    with words_campaign(source, ["w1", "w2", "w3", "w4"], kind="pair") as made:
        judge = judge_of(describe(tmp_path / "m.toml", server), "pair")
        assert plan(made, judge).n_calls == 6
        assert ask(made, judge).states["answered"] == 3
        judged = {tuple(one.levels.items()) for one in labels(made, to="preferences", source="model").comparisons}
    assert judged == {(("w1", 1.0), ("w2", 2.0)), (("w2", 2.0), ("w3", 1.0)), (("w3", 1.0), ("w4", 1.0))}


def test_passes_are_kept_apart_and_one_label_follows_from_them(tmp_path, serve):
    server = serve({"w1": ["Grade: 1", "Grade: 3", "Grade: 3"], "w2": ["Grade: 2"]})
    with words_campaign(str(tmp_path / "a.campaign"), ["w1", "w2"]) as made:
        judge = judge_of(describe(tmp_path / "m.toml", server, passes=3, timeout=10), "graded")
        assert plan(made, judge).n_calls == 6
        ask(made, judge)
        assert dict(labels(made, source="little").grades("q1")) == {"w1": 3, "w2": 2}
        passes = sorted(entry.content["pass"] for entry in made.log() if entry.kind == "verdict")
    assert passes == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"prompt": "evidence"}, r"with prompt_sha256 \"[0-9a-f…]+\", and now has \"[0-9a-f…]+\""),
        ({"model": "little-2"}, 'with model "little-1", and now has "little-2"'),
        ({"temperature": 0.7}, 'with temperature "0.0", and now has "0.7"'),
        ({"max_tokens": 51}, 'with max_tokens "50", and now has "51"'),
        ({"url": "http://127.0.0.1:9/v1"}, "with url"),
        ({"name": "another"}, None),
        ({"timeout": 0.4, "concurrency": 3, "passes": 2, "price": None}, None),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_other_settings_under_the_same_name_are_another_judge(tmp_path, serve, changes, says):
    server = serve()
    with words_campaign(str(tmp_path / "a.campaign"), ["w"]) as made:
        assert ask(made, judge_of(describe(tmp_path / "m.toml", server), "graded")).states["answered"] == 1
        other = judge_of(describe(tmp_path / "m.toml", server, **changes), "graded")
        if says is None:
            assert ask(made, other).states["answered"] == 1
        else:
            with pytest.raises(UsageError, match=f'"little" has answered here {says}.*: .* give it another name'):
                ask(made, other)
        entries = [entry.content for entry in made.log() if entry.kind in ("assessor", "verdict")]
    for one in entries[:2]:
        assert (one["temperature"], one["max_tokens"], one["url"]) == (0.0, 50, server.url)
        assert one["prompt"] == "graded-2"


def test_a_judge_that_has_answered_nothing_yet_may_be_set_otherwise(tmp_path, serve):
    server = serve({"w": [400, "Grade: 1"]})
    with words_campaign(str(tmp_path / "a.campaign"), ["w"]) as made:
        with pytest.raises(NoJudge, match="answered nothing"):
            ask(made, judge_of(describe(tmp_path / "m.toml", server), "graded"))
        again = judge_of(describe(tmp_path / "m.toml", server, temperature=1), "graded")
        assert ask(made, again, again="failed").states["answered"] == 1


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (400, '{"error": {"message": "4,096 tokens at most, and you sent 5,000"}}', '"4,096 tokens at most'),
        (400, '{"error": "no such thing"}', '"no such thing"'),
        (422, '{"detail": [{"msg": "too long"}]}', "too long"),
        (413, "too large, hush-hush-1234 says", '"too large, *** says"'),
        (400, "<html><h1>Bad</h1></html>", "status 400"),
        (400, "", "status 400"),
        (503, '{"message": "the model is being loaded"}', '"the model is being loaded", 5 times'),
    ],
)
def test_a_refused_request_shows_why(tmp_path, serve, monkeypatch, status, body, says):
    monkeypatch.setenv("MODEL_KEY", "hush-hush-1234")
    server = serve({"long": [(status, body)]})
    with words_campaign(str(tmp_path / "a.campaign"), ["w", "long"]) as made:
        found = ask(made, judge_of(describe(tmp_path / "m.toml", server, key="MODEL_KEY"), "graded"))
        [one] = found.listed
        assert f"answers with status {status}" in one.reason
        assert says in one.reason
        assert "html" not in one.reason
        assert "hush" not in one.reason
        refusing = serve({"w": [(401, '{"error": {"message": "the key hush-hush-1234 has expired"}}')]})
        judge = judge_of(describe(tmp_path / "n.toml", refusing, key="MODEL_KEY", name="other"), "graded")
        with pytest.raises(NoJudge, match=r"status 401 and \"the key \*\*\* has expired\""):
            ask(made, judge)


def test_the_form_of_a_reply_is_stated_and_is_a_setting(tmp_path, serve):
    server = serve({"w1": ["final score: 2"], "w2": [{"choices": [{"message": {"content": [
        {"type": "text", "text": "It is so."}, {"type": "text", "text": "**final score: 3**"}]}}]}]})  # fmt: skip
    with words_campaign(str(tmp_path / "a.campaign"), ["w1", "w2"]) as made:
        file = describe(tmp_path / "m.toml", server, reply=r"final score: (\d)")
        assert ask(made, judge_of(file, "graded")).states["answered"] == 2
        assert dict(labels(made, source="little").grades("q1")) == {"w1": 2, "w2": 3}
        with pytest.raises(UsageError, match="with reply "):
            ask(made, judge_of(describe(tmp_path / "m.toml", server, reply={"json": "score"}), "graded"))


def test_evidence_that_is_not_in_the_passage_is_no_verdict(tmp_path, serve):
    server = serve({"w1": ["Grade: 2 | a passage that is w2"], "w3": ["Grade: 0 | none"]})
    with words_campaign(str(tmp_path / "a.campaign"), ["w1", "w3"]) as made:
        found = ask(made, judge_of(describe(tmp_path / "m.toml", server, prompt="evidence"), "graded"))
        assert [(one.docs[0], one.reason) for one in found.listed] == [
            ("w1", "its evidence does not stand in the passage")
        ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pases": 2}, ':8  "pases" is no key of a judge'),
        ({"passes": 0}, ':8  passes is "0", expected a whole number from 1 to 100'),
        ({"price": {"input": "2.50"}}, ":4  price is"),
        ({"url": "ftp://somewhere"}, ":2  url is"),
        ({"key": "sk-1234567890"}, ":8  key is its value, expected the name of an environment variable"),
        ({"model": None}, "  model is missing, expected"),
        ({"reply": "score: [0-3]"}, ':8  reply is "score: [0-3]", expected a pattern with one group'),
        ({"reply": "score: ([0-3]"}, ":8  reply is"),
        ({"reply": {"jason": "score"}}, ":8  reply is"),
    ],
)
def test_what_is_wrong_with_a_description_is_located(changes, message, tmp_path, serve, capsys):
    path = str(tmp_path / "a.campaign")
    words_campaign(path, ["w"]).close()
    file = describe(tmp_path / "m.toml", serve(), **changes)
    assert main(["ask", path, "--judge", file]) == 3
    printed = capsys.readouterr().err
    assert f"{file}{message}" in printed
    assert "sk-1234567890" not in printed


def test_a_budget_without_a_price_is_a_usage_error(tmp_path, serve, capsys):
    path = str(tmp_path / "a.campaign")
    words_campaign(path, ["w"]).close()
    file = describe(tmp_path / "m.toml", serve(), price=None)
    assert main(["ask", path, "--judge", file, "--budget", "1.00"]) == 2
    assert "price" in capsys.readouterr().err


def test_a_prompt_of_ones_own_must_have_its_blanks(tmp_path, serve):
    (tmp_path / "mine.txt").write_text("Rate {{passage}} for {{query}} by {{scale}}, {{color}}")
    file = describe(tmp_path / "m.toml", serve(), prompt="mine.txt")
    with pytest.raises(InputError, match=r"nothing fills \{\{color\}\}"):
        judge_of(file, "graded")
    (tmp_path / "mine.txt").write_text("Rate {{passage}} by {{scale}}")
    with pytest.raises(InputError, match=r"has no \{\{query\}\}"):
        judge_of(file, "graded")


def test_requests_a_minute_are_spaced(monkeypatch):
    now, slept = [100.0], []
    monkeypatch.setattr(endpoint.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(endpoint.time, "sleep", slept.append)
    rate = endpoint.RequestRate(120)
    for _ in range(3):
        rate.wait()
    now[0] = 110.0
    rate.wait()
    assert slept == [0.0, 0.5, 1.0, 0.0]
