"""Training rows as a table with a heading: comma, tab or semicolon separated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from irassay.collection.training import BLOCK, EMPTY, ROWS, TrainingRow
from irassay.errors import InputError
from irassay.formats.format import LIKELY, NO, Head
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import name_of, separator, spans, whole_rows
from irassay.formats.text_fields import LONGEST_NAME
from irassay.formats.training import Counts, Roles, TextBlock, TrainingFile, TrainingFormat
from irassay.formats.training.lines import MOST, check_query, count
from irassay.formats.training.records import QUERIES, id_of, passages, query_of, roles

SAMPLE = 50  # rows that must be as wide as the heading


def looks_like(head: Head) -> int:
    """A heading with a column of queries, and rows of its width."""
    if head.is_json or head.is_parquet:
        return NO
    return LIKELY if any(name in QUERIES for name in heading(head)) else NO


def heading(head: Head) -> list[str]:
    """The names of the columns where the first line may be a heading; none elsewhere."""
    rows = whole_rows(head.text, SAMPLE)
    names = [name_of(cell) for cell in rows[0]] if rows else []
    is_heading = len(names) > 1 and len(set(names)) == len(names) and all(0 < len(n) <= LONGEST_NAME for n in names)
    alike = sum(len(row) == len(names) for row in rows)
    return names if is_heading and alike >= MOST * len(rows) else []


def names_of(file: TrainingFile) -> list[str]:
    """The heading of a file; InputError where it has no line."""
    problems = Problems(file.source)
    first = next(spans(file.path, problems), None)
    problems.raise_if_any()
    if first is None:
        raise InputError(f"{file.source} has no line, expected a heading and rows")
    return [cell.strip() for cell in first[2]]


def roles_of(file: TrainingFile) -> Roles:
    """By the heading."""
    return roles(names_of(file), file)


def _rows(
    file: TrainingFile, of: Roles, problems: Problems, counts: Counts
) -> Iterator[tuple[int, int, str, str, dict[str, str]]]:
    """First line, count of lines, id, query and cells of each row."""
    names = names_of(file)
    for first, last, row in islice(spans(file.path, problems), 1, None):
        if len(row) != len(names):
            problems.add_width(first, len(row), len(names))
            continue
        cells = dict(zip(names, row))
        text = query_of(cells[of.query], of.query, first, problems)
        key = str(first) if of.id is None else id_of(cells[of.id].strip(), of.id, first, problems)
        if check_query(text, first, problems):
            counts[ROWS] += 1
            count(counts, EMPTY, not text)
            yield first, last - first + 1, key, text, cells


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line, or as many lines as its cells have."""
    of = roles_of(file)
    for first, n_lines, key, text, cells in _rows(file, of, problems, counts):
        positives, negatives = (passages(cells, part, first, problems) for part in (of.positives, of.negatives))
        yield TrainingRow(key, text, positives, negatives, first, n_lines)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and queries of the rows that have one."""
    walk = _rows(file, roles_of(file), problems, counts)
    while block := list(islice(walk, BLOCK)):
        with_text = [(key, text) for _, _, key, text, _ in block if text]
        yield [key for key, _ in with_text], [text for _, text in with_text]


def has_column(head: Head, name: str) -> bool:
    """Whether the first line is a heading with a column of that very name."""
    first = head.text.split("\n", 1)[0].rstrip("\r")
    return not (head.is_json or head.is_parquet) and name in (
        cell.strip().strip('"').strip() for cell in first.split(separator(first))
    )


def is_quoted(head: Head) -> bool:
    """Whether the first lines are plainly rows of cells, some of them in quotes, whatever the heading says."""
    sign = separator(head.text.split("\n", 1)[0])
    rows = whole_rows(head.text, SAMPLE)
    is_alike = len(rows) > 1 and len(rows[0]) > 1 and len(set(map(len, rows))) == 1
    quoted = rf'(?m)(?:^|{sign}) ?"(?:[^"]|"")*"(?={sign}|\r?$)'
    return is_alike and re.search(quoted, head.text) is not None


FORMAT = TrainingFormat(
    name="table",
    line="`id,query,positive,negative`, a heading and rows; separated by comma, tab or semicolon",
    holds="ids, texts of queries, texts or ids of passages",
    detected_by="a heading with a column of queries",
    looks_like=looks_like,
    roles=roles_of,
    read=read,
    texts=texts,
)
BY_NAME = {FORMAT.name: FORMAT}
