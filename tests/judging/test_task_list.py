"""The tasks of a campaign as a table: a campaign that is made from it has the same tasks, on both databases."""

from __future__ import annotations

import csv
import json

import pytest

from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.formats.reading.tasks import read_tasks
from irassay.judging.store import Settings, make_campaign, open_campaign
from tests.judging_by_hand import DOCS, QUERIES, campaign, person

TEXTS = {"queries": QUERIES, "docs": DOCS}
OF_KIND = {
    "graded": [Task("graded", "q1", (doc,), wanted=2, why="pool", probability=0.25) for doc in ("d1", "d2")],
    "pair": [Task("pair", "q1", ("d2", "d1"), wanted=2, why="all"), Task("pair", "q2", ("d3", "d1"), wanted=2)],
    "anchor": [Task("anchor", "q1", ("d2", "d1"), wanted=2, why="known")],
    "best": [Task("best", "q1", ("d3", "d1", "d2"), wanted=2), Task("best", "q2", ("d1", "d2"), wanted=2)],
}


def written(source, folder, *words):
    """The rows of the table that the command writes."""
    file = folder / "tasks.tsv"
    assert main(["labels", source, "--to", "tasks", *words, "-o", str(file)]) == 0
    return list(csv.DictReader(file.open(), delimiter="\t"))


@pytest.mark.parametrize("kind", OF_KIND)
def test_a_table_of_tasks_is_read_back_as_the_same_tasks(source, tmp_path, kind):
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind=kind)
    with make_campaign(source, settings) as made:
        made.add(OF_KIND[kind], queries=QUERIES, docs=DOCS)
        ids = made.tasks()
    rows = written(source, tmp_path)
    read = read_tasks(tmp_path / "tasks.tsv", kind, wanted=2)
    assert [task.id for task in read] == ids == list(dict.fromkeys(row["task"] for row in rows))
    assert [(task.why, task.probability) for task in read] == [
        ("given" if kind == "best" or not task.why else task.why, task.probability) for task in OF_KIND[kind]
    ]


def test_each_task_has_who_answered_it_and_its_state_as_of_an_entry_too(source, tmp_path):
    with campaign(source, wanted=2) as made:
        ann, ben = (person(made, name) for name in ("Ann", "Ben"))
        held = made.hold(ann.pseudonym, made.tasks())
        for one, body in zip(
            held, [{"answer": "Related"}] * 2 + [{"skip": "unsure"}, {"answer": "Related"}], strict=True
        ):
            made.record(ann.pseudonym, one.key, one.task, body)
        half = list(made.log())[-1].entry
        [one] = made.hold(ben.pseudonym, made.tasks()[:1])
        made.record(ben.pseudonym, one.key, one.task, {"answer": "Irrelevant"})
        made.close_query(made.person(made.invite("Oda", "owner")).pseudonym, "q2")
    told = ("query", "doc", "wanted", "answered", "skipped", "state")
    assert [tuple(row[name] for name in told) for row in written(source, tmp_path)] == [
        ("q1", "d1", "2", "2", "0", "answered"),
        ("q1", "d2", "2", "1", "0", "open"),
        ("q2", "d3", "2", "0", "0", "closed"),
        ("q2", "d1", "2", "0", "0", "closed"),
    ]
    before = written(source, tmp_path, "--as-of", str(half))
    assert [(row["answered"], row["skipped"], row["state"]) for row in before] == [
        ("1", "0", "open"),
        ("1", "0", "open"),
        ("0", "1", "open"),
        ("1", "0", "open"),
    ]


