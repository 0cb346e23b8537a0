"""Texts, preferences, strata and headers of runs: written and read again they are the same, or the loss is said."""

from __future__ import annotations

import os
import tempfile
import warnings

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from irassay.collection import Metadata, Qrels, Runs
from irassay.collection.preferences import Comparison, Preferences
from irassay.errors import InputError
from irassay.formats import (
    read_preferences,
    read_qrels,
    read_runs,
    read_texts,
    registry,
    write_preferences,
    write_qrels,
    write_runs,
    write_texts,
)
from irassay.formats.detection import text_format
from irassay.formats.labels.trec import is_below_0
from irassay.formats.loss_warnings import LossWarning
from irassay.formats.reading.texts import records
from irassay.formats.sources.lines import Problems

words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6).filter(
    lambda i: i[0] not in "#{<"
)
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
marked = st.text(st.sampled_from('<>&"/ \n\t:;abTitleDescription.1='), max_size=16)
texts = st.one_of(
    words, anything, marked, st.sampled_from(["Title: a", "Description: b", "&amp;", "</top>", "<p>x</p>"])
)


def warned(call, *arguments, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LossWarning)
        call(*arguments, **options)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("family", registry.names("texts"))
@given(tree=st.dictionaries(words, texts, min_size=1, max_size=3))
@example(tree={"1": "Title: Title: x", "2": "<title> a"})
def test_texts_come_back_unless_a_loss_was_said(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "texts")
        said = warned(write_texts, tree.items(), path, output_format=family)
        back = dict(read_texts(path, input_format=family))
        if family == "docs" and not said:  # a document without a text has no field
            tree = {key: text for key, text in tree.items() if text}
            back = {key: text for key, text in back.items() if text}
        if said:
            assert {key: " ".join(text.split()) for key, text in back.items()} == {
                key: " ".join(text.replace("\0", " ").split()) for key, text in tree.items()
            }
        else:
            assert back == tree


@pytest.mark.parametrize("family", ["jsonl", "topics", "topics-xml", "docs"])
@settings(max_examples=30)
@given(
    tree=st.dictionaries(
        words,
        st.fixed_dictionaries({"title": words}, optional={"desc": texts, "narr": texts, "text": words}),
        min_size=1,
        max_size=3,
    )
)
def test_all_fields_come_back_unless_a_loss_was_said(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "texts")
        said = warned(write_texts, tree.items(), path, output_format=family)
        problems = Problems(path)
        back = {key: dict(fields) for _, key, fields in records(path, family, problems)}
        problems.raise_if_any()
        if not said:
            full = {key: {n: v for n, v in fields.items() if v or family == "jsonl"} for key, fields in tree.items()}
            assert back == full
        assert text_format(path) == {"topics-xml": "topics"}.get(family, family)


def comparisons(judges):
    levels = st.dictionaries(words, st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0]), min_size=2, max_size=4)
    return st.lists(
        st.builds(
            lambda query, of, judge, group: Comparison(query, of, judge=judge, group=group),
            words,
            levels,
            judges,
            judges,
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda c: (c.query, c.judge, c.group),
    )


@settings(max_examples=30)
@given(found=comparisons(words))
def test_preferences_of_named_judges_come_back_in_five_columns(found):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "prefs")
        assert warned(write_preferences, Preferences(found), path, output_format="prefs") == []
        assert read_preferences(path) == Preferences(found)


@settings(max_examples=30)
@given(found=comparisons(st.just("") | words))
def test_pairs_say_the_same_preferences(found):
    prefs = Preferences(found)
    with tempfile.TemporaryDirectory() as folder:
        for family in ("pairs", "prefs"):
            path = os.path.join(folder, family)
            said = warned(write_preferences, prefs, path, output_format=family)
            back = read_preferences(path)
            assert back.n_pairs == prefs.n_pairs
            assert [list(back.pairs(q)) for q in back.queries] == [list(prefs.pairs(q)) for q in prefs.queries]
            if family == "pairs":
                assert bool(said) == any(c.judge or c.group or 0 in c.levels.values() for c in found)


