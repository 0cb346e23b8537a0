"""`-o` and the folders of charts and sheets: any place that can be written is, and one that can't is named at once."""

from __future__ import annotations

import os
import stat
import threading

import pytest

from irassay.cli.main import main


@pytest.fixture
def files(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 b 0\nq2 0 a 0\nq2 0 b 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 b 1 2 x\n")
    return [str(tmp_path / "qrels"), str(tmp_path / "run")]


def test_an_answer_goes_through_a_named_pipe(files, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    texts = []
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
    reader.start()
    assert main(["eval", *files, "-m", "P@1", "-o", str(pipe)]) == 0
    reader.join(30)
    assert main(["eval", *files, "-m", "P@1", "-o", str(tmp_path / "plain")]) == 0
    assert texts == [(tmp_path / "plain").read_text()]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert not (tmp_path / "pipe.provenance.json").exists()


@pytest.mark.parametrize("verb", ["eval", "compare", "check", "report", "track", "whatif"])
def test_a_device_is_written_to_and_nothing_stands_beside_it(files, tmp_path, verb):
    sink = tmp_path / ("sink.html" if verb in ("report", "track") else "sink")
    sink.symlink_to("/dev/null")
    assert main([verb, *files, *(["-m", "P@1"] if verb != "check" else []), "--quiet", "-o", str(sink)]) in (0, 1, 2)
    assert os.readlink(sink) == "/dev/null"
    assert {path.name for path in tmp_path.iterdir()} == {"qrels", "run", sink.name}


@pytest.mark.parametrize("verb", ["report", "track"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "no-folder/page.html"], 'no folder "no-folder" to write "page.html" in'),
        (["-o", "page.html", "--figures", "run"], '"run" is a file, expected a folder to write in'),
        (["-o", "page.html", "--sheets", "run"], '"run" is a file, expected a folder to write in'),
        (["-o", "page.html", "--figures", "/proc/figures"], "can't write /proc/figures"),
    ],
)
def test_a_place_that_can_not_be_written_is_named_before_the_work(
    files, tmp_path, monkeypatch, capsys, verb, options, message
):
    monkeypatch.chdir(tmp_path)
    assert main([verb, "no-such-qrels", "no-such-runs", *options]) in (2, 3)
    assert message in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"qrels", "run"}
