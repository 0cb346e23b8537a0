"""`irassay whatif`: what other, fewer or more labels would have said of the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.cli import options, output
from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser
    from irassay.studies.whatif import WhatIf

HELP = (
    "What other, fewer or more labels would have said: the order of the systems under each selection of labels, held "
    "against the order under all of them."
)
DONE = "compared"
FORMAT = "irassay.whatif/1"
PAGES = (".html", ".htm")


def configure(parser: Parser) -> None:
    """The options of `whatif`."""
    options.add(
        parser,
        *("qrels", "runs", "select", "fractions", "draws", "measures", "seed", "depth", "doc_attribute", "doc_texts"),
        *(
            "metadata",
            "group",
            "second_qrels",
            "flip",
            "ties",
            "format",
            "output",
            "figures",
            "figure_format",
            "threads",
        ),
        measures={
            "help": "a measure; the first is the main one, repeat it for more",
            "shown": "R@20, nDCG@20, AP@20, Rprec",
        },
        depth={"help": "for depth: the deepest pool; for groups: the depth of the pool"},
        doc_attribute={"help": "for popular: lines of a document, a tab and a number, the most popular the largest"},
        doc_texts={"help": "for longest and shortest: the documents' texts, tab-separated or JSON lines"},
        second_qrels={
            "help": "for noise: labels of a second judge, which say how likely each grade becomes another",
        },
        metadata={"help": "for groups: a table of facts about the systems, CSV or JSON"},
        format={"choices": ("table", "tsv", "json")},
        output={"help": "write the answer to FILE, and FILE.provenance.json beside it; .html is a page"},
    )
    parser.examples = (
        "irassay whatif qrels.txt runs/ -m R@100",
        "irassay whatif qrels.txt runs/ --select depth --depth 100 -o whatif.html",
        "irassay whatif qrels.txt runs/ --select groups --metadata runs.csv",
        "irassay whatif qrels.txt runs/ --select noise --flip 1:0:0.2 --flip 0:1:0.02",
    )


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    from irassay.cli.result_files import extras_can_be_written, write_charts
    from irassay.studies.whatif import explore

    page = bool(args.output) and args.output.lower().endswith(PAGES)
    _check(args, page)
    args.sheets = None
    extras_can_be_written(args)
    flips: dict[int, dict[int, float]] = {}
    for old, new, chance in args.flip:
        flips.setdefault(old, {})[new] = chance
    chosen = {"measures": args.measures} if args.measures else {}
    found = explore(
        args.qrels, args.runs, select=args.select, fractions=args.fractions, draws=args.draws, depth=args.depth,
        doc_attribute=args.doc_attribute, doc_texts=args.doc_texts, metadata=args.metadata, group=args.group,
        second_qrels=args.second_qrels, flip=flips, ties=args.ties, seed=args.seed, threads=args.threads, **chosen,
    )  # fmt: skip
    if page:
        _page(args, found)
    else:
        _print(args, found)
    if args.figures:
        write_charts(args, found.result())
    return 0


def _check(args: argparse.Namespace, page: bool) -> None:
    """Raise where the answer can't be written, or an option would be without effect."""
    beside = (args.doc_attribute, args.doc_texts, args.metadata, args.second_qrels)
    if args.output and args.output != "-":
        output.writable(args.output, [path for path in (args.qrels, *args.runs, *beside) if path])
    if page and args.format:
        raise UsageError(f"--format {args.format} and -o {cut(args.output)} ask for two things; leave one out")
    needed = {
        "fractions": ("random", "system"),
        "depth": ("depth", "groups"),
        "doc_attribute": ("popular",),
        "doc_texts": ("longest", "shortest"),
        "metadata": ("groups",),
        "group": ("groups",),
        "second_qrels": ("noise",),
        "flip": ("noise",),
    }
    for name, selections in needed.items():
        given = getattr(args, name)
        if given and given != options.TABLE[name].default and not set(selections) & set(args.select):
            which = " or ".join(selections)
            raise UsageError(f"{options.TABLE[name].spelling[-1]} is for --select {which}, which is not asked for")
    if args.second_qrels and args.flip:
        raise UsageError("--second-qrels and --flip are two ways to say what noise there is: give one")


def _page(args: argparse.Namespace, found: WhatIf) -> None:
    from irassay.cli.result_files import size_of
    from irassay.reporting import write

    result = found.result()
    write(result, args.output)
    args.screen.result(f"{args.output}  {size_of(args.output)}")
    args.screen.result(result.title)
    args.screen.next(f"open {args.output}")


def _print(args: argparse.Namespace, found: WhatIf) -> None:
    from irassay.cli.answers import whatif_text
    from irassay.drawing.tables.separated_values import table_tsv

    form = output.form(args)
    with output.Answer(args, found.provenance.to_dict) as screen:
        if form == "json":
            screen.result(json_text(found))
        elif form == "tsv":
            screen.result(table_tsv(found.table()).rstrip("\n"))
        else:
            whatif_text.print_orders(found, screen)
    if form == "table":
        args.screen.next(f"{output.command_on(args, 'whatif', found.measures[0])} -o whatif.html")


def json_text(found: WhatIf) -> str:
    """The rows of the table with the sentences about them, and how they were made."""
    import json

    table, result = found.table(), found.result()
    rows = [{column.name: _plain(column.values[i]) for column in table.columns} for i in range(len(table))]
    said = [{"code": f.code, "text": f.text} for f in result.findings]
    document: dict[str, Any] = {"format": FORMAT, "title": result.title, "findings": said, "rows": rows}
    document["provenance"] = found.provenance.to_dict()
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    return None if value != value else value
