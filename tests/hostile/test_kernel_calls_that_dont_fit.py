"""Calls of the kernel whose arguments don't fit together: an exception each, never the end of the process.

Each runs in a process of its own: a crash there is a failed test here and not the end of the tests.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

SETUP = """
import numpy as np
from irassay import Qrels, Runs
from irassay.kernel import _core as k
labels = lambda n: Qrels.from_dict({f"q{q}": {f"d{d}": d % 3 for d in range(n)} for q in range(6)}).core
lists = lambda n: Runs.from_dict({s: {f"q{q}": {f"d{d}": d for d in range(n)} for q in range(6)} for s in "abc"}).core
qrels, others, runs, longer = labels(9), labels(1), lists(30), lists(400)
join, of_others, of_longer = k.join(qrels, runs), k.join(others, runs), k.join(qrels, longer)
alike = k.join(labels(9), lists(30))
f64, f32 = k.Ties.float64, k.Ties.float32
spec = k.MeasureSpec("DCG", depth=10) if "DCG" in k.operations() else k.MeasureSpec(k.operations()[0], depth=10)
gain = [float(min(g, 3)) for g in range(128)]
task = lambda form=k.Form.linear, levels=(0.0, 1.0, 2.0), gain=gain: k.Task(
    form, k.Weight.log2, 0.0, 10, False, list(gain), list(levels), f64, 0)
