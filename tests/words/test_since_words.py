"""What changed since an earlier result, as strings: numbers, and what only the other runs did."""

from __future__ import annotations

from irassay.studies.overview.sections import since as section
from irassay.studies.overview.sections.since_changes import Changes, Decision, LabelChanges
from tests.verdict_by_hand import pair_by_hand


def decided(a, b, cause, *, now=False, p=0.001):
    before, after = (pair_by_hand(a, b, 0.1, (3, 1, 0), 0.01, 0.2, p, c, d) for c, d in ((0.04, not now), (0.06, now)))
    return Decision(a, b, before, after, cause)


def test_what_changed_only_because_others_joined_is_said_with_the_family(golden):
    changes = Changes(
        ["n1", "n2"], [], 4, n_pairs=6, decisions=[decided("a", "b", "runs")], family=(6, 15), n_resamples=(1000, 1000)
    )
    golden(section.only_others(changes))


def test_more_signs_are_said_where_raw_p_moved(golden):
    both = [decided("a", "b", "runs"), decided("a", "c", "runs")]
    changes = Changes(
        ["n1"], ["g"], 4, rescored={"x": (0.5, 0.6)}, n_pairs=6, decisions=both, family=(6, 15),
        n_resamples=(1000, 4000), raw_moved=0.00034,
    )  # fmt: skip
    golden(section.only_others(changes))


def test_nothing_of_others_is_said_of_pairs_that_score_differently(golden):
    changes = Changes([], [], 4, n_pairs=6, decisions=[decided("a", "b", "scores")])
    golden(section.only_others(changes), section.decisions_in_brief(changes))


def test_the_first_line_counts_runs_labels_and_pairs(golden):
    labels = LabelChanges(100, 100)
    changes = Changes(["n"], ["g", "h"], 4, labels=labels, n_pairs=6, decisions=[decided("a", "b", "runs")])
    golden(section.standfirst(changes, "old/before.json"))


def test_nothing_changed_is_said_so(golden):
    changes = Changes([], [], 4, labels=LabelChanges(100, 100), n_pairs=6)
    golden(section.standfirst(changes, ""))


def row(changes, what):
    return next((cells for name, *cells in section.rows(changes) if name == what), None)


def test_labels_are_told_apart_by_query(golden):
    found = LabelChanges(100, 112, new_queries=["q9"], more=["q1", "q2"], regraded=["q3"])
    golden(*row(Changes([], [], 5, labels=found), "labels"))
    moved = LabelChanges(100, 100, same_file=False)
    assert row(Changes([], [], 5, labels=moved), "labels")[2] == "the same, in another file"


def test_scores_that_moved_under_the_same_file_are_blamed_on_labels_or_options():
    labels, both = LabelChanges(100, 112, more=["q1"]), {"a": (0.5, 0.51), "b": (0.25, 0.2)}
    changes = Changes([], [], 5, rescored=both, unmoved_files=["a", "b"], labels=labels)
    means = "a (0.5100, 0.5000 before) and b (0.2000, 0.2500 before)"
    said = f"2 of 5 runs of both score differently: {means}; 2 with the same file: the labels changed"
    assert row(changes, "scores")[2] == said
    ties = Changes(
        [], [], 5, rescored={"a": (0, 1)}, unmoved_files=["a"], options=[("ties", "float64", "float32")]
    )  # fmt: skip
    assert row(ties, "scores")[2].endswith("1 with the same file: ties changed")
    assert row(ties, "option ties") == ["float64", "float32", "may explain changes"]


def test_pairs_decided_differently_are_named_with_both_p():
    parted = [decided("a", "b", "runs"), decided("a", "c", "scores", now=True), decided("b", "c", "scores", now=True)]
    said = row(Changes([], [], 5, n_pairs=6, decisions=parted), "pairs by queries")[2]
    now = "2 pairs differ significantly now: a – c (p 0.060, 0.040 before) and b – c (p 0.060, 0.040 before)"
    assert said == f"{now}; 1 pair can't be told apart now: a – b (p 0.060, 0.040 before)"


def test_leaders_that_came_and_went_are_named_with_what_did_it():
    changes = Changes(["n"], [], 5, entered=["a"], left=["b", "c"], left_to_others=["c"])
    assert row(changes, "leaders")[2] == "lead now: a; lead no longer: b and c; only because of other runs: c"


def test_states_by_the_labels_that_others_opened_are_counted():
    changes = Changes(["n"], [], 5, label_states={("settled", "open", True): 2, ("settled", "open", False): 1})
    said = "3 open now, fixed by the labels before; 2 only because of other runs"
    assert row(changes, "pairs by labels")[2] == said


def test_what_changed_is_said_in_at_most_four_sentences():
    labels = LabelChanges(100, 112, more=["q1"])
    both = [decided("a", "b", "runs"), decided("a", "c", "runs", now=True), decided("b", "c", "chance")]
    changes = Changes(["n"], ["g"], 4, labels=labels, n_pairs=6, decisions=both, family=(6, 15), n_resamples=(9, 99))
    said = [section.standfirst(changes, "old.json"), section.only_others(changes), section.by_chance(changes)]
    assert sum(text.count(". ") + text.endswith(".") for text in said) == 4
