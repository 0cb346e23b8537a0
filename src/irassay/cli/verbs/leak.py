"""`irassay leak`: which test queries were trained on, and whether that moved scores or order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli import options, output
from irassay.cli.next_command import next_command
from irassay.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser
    from irassay.studies.leak.study import Leakage

DONE = "searched"
FAILS = ("leaked", "review")  # what --fail-on names


def configure(parser: Parser) -> None:
    """The options of `leak`."""
    options.add(
        parser,
        *("test_queries", "train", "train_query", "field", "variants", "found", "leak_qrels", "leak_runs", "measures"),
        *("metadata", "exposed", "alpha", "encoder", "threshold", "floor", "neighbours", "labels", "precision"),
        *(
            "leaks",
            "by_query",
            "clean_queries",
            "fail_on",
            "seed",
            "format",
            "output",
            "figures",
            "figure_format",
            "threads",
        ),
        field={
            "help": "of the test queries: title, description, narrative, a tag or a key; repeat it for more",
            "repeated": True,
            "default": (),
            "shown": "title and description, where there are such",
        },
        encoder={
            "help": "compare vectors too: a model's folder or its name at the hub, or a function, MODULE:FUNCTION"
        },
        measures={"help": "a measure; the first is the main one, repeat it for more", "shown": "nDCG@10"},
        metadata={"help": "a table of facts about the systems, CSV or JSON, for --exposed"},
        fail_on={"help": f"exit 1 where a query is one of these: {', '.join(FAILS)}; repeat it for more"},
        format={"choices": ("table", "tsv", "json")},
        output={"help": "write the answer to FILE, and FILE.provenance.json beside it; .html is a page"},
    )
    parser.examples = (
        "irassay leak topics.txt --train train.tsv",
        "irassay leak topics.txt --train train.tsv --leaks leaks.tsv -o leak.html",
        "irassay leak topics.txt --train train.tsv --qrels qrels.txt --runs runs/",
        "irassay leak topics.txt --found leaks.tsv --labels labelled.tsv",
    )


def run(args: argparse.Namespace) -> int:
    """Hold test queries against training texts and print, or make the page."""
    from irassay.cli.answers import leak_files
    from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
    from irassay.studies.leak import explore

    _check_files(args.test_queries, args.train, args.found)
    for name in args.fail_on:
        if name not in FAILS:
            raise UsageError(f"--fail-on is {name}, expected one of {', '.join(FAILS)}")
    beside = (args.leaks, args.by_query, args.clean_queries)
    read = (args.test_queries, *args.train, args.found, args.variants, *args.labels, args.leak_qrels, *args.leak_runs)
    output.all_writable((args.output, *beside), (*read, args.metadata))
    to_page = page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    given = {"fields": args.field} if args.field else {}
    given |= {"measures": args.measures} if args.measures else {}
    answer = explore(
        args.test_queries, leak_files.training(args.train, query=args.train_query) if args.train else (),
        found=args.found, variants=args.variants, encoder=args.encoder, neighbours=args.neighbours, floor=args.floor,
        threshold=args.threshold, labels=args.labels, precision=args.precision, qrels=args.leak_qrels,
        runs=list(args.leak_runs) or None, metadata=args.metadata, exposed=args.exposed, alpha=args.alpha,
        seed=args.seed, threads=args.threads, **given,
    )  # fmt: skip
    leak_files.write(answer, leaks=args.leaks, by_query=args.by_query, clean_queries=args.clean_queries)
    if to_page:
        write_page(answer.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.leak_text import print_leaks

        out = output.Output(args.screen, args.output, args.format, args.color)
        print_leaks(answer, out)
        if out.form == "table":
            args.screen.next(f"{next_command('leak', args.texts, given_to='leak')} -o leak.html")
    if args.figures:
        write_charts(answer.result(), args.figures, args.figure_format, args.screen)
    return int(_fails(answer, args.fail_on))


def _check_files(test: str, train: tuple[str, ...], found: str | None) -> None:
    from irassay.cli.inputs import check_stdin
    from irassay.formats.sources.opening import same_file

    check_stdin([test, *train, found])
    if bool(train) == bool(found):
        raise UsageError("what was trained on? Add --train FILE, or --found FILE with leaks that are known")
    for one in train:
        if same_file(test, one):
            raise UsageError(f"{one} is given as test queries and as --train: every query would be a leak of itself")


def _fails(answer: Leakage, names: tuple[str, ...]) -> bool:
    leaks = answer.leaks
    return bool(("leaked" in names and leaks.leaked) or ("review" in names and leaks.review))
