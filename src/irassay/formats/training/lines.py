"""Training queries, one a line: a text alone, whose id is the number of its line, or an id, TAB and a text."""

from __future__ import annotations

from collections.abc import Iterator

from irassay.collection.training import EMPTY, ROWS, TrainingRow
from irassay.errors import cut
from irassay.formats.format import FAINT, NO, POSSIBLE
from irassay.formats.sources.lines import lines as numbered_lines
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


def looks_like_tsv(head: Head) -> int:
    """Lines of two columns, the first without a space."""
    return POSSIBLE if shape(head) == "id text" else NO


def own_ids_tsv(file: TrainingFile) -> bool:
    """The first column has them."""
    return True


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
    own_ids=own_ids_tsv,
    query=without_names,
    read=read_tsv,
    texts=texts_tsv,
)
BY_NAME = {"tsv": TSV}
