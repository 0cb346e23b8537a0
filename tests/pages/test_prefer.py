"""The page of preferences in a real browser: matrix, scatter and tables, on a phone and wide, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import irassay
from tests.pages.walk import walk
from tests.planted_preferences import planted


def test_preferences_can_be_read_by_anybody_with_and_without_scripts(browser: Any, tmp_path: Path) -> None:
    world = planted(1)
    result = irassay.prefer(world.judged, world.runs, world.labels, answers=world.best, seed=1)
    names = [figure.name for figure in result.figures]
    assert names == ["win-matrix", "leaderboards"]
    result.write(tmp_path / "prefer.html")
    assert walk(browser, tmp_path / "prefer.html", widths=(380,), schemes=("dark",)) == []
