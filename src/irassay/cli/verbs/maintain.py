"""`irassay maintain`: best answers and a leaderboard that stay true when runs come."""

from __future__ import annotations

from irassay.cli.next_command import next_command
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.versions import Version

DONE = "maintained"


def run(args: argparse.Namespace) -> int:
    """Settle the newcomers that are judged, ask about the others, and print the leaderboard."""
    from irassay.arguments import of_keywords
    from irassay.cli.answers import maintained_text
    from irassay.formats.inputs import Inputs
    from irassay.formats.reading.texts import read_texts
    from irassay.judging.assessors.maintaining import maintain
    from irassay.judging.store import open_campaign

    with open_campaign(args.campaign) as campaign:
        found = None
        if args.runs:
            runs = of_keywords(Inputs, {**vars(args), "runs": list(args.runs), "qrels": None}).rankings()
            found = maintain(
                campaign,
                runs,
                depth=args.depth,
                measure=args.measures,
                queries=read_texts(args.query_texts) if args.query_texts else None,
                docs=read_texts(args.doc_texts) if args.doc_texts else None,
                source=args.source,
                ties=args.ties,
                seed=args.seed,
                threads=args.threads,
            )
        versions = campaign.versions.all()
        asked = _number(args.version, versions, campaign)
        maintained_text.write(campaign, versions, asked, (args.publish, args.moves_to), args.source, args.screen)
        maintained_text.print_version(versions, found, args.screen, everything=args.all)
    if found and found.n_open:
        args.screen.next(next_command("judge", args.texts, given_to="maintain"))
    return 0


def _number(asked: int | None, versions: list[Version], campaign: Campaign) -> int | None:
    """The version asked for; UsageError where there is none."""
    if not versions:
        raise UsageError(f"{cut(campaign.source)} has no version yet: give the runs of the leaderboard")
    if asked is not None and asked > len(versions):
        raise UsageError(f"--version {asked}: {cut(campaign.source)} has versions 1 to {len(versions)}")
    return asked