def test_strata_come_back_with_what_was_not_drawn(tmp_path):
    """Oracle: the table of the pool that the campaign was made from."""
    from irassay.cli.answers.judging_work import Files, Wanted

    for name, texts in TEXTS.items():
        (tmp_path / f"{name}.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in texts.items()))
    pool = [("q1", "d1", "1", "1-1", "yes"), ("q1", "d2", "0.5", "2-3", "yes"), ("q1", "d3", "0.5", "2-3", "no")]
    heading = "query\tdoc\tprobability\tstratum\tdrawn\n"
    (tmp_path / "pool.tsv").write_text(heading + "".join("\t".join(row) + "\n" for row in pool))
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    texts = tuple(str(tmp_path / f"{name}.tsv") for name in TEXTS)
    known = dict.fromkeys(("practice", "exam", "test"))
    for file, source in (("pool.tsv", "a.campaign"), ("tasks.tsv", "b.campaign")):
        wanted = Wanted(people=1, share=0.0)
        files = Files(tasks=[str(tmp_path / file)], texts=texts, known=known, runs=(), wanted=wanted)
        work = files.read(settings)
        with make_campaign(tmp_path / source, settings) as made:
            work.add_to(made)
        rows = written(str(tmp_path / source), tmp_path)
        assert [(row["query"], row["doc"], row["stratum"], row["drawn"]) for row in rows] == [
            (query, doc, stratum, drawn) for query, doc, _, stratum, drawn in pool
        ]
    with open_campaign(tmp_path / "a.campaign") as one, open_campaign(tmp_path / "b.campaign") as other:
        assert one.facts.strata() == other.facts.strata() != {}
        assert one.tasks() == other.tasks()


def test_the_table_as_json_has_its_columns_and_what_it_was_made_from(tmp_path, capsys):
    source = str(tmp_path / "a.campaign")
    campaign(source).close()
    assert main(["labels", source, "--to", "tasks", "-o", str(tmp_path / "tasks.json")]) == 0
    document = json.loads((tmp_path / "tasks.json").read_text())
    assert document["format"] == "irassay.judging-tasks/1"
    assert [row["doc"] for row in document["rows"]] == ["d1", "d2", "d3", "d1"]
    assert document["rows"][0]["probability"] is None
    assert "4 tasks of 2 queries" in capsys.readouterr().err


def test_a_moment_before_the_first_task_is_refused(tmp_path, capsys):
    source = str(tmp_path / "a.campaign")
    campaign(source).close()
    assert main(["labels", source, "--to", "tasks", "--as-of", "1"]) == 2
    assert "has no task as of" in capsys.readouterr().err


def test_tasks_without_a_text_are_left_out_where_that_is_asked_and_named(tmp_path):
    from irassay.cli.answers.judging_work import Files, Wanted

    for name, texts in TEXTS.items():
        lines = [f"{key}\t{text}\n" for key, text in texts.items() if key != "d2"]
        (tmp_path / f"{name}.tsv").write_text("".join(lines))
    (tmp_path / "pool.tsv").write_text("query\tdoc\nq1\td1\nq1\td2\nq2\td3\nq9\td3\n")
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    files = Files(
        tasks=[str(tmp_path / "pool.tsv")], texts=tuple(str(tmp_path / f"{name}.tsv") for name in TEXTS),
        known=dict.fromkeys(("practice", "exam", "test")), runs=(), wanted=Wanted(people=1, share=0.0), leave_out=True,
    )  # fmt: skip
    with make_campaign(tmp_path / "a.campaign", settings) as made:
        said = files.read(settings).add_to(made)
        assert [task["docs"] for task in map(vars, files.read(settings).tasks)] == [("d1",), ("d3",)]
    assert said == '2 tasks to judge added, 2 in all; 2 tasks without a text left out: "q1" "d2" and "q9" "d3"'


def test_labels_say_how_many_tasks_have_none(tmp_path, capsys):
    with campaign(tmp_path / "a.campaign") as made:
        ann = person(made, "Ann").pseudonym
        first, second, *_ = made.hold(ann, made.tasks())
        made.record(ann, first.key, first.task, {"answer": "Related"})
        made.record(ann, second.key, second.task, {"skip": "unsure"})
    assert main(["labels", str(tmp_path / "a.campaign"), "-o", str(tmp_path / "qrels")]) == 0
    assert "1 label of 1 query; 3 tasks on 2 queries have none" in capsys.readouterr().err
