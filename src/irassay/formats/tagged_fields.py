"""Fields of a text that can stand between tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

TAG = r"[a-z]\w*+(?:-++\w++)*+"  # a tag's name, which is tried once: text that goes on without > takes no longer
_TAG = re.compile(r"[a-z][\w-]*", re.ASCII)


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
