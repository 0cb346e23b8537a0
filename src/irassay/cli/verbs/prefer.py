"""`irassay prefer`: whose first documents are preferred, by judged pairs of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.arguments import of_keywords
from irassay.cli import options
from irassay.cli.answers.one_screen import print_answer, print_table
from irassay.cli.answers.said import CLI
from irassay.cli.next_command import next_command
from irassay.cli.result_files import size_of
from irassay.drawing.tables.text import TextColumn, filled
from irassay.files import write_whole
from irassay.formats import read_qrels, write_qrels
from irassay.formats.inputs import Inputs
from irassay.judging.store.addresses import is_campaign
from irassay.label_sets import win_counts
from irassay.messages import number, p_value, percent, plural, visible
from irassay.pooling import next_round
from irassay.reporting.write import writer_for
from irassay.studies.prefer.sections import wins_table
from irassay.studies.prefer.settings import Settings
from irassay.studies.prefer.study import explore
from irassay.studies.prefer.words import SAID, facts, leaders, title

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from irassay.drawing.terminal import Screen
    from irassay.studies.prefer import Preferred

SHOWN = 20  # rows of a table under --all


def run(args: argparse.Namespace) -> int:
    """Count the wins and print them, or write the result."""
    written = {"best": args.best_to, "wins": args.wins_to, "next": args.next_to}
    to = None if args.output == "-" else args.output
    if to:
        writer_for(to)
    values = {**vars(args), "runs": list(args.runs), "qrels": args.optional_qrels, "measure": args.measures}
    preferences = args.preferences
    if is_campaign(preferences):
        from irassay.judging.assessors import labels

        preferences = labels(preferences, to="preferences", source=args.source)
    else:
        options.refuse(args, "source", where="with files of preferences, which have all judges")
    answer = explore(preferences, of_keywords(Inputs, values), of_keywords(Settings, values))
    if any(written.values()):
        _write_files(answer, written, args.optional_qrels, args.seed, args.screen)
    if to:
        result = answer.result()
        result.write(to)
        args.screen.result(f"{to}  {size_of(to)}")
        args.screen.say(result.title)
        return 0
    (_print_screen if args.screen.live and not args.all else _print_preferred)(answer, args.screen)
    args.screen.next(f"{next_command('prefer', args.texts, given_to='prefer')} -o prefer.html")
    return 0


def _write_files(of: Preferred, to: Mapping[str, str | None], qrels: str | None, seed: int, screen: Screen) -> None:
    """Write those that are asked for, and say how many lines each has."""
    if path := to["best"]:
        labels = of.answers.best.qrels()
        write_qrels(labels, path)
        screen.explain(f"{path}: {plural(labels.n_labels, 'best answer')}")
    if path := to["wins"]:
        labels = win_counts(of.preferences)
        write_qrels(labels, path)
        screen.explain(CLI("preferred.won", path=path, n=labels.n_labels))
    if path := to["next"]:
        _write_next(of, path, qrels, seed, screen)


def _write_next(of: Preferred, path: str, qrels: str | None, seed: int, screen: Screen) -> None:
    from irassay.cli.answers.unjudged_file import tsv

    todo = next_round(of.preferences, read_qrels(qrels) if qrels else None, seed=seed)
    write_whole(path, tsv(todo.table(), None, None))
    screen.explain(CLI("preferred.next", path=path, pairs=len(todo), done=todo.n_done))
    if of.newcomers:
        screen.explain(CLI("preferred.newcomers", n=of.newcomers))


def _print_screen(of: Preferred, screen: Screen) -> None:
    """The answer, the edges of both tables, how many pairs were judged, and what is not counted."""
    ratios = of.ratios
    tables = [(SAID("wins.title"), _systems(of), ()), (SAID("win-ratios.pairs"), _pairs(of), ())]
    doubts = [f.text for f in of.result().findings if f.code in ("not-judged", "not-retrieved")]
    judged = [leaders(ratios)]
    if ratios.n_shown < ratios.n_cells:
        judged += [SAID("compared", **facts(ratios)), SAID("to-compare")]
    shown = tables if ratios.n_shown else []
    print_answer(screen, title(ratios), shown, sentences=judged, cautions=doubts, more=SAID("more"))


def _print_preferred(of: Preferred, screen: Screen) -> None:
    """The systems, the pairs of them that are compared, the sentences, the headline."""
    result = of.result()
    screen.result(", ".join(result.facts))
    if of.ratios.n_shown:
        print_table(SAID("wins.title"), _systems(of, SHOWN), screen)
        print_table(SAID("win-ratios.pairs"), _pairs(of, SHOWN), screen)
        if of.ratios.n_shown > SHOWN:
            screen.result(SAID("more.pairs", n=of.ratios.n_shown - SHOWN))
    for finding in result.findings:
        screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(f"{result.title} {result.standfirst}".strip(), screen.prose), "bold"))


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
