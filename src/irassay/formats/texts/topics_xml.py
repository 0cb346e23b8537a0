"""TREC topics as XML; one scanner reads both forms."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from irassay.formats.tagged_fields import tags_of
from irassay.formats.texts import TextFormat, topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.texts import TextSheet


def write(key: str, fields: Mapping[str, Any], sheet: TextSheet) -> str:
    """One topic."""
    tags = tags_of(fields, sheet.lose, unnamed="title", reserved=("num", "number", "topic", "top"))
    inside = "".join(f"  <{name}>{topics.labelled('', text)}</{name}>\n" for name, text in tags.items())
    return f'<topic number="{html.escape(key)}">\n{inside}</topic>\n'


FORMAT = TextFormat(
    name="topics-xml",
    line='the same as XML: `<topic number="...">`',
    holds="as `topics`",
    detected_by="read as `topics`",
    looks_like=None,
    suffixes=(".xml",),
    content="text",
    ids="single spaces",
    only_field="title",
    one_text=topics.one_text,
    missing=topics.FORMAT.missing,
    no_record=topics.FORMAT.no_record,
    read=topics.read,
    write=write,
    before="<topics>\n",
    after="</topics>\n",
)
