"""A measure's text and its value say the same; what can't be a measure is refused with what would work."""

from __future__ import annotations

import pickle
import re
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from irassay.errors import UnknownMeasure, UsageError
from irassay.measures import DEFINITIONS, Measure, parse_all, trec_names
from irassay.measures.measure import all_names


@st.composite
def measures(draw):
    definition = draw(st.sampled_from(list(DEFINITIONS.values())))
    params = {}
    for p in definition.parameters:
        if draw(st.booleans()):
            continue
        if p.kind is bool:
            params[p.name] = draw(st.booleans())
        elif p.kind is dict:
            params[p.name] = draw(st.dictionaries(st.integers(0, 127), st.floats(-100, 100), max_size=4))
        elif p.choices:
            params[p.name] = draw(st.sampled_from(p.choices))
        elif p.kind is int:
            params[p.name] = draw(st.integers(int(p.low), int(p.high)))
        else:
            params[p.name] = draw(st.floats(p.low, p.high or 100, exclude_min=True, exclude_max=True))
    cutoff = None
    if definition.cutoff == "recall":
        params["recall"] = draw(st.floats(0, 1))
    elif definition.cutoff == "required" or (definition.cutoff == "optional" and draw(st.booleans())):
        cutoff = draw(st.integers(1, 10_000))
    agree = (
        not (params.get("gains") and params.get("dcg") == "exp-log2")
        and not 0 < params.get("max_rel", 0) <= params.get("min_rel", -1)
        and not (definition.name == "MFR" and 0 < params.get("missing", 0) <= cutoff)
    )
    assume(agree)
    return Measure(definition.name, params, cutoff=cutoff)


@given(measures())
def test_the_text_of_a_measure_reads_back_as_the_measure(measure):
    again = Measure.parse(str(measure))
    assert again == measure
    assert hash(again) == hash(measure)
    assert str(again) == str(measure)
    assert pickle.loads(pickle.dumps(measure)) == measure


@given(st.text(max_size=40))
def test_any_text_is_a_measure_or_a_usage_error(text):
    with suppress(UsageError):
        assert Measure.parse(str(Measure.parse(text))) == Measure.parse(text)


@pytest.mark.parametrize(
    ("trec_eval", "ours"),
    [
        *(("ndcg_cut_10", "nDCG@10"), ("ndcg_cut.10", "nDCG@10"), ("ndcg", "nDCG"), ("map", "AP")),
        *(("map_cut_100", "AP@100"), ("P_10", "P@10"), ("recall_100", "R@100"), ("recip_rank", "RR")),
        *(("success_5", "Success@5"), ("Rprec", "Rprec"), ("iprec_at_recall_0.10", "IPrec@0.1")),
        *(("iprec_at_recall..10", "IPrec@0.1"), ("bpref", "Bpref"), ("infAP", "infAP"), ("gm_map", "GMAP")),
        *(("num_q", "NumQ"), ("num_rel_ret", "NumRelRet"), ("rbp_p=0.5", "RBP(p=0.5)"), ("set_F", "SetF")),
        *(("rbp_resid.p=0.8", "RBPResidual"), ("NumRet(rel=1)", "NumRelRet"), ("AP(rel=1)", "AP")),
        *(("nDCG(dcg='exp-log2')@10", 'nDCG(dcg="exp-log2")@10'), ("RBP( rel = 2 , p=.5 )", "RBP(p=0.5,rel=2)")),
    ],
)
def test_other_spellings_name_the_same_measure(trec_eval, ours):
    assert str(Measure.parse(trec_eval)) == ours


def test_families_stand_for_all_their_members_once():
    assert [str(m) for m in parse_all(["P.5,10", "P@10", "ndcg_cut_10"])] == ["P@5", "P@10", "nDCG@10"]
    assert len(parse_all(["official"])) == 29
    with pytest.raises(UsageError, match="stands for 9 measures"):
        Measure.parse("ndcg_cut")


