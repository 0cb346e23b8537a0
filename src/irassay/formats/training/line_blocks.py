"""Lines of training files, many at a time, and what the first of them tell of a file without column names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from irassay.errors import cut
from irassay.formats.sources import lines as one_by_one
from irassay.formats.sources.lines import MARK
from irassay.formats.sources.opening import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.lines import Problems

LONGEST_QUERY = 1_000_000  # characters: what is longer is no question, but another column or a file without line ends
BLANK = "blank lines"
MOST = 0.9  # of the lines that must be alike: a few may be broken, and the reader says which


def line_blocks(path: str, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Lines without their ends, many at a time, and the number of the first; those that can't be text are noted, and ""
    stands in their place."""
    for first, raw in one_by_one.blocks(path):
        text = _plain_text(raw)
        if text is None:
            lines = [""] * (raw.count(b"\n") + 1)
            for number, line in one_by_one.lines_of(raw, first, problems):
                lines[number - first] = line
        else:
            lines = (text.removeprefix(MARK) if first == 1 else text).split("\n")
            if "\r" in text:
                lines = [line.removesuffix("\r") for line in lines]
        yield first, lines


def _plain_text(raw: bytes) -> str | None:
    try:
        return None if b"\0" in raw else raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def count(counts: dict[str, int], what: str, n: int = 1) -> None:
    """Add to what was counted; nothing is counted as 0."""
    if n:
        counts[what] = counts.get(what, 0) + n


def check_query(text: str, where: int | str, problems: Problems) -> bool:
    """Whether a text may be a query's; a problem where it is longer than any, or can't be written as text."""
    if len(text) <= LONGEST_QUERY:
        return is_text(text, where, problems)
    what = f"a query of {len(text):,} characters, expected at most {LONGEST_QUERY:,}; is it a column of them?"
    problems.add(where, what)
    return False


def is_text(value: str, where: int | str, problems: Problems) -> bool:
    """Whether a value that was written with escapes, or in Parquet, is text; a problem where it is not."""
    if "\0" in value:
        problems.add(where, f"a NUL in {cut(value)}, expected text")
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        problems.add(where, f"half a character (a lone surrogate) in {cut(value)}, expected text")
        return False
    return True


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
