"""Who judges how: planted severity and left bias are found, and nobody else is; agreement is that of the arrays."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels
from irassay.agreement import label_agreement, repeats
from irassay.agreement.habits import pace, severities, side_share
from irassay.agreement.kappa_alpha import fleiss, fleiss_parts
from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.assessors.quality import quality, statistics_of
from irassay.judging.assessors.standing_answers import Asked, Standing, StandingAnswer
from irassay.judging.store import Settings, make_campaign
from irassay.judging.store.said import JUDGING
from simulations import people as study
from simulations.page import rows_of, summed
from tests.judging_by_hand import campaign, person

SCALE = scale("trec-passage")
N_WORLDS = 40  # `make study-people` has many more


def graded_world(rng, *, n_people=6, n_queries=20, n_docs=10, overlap=2, severe=None, by=-0.8):
    """What stands where each document is graded by `overlap` people, of whom one may be severe."""
    tasks, answers = {}, []
    for query in range(n_queries):
        for doc in range(n_docs):
            task = f"t{query:03}-{doc:03}"
            tasks[task] = Asked(kind="graded", query=f"q{query}", docs=(f"d{query}-{doc}",))
            true = rng.normal(1.2, 1)
            for who in sorted(rng.choice(n_people, overlap, replace=False)):
                grade = int(np.clip(round(true + rng.normal(0, 0.6) + (by if who == severe else 0)), 0, 3))
                body = {"answer": SCALE.names[grade], "ms_active": int(rng.lognormal(9, 0.5))}
                answers.append(StandingAnswer(task=task, assessor=f"p-{who:02}", name=body["answer"], body=body))
    return Standing(tasks=tasks, answers=answers, adjudicated={}, closed=[], roles={}, barred={}, earlier={})


def paired_world(rng, *, n_people=6, n_queries=20, n_pairs=10, biased=None, chance=0.35):
    """What stands where each pair is judged by two people, sides drawn; one may take the left without reading."""
    tasks, answers = {}, []
    for query in range(n_queries):
        for pair in range(n_pairs):
            task, docs = f"t{query:03}-{pair:03}", (f"a{pair}", f"b{pair}")
            tasks[task] = Asked(kind="pair", query=f"q{query}", docs=docs)
            better = rng.random()
            for who in sorted(rng.choice(n_people, 2, replace=False)):
                shown = list(rng.permutation(docs))
                wish = docs[int(rng.random() < better)]
                name = "Left" if shown[0] == wish or (who == biased and rng.random() < chance) else "Right"
                body = {"answer": name, "shown": shown}
                answers.append(StandingAnswer(task=task, assessor=f"p-{who:02}", name=name, body=body))
    return Standing(tasks=tasks, answers=answers, adjudicated={}, closed=[], roles={}, barred={}, earlier={})


def apart(stands, name):
    return {one.who for one in statistics_of(stands, SCALE) if one.is_apart and one.name == name}


def as_arrays(stands):
    columns = zip(*((one.task, one.assessor, stands.tasks[one.task].query) for one in stands.answers))
    items, people, queries = (np.unique(column, return_inverse=True)[1] for column in columns)
    return items, people, [SCALE.grade(one.name) for one in stands.answers], queries


def test_planted_severity_and_planted_left_bias_are_both_found_and_nobody_else():
    rng = np.random.default_rng(26)
    assert apart(graded_world(rng, severe=2), "severity") == {"p-02"}
    assert apart(paired_world(rng, biased=4), "left_share") == {"p-04"}


def rates(name):
    """The rows of a table of docs/simulations.md, with the shares as numbers."""
    return [[float(cell.rstrip("%")) for cell in row] for row in rows_of(name)]


def test_where_nobody_is_planted_somebody_is_found_in_about_5_worlds_of_100():
    """Shares of 400 worlds, of which 5% is known to about 2.8%: docs/simulations.md, made by `make study-people`."""
    for *_, large, nobody, found, another in rows_of("severe-people"):
        assert float(nobody.rstrip("%")) <= 7
        assert float(another.rstrip("%")) <= (7 if large == "–" else 10)
        assert float(found.rstrip("%")) >= 93 or large != "–"
    for people, choices, nobody, found, another in rates("left-people"):
        assert max(nobody, another) <= 6
        assert choices < 100 or found >= 80, people


def test_the_simulations_behind_those_rates_still_give_them():
    counts = summed(study.one(26, world) for world in range(N_WORLDS))
    for of in study.GRADINGS:
        n, nobody, found, another = counts[of]
        assert n == N_WORLDS
        assert max(nobody, another) <= 9, "6% of 40; more than 9 has a chance of 1 in 6,000"
        assert found >= 32 or of.large
    assert all(max(nobody, another) <= 9 for _, nobody, _, another in (counts[of] for of in study.CHOOSINGS))
    for n, _, some, holds in (counts[of] for of in study.AGREEINGS):
        assert stats.binom.cdf(holds, some, 0.93) > 0.0005, "intervals of kappa hold it in 93% or more"
        assert n == N_WORLDS


def test_intervals_of_agreement_hold_a_planted_kappa_as_often_as_the_page_says():
    for _, _, _, _, plain, _, holds in rows_of("agreeing-people"):
        assert float(holds.rstrip("%")) >= 92.5
        assert float(plain.rstrip("%")) <= 96.5


def test_the_severe_one_of_two_people_cannot_be_told():
    stands = graded_world(np.random.default_rng(1), n_people=2, severe=1)
    found = [one for one in statistics_of(stands, SCALE) if one.name == "severity"]
    assert [one.is_apart for one in found] == [True, True]
    assert all("which one differs can't be told" in one.note for one in found)
    assert found[0].value == pytest.approx(-found[1].value)


def test_a_person_with_too_few_shared_tasks_is_said_to_have_too_few():
    whole = graded_world(np.random.default_rng(2), n_people=3, n_queries=8)
    few = [one for one in whole.answers if one.assessor != "p-02" or whole.tasks[one.task].query in ("q0", "q1")]
    alone = StandingAnswer(task="own", assessor="p-99", name="Related", body={"answer": "Related"})
    tasks = {**whole.tasks, "own": Asked(kind="graded", query="q9", docs=("d",))}
    stands = Standing(tasks=tasks, answers=[*few, alone], adjudicated={}, closed=[], roles={}, barred={}, earlier={})
    notes = {one.who: one.note for one in statistics_of(stands, SCALE) if one.name == "severity"}
    assert notes["p-02"] == "too few tasks shared with others: of 2, an interval needs 5 queries"
    assert notes["p-99"] == "nobody else has judged these tasks"
    share = statistics_of(paired_world(np.random.default_rng(0), n_queries=1, n_pairs=5), SCALE)
    assert all("an interval needs 10" in one.note for one in share if one.name == "left_share")


def test_agreement_is_that_of_the_people_s_label_sets():
    stands = graded_world(np.random.default_rng(3), n_people=3, n_queries=10, overlap=2)
    found = {(one.who, one.name): one for one in statistics_of(stands, SCALE)}
    by_person = {}
    for one in stands.answers:
        asked = stands.tasks[one.task]
        grades = by_person.setdefault(one.assessor, {}).setdefault(asked.query, {})
        grades[asked.docs[0]] = SCALE.grade(one.name)
    sets = {who: Qrels.from_dict(grades) for who, grades in by_person.items()}
    expected = repeats(list(sets.values()))
    alpha = found["all", "alpha"]
    assert (alpha.value, alpha.low, alpha.high) == pytest.approx((expected.alpha, expected.low, expected.high))
    two = label_agreement(sets["p-00"], sets["p-01"]).coefficients
    for name, one in zip(("kappa", "kappa_linear", "kappa_quadratic"), two):
        mine = found["p-00 p-01", name]
        assert (mine.value, mine.low, mine.high) == pytest.approx((one.value, one.low, one.high))
    items, people, grades, _ = as_arrays(stands)
    placed = np.full((items.max() + 1, 3), -1)
    placed[items, people] = grades
    assert found["all", "fleiss"].value == pytest.approx(float(fleiss(fleiss_parts(placed, 4))))


def test_pairs_agree_by_document_and_not_by_side():
    rng = np.random.default_rng(5)
    stands = paired_world(rng, n_people=2)
    same = []
    for one in stands.answers:
        better = sorted(stands.tasks[one.task].docs)[int(one.task[-1]) % 2]
        name = "Left" if one.body["shown"][0] == better else "Right"
        same.append(StandingAnswer(task=one.task, assessor=one.assessor, name=name, body={**one.body, "answer": name}))
    whole = Standing(tasks=stands.tasks, answers=same, adjudicated={}, closed=[], roles={}, barred={}, earlier={})
    found = {(one.who, one.name): one.value for one in statistics_of(whole, SCALE)}
    assert found["all", "alpha"] == found["all", "fleiss"] == found["p-00 p-01", "kappa"] == 1.0


def test_the_median_time_lies_in_its_interval_and_resamples_are_the_lower_medians_of_whole_queries():
    rng = np.random.default_rng(0)
    times, queries = rng.lognormal(9, 0.5, size=201).round(), rng.integers(12, size=201)
    found = pace(times, queries)
    assert found.value == np.median(times)
    assert found.low < found.value < found.high
    medians = []
    for _ in range(4000):
        drawn = np.concatenate([times[queries == query] for query in rng.integers(12, size=12)])
        medians.append(np.sort(drawn)[(len(drawn) - 1) // 2])
    sizes = np.bincount(queries)
    t = stats.t.ppf(0.975, sizes.sum() ** 2 / (sizes**2).sum() - 1)
    tail = stats.norm.cdf(-t * np.sqrt(12 / 11))
    low, high = np.quantile(medians, (tail, 1 - tail))
    assert tail < 0.015
    assert (found.low, found.high) == pytest.approx((low, high), rel=0.04)


def test_wrong_counts_and_lengths_are_refused():
    with pytest.raises(UsageError, match="n_choices=3"):
        side_share(4, 3)
    with pytest.raises(UsageError, match="times and queries of one length"):
        pace([1, 2], [0])
    with pytest.raises(UsageError, match="of one length"):
        severities([0], [0, 1], [1], [0])


@pytest.fixture
def file(tmp_path):
    path = str(tmp_path / "a.campaign")
    with campaign(path, wanted=2) as made:
        for name, grades in (("Ann", (3, 1, 2, 0)), ("Ben", (2, 0, 1, 0))):
            who = person(made, name).pseudonym
            for task, grade in zip(made.tasks(), grades):
                [held] = made.hold(who, [task])
                made.record(who, held.key, task, {"answer": SCALE.names[grade], "ms_active": 5000})
    return path


def test_the_table_is_written_as_tsv_and_json_with_what_it_was_made_from(file, tmp_path, capsys):
    assert main(["labels", file, "--to", "quality", "-o", str(tmp_path / "quality.tsv")]) == 0
    assert main(["labels", file, "--to", "quality", "-o", str(tmp_path / "quality.json")]) == 0
    rows = list(csv.DictReader((tmp_path / "quality.tsv").open(), delimiter="\t"))
    document = json.loads((tmp_path / "quality.json").read_text())
    assert [row["statistic"] for row in rows] == [row["statistic"] for row in document["rows"]]
    assert [row["statistic"] for row in rows[:2]] == ["alpha", "fleiss"]
    severity = next(row for row in document["rows"] if row["statistic"] == "severity")
    assert (severity["value"] in (0.75, -0.75), severity["low"], severity["tasks"]) == (True, None, 4)
    beside = json.loads((tmp_path / "quality.tsv.provenance.json").read_text())
    assert beside["options"]["entry"] > 8
    assert main(["labels", file, "--to", "quality", "--combine", "median"]) == 2
    assert "--combine has no effect with --to quality" in capsys.readouterr().err


def test_people_read_columns_and_sentences(file, tmp_path):
    out = tmp_path / "quality.txt"
    assert main(["labels", file, "--to", "quality", "-o", str(out)]) == 0
    text = out.read_text()
    assert max(map(len, text.splitlines())) <= 80
    assert "severity: too few tasks shared with others: of 2, an interval needs 5" in text
    assert "Nobody stands out as far as these answers tell." in text


def test_a_campaign_without_overlap_says_how_to_ask_for_it(tmp_path):
    with campaign(str(tmp_path / "a.campaign")) as made:
        [one] = quality(made).statistics
    assert (one.name, one.note) == ("alpha", "no task has answers of two people: --overlap asks for them")


def test_agreement_on_fewer_than_five_queries_has_a_number_and_says_why_it_has_no_interval():
    few = statistics_of(graded_world(np.random.default_rng(3), n_queries=4), SCALE)[0]
    assert (few.name, math.isnan(few.value), math.isnan(few.low)) == ("alpha", False, True)
    assert few.note == "too few queries: of 4, an interval needs 5"
    perfect = graded_world(np.random.default_rng(3), n_queries=12, overlap=1)
    twice = [
        StandingAnswer(task=one.task, assessor=f"{one.assessor}-2", name=one.name, body=one.body)
        for one in perfect.answers
    ]
    both = Standing(
        tasks=perfect.tasks,
        answers=[*perfect.answers, *twice],
        adjudicated={},
        closed=[],
        roles={},
        barred={},
        earlier={},
    )
    full = statistics_of(both, SCALE)[0]
    assert (full.value, math.isnan(full.low)) == (1.0, True)
    assert full.note == "no interval: at most one query has disagreement, or a second answer"
    enough = statistics_of(graded_world(np.random.default_rng(3), n_queries=5), SCALE)[0]
    assert (math.isnan(enough.low), enough.note) == (False, "")


@pytest.mark.parametrize("kind", ["pair", "anchor", "best"])
def test_where_nothing_is_graded_it_is_said_why_nobody_has_a_severity(kind):
    graded = statistics_of(graded_world(np.random.default_rng(4), n_queries=2), SCALE)
    assert not any(one.note == JUDGING("severity.none") for one in graded)
    of_pairs = paired_world(np.random.default_rng(4), n_queries=2)
    tasks = {task: Asked(kind=kind, query=one.query, docs=one.docs) for task, one in of_pairs.tasks.items()}
    name = {
        "Left": {"pair": "Left", "anchor": "No", "best": "1"},
        "Right": {"pair": "Right", "anchor": "Yes", "best": "2"},
    }
    answers = [
        StandingAnswer(task=one.task, assessor=one.assessor, name=said, body={**one.body, "answer": said})
        for one in of_pairs.answers
        for said in [name[one.name][kind]]
    ]
    stands = Standing(tasks=tasks, answers=answers, adjudicated={}, closed=[], roles={}, barred={}, earlier={})
    [one] = [one for one in statistics_of(stands, SCALE) if one.name == "severity"]
    assert (one.who, one.note, math.isnan(one.value)) == ("all", JUDGING("severity.none"), True)


def test_where_more_people_than_asked_for_have_answered_no_two_of_them_get_a_kappa():
    stands = graded_world(np.random.default_rng(5), n_people=4, n_queries=10)
    found = [repr(vars(one)) for one in statistics_of(stands, SCALE)]
    assert [repr(vars(one)) for one in statistics_of(stands, SCALE, most_people=4)] == found
    few = [repr(vars(one)) for one in statistics_of(stands, SCALE, most_people=3)]
    assert few == [one for one in found if "'name': 'kappa" not in one]
    assert len(few) < len(found)


def test_quality_as_of_an_entry_is_that_of_the_answers_up_to_it(source, tmp_path, capsys):
    with campaign(source, wanted=2) as made:
        for name, answer in (("Ann", "Related"), ("Ben", "Irrelevant")):
            who = person(made, name).pseudonym
            for held in made.hold(who, made.tasks()):
                made.record(who, held.key, held.task, {"answer": answer})
        answers = [entry.entry for entry in made.log() if entry.kind == "answer"]
        assert [one.name for one in quality(made, as_of=answers[3]).statistics] == ["alpha", "severity"], "Ann alone"
        assert quality(made, as_of=answers[5]).statistics[0].tasks == 2
        whole, now = (map(repr, map(vars, of.statistics)) for of in (quality(made, as_of=answers[-1]), quality(made)))
        assert list(whole) == list(now)
    out = tmp_path / "quality.json"
    assert main(["labels", source, "--to", "quality", "--as-of", str(answers[5]), "-o", str(out)]) == 0
    document = json.loads(out.read_text())
    assert document["rows"][0]["tasks"] == 2
    assert document["provenance"]["options"]["entry"] == answers[5]
    assert main(["labels", source, "--to", "quality", "--as-of", "2001-01-01"]) == 2
    assert 'was made later than "2001-01-01"' in capsys.readouterr().err


def test_who_takes_the_left_unread_is_found_in_a_campaign_whose_sides_are_drawn(tmp_path):
    docs = {f"d{i}": f"Text {i}." for i in range(60)}
    tasks = [Task("pair", f"q{i % 6}", (f"d{2 * i}", f"d{2 * i + 1}"), wanted=3) for i in range(30)]
    settings = Settings(scale=SCALE, order="rank", seed=3, guideline="", kind="pair")
    with make_campaign(tmp_path / "a.campaign", settings) as made:
        made.add(tasks, queries={f"q{i}": f"query {i}" for i in range(6)}, docs=docs)
        people = [person(made, name).pseudonym for name in ("Ann", "Ben", "Cai")]
        left = dict.fromkeys(people, 0)
        for who in people:
            for held in made.hold(who, made.tasks()):
                better = sorted(held.docs)[int(held.query[1:]) % 2]
                name = "Left" if who == people[1] or held.docs[0] == better else "Right"  # the others read
                left[who] += name == "Left"
                made.record(who, held.key, held.task, {"answer": name, "ms_active": 4000})
        found = {(one.who, one.name): one for one in quality(made).statistics}
    shares = [found[who, "left_share"] for who in people]
    assert [one.value for one in shares] == [left[who] / 30 for who in people]
    assert shares[1].value == 1.0
    by_chance = [min(1.0, 3 * stats.binomtest(left[who], 30).pvalue) for who in people]
    assert [one.p_corrected for one in shares] == pytest.approx(by_chance)
    assert [one.is_apart for one in shares] == [p <= 0.05 for p in by_chance], "sides are drawn anew each time"
    two = " ".join(sorted((people[0], people[2])))
    assert found[two, "kappa"].value == 1.0, "they choose the same documents, on whichever side"
