"""Facts about systems, from CSV, TSV or JSON; and about documents, from lines of a document, a tab and its value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import Metadata
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources import opening
from irassay.formats.sources.compressed import head
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.tables.separated import records
from irassay.formats.text_fields import is_heading_of_ids
from irassay.formats.trees.json_tree import read_json

# Headers under which the system's name is looked for, in this order; otherwise it is the first column.
SYSTEM_COLUMNS = ("run", "system", "tag", "runid", "run_id", "name")


def read_metadata(source: str | os.PathLike[str]) -> Metadata:
    """Columns about systems from a file.

    A CSV or TSV file has a header; the system is in the column called run, system, tag, runid or name, otherwise in the
    first. A JSON file is either system -> column -> value, or a list of objects with such a key.

    Parameters
    ----------
    source : path
        A file; may be compressed; ``-`` for standard input.

    Returns
    -------
    Metadata

    Raises
    ------
    InputError
        The file can't be opened or read, a row has another number of cells than the header, or a system is there twice.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "about.csv"
    >>> _ = file.write_text("run,group\\nbm25,IR lab\\n")
    >>> read_metadata(file).of("bm25")
    {'group': 'IR lab'}
    """
    source = os.fspath(source)
    problems = Problems(source)
    if head(source, 64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        rows = _from_json(read_json(source, problems), problems)
    else:
        rows = _from_separated(source, problems)
    return _metadata(rows, problems)


def from_memory(value: Any) -> Metadata:
    """As `read_metadata`, of ``{system: {column: value}}``, a list of dicts with such a key, or a frame."""
    from irassay.formats.tables import frames

    problems = Problems("metadata")
    if frames.is_frame(value):
        value = frames.rows_of(value)
    if not isinstance(value, dict | list):
        what = type(value).__name__
        raise UsageError(f"expected metadata as Metadata, {{system: {{column: value}}}}, a frame or a path, got {what}")
    return _metadata(_from_json(value, problems), problems)


def _metadata(rows: Mapping[str, Mapping[str, str]], problems: Problems) -> Metadata:
    problems.raise_if_any()
    if not rows:
        raise InputError(f"{problems.source} has no line of data; expected a header and a row for each system")
    columns: dict[str, dict[str, str]] = {}
    for system, cells in rows.items():
        for name, value in cells.items():
            columns.setdefault(name, {})[system] = value
    return Metadata(columns)


def _from_separated(source: str, problems: Problems) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    header: list[str] = []
    first: dict[str, int] = {}
    key = 0
    for number, cells in records(source, problems):
        if not header:
            header = [cell.strip() for cell in cells]
            key = _system_column(header)
            for name in {n for n in header if header.count(n) > 1}:
                problems.add(number, f"column {cut(name)} twice in the header, expected once")
            continue
        if len(cells) != len(header):
            problems.add(number, f"{len(cells)} cells, expected {len(header)} as in the header")
            continue
        system = cells[key].strip()
        if not system:
            problems.add(number, f"no system in column {cut(header[key])}, expected a name")
        elif first.setdefault(system, number) != number:
            problems.add(number, f"system {cut(system)} twice (first: line {first[system]}), expected once")
        else:
            rows[system] = {n: c.strip() for i, (n, c) in enumerate(zip(header, cells)) if i != key}
    return rows


def _from_json(tree: Any, problems: Problems) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    if isinstance(tree, list):
        for i, element in enumerate(tree):
            if not isinstance(element, dict) or not element:
                problems.add(f"[{i}]", "expected an object with a system's name and its columns")
                continue
            names = list(element)
            key = names[_system_column(names)]
            system = _text(element[key])
            if not system or system in rows:
                problems.add(f"[{i}]", f"system {cut(system)} {'twice' if system else 'is empty'}, expected one name")
                continue
            rows[system] = {n: _text(v) for n, v in element.items() if n != key}
    elif isinstance(tree, dict):
        for system, cells in tree.items():
            if isinstance(cells, dict):
                rows[system] = {n: _text(v) for n, v in cells.items()}
            else:
                problems.add(f"[{cut(system)}]", "expected an object with the system's columns")
    else:
        problems.add("", "expected an object of systems, or a list of objects")
    return rows


def _system_column(header: list[str]) -> int:
    plain = [name.lower() for name in header]
    for name in SYSTEM_COLUMNS:
        if name in plain:
            return plain.index(name)
    return 0


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.strip() if isinstance(value, str) else str(value)


def read_attribute(source: str | os.PathLike[str]) -> list[DocAttribute]:
    """Facts about documents from a file, named by it.

    Parameters
    ----------
    source : path
        Either every line has a document, a tab and a value, or every line has a document alone: these are then a set.
        A heading may name the columns. May be compressed.

    Returns
    -------
    list of DocAttribute
        One, or where the values are texts one for each of up to six kinds.

    Raises
    ------
    InputError
        No line, lines of both forms, a document twice, no document or value, more kinds than six.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "year.tsv"
    >>> _ = path.write_text("d1\\t1999\\nd2\\t2021\\n")
    >>> read_attribute(path)[0].of("d2")
    2021.0
    """
    path = os.fspath(source)
    problems = Problems(path)
    column: dict[str, str] = {}
    seen: dict[str, int] = {}
    wide: bool | None = None
    for number, line in lines(path, problems):
        if not line.strip() or (wide is None and is_heading_of_ids(line)):
            continue
        doc, tab, value = line.partition("\t")
        doc, value = doc.strip(), value.strip()
        if wide is None:
            wide = bool(tab)
        if bool(tab) != wide:
            problems.add(number, f"{'a' if tab else 'no'} tab, expected lines as the first, {_form(wide)}")
        elif not doc or "\t" in value or (wide and not value):
            problems.add(number, f"{cut(line)}, expected {_form(wide)}")
        elif seen.setdefault(doc, number) != number:
            problems.add(number, f"document {cut(doc)} twice (first: line {seen[doc]}), expected once")
        else:
            column[doc] = value
    problems.raise_if_any()
    if not column:
        raise InputError(f"{path} has no line of data; expected documents, or documents with values separated by a tab")
    name = os.path.splitext(opening.stem(path))[0]
    if not wide:
        return [DocAttribute.of_set(name, column)]
    try:
        return DocAttribute.of_column(name, column)
    except UsageError as error:
        raise InputError(f"{path}: {error}") from None


def read_documents(source: str | os.PathLike[str] | Mapping[str, str]) -> Mapping[str, str]:
    """Passage -> its document: what is known already, or two columns parted by a tab; a heading may name them."""
    from irassay.formats.reading.texts import read_texts

    if not isinstance(source, str | os.PathLike):
        return source
    return {passage: doc for passage, doc in read_texts(source) if not is_heading_of_ids(f"{passage}\t{doc}")}


def _form(wide: bool) -> str:
    return "a document, a tab and a value" if wide else "a document alone"
