"""One form of each number, wherever it is read."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.comparison.league.words import query_numbers
from irassay.drawing.tables.formats import cell_text
from irassay.messages import alike, did_you_mean, interval, number, p_value, percent, plural, share, span
from tests.words.conftest import golden_sentences

P_VALUES = [(0.43, "0.43"), (0.0242, "0.024"), (0.0021, "0.0021"), (0.0007, "< 0.001"), (1.0, "1.00")]


def test_a_name_nearly_right_is_asked_about():
    assert alike("Dence", ["dense", "bm25"]) == ["dense"]
    assert alike("BM25", ["bm25", "bm25-2"], 3) == ["bm25"]
    assert did_you_mean(["a", "b"], start="; ") == "; did you mean a or b?"
    assert did_you_mean([], instead="there is none") == "there is none"


@pytest.mark.parametrize(("p", "text"), P_VALUES)
def test_a_p_value_reads_alike_in_a_sentence_and_in_a_cell(p, text):
    nan = float("nan")
    pair = SimpleNamespace(
        low=0.01, high=0.02, t_low=nan, t_high=nan, p=p, p_corrected=p, family=3, interval="percentile", alpha=0.05
    )
    assert p_value(p) == cell_text(p, unit="p") == text
    assert query_numbers(pair).endswith(f"p {text}, adjusted over 3 pairs {text}")


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (-0.0, "0"), (1e-9, "0.000"), (-1e-9, "0.000")])
def test_exactly_zero_is_told_from_what_rounds_to_zero(value, text):
    assert number(value, 3) == cell_text(value, digits=3) == text


@pytest.mark.parametrize(("value", "text"), [(0.00001, "0.00001"), (-0.0003, "−0.0003"), (0.0005, "0.001")])
def test_a_cell_has_decimals_until_its_sign_is_seen(value, text):
    assert cell_text(value, digits=3) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.0003, 0.012, "0.0003 to 0.0120"),
        (-0.0003, 0.012, "−0.0003 to 0.0120"),
        (-0.02, -0.00004, "−0.02000 to −0.00004"),
        (0.0, 0.012, "0 to 0.012"),
        (1e-9, 0.012, "0.000 to 0.012"),  # 0 but for rounding
        (0.001, 0.012, "0.001 to 0.012"),
    ],
)
def test_a_range_says_on_which_side_of_0_its_ends_lie(low, high, text):
    assert span(low, high) == text
    assert (text[0] == "−") == (low < 0)


@pytest.mark.parametrize("value", [None, float("nan")])
def test_no_value_is_a_dash(value):
    assert number(value) == cell_text(value) == interval(value, 0.5) == span(0.5, value) == "–"


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(0, 3))
def test_a_share_of_counts_reads_as_the_share_as_a_number(part, whole, digits):
    part = min(part, whole)
    assert (
        share(part, whole, digits)
        == percent(part / whole, digits)
        == cell_text(part / whole, unit="share", digits=digits + 2)
    )


@given(st.floats(-1e9, 1e9), st.integers(0, 6))
def test_a_number_reads_back_to_within_its_last_digit(value, digits):
    back = float(number(value, digits).replace(",", "").replace("−", "-"))
    assert abs(back - value) <= 0.5 * 10.0**-digits + 1e-6 * abs(value) * 1e-6


@pytest.mark.parametrize(
    ("n", "noun", "text"),
    [(2, "query", "2 queries"), (2, "day", "2 days"), (1, "query", "1 query"), (0, "run", "0 runs")],
)
def test_a_plural_ends_as_english_does(n, noun, text):
    assert plural(n, noun) == text


def test_every_case_of_the_golden_file_is_a_test():
    tests = {
        f"{path.stem}::{name}"
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\([^)]*\bgolden\b", path.read_text(encoding="utf-8"), re.M)
    }
    assert {case.partition("[")[0] for case in golden_sentences()} == tests
