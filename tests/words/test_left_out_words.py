"""What pages say of runs and groups left out of the pool, recorded or made again, and that both pages have them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from irassay.collection import Metadata, Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.estimates import leave_one_group_out
from irassay.pooling import pool
from irassay.studies.overview import overview
from irassay.studies.sections import left_out as words
from irassay.studies.sections.coverage import kinds_note, unfair_kind
from irassay.studies.track import track

AGAIN = "the reconstructed pool"


@pytest.fixture(scope="module")
def world():
    """Six runs of three groups and two kinds; labels of their pool of depth 8."""
    rng = np.random.default_rng(1)
    docs = {f"d{i:02}": int(i < 12) for i in range(40)}
    lists = {
        f"s{s}": {f"q{q:02}": {d: float(g + rng.normal()) for d, g in docs.items()} for q in range(12)}
        for s in range(6)
    }
    top = {q: {d for s in lists for d in sorted(lists[s][q], key=lists[s][q].get)[-8:]} for q in lists["s0"]}
    about = {
        "kind": {s: "odd" if int(s[1]) % 2 else "even" for s in lists},
        "team": {s: f"team {int(s[1]) // 2}" for s in lists},
    }
    labels = Qrels.from_dict({q: {d: docs[d] for d in sorted(of)} for q, of in top.items()})
    return labels, Runs.from_dict(lists).with_metadata(Metadata(about))


def item(result, name):
    section = next(s for s in result.sections if s.name == "coverage")
    return [i for i in section.body if (getattr(i, "code", "") or i.name) == name]


def only(runs, *systems):
    return Runs.from_dict(
        {s: {q: {d: -float(i) for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in systems}
    )


def cells(table):
    return {c.name: list(c.values) for c in table.columns}


def test_the_sentence_names_the_run_that_loses_most_and_says_that_it_is_the_mildest_question(world, golden):
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    said = words.runs_alone(left, left.groups)
    losses = {g.group: max(0.0, -float(g.change[0])) for g in left.groups}
    assert said.startswith(f"A run that alone is left out of {AGAIN} loses ")
    assert f"{max(losses, key=losses.get)} loses most, {max(losses.values()):.4f}" in said
    assert "(median of 6 runs of the pool)" in said
    assert f"No run loses more than {max(g.fell for g in left.groups)} ranks." in said
    kept = [replace(g, rank_after=g.rank_before) for g in left.groups]
    assert "No run loses a rank." in words.runs_alone(left, kept)
    gained = [replace(g, change=abs(g.change)) for g in left.groups]
    assert words.runs_alone(left, gained).startswith(
        f"No run loses nDCG@10 when it alone is left out of {AGAIN}. No run "
    )
    golden(said, words.runs_title(np.array([0, 2, -1])))


def test_runs_that_are_one_system_count_once_and_are_called_systems(world, golden):
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    golden(words.runs_alone(left, left.groups[:5]), words.note(left, ranked=len(left.systems)))


def test_the_table_of_groups_says_that_runs_outside_the_pool_count_in_it(world):
    """By hand: of 6 runs 2 are pooled. The table's pairs are then still those of 6 runs: 1 with 5 others."""
    qrels, runs = world
    left = leave_one_group_out(qrels, runs, {}, "nDCG@10", depth=8, pooled=runs.systems[:2])
    assert {group.pairs for group in left.groups} == {5}
    assert "All 6 runs that are ranked count." in words.note(left, ranked=len(left.systems))


def test_the_group_that_loses_most_ranks_is_named_where_it_is_another(world):
    left = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    one = replace(left.groups[0], change=np.array([-0.1]), rank_before=np.array([1]), rank_after=np.array([2]))
    other = replace(one, group="other", rank_after=np.array([22]))
    assert words.loses_most(left, one, other).endswith("decided differently. other loses most ranks, up to 21.")
    assert words.loses_most(left, one, one) == words.loses_most(left, one)


