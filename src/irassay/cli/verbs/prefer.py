"""`irassay prefer`: whose first documents are preferred, by judged pairs of documents."""

from __future__ import annotations

from irassay.cli import options
from irassay.cli.next_command import next_command
from irassay.errors import UsageError
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels
    from irassay.drawing.terminal import Screen
    from irassay.studies.prefer import Preferred

DONE = "compared"


def run(args: argparse.Namespace) -> int:
    """Count the wins and print them, or write the result."""
    from irassay.arguments import of_keywords
    from irassay.cli.result_files import size_of
    from irassay.formats.inputs import Inputs
    from irassay.judging.store.addresses import is_campaign
    from irassay.reporting.write import writer_for
    from irassay.studies.prefer.settings import Settings
    from irassay.studies.prefer.study import explore

    if args.fill == "grades" and not args.optional_qrels:
        raise UsageError("--fill grades needs the labels: add --qrels QRELS")
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
    from irassay.cli.answers.prefer_text import print_preferred, print_screen

    (print_screen if args.screen.live and not args.all else print_preferred)(answer, args.screen)
    args.screen.next(f"{next_command('prefer', args.texts, given_to='prefer')} -o prefer.html")
    return 0


def _write_files(of: Preferred, to: Mapping[str, str | None], qrels: str | None, seed: int, screen: Screen) -> None:
    """Write those that are asked for, and say how many lines each has."""
    from irassay.cli.answers.said import CLI
    from irassay.formats import write_qrels
    from irassay.label_sets import win_counts

    if path := to["best"]:
        labels = of.answers.best.qrels()
        write_qrels(labels, path)
        screen.explain(f"{path}: {plural(_n_labels(labels), 'best answer')}")
    if path := to["wins"]:
        labels = win_counts(of.preferences)
        write_qrels(labels, path)
        screen.explain(CLI("preferred.won", path=path, n=_n_labels(labels)))
    if path := to["next"]:
        _write_next(of, path, qrels, seed, screen)


def _n_labels(labels: Qrels) -> int:
    return sum(len(labels.grades(query)) for query in labels.queries)


def _write_next(of: Preferred, path: str, qrels: str | None, seed: int, screen: Screen) -> None:
    from irassay.cli.answers.said import CLI
    from irassay.cli.answers.unjudged_file import tsv
    from irassay.files import write_whole
    from irassay.formats import read_qrels
    from irassay.pooling import next_round

    todo = next_round(of.preferences, read_qrels(qrels) if qrels else None, seed=seed)
    write_whole(path, tsv(todo.table(), None, None))
    screen.explain(CLI("preferred.next", path=path, pairs=len(todo), done=todo.n_done))
    if of.newcomers:
        screen.explain(CLI("preferred.newcomers", n=of.newcomers))
