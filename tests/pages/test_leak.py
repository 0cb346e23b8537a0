"""The page of leaks in a real browser: readable by anybody, wide and narrow, light and dark, with scripts off."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import irassay
from tests.pages.walk import OPEN, walk

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


def test_the_page_of_leaks_can_be_read_by_anybody_with_and_without_scripts(
    browser: Any, written: Path, many: Path
) -> None:
    for (width, scheme), of in zip(((390, "dark"), (1600, "light")), (written, many), strict=True):
        assert walk(browser, of, widths=(width,), schemes=(scheme,)) == []


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
    tab.evaluate(OPEN)
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


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of 47 systems with long names, every other one exposed, which lie close to one another."""
    rng, queries = random.Random(4), {f"q{n}": f"{' '.join(WORDS[n % 9 : n % 9 + 2])} topic{n}" for n in range(60)}
    runs = {
        f"system-{s}-of-msmarco-{'depth' * (s % 3)}": {
            q: {"a": 2.0 if rng.random() < 0.3 + s * s / 4000 else 0.5, "b": 1.0} for q in queries
        }
        for s in range(47)
    }
    seen = irassay.Metadata({"trained": {name: "no" if i % 2 else "yes" for i, name in enumerate(runs)}})
    file = tmp_path_factory.mktemp("many") / "leak.html"
    irassay.leak(
        queries, {f"t{n}": queries[f"q{n}"] for n in range(25)}, metadata=seen, exposed="trained", measures=["P@1"],
        qrels=irassay.Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries}), runs=irassay.Runs.from_dict(runs),
    ).write(file)  # fmt: skip
    return file


@pytest.mark.parametrize("width", [380, 900, 1600])
def test_of_47_systems_a_few_are_named_clear_of_names_and_marks_and_the_pointer_names_the_rest(
    browser: Any, many: Path, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    tab = context.new_page()
    tab.goto(many.as_uri())
    tab.evaluate(OPEN)
    drawn = tab.locator("figure[data-kind=Scatter] svg:visible")
    names = [one.bounding_box() for one in drawn.locator("text.halo").all()]
    marks = [one.bounding_box() for one in drawn.locator("[data-s]").all()]
    assert (len(marks), 2 <= len(names) <= 6) == (47, True)
    centres = [dict(zip(("x", "y", "width", "height"), (*_centre(mark), 0, 0), strict=True)) for mark in marks]
    assert not [(a, b) for i, a in enumerate(names) for b in [*names[:i], *centres] if _meet(a, b)]
    drawn.scroll_into_view_if_needed()
    tab.mouse.move(*_centre(drawn.locator("[data-s]").last.bounding_box()))
    assert tab.locator("#tip").inner_text().startswith("system-")
    context.close()


def test_no_line_from_a_mark_to_its_name_goes_through_another_name(browser: Any, written: Path) -> None:
    context = browser.new_context(viewport={"width": 900, "height": 900})
    tab = context.new_page()
    tab.goto(written.as_uri())
    tab.evaluate(OPEN)
    for drawn in tab.locator("figure[data-kind=Scatter] svg:visible").all():
        names = [one.bounding_box() for one in drawn.locator("text.halo").all()]
        lines = [one.bounding_box() for one in drawn.locator("line.ld, path.ld").all()]
        assert names
        assert not [(line, name) for line in lines for name in names if _meet(line, name)]
    context.close()


def _meet(a: dict[str, float], b: dict[str, float]) -> bool:
    return all(a[at] < b[at] + b[of] and b[at] < a[at] + a[of] for at, of in (("x", "width"), ("y", "height")))


def _centre(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_no_table_repeats_the_one_behind_the_chart_and_no_heading_stands_over_nothing(browser: Any, many: Path) -> None:
    context = browser.new_context(viewport={"width": 900, "height": 900}, java_script_enabled=False)
    tab = context.new_page()
    tab.goto(many.as_uri())
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    captions = tab.locator("main table caption").all_inner_texts()
    assert len(set(captions)) == len(captions)
    folded = tab.locator("main .folded").all()
    assert all(one.locator("tbody tr").count() for one in folded)
    context.close()


def test_a_page_without_pools_explains_no_pool_and_every_word_that_it_marks(written: Path) -> None:
    text = written.read_text()
    explained = set(re.findall(r'popover id="word-([^"]+)"', text))
    assert set(re.findall(r'popovertarget="word-([^"]+)"', text)) <= explained
    assert {"leak", "exposed", "query"} <= explained
    assert not {"pool", "chao2", "ideal-ranking", "tau", "bootstrap", "power"} & explained
