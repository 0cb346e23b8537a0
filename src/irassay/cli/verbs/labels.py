"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from irassay.cli import options, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from irassay.cli.parser import Parser
    from irassay.drawing.terminal import Screen
    from irassay.store.campaign import Campaign
    from irassay.store.entries import Entry

DONE = "written"
SHOWN = 20  # closed queries that are named


def configure(parser: Parser) -> None:
    """The options of `labels`."""
    options.add(parser, "campaign", "labels_form", "combine", "as_of", "output", output={"help": "write to FILE"})
    parser.examples = (
        "irassay labels news.campaign -o qrels.txt",
        "irassay labels news.campaign --combine median -o qrels.txt",
        "irassay labels news.campaign --to preferences -o preferences.txt",
        "irassay labels news.campaign --as-of 2026-11-23 -o qrels.txt",
        "irassay labels news.campaign --to log -o log.jsonl",
    )


def run(args: argparse.Namespace) -> int:
    """Write the labels, the preferences or the log."""
    from irassay.assessors.given_labels import labels
    from irassay.files import WholeFiles
    from irassay.formats import write_preferences, write_qrels
    from irassay.store import open_campaign
    from irassay.wording import plural

    output.all_writable((args.output,), (args.campaign,))
    with open_campaign(args.campaign) as campaign:
        if args.labels_form == "log":
            options.refuse(args, "combine", where="with --to log")
            with WholeFiles() as files:
                files.write(args.output or "-", _lines(campaign.log(args.as_of)))
            return 0
        if args.labels_form == "preferences":
            options.refuse(args, "combine", where="with --to preferences")
            preferences = labels(campaign, to="preferences", as_of=args.as_of)
            write_preferences(preferences, args.output or "-", output_format="prefs")
            n, queries = preferences.n_pairs, preferences.queries
            args.screen.explain(f"{plural(n, 'preference')} of {plural(len(queries), 'query')}")
            _say_closed(campaign, args.as_of, args.screen)
            return 0
        qrels = labels(campaign, to="qrels", combine=args.combine, as_of=args.as_of)
        write_qrels(qrels, args.output or "-")
        args.screen.explain(f"{plural(qrels.n_labels, 'label')} of {plural(len(qrels.queries), 'query')}")
        _say_closed(campaign, args.as_of, args.screen)
    return 0


def _say_closed(campaign: Campaign, as_of: str | None, screen: Screen) -> None:
    """Name the queries that are left out."""
    from irassay.assessors.standing_answers import standing
    from irassay.errors import cut
    from irassay.wording import plural

    closed = standing(campaign.log(as_of)).closed
    if closed:
        shown = ", ".join(cut(query) for query in closed[:SHOWN])
        more = f" and {len(closed) - SHOWN:,} more" if len(closed) > SHOWN else ""
        screen.warn(f"{plural(len(closed), 'query')} left out, closed by an owner: {shown}{more}")


def _lines(log: Iterator[Entry]) -> Iterator[str]:
    """Every entry as a line of JSON, its columns by name."""
    from irassay.store.entries import canonical

    for entry in log:
        yield canonical({**vars(entry), "body": dict(entry.content), "sha256": entry.sha256}) + "\n"
