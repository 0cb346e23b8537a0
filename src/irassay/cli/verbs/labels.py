"""`irassay labels`: what the answers of a campaign say."""

from __future__ import annotations

from irassay.cli import options, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from irassay.cli.parser import Parser
    from irassay.store.campaign import Campaign

DONE = "written"
COUNTS = {
    "majority": "the grade given most often",
    "median": "the grade in the middle",
    "lowest": "the lowest grade",
    "highest": "the highest grade",
}  # --combine -> which grade


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
    from irassay.assessors.given_labels import answers_of
    from irassay.files import WholeFiles
    from irassay.formats import write_qrels
    from irassay.label_sets.combined_answers import combine_answers, disagreements
    from irassay.store import open_campaign
    from irassay.wording import plural

    output.all_writable((args.output,), (args.campaign,))
    with open_campaign(args.campaign) as campaign:
        if args.labels_form == "log":
            options.refuse(args, "combine", where="with --to log")
            with WholeFiles() as files:
                files.write(args.output or "-", _lines(campaign))
            return 0
        answers = answers_of(campaign)
    qrels = combine_answers(answers, args.combine)
    write_qrels(qrels, args.output or "-")
    if told := _disagreement(*disagreements(answers), args.combine):
        args.screen.explain(told)
    args.screen.explain(f"{plural(qrels.n_labels, 'label')} of {plural(len(qrels.queries), 'query')}")
    return 0


def _lines(campaign: Campaign) -> Iterator[str]:
    """Every entry as a line of JSON, its columns by name."""
    from irassay.store.entries import canonical

    for entry in campaign.log():
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
