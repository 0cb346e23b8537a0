"""What records of texts have in common: which of their fields are id, title and text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.errors import cut

# Keys of a JSON line, in the order they are looked for.
IDS = ("_id", "id", "docid", "doc_id", "docno", "pid", "qid", "query_id", "query-id")
BODIES = ("text", "contents", "content", "body", "passage", "segment", "query")
TITLES = ("title", "headline", "head")


def one_text(fields: Mapping[str, Any], field: str | None) -> str | None:
    """The one text of a record: the field asked for, else the title and the text; None where there is none.

    >>> one_text({"title": "Shoes", "text": "red ones"}, None)
    'Shoes red ones'
    >>> one_text({"title": "Shoes", "text": ""}, None)
    'Shoes'
    """
    if field is not None:
        return _text(fields.get(field))
    text = next((one for name in BODIES if (one := _text(fields.get(name))) is not None), None)
    title = next((one for name in TITLES if (one := _text(fields.get(name)))), None)
    if title and text:
        return f"{title} {text}"
    return text or title or text


def missing(key: str, fields: Mapping[str, Any], field: str | None) -> str:
    """What is said of a record without that text."""
    return f"no {field or 'text'}, expected an id and a text"


def missing_field(key: str, fields: Mapping[str, Any], field: str | None) -> str:
    """The same, where the record's id and fields are known."""
    return f"topic {cut(key)} has no {field}; it has {', '.join(filter(None, fields))}"


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, (str, int)) else None
