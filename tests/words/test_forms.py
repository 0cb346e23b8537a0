"""Each form of a number, a count, a list of names and a method, by examples made by hand."""

from irassay.messages.counts import (
    answers_none,
    by_how_much,
    conjugate,
    count,
    counted,
    every_grade,
    no_label_from,
    nth_part,
    own_removed,
    plural,
    ranks,
    roughly,
    runs_and_systems,
    spelled,
    these_queries,
    two_digits,
)
from irassay.messages.names import capital, listed, visible
from irassay.messages.names_of_tests import (
    adjustment,
    describe_correction,
    describe_intervals,
    describe_test,
    interval_kind,
)
from irassay.messages.numbers import (
    deciding_p,
    decimals_of,
    interval,
    is_near,
    near,
    number,
    p_value,
    percent,
    share,
    signed,
    signed_ends,
    size,
    span,
)


def test_numbers_have_one_form():
    assert number(0.74943) == "0.7494"
    assert number(-0.02, 3) == "−0.020"
    assert number(10828, 0) == "10,828"
    assert number(None) == "–"
    assert number(0.0) == "0"
    assert number(-0.0001, 3) == "0.000"
    assert number(10828.0, None) == "10,828"
    assert number(0.5, None) == "0.5"
    assert interval(0.707, 0.792) == "0.707–0.792"
    assert interval(-0.021, 0.051, between=" to ") == "−0.021 to 0.051"
    assert interval(None, None) == "–"
    assert interval(-0.0003, 0.012, between=" to ") == "−0.0003 to 0.0120"
    assert span(-0.0214, 0.0507) == "−0.021 to 0.051"
    assert signed_ends(0.00021, 0.0213) == ("0.0002", "0.0213")
    assert signed_ends(-0.0213, 0.0507) == ("−0.021", "0.051")
    assert signed_ends(0.0, 0.1) == ("0", "0.100")
    assert signed_ends(-0.055, -0.0102, mark=-0.01) == ("−0.0550", "−0.0102")  # below what is allowed
    assert signed_ends(-0.01, 0.02, mark=-0.01) == ("−0.010", "0.020")
    assert decimals_of(0.00021, 0.0213, digits=3) == 4
    assert decimals_of(0.0, -0.1, digits=3) == 3
    assert decimals_of(1e-17, digits=3) == 3
    assert signed(-0.00021, 3) == "−0.0002"
    assert signed(0.0213, 3) == "0.021"
    assert signed(0.0, 3) == "0"
    assert signed(None) == "–"
    assert [is_near(p, 0.05) for p in (0.0502, 0.045, 0.055, 0.0449, 0.056, float("nan"))] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    assert near(0.05) == "so near 0.05 that another sample of queries may well decide otherwise"
    assert deciding_p(0.43, 0.05) == "0.43"
    assert deciding_p(0.0502, 0.05)[:23] == "0.0502 (so near 0.05 th"
    assert p_value(0.4312) == "0.43"
    assert p_value(0.0042) == "0.0042"
    assert p_value(0.0007) == "< 0.001"
    assert p_value(1.0) == "1.00"
    assert p_value(float("nan")) == "–"
    assert p_value(0.0503) == "0.0503"
    assert p_value(0.0497) == "0.0497"
    assert p_value(0.05) == "0.050"
    assert p_value(0.0242) == "0.024"
    assert p_value(0.0996) == "0.0996"
    assert percent(0.445) == "44.5%"
    assert percent(0.99999) == "> 99.9%"
    assert percent(1.0) == "100%"
    assert percent(0.0001) == "< 0.1%"
    assert percent(0.0) == "0%"
    assert percent(0.445, 0) == "44%"
    assert percent(-0.02) == "−2.0%"
    assert share(814, 1830) == "44.5%"
    assert share(1830, 1830) == "100%"
    assert share(0, 5) == "0%"
    assert share(9999, 10000) == "> 99.9%"
    assert share(1, 100000) == "< 0.1%"
    assert share(0, 0) == "–"
    assert size(400) == "0 kB"
    assert size(2345678) == "2.3 MB"
    assert size(72000000000.0) == "72.0 GB"


