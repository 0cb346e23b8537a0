"""A run that answers no labelled query gets no verdict: its zeros are of questions nobody put to it."""

import json
from pathlib import Path

import numpy as np
import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.result import Result
from tests.cli.test_unfit_runs import QRELS, WHOLE, N, here, lists, write  # noqa: F401  the fixture

SILENT = f"new has no document for any of the {N} labelled queries, so it can't be compared"
REFUSED = f'error: new answers none of the {N} labelled queries, such as "q00"'


@pytest.fixture
def files(here, request):  # noqa: F811
    """The run new answers queries of other labels, or none at all."""
    of = lists(WHOLE)
    of["new"] = {f"other-{query}": ranked for query, ranked in of["new"].items()}
    return write(of)


def test_the_others_are_compared_as_without_it(files, capsys):
    """Oracle: the comparison of the other two runs, from a call that is not given the silent one."""
    answers = []
    for given in (files, [one for one in files if one != "new.run"]):
        assert main(["compare", *given, "--format", "json"]) == 0
        captured = capsys.readouterr()
        (one,) = json.loads(captured.out)["measures"]
        answers.append((one["systems"], one["pairs"], one["family"], one["leaders"]))
        assert (SILENT in captured.err) == ("new.run" in given)
    assert answers[0] == answers[1]


def test_there_is_nothing_to_compare_a_run_with_where_the_only_other_is_silent(files, capsys):
    assert main(["compare", "qrels.txt", "old.run", "new.run", "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert "there is nothing to compare old with" in captured.out
    assert "better" not in captured.out
    assert SILENT in captured.err
    assert main(["report", "qrels.txt", "old.run", "new.run", "-o", "page.json"]) == 0
    page = Result.from_json(Path("page.json").read_text())
    assert page.title.startswith("old scores ")
    (unranked,) = [finding for finding in page.findings if finding.code == "unranked"]
    assert unranked.text == f"{SILENT}."
    assert not [finding for finding in page.findings if " is better than " in finding.text]


@pytest.mark.parametrize("verb", ["compare", "report"])
@pytest.mark.parametrize("order", ["old > new", "new > old", "old > new - 0.01"])
def test_an_order_with_it_is_refused(files, capsys, verb, order):
    to = ["-o", "page.txt"] if verb == "report" else []
    assert main([verb, *files, "--expect", order, *to]) == 3
    assert REFUSED in capsys.readouterr().err


def test_a_report_refuses_an_order_of_a_run_without_a_labelled_document(here, capsys):  # noqa: F811
    of = write(lists(WHOLE, of={"new": "shop-"}))
    assert main(["report", *of, "--expect", "old > new", "-o", "page.txt"]) == 3
    assert "error: No labelled document is in 1 run: its scores are all 0" in capsys.readouterr().err


def test_it_is_no_baseline_and_a_dash_in_a_table(files, capsys):
    assert main(["compare", *files, "--baseline", "new"]) == 2
    assert "so it is no baseline; there are" in capsys.readouterr().err
    assert main(["compare", *files, "--format", "latex"]) == 0
    out = capsys.readouterr().out
    assert "new & -- \\\\" in out
    assert "--: without an answer to any labelled query." in out
    assert "unanswered queries count 0" not in out


def test_in_python_too():
    qrels, of = irassay.Qrels.from_dict(QRELS), lists(WHOLE)
    of["new"] = {}
    verdict = irassay.settle(qrels, irassay.Runs.from_dict(of))
    assert (verdict.league.unranked, verdict.league.silent) == (["new"], ("new",))
    with pytest.raises(UsageError, match=SILENT.removeprefix("new")):
        verdict.pair("new", "old")
    saved = type(verdict).from_json(verdict.to_json())
    assert tuple(saved.league.silent) == ("new",)
    with pytest.raises(InputError, match="new answers none of the"):
        irassay.overview(qrels, irassay.Runs.from_dict(of), expect="old > new")


def test_a_mean_over_collections_leaves_out_a_run_that_is_silent_in_one():
    """Oracle: the mean of the other two runs, from collections that are not given the silent one."""
    qrels, there, without = irassay.Qrels.from_dict(QRELS), lists(WHOLE), lists(WHOLE)
    there["new"] = {}
    del without["new"]
    whole = irassay.Runs.from_dict(lists(WHOLE))
    means = []
    for of in (there, without):
        verdicts = irassay.settle_over({"A": (qrels, whole), "B": (qrels, irassay.Runs.from_dict(of))})
        means.append(verdicts.mean.league)
    assert list(means[0].systems) == list(means[1].systems)
    assert "new" in means[0].unranked
    np.testing.assert_array_equal(means[0].p_corrected, means[1].p_corrected)


def test_where_every_run_is_silent_none_is_set_apart(here, capsys):  # noqa: F811
    of = {name: {f"other-{query}": one for query, one in run.items()} for name, run in lists(WHOLE).items()}
    assert main(["compare", *write(of)]) == 3
    assert "answer none of the" in capsys.readouterr().err
