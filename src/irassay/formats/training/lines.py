"""Training queries, one a line: a text alone, whose id is the number of its line, or an id, TAB and a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from irassay.collection.training import EMPTY, ROWS, TrainingRow
from irassay.errors import cut
from irassay.formats.format import FAINT, NO, POSSIBLE, Head
from irassay.formats.sources import lines as one_by_one
from irassay.formats.sources.lines import MARK, Problems
from irassay.formats.sources.lines import lines as numbered_lines
from irassay.formats.sources.opening import HEAD
from irassay.formats.training import Counts, Roles, TextBlock, TrainingFile, TrainingFormat, numbered

LONGEST_QUERY = 1_000_000  # characters: what is longer is no question, but another column or a file without line ends
BLANK = "blank lines"
MOST = 0.9  # of the lines that must be alike: a few may be broken, and the reader says which


def line_blocks(path: str, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Lines without their ends, many at a time, and the number of the first; those that can't be text are noted, and ""
    stands in their place."""
    for first, raw in one_by_one.blocks(path):
        try:
            text = "\0" if b"\0" in raw else raw.decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if text == "\0":
            lines = [""] * (raw.count(b"\n") + 1)
            for number, line in one_by_one.lines_of(raw, first, problems):
                lines[number - first] = line
        else:
            lines = (text.removeprefix(MARK) if first == 1 else text).split("\n")
            if "\r" in text:
                lines = [line.removesuffix("\r") for line in lines]
        yield first, lines


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
            return "id triples" if _mostly(sum(all(map(_is_id, row)) for row in rows), len(rows)) else ""
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


def looks_like(head: Head) -> int:
    """Lines of which fewer than half have a tab."""
    return FAINT if shape(head) == "text" else NO


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Numbers and texts of the lines."""
    for first, lines in line_blocks(file.path, problems):
        numbered = [(str(number), line) for number, line in enumerate(lines, first) if line and not line.isspace()]
        counts[ROWS] += len(numbered)
        count(counts, BLANK, len(lines) - len(numbered))
        if max(map(len, lines)) > LONGEST_QUERY:
            numbered = [(number, line) for number, line in numbered if check_query(line, int(number), problems)]
        yield [number for number, _ in numbered], [line for _, line in numbered]


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line."""
    for ids, queries in texts(file, problems, counts):
        for key, query in zip(ids, queries):
            yield TrainingRow(key, query, (), (), int(key))


FORMAT = TrainingFormat(
    name="lines",
    line="`text`, one a line",
    holds="texts of queries; the number of the line is the id",
    detected_by="lines of which fewer than half have a tab",
    looks_like=looks_like,
    roles=numbered,
    read=read,
    texts=texts,
)


def looks_like_tsv(head: Head) -> int:
    """Lines of two columns, the first without a space."""
    return POSSIBLE if shape(head) == "id text" else NO


def texts_tsv(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and texts of the lines that have a text."""
    for first, block in line_blocks(file.path, problems):
        ids, queries, empty, blank = [], [], 0, 0
        for line in block:
            key, _, text = line.partition("\t")
            if text and key and " " not in key and not text.isspace():
                ids.append(key)
                queries.append(text)
            elif not line.strip():
                blank += 1
            else:
                empty += 1
        if empty:
            empty = sum(_is_row(line, number, problems) for number, line in enumerate(block, first)) - len(ids)
        if max(map(len, block)) > LONGEST_QUERY:
            for number, line in enumerate(block, first):
                check_query(line.partition("\t")[2], number, problems)
        counts[ROWS] += len(ids) + empty
        count(counts, EMPTY, empty)
        count(counts, BLANK, blank)
        yield ids, queries


def _is_row(line: str, number: int, problems: Problems) -> bool:
    """Whether a line has an id and a text, be it an empty one; a problem where it has something else."""
    if not line.strip():
        return False
    key, tab, _ = line.partition("\t")
    if tab and key and " " not in key:
        return True
    problems.add(number, f"{cut(line)}, expected id TAB text")
    return False


def read_tsv(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line."""
    for number, line in numbered_lines(file.path, problems):
        if not _is_row(line, number, problems):
            count(counts, BLANK, not line.strip())
            continue
        key, _, text = line.partition("\t")
        if not check_query(text, number, problems):
            continue
        counts[ROWS] += 1
        query = "" if text.isspace() else text
        count(counts, EMPTY, not query)
        yield TrainingRow(key, query, (), (), number)


TSV = TrainingFormat(
    name="tsv",
    line="`id  text`, tab-separated",
    holds="texts of queries by id",
    detected_by="lines of two columns, the first without a space",
    looks_like=looks_like_tsv,
    roles=lambda file: Roles(id=""),  # the first column has them
    read=read_tsv,
    texts=texts_tsv,
)
BY_NAME = {one.name: one for one in (FORMAT, TSV)}
