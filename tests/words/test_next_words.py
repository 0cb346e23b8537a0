"""What to do next: one plan, said alike by the standfirst, the short answer, the command and `compare`."""

from __future__ import annotations

import itertools
import re
import statistics

import pytest

import irassay
from irassay.studies.overview.study import overview
from irassay.verdict import Needed
from irassay.verdict import next_steps as plan
from irassay.verdict.label_reach import Movable
from irassay.verdict.queries_needed import needed_of
from irassay.verdict.words import answers as verdict
from irassay.verdict.words import next_steps as following
from irassay.verdict.words.phrases import SAID
from tests.verdict_by_hand import pair_by_hand

INF = float("inf")


def test_labels_low_ask_for_labels_first(case, golden):
    thin = case(labels_settled=400, labels_open=1430, queries_settled=1800, open_at_top=60)
    assert following.action(thin) == "Judge the missing labels that keep pairs open first; then add queries."
    text = " ".join(following.next_items(thin))
    golden(text, following.judge_command(thin))


def test_both_low_ask_for_labels_first_then_queries(case):
    thin = case(labels_settled=400, labels_open=1430)
    assert following.action(thin) == "Judge the missing labels that keep pairs open first; then add queries."


def test_a_mean_whose_labels_are_sparse_in_part_is_not_called_done(case):
    done = case(leaders=["s00"], behind=60, queries_settled=1830, labels_settled=None, bounds=None)
    done.unlikely = "sparse in part"
    assert following.action(done).startswith("More queries would change little: the queries settle")


def test_both_high_ask_for_nothing(case, golden):
    done = case(leaders=["s00"], behind=60, queries_settled=1800, labels_settled=1830, labels_open=0)
    golden(following.action(done), " ".join(following.next_items(done)))


def test_nothing_is_to_be_done_only_where_every_run_is_comparable(case, golden):
    done = case(leaders=["s00"], behind=60, queries_settled=1830, labels_settled=1830, labels_open=0)
    first = "First mend the lists of s03; as the runs stand, the "
    golden(following.action(done, mend="the lists of s03"), following.by_queries_alone(done, mend="the lists of s03"))
    said = " ".join(following.next_items(done, mend="the lists of s03"))
    assert said == f"{first}lead is settled by the queries and by the labels."
    work = case(leaders=["s00"], behind=60)
    assert following.action(work, mend="the lists of s03") == following.action(work)


@pytest.mark.parametrize("depth", [10, 5], ids=["whole", "cut"])
def test_a_page_with_runs_that_are_not_comparable_says_what_to_mend_and_not_that_nothing_is_to_be_done(depth):
    """By hand: every retrieved document is judged, and good is better on each of twelve queries."""
    qrels = {f"q{q}": {f"d{i}": int(i < 10) for i in range(20)} for q in range(12)}
    runs = {
        "good": {query: {f"d{3 * i % 10}": -i for i in range(10)} for query in qrels},
        "poor": {query: {f"d{3 * i % 10 + 9}": -i for i in range(depth)} for query in qrels},
    }
    result = overview(irassay.Qrels.from_dict(qrels), irassay.Runs.from_dict(runs), measures=["P@10"])
    (said,) = (part for part in result.sections[0].body if getattr(part, "code", "") == "answer-next")
    texts = (result.advice, said.text)
    if depth == 10:
        assert all(text.startswith("Nothing") for text in texts)
    else:
        assert all(text.startswith("First mend what makes 1 of 2 runs not comparable: poor (short") for text in texts)
        assert "short-lists" in {one.code for one in result.findings}


def test_a_settled_lead_with_an_open_order_asks_for_queries_for_the_rest(case):
    rest = case(leaders=["s00"], behind=60)
    assert following.action(rest) == "The lead is settled by the queries; to order the rest, add queries, not labels."


def test_queries_needed_are_a_range(case, golden):
    some = case(needed=[Needed("s05", 57.0, 2698.0), Needed("s03", 141.0, 3000.0), Needed("s01", 2080.0, INF)])
    golden(" ".join(following.next_items(some)))
    assert following.next_note(some) == (
        "To separate s00 from s03 takes roughly 140 to 3,000 queries in all: at 204 labels a query, as now, "
        f"18,000 to 600,000 more labels. {SAID('next.power')}"
    )


def test_a_range_that_begins_at_the_queries_at_hand_begins_with_one_more(case, golden):
    golden(" ".join(following.next_items(case(needed=[Needed("s05", 54.0, 83.2)]))))


def test_the_labels_that_queries_take_follow_from_the_printed_numbers(case, golden):
    """The reader's product: 100 - 53 and 1,300 - 53 queries of 204 labels are 9,588 and 254,388."""
    some = case(needed=[Needed("s05", 104.0, 1210.0)])
    assert "At roughly 100 to 1,300 queries in all (now 53)" in " ".join(following.next_items(some))
    golden(following.next_note(some))


