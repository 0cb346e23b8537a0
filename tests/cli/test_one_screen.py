"""Answers fit a terminal of 80 columns and 24 lines: the answer first, leaders and edges, what to do last."""

from __future__ import annotations

import itertools
import random
import re
import sys
from types import SimpleNamespace

import pytest

import irassay
from irassay.cli.answers.league_columns import shown_rows
from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.drawing.tables.text import rows_shown
from irassay.judging.store import Settings, make_campaign
from irassay.messages import p_value
from irassay.progress import show_on
from irassay.verdict.words.answers import sentence
from tests.judging_by_hand import person
from tools.size import on_screen as on_terminal

LINES = 24


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Forty systems that differ by their quality alone, forty queries, a part of the pool without labels."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(5)
    grades = {f"q{q}": {f"d{d}": draw.choice([0, 0, 1, 2]) for d in range(60)} for q in range(40)}
    (tmp_path / "qrels").write_text(
        "".join(f"{q} 0 {d} {g}\n" for q, docs in grades.items() for d, g in docs.items() if draw.random() < 0.8)
    )
    (tmp_path / "runs").mkdir()
    for s in range(40):
        lines = []
        for query, docs in grades.items():
            ranked = sorted(docs, key=lambda doc: -(docs[doc] * s / 20 + draw.gauss(0, 0.6)))
            lines += [f"{query} Q0 {doc} {r} {60 - r} system-{s:02}\n" for r, doc in enumerate(ranked[:20], 1)]
        (tmp_path / "runs" / f"system-{s:02}.run").write_text("".join(lines))
    return tmp_path


def seen(capsys, *words):
    assert main(["compare", "qrels", *words, "--format", "table"]) == 0
    captured = capsys.readouterr()
    return captured.out, captured.out + captured.err


@pytest.mark.parametrize("how", [(), ("--baseline", "system-20"), ("-m", "AP(rel=2)"), ("--require", "proved")])
def test_forty_systems_fit_one_screen_and_the_answer_is_its_first_line(here, capsys, how):
    out, everything = seen(capsys, "runs", *how)
    assert len(everything.splitlines()) <= LINES - 2  # the next command, and how long it took
    assert max(map(len, everything.splitlines())) <= 80
    first = out.splitlines()[0]
    assert "share the lead" in first or "leads alone" in first or "differ significantly from system-20" in first
    assert " more\n" in out
    assert "Pairs settled: queries " in out


def test_further_measures_have_a_line_each_below_the_league_of_the_first(here, capsys, monkeypatch):
    """Oracle: the leagues themselves."""
    measures = ("-m", "nDCG@10", "-m", "AP", "-m", "RR")
    out = on_terminal([sys.executable, "-m", "irassay", "compare", "qrels", "runs", *measures], here)
    assert out.count("\n") < LINES
    qrels, runs = irassay.read_qrels("qrels"), irassay.read_runs("runs")
    for measure in ("AP", "RR"):
        verdict = irassay.settle(qrels, runs, measure)
        league = verdict.league
        (line,) = [line.split() for line in out.splitlines() if line.split()[:1] == [league.measure]]
        best = [league.systems[0], f"{league.mean[0]:.4f}"]
        lead = f"{len(league.leaders)} of {league.n}".split()
        assert line[1:6] == [*lead, *best]
        assert line[6:9] == f"{league.n_settled} of {league.n_tested}".split()
        labels = line[9:]
        least = ["≥"] if verdict.labels_unknown else []
        assert labels == [*least, *f"{verdict.labels_settled} of {verdict.labels_pairs}".split()]
    monkeypatch.setenv("COLUMNS", "40")
    assert "labels settle" in seen(capsys, "runs", *measures)[0], "no column is lost where the screen is narrow"
    monkeypatch.setenv("COLUMNS", "80")
    whole, _ = seen(capsys, "runs", *measures, "--all")
    assert "also by" not in whole
    assert whole.count("share the lead") + whole.count("leads alone") == 3


def test_a_small_league_says_what_to_write(here, capsys):
    few = [f"runs/system-{s:02}.run" for s in (3, 20, 38)]
    _, everything = seen(capsys, *few)
    verdict = irassay.settle(irassay.read_qrels("qrels"), irassay.read_runs(few), "nDCG@10")
    assert f'Write: "{sentence(verdict)}"' in " ".join(everything.split())
    assert "Write:" not in seen(capsys, "runs")[1]


