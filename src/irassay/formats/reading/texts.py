"""Texts of queries and documents: id TAB text, JSON lines, TREC topics, TREC documents, ir_datasets."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from functools import partial

from irassay.collection.texts import Texts
from irassay.errors import InputError
from irassay.formats import detection, registry
from irassay.formats.reading import datasets
from irassay.formats.reading.some_texts import can_skip, records_of_some
from irassay.formats.sources import opening
from irassay.formats.sources.problems import Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.texts import Record


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
    if opening.is_dataset(path):
        return Texts(partial(datasets.texts, path, field), source=path)
    name = detection.text_format(path, input_format)
    return Texts(partial(_walk, path, name, field), source=path, some=partial(_some, path, name, field))


def records(path: str, name: str, problems: Problems) -> Iterator[Record]:
    """Every record of a file in the format of that name; what is wrong is added to `problems`, for the caller."""
    return registry.reader(registry.texts(name).read, name)(path, problems)


def _some(path: str, name: str, field: str | None, ids: Container[str]) -> Iterator[tuple[str, str]]:
    """At least the texts of these ids; lines that begin with another id are not parsed."""
    if not can_skip(path, name):
        yield from _walk(path, name, field)
        return
    of_format, problems = registry.texts(name), Problems(path)
    for place, key, fields in records_of_some(path, name, ids, problems):
        text = of_format.one_text(fields, field)
        if text is None:
            problems.add(place, of_format.missing(key, fields, field))
        else:
            yield key, text
    problems.raise_if_any()


def _walk(path: str, name: str, field: str | None) -> Iterator[tuple[str, str]]:
    of_format = registry.texts(name)
    problems = Problems(path)
    empty = True
    for place, key, fields in records(path, of_format.name, problems):
        text = of_format.one_text(fields, field)
        empty = False
        if text is None:
            problems.add(place, of_format.missing(key, fields, field))
        else:
            yield key, text
    problems.raise_if_any()
    if empty and of_format.no_record:
        raise InputError(f"{path} has no {of_format.no_record}")
