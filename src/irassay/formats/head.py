"""The beginning of a file, as formats look at it to tell whether the file is theirs."""

from __future__ import annotations

from irassay.formats.sources.lines import cells_of

PARQUET = b"PAR1"
BYTES = 16384  # that are looked at


class Head:
    """The first decompressed bytes of a file.

    Attributes
    ----------
    text : str
        As text, without a byte order mark and white space at the beginning.
    is_parquet, is_json : bool
        What it is where it is no file of lines: a brace with a key after it is JSON, a brace alone may start an id.
    line : str
        The first line that is neither empty nor a comment; "" where it is no file of lines.
    cells : list of str
        Its columns, parted by white space.

    Examples
    --------
    >>> Head(b"# made by hand\\nq1 0 d1 1\\n").cells
    ['q1', '0', 'd1', '1']
    """

    __slots__ = ("_keys", "cells", "is_json", "is_parquet", "line", "text")

    def __init__(self, data: bytes) -> None:
        self.text = data[:BYTES].decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
        self.is_parquet = data.startswith(PARQUET)
        self.is_json = not self.is_parquet and is_json(self.text)
        line = ""
        if not (self.is_parquet or self.is_json):
            line = next((one for one in self.text.split("\n") if one.strip() and not one.startswith("#")), "")
        self.line = line.rstrip("\r")
        self.cells = cells_of(self.line)
        self._keys: tuple[str, ...] | None = None

    @property
    def is_bare(self) -> bool:
        """Whether nothing in the line hints at a heading, at tags or at features: only its columns can tell."""
        return "," not in self.line and "qid:" not in self.line and not self.line.startswith("<")

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the first line, where it is a flat JSON object; else none."""
        if self._keys is None:
            from irassay.formats.tables.json_lines import keys_of

            self._keys = keys_of(self.text) if self.is_json else ()
        return self._keys


def is_json(text: str) -> bool:
    """An opening brace and then a key, or nothing yet.

    >>> is_json('{ "q1": {'), is_json("{q1 0 d1 1")
    (True, False)
    """
    return text.startswith("{") and text[1:].lstrip()[:1] in ('"', "}", "")


def is_number(text: str) -> bool:
    """Whether Python reads it as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
