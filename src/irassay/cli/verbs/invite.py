"""`irassay invite`: links for people, made and taken away."""

from __future__ import annotations

from irassay.errors import UsageError
from irassay.messages import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


DONE = "printed"
BACKUPS = "Copies that were made before keep the name {name}: run --forget on each backup too, or delete it."


def run(args: argparse.Namespace) -> int:
    """Print a name, a role and a link for each person, parted by tabs."""
    from irassay.judging.store import open_campaign

    if not (args.people or args.revoke or args.forget):
        raise UsageError("who is to be invited? Give a PERSON's name, or --revoke or --forget")
    with open_campaign(args.campaign) as campaign:
        for name in args.revoke:
            campaign.revoke(name)
        for name in args.forget:
            campaign.forget(name)
            args.screen.explain(BACKUPS.format(name=visible(name)))
        for name in args.people:
            args.screen.result(f"{name}\t{args.role}\t{campaign.origin}/in/{campaign.invite(name, args.role)}")
    return 0
