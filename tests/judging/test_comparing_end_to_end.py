"""Comparisons from a table to their preferences: a server of its own, Chromium, and keys alone."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from people_in_chromium import press
from served_by_hand import ran, run, serve

from tests.judging_by_hand import DOCS, QUERIES

TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
PAIRS = "query\tdoc_a\tdoc_b\twhy\nq1\td1\td2\tall\nq1\td3\td1\tknown\nq2\td2\td3\tall\n"
TABLES = {
    "pair": PAIRS,
    "anchor": PAIRS,
    "best": "query\tdoc\n" + "".join(f"{q}\t{d}\n" for q in QUERIES for d in DOCS),
}
# The document that a person likes, and the keys for it: of a pair its side, of a list its place, then Enter.
LIKED = "d1"


@pytest.fixture
def files(tmp_path):
    for kind, table in TABLES.items():
        (tmp_path / f"{kind}.tsv").write_text(table)
    (tmp_path / "queries.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in QUERIES.items()))
    (tmp_path / "docs.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in DOCS.items()))
    return tmp_path


def keys_for(kind, texts):
    """What is pressed: for the liked document, or that there is none."""
    if DOCS[LIKED] not in texts:
        return {"pair": ["t"], "anchor": ["0"], "best": ["0"]}[kind]
    place = texts.index(DOCS[LIKED])
    return [str(place + 1), "Enter"] if kind == "best" else [("ArrowLeft", "ArrowRight")[place]]


@pytest.mark.parametrize("kind", ["pair", "anchor", "best"])
def test_comparisons_are_judged_by_keys_in_a_browser_and_become_preferences(files, browser, kind):
    n = 2 if kind == "best" else 3
    with serve("a.campaign", f"{kind}.tsv", *TEXTS, "--kind", kind, cwd=files) as served:
        page = browser.new_page()
        page.goto(served.link)
        page.goto(served.origin)
        for i in range(1, n + 1):
            page.get_by_text(f"{i} of {n}", exact=True).wait_for()
            keys = keys_for(kind, page.locator(".passage .text").all_text_contents())
            for key in keys:
                press(page, key)
            deadline = time.monotonic() + 30
            while served.ask("GET", "/campaign")[1]["answered"] < i:
                assert time.monotonic() < deadline, f"answer {i} never came"
                time.sleep(0.05)
        page.close()
    run("labels", "a.campaign", "--to", "preferences", "-o", "prefs.txt", cwd=files)
    rows = [line.split() for line in (files / "prefs.txt").read_text().splitlines()]
    levels = {}
    for query, _, group, doc, level in rows:
        levels.setdefault((query, group), {})[doc] = float(level)
    found = sorted((query, sorted(of.items())) for (query, _), of in levels.items())
    assert (
        found
        == {
            "pair": [("q1", [("d1", 2), ("d2", 1)]), ("q1", [("d1", 2), ("d3", 1)]), ("q2", [("d2", 1), ("d3", 1)])],
            # d1 is the known answer of the first, and at least as good as the known answer of the second
            "anchor": [("q1", [("d1", 1), ("d3", 1)]), ("q1", [("d1", 2), ("d2", 1)]), ("q2", [("d2", 0), ("d3", 0)])],
            "best": sorted((query, [("d1", 2), (doc, 1)]) for query in QUERIES for doc in ("d2", "d3")),
        }[kind]
    )


def test_why_a_pair_was_chosen_is_in_the_log_and_not_on_the_page(files):
    with serve("a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", cwd=files) as served:
        turn = served.tasks(n=20)
    assert not [word for word in ('"known"', '"all"', '"d1"', "why", "sides", "shown") if word in json.dumps(turn)]
    log = [json.loads(line) for line in run("labels", "a.campaign", "--to", "log", cwd=files).splitlines()]
    assert [entry["body"]["why"] for entry in log if entry["kind"] == "task"] == ["all", "known", "all"]


def test_the_source_of_the_page_has_no_hint_of_what_is_compared(files, browser):
    with serve("a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", cwd=files) as served:
        page = browser.new_page()
        page.goto(served.link)
        page.goto(served.origin)
        page.get_by_text("1 of 3", exact=True).wait_for()
        source = page.content()
        page.close()
    assert not [
        word for word in ("d1", "d2", "d3", "q1", "known", "why", "probability", "test") if f'"{word}"' in source
    ]


def test_more_pairs_join_a_campaign_of_pairs_and_grades_do_not(files):
    with serve("a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", cwd=files):
        pass
    (files / "more.tsv").write_text("query\tdoc_a\tdoc_b\nq1\td2\td1\nq1\td2\td3\n")
    with serve("a.campaign", "more.tsv", *TEXTS, cwd=files) as served:
        assert served.ask("GET", "/campaign")[1]["tasks"] == 4, "the pair that was there is there once"
    done = ran("judge", "a.campaign", "best.tsv", *TEXTS, "--listen", "127.0.0.1:0", cwd=files)
    assert done.returncode == 3
    assert "expected one for each of doc_a: doc_a; doc_b: doc_b" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["judge", "a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", "--scale", "binary"],
            2,
            "--scale has no effect",
        ),
        (["judge", "a.campaign", "pair.tsv", *TEXTS, "--kind", "anchor", "--equal", "no"], 2, "--equal has no effect"),
        (["judge", "a.campaign", "pair.tsv", *TEXTS, "--kind", "best"], 3, "expected one for each of doc"),
        (
            ["judge", "a.campaign", "pair.tsv", *TEXTS, "--kind", "rank"],
            2,
            "expected graded, pair, anchor, best or check",
        ),
    ],
)
def test_a_wrong_kind_is_refused_and_nothing_is_left_behind(files, words, code, message):
    done = ran(*words, "--listen", "127.0.0.1:0", cwd=files)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert not [path.name for path in files.iterdir() if path.name.startswith("a.campaign")]


def test_a_campaign_without_equal_offers_left_and_right_alone_and_keeps_no_other_answer(files):
    with serve("a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", "--equal", "no", cwd=files) as served:
        task = served.tasks()["tasks"][0]
        assert [one["name"] for one in task["options"]] == ["Left", "Right"]
        assert served.answer(task, "Equal")[0] == 422
    with serve("a.campaign", cwd=files) as served:
        assert [one["name"] for one in served.tasks()["tasks"][0]["options"]] == ["Left", "Right"]


def test_pairs_written_as_grades_end_with_2_and_say_what_to_do(files):
    with serve("a.campaign", "pair.tsv", *TEXTS, "--kind", "pair", cwd=files) as served:
        assert served.answer(served.tasks()["tasks"][0], "Left")[0] == 201
    for words, message in (
        (["--to", "qrels"], "--to preferences"),
        (["--to", "preferences", "--combine", "median"], ""),
    ):
        done = ran("labels", "a.campaign", *words, cwd=files)
        assert done.returncode == 2
        assert message in done.stderr
