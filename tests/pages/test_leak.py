"""The page of leaks in a real browser: readable by anybody, wide and narrow, light and dark, with scripts off."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import irassay
from tests.pages.walk import walk

WORDS = (
    *("air", "pollution", "hubble", "telescope", "term", "limits", "wild", "horses", "blue"),
    *("cheese", "ocean", "tides", "solar", "panels", "piano", "volcano"),
)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty queries, a dozen of them in training, some with a relevant document; labels of pairs; six systems."""
    folder, rng = tmp_path_factory.mktemp("page"), random.Random(1)
    queries = {f"q{n}": " ".join(rng.sample(WORDS, 3)) + f" topic{n}" for n in range(40)}
    docs = {
        f"{q}-{d}": f"{text} {d} " + " ".join(rng.choices(WORDS, k=16)) for q, text in queries.items() for d in "ab"
    }
    rows = [
        {"id": f"t{n}", "query": queries[f"q{n}"].upper(), "positive": docs[f"q{n}-a"] if n < 6 else "x"}
        for n in range(12)
    ]
    rows += [{"id": f"u{n}", "query": " ".join(rng.sample(WORDS, 2)), "positive": "<b>y</b>"} for n in range(60)]
    rows += [
        {"id": f"g{n}", "query": f"{queries[f'q{n}'].split()[0]} topic{n}", "positive": "z"} for n in range(12, 20)
    ]
    (folder / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    labels = [f"q{n}\tt{n}\tidentical\n" for n in range(12)] + [f"q{n}\tg{n}\tdifferent\n" for n in range(12, 20)]
    (folder / "labels.tsv").write_text("query\ttrain\ttype\n" + "".join(labels))
    systems = {}
    for s in range(6):
        right = {q: rng.random() < (0.9 if s < 3 and n < 12 else 0.4 + s / 20) for n, q in enumerate(queries)}
        systems[f"system{s}"] = {
            q: {f"{q}-a": 2.0 if right[q] else 1.0, f"{q}-b": 1.0 if right[q] else 2.0} for q in queries
        }
    seen = irassay.Metadata({"trained": {f"system{s}": "yes" if s < 3 else "no" for s in range(6)}})
    irassay.leak(
        queries, str(folder / "train.jsonl"), labels=str(folder / "labels.tsv"), corpus=docs,
        qrels=irassay.Qrels.from_dict({q: {f"{q}-a": 1, f"{q}-b": 0} for q in queries}),
        runs=irassay.Runs.from_dict(systems), metadata=seen, exposed="trained", measures=["P@1", "RR"],
    ).write(folder / "leak.html")  # fmt: skip
    return folder / "leak.html"


def test_the_page_of_leaks_can_be_read_by_anybody_with_and_without_scripts(browser: Any, written: Path) -> None:
    assert walk(browser, written, widths=(390, 900, 1600), schemes=("light", "dark")) == []


def test_on_a_phone_every_pair_is_seen_whole(browser: Any, written: Path) -> None:
    context = browser.new_context(viewport={"width": 380, "height": 800})
    tab = context.new_page()
    tab.goto(written.as_uri())
    tables = tab.locator(".scroll", has=tab.locator("caption", has_text="with its strongest pair")).all()
    assert tables
    assert all(table.evaluate("table => table.scrollWidth <= table.clientWidth") for table in tables)
    row = tab.locator("tbody tr", has=tab.locator("th", has_text="q0")).first
    assert row.locator("td").first.bounding_box()["height"] < 50  # two lines; a word a line were four
    context.close()


def test_a_threshold_that_labels_only_estimate_has_three_digits_and_makes_no_leak(written: Path) -> None:
    assert re.search(r"leak from 0\.\d{1,3} on", written.read_text())
    assert "Similarity alone makes no leak" in written.read_text()


def test_no_line_begins_with_the_mark_after_an_explained_word(browser: Any, written: Path) -> None:
    context = browser.new_context(viewport={"width": 380, "height": 800})
    tab = context.new_page()
    tab.goto(written.as_uri())
    heights = tab.locator(".whole").evaluate_all("all => all.map(one => [one.getClientRects().length, one.innerText])")
    assert heights
    assert all(n == 1 and text[-1] in ".,;:)" for n, text in heights)
    context.close()


def test_the_answer_comes_before_its_evidence(browser: Any, written: Path) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, java_script_enabled=False)
    tab = context.new_page()
    tab.goto(written.as_uri())
    assert tab.locator("h1").inner_text().startswith("12 of 40 test queries")
    titles = tab.locator("main section h2, main section .kicker").all_inner_texts()
    asked = [
        "Which test queries leaked?",
        "How right is the threshold?",
        "What leaked?",
        "Did it move scores or order?",
    ]
    text = tab.locator("main").inner_text()
    places = [text.index(title) for title in asked]
    assert places == sorted(places), titles
    assert "<b>y</b>" not in tab.content()
    context.close()
