"""`irassay report --since`: a saved report is held against new files, and what can't be is refused with what to do."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.provenance import VERSION


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("since")
    queries = [f"q{i}" for i in range(8)]
    (folder / "qrels.txt").write_text("".join(f"{q} 0 d{j} {int(j < 2)}\n" for q in queries for j in range(5)))
    for name, first in (("old", 1), ("new", 0), ("third", 2)):
        ranked = [f"d{(first + j) % 5}" for j in range(5)]
        lines = [f"{q} Q0 {doc} {r + 1} {5 - r} {name}\n" for q in queries for r, doc in enumerate(ranked)]
        (folder / f"{name}.run").write_text("".join(lines))
    words = ["report", str(folder / "qrels.txt"), str(folder / "old.run"), str(folder / "new.run")]
    assert main([*words, "-o", str(folder / "before.json"), "--quiet"]) == 0
    return folder


def asked(folder, *words, to="now.txt"):
    runs = [str(folder / f"{name}.run") for name in ("old", "new", "third")]
    return main(["report", str(folder / "qrels.txt"), *runs, "-o", str(folder / to), "--quiet", *words])


def test_a_saved_report_is_held_against_more_runs(files):
    assert asked(files, "--since", str(files / "before.json")) == 0
    said = " ".join((files / "now.txt").read_text().split())
    assert "SINCE THE EARLIER RESULT Compared with before.json: 1 run joined; the labels are the same." in said
    assert "runs 2 3 joined: third" in said
    assert f"--since {files / 'before.json'}" in said


def test_the_saved_form_holds_digests_and_the_page_the_section(files):
    held = json.loads((files / "before.json").read_text())["provenance"]
    assert set(held["systems"]) == {"old", "new"}
    assert held["systems"]["old"]["file"].endswith("old.run")
    assert held["labels"]["q0"][0] == 5
    assert asked(files, "--since", str(files / "before.json"), to="now.html") == 0
    page = (files / "now.html").read_text()
    assert '<section id="since"' in page
    assert held["systems"]["old"]["scores"] not in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file or directory; expected what irassay report"),
        ("not json", "not a saved result"),
        ('{"format": "irassay.result/9"}', 'of the format "irassay.result/9", expected irassay.result/1'),
        ('{"format": "irassay.result/1"}', "without sections"),
        ('["a"]', "expected irassay.result/1"),
    ],
)
def test_what_is_no_saved_report_is_refused(files, tmp_path, capsys, content, said):
    path = tmp_path / "earlier.json"
    if content is not None:
        path.write_text(content)
    assert asked(files, "--since", str(path)) == 3
    assert said in capsys.readouterr().err


def test_a_report_without_a_verdict_is_refused(files, tmp_path, capsys):
    held = json.loads((files / "before.json").read_text())
    del held["verdicts"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(held))
    assert asked(files, "--since", str(path)) == 3
    assert 'old.json" carries no verdict (irassay.verdict/1): make it again' in " ".join(
        capsys.readouterr().err.split()
    )


def test_a_report_whose_verdict_is_of_a_newer_form_is_refused(files, tmp_path, capsys):
    held = json.loads((files / "before.json").read_text())
    held["verdicts"][0] |= {"format": "irassay.verdict/2", "version": "7.0"}
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(held))
    assert asked(files, "--since", str(path)) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert f'"irassay.verdict/2", written by irassay "7.0", but irassay {VERSION} reads irassay.verdict/1' in said
    assert "load it with the version that wrote it, or make it again with this one" in said


def test_another_measure_is_refused_with_what_to_do(files, capsys):
    assert asked(files, "--since", str(files / "before.json"), "-m", "P@2") == 2
    assert "is about nDCG@10, this report about P@2: give -m 'nDCG@10' first" in capsys.readouterr().err


def test_the_earlier_report_is_never_written_over(files, capsys):
    before = (files / "before.json").read_bytes()
    assert asked(files, "--since", str(files / "before.json"), to="before.json") == 2
    assert (files / "before.json").read_bytes() == before
