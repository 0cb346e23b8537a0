"""Runs that are not comparable as they are: each oddity planted alone gets its flag, and its neighbours none."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from irassay.collection import Metadata, Qrels, Runs
from irassay.preflight import check
from irassay.preflight.comparable_words import MEANING
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
            "its lists end early: 20.0% of its places to rank 10 are empty, not relevant",
        ),
        (
            ranked([*NEW[:2], *shuffled(2)[:8]]),
            "unjudged",
            "20.0% of its documents to rank 10 have no label, the median run's all have one",
        ),
        (ranked(NEW), "no label", "none of its documents has a label: it scores 0 whatever it found"),
        (ranked(shuffled(4)), "same run", "the same documents in the same order as good4 on every query"),
        (ranked(DOCS, score=lambda r: 1.0), "ties", "equal scores, so document ids decide"),
        (ranked(DOCS), "id order", "its documents are in the order of their ids: it ranks nothing"),
    ],
)  # fmt: skip
def test_an_oddity_has_its_flag_and_nobody_else_one(run, word, why):
    found = flags({"odd": run})
    assert set(found) == {"odd"}
    assert list(found["odd"]) == [word]
    assert found["odd"][word].startswith(why)
    assert word in MEANING


def test_a_run_outside_the_pool_is_flagged_where_it_shows():
    runs = {"odd": ranked([NEW[0], *shuffled(2)[:9]]), "also": ranked(shuffled(9))}
    told = Metadata({"contributed": {"odd": "no", "also": "no", **dict.fromkeys(GOOD, "yes")}})
    assert flags(runs) == {}
    assert flags(runs, metadata=told) == {
        "odd": {
            "not pooled": "by the metadata (contributed) its documents were not judged for it: 10.0% of its documents "
            "to rank 10 have no label, the median run's all have one"
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
    main(["check", *(str(tmp_path / f) for f in ("qrels", "mine.run", "good.run")), "--format", "table"])
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