@pytest.mark.parametrize(
    ("text", "hint"), [*(("nDGC@10", "nDCG@10"), ("sucess@5", "Success@5"), ("bprf", "bpref"), ("rbp@10", "RBP@10"))]
)
def test_a_near_miss_is_answered_with_the_measure_meant(text, hint):
    with pytest.raises(UnknownMeasure, match="did you mean") as error:
        Measure.parse(text)
    assert hint in str(error.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("P", "needs a cutoff"),
        ("P@0", "whole number of at least 1"),
        ("P@1.5", "whole number of at least 1"),
        ("Rprec@5", "takes no cutoff"),
        ("IPrec@2", "recall level from 0 to 1"),
        ("IPrec", "recall level from 0 to 1"),
        ("RBP(p=1)", "between 0 and 1"),
        ("AP(rel=0)", "from 1 to 127"),
        ("AP(rel=1.5)", "whole number"),
        ("AP(rel=2,rel=3)", "given twice"),
        ("AP(grade=2)", "has rel, judged_only"),
        ("nDCG(rel=2)@10", "no parameter"),
        ('nDCG(dcg="log10")@10', '"log2" or "exp-log2"'),
        ("nDCG(", "not closed"),
        ("nDCG@", "expected @ and a cutoff"),
        ("nDCG()x", "expected @ and a cutoff"),
        ("AP(2)", "expected key=value"),
    ],
)
def test_what_a_measure_cannot_be_is_said(text, part):
    with pytest.raises(UsageError) as error:
        Measure.parse(text)
    assert part in str(error.value)


def test_every_definition_says_what_it_is_and_where_it_comes_from():
    for name, definition in DEFINITIONS.items():
        assert definition.name == name
        assert definition.sentence.endswith(".")
        assert definition.citation[-4:].isdigit()


@pytest.mark.parametrize("text", ["nDCG@10,AP", "AP,nDCG@10", "ap, recall_100"])
def test_names_with_commas_between_them_are_one_name_each(text):
    """It said "the cutoff must be a whole number"."""
    first, second = (part.strip() for part in text.split(","))
    with pytest.raises(UnknownMeasure, match=f"expected one name each, such as {first} and {second}"):
        Measure.parse(text)


@pytest.mark.parametrize("text", ["nDCG@10", "AP(rel=2)@5"])
def test_a_name_with_its_cutoff_is_told_what_reads_it(text):
    """It said "did you mean" and the same name."""
    with pytest.raises(UnknownMeasure, match=re.escape(f'Measure.parse("{text}") reads')):
        Measure(text)


def every_name():
    """Every name of every measure in every notation, with its parameters and cutoffs, of those that are read."""
    values = {bool: ("True", "False"), dict: ("{1:3.5}",), int: ("1", "2"), float: ("0.1", "0.101", "2")}
    texts = set(trec_names.NAMES)
    for of in DEFINITIONS.values():
        names = {entry.partition("(")[0] for entry in (of.name, of.names.mteb, of.names.beir, *of.names.also)} - {""}
        inside = [f"({p.name}={value})" for p in of.parameters for value in p.choices or values[p.kind]]
        texts |= {name + part + at for name in names for part in ("", *inside) for at in ("", "@3", "@0.1", "_at_3")}
        for entry in of.names.trec_eval.split(", "):
            stem = entry.partition("{")[0]
            texts |= {f"{stem}{value}" for value in ("1", "3", "0.1", "0.10", "0.101", "4")}
    named = {}
    for text in sorted(texts):
        with suppress(UsageError):
            named[text] = all_names([text])
    return named


def test_no_two_measures_share_a_name_in_an_answer_or_in_another_program_s_file():
    """trec_eval itself rounds a recall or a multiple to two digits: where that is another one, it has our name."""
    named = every_name()
    measures = {measure for of in named.values() for measure, _ in of}
    assert {measure.name for measure in measures} == set(DEFINITIONS)
    for texts in (list(named), list(named)[::-1]):
        together = all_names(texts)
        assert len({name for _, name in together}) == len(together) > 500
        assert {measure for measure, _ in together} == measures
        assert all(Measure.parse(name) == measure for measure, name in together)
    for program in ("mteb", "beir-results", "pytrec_eval"):
        theirs = [name for measure in measures if (name := trec_names.theirs(program, str(measure)))]
        assert len(set(theirs)) == len(theirs) > 10
