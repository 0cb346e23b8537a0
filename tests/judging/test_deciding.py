"""A campaign that asks a question about systems: its log is the state, whatever the database and however often it is
looked at."""

from __future__ import annotations

import csv
import json
import random
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from people_by_http import Somebody
from served_by_hand import serve

import irassay
from irassay.cli.main import main
from irassay.errors import TaskTakenBack, UsageError
from irassay.judging.assessors.answer_sources import Answers
from irassay.judging.assessors.asking import ask, plan
from irassay.judging.assessors.deciding import Deciding, decider_of
from irassay.judging.assessors.desk import Desk
from irassay.judging.assessors.given_labels import first_of
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.assessors.standing_answers import standing
from irassay.judging.store import entries, importing, open_campaign, writing
from irassay.judging.web import dashboard_figures

N_QUERIES, DEPTH = 30, 5
NAMES = ("Not relevant", "Relevant")
TRUE = {f"q{i}": {f"d{i}-{j}": int(j < 3 + i % 2) for j in range(2 * DEPTH)} for i in range(N_QUERIES)}


def ranked(system):
    """Lists of which `old` has its documents further down."""
    first = 0 if system == "new" else 3
    return {q: {f"d{i}-{j + first}": float(DEPTH - j) for j in range(DEPTH)} for i, q in enumerate(TRUE)}


RUNS = {"new": ranked("new"), "old": ranked("old")}


@pytest.fixture
def files(tmp_path):
    """Runs and texts, and the words that ask which of the runs is better."""
    for name, lists in RUNS.items():
        rows = [f"{q} Q0 {d} 1 {s} {name}" for q, docs in lists.items() for d, s in docs.items()]
        (tmp_path / f"{name}.run").write_text("\n".join(rows) + "\n")
    (tmp_path / "q.tsv").write_text("".join(f"{q}\twhat is {q}\n" for q in TRUE))
    (tmp_path / "d.tsv").write_text("".join(f"{d}\tabout {d}\n" for docs in TRUE.values() for d in docs))
    return [
        *(str(tmp_path / f"{name}.run") for name in RUNS),
        *("-m", "P@5", "--query-texts", str(tmp_path / "q.tsv"), "--doc-texts", str(tmp_path / "d.tsv")),
    ]


