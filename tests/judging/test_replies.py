"""How replies of models are read: dress that leaves no doubt is taken off, and nothing odd becomes a wrong grade."""

from __future__ import annotations

import pytest

from irassay.collection.judging_scales import scale
from irassay.judging.assessors.judge import Question
from irassay.judging.assessors.model_judges import endpoint
from irassay.judging.assessors.model_judges.replies import read_better, read_evidence, read_grade, stated

GRADES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")
PASSAGE = "Yeast eats sugar. It gives off *gas*, which lifts the dough."


def question(kind="graded", choices=GRADES):
    return Question(
        task="t", kind=kind, query="q", query_text="?", docs=("d",) * (1 + (kind == "pair")), doc_texts=[PASSAGE] * 2,
        choices=choices, scale=scale("trec-passage"), judging_pass=1,
    )  # fmt: skip


def read(reader, reply, **changes):
    return reader(question(**changes), reply).answer


@pytest.mark.parametrize(
    "reply",
    [
        "Grade: 2",
        " grade: 2 \n",
        "GRADE:2",
        "Grade: 2.",
        "**Grade: 2**",
        "**Grade:** 2",
        "*Grade*: **2**.",
        "__Grade: 2__",
        "`Grade: 2`",
        "```\nGrade: 2\n```",
        "```text\nGrade: 2\n```\n",
        "Grade: 2 (Highly relevant)",
        "Grade: 2 [highly relevant].",
        "Grade: 2\nGrade: 2",
        "Grade: 2\n\nIt says so.\n**Grade: 2**",
        "It tells most of it.\nGrade: 2",
        "<think>Grade: 1? No.\nGrade: 3?</think>\nGrade: 2",
        "<THINKING>\nGrade: 0\n</THINKING>Grade: 2",
        "It tells most of it.\n</think>\n\nGrade: 2",
        "Grade: 02",
        "Grade: 2\r\n",
    ],
)
def test_dress_that_leaves_no_doubt_is_taken_off(reply):
    assert read(read_grade, reply) == "Highly relevant"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n ",
        "2",
        "two",
        "Grade",
        "Grade:",
        "Grade: two",
        "Grade: 2 or 3",
        "Grade: 2/3",
        "Grade: 2-3",
        "Grade: 2.5",
        "Grade: 2,5",
        "Grade: -2",
        "Grade: 7",
        "Grade: 1**2**",
        "Grade: ２",
        "Grade: 2 (Irrelevant)",
        "Grade: 2 (of 3)",
        "Grade: 2 (Highly relevant) or 3",
        "Grade: 1\nGrade: 2",
        "Grade: 2\nBut it is short.",
        "Grade: 2\nGrade: 7",
        "Grade: 2\nOn reflection: 1",
        "Not Grade: 2",
        "Grade: 2 Grade: 1",
        "Grade: ~~1~~ 2",
        "Grade: N",
        "Grade: 2 | none",
        "My grade: 2",
        "<think>Grade: 2",
        "<think>\nGrade: 2\n",
        "<think>Grade: 1</think><think>so</think>Grade: 2",
        "Grade: 1\n</think>\nGrade: 2",
        "<think>the passage says </think> Grade: 3\n</think>\nGrade: 2",
        "```\nGrade: 2\n```\nas asked",
        '{"Grade": 2}',
        "I can't judge this.",
        "Grade: 2\x00",
        "Graad: 2",
    ],
)
def test_an_odd_reply_makes_no_grade(reply):
    assert read(read_grade, reply) is None
    assert read(read_evidence, reply) is None
    assert read(read_better, reply, kind="pair", choices=("Left", "Equal", "Right")) is None


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Better: A", "Left"),
        ("**better:** b.", "Right"),
        ("Better: EQUAL", "Equal"),
        ("Better: A\nBetter: A", "Left"),
        ("Better: A\nBetter: B", None),
        ("Better: A or B", None),
        ("Better: AB", None),
        ("Better: the first", None),
        ("A", None),
    ],
)
def test_the_better_text_is_read_in_dress_too(reply, answer):
    assert read(read_better, reply, kind="pair", choices=("Left", "Equal", "Right")) == answer
    if answer == "Equal":
        assert read(read_better, reply, kind="pair", choices=("Left", "Right")) is None


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Grade: 2 | It gives off *gas*", "Highly relevant"),
        ("**Grade: 2** | “It gives off gas, which lifts the dough.”", "Highly relevant"),
        ("Grade: 2 | yeast EATS sugar. ", "Highly relevant"),
        ("Grade: 2 | Yeast eats.", "Highly relevant"),
        ("Grade: 2 | Yeast drinks.", None),
        ("Grade: 0 | none", "Irrelevant"),
        ("grade: 0 | None.", "Irrelevant"),
        ("Grade: 2 | none", None),
        ("Grade: 2 |", None),
        ("Grade: 0 |", None),
        ("Grade: 2 | .", None),
        ("Grade: 2 | eats sugar\nGrade: 1 | eats sugar", None),
    ],
)
def test_evidence_has_to_stand_in_the_passage(reply, answer):
    assert read(read_evidence, reply) == answer


