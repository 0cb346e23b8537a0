"""Escaping of text for each output language: HTML and SVG, LaTeX, Markdown, spreadsheet cells.

Names, queries and notes come from files, and each passes through this module exactly once.
"""

from __future__ import annotations

import html
import re

from irassay.messages.names import as_cell

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": r"$-$",
    "–": "--",
    "…": r"\ldots{}",
}

_MARKDOWN = frozenset("\\`*_[]<>|~$&")

# Control characters but tab and line feed, what turns the direction of text, halves of pairs, and no characters at all.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def visible(text: object) -> str:
    r"""Text with invisible characters, of control or of the direction of text, spelled out: a bell is ``\x07``."""
    return _INVISIBLE.sub(lambda c: f"\\x{ord(c[0]):02x}" if ord(c[0]) < 256 else f"\\u{ord(c[0]):04x}", str(text))


def markup(text: object) -> str:
    """Text for an element or a quoted attribute of HTML or SVG."""
    return html.escape(visible(text), quote=True)


def latex(text: object) -> str:
    """Text for a LaTeX paragraph or cell."""
    return "".join(_LATEX.get(c, c) for c in visible(text).replace("\n", " "))


def markdown(text: object) -> str:
    """Text for a paragraph or a cell of Markdown: nothing in it is markup, a link, or the end of a cell."""
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in " ".join(visible(text).split()))


def cell(text: object) -> str:
    """Text for a spreadsheet cell; text that would run as a formula gets a leading apostrophe."""
    return as_cell(visible(text))
