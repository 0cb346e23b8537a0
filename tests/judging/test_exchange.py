"""What people said goes to other tools and comes back: the same answers, skips and people, or a loss that is said.

The files of the tools are made up here in the tools' own forms: Label Studio's and Quepid's by their exporters,
Potato's by its tabular exporter and its saved states, prefj's by its README.
"""

from __future__ import annotations

import json
import re
import warnings
from contextlib import suppress
from itertools import pairwise

import pytest

from irassay.cli.main import main
from irassay.cli.options import TABLE
from irassay.cli.verbs.labels import TOOLS
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError
from irassay.formats.judgments import FORMATS
from irassay.formats.reading.judgments import read_judgments, tool_of
from irassay.judging.assessors.task_list import judged_sheet
from irassay.judging.store import Settings, make_campaign, open_campaign

# Ids and names that are words for nobody, and texts that begin formulas or hold quotes, line ends and other signs.
QUERIES = {"q 1": '=blue, "wide" hat', "q\t2": "rote Schuhe – größer?"}
DOCS = {"d 1": "+1 & <b>x</b>\nsecond line", "=d2": "Grün, 日本語", "d'3": "'quoted'", "d\n4": " kept "}
PEOPLE = ("ann@example.org", "Ben O'Brien, Dr.", "=cmd")
GRADES = {0: "Irrelevant", 1: "Related", 2: "Highly relevant", 3: "Perfectly relevant"}  # of trec-passage
WORDS = {"q1": "what", "q2": "how"}


def made(path, kind="graded", docs=DOCS, queries=QUERIES, wanted=3):
    """A campaign of all pairs of queries and documents, or of documents."""
    of = Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="", kind=kind)
    ids = list(docs)
    shown = [(one,) for one in ids] if kind == "graded" else list(pairwise(ids))
    campaign = make_campaign(path, of)
    campaign.add([Task(kind, q, d, wanted=wanted) for q in queries for d in shown], queries=queries, docs=docs)
    return campaign


def answer(campaign, person, n, said):
    """Let a person say it of the n-th task."""
    who = campaign.person(campaign.invite(person)).pseudonym
    [held] = campaign.hold(who, [campaign.tasks()[n]])
    campaign.record(who, held.key, held.task, said)
    return held


def said_in(path):
    """(query, documents, person) -> the better document or the grade, the reason of a skip, the note."""
    with open_campaign(path) as campaign:
        sheet, _ = judged_sheet(campaign)
    out = {}
    for task in sheet.tasks:
        for one in task.judgments:
            better = {"Left": task.docs[0], "Right": task.docs[-1]}.get(one.said, one.said)
            out[task.query, task.docs, one.assessor] = (better, one.skip, one.note)
    return out


def labels(*words, code=0):
    assert main(["labels", *map(str, words)]) == code


def judge(*words, code=0):
    assert main(["judge", *map(str, words)]) == code


def graded(path):
    with made(path) as campaign:
        answer(campaign, PEOPLE[0], 0, {"answer": "Related", "note": "see\tbelow\n=1+1"})
        answer(campaign, PEOPLE[0], 1, {"skip": "language", "note": "日本語"})
        answer(campaign, PEOPLE[1], 0, {"answer": "Perfectly relevant"})
        answer(campaign, PEOPLE[2], 5, {"answer": "Irrelevant"})
        answer(campaign, PEOPLE[2], 6, {"skip": "unsure"})


