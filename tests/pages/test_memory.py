"""Pages about leaked documents in a real browser: readable by anybody, a point a topic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irassay.leakage import memory
from irassay.provenance import Provenance
from irassay.studies.memorisation import memorisation_of
from irassay.studies.memorisation.remembered import Remembered
from tests.leakage.test_memorisation_tables import values
from tests.leakage.test_memory import LEAKS, TOPICS, runs, world
from tests.pages.walk import walk


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng, folder = np.random.default_rng(1), tmp_path_factory.mktemp("page")
    with_, without = (runs([world(rng, pull=pull) for _ in range(3)]) for pull in (1.0, 0.0))
    Remembered(memory(LEAKS, with_, without), Provenance()).result().write(folder / "memory.html")
    leaked = {"c": [f"t{i}" for i in range(10)]}
    memorisation_of(values(rng, gain={"test": 1.0}), leaked=leaked).write(folder / "tables.html")
    return folder


@pytest.mark.parametrize("page", ["memory.html", "tables.html"])
def test_they_can_be_read_by_anybody_with_and_without_scripts(browser: Any, written: Path, page: str) -> None:
    assert walk(browser, written / page, widths=(390,), schemes=("dark",)) == []


def test_the_figure_has_a_point_for_each_topic(browser: Any, written: Path) -> None:
    tab = browser.new_page(viewport={"width": 1200, "height": 900})
    tab.goto((written / "memory.html").as_uri())
    assert tab.locator("#answer figure svg:visible circle").count() == len(TOPICS)
    tab.close()
