"""`irassay memory`: whether a reranker remembers the leaked documents that it was trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.arguments import of_keywords
from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.cli.result_files import extras_can_be_written, page_asked, present
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.leakage.effect_words import cautions
from irassay.messages import interval, number, percent
from irassay.studies.memorisation.remembered import Asked, Remembered, explore, topics_table

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen


def run(args: argparse.Namespace) -> int:
    """Hold ranks and scores together and print, or make the page."""
    page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    present(explore(of_keywords(Asked, vars(args))), "memory", vars(args), _print_screen, _print_memory)
    return 0


def _print_screen(of: Remembered, screen: Screen) -> None:
    """The verdict and the table on one screen."""
    result = of.result()
    verdict, *notes = of.memory.explain()
    doubts = cautions(of.memory)
    rest = " ".join(text for text in notes if text not in doubts)
    print_answer(screen, verdict, [(", ".join(result.facts), _columns(of), ())], sentences=[rest], cautions=doubts)


def _print_memory(of: Remembered, screen: Screen) -> None:
    """The verdict, the table, each topic, and the rules."""
    result = of.result()
    verdict, *rest = of.memory.explain()
    screen.result(screen.style(filled(verdict, screen.prose), "bold"))
    for columns in (_columns(of), columns_of(topics_table(of.memory))):
        for block in lines_of(columns, screen.width):
            screen.result("\n" + "\n".join(block))
    screen.result("\n" + filled(" ".join((*rest, result.standfirst)), screen.prose))


def _columns(of: Remembered) -> list[TextColumn]:
    cells = {column.name: column.values for column in of.table().columns}
    level = percent(1 - of.memory.alpha, 0)

    def ends(low: str, high: str) -> list[str]:
        return [interval(a, b, 2, between=" to ") for a, b in zip(cells[low], cells[high], strict=True)]

    return [
        TextColumn("Mean", list(cells["quantity"]), name=True),
        *(TextColumn(name, [number(one, 2) for one in cells[name]]) for name in ("with", "without", "change")),
        TextColumn(f"{level}, topics", ends("low", "high"), align="centre"),
        TextColumn(f"{level}, seeds", ends("seeds_low", "seeds_high"), align="centre"),
    ]
