"""The plan of a campaign: judgments, batches, minutes, money, pool sizes. Oracles: the paper's figures, brute force."""

from __future__ import annotations

import json
import sys
from collections import Counter
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from irassay.cli.main import main
from irassay.cli.verbs import judge
from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.drawing.terminal import Screen
from irassay.errors import UsageError
from irassay.judging.assessors.plan import FEWEST_TIMED, MOST_BINS, pace_of, plan_campaign, plan_work, sentences
from tests.judging_by_hand import campaign, person, tasks


def test_the_pairs_of_ms_marcos_pools_cost_what_the_paper_says():
    """Arabzadeh et al., Shallow pooling for sparse labels: 141,887 pairs, ten a batch, 2.00 and a fee of 0.40."""
    plan = plan_work(141_887, {}, pace_of("pair"), batch=10, pay=Decimal("2.00"), fee=Decimal("0.40"))
    assert (plan.batches, plan.money) == (14_189, Decimal("34053.60"))
    assert "34,053.60 to pay: 2.00 and a fee of 0.40 for each batch." in sentences(plan)


@given(sizes=st.lists(st.integers(1, 400), max_size=60), judgments=st.integers(0, 10**6), batch=st.integers(1, 99))
def test_bins_hold_every_query_once_and_batches_every_judgment(sizes, judgments, batch):
    plan = plan_work(judgments, {f"q{i}": n for i, n in enumerate(sizes)}, pace_of("graded"), batch=batch)
    assert plan.sizes == Counter(sizes)
    bins = plan.bins()
    assert len(bins) <= MOST_BINS
    assert [n for *_, n in bins] == [sum(a <= size <= b for size in sizes) for a, b, _ in bins]
    assert sum(n for *_, n in bins) == len(sizes)
    assert all(b + 1 == c for (_, b, _), (c, _, _) in pairwise(bins))
    if bins:
        assert bins[0][2] > 0
        assert bins[-1][2] > 0, "no bin before the first query or after the last"
    assert (plan.batches - 1) * batch < judgments <= plan.batches * batch or judgments == plan.batches == 0
    assert plan.minutes == pytest.approx(judgments * kind_of("graded").seconds / 60)
    assert plan.money is None


def test_the_pace_is_assumed_until_enough_answers_were_timed():
    few, many = ([5000] * n for n in (FEWEST_TIMED - 1, FEWEST_TIMED))
    assumed = plan_work(60, {}, pace_of("graded", few))
    assert (assumed.minutes, assumed.pace.n_timed) == (20.0, 0)
    timed = plan_work(60, {}, pace_of("graded", many))
    assert (timed.minutes, timed.pace.n_timed) == (5.0, FEWEST_TIMED)
    assert "the mean of 20 answers" in sentences(timed)[1]


@pytest.mark.parametrize(("name", "value"), [("batch", 0), ("pay", Decimal(-1)), ("fee", Decimal("nan"))])
def test_a_plan_of_no_sense_is_refused(name, value):
    with pytest.raises(UsageError, match=name):
        plan_work(1, {}, pace_of("graded"), **{name: value})


def test_a_campaigns_plan_counts_what_is_left_and_what_is_to_be_added_once(source):
    with campaign(source, wanted=2) as made:
        who = person(made, "Ann").pseudonym
        for ms, held in zip((4000, 6000, None), made.hold(who, made.tasks())):
            more = {} if ms is None else {"ms_active": ms}
            made.record(who, held.key, held.task, {"answer": "Related", **more})
        more = [*tasks(2), Task("graded", "q2", ("d9",), wanted=3), Task("graded", "q3", ("d1",))]
        plan = plan_campaign(made, more)
        assert (plan.judgments, plan.answered) == (8 - 3 + 3 + 1, 3)
        assert dict(plan.sizes) == {1: 1, 2: 1, 3: 1}, "q3, q1, q2"
        assert made.facts.milliseconds() == [4000, 6000]
        assert len(made.tasks()) == 4, "nothing was added"


def test_a_plan_writes_nothing_and_asks_for_no_texts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.tsv").write_text("query\tdoc\nq1\ta\nq1\tb\nq2\ta\n")
    words = ["judge", "a.campaign", "pool.tsv", "--plan", "--overlap", "2", "--batch", "4", "--pay", "1.50"]
    assert main([*words, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {name: told[name] for name in ("judgments", "batches", "money", "fee", "pool_sizes")} == {
        "judgments": 6,
        "batches": 2,
        "money": "3.00",
        "fee": None,
        "pool_sizes": [[1, 1], [2, 1]],
    }
    assert main([*words, "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == ["money\t3.00", "pool_size\t1\t1", "pool_size\t2\t1"]
    assert [path.name for path in tmp_path.iterdir()] == ["pool.tsv"]


def test_the_plan_of_a_campaign_leaves_it_as_it_is(tmp_path, capsys):
    file = tmp_path / "a.campaign"
    campaign(file).close()
    before = file.read_bytes()
    assert main(["judge", str(file), "--plan", "--format", "table"]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[:2] == ["pool size  queries", "        2        2  ━━━━━━━━━━━━━━━━━━━━"]
    assert "4 judgments of 2 queries: 1 batch of 10." in told
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.campaign"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--plan"], "there is no campaign"),
        (["pool.tsv", "--plan", "--listen", "127.0.0.1:1"], "--listen has no effect with --plan"),
        (["pool.tsv", "--format", "json"], "--format has no effect without --plan"),
        (["pool.tsv", "--plan", "--pay", "-2"], "an amount of 0 or more"),
        (["pool.tsv", "--plan", "--batch", "0"], "a whole number from 1"),
    ],
)
def test_what_a_plan_has_no_use_for_is_refused(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.tsv").write_text("query\tdoc\nq1\ta\n")
    assert main(["judge", "a.campaign", *words]) == 2
    assert message in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("width", [40, 80, 160])
def test_the_plan_fits_the_screen(width, capsys):
    sizes = {f"q{i}": 3 + i * 7 % 90 for i in range(500)}
    plan = plan_work(123_456, sizes, pace_of("graded"), pay=Decimal("2.00"), fee=Decimal("0.40"))
    judge.write_plan(plan, "table", Screen(width=width))
    assert all(len(line) <= width for line in capsys.readouterr().out.splitlines())
