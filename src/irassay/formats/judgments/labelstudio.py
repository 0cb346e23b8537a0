"""Label Studio's JSON: a list of tasks, each with its data and with annotations by their users.

Grades and known answers are ``Choices``, pairs a ``Pairwise``; a tie is a choice beside it. Tasks without annotations
are what Label Studio imports to be judged.
"""

from __future__ import annotations

import re

from irassay.collection.task_kinds import EQUAL
from irassay.errors import cut
from irassay.formats import loss_warnings
from irassay.formats.format import CERTAIN, NO
from irassay.formats.judgments import EVERYTHING, JudgmentFormat
from irassay.formats.judgments.task_data import (
    ANSWERS,
    EQUAL_TOO,
    NOTE,
    SKIP,
    controls_of,
    data_of,
    judgment_of,
    task_of,
)
from irassay.formats.trees.json_tree import list_of, object_of, records_of, text_of
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from irassay.formats.format import Head
    from irassay.formats.judgments import JudgedSheet, JudgedTask, Judgment
    from irassay.formats.sources.lines import Problems

_KEYS = re.compile(r'"(?:annotations|data)"\s*:\s*[\[{]')
_VALUES = {"choices": "choices", "pairwise": "selected", "rating": "rating", "textarea": "text"}  # type -> its key
UNDECIDED = "none"  # of a Pairwise
CANCELLED = "cancelled"


def looks_like(head: Head) -> int:
    """A list of objects with data or annotations."""
    return CERTAIN if head.is_json and head.text.startswith("[") and _KEYS.search(head.text) else NO


def read(path: str, problems: Problems) -> Iterator[JudgedTask]:
    """A task an entry; predictions of models are left out."""
    predicted = 0
    for place, entry in records_of(path, problems):
        data, annotations = entry.get("data"), entry.get("annotations", [])
        if not isinstance(data, dict) or not isinstance(annotations, list):
            problems.add(place, 'expected an object "data" and a list "annotations", as in the export called JSON')
            continue
        predicted += len(list_of(entry.get("predictions")))
        judgments = [_judgment(f"{place}.annotations[{i}]", one, problems) for i, one in enumerate(annotations)]
        task = task_of(place, data, judgments, problems, str(data.get("task") or ""))
        if task is not None:
            yield task
    if predicted:
        loss_warnings.say(f"{plural(predicted, 'prediction')} of models left out of {path}")


def _judgment(place: str, annotation: Any, problems: Problems) -> Judgment:
    of = object_of(annotation)
    controls: dict[str, str] = {}
    for result in map(object_of, list_of(of.get("result"))):
        of_type = str(result.get("type"))
        value = object_of(result.get("value")).get(_VALUES.get(of_type, ""))
        values = value if isinstance(value, list) else [value]
        if len(values) > 1 and of_type != "textarea":
            problems.add(place, f"the choices {', '.join(map(cut, values))}, expected one")
        said = "\n".join(str(one) for one in values if one is not None)
        controls[str(result.get("from_name"))] = "" if said == UNDECIDED else said
    if of.get("was_cancelled") and not controls.get(SKIP):
        controls[SKIP] = CANCELLED
    return judgment_of(place, _user(of.get("completed_by")), controls, problems)


def _user(user: Any) -> str:
    """Who annotated: by the address, else the number, that Label Studio has of a user."""
    if isinstance(user, dict):
        return str(user.get("email") or user.get("username") or user.get("id") or "")
    return "" if user is None else str(user)


def write(sheet: JudgedSheet) -> Iterator[str]:
    """A list of tasks with their annotations."""
    yield text_of([_entry(number, task, sheet.kind) for number, task in enumerate(sheet.tasks, 1)])


def _entry(number: int, task: JudgedTask, kind: str) -> dict[str, Any]:
    data = {"task": task.task, **data_of(task)}
    shown = "text"
    if isinstance(texts := data["text"], list):
        del data["text"]
        data |= {f"text{i}": text for i, text in enumerate(texts, 1)}
        shown = "text1,text2"
    annotations = [
        {
            "completed_by": {"email": one.assessor},
            "was_cancelled": bool(one.skip),
            "result": [_result(*said, shown, kind) for said in controls_of(kind, one).items()],
        }
        for one in task.judgments
    ]
    return {"id": number, "data": data, "annotations": annotations}


def _result(control: str, said: str, shown: str, kind: str) -> Mapping[str, Any]:
    value: dict[str, Any]
    if control == NOTE:
        of_type, value = "textarea", {"text": [said]}
    elif control != SKIP and kind == "pair" and said != EQUAL:
        of_type, value = "pairwise", {"selected": said.lower()}
    else:
        of_type, value = "choices", {"choices": [said]}
    name = EQUAL_TOO if control != NOTE and said == EQUAL else control
    return {"from_name": name, "to_name": shown, "type": of_type, "value": value}


FORMAT = JudgmentFormat(
    name="labelstudio",
    line='Label Studio\'s JSON: `[{"data": {...}, "annotations": [{"completed_by", "result"}]}]`',
    looks_like=looks_like,
    ids="any",
    kinds=tuple(ANSWERS),
    carries=EVERYTHING,
    read=read,
    write=write,
)