@settings(max_examples=30)
@given(
    tree=st.dictionaries(
        words,
        st.dictionaries(
            words, st.tuples(st.integers(-127, 127), words.filter(lambda i: not is_below_0(i))), min_size=1, max_size=3
        ),
        min_size=1,
    )
)
def test_every_stratum_comes_back(tree):
    grades = {q: {d: grade for d, (grade, _) in docs.items()} for q, docs in tree.items()}
    strata = {q: {d: stratum for d, (_, stratum) in docs.items()} for q, docs in tree.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Qrels.from_dict(grades, strata=strata), path, output_format="strata")
        back = read_qrels(path, input_format="strata")
        assert ({q: dict(back.grades(q)) for q in back.queries}, back.strata) == (grades, strata)
        assert any("of labels left out" in said for said in warned(write_qrels, back, path, output_format="trec"))


@pytest.mark.parametrize("stratum", ["-0", "-1", "-12"])
def test_a_stratum_that_would_be_read_as_a_grade_is_not_written(tmp_path, stratum):
    labels = Qrels.from_dict({"q": {"d": 1}}, strata={"q": {"d": stratum}})
    with pytest.raises(InputError, match="1 stratum would be read as grades; write jsonl"):
        write_qrels(labels, str(tmp_path / "labels"), output_format="strata")
    assert not (tmp_path / "labels").exists()
    write_qrels(labels, str(tmp_path / "labels"), output_format="jsonl")
    assert read_qrels(str(tmp_path / "labels")).strata == {"q": {"d": stratum}}


@settings(max_examples=30)
@given(
    tree=st.dictionaries(
        words,
        st.dictionaries(
            words, st.dictionaries(words, st.integers(-127, 127), min_size=1, max_size=3), min_size=1, max_size=3
        ),
        min_size=1,
        max_size=3,
    )
)
def test_labels_by_subtopic_come_back(tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Qrels.from_subtopics(tree), path, output_format="subtopics")
        back = read_qrels(path, input_format="subtopics")
        assert back.subtopics == tree
        assert any("by subtopic left out" in said for said in warned(write_qrels, back, path, output_format="json"))


def trees():
    leaves = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8) | marked
    keys = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5) | words
    return st.dictionaries(
        keys,
        st.recursive(
            leaves,
            lambda inner: (
                st.lists(inner, min_size=1, max_size=3) | st.dictionaries(keys, inner, min_size=1, max_size=3)
            ),
            max_leaves=6,
        ),
        min_size=1,
        max_size=4,
    )


@given(tree=trees())
def test_a_run_s_header_comes_back(tree):
    from irassay.formats.run_header import _walk

    columns = {name: {"mine": value} for name, value in _walk(tree, "")}
    runs = Runs.from_dict({"mine": {"q1": {"d1": 1.0}}}, keep="scores").with_metadata(Metadata(columns))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.run")
        assert warned(write_runs, runs, path) == []
        back = read_runs(path, keep="scores")
        assert back.metadata == Metadata(columns)
        assert back.readings[0].used == 1
        assert set(back.readings[0].skipped) == {"header"}


# What tools write of their own work: nobody takes it back.
ONLY_READ = {
    "labels": {"quepid-book-csv", "quepid-case", "solr", "lotte"},
    "runs": {
        *(
            "search-response",
            "sentence-transformers",
            "result-lists",
            "mteb-predictions",
            "colbert",
            "dpr",
            "rank-llm",
            "trec-rag",
        ),
        "trec-ikat",
    },
}


def test_every_format_of_the_table_is_read_and_written_by_somebody():
    for kind in ("labels", "runs", "preferences", "texts"):
        assert set(registry.readable(kind)) == set(registry.names(kind))
        assert set(registry.writable(kind)) == set(registry.names(kind)) - ONLY_READ.get(kind, set())
    for kind in registry.KINDS:
        assert tuple(one.name for one in registry.entries(kind)) == registry.names(kind)
        assert all(one.reads or one.writes for one in registry.entries(kind))


@pytest.mark.parametrize("family", ["strata", "prefs", "pairs"])
def test_names_with_white_space_are_refused(family, tmp_path):
    path = str(tmp_path / "out")
    write, noun = write_preferences, Preferences([Comparison("q", {"d e": 1.0, "f": 2.0})])
    if family == "strata":
        write, noun = write_qrels, Qrels.from_dict({"q": {"d": 1}}, strata={"q": {"d": "a b"}})
    elif family == "prefs":
        noun = Preferences([Comparison("q", {"d": 1.0, "f": 2.0}, judge="a b")])
    with pytest.raises(InputError, match="not written"):
        write(noun, path, output_format=family)
    assert not (tmp_path / "out").exists()
