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
    from irassay.store.entries import Entry

DONE = "written"
SHOWN = 20  # closed queries that are named
COUNTS = {
    "majority": "the grade given most often",
    "median": "the grade in the middle",
    "lowest": "the lowest grade",
    "highest": "the highest grade",
    "dawid-skene": "the likeliest grade",
}  # --combine -> which grade


def configure(parser: Parser) -> None:
    """The options of `labels`."""
    options.add(
        parser, "campaign", "labels_form", "combine", "source", "as_of", "output", output={"help": "write to FILE"}
    )
    parser.examples = (
        "irassay labels news.campaign -o qrels.txt",
        "irassay labels news.campaign --combine median -o qrels.txt",
        "irassay labels news.campaign --to preferences -o preferences.txt",
        "irassay labels news.campaign --as-of 2026-11-23 -o qrels.txt",
        "irassay labels news.campaign --to log -o log.jsonl",
        "irassay labels news.campaign --to quality -o quality.tsv",
        "irassay labels news.campaign --to payments -o payments.tsv",
    )


def run(args: argparse.Namespace) -> int:
    """Write the labels, the preferences, the log, or a table about those who judged."""
    from irassay.store import open_campaign

    form = args.labels_form
    if form != "qrels":
        options.refuse(args, "combine", where=f"with --to {form}")
    if form not in ("qrels", "preferences"):
        options.refuse(args, "source", where=f"with --to {form}")
    to = args.output or "-"
    with open_campaign(args.campaign) as campaign:
        if form == "log":
            _write_log(campaign, args.as_of, to)
        elif form == "quality":
            _write_quality(campaign, args.as_of, output.Output(args.screen, args.output))
        elif form == "payments":
            _write_payments(campaign, args.as_of, output.Output(args.screen, args.output))
        elif form == "preferences":
            args.screen.explain(_write_preferences(campaign, args.source, args.as_of, to))
            _say_closed(campaign, args.as_of, args.screen)
        else:
            args.screen.explain(_write_labels(campaign, args.combine, args.source, args.as_of, to))
            _say_closed(campaign, args.as_of, args.screen)
    return 0


def _write_log(campaign: Campaign, as_of: str | None, to: str) -> None:
    from irassay.files import WholeFiles

    with WholeFiles() as files:
        files.write(to, _lines(campaign.log(as_of)))


def _write_quality(campaign: Campaign, as_of: str | None, to: output.Output) -> None:
    from irassay.assessors.quality import quality
    from irassay.cli.answers.people_tables import print_quality

    print_quality(quality(campaign, as_of=as_of), campaign.source, to)


def _write_payments(campaign: Campaign, as_of: str | None, to: output.Output) -> None:
    from irassay.assessors.payments import payments
    from irassay.cli.answers.people_tables import print_payments

    print_payments(payments(campaign, as_of=as_of), campaign.source, to)


def _write_preferences(campaign: Campaign, source: str, as_of: str | None, to: str) -> str:
    from irassay.assessors.given_labels import labels
    from irassay.formats import write_preferences
    from irassay.wording import plural

    preferences = labels(campaign, to="preferences", source=source, as_of=as_of)
    write_preferences(preferences, to, output_format="prefs")
    return f"{plural(preferences.n_pairs, 'preference')} of {plural(len(preferences.queries), 'query')}"


def _write_labels(campaign: Campaign, combine: str, source: str, as_of: str | None, to: str) -> str:
    from irassay.assessors.answer_sources import answers_of
    from irassay.assessors.given_labels import grades_of, labels
    from irassay.assessors.sampled_labels import n_not_judged
    from irassay.formats import write_qrels
    from irassay.formats.writing.choice import format_name
    from irassay.label_sets.combined_answers import disagreements
    from irassay.wording import count, plural

    qrels = labels(campaign, to="qrels", combine=combine, source=source, as_of=as_of)
    is_sample = bool(qrels.strata) and format_name("labels", to, None) == "trec"  # whose columns have no stratum
    write_qrels(qrels, to, output_format="strata" if is_sample else None)
    n_left = n_not_judged(qrels)
    first = answers_of(campaign, source, as_of).in_turn[0]
    told = _disagreement(*disagreements(grades_of(first, campaign.settings.scale)), combine)
    counted = f"{plural(qrels.n_labels - n_left, 'label')} of {plural(len(qrels.queries), 'query')}"
    if n_left:
        counted += f"; {count(n_left)} more of the strata, not judged, are −1"
    return f"{told}\n{counted}" if told else counted


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


def _disagreement(n_several: int, differences: Sequence[int], combine: str) -> str:
    """How far people's grades of the same documents differ, and which counts; "" where each was graded once.

    >>> _disagreement(40, [1, 1, 3], "majority")
    'Several people graded 40 documents: their grades differ on 3, 2 by 1 and 1 by more, at most 3; the \
grade given most often counts (--combine majority)'
    >>> _disagreement(40, [], "median")
    'Several people graded 40 documents: their grades are the same on all'
    """
    from irassay.wording import by_how_much, count, plural

    if not n_several:
        return ""
    start = f"Several people graded {plural(n_several, 'document')}: their grades"
    if not differences:
        return f"{start} are the same on all"
    differ = f"{start} differ on {count(len(differences))}, {by_how_much(differences)}"
    return f"{differ}; {COUNTS[combine]} counts (--combine {combine})"