def test_every_sentence_says_whether_the_pool_was_recorded(world, golden):
    again = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    recorded = replace(again, recorded=True)
    group = again.groups[0]
    for say in (
        lambda of: words.runs_alone(of, of.groups),
        lambda of: words.loses_most(of, group),
        lambda of: words.loses_most(of, replace(group, change=np.array([0.1]))),
        lambda of: unfair_kind("kind", group, 1, 2, of),
        lambda of: unfair_kind("kind", group, 0, 2, of),
    ):
        assert AGAIN in say(again)
        assert say(recorded) == say(again).replace(AGAIN, "the recorded pool")
    golden(words.note(again), words.note(recorded))
    golden(words.note(replace(recorded, absent=1)), words.note(replace(recorded, absent=2)))
    golden(kinds_note(again), kinds_note(recorded))


def test_runs_that_were_not_pooled_have_nothing_to_lose_and_are_not_listed(world):
    qrels, runs = world
    said = {s: "no" if s in ("s4", "s5") else "yes" for s in runs.systems}
    found = overview(qrels, runs.with_metadata(Metadata({"pooled": said})))
    sentence, table = item(found, "runs-left-out")
    assert sorted(cells(table)["run"]) == ["s0", "s1", "s2", "s3"]
    assert "(median of 4 runs of the pool)" in sentence.text
    assert table.note.startswith("Pool reconstructed from 4 runs to depth 8;")


@pytest.mark.parametrize("study", [overview, track])
def test_a_recorded_pool_of_all_runs_leaves_out_what_the_pool_made_again_does(world, study):
    made, read = study(*world, measures=["nDCG@10"]), study(*world, measures=["nDCG@10"], pool=pool(world[1], depth=8))
    for name in ("runs-left-out", "kinds-left-out"):
        assert cells(item(made, name)[-1]) == cells(item(read, name)[-1])
    assert AGAIN in item(made, "runs-left-out")[0].text
    assert "alone is left out of the recorded pool" in item(read, "runs-left-out")[0].text


def test_two_runs_are_too_few_for_a_curve_and_are_left_out_of_a_recorded_pool(world):
    qrels, runs = world[0], only(world[1], "s0", "s3")
    recorded = pool(runs, depth=8)
    assert not any(section.name == "coverage" for section in overview(qrels, runs, measures=["nDCG@10"]).sections)
    sentence, table = item(overview(qrels, runs, measures=["nDCG@10"], pool=recorded), "runs-left-out")
    by_run = leave_one_group_out(qrels, runs, {}, "nDCG@10", pool=recorded)
    rows = cells(table)
    assert dict(zip(rows["run"], rows["change"])) == pytest.approx({g.group: g.change[0] for g in by_run.groups})
    assert "alone is left out of the recorded pool" in sentence.text


@pytest.mark.parametrize("study", [overview, track])
def test_a_recorded_pool_is_refused_where_there_is_nothing_to_leave_out(world, study):
    qrels, runs = world
    with pytest.raises(UsageError, match="no comparing of 6 runs by GMAP"):
        study(qrels, runs, measures=["GMAP"], pool=pool(runs, depth=8))
    alone = only(runs, "s0")
    with pytest.raises(UsageError, match="no comparing of 1 run by nDCG@10"):
        study(qrels, alone, measures=["nDCG@10"], pool=pool(alone, depth=8))


def test_the_report_leaves_out_runs_and_groups_beside_kinds(world):
    found = overview(*world)
    by_run = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    rows = cells(item(found, "runs-left-out")[1])
    assert dict(zip(rows["run"], rows["change"])) == pytest.approx({g.group: g.change[0] for g in by_run.groups})
    assert dict(zip(rows["run"], rows["without"])) == {g.group: g.rank_after[0] for g in by_run.groups}
    by_group = leave_one_group_out(*world, world[1].metadata.columns["team"], "nDCG@10", depth=8)
    sentence, table = item(found, "left-out")
    rows = cells(table)
    assert dict(zip(rows["group"], rows["tau"])) == pytest.approx({g.group: g.tau for g in by_group.groups})
    flipped = [sum(of) for of in zip(rows["lost"], rows["gained"], rows["reversed"])]
    assert dict(zip(rows["group"], flipped)) == {g.group: g.flipped for g in by_group.groups}
    assert sentence.where == (rows["group"][0],)


