"""What a track's page says of runs left out one by one, and that its section has them."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.estimates import leave_one_group_out
from irassay.studies.deep_learning_track import track
from irassay.studies.deep_learning_track import words_coverage as words


@pytest.fixture(scope="module")
def world():
    rng = np.random.default_rng(1)
    docs = {f"d{i:02}": int(i < 12) * 2 for i in range(40)}
    lists = {
        f"s{s}": {f"q{q:02}": {d: float(g + rng.normal()) for d, g in docs.items()} for q in range(12)}
        for s in range(6)
    }
    top = {q: {d for s in lists for d in sorted(lists[s][q], key=lists[s][q].get)[-8:]} for q in lists["s0"]}
    kind = {s: "odd" if int(s[1]) % 2 else "even" for s in lists}
    labels = Qrels.from_dict({q: {d: docs[d] for d in sorted(of)} for q, of in top.items()})
    return labels, Runs.from_dict(lists).with_metadata(Metadata({"kind": kind}))


def test_the_sentence_names_the_run_that_loses_most_and_says_that_it_is_the_mildest_question(world):
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    said = words.runs(left, left.groups)
    losses = {g.group: max(0.0, -float(g.change[0])) for g in left.groups}
    assert f"{max(losses, key=losses.get)} most: {max(losses.values()):.4f}" in said
    assert "(median of 6 runs)" in said
    assert said.endswith("groups and kinds left out say more of systems to come.")
    assert words.runs_title(np.array([0, 2, -1])) == (
        "1 of 3 runs lose ranks without the documents that they alone brought"
    )


def test_the_page_has_pools_kinds_and_runs(world):
    section = next(s for s in track(*world).sections if s.name == "coverage")
    names = [getattr(item, "code", "") or item.name for item in section.body]
    assert names == [
        "coverage", "coverage", "coverage-beyond", "never-seen", "unfair-kinds", "kinds-left-out", "runs-left-out",
        "runs-left-out",
    ]  # fmt: skip
    rows = section.body[-1]
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8, rel=2)
    assert dict(zip(rows.column("run").values, rows.column("change").values)) == pytest.approx(
        {g.group: float(g.change[0]) for g in left.groups}
    )
