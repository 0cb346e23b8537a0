"""Runs that are not comparable as they are: each oddity planted alone gets its flag, and its neighbours none."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from irassay.collection import Metadata, Qrels, Runs
from irassay.preflight import check
from irassay.preflight.comparable import meanings
from irassay.result import LeagueChart
from irassay.studies.overview import overview
from tests.collections_at_hand import collection

QUERIES = [f"q{i:02d}" for i in range(20)]
DOCS = [f"d{j:02d}" for j in range(12)]
LABELS = {q: {d: int(j % 3 == 0) for j, d in enumerate(DOCS)} for q in QUERIES}


def ranked(docs, *, queries=QUERIES, score=lambda r: 20.0 - r):
    return {q: {d: score(r) for r, d in enumerate(docs)} for q in queries}


def shuffled(k):
    return DOCS[k:] + DOCS[:k]


GOOD = {f"good{k}": ranked(shuffled(k)) for k in (1, 3, 4, 5, 6, 7, 8)}
NEW = [f"x{j}" for j in range(12)]


def flags(runs, *, metadata=None, measure="nDCG@10"):
    """System -> flag -> why."""
    rankings = Runs.from_dict(GOOD | runs)
    rankings = rankings if metadata is None else rankings.with_metadata(metadata)
    for table in check(Qrels.from_dict(LABELS), rankings, measures=[measure]).tables:
        if table.name == "not-comparable":
            found = {}
            for system, word, why in zip(*(column.values for column in table.columns)):
                found.setdefault(system, {})[word] = why
            return found
    return {}


def test_good_runs_have_no_flag():
    assert flags({}) == {}


@pytest.mark.parametrize(
    ("run", "word", "why"),
    [
        (ranked(shuffled(2), queries=QUERIES[1:]), "queries", "leaves out 1 of 20 labelled queries: it counts 0"),
        (
            ranked(shuffled(2)[:8]),
            "short lists",
            "its lists end early: 20.0% of its ranks to 10 are empty and count as not relevant",
        ),
        (
            ranked([*NEW[:2], *shuffled(2)[:8]]),
            "unjudged",
            "20.0% of its documents to rank 10 have no label, against none in the median run",
        ),
        (ranked(NEW), "no label", "none of its documents has a label: its score is 0"),
        (ranked(shuffled(4)), "same run", "the same documents in the same order as good4 on every query"),
        (ranked(DOCS, score=lambda r: 1.0), "ties", "equal scores are ordered by document id"),
        (ranked(DOCS), "id order", "its lists are sorted by document id: it is no ranking"),
    ],
)  # fmt: skip
def test_an_oddity_has_its_flag_and_nobody_else_one(run, word, why):
    found = flags({"odd": run})
    assert set(found) == {"odd"}
    assert list(found["odd"]) == [word]
    assert found["odd"][word].startswith(why)
    assert word in meanings()


def test_a_run_outside_the_pool_is_flagged_where_it_shows():
    runs = {"odd": ranked([NEW[0], *shuffled(2)[:9]]), "also": ranked(shuffled(9))}
    told = Metadata({"contributed": {"odd": "no", "also": "no", **dict.fromkeys(GOOD, "yes")}})
    assert flags(runs) == {}
    assert flags(runs, metadata=told) == {
        "odd": {
            "not pooled": "according to the metadata (contributed) it did not contribute to the pool: 10.0% of its "
            "documents to rank 10 have no label, against none in the median run"
        }
    }


def test_a_measure_without_a_cutoff_has_no_short_lists():
    assert "odd" not in flags({"odd": ranked(shuffled(2)[:8])}, measure="AP")


def test_the_league_marks_the_row_and_the_files_section_has_the_table():
    runs = Runs.from_dict(GOOD | {"odd": ranked(shuffled(2)[:8])})
    result = overview(Qrels.from_dict(LABELS), runs, n_resamples=10_000)
    (league,) = [f for f in result.figures if isinstance(f, LeagueChart)]
    marked = dict(zip(league.table.column("system").values, league.table.column("flag").values))
    assert {s: flag for s, flag in marked.items() if flag} == {"odd": "short lists"}
    files = next(s for s in result.sections if s.name == "files")
    assert files.body[-1].title == "1 of 8 runs is not comparable as it is"


def test_check_prints_the_reasons(tmp_path, capsys):
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q in QUERIES for d, g in LABELS[q].items()))
    for name, run in (("mine", ranked(shuffled(2)[:8])), ("good", ranked(shuffled(5)))):
        lines = [f"{q} Q0 {d} 1 {s} {name}\n" for q, docs in run.items() for d, s in docs.items()]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    main(["check", *(str(tmp_path / f) for f in ("qrels", "mine.run", "good.run")), "--format", "table", "--all"])
    said = capsys.readouterr().out
    assert "1 of 2 runs is not comparable as it is:\n  mine  short lists: its lists end early" in said


def test_few_runs_of_real_tracks_have_a_flag():
    folder = collection("trec-covid-round5")
    names = [
        "uab.base",
        "uogTrDPH_QE_RF_SB_B",
        "DoRA_MSMARCO_1k",
        "covidex.r5.d2q.2s",
        "UPrrf93-wt-r5",
        "r5.rf",
        "sab20.5.3.dfo",
    ]
    runs = [folder / "runs" / f"{name}.xz" for name in names]
    found = {}
    for table in check(folder / "qrels.covid-round5.txt", runs, measures=["nDCG@20"]).tables:
        if table.name == "not-comparable":
            for system, word in zip(table.column("system").values, table.column("flag").values):
                found.setdefault(system, []).append(word)
    assert found == {
        "uab.base": ["short lists"],
        "uogTrDPH_QE_RF_SB_B": ["rank column", "unjudged"],
        "DoRA_MSMARCO_1k": ["ties", "unjudged"],
    }


def unjudged_runs(**shares):
    """Runs of 20 queries with 10 documents each, so many hundredths of them without a label."""
    made = {}
    for k, (name, share) in enumerate(shares.items()):
        n = 2 * share  # of 200 documents
        each = [n // 20 + (i < n % 20) for i in range(20)]
        made[name] = {
            q: {d: 20.0 - r for r, d in enumerate([*NEW[:m], *shuffled(k + 2)][:10])} for q, m in zip(QUERIES, each)
        }
    return Runs.from_dict(made)


def unjudged_finding(runs, labels=LABELS, measure="nDCG@10"):
    found = [f for f in check(Qrels.from_dict(labels), runs, measures=[measure]).findings if "unjudged" in f.code]
    assert len(found) <= 1
    return found[0] if found else None


def test_two_runs_that_the_labels_serve_unequally_are_told():
    """Planted: 8% of one run's documents have no label, 49% of the other's; three times the median no two reach."""
    found = unjudged_finding(unjudged_runs(old=8, new=49))
    assert (found.level, found.code) == ("warning", "unjudged-differ")
    assert found.text == "Unjudged documents to rank 10: 49.0% in new, 8.0% in old"
    assert found.effect == (
        "each counts as not relevant, which favours old: new could score better by nDCG@10 if its documents were "
        "judged as well"
    )
    assert found.action.startswith("judge these documents: irassay compare QRELS RUNS --unjudged judge-first.tsv")
    assert found.where == ()
    assert found.numbers["least"] == pytest.approx(0.08)
    assert found.numbers["most"] == pytest.approx(0.49)


@pytest.mark.parametrize(
    ("few", "many", "told"),
    [
        (0, 10, False),  # ten points, no more
        (0, 11, True),
        (2, 4, False),  # twice as many, but from 2% only
        (3, 6, True),
        (3, 5, False),
        (40, 50, False),
        (40, 51, True),
    ],
)
def test_ten_points_more_or_twice_as_many_are_far_more(few, many, told):
    assert (unjudged_finding(unjudged_runs(old=few, new=many)) is not None) == told


def test_of_many_runs_the_extremes_are_named_and_the_others_counted():
    found = unjudged_finding(unjudged_runs(a=0, b=0, c=9, d=12, e=50, f=20))
    assert found.text == "Unjudged documents to rank 10: 50.0% in e, 0% in a and 1 more"
    assert found.where == ("far more in 3 of 6 runs: e 50.0%, f 20.0%, d 12.0%",)
    assert "favours runs with few of them: these 3 could score better" in found.effect


def test_labels_that_all_say_relevant_can_not_tell_unjudged_from_poor():
    positive = {q: dict.fromkeys(DOCS, 1) for q in QUERIES}
    assert unjudged_finding(unjudged_runs(old=8, new=49), positive) is None


def test_ids_of_another_collection_are_another_finding():
    runs = Runs.from_dict(GOOD | {"odd": ranked(NEW)})
    assert unjudged_finding(runs) is None


def test_one_matter_has_one_sentence_on_the_terminal(tmp_path, capsys):
    """A run with the old flag and the new finding: the finding says it, and the flag stays in the data."""
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q in QUERIES for d, g in LABELS[q].items()))
    for name, run in (GOOD | {"odd": ranked([*NEW[:4], *shuffled(2)[:6]])}).items():
        lines = [f"{q} Q0 {d} 1 {s} {name}\n" for q, docs in run.items() for d, s in docs.items()]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    assert main(["check", str(tmp_path / "qrels"), str(tmp_path / "*.run"), "--format", "table"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("40.0%") == 2  # the sentence, and where
    assert "not comparable" not in said
    assert "1 warning" in said
    assert flags({"odd": ranked([*NEW[:4], *shuffled(2)[:6]])})["odd"]["unjudged"].startswith("40.0% of its documents")
    assert main(["check", str(tmp_path / "qrels"), str(tmp_path / "*.run"), "--fail-on", "unjudged-differ"]) == 1


def test_a_track_that_pooled_to_the_cutoff_is_not_warned_and_one_that_did_not_is_once():
    dl21, covid = collection("trec-dl-2021-passage"), collection("trec-covid-round5")
    told = check(dl21 / "qrels", dl21 / "runs").findings
    assert not [f for f in told if f.code == "unjudged-differ"]
    told = check(covid / "qrels.covid-round5.txt", covid / "runs", measures=["nDCG@20"]).findings
    (found,) = [f for f in told if f.code == "unjudged-differ"]
    assert found.text == ("Unjudged documents to rank 20: 75.5% in uogTrDPH_QE_RF_SB_B, 1.3% in UPrrf102-r5 and 1 more")
    assert found.numbers["runs"] == 64
