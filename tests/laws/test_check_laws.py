"""What `check` finds does not depend on how files are written."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.preflight import check


def lines_of(seed):
    draw = random.Random(seed)
    docs = [f"doc{i:02}" for i in range(20)]
    qrels = [f"q{q} 0 {d} {draw.randint(-1, 3)}\n" for q in range(6) for d in draw.sample(docs, 8)]
    runs = {}
    for s in range(draw.randint(1, 5)):
        answered = [q for q in range(7) if draw.random() < 0.9] or [0]
        scores = draw.choice([[1.0], [1.0, 1.0 + 1e-12, 2.0], [i / 7 for i in range(50)]])
        runs[f"s{s}"] = [
            f"q{q} Q0 {d} {i + 1} {draw.choice(scores)} s{s}\n"
            for q in answered
            for i, d in enumerate(draw.sample(docs, draw.randint(1, 15)))
        ]
    return qrels, runs


def found(folder, qrels, runs):
    (folder / "qrels").write_text("".join(qrels))
    for name, lines in runs.items():
        (folder / name).write_text("".join(lines))
    result = check(folder / "qrels", [folder / name for name in runs], measures=["nDCG@5", "AP"])
    findings = [(f.code, f.level, f.text, f.effect, f.action) for f in result.findings if f.code != "lines-scattered"]
    return sorted(findings), [column.values for column in result.tables[0].columns]


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_the_order_of_lines_changes_no_finding(tmp_path_factory, seed):
    qrels, runs = lines_of(seed)
    before = found(tmp_path_factory.mktemp("before"), qrels, runs)
    shuffle = random.Random(seed + 1).shuffle
    for lines in (qrels, *runs.values()):
        shuffle(lines)
    assert found(tmp_path_factory.mktemp("after"), qrels, runs) == before
