"""Pairs whose labels are sparse, clicked in a real browser: the page says of them what the text says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from irassay import Qrels, Runs, overview, settle
from irassay.verdict.words import pairs as pair_words

QUERIES = [f"q{i:02d}" for i in range(40)]
# One document of each query has a label; "third" has it first on every third query.
HITS = {"always": 1, "half": 2, "half too": 2, "third": 3, "tenth": 10} | {f"other{n}": n for n in range(4, 8)}
LISTS = {
    name: {
        q: ({} if i % every else {"hit": 9.0}) | {f"{name}{k}": 5.0 - k for k in range(4)}
        for i, q in enumerate(QUERIES)
    }
    for name, every in HITS.items()
}


def test_a_clicked_pair_of_sparse_labels_has_the_headline_of_the_text(browser: Any, tmp_path: Path) -> None:
    qrels, runs = Qrels.from_dict({q: {"hit": 1} for q in QUERIES}), Runs.from_dict(LISTS)
    overview(qrels, runs, measures=["RR@5"]).write(tmp_path / "report.html")
    verdict = settle(qrels, runs, "RR@5")
    tab = browser.new_context(offline=True).new_page()
    tab.goto((tmp_path / "report.html").as_uri())
    told = set()
    for i, j in verdict.pairs:
        tab.locator("[data-pair=a]").select_option(index=i)
        tab.locator("[data-pair=b]").select_option(index=j)
        of = verdict.pair_at(i, j)
        said = tab.locator(".sentence").inner_text().split("). ", 1)[1]
        if of.queries.same or not of.ahead:
            assert said.startswith(pair_words.cant_tell(of))
        assert said.startswith(pair_words.headline(of))
        told.add(bool(of.ahead))
    assert told == {True, False}
    tab.context.close()