@pytest.mark.parametrize(
    ("form", "reply", "answer"),
    [
        (r"final score: ([0-9]+)", "M: 1\nT: 3\n##final score: 2", "Highly relevant"),
        (r"final score: ([0-9]+)", "**##final score: 2**.", "Highly relevant"),
        (r"final score: ([0-3])", "final score: 2 (Highly relevant)", "Highly relevant"),
        (r"final score: ([0-3])", "final score: 25", None),
        (r"final score: ([0-3])", "final score: 2.5", None),
        (r"final score: ([0-3])", "final score: 2/3", None),
        (r"final score: ([0-3])", "final score: 2 or 3", None),
        (r"final score:.*?([0-3])", "final score: -2", None),
        (r"final score:.*?([0-3])", "final score: 12", None),
        (r"final score: ([0-9]+)", "final score: 1\nfinal score: 2", None),
        (r"final score: ([0-9]+)", "final score: 7", None),
        (r"final score: ([0-9]+)", "the score is 2", None),
        (r"final score: ([0-9]+)", "<think>final score: 1</think>final score: 2", "Highly relevant"),
        (r"final score: ([0-9]+)", "<think>final score: 2", None),
        (r"^Label: (.*)$", "Label: perfectly relevant", "Perfectly relevant"),
        (r"^Label: (.*)$", "Label: relevant", None),
        (r"final score: (?:([0-3])|none)", "final score: none", None),
        ({"json": "O"}, '{"M": 1, "T": 3, "O": 2}', "Highly relevant"),
        ({"json": "O"}, 'Here:\n```json\n{\n "O": "2"\n}\n```\n', "Highly relevant"),
        ({"json": "O"}, 'It tells most.\n{"O": 2}', "Highly relevant"),
        ({"json": "O"}, '{"O": 2, "O": 1}', None),
        ({"json": "O"}, '{"O": 1}\n{"O": 2}', None),
        ({"json": "O"}, '{"O": true}', None),
        ({"json": "O"}, '{"O": 2.0}', None),
        ({"json": "O"}, '{"O": [2]}', None),
        ({"json": "O"}, '{"o": 2}', None),
        ({"json": "O"}, '{"x": {"O": 2}}', None),
        ({"json": "O"}, '{"a": 1,\n{"O": 2}', None),
        ({"json": "O"}, '{"O": 2', None),
        ({"json": "O"}, "[2]", None),
    ],
)
def test_a_stated_form_is_read_and_nothing_beside_it(form, reply, answer):
    assert read(stated(form), reply) == answer


@pytest.mark.parametrize(("reply", "answer"), [("[[A]]", "Left"), ("[[B]]", "Right"), ("[[equal]]", "Equal")])
def test_a_stated_form_names_the_better_text(reply, answer):
    assert read(stated(r"\[\[(\w+)\]\]"), reply, kind="pair", choices=("Left", "Equal", "Right")) == answer
    assert read(stated(r"\[\[(\w+)\]\]"), "[[C]]", kind="pair", choices=("Left", "Equal", "Right")) is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Grade: 1", "Grade: 1"),
        ([{"type": "text", "text": "So."}, {"type": "text", "text": "Grade: 1"}], "So.\nGrade: 1"),
        ([{"type": "thinking", "thinking": "Grade: 0"}, {"type": "text", "text": "Grade: 1"}], "Grade: 1"),
        ([{"type": "text", "text": "Grade: 1"}, {"type": "refusal", "refusal": "no"}], None),
        ([{"type": "text", "text": 1}], None),
        ([{"type": "thinking", "thinking": "Grade: 0"}], None),
        (["Grade: 1"], None),
        ([], None),
        (None, None),
        ({"text": "Grade: 1"}, None),
    ],
)
def test_a_reply_in_parts_is_its_texts(content, text):
    assert endpoint._text_of(content) == text
