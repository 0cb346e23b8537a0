"""A book of Quepid as JSON, with every assessor's judgement of a pair of query and document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from irassay.formats.judgments import JudgedSheet, JudgedTask, Judgment, JudgmentFormat
from irassay.formats.labels.quepid_book import EXPECTED, book, looks_like, pair
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import object_of, objects_in, read_json

UNRATEABLE, LATER = "unrateable", "judge_later"  # keys, and why a task was skipped
QUERY = "query_id"  # of a pair's options, where the query's text is not its id


def read(path: str, problems: Problems) -> Iterator[JudgedTask]:
    """A task a pair; the query's text is its id, unless its options have one."""
    whole = read_json(path, problems)
    for place, entry in objects_in(whole, "query_doc_pairs", problems, expected=EXPECTED):
        text, doc, judgements = entry.get("query_text"), entry.get("doc_id"), entry.get("judgements") or []
        if not isinstance(text, str) or not isinstance(doc, (str, int)) or not isinstance(judgements, list):
            problems.add(place, f"expected {EXPECTED}")
            continue
        query = object_of(entry.get("options")).get(QUERY)
        shown = _shown(entry.get("document_fields"))
        yield JudgedTask(
            place=place,
            query=query if isinstance(query, str) else text,
            docs=(str(doc),),
            query_text=text,
            texts=None if shown is None else (shown,),
            judgments=[_judgment(one if isinstance(one, dict) else {"rating": one}) for one in judgements],
        )


def _shown(fields: Any) -> str | None:
    """The fields of a document as people read them: each by its name, one alone without it; None without any."""
    if not isinstance(fields, dict) or not fields:
        return None
    if len(fields) == 1:
        return str(next(iter(fields.values())))
    return "\n".join(f"{name}: {value}" for name, value in fields.items())


def _judgment(of: Mapping[str, Any]) -> Judgment:
    rating = of.get("rating")
    is_whole = isinstance(rating, float) and rating.is_integer()
    said = "" if rating is None else str(int(rating) if is_whole else rating)
    skip = next((reason for reason in (UNRATEABLE, LATER) if of.get(reason) is True), "")
    note, assessor = (str(of.get(key) or "") for key in ("explanation", "user_email"))
    return Judgment(assessor=assessor, said=said, skip="" if said else skip, note=note)


def write(sheet: JudgedSheet) -> Iterator[str]:
    """A book of all pairs, with the judgements there are."""
    grades = {point.name: point.grade for point in sheet.scale.points}
    pairs = []
    for position, task in enumerate(sheet.tasks, 1):
        judgements = [
            {
                "rating": None if one.skip else float(grades[one.said]),
                UNRATEABLE: bool(one.skip) and one.skip != LATER,
                LATER: one.skip == LATER,
                "user_email": one.assessor,
                "explanation": one.note or None,
            }
            for one in task.judgments
        ]
        text, fields = str(task.query_text), dict(zip(("text",), task.texts or ()))
        own = pair(text, *task.docs, position=position, fields=fields, judgements=judgements)
        pairs.append(own if text == task.query else {**own, "options": {QUERY: task.query}})
    labels = {str(grade): name for name, grade in grades.items()}
    yield book(pairs, name=sheet.name, scale=list(grades.values()), scale_labels=labels)


FORMAT = JudgmentFormat(
    name="quepid",
    line='Quepid\'s book: `{"query_doc_pairs": [{"query_text", "doc_id", "judgements": [{"rating", "user_email"}]}]}`',
    looks_like=looks_like,
    ids="any",
    kinds=("graded",),
    carries=("assessors", "skips", "notes", "open"),
    read=read,
    write=write,
)
BY_NAME = {FORMAT.name: FORMAT}