def test_needed_queries_come_with_the_difference_and_its_standard_deviation(evidence):
    league = evidence(n=6, n_queries=8).verdict.league
    assert needed_of(league)
    for needed in needed_of(league):
        values = dict(zip(league.systems, league.values))
        differences = values[needed.of] - values[needed.other]
        assert needed.difference == pytest.approx(abs(statistics.mean(differences)))
        assert needed.deviation == pytest.approx(statistics.stdev(differences))


def test_the_advice_says_how_many_queries_of_those_that_can_be_estimated(case):
    def many(*needed):
        text = following.action(case(needed=list(needed)))
        return text.removeprefix("To separate the leaders, add queries, not labels").removesuffix(".")

    near, guess, far = Needed("s05", 71.0, 120.0), Needed("s01", 80.0, INF), Needed("s02", 5000.0, 9e5)
    assert many(near) == " (now 53; roughly 70 to 120 in all)"
    both = [Needed("s05", 54.0, 83.2), Needed("s04", 101.0, 1083.0)]
    assert {many(*of) for of in (both, (*both, guess), (near, guess), (near, guess, far), (guess, far))} == {""}


def test_a_range_no_better_than_a_guess_is_no_number(case, golden):
    some = case(needed=[Needed("s05", 54.0, 83.2), Needed("s03", 54.0, 5000.0), Needed("s01", 80.0, INF)])
    golden(" ".join(following.next_items(some)), following.next_note(some))
    none = case(needed=[Needed("s01", 80.0, INF)])
    golden(" ".join(following.next_items(none)), following.next_note(none))


def test_only_a_pair_whose_lower_end_is_far_is_too_close(case):
    assert plan.too_close(case(needed=[Needed("s01", 1060.0, INF)]))
    assert not plan.too_close(case(needed=[Needed("s01", 1059.0, INF)]))


def test_several_too_close_name_the_nearest(case):
    some = case(needed=[Needed("s01", 2080.0, 9e4), Needed("s02", 90000.0, INF)], queries_settled=1800)
    assert (
        " ".join(following.next_items(some))
        == "s01 and s02 are too close: even s01 would take about 2,100 queries or more."
    )
    equal = case(needed=[Needed("s01", INF, INF)], queries_settled=1800)
    assert " ".join(following.next_items(equal)) == "s01 is too close: no number of queries can be estimated."


def test_errors_that_touch_systems_are_named_in_the_next_step(case, golden):
    golden(" ".join(following.next_items(case(suspects=["uogTrPC"]))))


def test_a_run_to_look_at_is_said_to_lead_or_not(case):
    assert " ".join(following.next_items(case(suspects=["s00"]))).startswith(
        "One run needs a look first: s00 (a leader as it stands)."
    )
    some = " ".join(following.next_items(case(suspects=["s00", "uogTrPC"])))
    assert some.startswith("Two runs need a look first: s00 and uogTrPC (s00 leads).")
    none = " ".join(following.next_items(case(suspects=["uogTrPC", "uogTrPCP"])))
    assert none.startswith("Two runs need a look first: uogTrPC and uogTrPCP (none leads as it stands).")


def test_a_run_whose_ranks_contradict_its_scores_has_both_means(case, golden):
    def look(**other):
        return " ".join(following.next_items(case(suspects=["s50"], **other))).split(". ")[0]

    golden(look(by_rank={"s50": (0.4611, 0.1245)}))
    higher = "(0.461 by its scores, 0.700 by its ranks; "
    assert look(by_rank={"s50": (0.4611, 0.7)}).endswith(f" s50 {higher}not a leader as it stands)")
    lowest = look(by_rank={"s50": (0.4611, 0.7)}, lower_is_better=True)
    assert lowest.endswith(f"{higher}no leader either way)")
    first = " ".join(following.next_items(case(suspects=["s00"], by_rank={"s00": (0.75, 0.2)})))
    assert "s00 (0.750 by its scores, 0.200 by its ranks; a leader as it stands)." in first


def test_queries_come_first_and_labels_second_where_labels_are_high_but_touch_a_leader(case, golden):
    some = case(labels_settled=1724, labels_open=106, open_at_top=12, needed=[Needed("s05", 71.0, 120.0)])
    golden(verdict.standfirst(some), " ".join(following.next_items(some)), following.next_note(some))


