"""Laws of the whole report: lines in any order, systems in any order, files or nouns: the same sections."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

import irassay


@pytest.fixture(scope="module")
def lines():
    """Lines of labels, and of four runs, on nine queries with holes and ties."""
    rng = np.random.default_rng(8)
    docs = [f"d{i:02}" for i in range(40)]
    labels, runs = [], {}
    for q in range(9):
        labels += [f"q{q} 0 {d} {rng.integers(-1, 3)}\n" for d in rng.choice(docs, 14, replace=False)]
        for s in range(4):
            scores = rng.integers(0, 15, 20) / 7
            rows = [f"q{q} Q0 {d} 0 {float(x)!r} s{s}\n" for d, x in zip(rng.choice(docs, 20, replace=False), scores)]
            runs.setdefault(f"s{s}", []).extend(rows)
    return labels, runs


def write(folder, labels, runs):
    folder.mkdir()
    (folder / "qrels").write_text("".join(labels))
    for system, rows in runs.items():
        (folder / system).write_text("".join(rows))
    return folder / "qrels", [folder / system for system in runs]


# What tells of the files themselves: their paths and hashes, that lines are scattered, which run stands as the example.
OF_FILES = ("inputs", "options", "lines-scattered", "ids-nearly-meet")


def said(result):
    """Codes and numbers of the findings and rows of the tables, without what is of the files themselves."""
    findings, tables = [], {}
    for section in json.loads(result.to_json())["sections"]:
        for item in section["body"]:
            if item.get("code", item.get("name")) in OF_FILES:
                continue
            if "code" in item:
                findings.append((item["code"], item["numbers"]))
            elif columns := (item.get("table") or item).get("columns"):  # a figure has a table behind it
                tables[item["name"]] = sorted(zip(*(column["values"] for column in columns)), key=str)
    return sorted(findings, key=str), tables


@pytest.fixture(scope="module")
def plain(lines, tmp_path_factory):
    return said(irassay.overview(*write(tmp_path_factory.mktemp("plain") / "files", *lines), threads=1))


def shuffled(rows, seed):
    rows = list(rows)
    random.Random(seed).shuffle(rows)
    return rows


def test_lines_in_another_order_give_the_same_report(lines, plain, tmp_path):
    labels, runs = lines
    again = write(tmp_path / "files", shuffled(labels, 1), {s: shuffled(rows, 2) for s, rows in runs.items()})
    assert said(irassay.overview(*again, threads=2)) == plain


def test_nouns_give_the_report_of_the_files(lines, plain, tmp_path):
    qrels, runs = write(tmp_path / "files", *lines)
    assert said(irassay.overview(irassay.read_qrels(qrels), irassay.read_runs(runs))) == plain


def test_systems_in_another_order_give_the_same_report(lines, plain, tmp_path):
    labels, runs = lines
    again = write(tmp_path / "files", labels, dict(reversed(runs.items())))
    assert said(irassay.overview(*again)) == plain


def test_the_report_has_findings_and_tables_to_compare(plain):
    findings, tables = plain
    assert len(findings) > 10
    assert len(tables) > 5


def test_scores_lie_within_their_bounds_where_the_scale_goes_beyond_every_label(lines, tmp_path):
    """Labels go to 2, the scale to 4. Oracle: the same report of the measure with its top grade written out."""
    files = write(tmp_path / "files", *lines)
    found, written_out = (
        irassay.overview(*files, measures=[f'RBP(gain="graded"{top})'], scale=range(5), threads=1)
        for top in ("", ",max_rel=4")
    )
    assert said(found) == said(written_out)
    league = next(item for part in found.sections for item in part.body if getattr(item, "name", "") == "league").table
    for lower, mean, upper in zip(*(league.column(name).values for name in ("lower", "mean", "upper"))):
        assert lower - 1e-12 <= mean <= upper + 1e-12
