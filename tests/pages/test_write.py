"""Writing a Result: by suffix, whole or not at all, and read back as it was."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from page_example import HOSTILE, example

from irassay.collection import Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.reporting.page import page
from irassay.result import LeagueChart, PairMatrix, Result
from irassay.studies.overview import overview


@pytest.mark.parametrize("n", [2, 3, 8, 63, 126])
def test_json_reads_back_to_the_same_json(n: int) -> None:
    text = example(n).to_json()
    assert Result.from_json(text).to_json() == text


def test_another_format_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="expected irassay"):
        Result.from_json('{"format": "irassay.result/9"}')


@pytest.mark.parametrize("suffix", [".html", ".json", ".csv", ".tsv", ".tex", ".txt"])
def test_each_suffix_is_written_whole_and_leaves_nothing_beside(suffix: str, tmp_path: Path) -> None:
    example(8).write(tmp_path / f"report{suffix}")
    assert [p.name for p in tmp_path.iterdir()] == [f"report{suffix}"]
    assert (tmp_path / f"report{suffix}").stat().st_size > 100


def test_an_unknown_suffix_is_refused_and_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.html"):
        example(8).write(tmp_path / "report.pdf")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(InputError, match="disk full"):
        example(8).write(target)
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.json"]


def test_a_hostile_name_is_no_formula_in_csv(tmp_path: Path) -> None:
    example(8, hostile=True).write(tmp_path / "t.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text(encoding="utf-8"))))
    assert rows[1]["system"] == "'" + HOSTILE[1]
    assert not any(value[:1] in "=+@" for row in rows for value in row.values() if value)


def test_sizes_stay_in_budget(tmp_path: Path) -> None:
    for n, limit in ((63, 1_000_000), (126, 2_500_000)):
        example(n).write(tmp_path / "p.html")
        assert (tmp_path / "p.html").stat().st_size < limit


def test_every_figure_of_the_example_is_of_the_closed_list() -> None:
    kinds = {type(f) for n in (3, 63) for f in example(n).figures}
    assert {LeagueChart, PairMatrix} <= kinds
    assert len(kinds) == 14


def test_verdicts_are_in_the_json_as_they_are_and_not_in_the_page() -> None:
    made = overview(*small_world(), measures=["nDCG@10", "P@5"])
    documents = json.loads(made.to_json())["verdicts"]
    assert [document["league"]["measure"] for document in documents] == ["nDCG@10", "P@5"]
    assert [document["bounds"] is None for document in documents] == [False, True]
    again = Result.from_json(made.to_json())
    assert list(again.verdicts) == list(made.verdicts) == documents
    assert page(made) == page(replace(made, verdicts=()))


def test_verdicts_that_are_no_documents_are_refused() -> None:
    text = example(2).to_json().replace('"verdicts":[', '"verdicts":["one",', 1).replace('"one",]', '"one"]')
    with pytest.raises(InputError, match="verdicts are no documents"):
        Result.from_json(text)


def small_world() -> tuple[Qrels, Runs]:
    queries, docs = [f"q{i}" for i in range(9)], [f"d{i}" for i in range(7)]
    qrels = Qrels.from_dict({q: {d: (i + j) % 3 for j, d in enumerate(docs)} for i, q in enumerate(queries)})
    shifted = {
        f"s{k}": {q: {d: (i * k + j) % 5 for j, d in enumerate(docs)} for i, q in enumerate(queries)} for k in range(9)
    }
    return qrels, Runs.from_dict(shifted)


@pytest.mark.parametrize(("study", "verb"), [("overview", "report"), ("track", "track"), ("whatif", "whatif")])
def test_a_page_bears_the_name_of_the_verb_that_makes_it(study: str, verb: str) -> None:
    assert f'<p class="brand"><b>irassay</b> {verb}</p>' in page(replace(example(2), study=study))
