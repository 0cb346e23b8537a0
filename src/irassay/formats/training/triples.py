"""Training rows as lines of query TAB positive TAB negative, all of them texts, as MS MARCO has them; or as pairs."""

from __future__ import annotations

from collections.abc import Iterator

from irassay.collection.training import EMPTY, ROWS, TrainedPassage, TrainingRow
from irassay.errors import cut
from irassay.formats.format import NO, POSSIBLE
from irassay.formats.training import TrainingFormat, without_names
from irassay.formats.training.line_blocks import BLANK, check_query, count, line_blocks, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.lines import Problems
    from irassay.formats.training import Counts, TextBlock, TrainingFile

WIDTHS = (2, 3)  # columns: a query and a positive, and a negative


def looks_like(head: Head) -> int:
    """Lines of two or three columns, the first with spaces."""
    return POSSIBLE if shape(head) in ("pairs", "text triples") else NO


def own_ids(file: TrainingFile) -> bool:
    """Lines have none."""
    return False


def cells(
    file: TrainingFile, problems: Problems, counts: Counts, *, expected: str, widths: tuple[int, ...]
) -> Iterator[tuple[int, list[str]]]:
    """The columns of each line and its number; lines of another width than the first are problems."""
    for first, block in line_blocks(file.path, problems):
        for number, line in enumerate(block, first):
            row = line.split("\t")
            if not line.strip():
                count(counts, BLANK)
            elif len(row) not in widths:
                problems.add(number, f"{cut(line)}, expected {expected}")
            else:
                widths = (len(row),)
                counts[ROWS] += 1
                yield number, row


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line."""
    expected = "query TAB positive TAB negative, or query TAB positive in every line"
    for number, (query, *passages) in cells(file, problems, counts, expected=expected, widths=WIDTHS):
        query = "" if query.isspace() else query
        if check_query(query, number, problems):
            count(counts, EMPTY, not query)
            positives, negatives = (_passage(passages[:1]), _passage(passages[1:]))
            yield TrainingRow(str(number), query, positives, negatives, number)


def _passage(texts: list[str]) -> tuple[TrainedPassage, ...]:
    return tuple(TrainedPassage("", text) for text in texts if text.strip())


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Numbers and queries of the lines that have one."""
    for row in read(file, problems, counts):
        if row.query:
            yield [row.id], [row.query]


FORMAT = TrainingFormat(
    name="triples",
    line="`query  positive  negative`, tab-separated texts; or without the negative",
    holds="texts; the number of the line is the id",
    detected_by="lines of two or three columns, the first with spaces",
    looks_like=looks_like,
    own_ids=own_ids,
    query=without_names,
    read=read,
    texts=texts,
)
