"""The package is no larger than it may be: lines, sentences, rooms and the words of its pages."""

from __future__ import annotations

import ast

from tools import size


def test_nothing_grows_past_its_limit():
    sizes = size.source()
    grown = [f"{what}: {sizes[what]}, {most} at most" for what, most in size.MOST.items() if sizes[what] > most]
    assert grown == [], "take something away first: python -m tools.size"


def test_a_text_is_counted_once_and_a_docstring_not():
    """Counted by hand."""
    tree = ast.parse(
        '"""One two three four."""\nA = "one two three four"\nB = f"one {A} two {f(\'six more words here\')}"\n'
    )
    assert size.texts(tree) == ["one two three four", "one {} two {}"]
    assert [size.words(text) for text in size.texts(tree)] == [4, 4]
    assert len(size.docstrings(tree)) == 1
