"""The owner's page: how far a campaign is, what its labels say so far, who judges, and what the owner may stop."""

from __future__ import annotations

from importlib.resources import files
from itertools import chain
from pathlib import PurePath
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from jinja2 import Template

from irassay.errors import IrassayError
from irassay.judging.assessors.batches import TEST
from irassay.judging.assessors.standing_answers import disagreements
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.counting import Counts
from irassay.judging.store.people import Person
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import now
from irassay.judging.web import bodies, sessions
from irassay.judging.web.figures_process import FiguresProcess
from irassay.judging.web.judging import OfCampaign, Somebody, of_app
from irassay.judging.web.refusals import not_there, wants_page
from irassay.provenance import VERSION

OWNERS = APIRouter(prefix="/campaign")
_PAGE = Template(
    (files("irassay.judging.web") / "pages" / "campaign.html").read_text(encoding="utf-8"), autoescape=True
)
_Moment = Annotated[str, Query(max_length=40)]  # "" is now
_RULES = Literal["majority", "median", "lowest", "highest", "dawid-skene"]


def _owner(who: Somebody) -> Person:
    if who.role != "owner":
        raise HTTPException(403, JUDGING("owner.page"))
    return who


Owner = Annotated[Person, Depends(_owner)]
OfFigures = Annotated[FiguresProcess, of_app("figures")]


@OWNERS.get("", response_model=Counts)
def progress(request: Request, campaign: OfCampaign) -> Response | Counts:
    """How far it is. A browser gets the page, which has no number before it has asked for them."""
    if wants_page(request):
        return HTMLResponse(_PAGE.render(version=VERSION))
    _owner(sessions.person_of(request, campaign))
    return campaign.counts()


@OWNERS.get("/now")
def all_of_it(who: Owner, campaign: OfCampaign, process: OfFigures) -> bodies.Now:
    """All that the page shows: counts of this moment, and the last figures that were computed."""
    counts, people = campaign.counts(), campaign.oversight.members()
    figures = process.newest(campaign.oversight.newest_entry)
    left = max(0, counts.wanted - counts.answered)
    plan = figures.plan if figures else None
    return bodies.Now(
        campaign=PurePath(campaign.source).stem,
        kind=campaign.settings.kind,
        time=now(),
        paused=campaign.oversight.is_paused,
        **vars(counts),
        held=sum(one.held for one in people),
        tests=len(campaign.entrance.tasks_for(TEST)) if campaign.settings.tests else 0,
        minutes_left=left * plan.seconds / 60 if plan and plan.n_timed else None,
        people=[bodies.Somebody(**vars(one), is_you=one.pseudonym == who.pseudonym) for one in people],
        runs=len(process.runs),
        computing=process.is_computing,
        trouble=process.trouble,
        figures=figures,
    )


@OWNERS.post("/people", status_code=201)
def invite(who: Owner, campaign: OfCampaign, named: bodies.Named) -> bodies.Invited:
    """Add a person, or make another link for one; it is shown this once."""
    token = campaign.invite(named.name.strip(), named.role)
    return bodies.Invited(name=named.name.strip(), role=named.role, link=f"{campaign.origin}/in/{token}")


@OWNERS.delete("/people/{pseudonym}/links", status_code=204)
def revoke(pseudonym: str, who: Owner, campaign: OfCampaign) -> None:
    """Make a person's links void. One's own stay: nobody could make another one here."""
    _check_person(campaign, pseudonym)
    if pseudonym == who.pseudonym:
        raise HTTPException(409, JUDGING("owner.links"))
    campaign.oversight.void(pseudonym)


@OWNERS.put("/people/{pseudonym}/state", status_code=204)
def stop(pseudonym: str, who: Owner, campaign: OfCampaign, stopping: bodies.Stopping) -> None:
    """Give a person nothing more, or let the person go on."""
    _check_person(campaign, pseudonym)
    campaign.oversight.stop(pseudonym, stopped=stopping.stopped)


@OWNERS.put("/state", status_code=204)
def pause(who: Owner, campaign: OfCampaign, stopping: bodies.Stopping) -> None:
    """Give nobody anything more, or let all go on."""
    campaign.oversight.pause_all(paused=stopping.stopped)


@OWNERS.get("/qrels.txt", response_class=StreamingResponse, responses={200: {"content": {"text/plain": {}}}})
def qrels(
    who: Owner, process: OfFigures, combine: Annotated[_RULES, Query()] = "majority", as_of: _Moment = ""
) -> Response:
    """The labels so far, or as of an entry or a time."""
    return _download(process, "qrels", combine, as_of, "qrels.txt")


