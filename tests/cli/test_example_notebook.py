"""The example notebook runs from its first cell to its last on a real kernel, and shows what its text says."""

from __future__ import annotations

import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "which-are-better.ipynb"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The notebook after running, and the seconds it took; the kernel's own files go to a temporary folder."""
    folder = tmp_path_factory.mktemp("kernel")
    book = nbformat.read(EXAMPLE, as_version=4)
    begun = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "TMPDIR"):
            (folder / variable).mkdir()
            patch.setenv(variable, str(folder / variable))
        patch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    return book, time.monotonic() - begun


def shown(book, start):
    """The outputs of the cell whose code begins so, by media type."""
    cell = next(c for c in book.cells if c.cell_type == "code" and c.source.startswith(start))
    out = {}
    for output in cell.outputs:
        out |= output.get("data", {})
        if output.output_type == "stream":
            out["stream"] = out.get("stream", "") + output.text
    return out


def test_it_is_kept_without_outputs_and_small():
    book = nbformat.read(EXAMPLE, as_version=4)
    nbformat.validate(book)
    assert all(not c.outputs and c.execution_count is None for c in book.cells if c.cell_type == "code")
    assert EXAMPLE.stat().st_size < 20_000


def test_every_cell_runs_and_nothing_is_said_on_standard_error(run):
    book, _ = run
    code = [c for c in book.cells if c.cell_type == "code"]
    assert all(c.execution_count for c in code)
    assert [o for c in code for o in c.outputs if o.output_type == "error" or o.get("name") == "stderr"] == []


def test_nouns_show_themselves_and_figures_are_drawn(run):
    book, _ = run
    for start, kind in (("import tempfile", "Qrels"), ("runs", "Runs"), ("scores =", "Scores")):
        assert f"<b>{kind}</b>" in shown(book, start)["text/html"]
    for start in ("irassay.check", "league =", "bounds =", "result ="):
        assert shown(book, start)["text/html"].startswith('<div class="irassay">')
    for start in ("figures =", 'figures["pairs"]'):
        assert "data:image/svg+xml;base64," in shown(book, start)["text/html"]
    assert len(nbformat.writes(book)) < 1_000_000


def test_what_it_says_is_what_is_found(run):
    book, _ = run
    assert "share the lead" in shown(book, "result =")["text/html"]
    assert "can't be told apart" in shown(book, "print(league")["stream"]
    assert "14 sheets" in shown(book, "result.write")["stream"]
    assert "is among the report's" in shown(book, "print(against_truth")["stream"]


def test_it_is_short(run):
    _, seconds = run
    assert seconds < 90  # on a machine that does other work; some ten seconds alone


def test_the_documentation_and_the_readme_lead_to_it():
    root = EXAMPLE.parents[2]
    assert "examples/which-are-better.ipynb" in (root / "docs" / "index.md").read_text()
    assert "docs/examples/which-are-better.ipynb" in (root / "README.md").read_text()
