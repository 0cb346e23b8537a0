"""Judging without script: a page with one task, and forms that answer, skip, take back and pause."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from importlib.resources import files
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment
from pydantic import ValidationError

from irassay.collection.task_kinds import kind_of
from irassay.judging.assessors.entering import Entering
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.oversight import LastAnswer
from irassay.judging.store.people import Person
from irassay.judging.store.said import JUDGING
from irassay.judging.web import bodies, judging, sessions
from irassay.judging.web.judging import OfCampaign, OfDesk, Somebody
from irassay.provenance import VERSION

FORMS = APIRouter(include_in_schema=False)
HERE = "/plain"
SKIPS = ("language", "broken", "unsure", "unwilling")
_STACKED = 1  # of words: passages stand one below the other in a form, whatever the window
_TYPE = "application/x-www-form-urlencoded"
_MOST_FIELDS = 20
# Marks that turn the direction of what follows. Those that Arabic and Hebrew need are none of them.
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def spelled(text: str) -> str:
    """A text with the marks that would turn the direction of what follows spelled out."""
    return _DIRECTIONS.sub(lambda mark: f"[{unicodedata.name(mark[0]).lower()}]", text)


def answer_words(name: str, kind: str) -> str:
    """An answer as a form names it."""
    choice = kind_of(kind).choice(name)
    return choice.words[_STACKED] if choice else name


def _said(last: LastAnswer, kind: str) -> str:
    """An answer in words."""
    skip = last.content.get("skip")
    if skip is None:
        return answer_words(str(last.content["answer"]), kind)
    return f"skipped, {JUDGING(f'skips.{skip}') if skip in SKIPS else skip}"


_JINJA = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
_JINJA.filters.update(spelled=spelled, said=_said, in_words=answer_words)
_PAGE = _JINJA.from_string((files("irassay.judging.web") / "pages" / "plain.html").read_text(encoding="utf-8"))


async def _fields(request: Request) -> dict[str, str]:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _TYPE:
        raise HTTPException(415, "Expected a form.")
    try:
        pairs = parse_qsl((await request.body()).decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(422, JUDGING("form.foreign")) from None
    return dict(pairs)


Fields = Annotated[dict[str, str], Depends(_fields)]


def _sender(request: Request, campaign: OfCampaign, fields: Fields) -> Person:
    return sessions.person_of_form(request, campaign, fields.get("form", ""))


Sender = Annotated[Person, Depends(_sender)]


@FORMS.get(HERE)
def page(request: Request, who: Somebody, campaign: OfCampaign, desk: OfDesk, platform: judging.OfPlatform) -> Response:
    """One task with its forms, or why there is none."""
    turn = judging.tasks(who, campaign, desk, platform, bodies.Having(), 1)
    task = turn.tasks[0] if turn.tasks else None
    before = campaign.oversight.answers_to(who.pseudonym, task.task) if task else []
    rules = judging.guideline(judging.GUIDELINE, who, campaign)
    last = campaign.oversight.last_answer(who.pseudonym)
    kind = kind_of(campaign.settings.kind)
    filled = _PAGE.render(
        form=sessions.form_token_of(request),
        state=turn.state,
        task=task,
        before=before,
        earlier=next((one.content["answer"] for one in reversed(before) if one.content.get("answer")), None),
        last=last,
        agreed=Entering(campaign).agreed(who.pseudonym, last.task) if last else None,
        consent=turn.consent,
        reason=turn.reason,
        outcomes=turn.outcomes,
        completion=turn.completion,
        guideline=rules,
        of=kind,
        kind=kind.name,
        names=[words[_STACKED] for words in kind.texts],
        sentences={one.name: one.sentence for one in rules.options} if kind.most == 1 else {},
        skips={name: JUDGING(f"skips.{name}") for name in SKIPS},
        has_text=task is not None and all(doc.text.strip() for doc in task.docs),
    )
    return HTMLResponse(filled.encode(errors="replace"))


@FORMS.post(f"{HERE}/answer")
def answer(who: Sender, campaign: OfCampaign, fields: Fields) -> Response:
    """Keep what was chosen. The key is that of the hold, so that a form that is sent twice counts once."""
    given = fields.get("answer") or None
    skip = fields.get("skip") or None
    if (given is None) == (skip is None):
        raise HTTPException(422, JUDGING("form.one"))
    if skip is not None and skip not in SKIPS:
        raise HTTPException(422, JUDGING("form.reason"))
    what = {"answer": given} if skip is None else {"skip": skip}
    note = fields.get("note", "").replace("\r\n", "\n").strip()
    what |= {"note": note[: bodies.LONGEST_NOTE]} if note else {}
    return _kept(who, campaign, fields.get("key", ""), {**what, **_from(fields)})


@FORMS.post(f"{HERE}/undo")
def undo(who: Sender, campaign: OfCampaign, fields: Fields) -> Response:
    """Take an answer back. Its key makes that of the withdrawal: sent twice, it is one."""
    replaced = fields.get("replaces", "")
    key = hashlib.sha256(f"undo {replaced}".encode(errors="replace")).hexdigest()[:24]
    return _kept(who, campaign, key, {"answer": None, **_from(fields)})


@FORMS.post(f"{HERE}/consent")
def consent(who: Sender, campaign: OfCampaign) -> Response:
    """Keep that a person agrees to the text that was shown."""
    judging.consent(who, campaign)
    return RedirectResponse(HERE, 303)


@FORMS.post(f"{HERE}/pause")
def pause(who: Sender, campaign: OfCampaign, fields: Fields) -> Response:
    """Pause, or go on."""
    judging.pause(who, campaign, bodies.Pausing(paused=fields.get("paused") == "yes"))
    return RedirectResponse(HERE, 303)


def _from(fields: dict[str, str]) -> dict[str, object]:
    replaces = fields.get("replaces") or None
    own = {"replaces": replaces} if replaces else {}
    return {"task": fields.get("task", ""), "layout": {"form": True}, "page": VERSION, **own}


def _kept(who: Person, campaign: Campaign, key: str, what: dict[str, object]) -> Response:
    """Keep it by the way that all answers go, and show the next task."""
    try:
        sent = bodies.Sent.model_validate({**what, "guideline": judging.GUIDELINE})
    except ValidationError:
        raise HTTPException(422, JUDGING("form.unknown")) from None
    judging.answer(key, who, campaign, sent, Response())
    return RedirectResponse(HERE, 303)