bounder, expecter = k.Bounder(qrels, runs, task()), k.Expecter(qrels, runs, task(), 2.0, 20, 1)
parts = k.Subtopics(others, [[(0, 0, 1)] for _ in range(6)])
u, how = lambda *values: np.array(values, np.uint32), (k.RunColumns.trec, k.OrderBy.score)
order = {"query": [0], "doc": ["d20"], "a": [0], "b": [1], "n_draws": 20, "tolerance": 0.0}
keep, q1 = {"ties": f64, "queries": "qrels", "keeps_values": True}, {"queries": "qrels", "threads": 1}
FAR, n_labels = 4294967295, 54
grades = np.zeros((n_labels, 2), np.int8)
most = np.ones((6, 2), np.uint32)
"""

JOINED = {
    "evaluate": "k.evaluate(qrels, runs, {join}, [spec], ties=f64, **q1)",
    "evaluate_stack": "k.evaluate_stack(k.stack_from_grades(qrels, grades), runs, {join}, [spec], ties=f64, "
    "**q1, keep_values=True)",
    "coverage": "k.coverage(qrels, runs, {join}, 10)",
    "labels_retrieved": "k.labels_retrieved(qrels, runs, {join}, 1)",
    "tie_swings": "k.tie_swings(qrels, runs, {join}, [spec], f64)",
    "reach": "k.reach(qrels, runs, {join}, ends=[10], depth=10, group=[0, 0, 0], n_groups=1, rel=1, high=2, ties=f64)",
    "label_places": "k.label_places(qrels, runs, {join}, group=[0, 0, 0], depth=10, ties=f64)",
    "relevant_ranks": "k.relevant_ranks(qrels, runs, {join}, group=[0, 0, 0], n_groups=1, rel=1, depth=10, ties=f64)",
    "reranked": "k.reranked(qrels, runs, {join}, by=[0], depth=10, rel=1, ties=f64, threads=1)",
    "hole_effects": "k.hole_effects(qrels, runs, {join}, task(), ahead=[0], behind=[1], leaders=[0], among=[0, "
    "1], first=0, last=6)",
    "pair_effects": "k.pair_effects(qrels, runs, {join}, task(), a=[0], b=[1], first=0, last=6)",
    "label_floors": "k.label_floors(qrels, runs, {join}, task(), a=[0], b=[1], tolerance=0.0)",
    "keep_by_runs": "k.keep_by_runs(qrels, runs, {join}, rel=1, most=most, unretrieved=k.Unretrieved.last, "
    "ties=f64, threads=1, out=np.zeros((n_labels, 6), np.int8))",
    "keep_to_depth": "k.keep_to_depth(qrels, runs, {join}, depths=[5, 9], ties=f64, threads=1, out=grades)",
    "keep_of_groups": "k.keep_of_groups(qrels, runs, {join}, group=[0, 0, 0], chosen=np.ones((2, 1), np.uint8), "
    "depth=5, ties=f64, threads=1, out=grades)",
}
OF_RUNS = {
    "longest_list": "k.longest_list(runs, {join})",
    "count_ties": "k.count_ties(runs, {join}, 10, f64)",
    "lists_in_id_order": "k.lists_in_id_order(runs, {join}, 1)",
    "same_lists": "k.same_lists(runs, {join}, 10, f64)",
}
REFUSED = {
    **{f"{name}, other labels": call.format(join="of_others") for name, call in JOINED.items()},
    **{f"{name}, other runs": call.format(join="of_longer") for name, call in {**JOINED, **OF_RUNS}.items()},
    **{f"{name}, another noun": call.format(join="alike") for name, call in {**JOINED, **OF_RUNS}.items()},
    "same_lists, a query beyond": "k.same_lists(runs, join, 10, f64, [6])",
    "evaluate, subtopics of others": "k.evaluate(qrels, runs, join, [spec], ties=f64, **q1, subtopics=parts)",
    "tie_swings, subtopics of others": "k.tie_swings(qrels, runs, join, [spec], f64, parts)",
    "Bounder.run, queries beyond": "bounder.run(0, 7, 1)",
    "Bounder.run, from beyond": "bounder.run(6400, 6401, 1)",
    "Bounder.run, backwards": "bounder.run(6, 0, 1)",
    "Bounder.run, within a chunk": "bounder.run(1, 6, 1)",
    "Bounder.seek, queries beyond": "bounder.look_for([0], [1], [1.0]); bounder.seek(0, FAR, 1)",
    "Bounder.seek, backwards": "bounder.seek(3, 1, 1)",
    "Bounder.ask_for, a system beyond": "bounder.ask_for([3])",
    "Bounder.look_for, a system beyond": "bounder.look_for([0], [3], [1.0])",
    "Expecter.count, queries beyond": "expecter.count(0, 7)",
    "Expecter.run, queries beyond": "expecter.count(0, 6); expecter.run(0, FAR, 1)",
    "Expecter.run, backwards": "expecter.run(3, 2, 1)",
    "Expecter.drawn_scores, queries beyond": "expecter.count(0, 6); expecter.drawn_scores(0, 7, 0, 1, 1)",
    "Expecter.rates, a query beyond": "expecter.rates(6, 0)",
    "Expecter.rates, a band beyond": "expecter.rates(0, 10)",
    "Task, levels that fall": "task(levels=(0.0, 2.0, 1.0))",
    "Task, more levels than grades": "task(levels=range(300))",
    "Task, a gain below 0": "task(gain=[-1.0] * 128)",
    "Task, NaN gains": "task(gain=[float('nan')] * 128)",
    "Settler, expected scores of others": "k.Settler(qrels, runs, task(), k.Expecter(others, longer, task(), "
    "2.0, 20, 1), **order)",
    "Settler, expected scores of more levels": "k.Settler(qrels, runs, task(levels=(0.0, 1.0)), expecter, **order)",
    "Settler, a query beyond": "k.Settler(qrels, runs, task(), expecter, **{**order, 'query': [6]})",
    "Settler, a system beyond": "k.Settler(qrels, runs, task(), expecter, **{**order, 'b': [3]})",
    "score_list, a column beyond": "k.score_list([1, 0], [0, 7], [spec])",
    "score_list, a label too large": "k.score_list([300], [0], [spec])",
    "Subtopics, a column beyond": "k.Subtopics(qrels, [[(9, 0, 1)]] + [[]] * 5)",
    "Subtopics, of fewer queries": "k.Subtopics(qrels, [])",
    "RunsReader.read, a file beyond": "k.RunsReader(1).read(1, b'q Q0 d 1 1 t', *how)",
    "RunsReader.read_path, a file beyond": "k.RunsReader(1).read_path(9, '/dev/null', *how)",
    "RunsReader.read, after finish": "r = k.RunsReader(1); r.finish(['a']); r.read(0, b'q Q0 d 1 1 t', *how)",
    "RunsReader.finish, too few names": "k.RunsReader(2).finish(['a'])",
    "FileScorer.read, a file beyond": "k.FileScorer(qrels, [spec], n_files=1, **keep).read(1, b'q0 Q0 d1 1 1 t', *how)",
    "FileScorer.read_path, a file beyond": "k.FileScorer(qrels, [spec], n_files=1, **keep).read_path(7, "
    "'/dev/null', *how)",
    "FileScorer.same_lists, another depth": "k.FileScorer(qrels, [spec], n_files=1, **keep).same_lists(77)",
    "runs_from_lists, a system beyond": "k.runs_from_lists(['a'], [(1, 'q', ['d'], [1.0])])",
    "runs_from_lists, fewer scores": "k.runs_from_lists(['a'], [(0, 'q', ['d', 'e'], [1.0])])",
    "qrels_from_lists, fewer grades": "k.qrels_from_lists(['q'], [['d', 'e']], [[1]])",
    "qrels_from_lists, fewer queries": "k.qrels_from_lists(['q', 'r'], [['d']], [[1]])",
    "renamed, fewer names": "k.renamed(runs, ['a'])",
    "merge_docs, fewer lists": "k.merge_docs(runs, ['q0'], [])",
    "stack_from_grades, more rows": "k.stack_from_grades(qrels, np.zeros((55, 2), np.int8))",
    "LabelRows.fill, a variant beyond": "k.LabelRows(qrels).fill({'q0': {'d0': 1}}, grades, 2)",
    "LabelRows.fill, fewer rows": "k.LabelRows(qrels).fill({'q0': {'d0': 1}}, grades[:9].copy(), 0)",
    "keep_at_random, fewer rows of shares": "k.keep_at_random(qrels, rel=1, most=most[:2].copy(), draws=1, "
    "key=1, threads=1, out=grades)",
    "keep_by_value, fewer values": "k.keep_by_value(qrels, rel=1, most=most, values=np.zeros(3), out=grades)",
    "redraw_grades, a row beyond": "k.redraw_grades(qrels, row=[7] * 256, grades=[0, 1], reached=np.ones((1, "
    "2)), key=1, threads=1, out=grades)",
    "redraw_grades, a grade too large": "k.redraw_grades(qrels, row=[0] * 256, grades=[0, 300], "
    "reached=np.ones((1, 2)), key=1, threads=1, out=grades)",
    "reach, a group beyond": "k.reach(qrels, runs, join, ends=[10], depth=10, group=[0, 0, 5], n_groups=1, "
    "rel=1, high=2, ties=f64)",
    "reranked, a system beyond": "k.reranked(qrels, runs, join, by=[3], depth=10, rel=1, ties=f64, threads=1)",
    "subset_finders, a query beyond": "k.subset_finders(np.ones((1, 1), np.int32), np.array([5], np.int32), "
    "depth=1, picked=np.ones((1, 1), np.uint8), times=np.ones((1, 1), np.uint32))",
    "count_flips, a system beyond": "k.count_flips(np.ones((4, 2)), u(0), u(2), np.ones(1), 1, 0, 9)",
    "count_step_down, a system beyond": "k.count_step_down(np.ones((4, 2)), u(0), u(9), np.ones(1), np.ones(1), "
    "1, 0, 9)",
    "count_shifts, bounds beyond": "k.count_shifts(np.ones((4, 2)), u(0), u(1), np.ones(1), 1, 0, 9, [0, 99])",
    "count_draws, bounds that fall": "k.count_draws(1, 0, 9, [0, 4, 2])",
    "drawn_sums, queries beyond": "k.drawn_sums(np.ones((2, 4)), 1, 0, 9, [0, 5])",
    "pair_quantiles, NaN": "k.pair_quantiles(np.ones((2, 9)), u(0), u(1), [float('nan')])",
    "pair_quantiles_at, NaN": "k.pair_quantiles_at(np.ones((2, 9)), u(0), u(1), np.full((1, 1), np.nan))",
    "pair_shares_below, a system beyond": "k.pair_shares_below(np.ones((2, 9)), u(0), u(2), np.ones(1))",
    "lattice_tails, no step": "k.lattice_tails(np.ones((1, 5)), np.ones(1), np.zeros(1))",
    "lattice_tails, NaN": "k.lattice_tails(np.full((1, 5), np.inf), np.ones(1), np.ones(1))",
    "inverted_tails, no noise": "k.inverted_tails(np.ones((1, 5)), np.ones(1), np.zeros(1))",
    "met_tail, too many": "k.met_tail(np.ones(80), 1.0)",
    "Bets.place, a pair beyond": "k.Bets(np.zeros((1, 2)), np.ones(3)).place(np.array([2]), mean=np.ones((1, 1)), "
    "z=np.ones((1, 1)), variance=np.ones((1, 1)), least=np.ones((1, 1)), left=np.ones(1))",
    "Bets.place, too few draws": "k.Bets(np.zeros((1, 2)), np.ones(3)).place(np.array([0]), mean=np.ones((1, 1)), "
    "z=np.ones((2, 1)), variance=np.ones((2, 1)), least=np.ones((2, 1)), left=np.ones(1))",
    "weight_gram, a system beyond": "k.weight_gram(np.array([0, 1]), u(2), np.ones(1), np.ones(1), 2)",
    "weight_gram, systems that fall": "k.weight_gram(np.array([0, 2]), u(1, 0), np.ones(2), np.ones(1), 2)",
    "weight_gram, ends that fall": "k.weight_gram(np.array([0, 2, 1]), u(0), np.ones(1), np.ones(2), 2)",
    "weight_quadratic, no square": "k.weight_quadratic(np.array([0, 1]), u(0), np.ones(1), np.ones((1, 2)))",
    "load_runs, no runs": "k.load_runs(b'irassay')",
}
LOOP = """
import sys
for name, call in {calls!r}.items():
    print(name, flush=True)
    try:
        exec(call)
    except (ValueError, IndexError):
        continue
    print("TAKEN", flush=True)
    break
else:
    print("ALL REFUSED", flush=True)
"""


def last_lines(calls):
    """What a process says that makes these calls one after another: the name of the last, and how it ended."""
    done = subprocess.run(
        [sys.executable, "-c", SETUP + LOOP.format(calls=calls)], capture_output=True, text=True, timeout=300
    )
    return done.stdout.splitlines()[-2:], done.returncode, done.stderr[-2000:]


def test_calls_that_dont_fit_raise_and_the_process_goes_on():
    lines, code, errors = last_lines(REFUSED)
    assert (lines[-1:], code) == (["ALL REFUSED"], 0), (lines, code, errors)


@pytest.mark.parametrize("name", [*JOINED, *OF_RUNS])
def test_the_same_calls_with_the_own_join_are_taken(name):
    lines, code, errors = last_lines({name: {**JOINED, **OF_RUNS}[name].format(join="join")})
    assert (lines, code) == ([name, "TAKEN"], 0), errors


def test_every_function_that_takes_a_join_is_tried():
    from irassay.kernel import _core

    wanted = f"join: {_core.__name__}.Join"
    taking = {name for name in dir(_core) if wanted in (getattr(_core, name).__doc__ or "")}
    assert taking - {"Join"} == {*JOINED, *OF_RUNS}
