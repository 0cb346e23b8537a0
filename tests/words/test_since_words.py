"""What changed since an earlier result, as strings: numbers, and what only the other runs did."""

from __future__ import annotations

from irassay.studies.overview.sections.since import words
from irassay.studies.overview.sections.since.changes import Changes, Decision, LabelChanges
from tests.verdict_by_hand import pair_by_hand


def decided(a, b, cause, *, now=False, p=0.001):
    before, after = (pair_by_hand(a, b, 0.1, (3, 1, 0), 0.01, 0.2, p, c, d) for c, d in ((0.04, not now), (0.06, now)))
    return Decision(a, b, before, after, cause)


def test_what_changed_only_because_others_joined_is_said_with_the_family():
    changes = Changes(
        ["n1", "n2"], [], 4, n_pairs=6, decisions=[decided("a", "b", "runs")], family=(6, 15), n_resamples=(1000, 1000)
    )
    assert words.only_others(changes) == (
        "1 pair is undecided now only because 2 runs joined: its scores and raw p are the same, and p is adjusted over "
        "15 pairs, 6 before."
    )


def test_more_signs_are_said_where_raw_p_moved():
    both = [decided("a", "b", "runs"), decided("a", "c", "runs")]
    changes = Changes(
        ["n1"], ["g"], 4, rescored=["x"], n_pairs=6, decisions=both, family=(6, 15), n_resamples=(1000, 4000),
        raw_moved=0.00034,
    )  # fmt: skip
    assert words.only_others(changes) == (
        "2 pairs are undecided now only because 1 run joined, 1 run left and 1 other run scores differently: their "
        "scores and raw p are the same (but for the random signs drawn: p moves by at most 0.0003), and p is adjusted "
        "over 15 pairs, 6 before."
    )


def test_nothing_of_others_is_said_of_pairs_that_score_differently():
    changes = Changes([], [], 4, n_pairs=6, decisions=[decided("a", "b", "scores")])
    assert words.only_others(changes) == ""
    assert words.decisions_in_brief(changes) == "Of 6 pairs of both, 1 is decided differently by the queries."


def test_the_first_line_counts_runs_labels_and_pairs():
    labels = LabelChanges(100, 100)
    changes = Changes(["n"], ["g", "h"], 4, labels=labels, n_pairs=6, decisions=[decided("a", "b", "runs")])
    assert words.standfirst(changes, "old/before.json") == (
        "Compared with before.json: 1 run joined; 2 runs left; the labels are the same. Of 6 pairs of both, 1 is "
        "decided differently by the queries, only because of the other runs."
    )


def test_nothing_changed_is_said_so():
    changes = Changes([], [], 4, labels=LabelChanges(100, 100), n_pairs=6)
    assert words.standfirst(changes, "") == (
        "The same 4 runs; the labels are the same. None of 6 pairs of both is decided differently by the queries."
    )


def test_labels_are_told_apart_by_query():
    found = LabelChanges(100, 112, new_queries=["q9"], more=["q1", "q2"], regraded=["q3"])
    assert words.labels(found) == (
        "112 labels now, 100 before: 12 more. 1 query not there before: q9. 2 queries with more labels: q1 and q2. "
        "1 query with as many labels, but not the same ones or with other grades: q3."
    )
    moved = LabelChanges(100, 100, same_file=False)
    assert words.labels(moved) == (
        "The 100 labels of the counted queries are the same. The file is another one, with the same labels."
    )


def test_scores_that_moved_under_the_same_file_are_blamed_on_labels_or_options():
    labels = LabelChanges(100, 112, more=["q1"])
    changes = Changes([], [], 5, rescored=["a", "b"], unmoved_files=["a", "b"], labels=labels)
    assert words.scores(changes) == (
        "Two of the 5 runs in both have other scores per query; their files are the same: the labels changed."
    )
    ties = Changes([], [], 5, rescored=["a"], unmoved_files=["a"], options=[("ties", "float64", "float32")])
    assert words.scores(ties).endswith("has other scores per query; its file is the same: ties changed.")


def test_leaders_that_came_and_went_are_named_with_what_did_it():
    changes = Changes(["n"], [], 5, entered=["a"], left=["b", "c"], left_to_others=["c"])
    assert words.leaders(changes) == (
        "a shares the lead now and did not before. b and c no longer lead, c only because of runs that joined: its "
        "scores are the same, and only new runs are significantly above."
    )


def test_states_by_the_labels_that_others_opened_are_counted():
    changes = Changes(["n"], [], 5, label_states={("settled", "open", True): 2, ("settled", "open", False): 1})
    assert words.label_states(changes) == (
        "By the labels: 3 pairs open now, fixed by the labels before. 2 pairs are so only because of the other runs: "
        "scores and labels are the same, and what other runs retrieved may be relevant too."
    )
