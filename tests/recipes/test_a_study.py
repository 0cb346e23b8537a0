"""The recipe for a study: a folder that returns a Result, and a verb that asks for it. Pages and JSON follow."""

from __future__ import annotations

import sys

import pytest

import irassay.studies
from irassay.cli import verb_list, verbs
from irassay.cli.main import main
from irassay.result import Result

STUDY = '''
"""How many documents each run returns."""

from irassay.formats import read_runs
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Result, Section, Table


def lengths(runs):
    """A Result with one section."""
    runs = read_runs(runs)
    counts = [sum(len(runs.ranking(system, query)) for query in runs.queries) for system in runs.systems]
    table = Table("lengths", "Documents of each run", [Column("system", runs.systems), Column("documents", counts)])
    longest = max(counts)
    finding = Finding("longest", "note", "none", f"The longest run returns {longest} documents.", {"longest": longest})
    provenance = Provenance(inputs={}, options={}, seed=0, versions=versions(), signatures=[])
    section = Section("lengths", "How long the runs are", [finding, table])
    return Result("Runs differ in length.", "", [section], provenance, study="lengths")
'''
VERB = '''
"""`irassay lengths`: how long the runs are."""

def run(args):
    """Write the page."""
    from irassay.studies.lengths import lengths

    result = lengths(args.runs)
    WRITE
    args.screen.result(result.title)
    return 0
'''
HELP = """
about = "{line}."
options = ["runs", "output"]
examples = ["irassay lengths runs/ -o lengths.html"]
"""


@pytest.fixture
def lengths(tmp_path, monkeypatch):
    """The folder, the verb's file, and its line."""
    (tmp_path / "studies" / "lengths").mkdir(parents=True)
    (tmp_path / "studies" / "lengths" / "__init__.py").write_text(STUDY)
    (tmp_path / "verbs").mkdir()
    (tmp_path / "verbs" / "lengths.py").write_text(VERB.replace("WRITE", "result.write(args.output)"))
    (tmp_path / "verbs" / "lengths.toml").write_text(HELP)
    monkeypatch.setattr(irassay.studies, "__path__", [*irassay.studies.__path__, str(tmp_path / "studies")])
    monkeypatch.setattr(verbs, "__path__", [*verbs.__path__, str(tmp_path / "verbs")])
    monkeypatch.setattr(verb_list, "GROUPS", verb_list.GROUPS | {"Play": {"lengths": "how long the runs are"}})
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 2.0 a\nq1 Q0 d2 2 1.0 a\n")
    monkeypatch.chdir(tmp_path)
    yield
    for name in ("studies", "cli.verbs"):
        sys.modules.pop(f"irassay.{name}.lengths", None)


@pytest.mark.usefixtures("lengths")
def test_its_verb_writes_a_page_with_its_sections(tmp_path, capsys):
    assert main(["lengths", "a.run", "-o", "page.html"]) == 0
    assert "Runs differ in length." in capsys.readouterr().out
    page = (tmp_path / "page.html").read_text()
    assert "How long the runs are" in page
    assert "The longest run returns 2 documents." in page


@pytest.mark.usefixtures("lengths")
def test_its_json_is_read_back(tmp_path):
    assert main(["lengths", "a.run", "-o", "page.json"]) == 0
    again = Result.from_json((tmp_path / "page.json").read_text())
    assert again.study == "lengths"
    assert again.tables[0].column("documents").values == (2,)
