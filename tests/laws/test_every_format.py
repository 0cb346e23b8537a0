"""What is written and read again is the same, in every format that can hold it; elsewhere it is refused."""

from __future__ import annotations

import math
import os
import tempfile
import warnings

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels, Runs
from irassay.errors import InputError
from irassay.formats import detection, read_qrels, read_runs, registry, to_frame, write_qrels, write_runs
from irassay.formats.loss_warnings import LossWarning
from irassay.formats.writing import runs as writing_runs

# Any text that UTF-8 can write but NUL: white space, controls, quotes, separators of every format.
anything = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6)
telling = st.text(st.sampled_from(' \t\n\r"#{},;\\ab1\ufeff\u00a0\u2028é'), min_size=1, max_size=4)
words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6).filter(lambda i: i[0] not in "#{")
ids = st.one_of(words, words, telling, anything)
grades = st.integers(-127, 127)
scores = st.one_of(st.floats(allow_nan=False), st.integers(-3, 3).map(float))


def trees(keys, values):
    return st.dictionaries(keys, st.dictionaries(keys, values, min_size=1, max_size=4), min_size=1, max_size=3)


def labels_of(qrels):
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def lists_of(runs, scored=True):
    return {
        system: {
            query: list(zip(docs, runs.core.scores(system, query))) if scored else list(docs)
            for query in runs.queries
            if (docs := runs.ranking(system, query))
        }
        for system in runs.systems
    }


@pytest.fixture(autouse=True)
def losses_are_expected():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LossWarning)
        yield


# Those that are told below what their own columns hold: tests of texts and preferences.
LABELS = [name for name in registry.writable("labels") if name not in ("strata", "subtopics")]
RUNS = registry.writable("runs")


@pytest.mark.parametrize("family", LABELS)
@settings(max_examples=25)
@given(tree=trees(ids, grades))
@example(tree={"#q": {"d": 1}})
@example(tree={"q": {" d ": 1}})
@example(tree={"\ufeffq": {"d": 1}})
def test_labels_come_back_or_are_refused(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        try:
            write_qrels(Qrels.from_dict(tree), path, output_format=family)
        except InputError:
            assert not os.listdir(folder)
            return
        assert labels_of(read_qrels(path, input_format=family)) == tree


@pytest.mark.parametrize("family", RUNS)
@settings(max_examples=25)
@given(tree=st.dictionaries(words, trees(ids, scores), min_size=1, max_size=2))
def test_runs_come_back_or_are_refused(family, tree):
    runs = Runs.from_dict(tree, keep="scores")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "runs" + (os.sep if registry.runs(family).runs_a_file == "one" else ""))
        try:
            write_runs(runs, path, output_format=family)
        except InputError:
            assert not os.listdir(folder)
            return
        back = read_runs(path, input_format=family, keep="scores")
        if not {"names", "tags"} & set(registry.runs(family).keeps):  # files in byte order
            places = writing_runs.file_names(list(tree), registry.runs(family).ending)
            names = [name for _, name in sorted(zip(map(os.fsencode, places), tree))]
            found = list(lists_of(back, scored=family != "msmarco").values())
            assert found == [lists_of(runs, scored=family != "msmarco")[name] for name in names]
        else:
            assert lists_of(back) == lists_of(runs)


@pytest.mark.parametrize("family", ["ranx", "msmarco", "query-doc-score"])
@settings(max_examples=40)
@given(
    names=st.lists(
        st.text(st.sampled_from("/\\%.25FfCcEé a"), min_size=1, max_size=8), min_size=2, max_size=4, unique=True
    )
)
def test_runs_are_called_by_their_files_what_they_were_called_whatever_a_name_holds(family, names):
    runs = Runs.from_dict({name: {"q": {"d": 1.0}} for name in names}, keep="scores")
    with tempfile.TemporaryDirectory() as folder:
        write_runs(runs, folder + os.sep, output_format=family)
        ending = registry.runs(family).ending
        back = read_runs(folder, input_format=family)
        assert {name.removesuffix(ending) for name in back.systems} == set(names)


plain = trees(words, grades)


@pytest.mark.parametrize("family", LABELS)
@settings(max_examples=25)
@given(tree=plain)
def test_plain_ids_stand_in_every_format_of_labels_and_tell_it(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Qrels.from_dict(tree), path, output_format=family)
        assert labels_of(read_qrels(path)) == tree
        with open(path, "rb") as file:
            told = detection.label_format(file.read(), source=path)
        assert told == {"msmarco": "trec", "ranx": "json", "ranx-parquet": "parquet"}.get(family, family)


@pytest.mark.parametrize("family", RUNS)
@settings(max_examples=25)
@given(tree=trees(words, scores.filter(math.isfinite)))
def test_plain_ids_stand_in_every_format_of_runs_and_tell_it(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine")
        runs = Runs.from_dict({"mine": tree}, keep="scores")
        write_runs(runs, path, output_format=family)
        back = read_runs(path, keep="scores")
        scored = family != "msmarco"
        assert lists_of(back, scored) == lists_of(runs, scored)


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("spelling", ["query_id", "qid", "q_id"])
@settings(max_examples=25)
@given(tree=trees(ids, grades), scored=trees(ids, scores))
def test_frames_hold_any_labels_and_runs(library, spelling, tree, scored):
    qrels, runs = Qrels.from_dict(tree), Runs.from_dict({"run": scored}, keep="scores")
    assert labels_of(read_qrels(to_frame(qrels, library=library, spelling=spelling))) == tree
    frame = to_frame(runs, library=library, spelling=spelling)
    assert lists_of(read_runs(frame, keep="scores")) == lists_of(runs)


@pytest.mark.parametrize("family", ["jsonl", "parquet"])
@settings(max_examples=25)
@given(tree=trees(ids, grades), data=st.data())
def test_strata_come_back(family, tree, data):
    strata = {q: {d: data.draw(words) for d in docs if data.draw(st.booleans())} for q, docs in tree.items()}
    strata = {q: docs for q, docs in strata.items() if docs}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Qrels.from_dict(tree, strata=strata), path, output_format=family)
        back = read_qrels(path, input_format=family)
        assert (labels_of(back), back.strata) == (tree, strata)
