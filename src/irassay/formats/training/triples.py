"""Training rows as lines of query TAB positive TAB negative: texts as MS MARCO has them, or pairs; or ids alone.

Other files have the texts of ids. MS MARCO numbers queries and passages alike: of several files with texts the first
has the queries, the others the passages. One file alone may have both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice

from irassay.collection.texts import Texts
from irassay.collection.training import BLOCK, EMPTY, ROWS, TrainedPassage, TrainingRow
from irassay.errors import InputError, cut
from irassay.formats.format import LIKELY, NO, POSSIBLE, Head
from irassay.formats.sources.lines import Problems
from irassay.formats.training import Counts, Roles, TextBlock, TrainingFile, TrainingFormat, numbered
from irassay.formats.training.lines import BLANK, check_query, count, line_blocks, shape

WIDTHS = (2, 3)  # columns: a query and a positive, and a negative


def looks_like(head: Head) -> int:
    """Lines of two or three columns, the first with spaces."""
    return POSSIBLE if shape(head) in ("pairs", "text triples") else NO


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
    roles=numbered,
    read=read,
    texts=texts,
)


EXPECTED_IDS = "three ids: query TAB positive TAB negative"


def roles_of_ids(file: TrainingFile) -> Roles:
    """Numbered, although lines have ids: as many rows as there are passages have the same, of the queries' file."""
    _queries_of(file)
    return numbered(file)


def _queries_of(file: TrainingFile) -> Texts:
    if not file.corpus:
        raise InputError(
            f"{file.source} has three ids a line and no text: --train-corpus names a file with texts of the queries, "
            "a second --train-corpus one with those of the passages"
        )
    return file.corpus[0]


_cells = partial(cells, expected=EXPECTED_IDS, widths=(3,))


def _queries_with_rows(file: TrainingFile, problems: Problems, counts: Counts) -> Counter[str]:
    """How many rows each query has."""
    return Counter(row[0].strip() for _, row in _cells(file, problems, counts))


def read_ids(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line."""
    by_id = dict(_texts_of(file, _queries_with_rows(file, Problems(""), dict.fromkeys(counts, 0)), counts))
    for number, row in _cells(file, problems, counts):
        query, positive, negative = map(str.strip, row)
        passages = ((TrainedPassage(positive, ""),), (TrainedPassage(negative, ""),))
        yield TrainingRow(query, by_id.get(query, ""), *passages, number)


def texts_of_ids(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and texts of the queries, each once, in the order of the file that has their texts."""
    walk = _texts_of(file, _queries_with_rows(file, problems, counts), counts)
    while block := list(islice(walk, BLOCK)):
        yield [key for key, _ in block], [text for _, text in block]


def _texts_of(file: TrainingFile, n_rows: Counter[str], counts: Counts) -> Iterator[tuple[str, str]]:
    """Id and text of each query that has rows and a text; the rows of the others are counted."""
    n_queries = len(n_rows)
    for key, text in _queries_of(file):
        if key in n_rows and text.strip():
            del n_rows[key]
            yield key, text
    if n_rows and len(n_rows) == n_queries:
        raise InputError(
            f"{_queries_of(file).source} has no text of any query of {file.source}; the first --train-corpus has those "
            "of the queries"
        )
    count(counts, EMPTY, n_rows.total())


def passages(file: TrainingFile, ids: Iterable[str]) -> Mapping[str, str]:
    """The texts of these passages, of those that the files hold."""
    missing = dict.fromkeys(ids)
    texts_of_ids: dict[str, str] = {}
    for corpus in _passages_of(file):
        texts_of_ids |= corpus.pick(key for key in missing if key not in texts_of_ids)
    return texts_of_ids


def all_passages(file: TrainingFile) -> Iterator[tuple[str, str]]:
    """Id and text of every passage that the files hold."""
    for corpus in _passages_of(file):
        yield from corpus


def _passages_of(file: TrainingFile) -> tuple[Texts, ...]:
    return file.corpus[1:] or file.corpus


ID_TRIPLES = TrainingFormat(
    name="id-triples",
    line="`query  positive  negative`, tab-separated ids; `--train-corpus` has the texts",
    holds="ids; rows of a query share its id",
    detected_by="lines of three columns without spaces",
    looks_like=lambda head: LIKELY if shape(head) == "id triples" else NO,
    roles=roles_of_ids,
    read=read_ids,
    texts=texts_of_ids,
)
BY_NAME = {one.name: one for one in (FORMAT, ID_TRIPLES)}
