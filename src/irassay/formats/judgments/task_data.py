"""Tasks and judgments as keys and values: Label Studio's JSON, and Potato's JSON lines, an item and one person each.

Grades and known answers are ``Choices``, pairs a ``Pairwise``; a tie is a choice beside it. Tasks without annotations
are what Label Studio imports to be judged.

Older versions of Potato write ``annotated_instances.jsonl`` into a folder of each person, who isn't in the file; newer
ones ``annotations.jsonl`` of all, and a ``user_state.json`` of each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT
from irassay.errors import cut
from irassay.formats import loss_warnings
from irassay.formats.format import CERTAIN, NO, Head
from irassay.formats.judgments import EVERYTHING, JudgedSheet, JudgedTask, Judgment, JudgmentFormat
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import head_of
from irassay.formats.tables.columns import NAMES
from irassay.formats.trees.json_tree import list_of, object_of, read_json, records_of, text_of
from irassay.messages import listed, plural

ANSWERS = {"graded": "relevance", "pair": "preference", "anchor": "answer"}  # kind of task -> control
EQUAL_TOO = "equal"  # control of a tie, where the one of a pair has no place for it
NOTE, SKIP = "note", "skip"  # controls
_PAIR = ("doc_a", "doc_b")
EXPECTED = "the ids of a query and of its documents, such as query_id and doc_id, or doc_a and doc_b"
_LABELSTUDIO_KEYS = re.compile(r'"(?:annotations|data)"\s*:\s*[\[{]')
_VALUES = {"choices": "choices", "pairwise": "selected", "rating": "rating", "textarea": "text"}  # type -> its key
UNDECIDED = "none"  # of a Pairwise
CANCELLED = "cancelled"
STATE = "instance_id_to_label_to_value"
_POTATO_KEYS = re.compile(rf'"(?:label_annotations|instance_id|{STATE})"\s*:')
_ITEM = re.compile(r'\s*\{\s*"id"\s*:.*"query_id"\s*:.*"text"\s*:')
_SIDES = {"A": LEFT, "B": RIGHT, "tie": EQUAL}
_LETTERS = {name: letter for letter, name in _SIDES.items()}
_WITHIN = ("selection", "text_box")  # keys under which a value stands for itself


def data_of(task: JudgedTask) -> dict[str, Any]:
    """What a task shows: ids, and texts, in a list where there are two."""
    is_pair = len(task.docs) == len(_PAIR)
    docs = dict(zip(_PAIR if is_pair else ("doc_id",), task.docs, strict=True))
    texts = task.texts or ()
    return {"query_id": task.query, **docs, "query": task.query_text, "text": list(texts) if is_pair else texts[0]}


def task_of(
    place: int | str, data: Mapping[Any, Any], judgments: Sequence[Judgment], problems: Problems, task: str = ""
) -> JudgedTask | None:
    """The task that such keys show; None, and a problem, where they name neither a task nor a query and documents."""
    of = {str(key).strip().lower(): value for key, value in data.items()}
    query = _id(of, NAMES["query"])
    docs = tuple(_id(of, (name,)) for name in _PAIR) if of.keys() >= {*_PAIR} else (_id(of, NAMES["doc"]),)
    if not (query and all(docs)):
        if task:
            return JudgedTask(place=place, task=task, judgments=judgments)
        problems.add(place, f"expected {EXPECTED}")
        return None
    query_text = of.get("query", of.get("query_text"))
    texts = _texts(of, len(docs))
    return JudgedTask(
        place=place, task=task, query=query, docs=docs, judgments=judgments, texts=texts,
        query_text=query_text if isinstance(query_text, str) else None,
    )  # fmt: skip


def _id(of: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first of these that is there; "" where it is no id."""
    value = next((of[name] for name in names if name in of), "")
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def _texts(of: Mapping[str, Any], n: int) -> tuple[str, ...] | None:
    text = of.get("text", of.get("doc_text"))
    texts = [of.get("text1"), of.get("text2")] if n > 1 and not isinstance(text, list) else text
    texts = texts if isinstance(texts, list) else [texts]
    return tuple(texts) if len(texts) == n and all(isinstance(one, str) for one in texts) else None


def controls_of(kind: str, judgment: Judgment) -> dict[str, str]:
    """What was said, by control."""
    said = {} if judgment.skip else {ANSWERS[kind]: judgment.said}
    return said | {name: text for name, text in ((SKIP, judgment.skip), (NOTE, judgment.note)) if text}


def judgment_of(place: int | str, assessor: str, controls: Mapping[str, str], problems: Problems) -> Judgment:
    """What the controls say; a problem where it can't be told which of several is the answer."""
    answers = {name: said for name, said in controls.items() if name not in (NOTE, SKIP) and said}
    named = [name for name in (*ANSWERS.values(), EQUAL_TOO) if name in answers] or list(answers)
    if len(named) > 1:
        names = listed([cut(name) for name in answers])
        problems.add(place, f"answers to {names}, expected one, or one that is called {', '.join(ANSWERS.values())}")
    said = answers[named[0]] if named else ""
    skip = controls.get(SKIP, "")
    return Judgment(
        assessor=assessor,
        said="" if skip else EQUAL if named == [EQUAL_TOO] else said,
        skip=skip,
        note=controls.get(NOTE, ""),
    )


