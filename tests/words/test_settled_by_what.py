"""`Settled` has two meanings, by the queries and by the labels: help and documentation say which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from irassay.cli.options import every

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = re.compile(r"`[^`]*`|irassay\.settle|\bsettle\(", re.S)  # code: names are what they are


def unexplained(text: str) -> list[str]:
    """Paragraphs with the word that name neither queries nor labels."""
    prose = NAMES.sub("", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    return [
        p for p in re.split(r"\n\s*\n", prose) if re.search(r"\bsettle[ds]?\b", p) and not re.search("quer|label", p)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documentation_says_what_settles(page):
    assert unexplained(page.read_text(encoding="utf-8")) == []


def test_help_says_what_settles():
    assert [o.help for o in every().values() if "if it is settled" in o.help or unexplained(o.help)] == [
        o.help for o in every().values() if "(error, warning, undecided, note, settled)" in o.help
    ], "a level of findings, and nothing else"