def test_labels_that_leave_the_first_where_it_is_are_said_to(case, golden):
    some = {"labels_settled": 1724, "labels_open": 106, "open_at_top": 12, "first_by_any_label": True}
    shared = case(**some, needed=[Needed("s05", 71.0, 120.0)])
    assert following.action(shared).endswith("; labels come second.")
    step = " ".join(following.next_items(shared))
    golden(step)
    lowest = case(**some, needed=[Needed("s05", 71.0, 120.0)], lower_is_better=True)
    assert " ".join(following.next_items(lowest)).endswith("None can change who scores lowest.")
    against = case(**some, baselines=["s03"], queries_settled=3)
    assert "though" not in following.action(against) + " ".join(following.next_items(against)), (
        "it asks about another system"
    )


def test_a_first_that_no_label_displaces_is_before_all_in_every_completion(evidence):
    found = [evidence(n=40, n_queries=12, seed=seed).verdict for seed in range(8)]
    for one in found:
        assert one.first_by_any_label == (one.bounds.difference_lower[0, 1:].min() > 0)
    assert len({one.first_by_any_label for one in found}) == 2


def test_steps_are_items_of_a_list(case):
    items = following.next_items(case(needed=[Needed("s05", 71.0, 120.0)], suspects=["s40"]))
    assert [item.split(" ")[:2] for item in items] == [["One", "run"], ["Add", "queries."]]
    assert " ".join(items) == " ".join(
        following.next_items(case(needed=[Needed("s05", 71.0, 120.0)], suspects=["s40"]))
    )


def test_where_every_open_pair_has_a_leader_it_says_all(case):
    thin = case(labels_settled=1400, labels_open=430, open_at_top=430)
    assert "; 430 pairs with a leader are open." in " ".join(following.next_items(thin))


def test_what_is_all_judged_is_not_to_be_judged(case, golden):
    thin = case(labels_settled=400, labels_open=1430, open_at_top=60, unjudged=0, needed=[Needed("s05", 71.0, 120.0)])
    golden(following.action(thin))
    golden(" ".join(following.next_items(thin)), following.judge_command(thin))


def test_leaders_too_close_for_queries_ask_for_none(case, golden):
    done = case(queries_settled=1800, labels_settled=1830, labels_open=0, needed=[Needed("s01", 2080.0, INF)])
    golden(following.action(done), " ".join(following.next_items(done)))
    rest = case(needed=[Needed("s01", 2080.0, INF)])
    golden(following.action(rest), " ".join(following.next_items(rest)))


def test_one_query_asks_for_more(case, golden):
    one = case(n_queries=1, queries_settled=0, labels_settled=1830, labels_open=0)
    assert " ".join(following.next_items(one)) == "Add queries: this one settles 0 of 1,830 pairs."
    pair = pair_by_hand("B", "A", 0.031, (1, 0, 0), float("nan"), float("nan"), 1.0, 1.0, False, "settled", 0.02, 0.04)
    two = case(systems=["B", "A"], leaders=["B", "A"], pairs=1, pair=pair, n_queries=1, labels_settled=1, labels_open=0)
    golden(following.action(two), " ".join(following.next_items(two)))


PAIRS = 1830
NAMES = [f"s{i:02d}" for i in range(61)]


