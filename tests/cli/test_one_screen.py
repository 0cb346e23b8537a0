"""A league fits a terminal of 80 columns and 24 lines: the answer first, leaders and edges, what to do last."""

from __future__ import annotations

import random

import pytest

from irassay.cli.main import main
from irassay.drawing.tables.edges import rows_shown

LINES = 24


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Forty systems that differ by their quality alone, forty queries, a part of the pool without labels."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(5)
    grades = {f"q{q}": {f"d{d}": draw.choice([0, 0, 1, 2]) for d in range(60)} for q in range(40)}
    (tmp_path / "qrels").write_text(
        "".join(f"{q} 0 {d} {g}\n" for q, docs in grades.items() for d, g in docs.items() if draw.random() < 0.8)
    )
    (tmp_path / "runs").mkdir()
    for s in range(40):
        lines = []
        for query, docs in grades.items():
            ranked = sorted(docs, key=lambda doc: -(docs[doc] * s / 20 + draw.gauss(0, 0.6)))
            lines += [f"{query} Q0 {doc} {r} {60 - r} system-{s:02}\n" for r, doc in enumerate(ranked[:20], 1)]
        (tmp_path / "runs" / f"system-{s:02}.run").write_text("".join(lines))
    return tmp_path


def seen(capsys, *words):
    assert main(["compare", "qrels", *words, "--format", "table"]) == 0
    captured = capsys.readouterr()
    return captured.out, captured.out + captured.err


@pytest.mark.parametrize("how", [(), ("--baseline", "system-20"), ("-m", "AP(rel=2)"), ("--require", "proved")])
def test_forty_systems_fit_one_screen_and_the_answer_is_its_first_line(here, capsys, how):
    out, everything = seen(capsys, "runs", *how)
    assert len(everything.splitlines()) <= LINES - 2  # the next command, and how long it took
    assert max(map(len, everything.splitlines())) <= 80
    first = out.splitlines()[0]
    assert "share the lead" in first or "leads alone" in first or "differ significantly from system-20" in first
    assert " more\n" in out
    assert "Pairs settled: by the queries " in out


def test_leaders_and_the_last_are_shown_and_what_is_left_out_is_counted(here, capsys):
    whole, _ = seen(capsys, "runs", "--all")
    ranked = [line.split()[1] for line in whole.split("\n\n")[0].splitlines()[2:]]
    assert len(ranked) == 40
    out, _ = seen(capsys, "runs")
    table = out.split("\n\n")[1].splitlines()[1:]
    shown = [line.split()[1] for line in table if " more" not in line]
    left = sum(int(line.split()[0]) for line in table if " more" in line)
    assert shown == [system for system in ranked if system in shown]
    assert (shown[0], shown[-1]) == (ranked[0], ranked[-1])
    assert len(shown) + left == 40


def test_a_baseline_is_always_among_the_rows(here, capsys):
    out, _ = seen(capsys, "runs", "--baseline", "system-20")
    assert any(line.startswith("system-20 ") and "baseline" in line for line in out.splitlines())


@pytest.mark.parametrize("n", range(1, 30))
@pytest.mark.parametrize("most", range(6, 13))
def test_the_rows_are_never_more_than_there_is_room_for(n, most):
    for n_leaders in range(1, n + 1):
        rows = rows_shown(list(range(n_leaders)), n, most)
        gaps = sum(b - a > 1 for a, b in zip([-1, *rows], [*rows, n]))
        assert len(rows) + gaps <= most
        assert rows == sorted(set(rows))
        assert {0, n - 1} <= set(rows)
