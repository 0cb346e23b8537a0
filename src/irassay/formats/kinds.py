"""What a file may hold, by its first bytes: labels, runs, preferences, texts. Several where the content can't tell."""

from __future__ import annotations

import re

from irassay.errors import InputError, cut
from irassay.formats import datasets, detect, dicts, opening
from irassay.formats.lines import cells_of

_LEAF = re.compile(r":\s*([^\s{\[\"][^,}\]\s]*)")
_TEXT_ID = re.compile(r'\{\s*"(?:_id|id|docid|doc_id|docno|pid|qid|query_id)"\s*:\s*["\d]')
_TEXT_BODY = re.compile(r'"(?:text|contents|content|body|passage|segment|title)"\s*:\s*"')
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')


def kinds_in(path: str) -> tuple[str, ...]:
    """The kinds that the content of `path` allows.

    Raises
    ------
    InputError
        Nothing claims it.
    """
    if datasets.is_one(path):
        return datasets.kinds(path)
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
    found = ("texts",) if text.startswith("<") and "<" in text[1:] else _columns(line)
    if not found:
        raise InputError(f"{path} starts with {cut(line)}, which is no format known here; --input-format names one")
    return found


def _of_columns(path: str, names: tuple[str, ...]) -> tuple[str, ...]:
    from irassay.formats import columns
    from irassay.formats.records import IDS

    found = columns.holds(names)
    if not found and any(name in names for name in (*IDS, "_id")):
        return ("texts",)
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
    if _TEXT_ID.search(text) and _TEXT_BODY.search(text):
        return ("texts",)
    bare = _STRINGS.sub('""', text)
    depth = len(re.match(r'(?:\{\s*""\s*:\s*)*', bare).group().replace('""', "").replace(":", "").split("{")) - 1  # type: ignore[union-attr]
    leaves = _LEAF.findall(bare)
    if depth >= 3 or any(not leaf.lstrip("-").isdecimal() for leaf in leaves):
        return ("runs",)
    return ("labels", "runs")


def _columns(line: str) -> tuple[str, ...]:
    from irassay.formats import beir, ltr, preferences, quepid, ranked_table, strata

    if quepid.looks_like(line) or beir.looks_like(line) or ltr.looks_like(line):
        return ("labels",)
    if detect.is_trec_run(line) or ranked_table.looks_like(line):
        return ("runs",)
    cells = cells_of(line)
    if len(cells) == detect.LABEL_COLUMNS and (cells[3].removeprefix("-").replace(".", "", 1).isdecimal()):
        return ("labels",)
    if len(cells) == strata.COLUMNS:
        return _five(cells, strata.looks_like(line))
    if preferences.is_pair(cells) and not cells[3].isdecimal():
        return ("preferences",)
    if len(cells) == 3 and cells[2].isdecimal():
        return ("runs",)
    return ("texts",) if "\t" in line else ()


def _five(cells: list[str], whole: bool) -> tuple[str, ...]:
    """Labels with a stratum, or trec_eval's preferences: both have five columns, and a number as the last."""
    if whole and cells[1] in ("0", "Q0"):
        return ("labels",)
    return ("labels", "preferences") if whole and cells[3].isdecimal() else ("preferences",)
