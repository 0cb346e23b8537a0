"""What a file may hold, by its first bytes: labels or runs. More than one kind where the content can't tell."""

from __future__ import annotations

import re

from irassay.errors import InputError, cut
from irassay.formats import detect, dicts, opening

_LEAF = re.compile(r":\s*([^\s{\[\"][^,}\]\s]*)")
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')


def kinds_in(path: str) -> tuple[str, ...]:
    """The kinds that the content of `path` allows.

    Raises
    ------
    InputError
        Nothing claims it.
    """
    head = opening.head_of(path)
    if head.startswith(detect.PARQUET):
        from irassay.formats import parquet

        return _of_columns(path, parquet.keys_of(path))
    text, line = detect.text_of(head)
    if not text.strip():
        raise InputError(f"{path} is empty, expected data")
    if text.startswith("{") and dicts.looks_like(text):
        from irassay.formats import jsonl

        keys = jsonl.keys_of(text)
        return _of_columns(path, keys) if keys else _json(text)
    found = _columns(line)
    if not found:
        raise InputError(f"{path} starts with {cut(line)}, which is no format known here; --input-format names one")
    return found


def _of_columns(path: str, names: tuple[str, ...]) -> tuple[str, ...]:
    from irassay.formats import columns

    found = columns.holds(names)
    if not found:
        raise InputError(
            f"{path} has the columns {', '.join(names)}, expected a query, a document and a grade or score"
        )
    return found


def _json(text: str) -> tuple[str, ...]:
    from irassay.formats import json_forms

    form = json_forms.form_of(text)
    if form != "json":
        return tuple(
            kind for kind, known in (("labels", detect.LABEL_FORMATS), ("runs", detect.RUN_FORMATS)) if form in known
        )
    bare = _STRINGS.sub('""', text)
    depth = len(re.match(r'(?:\{\s*""\s*:\s*)*', bare).group().replace('""', "").replace(":", "").split("{")) - 1  # type: ignore[union-attr]
    leaves = _LEAF.findall(bare)
    if depth >= 3 or any(not leaf.lstrip("-").isdecimal() for leaf in leaves):
        return ("runs",)
    return ("labels", "runs")


def _columns(line: str) -> tuple[str, ...]:
    from irassay.formats import beir, ltr, quepid

    if quepid.looks_like(line) or beir.looks_like(line) or ltr.looks_like(line):
        return ("labels",)
    if detect.is_trec_run(line):
        return ("runs",)
    cells = line.split()
    if len(cells) == detect.LABEL_COLUMNS:
        return ("labels",)
    if len(cells) == 3 and cells[2].isdecimal():
        return ("runs",)
    return ()
