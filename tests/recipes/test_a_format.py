"""A format is one module and its name in the list of its folder: then it is told, read, written and listed."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from irassay.cli.main import main
from irassay.collection import Qrels
from irassay.errors import UsageError
from irassay.formats import detection, labels, read_qrels, registry, write_qrels

MODULE = '''
"""Labels as sentences: ``d1 is 2 for q1``."""

from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.sources.lines import lines


def looks_like(head):
    return CERTAIN if head.cells[1:2] == ["is"] and head.cells[3:4] == ["for"] else NO


def read(path, *, scale=None):
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        doc, _, grade, _, query = line.split()
        rows.add(number, query, doc, grade)
    return rows.finish()


def write(sheet):
    for query, docs in sheet.tree.items():
        for doc, grade in docs.items():
            yield f"{doc} is {grade} for {query}\\n"


FORMAT = LabelFormat(
    name="said-aloud",
    line="`document is grade for query`",
    holds="ids without white space",
    detected_by="the words `is` and `for`",
    looks_like=looks_like,
    suffixes=(".said",),
    content="text",
    misplaced="",
    ids="words",
    keeps=(),
    read=read,
    write=write,
)
BY_NAME = {FORMAT.name: FORMAT}
'''
TREE = {"q1": {"d1": 2, "d2": 0}}


@pytest.fixture
def said_aloud(tmp_path, monkeypatch):
    """The recipe: a module in the folder, a line in its table."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "said_aloud.py").write_text(MODULE)
    monkeypatch.setattr(labels, "__path__", [*labels.__path__, str(folder)])
    monkeypatch.setattr(labels, "FORMATS", {**labels.FORMATS, "said-aloud": "said_aloud"})
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("irassay.formats.labels.said_aloud", None)
    if hasattr(labels, "said_aloud"):
        del labels.said_aloud


def grades(qrels):
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


@pytest.mark.usefixtures("said_aloud")
def test_it_is_written_told_and_read():
    write_qrels(Qrels.from_dict(TREE), "labels", output_format="said-aloud")
    assert Path("labels").read_text() == "d1 is 2 for q1\nd2 is 0 for q1\n"
    assert detection.label_format(Path("labels").read_bytes(), source="labels") == "said-aloud"
    assert detection.kinds_in("labels") == ("labels",)
    assert grades(read_qrels("labels")) == grades(read_qrels("labels", input_format="said-aloud")) == TREE


@pytest.mark.usefixtures("said_aloud")
def test_its_suffix_chooses_it_and_its_ids_and_losses_are_minded():
    with pytest.warns(UserWarning, match="1 stratum of labels left out: said-aloud has no place for them"):
        write_qrels(Qrels.from_dict(TREE, strata={"q1": {"d1": "a"}}), "labels.said")
    assert Path("labels.said").read_text().startswith("d1 is 2")
    with pytest.raises(Exception, match="1 query id can't stand in said-aloud, which allows no white space"):
        write_qrels(Qrels.from_dict({"red shoes": {"d1": 1}}), "labels.said")


@pytest.mark.usefixtures("said_aloud")
def test_the_command_line_offers_it(capsys):
    Path("qrels").write_text("q1 0 d1 2\nq1 0 d2 0\n")
    Path("run").write_text("q1 Q0 d1 1 2 mine\n")
    assert main(["convert", "qrels", "--to", "said-aloud", "-o", "labels"]) == 0
    assert main(["convert", "labels", "--to", "trec"]) == 0
    assert capsys.readouterr().out == "q1 0 d1 2\nq1 0 d2 0\n"
    assert main(["eval", "labels", "run", "-m", "P@1", "--input-format", "said-aloud"]) == 0
    assert capsys.readouterr().out == "mine\tall\tP@1\t1.0\n"
    assert main(["convert", "qrels", "--to", "said-alout"]) == 2
    assert "did you mean said-aloud?" in capsys.readouterr().err
    assert main(["eval", "labels", "run", "--input-format", "word"]) == 2
    assert ", said-aloud, " in capsys.readouterr().err


@pytest.mark.usefixtures("said_aloud")
def test_lists_of_formats_and_the_documentation_have_it():
    for names in (registry.readable, registry.writable):
        assert [kind for kind in registry.KINDS if "said-aloud" in names(kind)] == ["labels"]
    with pytest.raises(UsageError, match="ranx-parquet, said-aloud"):
        read_qrels("labels", input_format="word")
    page = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "build.py"))["formats"]()
    row = "| `said-aloud` | `document is grade for query` | ids without white space |"
    assert row + " the words `is` and `for` | read, written |" in page


def test_a_format_that_leaves_something_unsaid_does_not_load():
    with pytest.raises(TypeError, match=r"LabelFormat leaves line, holds, .* unsaid"):
        labels.LabelFormat(name="half")  # type: ignore[call-arg]


def test_what_is_told_for_certain_loads_no_other_format(tmp_path):
    import subprocess

    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    (tmp_path / "run").write_text("q1 Q0 d1 1 2 mine\n")
    code = (
        "import sys; from irassay.cli.main import main; main(['eval', 'qrels', 'run', '-m', 'P@1']);"
        "kinds = ('irassay.formats.labels.', 'irassay.formats.runs.');"
        "print(sorted(name[16:] for name in sys.modules if name.startswith(kinds)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "['labels.trec', 'runs.trec']"
