"""Systems whose names hold commas, colons and dashes go from files through report, JSON, --since and --sheets unharmed.

Names of runs are opaque: "a, b: c" is one system, and neither "a" nor "b: c".
"""

from __future__ import annotations

import csv
import json
from itertools import combinations

import numpy as np
import pytest

import irassay
from irassay.cli.main import main
from irassay.result import Result
from irassay.verdict import verdicts_of

LONG, A, REST, DASH = "a, b: c", "a", "b: c", "a – b: c"
COPY = "A copy, of: it"  # the same documents as LONG, under a name that stands first
QUERIES = [f"q{i:02d}" for i in range(20)]


def ranking(quality, seed):
    """Each query's list: five documents, two of them relevant, which noise moves down."""
    rng = np.random.default_rng((seed, 5))
    relevant = np.array([1, 1, 0, 0, 0])
    return {q: dict(zip("vwxyz", (quality * relevant + rng.normal(0, 1, 5)).tolist())) for q in QUERIES}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    at = tmp_path_factory.mktemp("names")
    (at / "qrels.json").write_text(json.dumps({q: {d: int(d in "vw") for d in "vwxyz"} for q in QUERIES}))
    long = ranking(4, 1)
    runs = {LONG: long, COPY: long, A: ranking(2, 2), REST: ranking(0, 3), DASH: ranking(1, 4)}
    (at / "before.json").write_text(json.dumps(runs))
    (at / "now.json").write_text(json.dumps(runs | {REST: ranking(3, 5), "a, new: one": ranking(2.5, 6)}))
    assert report(at, "before.json", "-o", "before-report.json") == 0
    assert report(at, "now.json", "-o", "now-report.json", "--since", "before-report.json", "--sheets", "sheets") == 0
    return at


def report(at, runs, *words):
    paths = [str(at / word) if word.endswith(".json") or word == "sheets" else word for word in words]
    return main(["report", str(at / "qrels.json"), str(at / runs), "-m", "nDCG@3", *paths, "--quiet"])


def saved(folder, name):
    return Result.from_json((folder / name).read_text())


def scored(folder, runs):
    """The oracle: scores per query of each run, by `evaluate` alone."""
    scores = irassay.evaluate(irassay.read_qrels(folder / "qrels.json"), irassay.read_runs(folder / runs), ["nDCG@3"])
    return dict(zip(scores.systems, scores.values[0, 0]))


@pytest.mark.parametrize(("runs", "name"), [("before.json", "before-report.json"), ("now.json", "now-report.json")])
def test_the_saved_verdict_has_every_system_and_pair_under_its_name(folder, runs, name):
    (verdict,) = verdicts_of(saved(folder, name))
    of = scored(folder, runs)
    assert set(verdict.systems) == set(of) - {LONG}
    assert verdict.league.same == {COPY: [LONG]}
    assert verdict.league.stands_for(LONG) == COPY
    for a, b in combinations(of, 2):
        pair = verdict.pair(a, b).queries
        assert (pair.a, pair.b) == (a, b)
        assert pair.same == ({a, b} == {LONG, COPY})
        assert pair.difference == pytest.approx(of[a].mean() - of[b].mean(), abs=1e-12)
        assert (pair.better, pair.worse) == (int((of[a] > of[b] + 1e-9).sum()), int((of[a] < of[b] - 1e-9).sum()))


def changed(section):
    """What -> before, now, what changed."""
    table = next(part for part in section.body if getattr(part, "name", "") == "since-changes")
    return {what: tuple(cells) for what, *cells in zip(*(column.values for column in table.columns))}


def test_since_tells_who_joined_and_who_scores_otherwise(folder):
    result = saved(folder, "now-report.json")
    (section,) = (s for s in result.sections if s.name == "since")
    rows = changed(section)
    assert rows["runs"] == ("5", "6", "joined: a, new: one")
    before, now = scored(folder, "before.json"), scored(folder, "now.json")
    means = f"{now[REST].mean():.4f}, {before[REST].mean():.4f} before"
    assert rows["scores"] == ("", "", f"1 of 5 runs of both score differently: {REST} ({means})")
    order = [sorted((s for s in of if s in before and s != LONG), key=lambda s: -of[s].mean()) for of in (before, now)]
    turned = sum(
        (order[0].index(a) < order[0].index(b)) != (order[1].index(a) < order[1].index(b))
        for a, b in combinations(order[0], 2)
    )
    assert turned
    assert rows["order"][2].startswith(f"{turned} of 6 pairs turned: ")


def test_each_sheet_is_about_its_own_system(folder):
    with open(folder / "sheets" / "index.csv", encoding="utf-8", newline="") as file:
        index = {row["system"]: row["file"] for row in csv.DictReader(file)}
    of = scored(folder, "now.json")
    assert set(index) == set(of)
    for system, name in index.items():
        page = (folder / "sheets" / name).read_text(encoding="utf-8")
        assert f"Mean nDCG@3 {of[system].mean():.4f}" in page
        assert "of 5 by significance" in page
        with open(folder / "sheets" / name.replace(".html", ".csv"), encoding="utf-8", newline="") as file:
            assert [float(row["score"]) for row in csv.DictReader(file)] == of[system].tolist()


@pytest.mark.parametrize("extra", [(), ("--baseline", LONG), ("--baseline", DASH, "--baseline", A)])
def test_the_same_files_again_change_nothing(folder, extra):
    assert report(folder, "before.json", *extra, "-o", "again-before.json") == 0
    assert report(folder, "before.json", *extra, "-o", "again.json", "--since", "again-before.json") == 0
    (section,) = (s for s in saved(folder, "again.json").sections if s.name == "since")
    n = 6 if not extra else 3 if len(extra) == 2 else 5
    assert section.standfirst.endswith(
        f"the same 5 runs; the labels are the same. None of {n} pairs of both is decided differently by the queries."
    )
    assert [part.name for part in section.body] == ["since-changes"]
    rows = changed(section)
    assert rows.pop("labels")[2] == rows.pop("runs")[2] == "the same"
    assert rows.pop("order") == ("", "", f"0 of {n} pairs turned")
    assert all(before == now and not text for before, now, text in rows.values())


def test_another_baseline_is_another_option_whatever_its_name(folder):
    assert report(folder, "before.json", "--baseline", A, "--baseline", REST, "-o", "apart.json") == 0
    assert report(folder, "before.json", "--baseline", LONG, "-o", "one.json", "--since", "apart.json") == 0
    (section,) = (s for s in saved(folder, "one.json").sections if s.name == "since")
    assert changed(section)["option baseline"][:2] == ("a and b: c", "a, b: c")
