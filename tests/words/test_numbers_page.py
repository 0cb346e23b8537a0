"""The page of what the numbers mean names the measures that a property holds for: those whose definitions state it."""

from __future__ import annotations

from pathlib import Path

import pytest

from irassay.measures import DEFINITIONS
from irassay.messages import listed

PAGE = " ".join((Path(__file__).parent.parent.parent / "docs" / "numbers.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("They are exact for single scores of {}.", lambda bounds: True),
        ("{} are exact expectations", lambda bounds: bounds.expected_exactly),
        ("This is proved, for {};", lambda bounds: bounds.floor != "none"),
        ("for {} so many labels can do it", lambda bounds: bounds.floor == "exact"),
    ],
)
def test_the_page_names_the_measures_whose_definitions_say_so(sentence, holds):
    bounded = {name: d.traits.bounds for name, d in DEFINITIONS.items() if d.traits.bounds is not None}
    names = [name for name, bounds in bounded.items() if holds(bounds)]
    assert sentence.format(listed(names, len(names))) in PAGE
