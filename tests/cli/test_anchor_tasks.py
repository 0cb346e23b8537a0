"""Questions about extrapolated labels: drawn by seed, written as a form, and read back as it is filled in."""

from __future__ import annotations

import csv
import io
import json

import pytest

from irassay import read_runs
from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.label_sets.anchor_tasks import RANKS, draw_anchors
from irassay.label_sets.extrapolated_files import read_extrapolated
from tests.exploring import sensitivity as explore

WORDS = [f"w{letter}" for letter in "abcdefghijkl"]
EXTRAPOLATE = ["extrapolate", "qrels.txt", "a.index", "b.index", "--deemed", "11", "-o", "more"]
ASK = ["--anchor-tasks", "form.csv", "--query-texts", "queries.tsv", "--doc-texts", "texts.tsv"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Twelve queries of twelve passages; ids and texts with quotes, commas, and the beginnings of formulas."""
    monkeypatch.chdir(tmp_path)
    texts = [f'={w}{i}\t{"-" if i == 3 else ""}{" ".join([w] * (13 - i))} "x", {i}\n' for w in WORDS for i in range(12)]
    (tmp_path / "texts.tsv").write_text("".join(texts))
    (tmp_path / "queries.tsv").write_text("".join(f"-{w}\t+{w}, what?\n" for w in WORDS))
    (tmp_path / "qrels.txt").write_text("".join(f"-{w} 0 ={w}0 1\n" for w in WORDS))
    lines = [f"-{w} Q0 ={w}{i} 1 {30 - i} good\n" for w in WORDS for i in range(12)]
    (tmp_path / "good.run").write_text("".join(lines))
    (tmp_path / "bad.run").write_text("".join(f"-{w} Q0 ={w}{i} 1 {30 + i} bad\n" for w in WORDS for i in range(12)))
    assert main(["index", "texts.tsv", "-o", "a.index", "--quiet"]) == 0
    assert main(["index", "texts.tsv", "-o", "b.index", "--stem", "none", "--quiet"]) == 0
    return tmp_path


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def filled(rows, answer):
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "answer": answer(row)} for row in rows)
    return buffer.getvalue()


@pytest.mark.parametrize("where", ["rank", "place"])
def test_a_filled_form_is_read_back_as_it_is(folder, where, capsys):
    assert main([*EXTRAPOLATE, *ASK, "--anchor-queries", "8", "--anchor-at", where]) == 0
    assert "72 questions in form.csv: fill the column answer" in capsys.readouterr().err
    rows = rows_of((folder / "form.csv").read_text())
    assert len(rows) == 3 * len(RANKS) * 8
    assert {row["answer"] for row in rows} == {""}
    (folder / "filled.csv").write_text(filled(rows, lambda row: "no" if row[where] == "10" else "Yes"))
    asked = ["sensitivity", "qrels.txt", "good.run", "bad.run", "--extrapolated", "more", "--format", "json"]
    assert main([*asked, "--anchor-answers", "filled.csv"]) == 0
    told = [one["text"] for one in json.loads(capsys.readouterr().out)["findings"]]
    assert any(f"8 of 8 at {where} 1 of fused" in text and f"0 of 8 at {where} 10 of fused" in text for text in told)
    answer = explore("qrels.txt", ["good.run", "bad.run"], extrapolated="more", anchor_answers="filled.csv")
    at = [(row.set, row.where, row.at, row.yes, row.n) for row in answer.anchors]
    assert at == [(name, where, r, 8 * (r < 10), 8) for name in ("a", "b", "fused") for r in RANKS]


def test_each_question_is_about_the_passage_at_that_rank_of_the_list(folder):
    """Against the lists and the labels as they were written."""
    assert main([*EXTRAPOLATE, *ASK, "--quiet"]) == 0
    texts = dict(line.split("\t") for line in (folder / "texts.tsv").read_text().splitlines())
    for row in rows_of((folder / "form.csv").read_text()):
        query, gold, passage = (row[name].removeprefix("'") for name in ("query", "gold", "passage"))
        runs = read_runs(folder / "more" / "runs" / f"{row['list']}.run")
        assert runs.ranking(runs.systems[0], query)[int(row["rank"]) - 1] == passage
        assert gold == f"={query[1:]}0"
        assert row["passage_text"].removeprefix("'") == texts[passage]
        assert row["gold_text"] == texts[gold]
        assert (row["rank"] == "1") == (passage == gold)  # a control
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-at", "place"]) == 0
    deemed = read_extrapolated(folder / "more").deemed
    for row in rows_of((folder / "form.csv").read_text()):
        assert deemed[row["list"]][row["query"][1:]][int(row["place"]) - 1] == row["passage"][1:]


def test_no_cell_is_a_formula(folder):
    assert main([*EXTRAPOLATE, *ASK, "--quiet"]) == 0
    cells = [cell for row in csv.reader(io.StringIO((folder / "form.csv").read_text())) for cell in row]
    assert any(cell.startswith("'=w") for cell in cells)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_queries_are_drawn_by_the_seed_and_are_the_same_for_every_list_and_rank(folder):
    forms = []
    for seed in ("0", "0", "1"):
        assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "5", "--seed", seed]) == 0
        forms.append((folder / "form.csv").read_text())
    assert forms[0] == forms[1] != forms[2]
    rows = rows_of(forms[0])
    of_each = {(row["list"], row["rank"]): set() for row in rows}
    for row in rows:
        of_each[row["list"], row["rank"]].add(row["query"])
    assert len(of_each) == 9
    assert len({frozenset(queries) for queries in of_each.values()}) == 1


def test_answers_left_blank_are_passed_over_and_another_gold_is_named(folder, capsys):
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "4"]) == 0
    rows = rows_of((folder / "form.csv").read_text())
    asked = ["sensitivity", "qrels.txt", "good.run", "bad.run", "--extrapolated", "more"]
    (folder / "some.csv").write_text(filled(rows, lambda row: "yes" if row["list"] == "a" else ""))
    answer = explore("qrels.txt", ["good.run", "bad.run"], extrapolated="more", anchor_answers="some.csv")
    assert [(row.set, row.n) for row in answer.anchors] == [("a", 4)] * 3
    assert main([*asked, "--anchor-answers", "form.csv"]) == 3
    assert "has no answers, expected yes or no in the column answer" in capsys.readouterr().err
    rows[0]["gold"] = "=wz9"
    (folder / "other.csv").write_text(filled(rows, lambda row: "yes"))
    assert main([*asked, "--anchor-answers", "other.csv"]) == 3
    assert 'gold "=wz9", expected =w' in capsys.readouterr().err


def test_a_form_is_read_however_a_spreadsheet_writes_its_headings(folder):
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "4"]) == 0
    rows = rows_of((folder / "form.csv").read_text())
    heading, _, answers = filled(rows, lambda row: "Yes").partition("\n")
    (folder / "mine.csv").write_text(f"{heading.title()}\n{answers}")
    assert "Answer,Gold" in heading.title()
    answer = explore("qrels.txt", ["good.run", "bad.run"], extrapolated="more", anchor_answers="mine.csv")
    assert [(row.yes, row.n) for row in answer.anchors] == [(4, 4)] * 9


def test_what_cant_be_asked_leaves_nothing(folder, capsys):
    before = sorted(folder.iterdir())
    assert main([*EXTRAPOLATE, "--anchor-tasks", "form.csv"]) == 2
    assert (
        "--anchor-tasks shows people the texts: add --query-texts FILE and --doc-texts FILE" in capsys.readouterr().err
    )
    assert main([*EXTRAPOLATE, "--anchor-at", "place"]) == 2
    assert "--anchor-at has no effect without --anchor-tasks: leave it out" in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before
    (folder / "queries.tsv").write_text("-wb\tone\n")
    assert main([*EXTRAPOLATE, *ASK]) == 3
    assert '11 of 12 queries to ask about have no text, such as "-wa"' in capsys.readouterr().err
    kept = {path.name for path in folder.iterdir()} - {path.name for path in before}
    assert kept <= {"more"}  # at most the lists, from which the same command goes on
    assert [path.name for path in folder.glob("more/*")] in ([], ["unfinished"])
    assert main([*EXTRAPOLATE, "--quiet"]) == 0
    with pytest.raises(UsageError, match="were read without their lists"):
        draw_anchors(read_extrapolated(folder / "more"))


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_form_with_answers_is_not_replaced_and_one_without_is(folder, capsys, separator):
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "4"]) == 0
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "5"]) == 0
    rows = rows_of((folder / "form.csv").read_text())
    assert len({row["query"] for row in rows}) == 5
    with (folder / "form.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter=separator)
        writer.writeheader()
        writer.writerows([{**rows[0], "answer": "no"}, *rows[1:]])
    begun = (folder / "form.csv").read_bytes()
    before = sorted(folder.rglob("*"))
    assert main([*EXTRAPOLATE[:-1], "elsewhere", *ASK]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert "has 1 answer, which a new form would replace: choose another name for the form" in told
    assert (folder / "form.csv").read_bytes() == begun
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("where", ["rank", "place"])
@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"passage": "=wz9"}, 'passage "=wz9", expected "{passage}", at {where} {at} of {list}'),
        ({"passage": "{gold}"}, 'passage "{gold}", expected "{passage}", at {where} {at} of {list}'),
        ({"at": "999"}, "{where} 999, expected 1 to {long}: so long is the list {list} of query"),
    ],
)
def test_an_answer_on_another_passage_than_the_one_there_is_refused_with_its_line(folder, capsys, where, change, what):
    assert main([*EXTRAPOLATE, *ASK, "--quiet", "--anchor-queries", "4", "--anchor-at", where]) == 0
    rows = rows_of((folder / "form.csv").read_text())
    place = next(i for i, row in enumerate(rows) if row[where] == "2")
    whole = read_runs(folder / "more" / "runs" / f"{rows[place]['list']}.run")
    long = len(whole.ranking(whole.systems[0], rows[place]["query"].removeprefix("'"))) if where == "rank" else 11
    told = {**rows[place], "where": where, "at": "2", "long": long}
    told |= {name: rows[place][name].removeprefix("'") for name in ("gold", "passage")}
    for name, value in change.items():
        rows[place][where if name == "at" else name] = value.format(**told)
    (folder / "other.csv").write_text(filled(rows, lambda row: "yes"))
    asked = ["sensitivity", "qrels.txt", "good.run", "bad.run", "--extrapolated", "more"]
    assert main([*asked, "--anchor-answers", "other.csv"]) == 3
    error = " ".join(capsys.readouterr().err.split())
    assert f"other.csv:{place + 2} {what.format(**told)}" in error
