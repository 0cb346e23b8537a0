"""The form of an entry's body, by kind: a log that comes from elsewhere is held against this.

Numbers that nothing follows from, such as times and tokens, may be any: who reads them leaves out what can't be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from types import GenericAlias
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, create_model

from irassay.errors import InputError, is_halved
from irassay.judging.store.entries import Entry, unknown_kind
from irassay.judging.store.said import JUDGING

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_MOST = 10**9


def _amount(text: str) -> str:
    try:
        if 0 <= Decimal(text) <= _MOST:
            return text
    except InvalidOperation:  # of NaN too
        pass
    raise ValueError("expected an amount of money")


Count = Annotated[int, Field(ge=0, le=_MOST)]
CountFrom1 = Annotated[Count, Field(ge=1)]
Amount = Annotated[str, AfterValidator(_amount)]
Grades = dict[str, dict[str, int]]  # query -> document -> grade
_READ = create_model("Read", __config__=ConfigDict(extra="ignore", strict=True, allow_inf_nan=False))


def _form(base: type[BaseModel] = _READ, /, **names: Any) -> type[BaseModel]:
    """A form with the type of each name that is read; what may be absent has its default beside the type."""
    fields: dict[str, Any] = {name: of if isinstance(of, tuple) else (of, ...) for name, of in names.items()}
    return create_model("Form", __base__=base, **fields)


def _by_name(form: type[BaseModel]) -> Any:
    return GenericAlias(dict, (str, form))


_STATE = _form(state=str)
_ANSWER = _form(
    answer=(str | None, None), skip=(str | None, None), shown=(list[str] | None, None), note=(str | None, None)
)
_OF_QUERY = _form(query=str)
_PLACES = Annotated[tuple[str, list[Count]], Strict(False)]  # a JSON array, of two
_LISTS: dict[str, Any] = {"docs": list[str], "runs": list[_PLACES]}
_PASS = Annotated[Count, Field(alias="pass")]
_TERMS = _form(
    batch=CountFrom1, budget=Count | None, people=CountFrom1, combine=Literal["majority", "median", "lowest", "highest"]
)
_FORMS: Mapping[str, type[BaseModel]] = {
    "campaign": _form(
        scale=str, points=Annotated[list[Any], Field(min_length=1)], order=str,
        seed=Annotated[int, Field(ge=0, lt=2**64)], guideline=str, kind=str, equal=bool, consent=str, batch=CountFrom1,
        tests=Count, pay=Amount, fee=Amount, share=Literal["task", "query"],
    ),
    "task": _form(
        kind=str, query=str, query_sha256=str, docs=Annotated[list[str], Field(min_length=1)], docs_sha256=list[str],
        wanted=Count, why=str, probability=Annotated[float, Field(ge=0, le=1)] | None, purpose=(str, ""),
        expected=(str, ""), reason=(str, ""),
    ),
    "assessor": _form(role=str, name=(str | None, None)),
    "pause": _STATE,
    "exclusion": _form(reason=str),
    **dict.fromkeys(("answer", "skip"), _ANSWER),
    **dict.fromkeys(("consent", "practice", "exam"), _form(_STATE, attempt=Count)),
    "batch": _form(number=Count, tasks=list[str]),
    "batch-end": _form(_STATE, number=Count, tasks=list[str], missed=Count),
    "adjudication": _form(answer=str, shown=(list[str] | None, None), blind=(bool, True)),
    **dict.fromkeys(("closed", "reopened"), _OF_QUERY),
    "earlier-labels": _form(source=dict[str, str], labels=Grades),
    "origin": _form(origin=str),
    "strata": _form(_OF_QUERY, strata=_by_name(_form(drawn=list[str], left=list[str]))),
    "ranks": _form(**_LISTS, query=str),
    "ask": _form(shown=list[str], most_cost=Amount, judging_pass=_PASS, n_tried=Annotated[Count, Field(alias="try")]),
    "verdict": _form(
        ask=str, shown=list[str], state=str, cost=Amount, model=str, prompt_sha256=str, judging_pass=_PASS,
        answer=(str | None, None), reason=(str, ""), again=(bool, False),
    ),
    "version": _form(
        number=CountFrom1, answers=dict[str, list[str]], open=dict[str, list[str]], asked=dict[str, list[str]],
        runs=dict[str, str], leaderboard=list[list[str]], changes=list[list[str]],
    ),
    **dict.fromkeys(("import", "forgotten"), _form()),
    "question": _form(
        asked=dict[str, Any], lists=_by_name(_form(**_LISTS)), labels=_form(model=Grades | None, ideals=Grades | None),
        terms=_TERMS, texts=_form(query=dict[str, str], doc=dict[str, str]),
    ),
    "draw": _form(number=Count, asked=CountFrom1, after=Count),
    "look": _form(verdict=str, labels=dict[str, Count]),
}  # fmt: skip
OF_PERSON = ("answer", "skip", "exclusion", "consent", "practice", "exam", "batch", "batch-end", "ask", "verdict")
OF_TASK = ("task", "answer", "skip", "adjudication", "ask", "verdict")


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
