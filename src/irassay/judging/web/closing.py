"""Queries that an owner closes: nobody is asked about them any more, and they have no labels."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException

from irassay.errors import UsageError
from irassay.judging.web import bodies
from irassay.judging.web.judging import OfCampaign
from irassay.judging.web.owner import Owner

CLOSING = APIRouter(prefix="/campaign")


class Closing(bodies.Body):
    """A query, and whether it is closed."""

    query: bodies.Name
    closed: bool


@CLOSING.get("/closed-queries")
def closed(who: Owner, campaign: OfCampaign) -> list[str]:
    """The closed queries."""
    return campaign.closed_queries()


@CLOSING.post("/closed-queries", status_code=204)
def close(who: Owner, campaign: OfCampaign, closing: Closing) -> None:
    """Close a query, or open it again."""
    try:
        (campaign.close_query if closing.closed else campaign.reopen_query)(who.pseudonym, closing.query)
    except UsageError as error:
        raise HTTPException(422, str(error)) from None
