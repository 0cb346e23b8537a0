"""Fields of a text that can stand between tags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.texts import TextSheet

_TAG = re.compile(r"[a-z][\w-]*", re.ASCII)


def kept(fields: Mapping[str, Any], sheet: TextSheet, *, unnamed: str, reserved: tuple[str, ...]) -> dict[str, str]:
    """Tag -> text, white space made single; what has no such tag is counted. `reserved` tags are the record's own."""
    tags: dict[str, str] = {}
    for name, value in fields.items():
        tag = name.lower() or unnamed
        if not isinstance(value, (str, int)) or not _TAG.fullmatch(tag) or tag in (*reserved, *tags):
            sheet.lose("further fields left out")
            continue
        text = " ".join(str(value).replace("\0", " ").split())
        if text != str(value):
            sheet.lose("white space made single")
        if text:
            tags[tag] = text
    return tags