def test_of_many_warnings_the_first_are_shown_and_the_others_counted(here):
    """Planted: a run whose ranks are reversed, five whose scores tie, and one that answers no labelled query."""
    fields = [line.split() for line in (here / "runs" / "system-39.run").read_text().splitlines()]
    turned = "".join(f"{q} Q0 {doc} {21 - int(rank)} {score} turned\n" for q, _, doc, rank, score, _ in fields)
    (here / "runs" / "turned.run").write_text(turned)
    (here / "runs" / "silent.run").write_text("other Q0 d1 1 1 silent\n")
    for s in range(20, 25):
        (here / "runs" / f"tied-{s}.run").write_text(
            "".join(f"{q} Q0 {doc} {rank} 1 tied-{s}\n" for q, _, doc, rank, _, _ in fields)
        )
    command = [sys.executable, "-m", "irassay", "compare", "qrels", "runs"]
    short, whole = on_terminal(command, here), on_terminal([*command, "--all"], here)
    assert short.count("\n") < LINES
    (more,) = re.findall(r"▲ (\d+) more warnings?: --all", short)
    assert short.count("▲") == 3
    assert whole.count("▲") == 1 + int(more), "the caution among the lines has no mark there"


def test_leaders_and_the_last_are_shown_and_what_is_left_out_is_counted(here, capsys):
    whole, _ = seen(capsys, "runs", "--all")
    ranked = [line.split()[1] for line in whole.split("\n\n")[1].splitlines()[2:]]
    assert len(ranked) == 40
    out, _ = seen(capsys, "runs")
    table = out.split("\n\n")[1].splitlines()[1:]
    shown = [line.split()[1] for line in table if " more" not in line]
    left = sum(int(line.split()[0]) for line in table if " more" in line)
    assert shown == [system for system in ranked if system in shown]
    assert (shown[0], shown[-1]) == (ranked[0], ranked[-1])
    assert len(shown) + left == 40


def test_a_pair_that_differs_alone_and_not_among_all_says_for_whom_that_counts(here, capsys):
    league = irassay.settle(irassay.read_qrels("qrels"), irassay.read_runs("runs"), "nDCG@10").league
    alone = [(a, b) for a, b in itertools.combinations(league.systems, 2) if league.pair(a, b).p <= 0.05]
    among = [pair for pair in alone if league.pair(*pair).significant]
    assert 0 < len(among) < len(alone)
    (a, b) = next(pair for pair in alone if league.pair(*pair).p_corrected > 0.5)
    said = " ".join(seen(capsys, "runs", "--pair", a, b)[0].split())
    assert f"p {p_value(league.pair(a, b).p)} alone, {p_value(league.pair(a, b).p_corrected)} over 780 pairs" in said
    assert "; significant alone, which counts only for a pair chosen beforehand labels" in said
    assert "alone," not in seen(capsys, "runs", "--pair", *among[0])[0]


def test_a_baseline_is_always_among_the_rows(here, capsys):
    out, _ = seen(capsys, "runs", "--baseline", "system-20")
    assert any(line.startswith("system-20 ") and "baseline" in line for line in out.splitlines())


def on_screen(capsys, verb, *words, code=0):
    """What a verb prints, which fits; the lines of its answer."""
    assert main([verb, *words]) == code
    captured = capsys.readouterr()
    lines = re.sub(r"[^\n]*\r\x1b\[K", "", captured.out + captured.err).splitlines()  # without the line of progress
    lines = [line for line in lines if not re.match(r"Next: |[\d.]+ s$", line)]
    assert len(lines) <= LINES - 2, len(lines)
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("▲ ") for line in lines) <= 2
    return captured.out.splitlines()


@pytest.fixture
def watch(monkeypatch):
    """A function after which a person watches both streams."""

    def on():
        monkeypatch.setattr("irassay.drawing.terminal.is_terminal", lambda _: True)
        monkeypatch.setenv("NO_COLOR", "1")

    yield on
    show_on(None)