def test_counts_have_one_form():
    assert count(10828) == "10,828"
    assert no_label_from(2) == "no label has grade 2 or more"
    assert (
        every_grade(["RR", "AP"], 3)
        == "RR and AP count every grade from 1 to 3 as relevant; RR(rel=2) leaves out grade 1."
    )
    assert answers_none(53) == "has no document for any of the 53 labelled queries"
    assert answers_none(1) == "has no document for the one labelled query"
    assert own_removed(2, 93) == "2 of 93 removed documents are labelled relevant"
    assert own_removed(1, 1) == "the removed document is labelled relevant"
    verbs = {
        "is": "are",
        "has": "have",
        "differs": "differ",
        "varies": "vary",
        "loses": "lose",
        "it matches": "they match",
    }
    assert [conjugate(n, verb) for verb in verbs for n in (1, 2)] == [form for pair in verbs.items() for form in pair]
    assert plural(1, "query") == "1 query"
    assert plural(1830, "pair") == "1,830 pairs"
    assert plural(2, "query") == "2 queries"
    assert plural(3, "stratum", "strata") == "3 strata"
    assert plural(2, "name of a run") == "2 names of a run"
    assert counted(1, "pairs of other queries") == "1 pair of other queries"
    assert counted(2, "repeated pairs") == "2 repeated pairs"
    assert counted(1, "training texts without a word") == "1 training text without a word"
    assert counted(1, "queries without a text") == "1 query without a text"
    assert runs_and_systems(63, 61) == "63 runs, 61 systems"
    assert runs_and_systems(5, 5) == "5 systems"
    assert runs_and_systems(63, 61, left_out=1) == "63 runs, 61 systems, 1 left out"
    assert by_how_much([1, 3, 1]) == "2 by 1 and 1 by more, at most 3"
    assert by_how_much([1]) == "1 by 1"
    assert by_how_much([2]) == "1 by more than 1, at most 2"
    assert spelled(3) == "three"
    assert spelled(0) == "no"
    assert spelled(63) == "63"
    assert these_queries(1) == "this query"
    assert these_queries(53) == "these 53 queries"
    assert ranks(1, 12) == "1–12"
    assert ranks(61, 61) == "61"
    assert roughly(83.2) == 90
    assert roughly(141) == 150
    assert roughly(2080) == 2100
    assert two_digits(9588) == 9600
    assert two_digits(254388) == 250000
    assert two_digits(87.2) == 87
    assert two_digits(4.6) == 5
    assert nth_part(6490, 10828) == "three in five"
    assert nth_part(0, 5) == "none"
    assert nth_part(5, 5) == "all"
    assert nth_part(1, 2) == "half"


def test_names_are_made_safe_and_listed():
    assert visible("a\x1b[31mb") == "a\\x1b[31mb"
    assert capital("other queries") == "Other queries"
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c", "d"], 3) == "a, b and 2 more"
    assert listed(["rock and roll", "b"], last="or") == "rock and roll or b"


def test_methods_have_one_name():
    assert describe_test("randomization", 100000) == "Randomization test with 100,000 sign flips"
    assert describe_test("wilcoxon", 0) == "Wilcoxon signed-rank test"
    assert describe_correction("holm", 0) == "Holm"
    assert describe_correction("tukey", 100000) == "randomised Tukey HSD with 100,000 shuffles"
    assert adjustment("bca") == "unadjusted"
    assert adjustment("simultaneous") == "all at once"
    assert interval_kind("percentile", 1830) == "95%, unadjusted"
    assert interval_kind("simultaneous", 1830) == "95%, all at once"
    assert interval_kind("percentile", 1) == "95%"
    assert (
        describe_intervals("percentile", 10000)
        == "95% percentile intervals from 10,000 resamples of the queries, unadjusted"
    )
