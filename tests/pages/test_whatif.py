"""A what-if's page in a real browser: readable by anybody, on a phone in the dark, with and without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import irassay
from irassay.reporting.blocks import section_views
from tests.pages.walk import walk


def test_a_what_if_can_be_read_by_anybody_with_and_without_scripts(browser: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    docs = [f"d{i:02d}" for i in range(30)]
    labels = {f"q{i}": {doc: int(k < 9) for k, doc in enumerate(docs)} for i in range(8)}
    lists = {
        f"s{s}": {q: {doc: float(rng.normal() + s * (k < 9) / 4) for k, doc in enumerate(docs)} for q in labels}
        for s in range(6)
    }
    result = irassay.whatif(
        irassay.Qrels.from_dict(labels),
        irassay.Runs.from_dict(lists),
        select=["random", "system", "depth"],
        measures=["AP", "P@5"],
        draws=20,
    )
    answer, *others = section_views(result, {})
    assert (answer.name, answer.finding) == ("answer", "")
    assert [one.name for one in others] == ["random", "system", "depth", "measures"]
    assert all(one.finding and one.title.startswith("What if ") for one in others[:-1])
    result.write(tmp_path / "whatif.html")
    assert walk(browser, tmp_path / "whatif.html", widths=(390,), schemes=("dark",)) == []
