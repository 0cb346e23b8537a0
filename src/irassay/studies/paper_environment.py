"""The table environment of a paper: packages that it needs, caption, label, rules. Its cells are LaTeX already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from irassay.drawing.tables.formats import BOOKTABS
from irassay.messages.said import Room

PAPER = Room("paper")
Across: TypeAlias = Literal["column", "page"]
ENVIRONMENTS: Mapping[Across, str] = {"column": "table", "page": "table*"}


def table(
    caption: str,
    spec: str,
    heads: Sequence[str],
    body: Sequence[str],
    *,
    label: str,
    over: Sequence[str] = (),
    across: Across = "column",
) -> str:
    """A table environment; each line of the body ends itself. `label` becomes letters, digits and hyphens."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in label.lower())
    name = "-".join(part for part in plain.split("-") if part)
    environment = ENVIRONMENTS[across]
    lines = [BOOKTABS, rf"\begin{{{environment}}}", rf"\caption{{{caption}}}", rf"\label{{tab:{name}}}"]
    lines.append(rf"\begin{{tabular}}{{{spec}}}")
    lines += [r"\toprule", *over, " & ".join(heads) + r" \\", r"\midrule", *body, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*lines, rf"\end{{{environment}}}"])
