"""Training queries as one text a line; the number of the line is the id."""

from __future__ import annotations

from collections.abc import Iterator

from irassay.collection.training import ROWS, TrainingRow
from irassay.formats.format import FAINT, NO
from irassay.formats.training import TrainingFormat, without_names
from irassay.formats.training.line_blocks import BLANK, LONGEST_QUERY, check_query, count, line_blocks, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.lines import Problems
    from irassay.formats.training import Counts, TextBlock, TrainingFile


def looks_like(head: Head) -> int:
    """Lines of which fewer than half have a tab."""
    return FAINT if shape(head) == "text" else NO


def own_ids(file: TrainingFile) -> bool:
    """Lines have none."""
    return False


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
    own_ids=own_ids,
    query=without_names,
    read=read,
    texts=texts,
)
