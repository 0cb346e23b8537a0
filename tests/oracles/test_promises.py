"""Sentences that promise a rate, and the simulations that hold them: the list in docs/simulations.md is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulations.page import PAGE, rows_of

SOURCE = Path(__file__).parents[2] / "src" / "irassay"
PROMISES = rows_of("promises")


def sections():
    """Heading -> its text, in docs/simulations.md."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def anchor(heading):
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


@pytest.fixture(scope="module")
def source():
    """All strings of the package, joined as Python joins neighbours and TOML joins lines."""
    code, catalogue = (
        "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob(f"*.{ending}")))
        for ending in ("py", "toml")
    )
    return re.sub(r'"\s*\n\s*f?"', "", code) + re.sub(r"\\\n\s*", "", catalogue)


@pytest.mark.parametrize("words", [row[0] for row in PROMISES])
def test_each_promise_is_a_sentence_of_the_package(source, words):
    assert words in source


def test_each_promise_names_a_section_with_a_command_and_a_table():
    there = sections()
    for *_, link in PROMISES:
        heading, place = re.fullmatch(r"\[(.+)\]\(#(.+)\)", link).groups()
        assert place == anchor(heading)
        assert re.search(r"^<!-- (?!end)", there[heading], flags=re.M), heading


def test_no_two_tables_have_one_name():
    names = re.findall(r"^<!-- (.+) -->$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    names = [name for name in names if name != "end"]
    assert len(names) == len(set(names))


def test_every_simulation_is_of_a_promise():
    named = {re.match(r"\[(.+)\]", link)[1] for *_, link in PROMISES}
    assert named == set(sections()) - {"Which sentence rests on which simulation"}
