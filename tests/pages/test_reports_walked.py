"""The reports of the documentation, walked through as their readers do. `make pictures` does it at every width."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.pages.walk import walk

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    spec = importlib.util.spec_from_file_location("docs_reports", ROOT / "docs" / "reports.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages: dict[str, Path] = module.written(tmp_path_factory.mktemp("reports"), ["demo", "two", "small-track"])
    return pages


@pytest.mark.parametrize(
    ("name", "width", "scheme"), [("demo", 1100, "light"), ("two", 390, "dark"), ("small-track", 390, "light")]
)
def test_a_report_can_be_read_by_anybody_with_and_without_scripts(
    browser: Any, reports: dict[str, Path], name: str, width: int, scheme: str
) -> None:
    assert walk(browser, reports[name], widths=(width,), schemes=(scheme,)) == []
