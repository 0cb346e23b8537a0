"""What continuous integration uses: the workflow of the documentation, Markdown, and names for `--fail-on`."""

import csv
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import numpy as np
import pytest

from irassay import Qrels, Runs, check
from irassay.cli.answers import decision
from irassay.cli.main import main
from irassay.collection.reading import Reading
from irassay.comparison import compare
from tests.scores_by_hand import hand_scores

PAGE = (Path(__file__).parents[2] / "docs" / "ci.md").read_text(encoding="utf-8")
QUERIES = [f"q{i:02}" for i in range(40)]


def write_world(folder, hits_of_new, *, new="new"):
    """Forty judged queries: old finds the relevant document first on all but two, new as `hits_of_new` says."""
    (folder / "qrels.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in QUERIES))
    for file, name, hits in (("old", "old", lambda i: i not in (3, 4)), ("new", new, hits_of_new)):
        lines = (
            f"{q} Q0 {'ab'[not hits(i)]} 1 2 {name}\n{q} Q0 {'ba'[not hits(i)]} 2 1 {name}\n"
            for i, q in enumerate(QUERIES)
        )
        (folder / f"{file}.run").write_text("".join(lines))


def steps():
    """The shell code of each ``run: |`` of the workflow."""
    blocks = re.findall(r"run: \|\n((?: {10}.*\n)+)", PAGE)
    return [textwrap.dedent(block) for block in blocks]


def run_job(folder):
    """What the steps of the workflow print, the exit code of the first that fails or 0, and the summary."""
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    printed, code = "", 0
    for step in steps():
        done = subprocess.run(["bash", "-e", "-c", step], cwd=folder, env=env, capture_output=True, text=True)
        printed += done.stdout
        code = done.returncode
        if code:
            break
    return printed, code, (folder / "summary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("hits", "code", "warned", "sentence"),
    [
        (lambda i: i not in (3, 4), 0, False, "new is not worse than old by 0.01 or more"),
        (lambda i: i % 2 == 0, 1, False, "new is worse than old by more than 0.01"),
        (lambda i: i not in (3, 7, 8), 0, True, "worse than old, and 0.01 is allowed"),
    ],
)
def test_the_workflow_of_the_page_decides_as_it_says(tmp_path, hits, code, warned, sentence):
    write_world(tmp_path, hits)
    assert len(steps()) == 2
    printed, exited, summary = run_job(tmp_path)
    assert exited == code, printed
    assert ("::warning::undecided" in printed) == warned
    assert sentence in summary
    assert "These files belong together" in summary or "do not" in summary


def test_the_workflow_fails_where_a_run_leaves_a_labelled_query_out(tmp_path):
    """Without the gate a broken search of one query is a loss of 1/40 at most, which the margin may accept."""
    write_world(tmp_path, lambda i: i not in (3, 4))
    lines = (tmp_path / "new.run").read_text().splitlines(keepends=True)
    (tmp_path / "new.run").write_text("".join(line for line in lines if not line.startswith("q05 ")))
    _, exited, summary = run_job(tmp_path)
    assert exited == 1
    assert "| missing-queries | new: 1 labelled query unanswered |" in summary
    assert "new is not worse" not in summary, "the job ends before it compares"


def test_the_workflow_fails_where_a_labelled_query_is_answered_with_0_hits(tmp_path):
    """Without the gate a search that finds nothing for one query is a loss of 1/40, which the margin may accept."""
    write_world(tmp_path, lambda i: i not in (3, 4))
    found = {query: [{"_id": "a", "_score": 2.0}, {"_id": "b", "_score": 1.0}] for query in QUERIES}
    for name, of in (("old", found), ("new", {**found, "q05": []})):
        answers = {
            q: {"hits": {"total": {"value": len(hits), "relation": "eq"}, "hits": hits}} for q, hits in of.items()
        }
        (tmp_path / f"{name}.run").write_text(json.dumps(answers))
    _, exited, summary = run_job(tmp_path)
    assert exited == 1
    assert "| no-hits | new: 1 labelled query answered with 0 hits |" in summary
    assert "new.run is not worse" not in summary, "the job ends before it compares"


def test_the_workflow_fails_where_a_ranking_brings_mostly_documents_without_a_label(tmp_path):
    """A catastrophic ranking: nobody has seen what it brings, so that it is undecided, which would pass."""
    write_world(tmp_path, lambda i: i not in (3, 4))
    lines = (tmp_path / "new.run").read_text().replace(" a ", " x ").replace(" b ", " y ")
    (tmp_path / "new.run").write_text(lines + "".join(f"{q} Q0 a 3 0.5 new\n" for q in QUERIES))
    assert main(["compare", *(str(tmp_path / file) for file in ("qrels.txt", "old.run", "new.run"))]) == 0
    _, exited, summary = run_job(tmp_path)
    assert exited == 1
    assert "| unjudged-differ | Unjudged documents to rank 10: 66.7% in new, 0% in old |" in summary
    assert "new is not worse" not in summary, "the job ends before it compares"


def test_the_table_and_the_folders_fail_on_what_the_workflow_fails_on():
    gates = [re.findall(r"--fail-on (\S+)", part) for part in re.findall(r"irassay check [^|`\n]*", PAGE)]
    of_files = [gate for gate in gates if len(gate) > 1]
    assert len(of_files) == 3, "the table, the workflow and the folders"
    assert all(gate == ["missing-queries", "no-hits", "partial-answers"] for gate in of_files)
    answers = re.findall(r"irassay compare ([^|`\n]*--fail-on [^|`\n]*)", PAGE)
    answers = [answer for answer in answers if "--expect" in answer]
    assert len(answers) == 4, "two in the table, the workflow and the folders"
    assert all(re.findall(r"--fail-on (\S+)", answer) == ["unjudged-differ"] for answer in answers)


HITS = {"old": ("b", "a", "c"), "new": ("n", "u", "a")}  # u can't be rated


@pytest.mark.parametrize("limit", [(), ("--unjudged-limit", "30")])
def test_the_job_fails_as_long_as_there_is_a_document_to_judge_and_judging_all_that_is_listed_ends_it(
    tmp_path, monkeypatch, limit
):
    """By all labels new is better: n and a are relevant, b is not, and old has b before a."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n{q} 0 c 0\n" for q in QUERIES))
    for name, docs in HITS.items():
        lines = (f"{q} Q0 {doc} {rank} {-rank} {name}\n" for q in QUERIES for rank, doc in enumerate(docs, 1))
        (tmp_path / f"{name}.run").write_text("".join(lines))
    compare_, *_ = re.findall(r"^irassay (compare .*) --unjudged judge-first.csv$", PAGE, re.MULTILINE)
    codes = []
    for _ in range(12):
        _, code, summary = run_job(tmp_path)
        codes.append(code)
        main([*shlex.split(compare_), "--unjudged", "judge-first.json", *limit])
        book = json.loads((tmp_path / "judge-first.json").read_text())
        assert bool(book["query_doc_pairs"]) == (code == 1), summary
        if code != 1:
            break
        assert "for this question --unjudged lists" in summary
        for pair in book["query_doc_pairs"]:
            rating = None if pair["doc_id"] == "u" else 1.0
            pair["judgements"] = [{"rating": rating, "unrateable": rating is None, "judge_later": False}]
        (tmp_path / "judged.json").write_text(json.dumps(book))
        assert main(["convert", "qrels.txt", "judged.json", "--to", "quepid-book", "-o", "all.json"]) == 0
        (tmp_path / "all.json").replace(tmp_path / "qrels.txt")
        (tmp_path / "summary.md").unlink()
    assert codes == [*[1] * (len(codes) - 1), 0]
    assert len(codes) > 1


def test_documents_that_can_not_be_rated_are_no_missing_labels_of_a_run():
    """Both have a and one more: old b, which is judged, new u, which is marked, so that nothing is left to judge."""
    labels = {query: {"a": 1, "b": 0} for query in QUERIES}
    lists = {"old": {"a": 2.0, "b": 1.0}, "new": {"a": 2.0, "u": 1.0}}
    runs = Runs.from_dict({name: dict.fromkeys(QUERIES, docs) for name, docs in lists.items()})
    marked = Reading("book.json", 120, 80, {}, unrateable={query: ["u"] for query in QUERIES})

    def codes(*readings):
        return [one.code for one in check(Qrels.from_dict(labels, readings), runs).findings]

    assert "unjudged-differ" in codes()
    assert "unjudged-differ" not in codes(marked)


def test_the_wheel_of_the_workflow_is_made_with_the_python_that_it_sets_up():
    """Oracle: the build's own settings."""
    (version,) = re.findall(r'python-version: "(.*)"', PAGE)
    assert f"make wheel WITH=python{version}" in PAGE
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    tag = project["tool"]["scikit-build"]["wheel"]["py-api"]
    assert tag == "cp" + version.replace(".", "")
    assert f"`{tag}-abi3`" in PAGE


def test_folders_of_answers_take_the_place_of_run_files_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path, lambda i: i not in (3, 4))
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        for query in QUERIES:
            hits = [{"_id": "ab"[query in ("q03", "q04")], "_score": 2.0}, {"_id": "c", "_score": 1.0}]
            answer = {"hits": {"total": {"value": 2, "relation": "eq"}, "hits": hits}}
            (tmp_path / name / f"{query}.json").write_text(json.dumps(answer))
    commands = re.findall(r"^ {4}irassay (.* old/ new/ .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    assert [main(shlex.split(command)) for command in commands] == [0, 0]
    answer = (tmp_path / "new" / "q07.json").read_text()
    (tmp_path / "new" / "q07.json").write_text(json.dumps(json.loads(answer) | {"timed_out": True}))
    assert main(shlex.split(commands[0])) == 1
    assert "partial-answers" in capsys.readouterr().out
    (tmp_path / "new" / "q07.json").write_text(answer)
    (tmp_path / "new" / "q07.json").rename(tmp_path / "new" / "q_7.json")
    capsys.readouterr()
    assert main(shlex.split(commands[0])) == 1
    out = capsys.readouterr().out
    assert "missing-queries" in out
    assert "extra-queries" in out


def test_the_commands_that_put_new_labels_to_old_ones_work_as_they_stand(tmp_path, monkeypatch):
    """New loses by what has no label: b, which it has first on every second query."""
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path, lambda i: i % 2 == 0)
    there = [line for line in (tmp_path / "qrels.txt").read_text().splitlines() if int(line[1:3]) < 2 or "a 1" in line]
    (tmp_path / "qrels.txt").write_text("\n".join(there) + "\n")
    (block,) = re.findall(r"```console\n(irassay compare .*?)```", PAGE, re.DOTALL)
    write, copy, merge = (shlex.split(line.partition("#")[0]) for line in block.splitlines())
    assert main(write[1:]) == 4, "the exit code answers what is expected"
    rows = list(csv.DictReader((tmp_path / write[-1]).open(newline="")))
    assert {row["docid"] for row in rows} == {"b"}
    assert copy[1] == write[-1]
    with (tmp_path / copy[-1]).open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows({**row, "rating": "" if i else "1"} for i, row in enumerate(rows))
    assert main(merge[1:]) == 0
    merged = (tmp_path / merge[-1]).read_text().splitlines()
    assert sorted(merged) == sorted([*there, f"{rows[0]['query']} 0 b 1"]), "the others have no rating yet"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path, lambda i: i % 2 == 0, new="a|b_*c*")
    return tmp_path


