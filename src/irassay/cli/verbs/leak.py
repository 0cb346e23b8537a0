"""`irassay leak`: which test queries were trained on, and whether that moved scores or order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli import options, output
from irassay.cli.next_command import next_command
from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.studies.leak.study import Leakage

DONE = "searched"
FAILS = ("leaked", "review")  # what --fail-on names
# Options that say nothing without another one.
NEED = (
    *((name, "train") for name in ("train_query", "train_positive", "train_negative", "train_corpus", "clean_train")),
    ("work", "train"),
    *(
        ("cheap_encoder", "encoder"),
        ("corpus", "optional_qrels"),
        ("leak_runs", "optional_qrels"),
        ("leave_out", "leak_runs"),
    ),
    *(("exposed", "leak_runs"), ("metadata", "leak_runs"), ("n_sample", "review")),
)


def run(args: argparse.Namespace) -> int:
    """Hold test queries against training texts and print, or make the page."""
    from irassay.arguments import of_keywords
    from irassay.cli.answers.leak_files import Wanted, clean_places, refuse_own, training, write
    from irassay.cli.inputs import study_settings
    from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
    from irassay.formats.inputs import Inputs
    from irassay.studies.leak.effects import Settings
    from irassay.studies.leak.study import explore

    _check_training(args.train, args.found)
    _check_options({name: getattr(args, name) for pair in NEED for name in pair}, args.fail_on)
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
    return int(_fails(answer, args.fail_on))


def _warn_of_left_out(answer: Leakage, screen: Screen) -> None:
    """Which systems are not compared: what the table says itself, beside a page or numbers."""
    from irassay.leakage.effect_words import left_out

    for sentence in left_out(answer.scored.effects[0]) if answer.scored is not None else ():
        screen.warn(sentence)


def _check_training(train: tuple[str, ...], found: str | None) -> None:
    if not train and not found:
        raise UsageError("what was trained on? Add --train FILE, or --found FILE with leaks that are known")


def _check_options(given: dict[str, object], fail_on: tuple[str, ...]) -> None:
    for name in fail_on:
        if name not in FAILS:
            raise UsageError(f"--fail-on is {cut(name)}, expected one of {', '.join(FAILS)}")
    for name, other in NEED:
        if given[name] and not given[other]:
            spelled = (options.TABLE[one].spelling[-1] for one in (name, other))
            raise UsageError("{} is for {}, which is not given".format(*spelled))


def _fails(answer: Leakage, names: tuple[str, ...]) -> bool:
    leaks = answer.leaks
    return bool(("leaked" in names and leaks.leaked) or ("review" in names and leaks.review))
