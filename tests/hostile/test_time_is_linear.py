"""Texts made to be slow: eight times as much of one takes about eight times as long, never 64 times."""

from __future__ import annotations

import gc
import random
import re
import time

import pytest

from irassay.formats.labels.lines import _LINE
from irassay.formats.sources.lines import Problems
from irassay.formats.texts.tagged import _TOPIC, _closed, docs_in, fields_in, topics_in
from irassay.leakage.words import _DOTTED

TIMES = 8
MOST = 3 * TIMES  # times the smaller; a quadratic one takes 64 times as long
LEAST = 0.02  # seconds of the processor that the smaller takes, so that nothing else counts

TEXTS = {
    "topics that nobody closes": lambda n: topics("<top> <num> 1 <title> a\n" * n),
    "topics of one name that nobody closes": lambda n: topics("<topic>a</topic>" + "<top>" * n),
    "topics that are closed": lambda n: topics("".join(f"<top> <num> {i} <title> a </top>\n" for i in range(n))),
    "a tag that does not end": lambda n: topics("<top>" + "<" + "a-" * n + "</top>"),
    "one field many times": lambda n: topics("<top> <num> 1" + "<p> a </p>" * n + "</top>"),
    "comments that nobody closes": lambda n: fields_in("<!-- " * n),
    "tags that nobody closes": lambda n: fields_in("".join(f"<a{i}>" for i in range(n)) + "</x>" * n),
    "blanks behind a document": lambda n: _LINE.fullmatch("1 qid:1 # d a" + " " * n + "x"),
    "features that could be parted in several ways": lambda n: _LINE.fullmatch("1 qid:1 " + "a:b:c " * n),
    "letters with dots": lambda n: _DOTTED.search("a." * n + "ab"),
}


def topics(text):
    return list(topics_in(text, Problems("topics")))


def seconds(of, n):
    """Of this thread, without what collects the garbage of all tests before."""
    gc.disable()
    started = time.thread_time()
    of(n)
    spent = time.thread_time() - started
    gc.enable()
    return spent


@pytest.mark.parametrize("of", TEXTS.values(), ids=TEXTS)
def test_a_text_of_eight_times_the_size_takes_no_more_than_in_proportion(of):
    n = 500
    while (least := min(seconds(of, n) for _ in range(3))) < LEAST and n < 1 << 22:
        n *= 2
    assert min(seconds(of, TIMES * n) for _ in range(2)) < MOST * max(least, LEAST)


def test_documents_in_one_line_are_read_in_one_pass(tmp_path):
    def of(n):
        path = tmp_path / "docs"
        path.write_text("".join(f"<DOC><DOCNO>{i}</DOCNO>a</DOC>" for i in range(n)))
        assert sum(1 for _ in docs_in(str(path), Problems("docs"))) == n

    least = min(seconds(of, 4000) for _ in range(3))
    assert min(seconds(of, TIMES * 4000) for _ in range(2)) < MOST * max(least, LEAST)


@pytest.mark.parametrize("seed", range(20))
def test_topics_are_those_of_the_pattern_that_says_what_a_topic_is(seed):
    """Oracle: a topic is <top ...> or <topic ...>, and all up to the next closing tag of that name."""
    drawn = random.Random(seed)
    parts = [
        "<top>",
        "<TOP n='1'>",
        "</top >",
        "<topic number='7'>",
        "</Topic>",
        "<topics>",
        "</topics>",
        " a ",
        "<num>",
        "\n",
    ]
    for _ in range(200):
        text = "".join(drawn.choice(parts) for _ in range(drawn.randrange(14)))
        whole = re.finditer(r"<(top|topic)\b[^<>]*>(.*?)</\1\s*>", text, re.IGNORECASE | re.DOTALL)
        topics = _closed(list(_TOPIC.finditer(text)))
        assert [(opening.start(), closing.end()) for opening, closing in topics] == [one.span() for one in whole]
