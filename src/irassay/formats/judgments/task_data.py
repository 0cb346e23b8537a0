"""A task and a judgment as keys and values, in which Label Studio and Potato hold both."""

from __future__ import annotations

from irassay.collection.task_kinds import EQUAL
from irassay.errors import cut
from irassay.formats.judgments import JudgedTask, Judgment
from irassay.formats.tables.columns import NAMES
from irassay.messages import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.formats.sources.lines import Problems

ANSWERS = {"graded": "relevance", "pair": "preference", "anchor": "answer"}  # kind of task -> control
EQUAL_TOO = "equal"  # control of a tie, where the one of a pair has no place for it
NOTE, SKIP = "note", "skip"  # controls
_PAIR = ("doc_a", "doc_b")
EXPECTED = "the ids of a query and of its documents, such as query_id and doc_id, or doc_a and doc_b"


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
    known = [name for name in (*ANSWERS.values(), EQUAL_TOO) if name in answers]
    named = known or list(answers)
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
