"""The answer of `irassay prefer` for a person: who wins against whom on one screen, or everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.cli.answers.one_screen import print_answer
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.messages import number, p_value, percent, visible
from irassay.studies.prefer.sections import wins_table
from irassay.studies.prefer.words import SAID, facts, leaders, title

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.studies.prefer import Preferred

SHOWN = 20  # rows of a table under --all


def print_screen(of: Preferred, screen: Screen) -> None:
    """The answer, the edges of both tables, how many pairs were judged, and what is not counted."""
    ratios = of.ratios
    tables = [(SAID("wins.title"), _systems(of), ()), (SAID("win-ratios.pairs"), _pairs(of), ())]
    doubts = [f.text for f in of.result().findings if f.code in ("not-judged", "not-retrieved")]
    judged = [leaders(ratios)]
    if ratios.n_shown < ratios.n_cells:
        judged += [SAID("compared", **facts(ratios)), SAID("to-compare")]
    shown = tables if ratios.n_shown else []
    print_answer(screen, title(ratios), shown, sentences=judged, cautions=doubts, more=SAID("more"))


def print_preferred(of: Preferred, screen: Screen) -> None:
    """The systems, the pairs of them that are compared, the sentences, the headline."""
    result = of.result()
    screen.result(", ".join(result.facts))
    if of.ratios.n_shown:
        _print(_systems(of, SHOWN), SAID("wins.title"), screen)
        _print(_pairs(of, SHOWN), SAID("win-ratios.pairs"), screen)
        if of.ratios.n_shown > SHOWN:
            screen.result(SAID("more.pairs", n=of.ratios.n_shown - SHOWN))
    for finding in result.findings:
        screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(f"{result.title} {result.standfirst}".strip(), screen.prose), "bold"))


def _print(columns: list[TextColumn], heading: str, screen: Screen) -> None:
    screen.result("\n" + screen.style(heading, "bold"))
    for block in lines_of(columns, screen.width):
        screen.result("\n".join(block))


def _systems(of: Preferred, most: int | None = None) -> list[TextColumn]:
    table = wins_table(of.ratios)
    table = table.rows([i for i, n in enumerate(table.column("compared").values) if n][:most])
    twins = [f" (= {visible(same)})" if same else "" for same in table.column("same").values]
    names = [visible(system) + twin for system, twin in zip(table.column("system").values, twins)]
    counts = ("compared", "wins", "significant_wins")
    return [
        TextColumn("system", names),
        *(TextColumn(name.removesuffix("_wins"), [str(n) for n in table.column(name).values]) for name in counts),
    ]


def _pairs(of: Preferred, most: int | None = None) -> list[TextColumn]:
    """The pairs of systems with a ratio, the preferred first, by p; of equal ones the row that comes first."""
    ratios, systems = of.ratios, of.ratios.systems
    ratio, p, corrected = ratios.ratio.tolist(), ratios.p.tolist(), ratios.p_corrected.tolist()
    cells = list(zip(*(places.tolist() for places in ratios.shown.nonzero())))
    once = [(i, j) for i, j in cells if ratio[i][j] > 0.5 or (ratio[i][j] == 0.5 and systems[i] < systems[j])]
    pairs = sorted(once, key=lambda at: (corrected[at[0]][at[1]], p[at[0]][at[1]]))[:most]
    judged = ratios.judged / np.maximum(1, ratios.differ)
    counts = {"won": ratios.won, "lost": ratios.lost, "tied": ratios.tied}
    return [
        TextColumn("preferred", [visible(systems[j]) for _, j in pairs]),
        TextColumn("against", [visible(systems[i]) for i, _ in pairs]),
        TextColumn("differ", [str(ratios.differ[pair]) for pair in pairs]),
        TextColumn("judged", [percent(judged[pair], 0) for pair in pairs]),
        *(TextColumn(head, [str(of[pair]) for pair in pairs]) for head, of in counts.items()),
        TextColumn("ratio", [number(ratio[i][j], 2) for i, j in pairs]),
        TextColumn("corrected p", [p_value(corrected[i][j]) for i, j in pairs]),
    ]
