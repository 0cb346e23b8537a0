"""The fields of a text's record: which are id, title and text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from irassay.errors import cut

TAG = r"[a-z]\w*+(?:-++\w++)*+"  # a tag's name, which is tried once: text that goes on without > takes no longer
_TAG = re.compile(r"[a-z][\w-]*", re.ASCII)
# Keys of a JSON line, in the order they are looked for.
IDS = ("_id", "id", "docid", "doc_id", "docno", "pid", "qid", "query_id", "query-id")
BODIES = ("text", "contents", "content", "body", "passage", "segment", "query")
TITLES = ("title", "headline", "head")
# What the heading of a table calls ids and texts besides.
OF_IDS = (*IDS, "passage_id", "document_id", "q_id", "topic_id", "doc-id", "corpus_id", "corpus-id")
QUESTIONS = ("question", "query_text", "passage_text", "document_text", "doc_text")
OF_TEXTS = (*BODIES, *TITLES, *QUESTIONS, "description")
# Ids that no query has, and columns of labels and runs, which also have ids and queries.
OF_DOCS = ("docid", "doc_id", "doc-id", "docno", "pid", "passage_id", "document_id", "corpus_id", "corpus-id")
OF_LABELS = ("relevance", "label", "grade", "rating", "rel", "judgment", "score", "rank")
LONGEST_NAME = 40  # characters of a column's name


def heading(line: str) -> list[str]:
    """The names of the columns of texts, parted by tabs, where the line is their heading, an id, a text and others in a
    word; else []."""
    names = _names(line)
    are_pairs = "query" in names and any(name in OF_DOCS for name in names)
    of_texts = (
        any(name in OF_TEXTS for name in names) and not any(name in OF_LABELS for name in names) and not are_pairs
    )
    return names if of_texts and any(name in OF_IDS for name in names) else []


def is_heading_of_ids(line: str) -> bool:
    """Whether a line of a table that begins with ids, parted by tabs, is its heading: it names the ids and the rest."""
    return _names(line)[:1] in [[name] for name in (*OF_IDS, "doc", "document", "passage", "query")]


def _names(line: str) -> list[str]:
    """The cells of a line as names of columns, each another and in a word; none elsewhere."""
    names = [cell.strip().strip('"').lower() for cell in line.removeprefix("\ufeff").split("\t")]
    are_names = all(0 < len(name) <= LONGEST_NAME and len(name.split()) == 1 for name in names)
    return names if are_names and len(set(names)) == len(names) else []


def one_text(fields: Mapping[str, Any], field: str | None) -> str | None:
    """The one text of a record: the field asked for, else the title and the text; None where there is none."""
    if field is not None:
        return _text(fields.get(field))
    if len(fields) == 1 and type(plain := fields.get("text")) is str:  # most records
        return plain
    text = next((one for name in (*BODIES, *QUESTIONS) if (one := _text(fields.get(name))) is not None), None)
    title = next((one for name in TITLES if (one := _text(fields.get(name)))), None)
    if title and text:
        return f"{title} {text}"
    return text or title or (text if text is not None else _text(fields.get("description")))


def missing(key: str, fields: Mapping[str, Any], field: str | None) -> str:
    """What is said of a record without that text."""
    return f"no {field or 'text'}, expected an id and a text"


def missing_field(key: str, fields: Mapping[str, Any], field: str | None) -> str:
    """The same, where the record's id and fields are known."""
    return f"topic {cut(key)} has no {field}; it has {', '.join(filter(None, fields))}"


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, (str, int)) else None


def tags_of(
    fields: Mapping[str, Any], lose: Callable[[str], None], *, unnamed: str, reserved: tuple[str, ...]
) -> dict[str, str]:
    """Tag -> text, white space made single; `lose` is told what has no such tag. `reserved` ones are the record's."""
    tags: dict[str, str] = {}
    for name, value in fields.items():
        tag = name.lower() or unnamed
        if not isinstance(value, (str, int)) or not _TAG.fullmatch(tag) or tag in (*reserved, *tags):
            lose("further fields left out")
            continue
        text = " ".join(str(value).replace("\0", " ").split())
        if text != str(value):
            lose("white space made single")
        if text:
            tags[tag] = text
    return tags
