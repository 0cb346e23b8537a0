"""The form of an entry's body, by kind: a log that comes from elsewhere is held against this.

Numbers that nothing follows from, such as times and tokens, may be any: who reads them leaves out what can't be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError

from irassay.errors import InputError, is_halved
from irassay.judging.store.entries import Entry, unknown_kind
from irassay.judging.store.said import JUDGING

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_MOST = 10**9


def _amount(text: str) -> str:
    try:
        amount = Decimal(text)
        if 0 <= amount <= _MOST:
            return text
    except InvalidOperation:  # of NaN too
        pass
    raise ValueError("expected an amount of money")


Count = Annotated[int, Field(ge=0, le=_MOST)]
Amount = Annotated[str, AfterValidator(_amount)]


class _Form(BaseModel):
    """Names that are read; others are left as they are."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)


class _Campaign(_Form):
    scale: str
    points: Annotated[list[Any], Field(min_length=1)]
    order: str
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    guideline: str
    kind: str
    equal: bool
    consent: str
    batch: Annotated[Count, Field(ge=1)]
    tests: Count
    pay: Amount
    fee: Amount
    share: Literal["task", "query"]


class _Task(_Form):
    kind: str
    query: str
    query_sha256: str
    docs: Annotated[list[str], Field(min_length=1)]
    docs_sha256: list[str]
    wanted: Count
    why: str
    probability: Annotated[float, Field(ge=0, le=1)] | None
    purpose: str = ""
    expected: str = ""
    reason: str = ""


class _Assessor(_Form):
    role: str
    name: str | None = None


class _State(_Form):
    state: str


class _Exclusion(_Form):
    reason: str


class _Answer(_Form):
    answer: str | None = None
    skip: str | None = None
    shown: list[str] | None = None
    note: str | None = None


class _Step(_State):
    attempt: Count


class _Batch(_Form):
    number: Count
    tasks: list[str]


class _BatchEnd(_Batch, _State):
    missed: Count


class _Adjudication(_Form):
    answer: str
    shown: list[str] | None = None
    blind: bool = True


class _Closed(_Form):
    query: str


_Grades = dict[str, dict[str, int]]


class _EarlierLabels(_Form):
    source: dict[str, str]
    labels: _Grades


class _Origin(_Form):
    origin: str


class _Stratum(_Form):
    drawn: list[str]
    left: list[str]


class _Strata(_Closed):
    strata: dict[str, _Stratum]


class _Lists(_Form):
    docs: list[str]
    runs: list[Annotated[tuple[str, list[Count]], Strict(False)]]  # a JSON array, of two


class _Ranks(_Closed, _Lists):
    pass


class _Terms(_Form):
    batch: Annotated[Count, Field(ge=1)]
    budget: Count | None
    people: Annotated[Count, Field(ge=1)]
    combine: Literal["majority", "median", "lowest", "highest"]


class _Hashes(_Form):
    query: dict[str, str]
    doc: dict[str, str]


class _BesideQuestion(_Form):
    model: _Grades | None
    ideals: _Grades | None


class _Question(_Form):
    asked: dict[str, Any]
    lists: dict[str, _Lists]
    labels: _BesideQuestion
    terms: _Terms
    texts: _Hashes


class _Draw(_Form):
    number: Count
    asked: Annotated[Count, Field(ge=1)]
    after: Count


class _Look(_Form):
    verdict: str
    labels: dict[str, Count]


class _Ask(_Form):
    shown: list[str]
    most_cost: Amount
    judging_pass: Annotated[Count, Field(alias="pass")]
    n_tried: Annotated[Count, Field(alias="try")]


class _Verdict(_Form):
    ask: str
    shown: list[str]
    state: str
    cost: Amount
    model: str
    prompt_sha256: str
    judging_pass: Annotated[Count, Field(alias="pass")]
    answer: str | None = None
    reason: str = ""
    again: bool = False


class _Version(_Form):
    number: Annotated[Count, Field(ge=1)]
    answers: dict[str, list[str]]
    open: dict[str, list[str]]
    asked: dict[str, list[str]]
    runs: dict[str, str]
    leaderboard: list[list[str]]
    changes: list[list[str]]


OF_PERSON = ("answer", "skip", "exclusion", "consent", "practice", "exam", "batch", "batch-end", "ask", "verdict")
OF_TASK = ("task", "answer", "skip", "adjudication", "ask", "verdict")
_FORMS: Mapping[str, type[_Form]] = {
    "campaign": _Campaign,
    "task": _Task,
    "assessor": _Assessor,
    "pause": _State,
    "exclusion": _Exclusion,
    "answer": _Answer,
    "skip": _Answer,
    **dict.fromkeys(("consent", "practice", "exam"), _Step),
    "batch": _Batch,
    "batch-end": _BatchEnd,
    "adjudication": _Adjudication,
    **dict.fromkeys(("closed", "reopened"), _Closed),
    "earlier-labels": _EarlierLabels,
    "origin": _Origin,
    "strata": _Strata,
    "ranks": _Ranks,
    "ask": _Ask,
    "verdict": _Verdict,
    "version": _Version,
    **dict.fromkeys(("import", "forgotten"), _Form),
    "question": _Question,
    "draw": _Draw,
    "look": _Look,
}


def check_form(entry: Entry, source: str) -> None:
    """InputError where an entry is none that irassay writes: which, and what it lacks."""
    where = JUDGING("log.entry", source=source, number=entry.entry, kind=entry.kind)
    texts = (entry.key, entry.kind, entry.assessor, entry.task, entry.body, entry.replaces)
    if any(text is not None and ("\0" in text or is_halved(text)) for text in texts):
        raise InputError(JUDGING("log.halved", where=where))
    if not _TIME.fullmatch(entry.time):
        raise InputError(JUDGING("log.time", where=where, time=entry.time))
    try:
        _FORMS[entry.kind].model_validate(dict(entry.content))
    except KeyError:
        raise unknown_kind(entry.kind, where) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(JUDGING("log.form", where=where, place=place, what=first["msg"].lower())) from None
