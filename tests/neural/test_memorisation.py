"""From texts to memory by the command line: a reranker that saw leaked pairs thirty times is told by its ranks."""

from __future__ import annotations

import json

import pytest

from tests.neural import networks_by_hand as by_hand
from tests.neural.leaky_world import asked, remembered, write_sets

SIZE = 160  # instances, of which 40 leak
RATES = {"knrm": 0.01, "monot5": 0.003}


@pytest.mark.parametrize("name", RATES)
def test_leaked_documents_that_were_seen_thirty_times_are_remembered(name, tmp_path):
    """Planted: documents are words by chance, so only one that saw a topic's labels can rank by them."""
    write_sets(tmp_path, 0, SIZE)
    base = ["--base", by_hand.t5(str(tmp_path / "t5"))] if name == "monot5" else []
    model = [name, *base, "--epochs", 30, "--learning-rate", RATES[name]]
    answer = remembered(tmp_path, SIZE, model, with_=(1, 2), without=(3, 4))
    (offset,) = (row for row in answer["rows"] if row["quantity"] == "rank offset")
    assert answer["title"].startswith("Leaked documents are remembered")
    assert min(offset["low"], offset["seeds_low"]) > 0
    assert (tmp_path / f"{name}-test-1.also.run").exists()
    one_model = alone(tmp_path, f"{name}-test-1.run", f"{name}-none-3.run")
    assert one_model["title"] == "Leaked documents are remembered."
    for path in tmp_path.glob("*.provenance.json"):  # which would say that this model never saw the leaks
        path.unlink()
    quiet = alone(tmp_path, f"{name}-none-3.run", f"{name}-none-4.run")
    assert quiet["title"] == "No sign of memorisation."


def alone(folder, run, other):
    """What memory answers of one model, against another that saw no leaks."""
    words = ["memory", folder / "sets" / f"test-{SIZE}.jsonl", "--with", folder / run, "--others", folder / other]
    asked(*words, "--qrels", folder / "qrels", "--format", "json", "-o", folder / "alone.json")
    return json.loads((folder / "alone.json").read_text())