def looks_like_labelstudio(head: Head) -> int:
    """A list of objects with data or annotations."""
    return CERTAIN if head.is_json and head.text.startswith("[") and _LABELSTUDIO_KEYS.search(head.text) else NO


def read_labelstudio(path: str, problems: Problems) -> Iterator[JudgedTask]:
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


def write_labelstudio(sheet: JudgedSheet) -> Iterator[str]:
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


LABELSTUDIO = JudgmentFormat(
    name="labelstudio",
    line='Label Studio\'s JSON: `[{"data": {...}, "annotations": [{"completed_by", "result"}]}]`',
    looks_like=looks_like_labelstudio,
    ids="any",
    kinds=tuple(ANSWERS),
    carries=EVERYTHING,
    read=read_labelstudio,
    write=write_labelstudio,
)


def looks_like_potato(head: Head) -> int:
    """Objects with annotations of an instance, or items as they are written here."""
    return CERTAIN if head.is_json and (_POTATO_KEYS.search(head.text) or _ITEM.match(head.text)) else NO


def read_potato(path: str, problems: Problems) -> Iterator[JudgedTask]:
    """A task a line, or of each instance of a user's state."""
    for place, entry in _entries(path, problems):
        instance = entry.get("instance_id", entry.get("id"))
        if not isinstance(instance, (str, int)):
            problems.add(place, 'expected an "id" or "instance_id"')
            continue
        labels = entry.get("labels", entry.get("label_annotations"))
        judgments = []
        if labels is not None:
            controls = {name: _said(value, place, problems) for name, value in _by_control(labels).items()}
            judgments = [judgment_of(place, str(entry.get("user_id") or ""), controls, problems)]
        task = task_of(place, entry, judgments, problems, str(instance))
        if task is not None:
            yield task


def _entries(path: str, problems: Problems) -> Iterator[tuple[int | str, dict[str, Any]]]:
    if f'"{STATE}"' not in Head(head_of(path)).text:
        yield from records_of(path, problems)
        return
    state = read_json(path, problems)
    for instance, labels in object_of(object_of(state).get(STATE)).items():
        yield instance, {"instance_id": instance, "user_id": state.get("user_id"), "labels": labels}


def _by_control(labels: Any) -> dict[str, Any]:
    """Control -> label -> value, also of the pairs of a label and its value in which a state may have them."""
    if isinstance(labels, dict):
        return labels
    out: dict[str, Any] = {}
    for pair in list_of(labels):
        label, value = pair if isinstance(pair, list) and len(pair) == 2 else ({}, None)
        of = object_of(label)
        out.setdefault(str(of.get("schema")), {})[str(of.get("name"))] = value
    return out


def _said(value: Any, place: int | str, problems: Problems) -> str:
    """The label that was chosen, or what stands under a key that is no label."""
    if not isinstance(value, dict):
        return "" if value is None else str(value)
    inner = object_of(value.get("labels", value))
    chosen = [name for name, given in inner.items() if given not in (None, "", False, "false")]
    if len(chosen) > 1:
        problems.add(place, f"the labels {', '.join(map(cut, chosen))}, expected one")
    if not chosen:
        return ""
    said = str(inner[chosen[0]]) if chosen[0] in _WITHIN else str(chosen[0])
    return _SIDES.get(said, said)


def write_potato(sheet: JudgedSheet) -> Iterator[str]:
    """A line a judgment, each with its item; an item alone where nobody has said anything."""
    for task in sheet.tasks:
        item = {"id": task.task, **data_of(task)}
        for one in task.judgments:
            labels = {name: _labels(name, said) for name, said in controls_of(sheet.kind, one).items()}
            own = {"instance_id": task.task, "user_id": one.assessor, "labels": labels, "spans": {}, "links": {}}
            yield json.dumps({**item, **own}, ensure_ascii=False) + "\n"
        if not task.judgments:
            yield json.dumps(item, ensure_ascii=False) + "\n"


def _labels(control: str, said: str) -> dict[str, str]:
    if control == ANSWERS["pair"]:
        return {"selection": _LETTERS[said]}
    return {"text_box": said} if control == NOTE else {said: "true"}


POTATO = JudgmentFormat(
    name="potato",
    line='Potato\'s JSON lines: `{"instance_id", "user_id", "labels": {"relevance": {"Related": "true"}}}`',
    looks_like=looks_like_potato,
    ids="any",
    kinds=tuple(ANSWERS),
    carries=EVERYTHING,
    read=read_potato,
    write=write_potato,
)
BY_NAME = {"labelstudio": LABELSTUDIO, "potato": POTATO}
