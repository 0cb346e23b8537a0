"""`irassay check`: layout, streams and exit codes."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main

QRELS = "".join(f"q{i} 0 d{j} {(i + j) % 2}\n" for i in range(12) for j in range(12))
RUN = "".join(f"q{i} Q0 d{(j * 5 + i) % 12} {j + 1} {12 - j} mine\n" for i in range(12) for j in range(12))


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "half").write_text("".join(line + "\n" for line in RUN.splitlines() if line.startswith("q1")))
    (tmp_path / "extra").write_text(RUN + "q99 Q0 d1 1 1 mine\n")
    (tmp_path / "other").write_text(RUN.replace(" d", " clueweb09-en0000-00-0000"))
    return tmp_path


def checked(capsys, *words):
    code = main(["check", "qrels", *words, "--format", "table"])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out


def test_good_files_begin_with_the_verdict(files, capsys):
    code, out = checked(capsys, "run")
    assert code == 0
    assert out.splitlines()[0].startswith("These files belong together. ")
    assert out.splitlines()[0].endswith(" checks passed.")
    assert out.splitlines()[1:] == ["1 run, 12 labelled queries, 144 labels, grades 0 to 1"]
    assert checked(capsys, "run", "--all")[1].splitlines()[0] == out.splitlines()[0]


def test_a_note_alone_is_shown_and_counted(files, capsys):
    code, out = checked(capsys, "extra")
    assert code == 0
    assert "· note     Runs answer 13 queries; 1 has no labels\n  where    q99\n  effect   none: means" in out
    assert out.splitlines()[0].endswith(" checks passed, 1 note.")
    assert out.splitlines()[-1] == "irassay explain extra-queries says more."


def test_a_warning_hides_the_notes_until_asked(files, capsys):
    code, out = checked(capsys, "half", "extra")
    assert code == 0
    assert "▲ warning  half: 9 labelled queries unanswered\n  where    q0, q2, q3 and 6 more\n" in out
    assert "· note" not in out
    assert "--all shows the notes." in out
    assert "· note     Runs answer 13 queries" in checked(capsys, "half", "extra", "--all")[1]


def test_scores_read_as_32_bit_floats_are_in_the_means_and_no_warning_asks_for_what_was_given(files, capsys):
    """The oracle: to q0, whose relevant document is first by 1e-12, a float32 gives the order of ids: P@1 0, not 1."""
    near = "q0 Q0 d1 1 1.000000000001 near\nq0 Q0 d2 2 1 near\n"
    (files / "near").write_text(near + "".join(f"q{i} Q0 d{i % 2} 1 1 near\n" for i in range(1, 12)))
    asked = ("near", "run", "--all", "-m", "P@1")
    plain, single = checked(capsys, *asked)[1], checked(capsys, *asked, "--ties", "float32")[1]
    assert "1 run changes if scores are read as 32-bit floats" in plain
    assert "to match numbers printed by trec_eval 9: --ties float32" in " ".join(plain.split())
    assert "32-bit floats" not in single.replace("Scores are read as 32-bit floats.", "")
    (row,) = (line.split() for line in single.splitlines() if line.startswith("near"))
    from irassay import evaluate_files

    assert float(row[4]) == pytest.approx(
        evaluate_files("qrels", "near", ["P@1"], ties="float32").summary[0, 0, 0], abs=5e-5
    )
    assert len(row) == 6, "no column says what 32-bit floats would change"
    assert main(["report", "qrels", "near", "run", "-m", "P@1", "--ties", "float32", "-o", "report.json"]) == 0
    page = json.loads((files / "report.json").read_text())
    of_files = next(section for section in page["sections"] if section["name"] == "files")
    assert "read as 32-bit floats" not in json.dumps(of_files)
    named = ("compare", "qrels", "near", "run", "-m", "P@1", "--fail-on", "float32")
    assert (main([*named]), main([*named, "--ties", "float32"]), main([*named, "--compat", "trec_eval-9"])) == (1, 0, 0)


def test_all_has_a_line_for_each_run(files, capsys):
    _, out = checked(capsys, "half", "extra", "--all", "-m", "P@5")
    lines = out.splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("System"))
    assert lines[head].split() == ["System", "Queries", "Labelled", "Tied", "P@5", "Ties", "move", "32-bit"]
    assert [line.split()[:2] for line in lines[head + 1 : head + 3]] == [["half", "3"], ["extra", "12"]]
    assert "Ties move: the most that another order of equal scores changes the mean." in " ".join(lines)


def test_a_mix_up_is_an_error_and_exit_1(files, capsys):
    code, out = checked(capsys, "other")
    assert code == 1
    assert "✗ error    No labelled document is in any run\n  where    1 of 1 run. Ids in qrels: d0\n" in out
    assert "           Ids in runs: clueweb09-en0000-00-0000" in out
    assert out.splitlines()[0].startswith("These files do not belong together. 1 error")
    assert "The run is not comparable as it is. --all says why." in out


def test_fail_on_names_a_level_or_a_code(files, capsys):
    assert main(["check", "qrels", "half", "--fail-on", "warning"]) == 1
    assert main(["check", "qrels", "half", "--fail-on", "missing-queries"]) == 1
    assert main(["check", "qrels", "half", "--fail-on", "ties"]) == 0
    capsys.readouterr()


def test_lines_that_cant_be_used_are_findings_and_not_exit_3(files, capsys):
    (files / "bad").write_text(RUN + "q1 Q0 d1 1 nan mine\n")
    code, out = checked(capsys, "bad")
    assert code == 1
    assert "✗ error    1 line has nan for a score" in out
    assert "bad:145  score is missing (empty, null or NaN), expected a number" in out


def test_what_cant_be_opened_is_exit_3(files, capsys):
    assert main(["check", "qrels", "absent"]) == 3
    (files / "cut.gz").write_bytes(b"\x1f\x8b\x08\x00\x00")
    assert main(["check", "qrels", "cut.gz"]) == 3
    assert "cut short" in capsys.readouterr().err


@pytest.mark.parametrize("width", ["40", "80", "160"])
def test_no_line_is_wider_than_the_screen(files, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    for runs in (["run"], ["half", "extra"], ["other"]):
        _, out = checked(capsys, *runs, "--all", "-m", "nDCG@10", "-m", "AP")
        assert all(len(line) <= min(80, int(width)) for line in out.splitlines()), max(out.splitlines(), key=len)


def test_piped_it_is_one_line_a_finding(files, capsys):
    assert main(["check", "qrels", "half", "extra"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("warning\tmissing-queries\thalf: 9 labelled queries unanswered\t")
    assert all(line.count("\t") == 5 for line in lines)


def test_json_is_the_whole_result(files, capsys):
    assert main(["check", "qrels", "half", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["format"] == "irassay.result/1"
    assert result["title"] == "These files belong together, with a reservation about the run."


def test_a_hostile_name_is_spelled_out(files, capsys):
    (files / "evil").write_text(RUN.replace("mine", "\x1b[31mred").replace("q1 Q0", "q1 Q0", 1))
    _, out = checked(capsys, "evil", "half", "--all")
    assert "\x1b" not in out


def test_labels_and_runs_in_each_others_place_are_a_finding_as_the_help_says(files, capsys):
    assert main(["check", "run", "qrels"]) == 1
    assert "give the qrels first, then the runs" in capsys.readouterr().out
    assert main(["eval", "run", "qrels"]) == 3
    assert main(["check", "qrels", "absent"]) == 3
    capsys.readouterr()
    assert main(["check", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Exit code 1: something is wrong, such as labels and runs in each other's place" in said