def test_where_every_group_has_one_run_the_report_leaves_out_runs_only(world):
    qrels, runs = world
    alone = runs.with_metadata(Metadata({"team": {s: f"team {s}" for s in runs.systems}}))
    found = overview(qrels, alone)
    assert not item(found, "left-out")
    assert item(found, "runs-left-out")


def test_labels_that_came_from_no_pool_of_the_runs_leave_nothing_out_unless_the_pool_was_recorded(world):
    qrels, runs = world
    few = Qrels.from_dict({q: dict(list(qrels.grades(q).items())[:2]) for q in qrels.queries})
    assert not [i for name in ("kinds-left-out", "left-out", "runs-left-out") for i in item(overview(few, runs), name)]
    assert item(overview(few, runs, pool=pool(runs, depth=8)), "runs-left-out")


def test_what_would_take_longer_than_the_page_is_not_left_out(world, monkeypatch):
    from irassay.studies.sections import left_out

    monkeypatch.setattr(left_out, "MOST_WORK", 3 * 6 * (6 + 12))  # of three groups; there are six runs
    found = overview(*world)
    assert item(found, "left-out")
    assert not item(found, "runs-left-out")


def test_scores_held_a_few_at_a_time_are_the_same(world, monkeypatch):
    from irassay.estimates.pools import left_out

    whole = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    monkeypatch.setattr(left_out, "MOST_SCORES", 2 * 6 * 12)
    parts = leave_one_group_out(*world, {}, "nDCG@10", depth=8)
    for one, other in zip(whole.groups, parts.groups, strict=True):
        assert (one.group, one.change.tolist(), one.tau) == (other.group, other.change.tolist(), other.tau)


