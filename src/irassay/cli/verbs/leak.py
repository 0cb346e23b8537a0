"""`irassay leak`: which test queries were trained on, and whether that moved scores or order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.arguments import of_keywords
from irassay.cli import output
from irassay.cli.answers.leak_files import Wanted, clean_places, refuse_own, training, write
from irassay.cli.inputs import study_settings
from irassay.cli.next_command import next_command
from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
from irassay.errors import UsageError, cut
from irassay.formats.inputs import Inputs
from irassay.studies.leak.evidence import Settings
from irassay.studies.leak.study import explore

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.studies.leak.study import Leakage

FAILS = ("leaked", "review")  # what --fail-on names


def run(args: argparse.Namespace) -> int:
    """Hold test queries against training texts and print, or make the page."""
    for name in args.fail_on:
        if name not in FAILS:
            raise UsageError(f"--fail-on is {cut(name)}, expected one of {', '.join(FAILS)}")
    files = (args.leaks, args.by_query, args.clean_queries, args.review)
    wanted = Wanted(*files, args.per_review, args.n_sample, args.seed)
    to_page = page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    columns = {"query": args.train_query, "positive": args.train_positive, "negative": args.train_negative}
    trained = training(args.train, corpus=args.train_corpus, screen=args.screen, **columns)
    refuse_own(args.test_queries, trained)
    places = clean_places(trained, args.train, args.clean_train)
    values = vars(args) | ({"fields": args.field} if args.field else {})
    values |= {"screen": args.cheap_encoder, "qrels": args.optional_qrels, "runs": list(args.leak_runs) or None}
    answer = explore(args.test_queries, trained, of_keywords(Inputs, values), study_settings(Settings, values))
    write(answer, wanted, trained, places, args.screen)
    out = output.Output(args.screen, args.output, args.format, args.color)
    if to_page or out.form != "table":
        _warn_of_left_out(answer, args.screen)
    if to_page:
        write_page(answer.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.leak_text import print_leaks

        print_leaks(answer, out, brief=out.on_screen(args.all))
        if out.form == "table":
            args.screen.next(f"{next_command('leak', args.texts, given_to='leak')} -o leak.html")
    if args.figures:
        write_charts(answer.result(), args.figures, args.figure_format, args.screen)
    return int(any(getattr(answer.leaks, name) for name in args.fail_on))


def _warn_of_left_out(answer: Leakage, screen: Screen) -> None:
    """Which systems are not compared: what the table says itself, beside a page or numbers."""
    from irassay.leakage.effect_words import left_out

    for sentence in left_out(answer.scored.effects[0]) if answer.scored is not None else ():
        screen.warn(sentence)
