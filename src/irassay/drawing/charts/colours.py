"""The palette and the style sheet of all marks. Blue stands for queries, ochre for labels, the rest is ink.

A test checks contrast ratios against the paper: at least 4.5 for text, at least 3 for marks without a direct label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "ink": "#15191e",
    "ink2": "#464e57",
    "ink3": "#626a73",
    "rule": "#c9ced4",
    "hair": "#e9ecef",
    "q": "#1b5e9b",
    "q2": "#6690ba",
    "qp": "#dfe8f1",
    "l": "#9a5200",
    "l1": "#c17306",
    "l2": "#edc286",
    "lb": "#edc286",  # a bar and its dark part, which is the darker in both themes
    "ld": "#9a5200",
    "lp": "#f7e8d0",
    "n": "#848d97",
    "g0": "#d3d7db",
    "err": "#b0241b",
}
DARK: Mapping[str, str] = {
    "paper": "#12161b",
    "ink": "#eef1f4",
    "ink2": "#b9c1ca",
    "ink3": "#96a0aa",
    "rule": "#414a54",
    "hair": "#242b33",
    "q": "#74b3ee",
    "q2": "#4d82b5",
    "qp": "#1d2f42",
    "l": "#f0a850",
    "l1": "#d08b2c",
    "l2": "#8a5f22",
    "lb": "#e3a453",
    "ld": "#94611f",
    "lp": "#46331a",
    "n": "#7a8590",
    "g0": "#4b545e",
    "err": "#ff8a80",
}
SANS = '-apple-system,BlinkMacSystemFont,"Segoe UI",Inter,Roboto,"Helvetica Neue",Arial,sans-serif'


def variables(tokens: Mapping[str, str]) -> str:
    """The palette as CSS variables."""
    return ";".join(f"--{name}:{value}" for name, value in tokens.items())


@cache
def marks() -> str:
    """The style sheet of all marks, with variables."""
    return (files("irassay.drawing") / "marks.css").read_text(encoding="utf-8")


def literal_marks(tokens: Mapping[str, str] = LIGHT) -> str:
    """The same style sheet with literal colours, for a standalone file: few programs but browsers know variables."""
    sheet = re.sub(r"calc\((\d+)px\*var\(--k,1\)\)", r"\1px", marks())
    sheet = sheet.replace("var(--sans)", SANS).replace("font-weight:680", "font-weight:700")  # others know hundreds
    return re.sub(r"var\(--([a-z0-9]+)\)", lambda m: tokens[m.group(1)], sheet)