def table_of(text):
    """Rows of a Markdown table as cells; a pipe after a backslash is in a cell."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


def test_a_markdown_table_of_scores_has_those_of_the_pipe_and_no_name_breaks_it(here, capsys):
    assert main(["eval", "qrels.txt", "old.run", "new.run", "-m", "P@1", "--format", "markdown"]) == 0
    heading, rule, *rows = table_of(capsys.readouterr().out)
    assert heading == ["System", "P@1"]
    assert rule == [":---", "---:"]
    assert rows == [["old", "0.9500"], [r"a\|b\_\*c\*", "0.5000"]]  # 38 and 20 of 40
    assert main(["eval", "qrels.txt", "old.run", "new.run", "-m", "P@1", "-q", "-o", "scores.md"]) == 0
    rows = table_of((here / "scores.md").read_text())
    assert rows[0] == ["P@1", "old", r"a\|b\_\*c\*", ""]
    assert rows[5] == ["q03", "0", "0", ""]
    assert len(rows) == 2 + 40 + 1


def test_a_league_in_markdown_says_what_the_terminal_says(here, capsys):
    (here / "third.run").write_text("".join(f"{q} Q0 b 1 1 third\n" for q in QUERIES))
    files = ["qrels.txt", "old.run", "new.run", "third.run", "-m", "P@1"]
    assert main(["compare", *files, "--format", "markdown"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("### P@1\n\n**old leads alone")
    rows = table_of(out)
    assert [row[1] for row in rows[2:]] == ["**old**", r"a\|b\_\*c\*", "third"]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert "- queries: " in out
    assert "- labels: " in out
    assert main(["compare", *files, "--baseline", "third", "--format", "markdown"]) == 0
    assert "Against third, 2 pairs" in capsys.readouterr().out
    assert main(["compare", *files, "--pair", "old", "third", "--format", "markdown"]) == 0
    assert "**old is better than third: the queries decide it" in capsys.readouterr().out


def test_findings_in_markdown_are_a_table(here, capsys):
    (here / "old.run").write_text("q00 Q0 zzz 1 1 old\n")
    assert main(["check", "qrels.txt", "old.run", "new.run", "--format", "markdown"]) == 1
    out = capsys.readouterr().out
    rows = table_of(out)
    assert rows[0] == ["Level", "Finding", "What", "Where", "Effect", "Do"]
    assert [row[0] for row in rows[2:]].count("error") >= 1
    assert {len(row) for row in rows} == {6}


@pytest.mark.parametrize("verb", ["check", "compare"])
def test_fail_on_knows_the_same_names_everywhere_and_lists_them(here, capsys, verb):
    files = ["qrels.txt", "old.run", "new.run"]
    for name in (*decision.LEVELS, "unjudged-differ", "lines-grade", "lead", "caution"):
        assert main([verb, *files, "--fail-on", name, "--format", "json"]) in (0, 1)
        warned = f"irassay {verb} never finds that" in capsys.readouterr().err
        # `compare` checks the files where it is asked for a finding of `check`; `check` compares nothing.
        assert warned == (verb == "check" and name not in (*decision.LEVELS, *decision.codes()["check"]))
    assert main([verb, *files, "--fail-on", "lede"]) == 2
    err = capsys.readouterr().err
    assert err.startswith('error: --fail-on is "lede"; did you mean lead?\nLevels: error, warning,')
    for names in decision.codes().values():
        assert all(name in err for name in names)
    assert max(map(len, err.splitlines())) <= 80


def test_compare_fails_on_a_finding_of_check_and_says_which(here, capsys):
    lines = (here / "old.run").read_text().splitlines(keepends=True)
    (here / "old.run").write_text("".join(line for line in lines if not line.startswith("q00 ")))
    command = ["compare", "qrels.txt", "old.run", "new.run"]
    assert main(command) == 0
    capsys.readouterr()
    assert main([*command, "--fail-on", "missing-queries"]) == 1
    assert "--fail-on missing-queries: old: " in capsys.readouterr().err
    assert main([*command, "--fail-on", "extra-queries"]) == 0


@pytest.mark.parametrize("options", [[], ["--expect", "a|b_*c* > old - 0.1"], ["--expect", "a|b_*c* > old"]])
def test_runs_that_answer_no_labelled_query_are_an_error_and_no_verdict(here, capsys, options):
    for name in ("old", "new"):
        text = (here / f"{name}.run").read_text()
        (here / f"{name}.run").write_text("".join(f"other-{line}\n" for line in text.splitlines()))
    assert main(["compare", "qrels.txt", "old.run", "new.run", *options]) == 3
    err = capsys.readouterr().err
    assert "answer none of the" in err
    assert "labelled queries, such as" in err


def test_a_question_about_a_run_that_answers_no_labelled_query_is_an_error(here, capsys):
    text = (here / "new.run").read_text()
    (here / "new.run").write_text("".join(f"other-{line}\n" for line in text.splitlines()))
    assert main(["compare", "qrels.txt", "old.run", "new.run", "--expect", "old > a|b_*c*"]) == 3
    assert "a|b_*c* answers none of the" in capsys.readouterr().err
    assert main(["compare", "qrels.txt", "old.run", "new.run"]) == 0  # it is warned of, beside the others


@pytest.mark.parametrize("asked", [["--expect", "a|b_*c* > old - 0.1"], ["--pair", "old", "a|b_*c*"]])
def test_a_question_about_a_run_without_a_labelled_document_is_an_error_in_the_words_of_check(here, capsys, asked):
    text = (here / "new.run").read_text()
    (here / "new.run").write_text(text.replace(" a ", " shop#a ").replace(" b ", " shop#b "))
    files = ["qrels.txt", "old.run", "new.run"]
    assert main(["check", *files, "--format", "tsv"]) == 1
    (row,) = [line.split("\t") for line in capsys.readouterr().out.splitlines() if "\tno-label\t" in line]
    assert main(["compare", *files, *asked]) == 3
    err = " ".join(capsys.readouterr().err.split())
    assert row[2] == "No labelled document is in 1 run"
    assert f"error: {row[2]}: its scores are all 0" in err
    assert "Ids in qrels: a Ids in runs: shop#a" in err
    assert row[5][1:] in err
    assert 'without "shop#", 2 of 2 ids in the runs are in the qrels' in row[5]
    assert main(["compare", *files]) == 0  # without a question it is warned of, beside the others


@pytest.mark.parametrize(("hits", "code"), [(lambda i: i not in (3, 7, 8), 4), (lambda i: i not in (3, 4), 4)])
def test_a_finding_of_check_fails_a_comparison_also_where_it_is_undecided(tmp_path, monkeypatch, capsys, hits, code):
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path, hits)
    lines = (tmp_path / "new.run").read_text().splitlines(keepends=True)
    (tmp_path / "new.run").write_text("".join(line for line in lines if not line.startswith("q05 ")))
    command = ["compare", "qrels.txt", "old.run", "new.run", "--rename", "new=mine", "--expect", "mine > old - 0.01"]
    assert main(command) == code
    assert main([*command, "--fail-on", "undecided"]) == code, "a finding of compare leaves the answer as it is"
    capsys.readouterr()
    assert main([*command, "--fail-on", "missing-queries"]) == 1
    assert "--fail-on missing-queries: mine: 1 labelled query unanswered" in capsys.readouterr().err


def test_a_league_finds_what_its_list_of_codes_says_and_no_more():
    rng = np.random.default_rng(1)
    table = rng.uniform(0, 1, (3, 12))
    table[2, 5] = np.nan
    league = compare(hand_scores(table), test="bootstrap", n_resamples=200)
    assert {finding.code for finding in league.result().findings} == set(decision.codes()["compare"])


def test_the_summary_says_the_exit_code_and_why_in_its_first_line(here, capsys):
    files = ["qrels.txt", "old.run", "new.run"]
    for order, code, why in (
        ("old > a|b_*c* - 0.1", 0, r"old is not worse than a\|b\_\*c\* by 0.1 or more"),
        ("a|b_*c* > old - 0.03", 1, r"a\|b\_\*c\* is worse than old by more than 0.03"),
    ):
        assert main(["compare", *files, "--expect", order, "--format", "markdown"]) == code
        first = capsys.readouterr().out.splitlines()[0]
        assert first.startswith(f"**Exit code {code}:** {why}")
    lines = (here / "old.run").read_text().splitlines(keepends=True)
    (here / "old.run").write_text("".join(line for line in lines if not line.startswith("q00 ")))
    for verb in ("check", "compare"):
        assert main([verb, *files, "--fail-on", "missing-queries", "--format", "markdown"]) == 1
        out = capsys.readouterr().out
        said = "**Exit code 1:** --fail-on missing-queries: old: 1 labelled query unanswered"
        assert out.splitlines()[0] == said
    assert "- Warning: old: 1 labelled query unanswered; each counts 0" in out
    assert main(["check", *files, "--format", "markdown", "--fail-on", "ties"]) == 0
    assert capsys.readouterr().out.startswith("**Exit code 0:** no error, and nothing that --fail-on names\n")


def test_a_summary_is_not_empty_where_a_file_can_not_be_read(here, capsys):
    (here / "new.run").write_text((here / "new.run").read_text() + "q00 Q0 a 1\n")
    files = ["qrels.txt", "old.run", "new.run"]
    assert main(["compare", *files, "--format", "markdown"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("**Exit code 3:** new.run has 1 problem")
    assert " 4 columns, expected 6" in out
    assert main(["compare", *files, "--format", "tsv"]) == 3
    assert capsys.readouterr().out == ""
    assert main(["compare", *files, "--format", "markdown", "-o", "new.md"]) == 3
    assert capsys.readouterr().out == ""
    assert not (here / "new.md").exists()
    assert main(["eval", "nothing.txt", "old.run", "--format", "markdown"]) == 3
    assert capsys.readouterr().out.startswith("**Exit code 3:** ")
