"""Lists of unequal length are named where missing labels leave orders open, and nowhere else.

Twelve queries, lists of 40 documents, of which those from the 20th on have no label. Oracle: the lengths of the lists.
"""

import re

import pytest

from irassay.cli.main import main
from irassay.result import Result
from tests.cli.test_unfit_runs import QRELS, WHOLE, here, lists, write  # noqa: F401  the fixture

FEW = {query: {doc: grade for doc, grade in of.items() if doc not in {f"n{i}" for i in range(20, 40)}}
       for query, of in QRELS.items()}  # fmt: skip
COUNTS = "(documents a query, in the median: new 30; other runs up to 40)"
CAUSE = f"new: shorter lists than other runs {COUNTS}; AP reads the whole list: that alone can lower a score, and leave"


def said_of(capsys, files, *options):
    assert main(["compare", *files, *options]) == 0
    return re.sub(r"\s+", " ", "".join(capsys.readouterr()))


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_compare_names_shorter_lists_with_the_counts_where_labels_leave_orders_open(here, capsys, form):  # noqa: F811
    files = write(lists(WHOLE | {"new": 30}), qrels=FEW)
    assert CAUSE in said_of(capsys, files, "-m", "AP", "--format", form)
    for two in (files[:3], [*files, "--pair", "new", "old"]):
        assert CAUSE in said_of(capsys, two, "-m", "AP", "--format", form)
    files = write(lists(WHOLE | {"new": lambda q: 28 + q % 5}), qrels=FEW)  # a run that was not cut at one rank
    to_35 = CAUSE.replace("AP reads the whole list", "nDCG@35 reads to rank 35").replace("40)", "35)")
    assert to_35 in said_of(capsys, files, "-m", "nDCG@35", "--format", form)


def test_the_section_on_labels_names_them_too(here, capsys):  # noqa: F811
    files = write(lists(WHOLE | {"new": 30}), qrels=FEW)
    assert main(["report", *files, "-m", "AP", "-o", "page.json"]) == 0
    (section,) = [one for one in Result.from_json((here / "page.json").read_text()).sections if one.name == "labels"]
    assert [one.text.startswith(CAUSE) for one in section.body if getattr(one, "code", "") == "unequal-lists"] == [True]
    assert main(["report", *files, "-m", "P@10", "-o", "page.json"]) == 0
    assert "unequal-lists" not in (here / "page.json").read_text()


@pytest.mark.parametrize(
    ("depth", "options"),
    [
        (lambda q: 10 if q < 3 else 40, ["-m", "AP"]),  # short for a quarter of the queries
        (30, ["-m", "P@10"]),  # the measure ends before all lists do
        (30, ["-m", "RR"]),  # the first ranks decide
        (30, ["-m", "RBP"]),
        (37, ["-m", "AP"]),  # nearly as long
        (30, ["-m", "AP", "--pair", "old", "base"]),  # two other runs
        (30, ["-m", "AP", "--require", "taken"]),  # no label is open
        (15, ["-m", "AP"]),  # cut: said as a warning
    ],
)
def test_lists_of_unequal_length_are_no_cause_elsewhere(here, capsys, depth, options):  # noqa: F811
    files = write(lists(WHOLE | {"new": depth}), qrels=FEW)
    assert "new: shorter lists than other runs (" not in said_of(capsys, files, *options, "--format", "table")


def test_lists_of_unequal_length_are_no_cause_where_every_document_is_judged(here, capsys):  # noqa: F811
    files = write({name: run for name, run in lists(WHOLE | {"new": 30}).items() if name != "base"})
    assert "shorter lists" not in said_of(capsys, files, "-m", "P@35", "--format", "table")
