"""Texts of queries and documents: id TAB text, JSON lines, TREC topics, TREC documents, ir_datasets."""

from __future__ import annotations

import os
from collections.abc import Iterator

from irassay.collection.texts import Texts
from irassay.errors import InputError
from irassay.formats import datasets, records
from irassay.formats.problems import Problems


def read_texts(source: str | os.PathLike[str], *, input_format: str | None = None, field: str | None = None) -> Texts:
    """Texts by id, streamed.

    Parameters
    ----------
    source : path
        A file; may be compressed. ``ir_datasets:NAME`` are the queries of a dataset of ir_datasets, and
        ``ir_datasets:NAME#docs`` its documents.
    input_format : {"tsv", "jsonl", "topics", "topics-xml", "docs"}, optional
        Default: told by content.
    field : str, optional
        Which field: of topics "title" (default), "description", "narrative" or a tag; of documents a tag, of JSON lines
        a key (default: title, if there is one, and text).

    Returns
    -------
    Texts
        Reading errors are raised while it is walked.

    Raises
    ------
    UsageError
        `input_format` is not one of these.
    InputError
        The file can't be opened, or looks like none of these.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "queries.tsv"
    >>> _ = file.write_text("q1\\tred shoes\\nq2\\tblue shoes\\n")
    >>> read_texts(file).pick(["q2"])
    {'q2': 'blue shoes'}
    """
    path = os.fspath(source)
    if datasets.is_one(path):
        return Texts(lambda: datasets.texts(path, field), source=path)
    family = records.family_of(path, input_format)
    return Texts(lambda: _walk(path, family, field), source=path)


def _walk(path: str, family: str, field: str | None) -> Iterator[tuple[str, str]]:
    problems = Problems(path)
    found = 0
    for place, key, fields in records.records(path, family, problems):
        text = records.body(fields, family, field)
        found += 1
        if text is None:
            problems.add(place, _missing(key, fields, family, field))
        else:
            yield key, text
    problems.raise_if_any()
    if not found and family in ("topics", "topics-xml", "docs"):
        expected = "document; expected <DOC>" if family == "docs" else "topic; expected <top> or <topic>"
        raise InputError(f"{path} has no {expected}")


def _missing(key: str, fields: object, family: str, field: str | None) -> str:
    from irassay.errors import cut

    if family in ("topics", "topics-xml"):
        there = ", ".join(filter(None, fields))  # type: ignore[call-overload]
        return f"topic {cut(key)} has no {field}; it has {there}"
    return f"no {field or 'text'}, expected an id and a text"