def looked(capsys, source, *more):
    """What `irassay decide` says of a campaign, as data."""
    assert main(["decide", source, "--format", "json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def judge_all(source, grade_of=lambda query, doc: TRUE[query][doc], limit=10_000):
    """One person answers what is asked until nothing is; the documents in that order."""
    asked = []
    with open_campaign(source) as campaign:
        who = campaign.person(campaign.invite("Ann")).pseudonym
        deciding = Deciding(campaign)
        while (pending := deciding.pending()) and len(asked) < limit:
            for held in campaign.hold(who, [task for task in campaign.tasks() if task in wanted(campaign, who)][:1]):
                answer = campaign.settings.scale.names[grade_of(held.query, held.docs[0])]
                campaign.record(who, held.key, held.task, {"answer": answer})
                asked.append((held.query, held.docs[0]))
                assert asked[-1] in pending
    return asked


def wanted(campaign, who):
    return {task for query in campaign.queries() for task in campaign.wanting_ids(query, who)}


def test_a_campaign_says_what_the_same_answers_say_in_python(source, files, capsys):
    assert main(["decide", source, *files]) == 0
    capsys.readouterr()
    asked = judge_all(source)
    decision = looked(capsys, source)
    assert (decision["verdict"], decision["better"]) == ("settled", ["new"])
    assert decision["labels"]["known"] == len(asked) < decision["labels"]["documents"]
    alone = irassay.decide(RUNS, "P@5", scale=(0, 1))
    for query, doc in asked:
        assert (query, doc) in list(zip(*(c.values for c in alone.next().columns), strict=True))
        alone.answer({query: {doc: TRUE[query][doc]}})
    assert irassay.decide(source).look().to_dict() == alone.look().to_dict()
    of_python = alone.look().to_dict()
    assert {name: decision[name] for name in of_python} == json.loads(json.dumps(of_python))


def test_queries_without_a_text_are_left_out_and_counted(source, files, tmp_path, capsys):
    (tmp_path / "q.tsv").write_text("q1\twhat is q1\nq2\twhat is q2\n")
    assert main(["decide", source, *files]) == 0
    assert "28 queries of the runs have no text: left out" in capsys.readouterr().err
    assert irassay.decide(source).setting.queries == ("q1", "q2")
    assert main(["decide", source, *files[:4]]) == 0, "the question has its queries"
    assert "no text" not in capsys.readouterr().err


def test_any_moment_gives_its_verdict_again_and_the_log_gives_it_in_another_database(new_database, files, capsys):
    source, other = new_database("sqlite"), new_database("postgresql")
    assert main(["decide", source, *files]) == 0
    judge_all(source, limit=8)
    capsys.readouterr()
    early = looked(capsys, source)
    with open_campaign(source) as campaign:
        n = max(entry.entry for entry in campaign.log() if entry.kind == "look")
    judge_all(source)
    late = looked(capsys, source)
    assert early != late
    assert looked(capsys, source, "--as-of", str(n)) == early
    log = source + ".jsonl"
    assert main(["labels", source, "--to", "log", "-o", log]) == 0
    texts = files[files.index("--query-texts") :]
    assert main(["judge", other, "--import", log, *texts]) == 0
    capsys.readouterr()
    assert looked(capsys, other) == late
    assert looked(capsys, other, "--as-of", str(n)) == early


def test_another_question_is_refused_and_the_same_one_is_a_look(tmp_path, files, capsys):
    source = str(tmp_path / "ab.campaign")
    assert main(["decide", source, *files, "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["decide", source, *files, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert main(["decide", source, *files, "--alpha", "0.01"]) == 3
    assert "alpha" in capsys.readouterr().err
    with open_campaign(source) as campaign:
        assert decider_of(campaign).setting.options["alpha"] == 0.05
        assert [entry.kind for entry in campaign.log()].count("look") == 2


def test_entries_of_a_kind_that_is_not_known_stop_this_irassay_with_a_sentence(source, files, capsys):
    assert main(["decide", source, *files]) == 0
    with open_campaign(source) as campaign, campaign._database.writing() as connection:
        writing.append(connection, "oracle", key="oracle", body={})
    capsys.readouterr()
    for words in (["decide", source], ["judge", source], ["labels", source]):
        assert main(words) == 3
        assert 'entries of the kind "oracle", which this irassay doesn\'t know' in capsys.readouterr().err


def test_the_kinds_that_are_known_are_those_that_have_a_form():
    assert importing._FORMS.keys() == entries.KINDS


def text_grade(text):
    """What a person says of a document, by its text."""
    doc = text.removeprefix("about ")
    return NAMES[TRUE["q" + doc[1:].split("-")[0]][doc]]


def test_two_people_answer_by_http_until_it_is_settled_though_the_server_is_killed(source, files, capsys):
    assert main(["decide", source, *files, "--batch", "4"]) == 0
    with open_campaign(source) as campaign:
        tokens = [campaign.invite(name) for name in ("Ann", "Ben")]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    people = [Somebody(f"http://127.0.0.1:{port}", token, text_grade, seed=i) for i, token in enumerate(tokens)]
    killed_at = [1, 3, 5]
    with ExitStack() as stack:
        server = stack.enter_context(serve(source, listen=f"127.0.0.1:{port}"))
        for one in people:
            one.start()
        while any(one.is_alive() for one in people):
            if killed_at and sum(len(one.acknowledged) for one in people) >= killed_at[0]:
                killed_at.pop(0)
                server.process.kill()
                server.process.wait()
                server = stack.enter_context(serve(source, listen=f"127.0.0.1:{port}"))
            time.sleep(0.01)
    assert {one.state for one in people} == {"settled"}
    assert not killed_at
    capsys.readouterr()
    decision = looked(capsys, source)
    assert (decision["verdict"], decision["better"]) == ("settled", ["new"])
    keys = Counter(key for one in people for key in one.acknowledged)
    with open_campaign(source) as campaign:
        log = list(campaign.log())
    assert keys.keys() <= {entry.key for entry in log if entry.kind == "answer"}
    assert set(keys.values()) == {1}
    draws = [entry.content for entry in log if entry.kind == "draw"]
    assert [one["number"] for one in draws] == list(range(len(draws)))
    drawn = [tuple(row[:2]) for one in draws for row in one["documents"]]
    assert len(drawn) == len(set(drawn))
    assert replayed(log).to_dict() == decided(log)


def replayed(log):
    """The verdict of the same draws and answers in memory: each answer once, in the order of the log."""
    alone = irassay.decide(RUNS, "P@5", scale=(0, 1))
    task_of = {entry.task: entry.content for entry in log if entry.kind == "task"}
    events = [(entry.entry, 0, entry) for entry in log if entry.kind == "answer"]
    events += [(entry.content["after"], 1, entry) for entry in log if entry.kind == "draw"]
    for *_, entry in sorted(events, key=lambda event: event[:2]):
        if entry.kind == "draw":
            assert alone.draw(entry.content["asked"])
            assert alone.events[-1]["documents"] == entry.content["documents"]
        else:
            of = task_of[entry.task]
            grade = int(entry.content["answer"] == "Relevant")
            alone.answer({of["query"]: {of["docs"][0]: grade}})
    return alone.look()


def decided(log):
    """What was shown last."""
    return [entry.content for entry in log if entry.kind == "look"][-1]


ANY = {"tsv": ("\t", "query", "doc", "grade"), "csv": (",", "query_id", "docid", "rating")}


def rows_in(sheet):
    """The rows of a file to fill in, by the names of its columns."""
    with sheet.open(newline="") as file:
        return list(csv.DictReader(file, delimiter=ANY[sheet.suffix[1:]][0]))


def fill(sheet, *first):
    """Write the file beside it with the true grades filled in, and these words in the first rows; its name."""
    delimiter, query, doc, grade = ANY[sheet.suffix[1:]]
    rows = rows_in(sheet)
    for row in rows:
        row[grade] = TRUE[row[query]][row[doc]]
    for row, word in zip(rows, first, strict=False):
        row[grade] = word
    done = sheet.with_stem("done")
    with done.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]], delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return str(done)


@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_files_go_out_and_come_back_until_it_is_settled(ending, tmp_path, files, capsys):
    source, sheet = str(tmp_path / "ab.campaign"), tmp_path / f"todo.{ending}"
    words = ["decide", source, "--format", "json", "--expect", "new > old", "--next", str(sheet)]
    back = ["--assessor", "Ann", "--answers"]
    code = main([*words, *files, "--batch", "5"])
    _, query, _, grade = ANY[ending]
    rows = rows_in(sheet)
    assert len(rows) == 5
    assert all((name in rows[0]) == (ending == "tsv") for name in ("grade", "query_text", "doc_text"))
    assert {row[grade] for row in rows} == {""}
    together = [row[query] for row in rows]
    assert together == sorted(together, key=together.index)
    assert main([*words, *back, fill(sheet, "skip", "")]) == code == 4
    assert "1 judgment without an answer left out" in capsys.readouterr().err
    assert rows_in(sheet) == rows[1:2], "what is empty waits"
    while code == 4:
        code = main([*words, *back, fill(sheet)])
    assert code == 0
    assert rows_in(sheet) == [], "nothing is asked any more"
    assert main(["decide", source, *back, str(sheet)]) == 0
    capsys.readouterr()
    decision = looked(capsys, source)
    assert (decision["verdict"], decision["better"], decision["labels"]["skipped"]) == ("settled", ["new"], 1)
    assert main(["decide", source, "--expect", "old > new"]) == 1
    assert main(["decide", source, "--expect", "old > other"]) == 2


def test_documents_that_wait_for_another_person_are_told(source, tmp_path, files, capsys):
    sheet, waits = tmp_path / "todo.tsv", "documents wait for another person"
    words = ["decide", source, "--format", "table"]
    assert main([*words, *files, "--overlap", "2", "--batch", "5", "--next", str(sheet)]) == 0
    assert waits not in capsys.readouterr().out
    assert main([*words, "--answers", fill(sheet, ""), "--assessor", "Ann"]) == 0
    assert f"4 {waits}: give the empty file to somebody else." in capsys.readouterr().out
    assert main(words) == 0
    assert f"4 {waits}.\n" in capsys.readouterr().out
    for name in ("Ben", "Ann"):
        assert main([*words, "--answers", fill(sheet), "--assessor", name]) == 0
        assert ("1 document waits for another person: " in capsys.readouterr().out) == (name == "Ben")
    assert waits not in capsys.readouterr().out


def test_a_grade_that_the_scale_has_not_is_named(tmp_path, files, capsys):
    source, sheet = str(tmp_path / "ab.campaign"), tmp_path / "todo.tsv"
    assert main(["decide", source, *files, "--next", str(sheet)]) == 0
    assert main(["decide", source, "--answers", fill(sheet, "7"), "--assessor", "Ann"]) == 3
    assert 'the answer "7", expected one of 0, 1' in capsys.readouterr().err


def last_said(decider):
    """What the decider was told last of each document: a grade, or None."""
    said = {}
    for event in decider.events:
        for query, docs in event["labels"].items() if event["kind"] == "answers" else ():
            said |= {(query, doc): grade for doc, grade in docs.items()}
        said |= dict.fromkeys(map(tuple, event["documents"])) if event["kind"] == "skips" else {}
    return said


def does(campaign, draw, people, owner):
    """One of them does something to a task: answers, changes an answer, takes it back, skips; or the owner rules on a
    document, or closes a query or opens it again."""
    task, who = draw.choice(campaign.tasks()), draw.choice(people)
    query = draw.choice(campaign.queries())
    act = draw.choice(["answer"] * 8 + ["skip", "back", "rule", "close", "reopen"])
    said = campaign.oversight.answers_to(who, task)
    stands = said[-1].key if said and said[-1].content.get("answer", said[-1].content.get("skip")) else None
    with suppress(UsageError, TaskTakenBack):
        if act == "rule":
            campaign.adjudicate(owner, task, {"answer": draw.choice(NAMES)})
        elif act in ("close", "reopen"):
            (campaign.close_query if act == "close" else campaign.reopen_query)(owner, query)
        elif stands is None and act != "back":
            for held in campaign.hold(who, [task]):
                body = {"skip": "unsure"} if act == "skip" else {"answer": draw.choice(NAMES)}
                campaign.record(who, held.key, task, body)
        elif stands is not None:
            body = {"answer": None if act == "back" else draw.choice(NAMES)}
            campaign.record(who, f"key-{draw.random():.18f}".replace(".", "-"), task, body, stands)


@pytest.mark.parametrize("rule", ["majority", "lowest"])
def test_labels_are_those_of_the_campaign_whatever_people_do_and_a_log_read_at_once_says_the_same(source, files, rule):
    assert main(["decide", source, *files, "--overlap", "2", "--combine", rule, "--batch", "6"]) == 0
    draw = random.Random(1)
    with open_campaign(source) as campaign:
        people = [campaign.person(campaign.invite(name)).pseudonym for name in ("Ann", "Ben", "Cai")]
        owner = campaign.person(campaign.invite("Olga", "owner")).pseudonym
        deciding = Deciding(campaign)
        for turn in range(150):
            does(campaign, draw, people, owner)
            if turn % 7 == 0:
                deciding.pending()
        decision = deciding.look()
        assert decider_of(campaign).look().to_dict() == decision.to_dict()
        assert decision.labels["corrected"] > 0
        stands = standing(campaign.log())
        of_labels = first_of(Answers([stands], ()), campaign.settings.scale, rule)
        told = last_said(decider_of(campaign))
        n_said = Counter(one.task for one in stands.answers)
        for task, asked in stands.tasks.items():
            pair = asked.query, asked.docs[0]
            label = of_labels.get(pair[0], {}).get(pair[1])
            if pair[0] in stands.closed:
                assert told[pair] is None
            elif n_said[task] >= 2 or task in stands.adjudicated:
                assert told[pair] == label
            else:
                assert told.get(pair) is None


def test_two_who_draw_at_once_draw_each_batch_once(new_database, files):
    source = new_database("postgresql")
    assert main(["decide", source, *files, "--batch", "3"]) == 0
    with ExitStack() as stack:
        both = [Deciding(stack.enter_context(open_campaign(source))) for _ in range(2)]
        drawn = [deciding.pending() for deciding in both]
        assert drawn[0] == drawn[1]
        with ThreadPoolExecutor(8) as pool:
            for n in range(1, 6):
                assert all(pool.map(lambda i, n=n: both[i % 2].draw(n), range(8)))
        log = list(stack.enter_context(open_campaign(source)).log())
        assert both[0].look().to_dict() == both[1].look().to_dict()
    numbers = [entry.content["number"] for entry in log if entry.kind == "draw"]
    assert numbers == list(range(6))
    assert sum(entry.kind == "task" for entry in log) == 18


def test_what_cannot_be_asked_leaves_no_file(tmp_path, files, capsys):
    source = str(tmp_path / "ab.campaign")
    for words in (
        files[:2],
        [*files[:2], "-m", "Judged@5"],
        [*files, "--doc-texts", files[0]],
        [*files, "--pair", "new", "x"],
        [*files, "--scale", "trec-passage", "--grades", "0..2"],
    ):
        assert main(["decide", source, *words]) in (2, 3)
        assert capsys.readouterr().out == ""
        assert not Path(source).exists()


def test_labels_given_before_count_and_are_not_asked_for_again(tmp_path, files, capsys):
    source, labels = str(tmp_path / "ab.campaign"), tmp_path / "labels.txt"
    given = {(f"q{i}", f"d{i}-{j}"): TRUE[f"q{i}"][f"d{i}-{j}"] for i in range(8) for j in (0, 1, 6)}
    labels.write_text("".join(f"{q} 0 {d} {grade}\n" for (q, d), grade in given.items()))
    assert main(["decide", source, *files, "--judged", str(labels)]) == 0
    capsys.readouterr()
    asked = judge_all(source)
    assert not given.keys() & set(asked)
    decision = looked(capsys, source)
    assert decision["labels"]["known"] == len(given) + len(asked)
    assert main(["decide", source, *files, "--judged", str(labels)]) == 0
    assert main(["decide", source, *files]) == 0, "the campaign has them"
    with open_campaign(source) as campaign:
        assert irassay.labels(campaign).n_labels == len(given) + len(asked)
    labels.write_text("q0 0 d0-0 5\n")
    assert main(["decide", str(tmp_path / "other.campaign"), *files, "--judged", str(labels), "--scale", "binary"]) == 3
    assert "5" in capsys.readouterr().err


def test_people_are_told_where_a_models_grades_decided_the_scale(tmp_path, files, capsys):
    labels = tmp_path / "model.txt"
    labels.write_text("q0 0 d0-0 3\n")
    said = "people choose from the grades of trec-passage, since --model has grade 3; --scale sets others"
    for i, (more, is_said) in enumerate([((), True), (("--scale", "trec-passage"), False)]):
        assert main(["decide", str(tmp_path / f"{i}.campaign"), *files, "--model", str(labels), *more]) == 0
        assert (said in " ".join(capsys.readouterr().err.split())) is is_said


def test_a_model_shapes_what_is_drawn_and_queries_are_drawn_for_ndcg(tmp_path, files, capsys):
    source, labels = str(tmp_path / "ab.campaign"), tmp_path / "model.txt"
    labels.write_text("".join(f"{q} 0 {d} {1 - g}\n" for q, docs in TRUE.items() for d, g in docs.items()))
    at = files.index("P@5")
    assert main(["decide", source, *files, "--model", str(labels)]) == 0
    judge_all(source)
    capsys.readouterr()
    assert looked(capsys, source)["better"] == ["new"]
    other = str(tmp_path / "ndcg.campaign")
    assert main(["decide", other, *files[:at], "nDCG@5", *files[at + 1 :]]) == 0
    asked = judge_all(other)
    capsys.readouterr()
    decision = looked(capsys, other)
    alone = irassay.decide(RUNS, "nDCG@5", scale=(0, 1)).run(lambda pairs: {q: TRUE[q] for q, _ in pairs})
    assert (decision["verdict"], decision["better"]) == (alone.verdict, list(alone.better)) == ("settled", ["new"])
    assert len(asked) == decision["labels"]["known"]


def test_documents_without_a_text_are_named_or_count_at_their_worst(tmp_path, files, capsys):
    source, texts = str(tmp_path / "ab.campaign"), tmp_path / "d.tsv"
    texts.write_text(
        "".join(line for line in texts.read_text().splitlines(keepends=True) if not line.startswith("d3-"))
    )
    assert main(["decide", source, *files]) == 3
    assert '6 documents to judge without a text: "d3-0"' in capsys.readouterr().err
    assert main(["decide", source, *files, "--leave-out-missing-texts"]) == 0
    asked = judge_all(source)
    assert not {doc for _, doc in asked} & set(TRUE["q3"])
    capsys.readouterr()
    decision = looked(capsys, source)
    assert (decision["labels"]["skipped"], decision["labels"]["known"]) == (6, len(asked))
    assert (decision["verdict"], decision["better"]) == ("settled", ["new"])


def test_a_budget_ends_what_is_asked_and_a_margin_ties(tmp_path, files, capsys):
    source = str(tmp_path / "ab.campaign")
    assert main(["decide", source, *files, "--budget", "7", "--batch", "5", "--expect", "new > old"]) == 4
    asked = judge_all(source, grade_of=lambda query, doc: 0)
    assert len(asked) == 7
    with open_campaign(source) as campaign:
        turn = Desk(campaign).next(campaign.person(campaign.invite("Ann")), 3)
        assert (turn.state, turn.held) == ("done", [])
    tied = ["decide", str(tmp_path / "tied.campaign"), *files, "--margin", "0.7", "--expect", "new > old"]
    assert main(tied) == 5
    assert main([*tied[:2], "--as-of", "1"]) == 2
    assert "asks no question" in capsys.readouterr().err


def test_the_owners_page_says_what_irassay_decide_says(source, files, capsys):
    assert main(["decide", source, *files]) == 0
    judge_all(source, limit=5)
    capsys.readouterr()
    with open_campaign(source) as campaign:
        order = dashboard_figures.Order(what="figures", source=source, runs=[])
        verdict = dashboard_figures.figures(order, campaign).verdict
    said = looked(capsys, source)
    assert (verdict.advice, verdict.standfirst) == (said["lever"], said["scope"])
    assert verdict.title.startswith("Undecided so far: 5 of ")
    assert [drawing.count("After 5 labels, new minus old lies in") > 0 for drawing in verdict.drawings] == [True] * 2


@pytest.mark.parametrize("more", [(), ("--budget", "25")])
def test_of_a_drawn_query_people_get_what_its_bounds_still_need(tmp_path, files, more):
    """Oracle: bounds of the query over the labels so far, which leave more than one difference where people are
    asked, and one alone where they are asked no more before a verdict."""
    source = str(tmp_path / "ab.db")
    assert main(["decide", source, *files[:2], "-m", "RR@5", *files[4:], *more]) == 0
    with open_campaign(source) as campaign:
        who, desk, labels = campaign.person(campaign.invite("Ann")), Desk(campaign), {}

        def is_open(query):
            known = irassay.Qrels.from_dict({query: {" ": 0} | labels.get(query, {})})
            of = irassay.Runs.from_dict({system: {query: lists[query]} for system, lists in RUNS.items()})
            bounds = irassay.bound(known, of, "RR@5", unseen=0, scale=(0, 1))
            return bounds.difference_lower[0, 1] < -bounds.difference_lower[1, 0] - 1e-9

        while held := desk.next(who, 1).held:
            [query, doc] = held[0].query, held[0].docs[0]
            assert is_open(query)
            labels.setdefault(query, {})[doc] = TRUE[query][doc]
            answer = {"answer": NAMES[TRUE[query][doc]]}
            campaign.record(who.pseudonym, held[0].key, held[0].task, answer)
        left = [query for query in campaign.queries() if campaign.wanting(query, who.pseudonym)]
        is_settled = decider_of(campaign).look().verdict == "settled"
        assert len(labels) > 1
        assert is_settled or not any(is_open(query) for query in left)


@pytest.mark.parametrize("lies", [0, 1])
def test_what_a_model_is_asked_shapes_the_draws_and_nothing_else(tmp_path, files, capsys, lies):
    """Oracle: planted truth, and `irassay.decide` that learns the same once the first batch is drawn."""
    said = {q: {d: abs(lies - g) for d, g in docs.items()} for q, docs in TRUE.items()}
    model = FunctionJudge(lambda asked: [said[one.query][one.docs[0]] for one in asked], "words")
    source = str(tmp_path / "ab.campaign")
    assert main(["decide", source, *files, "--batch", "5"]) == 0
    with open_campaign(source) as campaign:
        n, n_entries = len(decider_of(campaign).documents), len(list(campaign.log()))
        assert (plan(campaign, model).n_to_ask, len(list(campaign.log()))) == (n, n_entries)
        assert (ask(campaign, model).states["answered"], ask(campaign, model).n_to_ask) == (n, 0)
        assert (campaign.counts().tasks, campaign.counts().wanted) == (5, 5), "people are asked no more"
    asked = judge_all(source)
    capsys.readouterr()
    deciders = [irassay.decide(RUNS, "P@5", scale=(0, 1)) for _ in range(2)]
    assert all(one.draw(5) for one in deciders)
    deciders[0].learn(said)
    taught, plain = (
        [event["documents"] for event in run_of(one).events if event["kind"] == "batch"] for one in deciders
    )
    with open_campaign(source) as campaign:
        drawn = [entry.content["documents"] for entry in campaign.log() if entry.kind == "draw"]
        again = decider_of(campaign).look().to_dict()
    assert drawn == taught
    assert drawn[:1] == plain[:1]
    assert drawn[1] != plain[1]
    decision = looked(capsys, source)
    assert {name: again[name] for name in ("pairs", "labels")} == {name: decision[name] for name in ("pairs", "labels")}
    assert (decision["better"], decision["labels"]["known"]) == (["new"], len(asked))


def run_of(decider):
    """A decider once people have answered all that it asks, truly."""
    decider.run(lambda asked: {q: {d: TRUE[q][d] for of, d in asked if of == q} for q, _ in asked}, batch=5)
    return decider
