"""Tables of scores that other programs made: what no measure can give, rows of means, and what scores can't know."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main

VALUES = {"new": (0.9, 0.5, 0.7, 0.3), "old": (0.4, 0.2, 0.6, 0.1)}


def table(measure="nDCG@10", *, values=VALUES, rows=()):
    lines = [f"{system},q{q},{value}" for system, of in values.items() for q, value in enumerate(of)]
    return "\n".join([f"system,query,{measure}", *lines, *rows]) + "\n"


@pytest.fixture
def compared(tmp_path, monkeypatch, capsys):
    """From a table of scores to what `compare` answers about it: the document, and what stands on standard error."""
    monkeypatch.chdir(tmp_path)

    def compare(text, *options, code=0):
        (tmp_path / "s.csv").write_text(text)
        assert main(["compare", "--scores", "s.csv", *(options or ("--format", "json"))]) == code
        told = capsys.readouterr()
        return json.loads(told.out) if told.out and not options else told.out, told.err

    return compare


@pytest.mark.parametrize("measure", ["nDCG@10", "ndcg_cut_10", "map", "RR", "P_10", "Bpref"])
def test_a_percentage_among_scores_from_0_to_1_is_located_and_says_what_to_do(compared, measure):
    out, err = compared(table(measure, values={**VALUES, "old": (40.0, 20.0, 60.0, 10.0)}), code=3)
    assert not out
    assert "s.csv has 4 problems" in err
    assert (
        f's.csv:6, {measure}  value is "40.0", expected {measure} from 0 to 1; if it is a percentage, divide by 100'
        in err
    )


def test_a_score_below_0_is_no_percentage(compared):
    _, err = compared(table(values={**VALUES, "old": (0.4, -0.2, 0.6, 0.1)}), code=3)
    assert 's.csv:7, nDCG@10  value is "-0.2", expected nDCG@10 from 0 to 1\n' in err


@pytest.mark.parametrize("measure", ["DCG@10", "num_rel_ret", "MFR@10", "alpha_nDCG@10", "infNDCG", "gm_map", "mine"])
def test_measures_whose_scores_may_exceed_1_do(compared, measure):
    compared(table(measure, values={**VALUES, "old": (4.0, 2.0, 6.0, 1.0)}))


def test_a_1_that_rounding_made_larger_is_a_1(compared):
    compared(table(values={**VALUES, "old": (1.0000001, -0.0000001, 1, 0)}))


@pytest.mark.parametrize("name", ["mean", "MEAN", "avg", "Average", "amean", "macro", "overall", "ALL"])
@pytest.mark.parametrize("of_new", ["0.6", "0.60", "0.6000001"])
def test_a_row_of_means_is_no_query_whatever_its_name(compared, name, of_new):
    document, err = compared(table(rows=[f"new,{name},{of_new}", f"old,{name},0.325"]))
    assert document["measures"][0]["queries"] == 4
    assert f"row {name} left out: it is the mean of the others" in err


def test_a_mean_over_all_collections_is_no_query(compared):
    rows = [f"{c},{s},q{q},{value}" for c in "ab" for s, of in VALUES.items() for q, value in enumerate(of)]
    text = "\n".join(["collection,system,query,AP", *rows, ",new,mean,0.6", ",old,mean,0.325"])
    document, err = compared(text)
    assert document["measures"][0]["collections"] == ["a", "b"]
    assert "row mean left out" in err


def test_a_row_that_is_named_as_a_mean_and_is_none_is_an_error_that_names_it(compared):
    out, err = compared(table(rows=["new,avg,0.6", "old,avg,0.7"]), code=3)
    assert not out
    assert (
        's.csv:11, nDCG@10  the row "avg" is not the mean of the other rows of old: leave it out, or rename it' in err
    )


def test_means_of_means_are_rounded_as_their_table_is(compared):
    thirds = {"new": (0.33, 0.67, 1.0), "old": (0.33, 0.33, 0.0)}  # 1/3 + 2/3 + 1 = 2.0; 0.33 + 0.67 + 1 = 2.0
    document, _ = compared(table(values=thirds, rows=["new,avg,0.67", "old,avg,0.22"]))
    assert document["measures"][0]["queries"] == 3


def test_a_table_of_scores_becomes_a_table_without_its_means_and_says_so(compared, capsys):
    (_, _) = compared(table(rows=["new,avg,0.6", "old,avg,0.325"]))
    assert main(["convert", "s.csv", "--to", "score-table"]) == 0
    told = capsys.readouterr()
    assert "avg" not in told.out
    assert "row avg left out: it is the mean of the others" in told.err


@pytest.mark.parametrize("measure", ["map", "AP(rel=2)"])
def test_a_caption_names_no_grade_where_only_scores_were_seen(compared, measure):
    """pytrec_eval's `map` is AP(rel=2) where its maker asked for relevance_level=2, and the file doesn't say."""
    out, _ = compared(table(measure), "--format", "latex")
    assert "Made from scores alone" in out
    assert "Relevant is" not in out
