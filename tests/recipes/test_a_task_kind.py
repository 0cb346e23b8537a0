"""The recipe for a kind of judging task: one row. A campaign of it is planned, made, asked, answered and exported."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.parse
import urllib.request

import pytest
import uvicorn

from irassay.cli import options
from irassay.cli.answers.judging_work import Files, Wanted
from irassay.cli.main import main
from irassay.collection import task_kinds
from irassay.collection.judging_scales import scale
from irassay.collection.task_kinds import Choice, TaskKind
from irassay.judging.assessors import labels
from irassay.judging.store import Settings, make_campaign
from irassay.judging.web.serving import listening, make_app


def answer(name, key, sentence, grades):
    words = (f"{name} with it", f"{name} with it", f"{name}: the label")
    return Choice(name=name, key=key, sentence=sentence, words=words, best=None, answers=True, grades=grades)


# A document is shown with a label that somebody has given before.
CHECK = TaskKind(
    name="confirm",
    fewest=1,
    most=1,
    has_order=True,
    unit="Label",
    ask="Is the label below right?",
    texts=(),
    place=(),
    own=(
        answer("Agree", "1", "The label is right.", (1,)),
        answer("Disagree", "2", "The label is wrong.", (0,)),
        answer("Hard to say", "3", "The text does not say.", ()),
    ),
    seconds=6.0,
    becomes=("qrels",),
    known="qrels",
    options=(),
    both_orders=False,
)
DOCS = {f"d{i}": f"Label: relevant. Text {i}." for i in range(4)}


@pytest.fixture(autouse=True)
def row(monkeypatch, tmp_path):
    """The row, and the option as it reads the rows when the program begins; files of what is to be judged."""
    monkeypatch.setitem(task_kinds.KINDS, "confirm", CHECK)
    of_kind = options.TABLE["task_kind"]
    monkeypatch.setitem(options.TABLE, "task_kind", of_kind.but(choices=tuple(task_kinds.KINDS)))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.tsv").write_text("query\tdoc\twhy\n" + "".join(f"q\t{doc}\tearlier\n" for doc in DOCS))
    (tmp_path / "queries.tsv").write_text("q\twhy does dough rise\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in DOCS.items()))


@pytest.fixture
def made():
    """A campaign of the toy, of the files."""
    files = Files(
        tasks=["pool.tsv"], texts=("queries.tsv", "docs.tsv"), known={"practice": None, "exam": None, "test": None},
        runs=(), wanted=Wanted(people=1, share=0.0),
    )  # fmt: skip
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="confirm")
    with make_campaign("a.campaign", settings) as campaign:
        files.read(settings).add_to(campaign)
        yield campaign


@pytest.fixture
def served(made):
    """What a request to its server answers, for the person of a link."""
    token = made.invite("Ann")
    socket, origin = listening("127.0.0.1:0", None)
    server = uvicorn.Server(uvicorn.Config(make_app(made, origin), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    while not server.started:
        time.sleep(0.01)

    def ask(method, path, body=None, form=None):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        if form is not None:
            kind = "application/x-www-form-urlencoded"
            headers, data = {"Content-Type": kind, "Origin": origin}, urllib.parse.urlencode(form).encode()
        headers["Cookie"] = opened.headers["Set-Cookie"].partition(";")[0]
        with urllib.request.urlopen(urllib.request.Request(origin + path, data, headers, method=method)) as got:
            return got.read().decode()

    class Stay(urllib.request.HTTPRedirectHandler):
        def http_error_303(self, request, answer, *_):
            return answer

    opened = urllib.request.build_opener(Stay).open(f"{origin}/in/{token}")
    yield ask
    server.should_exit = True
    thread.join()


def test_its_work_is_planned_at_the_pace_of_its_row(capsys):
    assert main(["judge", "a.campaign", "pool.tsv", "--plan", "--kind", "confirm", "--format", "json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["judgments"], plan["seconds"]) == (4, 6.0)


@pytest.mark.parametrize("option", [["--scale", "binary"], ["--equal", "no"], ["--tests", "1"]])
def test_options_of_other_kinds_are_refused(capsys, option):
    texts = ["--query-texts", "queries.tsv", "--doc-texts", "docs.tsv"]
    assert main(["judge", "a.campaign", "pool.tsv", "--kind", "confirm", *option, *texts]) == 2
    assert f"{option[0]} has no effect with --kind confirm" in capsys.readouterr().err


def test_it_is_asked_over_http_with_the_words_of_its_row_and_its_answers_are_labels(made, served):
    for name in ("Agree", "Disagree", "Hard to say", "Agree"):
        [task] = json.loads(served("POST", "/tasks?n=1", {"holding": []}))["tasks"]
        assert task["kind"] == "confirm"
        assert task["options"] == [{"name": one.name, "key": one.key, "grade": None} for one in CHECK.own]
        served("PUT", f"/answers/{task['key']}", {"task": task["task"], "answer": name})
    assert dict(labels(made).grades("q")) == {"d0": 1, "d1": 0, "d3": 1}
    assert main(["labels", "a.campaign", "-o", "qrels.txt"]) == 0
    with open("qrels.txt") as file:
        assert sorted(file) == ["q 0 d0 1\n", "q 0 d1 0\n", "q 0 d3 1\n"]
    script = served("GET", "/pages/kinds.js")
    rows = json.loads(script.removeprefix("export const KINDS = ").removesuffix(";\n"))
    assert (rows["confirm"]["ask"], rows["confirm"]["own"][0]["words"][0]) == (CHECK.ask, "Agree with it")


def test_it_is_asked_on_the_plain_form(made, served):
    form = served("GET", "/plain")
    for text in (CHECK.ask, "Disagree with it", "The label is wrong.", "Label: relevant. Text 0."):
        assert text in form
    fields = dict(re.findall(r'name="(form|task|key)" value="([^"]+)"', form))
    assert "Last: <b>Disagree with it</b>" in served("POST", "/plain/answer", form={**fields, "answer": "Disagree"})
    assert dict(labels(made).grades("q")) == {"d0": 0}


def test_labels_are_its_known_answers(tmp_path):
    (tmp_path / "exam.txt").write_text("q 0 d0 0\nq 0 d1 1\n")
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="confirm")
    known = {"practice": None, "exam": "exam.txt", "test": None}
    work = Files(
        tasks=["pool.tsv"], texts=("queries.tsv", "docs.tsv"), known=known, runs=(), wanted=Wanted(people=1, share=0.0)
    ).read(settings)
    assert [(task.kind, task.docs, task.expected) for task in work.known] == [
        ("confirm", ("d0",), "Disagree"),
        ("confirm", ("d1",), "Agree"),
    ]


def test_every_row_says_what_people_choose_from():
    for kind in task_kinds.KINDS.values():
        choices = kind.choices(kind.most, scale("binary"))
        assert len({one.name for one in choices}) == len({one.key for one in choices}) == len(choices) > 1
        assert all(len(words) == 3 for words in (*kind.texts, *(one.words for one in choices)))
        assert len(kind.texts) in (0, kind.most)
        assert kind.becomes