@OWNERS.get("/preferences.txt", response_class=StreamingResponse, responses={200: {"content": {"text/plain": {}}}})
def preferences(who: Owner, process: OfFigures, as_of: _Moment = "") -> Response:
    """The preferences so far, or as of an entry or a time, where documents are compared."""
    return _download(process, "preferences", "majority", as_of, "preferences.txt")


@OWNERS.get("/log.jsonl", response_class=StreamingResponse, responses={200: {"content": {"text/plain": {}}}})
def log(who: Owner, process: OfFigures, as_of: _Moment = "") -> Response:
    """Every entry of the log, or those up to an entry or a time, as a line of JSON."""
    return _download(process, "log", "majority", as_of, "log.jsonl")


@OWNERS.get("/tests")
def tests(who: Owner, campaign: OfCampaign) -> list[bodies.Test]:
    """The tests of batches, with the agreed answers, before people meet them."""
    ids = list(campaign.entrance.tasks_for(TEST))
    known, shown = campaign.entrance.known_answers(ids), campaign.models.texts(ids)
    return [
        bodies.Test(
            query=shown[task].query_text,
            docs=[bodies.Shown(text=shown[task].doc_texts[doc]) for doc in shown[task].docs],
            agreed=known[task].agreed(shown[task].docs),
        )
        for task in ids
    ]


@OWNERS.get("/cases")
def cases(who: Owner, campaign: OfCampaign) -> bodies.Cases:
    """The tasks on which people differ and no owner has judged: how many, and the first."""
    waiting = [one for one in disagreements(campaign) if one.adjudicated is None]
    if not waiting:
        return bodies.Cases(waiting=0, first=None)
    case = waiting[0]
    shown = campaign.models.texts([case.task])[case.task]
    choices = campaign.settings.choices(len(case.docs))
    first = bodies.Case(
        task=case.task,
        kind=case.kind,
        query=shown.query_text,
        docs=[bodies.Shown(text=shown.doc_texts[doc]) for doc in shown.docs],
        options=[bodies.Option(name=one.name, key=one.key) for one in choices],
        label=campaign.settings.label_words(shown.label),
        n_answers=case.n_answers,
    )
    return bodies.Cases(waiting=len(waiting), first=first)


@OWNERS.put("/cases/{task}")
def judge_case(task: str, who: Owner, campaign: OfCampaign, given: bodies.Adjudicating) -> bodies.Adjudicated:
    """Keep the owner's answer, and show what the others said."""
    case = next((one for one in disagreements(campaign) if one.task == task), None)
    if case is None:
        raise not_there("task on which people differ")
    if given.answer not in {one.name for one in campaign.settings.choices(len(case.docs))}:
        raise HTTPException(422, JUDGING("owner.answer"))
    shown = {"shown": list(case.docs)} if len(case.docs) > 1 else {}
    receipt = campaign.adjudicate(who.pseudonym, task, {"answer": given.answer, **shown})
    [after] = [one for one in disagreements(campaign) if one.task == task]
    names = {one.pseudonym: one.name or one.pseudonym for one in campaign.oversight.members()}
    places = {doc: f"Text {i}" for i, doc in enumerate(case.docs, 1)} if len(case.docs) > 1 else {}
    said = [
        bodies.Said(person=names.get(one, one), answer=places.get(answer, answer))
        for one, answer in after.answers.items()
    ]
    return bodies.Adjudicated(entry=receipt.entry, answers=said)


def _download(
    process: FiguresProcess, what: Literal["qrels", "preferences", "log"], combine: str, as_of: str, name: str
) -> Response:
    try:
        pieces = process.export(what, combine, as_of or None)
        first = next(pieces)
    except IrassayError as error:
        raise HTTPException(409, str(error)) from None
    if what == "qrels" and first.startswith(b"{"):  # queries that TREC's columns can't hold
        name = "qrels.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(chain([first], pieces), media_type="text/plain; charset=utf-8", headers=headers)


def _check_person(campaign: Campaign, pseudonym: str) -> None:
    if all(one.pseudonym != pseudonym for one in campaign.oversight.members()):
        raise not_there("person")


class Closing(bodies.Body):
    """A query, and whether it is closed."""

    query: bodies.Name
    closed: bool


@OWNERS.get("/closed-queries")
def closed(who: Owner, campaign: OfCampaign) -> list[str]:
    """The closed queries."""
    return campaign.closed_queries()


@OWNERS.post("/closed-queries", status_code=204)
def close(who: Owner, campaign: OfCampaign, closing: Closing) -> None:
    """Close a query, or open it again."""
    (campaign.close_query if closing.closed else campaign.reopen_query)(who.pseudonym, closing.query)
