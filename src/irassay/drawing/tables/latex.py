"""A Table as a LaTeX table with booktabs rules; every cell escaped."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.drawing.escape import latex
from irassay.drawing.tables.cells import cell_text, heading, is_numeric
from irassay.messages import IN_LATEX
from irassay.result import Table

PAGE = 45  # most rows on a page of a paper
BOOKTABS = r"% needs \usepackage{booktabs}"
LONG = r"% needs \usepackage{booktabs,longtable}"


def table_latex(table: Table) -> str:
    """The table as LaTeX, for a paper that loads booktabs; a table longer than a page needs longtable as well."""
    columns = table.columns
    spec = "".join("r" if is_numeric(c.values) else "l" for c in columns)
    title = f"{table.title.rstrip('.')}. {table.note}" if table.note else table.title
    caption = rf"\caption{{{latex(title)}}}"
    label = rf"\label{{tab:{table.name}}}"
    head = [r"\toprule", _row(map(heading, columns)), r"\midrule"]
    rows = [
        _row(cell_text(c.values[i], digits=c.digits, unit=c.unit, p_steps=IN_LATEX) for c in columns)
        for i in range(len(table))
    ]
    if len(table) > PAGE:
        lines = [LONG, rf"\begin{{longtable}}{{{spec}}}", rf"{caption}{label} \\", *head, r"\endfirsthead", *head]
        return "\n".join([*lines, r"\endhead", r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}", ""])
    lines = [BOOKTABS, r"\begin{table}", caption, label, rf"\begin{{tabular}}{{{spec}}}", *head, *rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _row(cells: Iterable[str]) -> str:
    return " & ".join(latex(c) for c in cells) + r" \\"
