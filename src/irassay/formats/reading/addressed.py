"""Documents with their addresses: id, address and text, streamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from irassay.errors import cut
from irassay.formats import detection, registry
from irassay.formats.reading.texts import records
from irassay.formats.sources.problems import Problems

ADDRESSES = ("url", "uri", "link", "address")  # keys of a JSON line and tags of a document, as they are looked for
EXPECTED = "expected an id, an address (url) and a text"


def read_addressed(source: str | os.PathLike[str]) -> Iterator[tuple[str, str, str]]:
    """Id, address and text of every document of a corpus that was crawled.

    Parameters
    ----------
    source : path
        JSON lines or TREC documents with a field ``url`` (or uri, link, address) beside id and text, or lines of id,
        address and text separated by tabs; where there are more columns, as in MS MARCO's (id, url, title, body), the
        text is all that follow. May be compressed.

    Yields
    ------
    (id, address, text)

    Raises
    ------
    InputError
        After the last document: what is wrong with any of them, located.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "docs.tsv"
    >>> _ = path.write_text("D1\\thttp://a.org/x\\tShoes\\tall about red shoes\\n")
    >>> list(read_addressed(path))
    [('D1', 'http://a.org/x', 'Shoes all about red shoes')]
    """
    path = os.fspath(source)
    problems = Problems(path)
    family = detection.text_format(path)
    for place, key, fields in records(path, family, problems):
        address, text = _parts(fields, family)
        if address is None or text is None:
            problems.add(place, f"{cut(key)} has no {'address' if address is None else 'text'}, {EXPECTED}")
        else:
            yield key, address, text
    problems.raise_if_any()


def _parts(fields: Any, family: str) -> tuple[str | None, str | None]:
    if family == "tsv" and len(fields) == 1:
        address, tab, text = fields["text"].partition("\t")
        return address.strip() or None, text.replace("\t", " ") if tab else None
    address = next((str(fields[name]).strip() for name in ADDRESSES if fields.get(name)), None)
    return address, registry.texts(family).one_text(fields, None)
