"""The package is no larger than it may be: lines, sentences, rooms, the words of its pages, and each function."""

from __future__ import annotations

import ast
import re

from tools import size

LINES_OF_A_FUNCTION = 50


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


def lines_of(function):
    """Lines of the body, without the docstring."""
    first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
    return function.end_lineno - first.lineno + 1


def test_the_functions_that_are_too_long_are_those_the_style_guide_names():
    too_long = [
        f"{path.relative_to(size.SOURCE).as_posix()}: {node.name}"
        for path, tree in size.trees()
        for node in size.nodes(tree)
        if isinstance(node, ast.FunctionDef) and lines_of(node) > LINES_OF_A_FUNCTION
    ]
    guide = (size.ROOT / "STYLE.md").read_text(encoding="utf-8").partition("## Known violations")[2]
    assert re.findall(r"^- `(.+: .+)`$", guide, re.M) == too_long
