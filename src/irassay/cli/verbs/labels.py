"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from irassay.cli import options, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from irassay.cli.parser import Parser
    from irassay.drawing.terminal import Screen
    from irassay.store.campaign import Campaign

DONE = "written"
SHOWN = 20  # closed queries that are named


def configure(parser: Parser) -> None:
    """The options of `labels`."""
    options.add(parser, "campaign", "labels_form", "combine", "output", output={"help": "write to FILE"})
    parser.examples = (
        "irassay labels news.campaign -o qrels.txt",
        "irassay labels news.campaign --combine median -o qrels.txt",
        "irassay labels news.campaign --to log -o log.jsonl",
        "irassay labels news.campaign --to quality -o quality.tsv",
        "irassay labels news.campaign --to payments -o payments.tsv",
    )


def run(args: argparse.Namespace) -> int:
    """Write the labels, the log, or a table about those who judged."""
    from irassay.assessors.given_labels import labels
    from irassay.formats import write_qrels
    from irassay.store import open_campaign
    from irassay.wording import plural

    output.all_writable((args.output,), (args.campaign,))
    with open_campaign(args.campaign) as campaign:
        if args.labels_form != "qrels":
            options.refuse(args, "combine", where=f"with --to {args.labels_form}")
            _write_beside(campaign, args.labels_form, output.Output(args.screen, args.output))
            return 0
        qrels = labels(campaign, combine=args.combine)
        closed = campaign.closed_queries()
    write_qrels(qrels, args.output or "-")
    args.screen.explain(f"{plural(qrels.n_labels, 'label')} of {plural(len(qrels.queries), 'query')}")
    _say_closed(closed, args.screen)
    return 0


def _write_beside(campaign: Campaign, form: str, out: output.Output) -> None:
    """What is no label: the log, or a table about those who judged."""
    from irassay.cli.answers import people_tables
    from irassay.files import WholeFiles

    if form == "quality":
        from irassay.assessors.quality import quality

        people_tables.print_quality(quality(campaign), campaign.source, out)
    elif form == "payments":
        from irassay.assessors.payments import payments

        people_tables.print_payments(payments(campaign), campaign.source, out)
    else:
        with WholeFiles() as files:
            files.write(out.path or "-", _lines(campaign))


def _say_closed(closed: Sequence[str], screen: Screen) -> None:
    """Name the queries that are left out."""
    from irassay.errors import cut
    from irassay.wording import plural

    if closed:
        shown = ", ".join(cut(query) for query in closed[:SHOWN])
        more = f" and {len(closed) - SHOWN:,} more" if len(closed) > SHOWN else ""
        screen.warn(f"{plural(len(closed), 'query')} left out, closed by an owner: {shown}{more}")


def _lines(campaign: Campaign) -> Iterator[str]:
    """Every entry as a line of JSON, its columns by name."""
    from irassay.store.entries import canonical

    for entry in campaign.log():
        yield canonical({**vars(entry), "body": dict(entry.content), "sha256": entry.sha256}) + "\n"