@pytest.mark.parametrize("tool", ["labelstudio", "potato", "quepid"])
def test_grades_skips_notes_and_people_come_back(tmp_path, monkeypatch, capsys, tool):
    monkeypatch.chdir(tmp_path)
    graded("a.campaign")
    labels("a.campaign", "--to", tool, "-o", "sent")
    assert tool_of("sent") == tool
    said = said_in("a.campaign")
    assert len(said) == 5
    capsys.readouterr()
    made("b.campaign").close()
    judge("b.campaign", "--import", "sent")
    if tool == "quepid":  # which has one kind of skip beside "judge later"
        said = {key: (grade, "unrateable" if skip else "", note) for key, (grade, skip, note) in said.items()}
    assert said_in("b.campaign") == said
    labels("b.campaign", "--to", tool, "-o", "again")
    sent, again = ((tmp_path / name).read_bytes() for name in ("sent", "again"))
    assert again == sent.replace(b'"name": "a"', b'"name": "b"')
    for name in ("a", "b"):
        labels(f"{name}.campaign", "-o", f"{name}.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_what_quepid_has_no_place_for_is_said(tmp_path, capsys):
    graded(tmp_path / "a.campaign")
    labels(tmp_path / "a.campaign", "--to", "quepid", "-o", tmp_path / "sent")
    assert "quepid has no place for 2 skip reasons: left out" in capsys.readouterr().err


def pairs(path, docs=DOCS, queries=QUERIES):
    with made(path, "pair", docs, queries) as campaign:
        shown = [answer(campaign, PEOPLE[0], n, {"answer": ("Left", "Right")[n % 2]}) for n in range(4)]
        answer(campaign, PEOPLE[1], 0, {"answer": "Equal", "note": "both"})
        answer(campaign, PEOPLE[2], 1, {"skip": "broken"})
    return {(one.query, frozenset(one.docs)): one.docs[n % 2] for n, one in enumerate(shown)}


@pytest.mark.parametrize("tool", ["labelstudio", "potato"])
def test_preferences_ties_and_people_come_back_whatever_the_sides_were(tmp_path, monkeypatch, tool):
    """The better documents by hand: that of the side on which it was shown."""
    monkeypatch.chdir(tmp_path)
    better = pairs("a.campaign")
    labels("a.campaign", "--to", tool, "-o", "sent")
    judge("b.campaign", "--import", "sent")
    said = said_in("b.campaign")
    assert said == said_in("a.campaign")
    of_ann = {(query, frozenset(docs)): doc for (query, docs, who), (doc, *_) in said.items() if who == PEOPLE[0]}
    assert of_ann == better
    labels("b.campaign", "--to", tool, "-o", "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "sent").read_bytes()
    entries = len(list(open_campaign("a.campaign").log()))
    judge("a.campaign", "--import", "sent")
    assert len(list(open_campaign("a.campaign").log())) == entries, "what is there already counts once"


def test_prefj_takes_preferences_alone_and_the_rest_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    better = pairs("a.campaign", dict.fromkeys(("d1", "d2", "d3"), "x"), WORDS)
    labels("a.campaign", "--to", "prefj", "-o", "sent")
    said = capsys.readouterr().err
    assert "prefj has no place for 3 assessors, 1 skip, 1 note and 1 tie: left out" in " ".join(said.split())
    lines = [line.split() for line in (tmp_path / "sent").read_text().splitlines()]
    assert {(query, frozenset((a, b))): best for query, a, b, best in lines} == better
    made("b.campaign", "pair", dict.fromkeys(("d1", "d2", "d3"), "x"), WORDS).close()
    judge("b.campaign", "--import", "sent", "--assessor", "Ann")
    labels("b.campaign", "--to", "prefj", "-o", "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "sent").read_bytes()


def test_prefj_holds_words_alone(tmp_path, capsys):
    pairs(tmp_path / "a.campaign")
    labels(tmp_path / "a.campaign", "--to", "prefj", code=3)
    assert "2 query ids can't stand in prefj, which allows no white space" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("tool", ["labelstudio", "potato", "quepid"])
def test_tasks_that_nobody_has_judged_go_to_a_tool_and_make_the_same_campaign(tmp_path, monkeypatch, tool):
    monkeypatch.chdir(tmp_path)
    with made("a.campaign", wanted=1) as campaign:
        tasks = campaign.tasks()
    labels("a.campaign", "--to", tool, "-o", "sent")
    judge("b.campaign", "sent", "--import", "sent")
    with open_campaign("b.campaign") as campaign:
        assert campaign.tasks() == tasks
        assert campaign.facts.texts("query") == QUERIES
        assert campaign.facts.texts("doc") == DOCS


LABEL_STUDIO = [
    {
        "id": 7, "project": 1, "created_at": "2026-01-01T00:00:00Z", "drafts": [], "predictions": [{"result": []}],
        "data": {"query_id": "q1", "doc_id": "d1", "query": "what", "text": "x"},
        "annotations": [
            {"id": 1, "completed_by": {"id": 4, "email": "ann@example.org"}, "was_cancelled": False,
             "result": [{"id": "k", "from_name": "rel", "to_name": "text", "type": "choices",
                         "value": {"choices": ["related"]}, "origin": "manual"}]},
            {"id": 2, "completed_by": 5, "was_cancelled": True, "result": []},
        ],
    },
    {
        "id": 8, "data": {"query_id": "q2", "doc_id": "d1", "query": "how", "text": "x"},
        "annotations": [{"id": 3, "completed_by": 5, "result": [
            {"from_name": "stars", "to_name": "text", "type": "rating", "value": {"rating": 3}}]}],
    },
]  # fmt: skip
BOOK = {
    "name": "Shop", "show_rank": False, "scale": [0, 1, 2, 3],
    "query_doc_pairs": [
        {"query_text": "what", "doc_id": "d1", "position": 1, "document_fields": {"title": "x"}, "judgements": [
            {"rating": 1.0, "unrateable": False, "judge_later": False, "user_email": "ann@example.org"},
            {"rating": None, "unrateable": True, "judge_later": False, "user_email": "5", "explanation": "dutch"}]},
        {"query_text": "how", "doc_id": "d1", "position": 2, "document_fields": {"title": "x"}, "judgements": [
            {"rating": 3.0, "unrateable": False, "judge_later": False, "user_email": "5"},
            {"rating": None, "unrateable": False, "judge_later": True, "user_email": "ann@example.org"}]},
    ],
}  # fmt: skip
POTATO = [
    {"instance_id": "q1/d1", "user_id": "ann@example.org", "labels": {"rel": {"Related": "true"}}, "query_id": "q1",
     "doc_id": "d1", "spans": {}, "links": {}},
    {"instance_id": "q2/d1", "user_id": "5", "labels": {"rel": {"3": True, "2": False}}, "query_id": "q2",
     "doc_id": "d1", "spans": {}, "links": {}},
]  # fmt: skip
FOREIGN = {
    "labelstudio": json.dumps(LABEL_STUDIO),
    "quepid": json.dumps(BOOK),
    "potato": "".join(json.dumps(line) + "\n" for line in POTATO),
}
EXPECTED = {  # by hand
    ("q1", ("d1",), "ann@example.org"): ("Related", "", ""),
    ("q2", ("d1",), "5"): ("Perfectly relevant", "", ""),
}
BESIDE = {
    "labelstudio": {("q1", ("d1",), "5"): ("", "cancelled", "")},
    "quepid": {
        ("q1", ("d1",), "5"): ("", "unrateable", "dutch"),
        ("q2", ("d1",), "ann@example.org"): ("", "judge_later", ""),
    },
    "potato": {},
}


@pytest.mark.parametrize("tool", FOREIGN)
def test_a_tools_own_file_is_known_by_its_shape_and_read(tmp_path, capsys, tool):
    """A book names queries by their texts, which find the queries of the campaign."""
    (tmp_path / "file").write_text(FOREIGN[tool])
    made(tmp_path / "a.campaign", docs={"d1": "x"}, queries=WORDS).close()
    judge(tmp_path / "a.campaign", "--import", tmp_path / "file")
    assert said_in(tmp_path / "a.campaign") == EXPECTED | BESIDE[tool]
    if tool == "labelstudio":
        assert "1 prediction of models left out of" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("form", ["a dict", "a list"])
def test_potatos_files_of_one_person_are_read_by_the_campaigns_tasks(tmp_path, form):
    """The state of a person names who it is; ``annotated_instances.jsonl`` has the person's name in its folder."""
    with made(tmp_path / "a.campaign", docs={"d1": "x"}, queries=WORDS) as campaign:
        first, second = campaign.tasks()
    chosen = {first: "Related", second: "Perfectly relevant"}
    if form == "a dict":
        own = {"displayed_text": "x", "span_annotations": {}, "behavioral_data": {}}
        rows = [{"id": task, "label_annotations": {"rel": {name: "true"}}, **own} for task, name in chosen.items()]
        (tmp_path / "file").write_text("".join(json.dumps(row) + "\n" for row in rows))
        judge(tmp_path / "a.campaign", "--import", tmp_path / "file", code=2)
        judge(tmp_path / "a.campaign", "--import", tmp_path / "file", "--assessor", "Ann")
    else:
        said = {task: [[{"schema": "rel", "name": name}, "true"]] for task, name in chosen.items()}
        (tmp_path / "file").write_text(json.dumps({"user_id": "Ann", "instance_id_to_label_to_value": said}))
        judge(tmp_path / "a.campaign", "--import", tmp_path / "file")
    assert said_in(tmp_path / "a.campaign") == {
        ("q1", ("d1",), "Ann"): ("Related", "", ""),
        ("q2", ("d1",), "Ann"): ("Perfectly relevant", "", ""),
    }


def put(value, *path):
    """LABEL_STUDIO or BOOK with one value changed."""
    whole = json.loads(json.dumps(BOOK if path[0] == "query_doc_pairs" else LABEL_STUDIO))
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(whole)


CHOICES = (0, "annotations", 0, "result", 0, "value", "choices")
OTHER = {"from_name": "tone", "to_name": "text", "type": "choices", "value": {"choices": ["Dry"]}}
TWO = [*LABEL_STUDIO[0]["annotations"][0]["result"], OTHER]


@pytest.mark.parametrize(
    ("text", "words", "code", "message"),
    [
        (put(["Superb"], *CHOICES), (), 3, r'\[0\].*the answer "Superb", expected one of 0, 1, 2, 3, Irrelevant'),
        (put(["Related", "Irrelevant"], *CHOICES), (), 3, 'the choices "Related", "Irrelevant", expected one'),
        (put(TWO, 0, "annotations", 0, "result"), (), 3, 'answers to "rel" and "tone", expected one, or one that is'),
        (put({"text": "x"}, 0, "data"), (), 3, "expected the ids of a query and of its documents"),
        (put("x", 0, "data"), (), 3, 'expected an object "data"'),
        (put("d9", 0, "data", "doc_id"), (), 3, 'to what this campaign does not ask: "q1" "d9"'),
        (put(2.5, "query_doc_pairs", 0, "judgements", 0, "rating"), (), 3, 'the answer "2.5", expected one of'),
        (put("", "query_doc_pairs", 0, "judgements", 0, "user_email"), (), 2, "it of 1: add --assessor NAME"),
        (put("5", "query_doc_pairs", 1, "judgements", 1, "user_email"), (), 3, 'a second answer to "how" "d1"'),
        (FOREIGN["quepid"], ("--assessor", "Ann"), 2, "says whose answers these are: leave --assessor out"),
        (FOREIGN["potato"], ("--from", "quepid"), 3, "no list|is not JSON"),
        ("[]", ("--from", "labelstudio"), 3, "has no task, expected Label Studio's JSON"),
        ("q1 d1 d2 d3\n", ("--from", "prefj", "--assessor", "Ann"), 3, 'preferred is "d3", expected one of'),
        ("nonsense\n", (), 3, 'has the columns nonsense, expected one for each of query'),
        ("query,doc,grade\nq1,d1,1\n", (), 2, "whose answers are these?"),
        ("query,doc,grade,assessor\nq1,d1,1,\n", (), 2, "it of 1: add --assessor NAME"),
        ("query,doc,grade,annotator\nq1,d1,1,Ann\n", ("--assessor", "Ben"), 2, "says whose answers these are"),
        ('{"entry": 1}\n', (), 3, "no entry of a log"),
    ],
)  # fmt: skip
def test_what_does_not_fit_changes_nothing_and_is_located(tmp_path, capsys, text, words, code, message):
    (tmp_path / "file").write_text(text)
    with made(tmp_path / "a.campaign", docs={"d1": "x"}, queries=WORDS) as campaign:
        before = len(list(campaign.log()))
    judge(tmp_path / "a.campaign", "--import", tmp_path / "file", *words, code=code)
    assert re.search(message, " ".join(capsys.readouterr().err.split()))
    assert len(list(open_campaign(tmp_path / "a.campaign").log())) == before


def test_a_table_with_a_column_of_assessors_has_each_ones_answers(tmp_path):
    (tmp_path / "ratings.csv").write_text("query,doc,grade,assessor\nq1,d1,1,maria\nq1,d1,3,jon\n")
    with made(tmp_path / "a.campaign", docs={"d1": "x"}, queries=WORDS) as campaign:
        judge(tmp_path / "a.campaign", "--import", tmp_path / "ratings.csv")
        names = {one.pseudonym: one.name for one in campaign.oversight.members()}
        given = {names[entry.assessor]: entry.content["answer"] for entry in campaign.log() if entry.kind == "answer"}
    assert given == {"maria": "Related", "jon": "Perfectly relevant"}


def places(value, at=()):
    """The way to every value of a tree."""
    yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*at, key))


@pytest.mark.parametrize("tool", FOREIGN)
def test_whatever_stands_in_place_of_any_value_is_read_or_refused_in_words(tmp_path, tool):
    whole = {"labelstudio": LABEL_STUDIO, "quepid": BOOK, "potato": POTATO}[tool]
    file = tmp_path / "file"
    tried = 0
    for way in places(whole):
        for other in (None, 5, -0.5, True, "", "x", [], [5], {}, {"a": {"b": []}}):
            at = changed = json.loads(json.dumps({"": whole}))
            for key in ("", *way)[:-1]:
                at = at[key]
            at[("", *way)[-1]] = other
            file.write_text(json.dumps(changed[""]))
            tried += 1
            with warnings.catch_warnings(), suppress(InputError, UsageError):
                warnings.simplefilter("ignore")
                read_judgments(str(file), tool, "graded", scale("trec-passage"), "Ann")
    assert tried > 200


def test_more_answers_than_a_task_wants_are_counted_and_skips_take_no_place(tmp_path, capsys):
    """Three people answer the first task, which wants one; somebody skips it after that, somebody says nothing."""
    pair = BOOK["query_doc_pairs"][0]
    said = [{"rating": 1.0, "user_email": who} for who in ("a", "b", "c")]
    said += [{"rating": None, "unrateable": True, "user_email": "d"}, {"rating": None, "user_email": "e"}]
    (tmp_path / "file").write_text(json.dumps({**BOOK, "query_doc_pairs": [{**pair, "judgements": said}]}))
    made(tmp_path / "a.campaign", docs={"d1": "x"}, queries=WORDS, wanted=1).close()
    judge(tmp_path / "a.campaign", "--import", tmp_path / "file")
    told = " ".join(capsys.readouterr().err.split())
    assert "1 judgment without an answer left out of" in told
    assert '2 answers and skips of "a", "b", "c" and "d" added; 2 left out: others have given, or hold' in told
    assert {who: skip for (_, _, who), (_, skip, _) in said_in(tmp_path / "a.campaign").items()} == {
        "a": "", "d": "unrateable",
    }  # fmt: skip


def test_a_book_makes_a_campaign_with_its_scale_texts_people_and_places(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    book = {**BOOK, "scale_with_labels": {"0": "Poor", "1": "Fair", "2": "Good", "3": "Perfect"}}
    (tmp_path / "book.json").write_text(json.dumps(book))
    judge("a.campaign", "--import", "book.json")
    with open_campaign("a.campaign") as campaign:
        assert campaign.settings.scale.names == ("Poor", "Fair", "Good", "Perfect")
        assert campaign.facts.texts("doc") == {"d1": "x"}
        assert campaign.queries() == ["what", "how"]
        assert (campaign.counts().answered, campaign.counts().wanted) == (2, 2)
    labels("a.campaign")
    assert capsys.readouterr().out == "how 0 d1 3\nwhat 0 d1 1\n"


def test_labels_of_queries_that_are_texts_are_printed_in_a_form_that_holds_them(tmp_path, capsys):
    """TREC's columns can't; a file is what its name says, so there it stays an error."""
    graded(tmp_path / "a.campaign")
    capsys.readouterr()
    labels(tmp_path / "a.campaign")
    assert json.loads(capsys.readouterr().out) == {"q 1": {"d 1": 1}, "q\t2": {"=d2": 0}}
    labels(tmp_path / "a.campaign", "-o", tmp_path / "qrels.txt", code=3)
    assert not (tmp_path / "qrels.txt").exists()


def test_a_moment_before_the_campaign_has_nothing_to_hand_on(tmp_path, capsys):
    graded(tmp_path / "a.campaign")
    labels(tmp_path / "a.campaign", "--to", "quepid", "--as-of", "2001-01-01", code=2)
    assert "was made later than" in " ".join(capsys.readouterr().err.split())


def test_a_sheet_of_quepid_has_the_texts_of_its_tasks(tmp_path, capsys):
    """As `irassay pool` writes it, with ids; and Quepid's own, where a query's text is its id."""
    for name, heading, more in (
        ("ids", "query,docid,rating,text,query_id", ",q1"),
        ("own", "query,docid,rating,text", ""),
    ):
        file = tmp_path / f"{name}.csv"
        file.write_text(f"{heading}\n'=red shoes,d1,,'+1 text{more}\n")
        (tmp_path / "answers.csv").write_text(f"query,doc,answer\n{more[1:] or '=red shoes'},d1,1\n")
        campaign = tmp_path / f"{name}.campaign"
        judge(campaign, file, "--import", tmp_path / "answers.csv", "--assessor", "Ann")
        with open_campaign(campaign) as made_of:
            assert made_of.facts.texts("query") == {more[1:] or "=red shoes": "=red shoes"}
            assert made_of.facts.texts("doc") == {"d1": "+1 text"}
    (tmp_path / "pool.tsv").write_text("query\tdoc\ttext\nq1\td1\tx\n")
    judge(tmp_path / "c.campaign", tmp_path / "pool.tsv", code=2)
    assert "people judge texts: add --query-texts FILE" in capsys.readouterr().err, "q1 is nothing to read"


@pytest.mark.parametrize("text", ["query\tdoc_a\tdoc_b\nq1\td1\td2\n", "q1 d2 d1\n"])
def test_a_table_of_pairs_and_what_prefj_requests_make_a_campaign_of_pairs(tmp_path, text):
    (tmp_path / "pairs").write_text(text)
    (tmp_path / "said").write_text("q1 d1 d2 d2\n")
    (tmp_path / "queries.tsv").write_text("q1\twhat\n")
    (tmp_path / "docs.tsv").write_text("d1\tx\nd2\ty\n")
    texts = ("--query-texts", tmp_path / "queries.tsv", "--doc-texts", tmp_path / "docs.tsv")
    judge(tmp_path / "a.campaign", tmp_path / "pairs", *texts, "--import", tmp_path / "said", "--assessor", "Ann")
    assert said_in(tmp_path / "a.campaign") == {("q1", ("d1", "d2"), "Ann"): ("d2", "", "")}


def test_a_plan_says_whose_pay_counts(tmp_path, capsys):
    made(tmp_path / "a.campaign").close()
    assert main(["judge", str(tmp_path / "a.campaign"), "--plan", "--pay", "2.00"]) == 0
    told = capsys.readouterr()
    assert "to pay" not in told.out
    assert "the campaign's own terms count, not --pay" in " ".join(told.err.split())


def test_a_campaign_of_lists_has_no_place_in_a_tool(tmp_path, capsys):
    made(tmp_path / "a.campaign", "best", DOCS).close()
    labels(tmp_path / "a.campaign", "--to", "labelstudio", code=2)
    assert "no place for answers to tasks of kind best, only for graded, pair and anchor" in capsys.readouterr().err


def test_every_tool_is_offered_by_both_verbs():
    forms = TABLE["labels_form"].choices
    *tools, table = FORMATS
    assert table == "table"
    assert tuple(tools) == TABLE["imported_from"].choices == forms[-len(tools) :] == tuple(TOOLS)
