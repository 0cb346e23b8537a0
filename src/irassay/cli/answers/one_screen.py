"""An answer on a terminal of 80 x 24: the answer, tables cut to their edges, what else matters, what --all adds."""

from __future__ import annotations

from irassay.drawing.tables.text import TextColumn, filled, lines_of, rows_shown, with_gaps
from irassay.messages import plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irassay.drawing.terminal import Screen
    from irassay.result import Result, Table

    Part = tuple[str, list[TextColumn], Sequence[int]]  # a table: title or "", columns, the rows that come first

LINES = 21  # of a terminal, but the time that it took, the next command and the prompt
MOST_ROWS, LEAST_ROWS = 12, 3
MOST_CAUTIONS = 2
MORE = "--all has the rest."
TO_A_FILE = "-o FILE writes all of it, --all prints it."


def print_answer(
    screen: Screen,
    answer: str,
    tables: Sequence[Part] = (),
    *,
    sentences: Sequence[str] = (),
    cautions: Sequence[str] = (),
    more: str = MORE,
) -> None:
    """The answer, as much of the tables as fits, sentences, the first cautions, and what has the rest."""
    lead, rest = filled(visible(answer), screen.prose), filled(more, screen.prose)
    below = [filled(visible(text), screen.prose) for text in sentences if text]
    below += [caution(text, screen) for text in first_warnings(filter(None, cautions))]
    print_bold(answer, screen)
    room = LINES - screen.lines_beside - sum(1 + text.count("\n") for text in (lead, rest, *below)) - bool(below)
    fitting = tables[: max(1, (room - 1) // (LEAST_ROWS + 3))]
    n_columns, n_tables = _print_tables(fitting, room - 1, screen), len(tables) - len(fitting)
    left_out = [plural(n, what) for n, what in ((n_columns, "column"), (n_tables, "table")) if n]
    if left_out:
        below.append(f"{' and '.join(left_out)} left out.")
    if below:
        screen.result()
        screen.result("\n".join(below))
    if rest:
        screen.explain(rest)


def table_text(columns: Sequence[TextColumn], screen: Screen) -> str:
    """A whole table, in as many blocks as the screen is narrow."""
    return "\n".join(line for block in lines_of(columns, screen.width) for line in block)


def print_table(title: str, columns: Sequence[TextColumn], screen: Screen) -> None:
    """A whole table below its title."""
    screen.result("\n" + screen.style(title, "bold"))
    screen.result(table_text(columns, screen))


def lines_part(lines: Sequence[str]) -> list[Part]:
    """The lines that a file would get as a table; none without lines."""
    rows = [TextColumn("", [line.rstrip("\n").replace("\t", "  ") for line in lines], name=True)]
    return [("", rows, ())] if lines else []


def columns_of(table: Table, names: Sequence[str] = ()) -> list[TextColumn]:
    """A table's columns as text: those of these names, or all."""
    from irassay.cli.result_files import plain
    from irassay.drawing.tables.formats import cell_text, heading, is_numeric

    return [
        TextColumn(
            heading(one),
            [cell_text(plain(value), digits=one.digits, unit=one.unit) for value in one.values],
            align="right" if is_numeric(one.values) else "left",
            name=not is_numeric(one.values),
        )
        for one in (map(table.column, names) if names else table.columns)
    ]


def cautions_of(result: Result) -> list[str]:
    """The warnings among the findings."""
    return [finding.text for finding in result.findings if finding.level == "warning"]


def print_bold(text: str, screen: Screen) -> None:
    """A paragraph in bold."""
    screen.result("\n".join(screen.style(line, "bold") for line in filled(visible(text), screen.prose).split("\n")))


def caution(text: str, screen: Screen) -> str:
    """What could change the answer, after its mark."""
    return "▲ " + filled(visible(text), screen.prose, indent=2, first=2).lstrip()


def first_warnings(texts: Iterable[str], most: int = MOST_CAUTIONS) -> list[str]:
    """The first warnings, each once, and how many more --all has."""
    every = [*dict.fromkeys(texts)]
    more = len(every) - most
    return [*every[:most], f"{plural(more, 'more warning')}: --all"] if more > 0 else every


def _print_tables(tables: Sequence[Part], room: int, screen: Screen) -> int:
    """Print the rows and the columns of each table that `room` lines hold; the number of columns left out."""
    left_out = 0
    for i, (title, columns, first) in enumerate(tables):
        share = room // (len(tables) - i)
        heads = 2 + any(column.above for column in columns)  # with the blank line before it
        blocks = len(lines_of(columns, screen.width))
        fitting = max(1, min(blocks, (share - bool(title)) // (heads + LEAST_ROWS)))
        most = max(LEAST_ROWS, min(MOST_ROWS, (share - bool(title)) // fitting - heads))
        n = len(columns[0].cells)
        with_gaps(columns, rows_shown(first, n, most), n)
        shown = lines_of(columns, screen.width)[:fitting]
        while len(columns) > 1 and len(lines_of(columns, screen.width)) > fitting:
            columns.pop()
            left_out += 1
        screen.result()
        if title:
            print_bold(title, screen)
        for place, block in enumerate(shown):
            if place:
                screen.result()
            screen.result(
                "\n".join([*(screen.style(line, "bold") for line in block[: heads - 1] if line), *block[heads - 1 :]])
            )
        room -= bool(title) + sum(1 + len(block) for block in shown)
    return left_out