def test_what_other_labels_say_begins_with_how_many_are_enough(here, capsys):
    words = ["qrels", "runs", "--draws", "5", "--format", "table"]
    out = on_screen(capsys, "whatif", *words)
    assert "relevant labels, drawn at random" in out[0]
    assert any(line.endswith(" more") for line in out)
    rows = [line[:11] for line in out if line.startswith(("random", "system"))]
    assert rows[:2] == ["random: 50%", "system: 50%"]
    assert any(line.endswith("relevant labels; nDCG@10") for line in out)
    assert main(["whatif", *words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 2 * LINES


@pytest.fixture
def extrapolated(tmp_path, monkeypatch):
    """Thirty queries with one label each, twelve systems, passages deemed relevant."""
    monkeypatch.chdir(tmp_path)
    draw, queries = random.Random(1), [f"word{i}" for i in range(30)]
    texts = [f"{q}x{i}\t{' '.join([q] * (25 - i))} {i}\n" for q in queries for i in range(24)]
    (tmp_path / "texts.tsv").write_text("".join(texts))
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {q}x0 1\n" for q in queries))
    (tmp_path / "runs").mkdir()
    for s in range(12):
        lines = []
        for q in queries:
            docs = sorted(range(24), key=lambda doc: doc * s / 12 + draw.gauss(0, 4))
            lines += [f"{q} Q0 {q}x{doc} {r} {30 - r} system-{s:02}\n" for r, doc in enumerate(docs)]
        (tmp_path / "runs" / f"system-{s:02}.run").write_text("".join(lines))
    assert main(["index", "texts.tsv", "-o", "bm25.index", "--quiet"]) == 0
    assert main(["extrapolate", "qrels", "bm25.index", "--deemed", "20", "-o", "more", "--quiet"]) == 0


def test_what_more_relevant_passages_change_comes_first(extrapolated, capsys):
    words = ["qrels", "runs", "--extrapolated", "more", "--format", "table"]
    out = on_screen(capsys, "sensitivity", *words)
    assert out[0].startswith("With 20 passages a query deemed relevant, ")
    assert main(["sensitivity", *words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > LINES


def test_whom_people_prefer_shows_the_edges_of_both_tables(tmp_path, monkeypatch, watch, capsys):
    monkeypatch.chdir(tmp_path)
    draw, queries = random.Random(1), [f"q{i}" for i in range(40)]
    (tmp_path / "runs").mkdir()
    for s in range(24):
        firsts = [(q, min(9, max(0, int(draw.gauss(s / 3, 1.5))))) for q in queries]
        (tmp_path / "runs" / f"s{s:02}.run").write_text("".join(f"{q} Q0 d{doc} 1 2 s{s:02}\n" for q, doc in firsts))
    pairs = [(q, a, b) for q in queries for a in range(10) for b in range(a)]
    lines = [f"{q} d{a} d{b} d{a if draw.random() < 0.9 else b}\n" for q, a, b in pairs]
    (tmp_path / "pairs").write_text("".join(lines))
    assert main(["prefer", "pairs", "runs"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > LINES  # a pipe has all
    watch()
    out = on_screen(capsys, "prefer", "pairs", "runs")
    assert "pairs of systems differ significantly" in out[0]
    assert sum(line.endswith(" more") for line in out) == 2


def test_leaked_queries_stand_beside_what_was_trained_on(here, capsys):
    draw = random.Random(1)
    terms = [a + b for a in ("bran", "cor", "dul", "fen", "gor", "hal", "jun") for b in ("tic", "vod", "lun", "pra")]
    texts = {f"q{q}": " ".join(draw.sample(terms, 5)) for q in range(40)}
    (here / "topics.tsv").write_text("".join(f"{q}\t{text}\n" for q, text in texts.items()))
    (here / "train.tsv").write_text("".join(f"t{q}\t{text} more\n" for q, text in list(texts.items())[:25]))
    words = ["topics.tsv", "--train", "train.tsv", "--qrels", "qrels", "--runs", "runs", "--format", "table"]
    out = on_screen(capsys, "leak", *words)
    assert out[0].startswith("25 of 40 test queries leaked")
    assert any(line.endswith(" more") for line in out)
    assert main(["leak", *words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > LINES


def test_a_pool_begins_with_its_size_and_a_pipe_has_every_document(here, watch, capsys):
    words = ["runs", "--judged", "qrels", "--depth", "20"]
    assert main(["pool", *words]) == 0
    n = len(capsys.readouterr().out.splitlines()) - 1
    watch()
    out = on_screen(capsys, "pool", *words)
    assert out[0].startswith(f"{n} documents to judge on 40 queries, depth 20; ")
    assert out[2].startswith("run ")
    assert sum(line.strip().endswith(" more") for line in out) == 2
    out = on_screen(capsys, "pool", *words, "-o", "pool.tsv")
    assert len((here / "pool.tsv").read_text().splitlines()) == n + 1
    assert sum(line.strip().endswith(" more") for line in out) == 1


@pytest.mark.parametrize("form", ["qrels", "log", "tasks", "quality", "payments"])
def test_what_a_campaign_says_begins_with_how_much(tmp_path, monkeypatch, watch, capsys, form):
    monkeypatch.chdir(tmp_path)
    docs = {f"d{i}": f"Text {i}." for i in range(60)}
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", pay="2.00", batch=10)
    with make_campaign("a.campaign", settings) as made:
        tasks = [Task("graded", f"q{i % 8}", (doc,), wanted=3) for i, doc in enumerate(docs)]
        made.add(tasks, queries={f"q{i}": f"text {i}" for i in range(8)}, docs=docs)
        for name in ("Ann", "Ben", "Cai"):
            who = person(made, name).pseudonym
            for i, held in enumerate(made.hold(who, made.tasks())):
                answer = "Relevant" if i % 3 or name == "Cai" else "Not relevant"
                made.record(who, held.key, held.task, {"answer": answer})
    assert main(["labels", "a.campaign", "--to", form]) == 0
    n = len(capsys.readouterr().out.splitlines())
    watch()
    out = on_screen(capsys, "labels", "a.campaign", "--to", form)
    first = {
        "qrels": f"{n} labels of 8 queries.", "log": f"{n - 1} entries of the log.", "tasks": "60 tasks of 8 queries.",
        "quality": "1 person stands out.", "payments": "36.00 for 3 people.",
    }  # fmt: skip
    assert out[0] == first[form]


def test_a_check_begins_with_whether_the_files_belong_together(here, capsys):
    for s in range(20):
        run = here / "runs" / f"system-{s:02}.run"
        lines = run.read_text().splitlines(keepends=True)
        kept = [line for i, line in enumerate(lines) if i >= s * 20 and i % 20 < 20 - s % 7]
        run.write_text("".join(kept).replace(" 59 ", f" {59 + s}.00000000{s} "))
    words = ["qrels", "runs", "--format", "table"]
    out = on_screen(capsys, "check", *words)
    assert out[0].startswith("These files belong together, with reservations about ")
    assert main(["check", *words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 2 * LINES


OVER = ["--collection", "A=qrels,runs", "--collection", "B=copy,runs"]


@pytest.mark.parametrize("words", [["qrels", "runs"], OVER, [*OVER, "-m", "AP", "-m", "P@5", "-m", "RR"]])
def test_forty_scores_are_cut_to_the_first_and_the_last(here, capsys, words):
    (here / "copy").write_text((here / "qrels").read_text())
    out = on_screen(capsys, "eval", *words, "--format", "table")
    assert out[0].startswith(f"{out[3].split()[0]} comes first by ")
    assert any(line.strip().endswith(" more") for line in out)
    assert main(["eval", *words, "--format", "table", "--all"]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert len(whole) > 40
    assert whole[1] == out[3]


def test_few_scores_are_a_table_and_no_more(here, capsys):
    out = on_screen(capsys, "eval", "qrels", "runs/system-01.run", "runs/system-02.run", "--format", "table")
    assert out[0].split() == ["System", "nDCG@10", "Judged@10"]
    assert len(out) == 3


@pytest.mark.parametrize("verb", ["report", "track"])
def test_a_page_that_is_written_is_named_after_its_headline(here, watch, capsys, verb):
    watch()
    runs = [f"runs/system-{s:02}.run" for s in (1, 20, 39)]
    out = on_screen(capsys, verb, "qrels", *runs, "-m", "nDCG@10", "-o", "page.html")
    assert "the lead" in out[0] or "leads alone" in out[0]
    assert out[-1].startswith("page.html  ")


@pytest.mark.parametrize("most", range(6, 13))
def test_the_rows_are_never_more_than_there_is_room_for(most):
    for n_leaders, n in itertools.combinations_with_replacement(range(1, 30), 2):
        shown = rows_shown(list(range(n_leaders)), n, most)
        gaps = sum(b - a > 1 for a, b in zip([-1, *shown], [*shown, n]))
        assert len(shown) + gaps <= most
        assert shown == sorted(set(shown))
        assert {0, n - 1} <= set(shown)


@pytest.mark.parametrize("worst", range(9))
def test_the_leader_with_most_documents_unjudged_is_no_hidden_row(worst):
    """Planted: nine leaders of thirty systems, a quarter of one's documents without a label."""
    names = [f"s{i:02}" for i in range(30)]
    judged = dict.fromkeys(names, 1.0) | {names[worst]: 0.75, names[8 - worst]: 0.996 if worst != 4 else 0.75}
    one = SimpleNamespace(league=SimpleNamespace(systems=names, leaders=names[:9], n=30))
    one.verdict = SimpleNamespace(judged=judged)
    for most in range(6, 13):
        shown = shown_rows(one, "", most)
        assert {0, worst, 29} <= set(shown)
        assert len(shown) + sum(b - a > 1 for a, b in zip([-1, *shown], [*shown, 30])) <= most


def test_a_league_in_a_file_is_whole(here, capsys):
    assert main(["compare", "qrels", "runs", "--format", "table", "-o", "league.txt"]) == 0
    capsys.readouterr()
    text = (here / "league.txt").read_text()
    assert all(f"system-{s:02}" in text for s in range(40))


def test_a_file_that_is_not_there_is_asked_for_by_the_name_that_is_most_like_it(here, capsys):
    assert main(["compare", "qrel", "runs"]) == 3
    assert "can't open qrel: no such file or directory; did you mean qrels?" in capsys.readouterr().err
    assert main(["compare", "qrels", "run/"]) == 3
    assert "can't open run/: no such file or directory; did you mean runs?" in capsys.readouterr().err
    assert main(["compare", "qrels", "nowhere-near"]) == 3
    assert "can't open nowhere-near: no such file or directory\n" in capsys.readouterr().err


def test_after_the_documents_to_judge_comes_judging(here, capsys, watch):
    watch()
    assert main(["compare", "qrels", "runs", "--unjudged", "judge-first.tsv", "--format", "table"]) == 0
    assert (
        "Next: irassay judge new.campaign judge-first.tsv --query-texts FILE --doc-texts FILE"
        in capsys.readouterr().err
    )


def test_after_a_sheet_to_fill_in_comes_what_puts_its_ratings_to_the_labels(here, capsys, watch):
    watch()
    assert main(["compare", "qrels", "runs", "--unjudged", "rate.csv", "--format", "table"]) == 0
    (command,) = re.findall(r"Next: irassay (.*?)  # once it is filled in", capsys.readouterr().err)
    assert command == "convert qrels rate.csv --to trec -o all-qrels.txt"
    heading, *rows = (here / "rate.csv").read_text().splitlines()
    (here / "rate.csv").write_text("\n".join([heading, *(f"{row[:-1]},1" for row in rows)]) + "\n")
    before = len((here / "qrels").read_text().splitlines())
    assert main(command.split()) == 0
    assert len((here / "all-qrels.txt").read_text().splitlines()) == before + len(rows)


def test_files_that_call_their_run_otherwise_are_named_once_or_counted(here, capsys):
    files = [f"other{i}.run" for i in range(4)]
    for i, name in enumerate(files):
        (here / name).write_text((sorted((here / "runs").iterdir())[i]).read_text())
    _, err = seen(capsys, *files[:2])
    assert len([line for line in err.splitlines() if line.startswith("other0.run is called ")]) == 1
    assert " and other1.run is called " in " ".join(err.split())
    assert "4 runs have no name of their file." in seen(capsys, *files)[1]


def test_the_files_of_an_answer_are_said_below_it_in_a_line_each(here, capsys):
    out, err = seen(capsys, "runs", "--unjudged", "next.tsv", "--methods", "methods.txt")
    assert out, "the answer"
    assert [line for line in err.splitlines() if line.startswith("next.tsv  ")]
    assert "methods.txt  1 paragraph on methods and results, for a paper" in err
