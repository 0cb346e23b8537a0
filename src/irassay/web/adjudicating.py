"""What an owner decides: tasks on which people differ, the owner's own answer first, and closed queries."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Response

from irassay.assessors.adjudication import Disagreement, adjudicate, disagreements
from irassay.assessors.orders import in_order
from irassay.errors import UsageError
from irassay.store.campaign import Campaign
from irassay.store.people import Person
from irassay.web import bodies
from irassay.web.judging import OfCampaign, Somebody

DECISIONS = APIRouter(prefix="/campaign")


def _owner(who: Somebody) -> Person:
    if who.role != "owner":
        raise HTTPException(403, "This is for the owner of the campaign.")
    return who


Owner = Annotated[Person, Depends(_owner)]


class Differing(bodies.Body):
    """A task on which people differ; what they said is empty until the owner has answered."""

    task: str
    kind: str
    query: str
    n_answers: int
    adjudicated: str | None
    answers: dict[str, str]


class ToAdjudicate(Differing):
    """The same with what it shows, documents in an order of the owner's own."""

    query_text: str
    docs: list[bodies.Shown]
    options: list[str]


class Decision(bodies.Body):
    """The owner's own answer."""

    answer: bodies.Short


class Decided(bodies.Acknowledged):
    """The entry that it has become, and what the others said."""

    answers: dict[str, str]


class Closing(bodies.Body):
    """A query, and whether it is closed."""

    query: bodies.Short
    closed: bool


@DECISIONS.get("/disagreements")
def differing(who: Owner, campaign: OfCampaign) -> list[Differing]:
    """The tasks on which people differ."""
    return [Differing(**_facts(one)) for one in disagreements(campaign)]


@DECISIONS.get("/adjudications/{task}")
def to_adjudicate(task: str, who: Owner, campaign: OfCampaign) -> ToAdjudicate:
    """One of them, as it is shown."""
    one = _disagreement(campaign, task)
    return ToAdjudicate(
        **_facts(one),
        query_text=campaign.text("query", one.query),
        docs=[bodies.Shown(text=campaign.text("doc", doc)) for doc in _shown(campaign, one, who)],
        options=[choice.name for choice in campaign.settings.choices(len(one.docs))],
    )


@DECISIONS.post("/adjudications/{task}", status_code=201)
def decide(task: str, who: Owner, campaign: OfCampaign, decision: Decision, response: Response) -> Decided:
    """Keep the owner's answer; 200 where the same one was there."""
    shown = _shown(campaign, _disagreement(campaign, task), who)
    try:
        receipt = adjudicate(campaign, who.pseudonym, task, decision.answer, shown=shown if len(shown) > 1 else ())
    except UsageError as error:
        raise HTTPException(422, str(error)) from None
    response.status_code = 201 if receipt.is_new else 200
    return Decided(entry=receipt.entry, time=receipt.time, answers=dict(_disagreement(campaign, task).answers))


@DECISIONS.get("/closed-queries")
def closed(who: Owner, campaign: OfCampaign) -> list[str]:
    """The closed queries."""
    return campaign.closed_queries()


@DECISIONS.post("/closed-queries", status_code=204)
def close(who: Owner, campaign: OfCampaign, closing: Closing) -> None:
    """Close a query, or open it again."""
    try:
        (campaign.close_query if closing.closed else campaign.reopen_query)(who.pseudonym, closing.query)
    except UsageError as error:
        raise HTTPException(422, str(error)) from None


def _disagreement(campaign: Campaign, task: str) -> Disagreement:
    one = next((one for one in disagreements(campaign) if one.task == task), None)
    if one is None:
        raise HTTPException(404, "People don't differ on such a task.")
    return one


def _shown(campaign: Campaign, one: Disagreement, who: Person) -> list[str]:
    return in_order(one.docs, "shuffled", campaign.settings.seed, f"{who.pseudonym}\t{one.task}")


def _facts(one: Disagreement) -> dict[str, Any]:
    return {
        "task": one.task,
        "kind": one.kind,
        "query": one.query,
        "n_answers": one.n_answers,
        "adjudicated": one.adjudicated,
        "answers": dict(one.answers),
    }
