"""Facts about documents: lines of a document, a tab and its value, or documents alone; and which passage is whose."""

from __future__ import annotations

import os
from collections.abc import Mapping

from irassay.collection.attribute import DocAttribute
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.text_fields import is_heading_of_ids


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
