"""The answer of `irassay prefer` for a person: who wins against whom on one screen, or everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.cli.answers.one_screen import print_answer
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.messages import DASH, number, p_value, percent, plural, visible
from irassay.studies.prefer import words
from irassay.studies.prefer.sections import wins_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.drawing.terminal import Screen
    from irassay.studies.prefer import Preferred

SHOWN = 20  # rows of a table under --all
MORE = "--all explains the test. -o prefer.tsv has every pair."


def print_screen(of: Preferred, screen: Screen) -> None:
    """The answer, the edges of both tables, how many pairs were judged, and what is not counted."""
    ratios = of.ratios
    tables = [(words.WINS_TITLE, _systems(of), ()), (words.PAIRS_TITLE, _pairs(of), ())] if ratios.n_shown else []
    doubts = [f.text for f in of.result().findings if f.code in ("not-judged", "not-retrieved")]
    judged = [words.leaders(ratios), words.compared(ratios) if ratios.n_shown < ratios.n_cells else ""]
    print_answer(screen, words.title(of), tables, sentences=judged, cautions=doubts, more=MORE)


def print_preferred(of: Preferred, screen: Screen) -> None:
    """The systems, the pairs of them that are compared, the sentences, the headline."""
    result = of.result()
    screen.result(", ".join(result.facts))
    if of.ratios.n_shown:
        _print(_systems(of, SHOWN), words.WINS_TITLE, screen)
        _print(_pairs(of, SHOWN), words.PAIRS_TITLE, screen)
        if of.ratios.n_shown > SHOWN:
            screen.result(f"and {plural(of.ratios.n_shown - SHOWN, 'more pair')}; -o ratios.tsv writes all")
    for finding in result.findings:
        screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))


def _print(columns: list[TextColumn], title: str, screen: Screen) -> None:
    screen.result("\n" + screen.style(title, "bold"))
    for block in lines_of(columns, screen.width):
        screen.result("\n".join(block))


def _systems(of: Preferred, most: int | None = None) -> list[TextColumn]:
    table = wins_table(of.ratios)
    rows = [i for i, n in enumerate(table.column("compared").values) if n][:most]

    def cells(name: str) -> list[str]:
        values = table.column(name).values
        return [visible(str(values[i])) for i in rows]

    return [
        TextColumn("system", cells("system")),
        TextColumn("compared", cells("compared")),
        TextColumn("wins", cells("wins")),
        TextColumn("significant", cells("significant_wins")),
    ]


def _pairs(of: Preferred, most: int | None = None) -> list[TextColumn]:
    """The pairs of systems with a ratio, the preferred first, by p."""
    table = of.ratios.table()
    cells = {column.name: column.values for column in table.columns}
    rows = [i for i, ratio in enumerate(cells["ratio"]) if ratio is not None and _is_shown(cells, i)]
    rows = sorted(rows, key=lambda i: (cells["p_corrected"][i], cells["p"][i]))[:most]
    return [
        TextColumn("preferred", [visible(cells["column"][i]) for i in rows]),
        TextColumn("against", [visible(cells["row"][i]) for i in rows]),
        TextColumn("differ", [str(cells["differ"][i]) for i in rows]),
        TextColumn("judged", [percent(cells["judged"][i] / cells["differ"][i], 0) for i in rows]),
        TextColumn("won", [str(cells["won"][i]) for i in rows]),
        TextColumn("lost", [str(cells["lost"][i]) for i in rows]),
        TextColumn("tied", [str(cells["tied"][i]) for i in rows]),
        TextColumn("ratio", [number(cells["ratio"][i], 2) for i in rows]),
        TextColumn(
            "corrected p",
            [p_value(cells["p_corrected"][i]) if cells["p_corrected"][i] is not None else DASH for i in rows],
        ),
    ]


def _is_shown(cells: Mapping[str, Sequence[Any]], row: int) -> bool:
    """Each pair once: the one who wins is the column; of equal ones the row that comes first."""
    ratio: float = cells["ratio"][row]
    return ratio > 0.5 or (ratio == 0.5 and str(cells["row"][row]) < str(cells["column"][row]))
