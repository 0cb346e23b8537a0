"""JSON files: parsed so that a key given twice is noticed, and errors have a line."""

from __future__ import annotations

import json
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats.lines import read_text
from irassay.formats.problems import Problems


def read_json(path: str, problems: Problems) -> Any:
    """The value in a JSON file.

    Raises
    ------
    InputError
        The file is not JSON, is nested too deeply, or has bytes that are no text.
    """
    text = read_text(path, problems)
    problems.raise_if_any()

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        whole = dict(found)
        if len(whole) < len(found):
            met: set[str] = set()
            for key, _ in found:
                if key in met:
                    problems.add("", f"key {cut(key)} twice in one object, expected once")
                met.add(key)
        return whole

    try:
        return json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path} is not JSON", (f"{path}:{error.lineno}  {error.msg.lower()} at column {error.colno}",)
        ) from None
    except RecursionError:
        raise InputError(f"{path} is nested too deeply to be labels, runs or metadata") from None
