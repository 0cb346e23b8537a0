"""Training rows as lines of three ids, query TAB positive TAB negative; other files have the texts.

MS MARCO numbers queries and passages alike: of several files with texts the first has the queries, the others the
passages. One file alone may have both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from irassay.collection.training import BLOCK, EMPTY, TrainedPassage, TrainingRow
from irassay.errors import InputError
from irassay.formats.format import LIKELY, NO
from irassay.formats.sources.lines import Problems
from irassay.formats.training import TrainingFormat, line_blocks, without_names
from irassay.formats.training.line_blocks import count
from irassay.formats.training.triples import cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.texts import Texts
    from irassay.formats.format import Head
    from irassay.formats.training import Counts, TextBlock, TrainingFile

EXPECTED = "three ids: query TAB positive TAB negative"


def looks_like(head: Head) -> int:
    """Lines of three columns without spaces."""
    return LIKELY if line_blocks.shape(head) == "id triples" else NO


def own_ids(file: TrainingFile) -> bool:
    """The ids are those of the queries' file: as many rows as there are passages have the same."""
    _queries_of(file)
    return False


def _queries_of(file: TrainingFile) -> Texts:
    if not file.corpus:
        raise InputError(
            f"{file.source} has three ids a line and no text: --train-corpus names a file with texts of the queries, "
            "a second --train-corpus one with those of the passages"
        )
    return file.corpus[0]


def _rows(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[tuple[int, list[str]]]:
    return cells(file, problems, counts, expected=EXPECTED, widths=(3,))


def _queries_with_rows(file: TrainingFile, problems: Problems, counts: Counts) -> Counter[str]:
    """How many rows each query has."""
    return Counter(row[0].strip() for _, row in _rows(file, problems, counts))


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a line."""
    texts = _texts_of(file, _queries_with_rows(file, Problems(""), dict.fromkeys(counts, 0)), counts)
    by_id = dict(texts)
    for number, row in _rows(file, problems, counts):
        query, positive, negative = map(str.strip, row)
        passages = ((TrainedPassage(positive, ""),), (TrainedPassage(negative, ""),))
        yield TrainingRow(query, by_id.get(query, ""), *passages, number)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
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
    texts: dict[str, str] = {}
    for corpus in _passages_of(file):
        texts |= corpus.pick(key for key in missing if key not in texts)
    return texts


def all_passages(file: TrainingFile) -> Iterator[tuple[str, str]]:
    """Id and text of every passage that the files hold."""
    for corpus in _passages_of(file):
        yield from corpus


def _passages_of(file: TrainingFile) -> tuple[Texts, ...]:
    return file.corpus[1:] or file.corpus


FORMAT = TrainingFormat(
    name="id-triples",
    line="`query  positive  negative`, tab-separated ids; `--train-corpus` has the texts",
    holds="ids; rows of a query share its id",
    detected_by="lines of three columns without spaces",
    looks_like=looks_like,
    own_ids=own_ids,
    query=without_names,
    read=read,
    texts=texts,
)
