"""What each measure says of itself, held against what it computes: a trait that is wrong, or unsaid, is found here."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import Qrels, Runs, evaluate
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.measures import Measure, names_as_asked
from irassay.measures.definition import Bounding, Definition, Traits
from irassay.measures.definitions import DEFINITIONS
from irassay.measures.trec_names import ours, theirs

DOCS = "abcdefgh"
PLAIN = [name for name, d in DEFINITIONS.items() if not d.subtopics]
graded = st.dictionaries(st.sampled_from(DOCS), st.integers(0, 3), min_size=1)
rankings = st.lists(st.sampled_from(DOCS), min_size=1, unique=True)


def measure_of(name):
    after = {"required": "@4", "recall": "@0.5"}.get(DEFINITIONS[name].cutoff, "")
    return Measure.parse(name + after)


def value(name, labels, ranking):
    """The score of one query."""
    runs = Runs.from_dict({"s": {"q": {doc: -float(rank) for rank, doc in enumerate(ranking)}}})
    return float(evaluate(Qrels.from_dict({"q": labels}), runs, [measure_of(name)], threads=1).values[0, 0, 0, 0])


@pytest.mark.parametrize("name", PLAIN)
@settings(max_examples=20)
@given(labels=graded, ranking=rankings)
def test_unjudged_documents_are_not_relevant_where_a_measure_says_so(name, labels, ranking):
    """Oracle: the same labels with a grade of 0 for each document that had none."""
    if DEFINITIONS[name].traits.unjudged == "not relevant":
        filled = {**dict.fromkeys(ranking, 0), **labels}
        assert value(name, filled, ranking) == pytest.approx(value(name, labels, ranking), abs=1e-12)


@pytest.mark.parametrize("name", PLAIN)
def test_a_measure_that_tells_unjudged_documents_apart_does_or_reads_no_grade(name):
    """Oracle: some labels for which a grade of 0 changes the score; counts never change."""
    if DEFINITIONS[name].traits.unjudged == "apart" and DEFINITIONS[name].aggregate != "sum":
        changed = [
            value(name, labels, ranking) != value(name, {**dict.fromkeys(ranking, 0), **labels}, ranking)
            for labels in ({"a": 1}, {"a": 1, "b": 0}, {"b": 2, "c": 0, "a": 0})
            for ranking in ("xab", "xbca", "xybac")
        ]
        assert any(changed) or DEFINITIONS[name].traits.of_sample


@pytest.mark.parametrize("name", PLAIN)
def test_a_query_without_a_relevant_document_scores_0_where_a_measure_says_so(name):
    if DEFINITIONS[name].direction == 1 and DEFINITIONS[name].aggregate == "mean":
        traits = DEFINITIONS[name].traits
        zero = [value(name, labels, ranking) == 0 for labels in ({"a": 0}, {"z": 0}) for ranking in ("ab", "x", "bca")]
        assert all(zero) if traits.zero_without else not all(zero) or traits.of_sample


@pytest.mark.parametrize("name", PLAIN)
@settings(max_examples=20)
@given(labels=graded, data=st.data())
def test_a_sum_over_documents_is_changed_by_two_exchanges_as_by_each(name, labels, data):
    """Oracle: with these labels, exchanging a pair of documents moves a sum as much, whatever stands elsewhere."""
    if not DEFINITIONS[name].traits.sums:
        return
    a, b, c, d, *rest = data.draw(st.permutations(DOCS))
    both = value(name, labels, [b, a, d, c, *rest]) - value(name, labels, [a, b, c, d, *rest])
    first = value(name, labels, [b, a, c, d, *rest]) - value(name, labels, [a, b, c, d, *rest])
    second = value(name, labels, [a, b, d, c, *rest]) - value(name, labels, [a, b, c, d, *rest])
    assert both == pytest.approx(first + second, abs=1e-12)


@pytest.mark.parametrize("name", PLAIN)
@settings(max_examples=20)
@given(labels=graded, ranking=rankings)
def test_scores_are_from_0_to_1_where_a_measure_says_so(name, labels, ranking):
    if DEFINITIONS[name].traits.from_0_to_1:
        assert -1e-12 <= value(name, labels, ranking) <= 1 + 1e-12


@pytest.mark.parametrize("name", ["DCG", "Hits", "MFR", "NumRet", "NumRel", "NumRelRet"])
def test_a_measure_that_exceeds_1_says_so(name):
    assert value(name, {"a": 3, "b": 3}, "xab") > 1
    assert not DEFINITIONS[name].traits.from_0_to_1


@pytest.mark.parametrize("name", ["AP", "RR", "Rprec", "ERR", "INST", "Bpref", "SetF"])
def test_what_is_no_sum_says_so(name):
    assert not DEFINITIONS[name].traits.sums


def test_every_form_and_weight_is_the_kernels():
    for definition in DEFINITIONS.values():
        if definition.traits.bounds is not None:
            assert hasattr(_core.Form, definition.traits.bounds.form)
            assert hasattr(_core.Weight, definition.traits.bounds.weight)
            assert definition.traits.bounds.floor in ("exact", "safe", "none")


def test_a_measure_that_a_sample_estimates_names_one_of_samples():
    named = [d.traits.sampled for d in DEFINITIONS.values() if d.traits.sampled]
    assert named
    assert all(DEFINITIONS[name].strata for name in named)


@pytest.mark.parametrize("unsaid", ["unjudged", "zero_without", "ties_by_grade", "from_0_to_1"])
def test_a_measure_that_leaves_a_trait_unsaid_is_not_made(unsaid):
    of = DEFINITIONS["nDCG"].traits
    said = {name: getattr(of, name) for name in Traits.__annotations__ if name != unsaid}
    with pytest.raises(TypeError, match=unsaid):
        Traits(**said)


@pytest.mark.parametrize("unsaid", ["ideal", "outer", "floor"])
def test_bounds_that_leave_something_unsaid_are_not_made(unsaid):
    said = {name: value for name, value in {"ideal": True, "outer": False, "floor": "none"}.items() if name != unsaid}
    with pytest.raises(TypeError, match=unsaid):
        Bounding(form="ratio", weight="log2", parameter="", **said)


def test_a_measure_without_traits_is_not_made():
    with pytest.raises(TypeError, match="traits"):
        Definition("Toy", "A toy.", "Nobody")


def test_operations_of_measures_are_the_kernels_and_none_of_these_is_idle():
    named = {definition.operation or definition.name for definition in DEFINITIONS.values()}
    named |= {operation for definition in DEFINITIONS.values() for operation in definition.operation_where.values()}
    assert named == set(_core.operations())


@pytest.mark.parametrize("words", [{"op": "Toy"}, {"op": "AP", "aggregate": "median"}])
def test_the_kernel_refuses_an_operation_or_an_aggregate_that_it_has_not(words):
    with pytest.raises(ValueError, match="the kernel has no"):
        _core.MeasureSpec(words.pop("op"), **words)


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        (typed.partition("("), d.name)
        for d in DEFINITIONS.values()
        for typed in (d.names.mteb, d.names.beir, *d.names.also)
        if typed and typed != "accuracy"
    ],
)
def test_a_name_from_another_tool_in_any_case_is_ours(typed, ours):
    name, _, fixed = typed
    after = "@10" if DEFINITIONS[ours].cutoff in ("required", "optional") else ""
    meant = Measure.parse(f"{ours}({fixed}{after}" if fixed else f"{ours}{after}")
    for spelling in (name, name.title(), name.upper()):
        assert names_as_asked([f"{spelling}{after}"]) == {meant: f"{spelling}{after}"}


def test_a_name_that_tools_use_for_different_measures_is_refused_with_both():
    with pytest.raises(UsageError, match="is Success@10 in some tools and Accuracy@10 in others"):
        Measure.parse("accuracy@10")
    assert str(Measure.parse("Accuracy@10")) == "Accuracy@10"


def test_no_two_measures_have_one_name_in_another_tool():
    of = [{*d.names.trec_eval.split(", "), d.names.mteb, *d.names.also} - {""} for d in DEFINITIONS.values()]
    assert sum(map(len, of)) == len(set.union(*of))


# Parameters that the specification hands to the kernel each under a name of its own; of fractions it takes one.
NAMED = {"rel", "min_rel", "max_rel", "missing", "dcg", "gains", "judged_only"}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_parameter_of_a_measure_reaches_the_kernel(name):
    fractions = [one.name for one in DEFINITIONS[name].parameters if one.kind is float]
    assert len(fractions) <= 1, "the kernel takes one number: give it a second in MeasureSpec"
    of_operations = {parameter for parameter, _ in DEFINITIONS[name].operation_where}
    known = NAMED | of_operations | set(fractions)
    assert {one.name for one in DEFINITIONS[name].parameters} <= known, "say it in specification.py"


CUTOFFS = {"required": ["@10"], "optional": ["", "@10"], "recall": ["@0.1"], "none": [""]}


@pytest.mark.parametrize("program", ["mteb", "beir-results", "pytrec_eval"])
@pytest.mark.parametrize("name", [f"{d.name}{cutoff}" for d in DEFINITIONS.values() for cutoff in CUTOFFS[d.cutoff]])
def test_a_name_in_the_results_of_another_tool_is_read_as_the_same_measure(program, name):
    written = theirs(program, name)
    if written is not None:
        assert str(Measure.parse(ours(written))) == name
