"""Tables and paragraphs in Markdown, as a job summary or a pull request shows them. Names can't turn into markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import TextColumn

_RULES = {"left": ":---", "right": "---:", "centre": ":---:"}


def markdown_table(columns: Sequence[TextColumn], *, bold: Sequence[bool] = ()) -> str:
    """The columns of a text table as a table of GitHub's Markdown; names in rows of `bold` are set in bold."""
    heads = [f"{column.head} ({column.above.lower()})" if column.above else column.head for column in columns]
    lines = [_row(map(markdown, heads)), _row(_RULES[column.align] for column in columns)]
    cells = [[markdown(text.strip()) for text in column.cells] for column in columns]
    for column, texts in zip(columns, cells):
        if column.name and bold:
            texts[:] = [f"**{text}**" if strong else text for text, strong in zip(texts, bold, strict=True)]
    return "\n".join([*lines, *map(_row, zip(*cells))])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
