"""Frames of scores hold the numbers of `Scores.values`, each beside its own names."""

import sys

import numpy as np
import pytest

import irassay
from irassay.collection import QrelsStack
from irassay.errors import MissingLibrary
from irassay.result import Column, Table
from tests.collections_at_hand import collection

MEASURES = ["nDCG@10", "AP(rel=2)", "RR"]


@pytest.fixture(scope="module")
def scores():
    folder = collection("trec-dl-2021-passage")
    runs = sorted((folder / "runs").iterdir())[:6]
    return irassay.evaluate(irassay.read_qrels(folder / "qrels"), irassay.read_runs(runs), MEASURES)


@pytest.fixture(scope="module")
def variants():
    qrels = irassay.Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"a": 1}})
    runs = irassay.Runs.from_dict({"x": {"q1": {"a": 1.0}}, "y": {"q2": {"b": 2.0, "a": 1.0}}})
    stack = QrelsStack(qrels, np.array([[1, 0], [0, 2], [1, -128]], dtype=np.int8), ["as is", "other"])
    return irassay.evaluate(stack, runs, ["P@1", "nDCG@2"], keep="queries")


def cells(scores):
    """Every value with its names, by four nested loops."""
    return [
        (str(measure), variant, system, query, float(scores.values[m, v, s, q]))
        for m, measure in enumerate(scores.measures)
        for v, variant in enumerate(scores.variants)
        for s, system in enumerate(scores.systems)
        for q, query in enumerate(scores.queries)
    ]


def told(rows):
    """Rows that can be compared: NaN is unequal to itself."""
    return [repr(tuple(row)) for row in rows]


@pytest.mark.parametrize("which", ["scores", "variants"])
def test_every_row_of_a_frame_is_a_value_with_its_names(which, request):
    held = request.getfixturevalue(which)
    names = ["measure", "variant", "system", "query", "value"]
    pandas, polars = held.to_pandas(), held.to_polars()
    assert list(pandas.columns) == names == polars.columns
    assert told(pandas.itertuples(index=False)) == told(cells(held)) == told(polars.rows())
    assert pandas["value"].to_numpy().tobytes() == held.values.tobytes()
    assert pandas.attrs["holds"] == "scores of queries"
    array = held.to_xarray()
    for measure, variant, system, query, value in cells(held):
        there = float(array.sel(measure=measure, variant=variant, system=system, query=query))
        assert there == value or (np.isnan(there) and np.isnan(value))
    assert array.signature.values.tolist() == list(held.signatures)


def test_a_mean_over_the_frame_is_the_summary(scores):
    mean = scores.to_pandas().groupby(["measure", "system"])["value"].mean()
    for m, measure in enumerate(scores.measures):
        for s, system in enumerate(scores.systems):
            assert mean[str(measure), system] == pytest.approx(scores.summary[m, 0, s], abs=1e-12)


def test_summaries_have_no_column_query_and_say_what_they_are(scores):
    frame = scores.to_pandas(keep="summary")
    assert list(frame.columns) == ["measure", "variant", "system", "value"]
    assert frame["value"].to_numpy().tobytes() == scores.summary.tobytes()
    assert frame.attrs["holds"] == "each system's summary over the queries"
    array = scores.to_xarray(keep="summary")
    assert array.dims == ("measure", "variant", "system")
    assert array.values.tobytes() == scores.summary.tobytes()


def test_where_only_summaries_were_kept_frames_hold_them_and_queries_are_refused():
    qrels = irassay.Qrels.from_dict({"q1": {"a": 1}})
    runs = irassay.Runs.from_dict({"x": {"q1": {"a": 1.0}}})
    scores = irassay.evaluate(qrels, runs, ["P@1"], keep="summary")
    assert scores.to_polars().rows() == [("P@1", "labels", "x", 1.0)]
    with pytest.raises(irassay.UsageError, match='keep="queries"'):
        scores.to_pandas(keep="queries")
    with pytest.raises(irassay.UsageError, match="keep must be one of queries, summary, but got keep='all'"):
        scores.to_pandas(keep="all")


def test_a_frame_is_the_callers_own(scores):
    before = scores.values.tobytes()
    scores.to_xarray()[:] = 7
    frame = scores.to_pandas()
    frame["value"] *= 2
    assert scores.values.tobytes() == before


@pytest.mark.parametrize("library", ["pandas", "polars", "xarray"])
def test_a_missing_library_is_named_with_the_command_that_installs_it(library, variants, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingLibrary) as refused:
        getattr(variants, f"to_{library}")()
    said = f'{library} is not installed: pip install {library}, or pip install "irassay[frames]"'
    assert str(refused.value) == said
    assert isinstance(refused.value, ImportError)


def test_a_table_is_a_frame_of_its_columns():
    table = Table("t", "", [Column("system", ["a", "b"]), Column("mean", [0.5, None]), Column("rank", [1, 2])])
    assert table.to_polars().rows() == [("a", 0.5, 1), ("b", None, 2)]
    assert table.to_pandas()["mean"].tolist()[0] == 0.5
