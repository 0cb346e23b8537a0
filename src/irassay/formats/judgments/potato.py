"""Potato's JSON lines: an item and what one person said of it; an item without a person is one to be judged.

Older versions write ``annotated_instances.jsonl`` into a folder of each person, who isn't in the file; newer ones
``annotations.jsonl`` of all, and a ``user_state.json`` of each.
"""

from __future__ import annotations

import json
import re

from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT
from irassay.errors import cut
from irassay.formats.format import CERTAIN, NO
from irassay.formats.judgments import EVERYTHING, JudgmentFormat
from irassay.formats.judgments.task_data import ANSWERS, NOTE, controls_of, data_of, judgment_of, task_of
from irassay.formats.trees.json_tree import list_of, object_of, read_json, records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from irassay.formats.format import Head
    from irassay.formats.judgments import JudgedSheet, JudgedTask
    from irassay.formats.sources.lines import Problems

STATE = "instance_id_to_label_to_value"
_KEYS = re.compile(rf'"(?:label_annotations|instance_id|{STATE})"\s*:')
_ITEM = re.compile(r'\s*\{\s*"id"\s*:.*"query_id"\s*:.*"text"\s*:')
_SIDES = {"A": LEFT, "B": RIGHT, "tie": EQUAL}
_LETTERS = {name: letter for letter, name in _SIDES.items()}
_WITHIN = ("selection", "text_box")  # keys under which a value stands for itself


def looks_like(head: Head) -> int:
    """Objects with annotations of an instance, or items as they are written here."""
    return CERTAIN if head.is_json and (_KEYS.search(head.text) or _ITEM.match(head.text)) else NO


def read(path: str, problems: Problems) -> Iterator[JudgedTask]:
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
    from irassay.formats.format import Head
    from irassay.formats.sources.opening import head_of

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


def write(sheet: JudgedSheet) -> Iterator[str]:
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


FORMAT = JudgmentFormat(
    name="potato",
    line='Potato\'s JSON lines: `{"instance_id", "user_id", "labels": {"relevance": {"Related": "true"}}}`',
    looks_like=looks_like,
    ids="any",
    kinds=tuple(ANSWERS),
    carries=EVERYTHING,
    read=read,
    write=write,
)
