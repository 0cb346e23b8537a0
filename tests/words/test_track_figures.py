"""The charts of a track on small worlds: each says what was planted, names the few that matter, is quiet else."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.collection.attribute import DocAttribute
from irassay.result import Result, Scatter, Strips
from irassay.studies.sections.captions import few
from irassay.studies.track import track

N_QUERIES, N_DOCS, N_RUNS = 30, 60, 10
OLD = {f"d{i:02}" for i in range(0, N_DOCS, 2)}
LABELS = {f"q{q:02}": {f"d{i:02}": int((i // 2 + q) % 5 == 0) * 2 for i in range(N_DOCS)} for q in range(N_QUERIES)}


def world(preference: float) -> tuple[Qrels, Runs]:
    """Runs of which every second prefers old documents by so much, which are relevant as often as others."""
    rng = np.random.default_rng(5)
    lists = {
        f"run{r}": {
            q: {
                d: float(g * (0.5 + 0.1 * r) + rng.normal() + preference * (d in OLD) * (r % 2))
                for d, g in labels.items()
            }
            for q, labels in LABELS.items()
        }
        for r in range(N_RUNS)
    }
    kind = {run: "old-style" if int(run[3:]) % 2 else "plain" for run in lists}
    return Qrels.from_dict(LABELS), Runs.from_dict(lists).with_metadata(Metadata({"method": kind}))


def made(preference: float) -> Result:
    return track(*world(preference), doc_attribute=DocAttribute.of_set("old", OLD))


@pytest.fixture(scope="module")
def planted() -> Result:
    return made(4.0)


def figure(result: Result, name: str) -> Strips | Scatter:
    found = next(f for f in result.figures if f.name == name)
    assert isinstance(found, Strips | Scatter)
    return found


def test_a_planted_preference_for_old_documents_is_the_title_and_the_kinds_lie_apart(planted: Result) -> None:
    chart = figure(planted, "attribute-kinds")
    assert chart.title == "old@10 is significantly above a random ranker's in 5 of 10 runs"
    cells = list(zip(*(chart.table.column(k).values for k in ("kind", "mean"))))
    of = {kind: [mean for k, mean in cells if k == kind] for kind in ("old-style", "plain")}
    assert min(of["old-style"]) > 0.9 > max(of["plain"])
    assert isinstance(chart, Strips)
    assert chart.marker == pytest.approx(len(OLD) / N_DOCS)
    assert chart.marker_text == "random ranker 50.0%"


def test_without_a_preference_no_run_is_told_apart_from_a_random_ranker() -> None:
    assert figure(made(0.0), "attribute-kinds").title == "No run's old@10 can be told apart from a random ranker's"


def test_the_table_by_kind_has_the_means_of_the_chart(planted: Result) -> None:
    chart, table = figure(planted, "attribute-kinds"), next(t for t in planted.tables if t.name == "attribute-by-kind")
    means = list(zip(*(chart.table.column(k).values for k in ("panel", "kind", "mean"))))
    for kind, mean, over in zip(*(table.column(k).values for k in ("kind", "mean", "over_random"))):
        own = [m for panel, k, m in means if panel == "method" and k == kind]
        assert mean == pytest.approx(np.mean(own))
        assert over == pytest.approx(mean - 0.5)


def test_points_take_the_shapes_of_the_column_whose_bests_lie_furthest_apart(planted: Result) -> None:
    chart = figure(planted, "attribute-effect")
    assert set(chart.table.column("kind").values) == {"old-style", "plain"}
    assert len(chart.table) == N_RUNS


def test_without_kinds_there_are_no_strips_and_points_have_one_shape() -> None:
    qrels, runs = world(0.0)
    result = track(qrels, runs.with_metadata(Metadata({})), second_qrels=qrels)
    assert not [f for f in result.figures if isinstance(f, Strips)]
    assert "kind" not in [c.name for c in figure(result, "two-sets").table.columns]


def test_one_set_of_labels_held_against_itself_lies_on_the_line() -> None:
    qrels, runs = world(0.0)
    chart = figure(track(qrels, runs, second_qrels=qrels), "two-sets-2")
    assert isinstance(chart, Scatter)
    assert chart.same_scale
    assert list(chart.table.column("x").values) == pytest.approx(list(chart.table.column("y").values))
    assert chart.title.endswith("with tau 1.00")


def test_inferred_labels_of_documents_that_only_they_have_get_a_chart_of_their_own() -> None:
    qrels, runs = world(0.0)
    passages = Qrels.from_dict(
        {q: {f"p-{d}": min(g + 1, 2) for d, g in own.items() if d != "d00"} for q, own in LABELS.items()}
    )
    documents = {f"p-d{i:02}": f"d{i:02}" for i in range(N_DOCS)}
    result = track(qrels, runs, passage_qrels=passages, passage_to_document=documents)
    names = [f.name for f in result.figures if f.name.startswith("inferred")]
    assert names == ["inferred-all", "inferred-shared"]
    own = Qrels.from_dict({q: {f"p-{d}": g for d, g in labels.items()} for q, labels in LABELS.items()})
    alike = track(qrels, runs, passage_qrels=own, passage_to_document=documents)
    assert [f.name for f in alike.figures if f.name.startswith("inferred")] == ["inferred-all"]
    assert figure(alike, "inferred-all").title.startswith("0 of 10 runs have a higher")


def test_named_are_the_first_by_either_and_those_that_move_most() -> None:
    x = np.arange(10, 0, -1, dtype=float)
    y = x.copy()
    y[8] = 11.0  # the ninth by x comes first by y
    assert few(list("abcdefghij"), x, y)[:2] == ["a", "i"]
    assert len(few(list("abcdefghij"), x, y)) <= 6
    assert few(list("abcdefghij"), x, x) == ["a"]


def test_a_measure_that_is_better_lower_names_the_lowest_first() -> None:
    qrels, runs = world(0.0)
    result = track(qrels, runs, measures=["MFR@10"], second_qrels=qrels)
    chart = figure(result, "two-sets")
    assert isinstance(chart, Scatter)
    assert "alike fall from left to right" in chart.how_to_read
    x = dict(zip(chart.table.column("system").values, chart.table.column("x").values))
    assert chart.labelled[0] == min(x, key=lambda run: x[run])
    strips = figure(result, "kinds-MFR@10")
    best = [s for s, b in zip(*(strips.table.column(k).values for k in ("system", "best"))) if b]
    assert chart.labelled[0] in best
