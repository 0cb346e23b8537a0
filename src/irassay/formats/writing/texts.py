"""Texts to files, in every format that holds texts. Streamed, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from irassay.errors import InputError, cut
from irassay.files import WholeFiles
from irassay.formats import loss_warnings, registry
from irassay.formats.id_rules import MARK
from irassay.formats.texts import TextSheet
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.texts import TextFormat


def write_texts(
    texts: Iterable[tuple[str, str | Mapping[str, Any]]],
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    field: str | None = None,
) -> int:
    """Write texts of queries or documents to a file.

    Parameters
    ----------
    texts : Texts, or iterable of (id, text) or (id, mapping of field to text)
    to : path
        ``.jsonl`` is JSON lines, ``.xml`` TREC topics as XML, ``.sgml`` and ``.trec`` TREC documents, anything else
        id TAB text; ``-`` is standard output.
    output_format : {"tsv", "jsonl", "topics", "topics-xml", "docs"}, optional
        Overrules the suffix.
    field : str, optional
        For ``tsv``, which holds one text: which one. Default: title, if there is one, and text.

    Returns
    -------
    int
        How many texts were written.

    Raises
    ------
    InputError
        An id or the name of a field can't stand in the format; nothing is written.

    Warns
    -----
    LossWarning
        For fields, line ends and white space that the format can't hold.
    """
    path = os.fspath(to)
    to_format = registry.texts(registry.format_name("texts", path, output_format))
    sheet = TextSheet(path, field)
    with WholeFiles() as files:
        files.write(path, _lines(texts, to_format, sheet))
        if not sheet.n:
            raise InputError(f"{path} was not written: there is no text")
    for what, n in sheet.lost.items():
        loss_warnings.say(f"{what} in {plural(n, 'text')} of {sheet.n:,}: {to_format.name} can't hold them")
    return sheet.n


def _lines(
    texts: Iterable[tuple[str, str | Mapping[str, Any]]], to_format: TextFormat, sheet: TextSheet
) -> Iterator[str]:
    assert to_format.write is not None  # `choice` takes those that are written
    yield to_format.before
    for key, value in texts:
        if to_format.ids != "any" and not _has_single_spaces(key):
            raise InputError(f"{sheet.path} was not written: id {cut(key)} can't stand in {to_format.name}; jsonl can")
        sheet.n += 1
        yield to_format.write(key, {to_format.only_field: value} if isinstance(value, str) else value, sheet)
    yield to_format.after


def _has_single_spaces(key: str) -> bool:
    """Whether an id comes back where white space is made single and a byte order mark is taken off."""
    return bool(key) and key == " ".join(key.split()) and "\0" not in key and not key.startswith(MARK)
