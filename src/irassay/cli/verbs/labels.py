"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from irassay.cli import options, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from irassay.cli.parser import Parser
    from irassay.store.campaign import Campaign

DONE = "written"


def configure(parser: Parser) -> None:
    """The options of `labels`."""
    options.add(parser, "campaign", "labels_form", "combine", "output", output={"help": "write to FILE"})
    parser.examples = (
        "irassay labels news.campaign -o qrels.txt",
        "irassay labels news.campaign --combine median -o qrels.txt",
        "irassay labels news.campaign --to log -o log.jsonl",
    )


def run(args: argparse.Namespace) -> int:
    """Write the labels or the log."""
    from irassay.assessors.given_labels import labels
    from irassay.assessors.sampled_labels import n_not_judged
    from irassay.files import WholeFiles
    from irassay.formats import write_qrels
    from irassay.formats.writing.choice import format_name
    from irassay.store import open_campaign
    from irassay.wording import count, plural

    output.all_writable((args.output,), (args.campaign,))
    with open_campaign(args.campaign) as campaign:
        if args.labels_form == "log":
            options.refuse(args, "combine", where="with --to log")
            with WholeFiles() as files:
                files.write(args.output or "-", _lines(campaign))
            return 0
        qrels = labels(campaign, combine=args.combine)
    to = args.output or "-"
    is_sample = bool(qrels.strata) and format_name("labels", to, None) == "trec"  # whose columns have no stratum
    write_qrels(qrels, to, output_format="strata" if is_sample else None)
    n_left = n_not_judged(qrels)
    more = f"; {count(n_left)} more of the strata, not judged, are −1" if n_left else ""
    args.screen.explain(f"{plural(qrels.n_labels - n_left, 'label')} of {plural(len(qrels.queries), 'query')}{more}")
    return 0


def _lines(campaign: Campaign) -> Iterator[str]:
    """Every entry as a line of JSON, its columns by name."""
    from irassay.store.entries import canonical

    for entry in campaign.log():
        yield canonical({**vars(entry), "body": dict(entry.content), "sha256": entry.sha256}) + "\n"