def _every_case(case):
    """Both shares at none, some, nearly all and all; open pairs at the top or not; documents to judge or not; ..."""
    shares = (0, 814, 1800, PAIRS)
    needed = {"none": [], "near": [Needed("s01", 80.0, 200.0)], "far": [Needed("s01", 1e5, INF)]}
    needed["both"] = [*needed["near"], Needed("s02", INF, INF)]
    needed["guess"] = [Needed("s01", 80.0, INF)]
    for queries, labels, leaders, base in itertools.product(shares, (None, *shares), (1, 2, 61), ((), ("s09",))):
        undecided = 0 if labels is None else PAIRS - labels
        for top, unjudged, who in itertools.product(sorted({0, min(12, undecided)}), (0, 84), needed):
            if not base and (leaders == 1) != (who == "none"):
                continue  # a leader alone needs no queries, several do
            if base and ((leaders > 1) or (queries == PAIRS) != (who == "none")):
                continue
            yield case(
                leaders=[] if base else NAMES[:leaders],
                queries_settled=min(queries, PAIRS - leaders * (leaders - 1) // 2),
                labels_settled=labels,
                labels_open=undecided,
                open_at_top=top,
                unjudged=unjudged,
                baselines=base,
                needed=needed[who],
            )
            if undecided == 0 and unjudged and leaders > 1 and not base:
                yield case(
                    leaders=NAMES[:leaders], queries_settled=PAIRS - leaders * (leaders - 1) // 2, needed=needed[who],
                    labels_settled=labels, labels_open=0, movable=[Movable(("s00", "s01"), 0.01, 0.2)],
                )  # fmt: skip
    for state, significant, unjudged, who in itertools.product(
        ("settled", "open", "not known", ""), (True, False), (0, 5), needed
    ):
        if significant == (who == "none"):
            pair = pair_by_hand("B", "A", 0.03, (30, 20, 3), 0.01, 0.05, 0.01, 0.01, significant, state, 0.02, 0.04)
            yield case(
                systems=["B", "A"], leaders=["B"] if significant else ["B", "A"], pairs=1, pair=pair,
                queries_settled=int(significant), labels_settled=None if not state else int(state == "settled"),
                labels_open=int(state == "open"), labels_unknown=int(state == "not known"), unjudged=unjudged,
                open_at_top=int(state in ("open", "not known")), needed=needed[who],
                movable=[Movable(("B", "A"), 0.02, 0.2)] * (state == "settled" and not significant and unjudged > 0),
            )  # fmt: skip


def _advice(text):
    """What a text tells the reader to do, in its order: "labels" for judging, "queries" for adding queries."""
    said = re.sub(r"not labels|too close[^.;:]*more queries[^.;]*|(is|are) too close:[^.]*", "", text)
    found = re.findall(
        r"([Jj]udge (?:the|first|what))|([Aa]dd(?:ing)? queries|[Rr]oughly [\d,]+ to [\d,]+ queries)", said
    )
    return list(dict.fromkeys("labels" if judge else "queries" for judge, _ in found))


def test_the_standfirst_the_next_step_and_the_command_never_contradict_each_other(case):
    n = 0
    for one in _every_case(case):
        n += 1
        said, answer, command = following.action(one), " ".join(following.next_items(one)), following.judge_command(one)
        wanted = list(plan.steps(one))
        assert _advice(said) == wanted, (said, answer)
        assert _advice(answer) == wanted, (said, answer)
        assert bool(command) == ("labels" in wanted), (said, answer)
        assert answer, said
        if not wanted:
            assert said.startswith("Nothing to do") or (one.kind == "two" and one.labels_settled is None), said
            assert answer.startswith("Nothing") or " too close: " in answer, answer
        else:
            assert "Nothing" not in said + answer, (said, answer)
        if "not labels" in said:
            assert "udge" not in answer, (said, answer)
    assert n > 500


def test_file_errors_come_before_everything_else_and_leave_nothing_more(case, golden):
    done = case(
        leaders=["s00"], behind=60, queries_settled=1800, labels_settled=1830, labels_open=0, suspects=["uogTrPC"]
    )
    golden(following.action(done), " ".join(following.next_items(done)))


def test_leaders_whose_difference_labels_could_move_ask_for_these_labels_first(case, golden):
    near, pair = [Needed("s01", 80.0, 200.0)], Movable(("s00", "s01"), 0.01, 0.2)
    one = case(labels_settled=1830, labels_open=0, needed=near, movable=[pair])
    golden(following.action(one))
    judge = following.action(one).replace(" before adding queries", "")
    assert " ".join(following.next_items(one)).startswith(f"{judge} Then add queries. At roughly 80 to 200 queries"), (
        "said once"
    )
    unknown = case(labels_settled=1830, labels_open=0, movable=[pair])
    assert " ".join(following.next_items(unknown)) == f"{judge} Then add queries: these 53 settle 814 of 1,830 pairs."
    several = case(labels_settled=1830, labels_open=0, movable=[pair, Movable(("s01", "s02"), 0.01, 0.3)])
    golden(following.action(several))
    far = case(
        labels_settled=1830, labels_open=0, queries_settled=1800, needed=[Needed("s01", 1e5, INF)], movable=[pair]
    )
    assert following.action(far).endswith("judge the documents that move it."), "no queries would separate them"
    behind = case(labels_settled=1830, labels_open=0, needed=near, movable=[Movable(("s40", "s41"), 0.01, 0.2)])
    assert following.action(behind).startswith("To separate the leaders, add queries, not labels"), "not of leaders"
    wavering = case(labels_settled=1724, labels_open=106, open_at_top=12, needed=near, movable=[pair])
    assert "add queries first" in following.action(wavering), "open orders have their own plan"


@pytest.mark.parametrize("state", ["settled", ""])
def test_two_systems_that_differ_have_nothing_to_do(case, state):
    pair = pair_by_hand("B", "A", 0.031, (30, 20, 3), 0.01, 0.05, 0.001, 0.001, True, state, 0.02, 0.04)
    two = case(
        systems=["B", "A"], leaders=["B"], pairs=1, pair=pair, queries_settled=1, labels_settled=1 if state else None,
        labels_open=0,
    )  # fmt: skip
    assert " ".join(following.next_items(two)) == (
        "Nothing: the queries and the labels settle it." if state else "Nothing: the queries settle this pair."
    )
