"""Recall by stage, against what was planted."""

from __future__ import annotations

import random

import numpy as np

from irassay import Qrels, Runs
from irassay.comparison.proportions import clustered_interval
from irassay.evidence import Candidate, recall_by_stage
from irassay.pooling import audit


def test_each_stage_loses_what_was_planted():
    """Oracle: the state of each passage is drawn first and counted: kept, refused, not asked."""
    draw = random.Random(3)
    states = {
        f"g{q}": {f"d{q}-{i}": draw.choice(("kept", "kept", "kept", "refused", "unasked", "none")) for i in range(30)}
        for q in range(8)
    }
    labels = Qrels.from_dict({q: {d: 1 for d, of in docs.items() if of == "kept"} for q, docs in states.items()})
    runs = Runs.from_dict({"other": {q: {d: -float(i) for i, d in enumerate(docs)} for q, docs in states.items()}})
    answers = Qrels.from_dict(
        {
            q: {d: int(of in ("refused", "unasked")) for d, of in docs.items() if of != "kept"}
            for q, docs in states.items()
        }
    )
    asked = [
        Candidate(group=q, member="m", passage=d)
        for q, docs in states.items()
        for d, of in docs.items()
        if of in ("kept", "refused")
    ]
    found = recall_by_stage(audit(labels, runs, n_queries=8, depth=30), answers, asked)
    n = {of: [list(docs.values()).count(of) for docs in states.values()] for of in ("kept", "refused", "unasked")}
    kept, refused, unasked = (sum(n[of]) for of in n)
    assert found.links.value == (kept + refused) / (kept + refused + unasked)
    assert found.answers.value == kept / (kept + refused)
    assert found.both.value == kept / (kept + refused + unasked)
    assert found.answers[1:] == clustered_interval(*(np.array(n[of], dtype=float) for of in ("kept", "refused")))
    assert all(share.low < share.value < share.high for share in (found.links, found.answers, found.both))


def test_candidates_that_miss_nothing_have_full_recall():
    labels = Qrels.from_dict({"g": {"a": 1}, "h": {"b": 1}})
    runs = Runs.from_dict({"x": {q: {"a": 3.0, "b": 2.0, "c": 1.0} for q in ("g", "h")}})
    answers = Qrels.from_dict({"g": {"b": 0, "c": 0}, "h": {"a": 0, "c": 0}})
    found = recall_by_stage(audit(labels, runs, n_queries=2), answers, [])
    assert (found.links.value, found.answers.value, found.both.value) == (1, 1, 1)
