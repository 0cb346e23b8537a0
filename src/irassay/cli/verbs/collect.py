"""`irassay collect`: a collection that tries to hold every relevant passage, from a wiki."""

from __future__ import annotations

import os
from shlex import quote

from irassay.cli import options
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

DONE = "collected"


def configure(parser: Parser) -> None:
    """The options of `collect`."""
    options.add(
        parser,
        *("wiki", "output", "members", "answers", "list_title", "least_evidence"),
        output={"value": "DIR", "writes": "folder", "help": "the folder of the collection"},
        answers={"value": "FILE", "help": "to-judge.tsv with its column answer filled in, or labels of what it asks"},
    )
    parser.examples = (
        "irassay collect enwiki.xml.bz2 -o birds/",
        "irassay collect birds/ --answers judged.tsv",
        "irassay collect enwiki.xml.bz2 -o birds/ --members groups.tsv",
    )


def run(args: argparse.Namespace) -> int:
    """Collect as far as there are answers, and say what comes next."""
    from irassay.cli.answers import collected_text
    from irassay.evidence import collecting
    from irassay.evidence.folder import Folder

    plan = collecting.Plan(title=args.list_title, least_evidence=args.least_evidence)
    begins = not os.path.isdir(args.wiki)
    if begins and not args.output:
        raise UsageError(f"where is the collection of {cut(args.wiki)} to be? Add -o DIR, a folder")
    if not begins:
        options.refuse(args, "output", "members", "list_title", where=f"on the folder {args.wiki}")
        if not args.answers:
            raise UsageError(f"{cut(args.wiki)} waits for answers: add --answers FILE")
    folder = Folder(args.output if begins else args.wiki)
    counts = collecting.begin(folder, args.wiki, args.members, plan) if begins else {}
    written = collecting.write(folder, args.answers, plan) if args.answers else {}
    collected_text.print_collected(folder, counts, written, args.screen)
    if not args.answers:
        args.screen.next(f"irassay collect {quote(folder.path)} --answers judged.tsv")
    return 0
