"""The first lines of a file without column names: one text each, an id and a text, pairs, triples."""

from __future__ import annotations

from collections import Counter

from irassay.formats.sources.opening import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

MOST = 0.9  # of the lines that must be alike: a few may be broken, and the reader says which


def first_lines(head: Head) -> list[str]:
    """The lines of the beginning that hold something, without a last one that may be cut off."""
    lines = head.text.split("\n")
    is_cut = len(head.text.encode()) > HEAD // 2  # less than that is the whole file
    whole = lines[:-1] if is_cut and len(lines) > 1 else lines
    return [line.removesuffix("\r") for line in whole if line.strip()]


def shape(head: Head) -> str:
    """One of "text", "id text", "pairs", "text triples", "id triples"; "" for none. A tab in half of the lines parts
    columns; the first holds ids where nearly all its cells have no space."""
    if head.is_json or head.is_parquet:
        return ""
    lines = first_lines(head)
    rows = [line.split("\t") for line in lines if "\t" in line]
    if 2 * len(rows) < len(lines) or not rows:
        return "text" if lines else ""
    widths = Counter(map(len, rows)).most_common(1)[0]
    has_ids = _mostly(sum(_is_id(row[0]) for row in rows), len(rows))
    if widths[0] == 3 and _mostly(widths[1], len(rows)):
        if has_ids:
            only_ids = _mostly(sum(all(map(_is_id, row)) for row in rows), len(rows))
            return "id triples" if only_ids else ""
        return "text triples"
    if widths[0] > 3 and _mostly(widths[1], len(rows)):
        return ""
    if has_ids:
        return "id text"
    return "pairs" if widths[0] == 2 else ""


def _is_id(cell: str) -> bool:
    return bool(cell) and len(cell.split()) == 1


def _mostly(n: int, of: int) -> bool:
    return n >= MOST * of
