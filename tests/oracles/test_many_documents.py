"""Documents without a label, of which deep lists have millions: in the order of tuples, and not counted if too many."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels, Runs, settle
from irassay.cli.main import main
from irassay.estimates.bounds import labels_needed as counting
from irassay.estimates.bounds.labels_needed import in_order
from irassay.estimates.words import BY_LABELS

QUERIES = [f"q{i}" for i in range(8)]
LABELS = {q: {"a": 1, "b": 0, "c": 0} for q in QUERIES}
LISTS = {
    "new": {q: {"a": 9.0, "n1": 8.0, "n2": 7.0} for q in QUERIES},
    "old": {q: {"b": 9.0, "o1": 8.0, "o2": 7.0} for q in QUERIES},
    "mid": {q: {"c": 9.0, "m1": 8.0, "a": 7.0} for q in QUERIES},
}
FEW = st.integers(min_value=0, max_value=2)


@given(rows=st.lists(st.tuples(FEW, FEW, st.text(max_size=2))))
def test_arrays_are_in_the_order_of_tuples(rows):
    first, second = (np.array([row[k] for row in rows], dtype=np.int64) for k in (0, 1))
    half = len(rows) // 2
    order, docs = in_order([first, second], [[row[2] for row in rows[:half]], [row[2] for row in rows[half:]]])
    assert docs == [row[2] for row in rows]
    assert [rows[i] for i in order] == sorted(rows)


def verdict():
    return settle(Qrels.from_dict(LABELS), Runs.from_dict(LISTS), "P@3", threads=1)


# Five documents without a label on each of eight queries; both pairs with a leader have 3 documents in either list.
@pytest.mark.parametrize("limits", [{"MOST_LISTED": 2 * 8 * 3 * 2 - 1}, {"MOST_DOCUMENTS": 8 * 5 - 1}])
def test_too_many_documents_are_not_even_listed(monkeypatch, limits):
    assert verdict().judging is not None
    for name, most in limits.items():
        monkeypatch.setattr(counting, name, most)
    monkeypatch.setattr(counting, "unjudged", lambda *_, **__: pytest.fail("listed before it is known how many"))
    one = verdict()
    assert one.judging is None
    assert one.open_at_top > 0


def test_a_limit_that_is_just_reached_is_not_passed(monkeypatch):
    before = verdict().judging
    pairs = 2  # new and mid tie exactly and lead; old's order to each is open
    assert before.pairs == pairs
    monkeypatch.setattr(counting, "MOST_LISTED", pairs * 8 * 3 * 2)
    monkeypatch.setattr(counting, "MOST_DOCUMENTS", 8 * 5)  # n1, n2, o1, o2 and m1 of every query
    assert verdict().judging == before


def written(tmp_path):
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q in QUERIES for d, g in LABELS[q].items()))
    for name, lists in LISTS.items():
        lines = [f"{q} Q0 {d} 1 {s} {name}\n" for q, docs in lists.items() for d, s in docs.items()]
        (tmp_path / name).write_text("".join(lines))
    return [str(tmp_path / "qrels"), *(str(tmp_path / name) for name in LISTS), "-m", "P@3"]


def test_what_is_not_counted_is_said_with_the_option_that_lists_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    asked = written(tmp_path)
    for more in (("--all",), ("--pair", "new", "old", "--all")):
        assert main(["compare", *asked, *more, "--format", "table"]) == 0
        assert BY_LABELS("labels-needed.not-counted").rstrip(".") not in " ".join(capsys.readouterr().out.split())
    monkeypatch.setattr(counting, "MOST_LISTED", 1)
    for more in (("--all",), ("--pair", "new", "old", "--all")):
        assert main(["compare", *asked, *more, "--format", "table"]) == 0
        assert BY_LABELS("labels-needed.not-counted").rstrip(".") in " ".join(capsys.readouterr().out.split())
    assert main(["compare", *asked, "--pair", "new", "old", "--format", "json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["measures"][0]["pairs"]
    assert pair["labels_half"] is None
    for more, documents in (((), 5), (("--pair", "new", "old"), 4)):
        judge = tmp_path / "judge.tsv"
        assert main(["compare", *asked, *more, "--unjudged", str(judge)]) == 0
        assert judge.read_text().count("\n") == 1 + documents * len(QUERIES)
