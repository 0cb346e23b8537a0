"""`irassay whatif`: what other, fewer or more labels would have said of the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.cli import options, output
from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.next_command import next_command
from irassay.cli.options import option
from irassay.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from irassay.cli.parser import Parser

DONE = "compared"
FORMAT = "irassay.whatif/1"
# The selections that an option is for.
NEEDED = {
    "fractions": ("random", "system"),
    "depth": ("depth", "groups"),
    "doc_attribute": ("popular",),
    "doc_texts": ("longest", "shortest"),
    "metadata": ("groups",),
    "group": ("groups",),
    "second_qrels": ("noise",),
    "flip": ("noise",),
}


def configure(parser: Parser) -> None:
    """The options of `whatif`."""
    options.add(
        parser,
        *(
            "qrels",
            "runs",
            "leave_out",
            "rename",
            "select",
            "fractions",
            "draws",
            "measures",
            "seed",
            "depth",
            "doc_attribute",
            "doc_texts",
        ),
        *("metadata", "group", "second_qrels", "flip", "ties", "identical_ids", "all", "format", "output", "figures"),
        *("figure_format", "input_format", "grade_scale", "label_map", "threads"),
        measures={
            "help": "a measure; the first is the main one, repeat it for more; relevant is grade 1 or more, or what "
            "the largest rel=N among the measures says",
            "shown": "R@20, nDCG@20, AP@20, Rprec",
        },
        depth={"help": "for depth: the deepest pool; for groups: the depth of the pool"},
        doc_attribute={"help": "for popular: lines of a document, a tab and a number, the most popular the largest"},
        doc_texts={"help": "for longest and shortest: the documents' texts, tab-separated or JSON lines"},
        second_qrels={
            "help": "for noise: a second set of labels, another assessor's, from which the probability that a grade "
            "becomes another is estimated"
        },
        metadata={"help": "for groups: a table of facts about the systems, CSV or JSON"},
        format={"choices": ("table", "tsv", "json")},
        output={"help": option.ANSWER_OR_PAGE},
    )
    parser.examples = (
        "irassay whatif qrels.txt runs/ -m R@100",
        "irassay whatif qrels.txt runs/ --select depth --depth 100 -o whatif.html",
        "irassay whatif qrels.txt runs/ --select groups --metadata runs.csv",
        "irassay whatif qrels.txt runs/ --select noise --flip 1:0:0.2 --flip 0:1:0.02",
    )


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    from irassay.cli.result_files import extras_can_be_written, page_asked, recorded, write_charts, write_page
    from irassay.studies.whatif import Settings, explore

    to_page = page_asked(args.output, args.format)
    _check(args.select, options.departures(args, *NEEDED))
    extras_can_be_written(args.figures, args.figure_format)
    flips: dict[int, dict[int, float]] = {}
    for old, new, chance in args.flip:
        flips.setdefault(old, {})[new] = chance
    whatif = explore(inputs_of(vars(args)), study_settings(Settings, vars(args) | {"flip": flips}))
    whatif = recorded(whatif, leave_out=args.leave_out)
    if to_page:
        write_page(whatif.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.study_rows import print_study
        from irassay.cli.answers.whatif_text import print_orders, print_screen

        out = output.Output(args.screen, args.output, args.format, args.color)
        print_study(whatif, out, FORMAT, print_screen if out.on_screen(args.all) else print_orders)
        if out.form == "table":
            args.screen.next(f"{next_command('whatif', args.texts, given_to='whatif')} -o whatif.html")
    if args.figures:
        write_charts(whatif.result(), args.figures, args.figure_format, args.screen)
    return 0


def _check(select: Sequence[str], departures: Mapping[str, Any]) -> None:
    """Raise where an option would be without effect; `departures` has those that are not at their default."""
    for name, selections in NEEDED.items():
        if departures.get(name) and not set(selections) & set(select):
            which = " or ".join(selections)
            raise UsageError(f"{options.TABLE[name].spelling[-1]} is for --select {which}, which is not asked for")
    if departures.get("second_qrels") and departures.get("flip"):
        raise UsageError("--second-qrels and --flip are two ways to specify noise: give one")
