"""Requests of the judging page: tasks, answers, pauses, the guideline."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response

from irassay.collection.task_kinds import kind_of
from irassay.errors import AnswerConflict, TaskTakenBack, UsageError
from irassay.judging.assessors.desk import Desk, Turn
from irassay.judging.assessors.entering import PRACTICE, Entering
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.holds import Held
from irassay.judging.store.people import Person
from irassay.judging.web import bodies, sessions
from irassay.judging.web.platforms import Platform
from irassay.judging.web.refusals import not_there

ROUTES = APIRouter()
ENDS = ("done", "barred", "settled")  # after which a person goes back to where the person came from
GUIDELINE = 1  # its version; a campaign has one so far


def of_app(name: str) -> Any:
    """What the application keeps under a name, as a parameter of a request."""

    async def kept(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(kept)


def _person(request: Request) -> Person:
    return sessions.person_of(request, request.app.state.campaign)


Somebody = Annotated[Person, Depends(_person)]
OfCampaign = Annotated[Campaign, of_app("campaign")]
OfDesk = Annotated[Desk, of_app("desk")]
OfPlatform = Annotated[Platform, of_app("platform")]
SoMany = Annotated[int, Query(ge=1, le=bodies.MOST_TASKS)]


@ROUTES.post("/tasks")
def tasks(
    who: Somebody, campaign: OfCampaign, desk: OfDesk, platform: OfPlatform, having: bodies.Having, n: SoMany = 3
) -> bodies.Tasks:
    """Up to n tasks beside those that the browser has."""
    turn = desk.next(who, n, having.holding)
    ended = turn.state == "barred"
    return bodies.Tasks(
        state=turn.state,
        stage=turn.stage,
        consent=campaign.settings.consent if turn.stage == "consent" else None,
        reason=campaign.entrance.why_barred(who.pseudonym) if ended else None,
        outcomes=Entering(campaign).outcomes(who.pseudonym) if ended else [],
        completion=platform.completion_url if who.role == "assessor" and turn.state in ENDS else None,
        person=who.pseudonym,
        role=who.role,
        campaign=PurePath(campaign.source).stem,
        guideline=GUIDELINE,
        tasks=[_given(held, turn, campaign) for held in turn.held],
    )


@ROUTES.put(
    "/answers/{key}",
    status_code=201,
    responses={200: {"model": bodies.Acknowledged, "description": "It was there already"}},
)
def answer(key: str, who: Somebody, campaign: OfCampaign, sent: bodies.Sent, response: Response) -> bodies.Acknowledged:
    """Keep an answer; 201 once it is committed, 200 where it was before."""
    try:
        receipt = campaign.record(who.pseudonym, key, sent.task, sent.content(), sent.replaces)
    except AnswerConflict as error:
        raise HTTPException(409, str(error)) from None
    except TaskTakenBack as error:
        raise HTTPException(410, str(error)) from None
    except UsageError as error:
        raise HTTPException(422, str(error)) from None
    response.status_code = 201 if receipt.is_new else 200
    agreed = Entering(campaign).agreed(who.pseudonym, sent.task) if receipt.purpose == PRACTICE else None
    return bodies.Acknowledged(entry=receipt.entry, time=receipt.time, agreed=agreed)


@ROUTES.post("/consent", status_code=204)
def consent(who: Somebody, campaign: OfCampaign) -> None:
    """Keep that a person agrees to the text that was shown."""
    Entering(campaign).agree(who.pseudonym)


@ROUTES.post("/pause", status_code=204)
def pause(who: Somebody, campaign: OfCampaign, pausing: bodies.Pausing) -> None:
    """Pause, or go on."""
    campaign.pause(who.pseudonym, "paused" if pausing.paused else "working")


@ROUTES.post("/leave", status_code=204)
def leave(who: Somebody, campaign: OfCampaign, response: Response) -> None:
    """Pause, and end this browser's session."""
    campaign.pause(who.pseudonym, "paused")
    response.delete_cookie(sessions.COOKIE, path="/")


@ROUTES.get("/guideline/{version}")
def guideline(version: int, who: Somebody, campaign: OfCampaign) -> bodies.Guideline:
    """What assessors are told."""
    if version != GUIDELINE:
        raise not_there("version of the guideline")
    choices = campaign.settings.choices(0)  # what a list has for its documents needs no sentence
    options = [bodies.Sentence(name=one.name, key=one.key, sentence=one.sentence) for one in choices]
    return bodies.Guideline(version=GUIDELINE, text=campaign.settings.guideline, options=options)


def _given(held: Held, turn: Turn, campaign: Campaign) -> bodies.Given:
    choices = campaign.settings.choices(len(held.docs))
    within = turn.within.get(held.task)
    stores = kind_of(held.kind).uses_scale
    return bodies.Given(
        task=held.task,
        key=held.key,
        kind=held.kind,
        query=held.query_text,
        query_id=sessions.number_of(campaign.source, held.query),
        docs=[bodies.Shown(text=text) for text in held.doc_texts],
        options=[
            bodies.Option(name=one.name, key=one.key, grade=one.grades[0] if stores and one.grades else None)
            for one in choices
        ],
        label=campaign.settings.label_words(held.label),
        place=held.place,
        of=turn.of,
        until=held.until,
        guideline=GUIDELINE,
        **(vars(within) if within else {}),
    )
