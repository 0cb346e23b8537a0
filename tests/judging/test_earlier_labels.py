"""Labels given before: `labels` and the owner's verdict take them in where nobody answers, once, and say so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import serve

from irassay import Qrels
from irassay.cli.main import main
from irassay.errors import InputError
from irassay.judging.assessors import labels
from irassay.judging.store import open_campaign
from irassay.judging.web.dashboard_figures import Order, figures
from irassay.studies.overview import overview
from irassay.studies.prefer import prefer
from tests.judging_by_hand import person

QUERIES = [f"q{i}" for i in range(8)]
BEFORE = {query: {"d0": 1, "d1": 0, "d2": 3} for query in QUERIES}  # d3 is asked; of q0 d2 too
TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = "".join(f"{query}\td3\n" for query in QUERIES)
    Path("tasks.tsv").write_text(f"query\tdoc\n{asked}q0\td2\n")
    Path("pairs.tsv").write_text("query\tdoc_a\tdoc_b\n" + "".join(f"{query}\td0\td1\n" for query in QUERIES))
    Path("queries.tsv").write_text("".join(f"{query}\tquery {query}\n" for query in QUERIES))
    Path("docs.tsv").write_text("".join(f"d{i}\ttext {i}\n" for i in range(4)))
    rows = [f"{query} 0 {doc} {grade}\n" for query, docs in BEFORE.items() for doc, grade in docs.items()]
    Path("old.qrels").write_text("".join(rows))
    for k, name in enumerate(("alpha", "beta")):
        ranked = [f"{query} Q0 d{(j + k) % 4} {j + 1} {9 - j} {name}\n" for query in QUERIES for j in range(4)]
        Path(f"{name}.run").write_text("".join(ranked))
    return tmp_path


def begun(*more, tasks="tasks.tsv"):
    """A campaign that was served once with these files, and open again."""
    with serve("a.campaign", tasks, *TEXTS, *more):
        pass
    return open_campaign("a.campaign")


def answer(made, name, n=1):
    ann = person(made, "Ann").pseudonym
    for held in made.hold(ann, made.tasks())[-n:]:
        made.record(ann, held.key, held.task, {"answer": name})


def tree(qrels):
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def figures_of(made):
    return figures(Order(what="figures", source=made.source, runs=["alpha.run", "beta.run"]), made)


def test_labels_given_before_are_among_the_labels_where_nobody_answers(files, capsys):
    with begun("--labels", "old.qrels") as made:
        assert tree(labels(made)) == BEFORE, "before anybody has answered"
        answer(made, "Related")  # of q0 d2, the last task
        assert tree(labels(made)) == {**BEFORE, "q0": {"d0": 1, "d1": 0, "d2": 1}}
    assert main(["labels", "a.campaign", "-o", "all.qrels"]) == 0
    assert "24 labels of 8 queries, 23 of them given before" in capsys.readouterr().err


def test_the_same_file_counts_once_and_grades_that_the_scale_has_not_are_refused(files):
    with begun("--labels", "old.qrels") as made:
        source = {"file": "old.qrels", "file_sha256": "0" * 64}
        assert [made.add_earlier(BEFORE, source) for _ in range(2)] == [True, False]
        with pytest.raises(InputError, match="has grade 7"):
            made.add_earlier({"q0": {"d0": 7}}, {**source, "file_sha256": "1" * 64})
    assert main(["judge", "p.campaign", "pairs.tsv", *TEXTS, "--kind", "pair", "--labels", "old.qrels"]) == 2
    assert not Path("p.campaign").exists()


def test_the_owners_verdict_is_that_of_overview_on_answers_and_labels_given_before(files):
    with begun("--labels", "old.qrels") as made:
        answer(made, "Related", 9)
        told = figures_of(made)
    union = {query: {**docs, "d3": 1} for query, docs in BEFORE.items()}
    union["q0"]["d2"] = 1
    truth = overview(Qrels.from_dict(union), ["alpha.run", "beta.run"], measures=("nDCG@10",), threads=1)
    assert (told.verdict.title, told.verdict.standfirst) == (truth.title, truth.standfirst)
    assert (told.labels, told.earlier) == (32, 23)


def test_without_them_nothing_is_said_of_runs_whose_documents_were_hardly_asked_about(files):
    with begun() as made:
        answer(made, "Related", 9)
        told = figures_of(made)
    assert told.verdict is None
    assert "28% of what the runs put among their first 10. Labels given before are missing" in told.trouble


def test_a_campaign_of_pairs_has_the_verdict_of_prefer(files):
    with begun("--kind", "pair", tasks="pairs.tsv") as made:
        answer(made, "Left", 8)
        told = figures_of(made)
        truth = prefer(labels(made), ["alpha.run", "beta.run"], threads=1)
    assert (told.verdict.title, told.verdict.standfirst) == (truth.title, truth.standfirst)