def test_a_run_of_the_recorded_pool_that_is_not_at_hand_still_shares_what_it_found(world):
    qrels, runs = world
    whole = pool(runs, depth=8)
    some = Runs.from_dict(
        {s: {q: {d: -i for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems[:5]}
    )
    part = leave_one_group_out(qrels, some, {}, "nDCG@10", pool=whole)
    full = leave_one_group_out(qrels, runs, {}, "nDCG@10", pool=whole)
    assert (part.recorded, part.absent, full.absent) == (True, 1, 0)
    assert [g.dropped for g in part.groups] == [g.dropped for g in full.groups][:5]
    nobody = runs.renamed({s: f"other {s}" for s in runs.systems})
    with pytest.raises(UsageError, match="none of which is among the 6 systems, such as"):
        leave_one_group_out(qrels, nobody, {}, "nDCG@10", pool=whole)
    renamed = Qrels.from_dict({q: {f"other {d}": g for d, g in qrels.grades(q).items()} for q in qrels.queries})
    with pytest.raises(InputError, match="documents that are labelled; do its"):
        leave_one_group_out(renamed, runs, {}, "nDCG@10", pool=whole)


def test_a_recorded_pool_with_a_depth_or_with_texts_made_one_is_refused(world):
    with pytest.raises(UsageError, match="has a depth of its own"):
        track(*world, pool=pool(world[1], depth=8), pool_depth=8)
    from irassay.collection.texts import Texts

    with pytest.raises(UsageError, match='leave out duplicates="one"'):
        overview(*world, pool=pool(world[1], depth=8), doc_texts=Texts({"d00": "a"}), duplicates="one")


def with_later_runs(runs, n):
    """The runs, and `n` more that return nothing of the pool on any query."""
    lists = {
        s: {q: {d: -float(i) for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems
    }
    later = {f"later-{i}": {q: {f"new{i}-{d}": -float(d) for d in range(9)} for q in runs.queries} for i in range(n)}
    return Runs.from_dict(lists | later)


@pytest.mark.parametrize("page", [overview, track])
def test_both_pages_name_the_runs_outside_the_pool_and_a_fold_holds_all(world, page, golden):
    qrels, runs = world
    for n, named in ((1, ["later-0"]), (5, ["later-0", "later-1", "later-2", "later-3", "later-4"])):
        made = page(qrels, with_later_runs(runs, n), measures=["nDCG@10"])
        (said,) = [f for f in made.findings if f.code == "outside-pool"]
        assert said.text.startswith(f"{n} of {6 + n} runs ")
        assert said.text.endswith(" documents to rank 8 are judged.")
        (table,) = [t for t in made.tables if t.name == "outside-pool"]
        assert cells(table) == {"run": named, "judged": [0] * n}
    some = with_later_runs(runs, 5)
    about = {"pooled": {s: "no" if s.startswith("later") else "yes" for s in some.systems}}
    made = page(qrels, some.with_metadata(Metadata(about)), measures=["nDCG@10"])
    (said,) = [f for f in made.findings if f.code == "outside-pool"]
    golden(said.text)
    (table,) = [t for t in made.tables if t.name == "outside-pool"]
    assert cells(table) == {"run": [f"later-{i}" for i in range(5)], "judged": [0] * 5}
    assert list(said.systems) == cells(table)["run"]


def test_runs_outside_a_recorded_pool_are_named_and_a_pool_of_all_names_none(world):
    qrels, runs = world
    some = overview(qrels, runs, pool=pool(only(runs, "s0", "s1", "s2", "s3", "s4"), depth=8))
    (said,) = [f for f in some.findings if f.code == "outside-pool"]
    assert said.text == "1 of 6 runs is not in the recorded pool."
    assert not [f for f in overview(qrels, runs).findings if f.code == "outside-pool"]


@pytest.fixture(scope="module")
def with_copies(world):
    """The world and two copies of s0, which keep its documents in the pool when it alone is left out."""
    labels, runs = world
    lists = {
        s: {q: {d: -float(i) for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems
    }
    lists |= dict.fromkeys(("copy1", "copy2"), lists["s0"])
    about = {column: {**of, "copy1": of["s0"], "copy2": of["s0"]} for column, of in runs.metadata.columns.items()}
    return labels, Runs.from_dict(lists).with_metadata(Metadata(about))


@pytest.mark.parametrize("study", [overview, track])
def test_runs_that_are_one_system_are_left_out_together_and_lose_what_one_alone_would(world, with_copies, study):
    """Oracle: the world without the copies, where s0 brought the same documents."""
    one, three = (cells(item(study(*of, measures=["nDCG@10"]), "runs-left-out")[-1]) for of in (world, with_copies))
    name = next(run for run in three["run"] if run in ("s0", "copy1", "copy2"))
    assert len(three["run"]) == len(one["run"]) == 6
    for column in ("dropped", "relevant", "change"):
        values = dict(zip(three["run"], three[column]))
        assert values[name] == pytest.approx(dict(zip(one["run"], one[column]))["s0"])
    said = item(study(*with_copies, measures=["nDCG@10"]), "runs-left-out")[0].text
    assert "(median of 6 systems of the pool)" in said


def test_a_tracks_pairs_and_taus_are_those_of_systems(world, with_copies):
    """Oracle: the world without the copies."""
    tables = [{t.name: cells(t) for t in track(*of, measures=["nDCG@10"]).tables} for of in (world, with_copies)]
    for name, columns in (("left-out", ("group", "pairs", "tau", "lost")), ("kinds-left-out", ("kind", "runs", "tau"))):
        before, after = (table[name] for table in tables)
        for column in columns:
            assert after[column] == before[column]
