"""Rows of training files whose columns have names: which columns hold queries, positives and negatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from irassay.collection.training import EMPTY, ROWS, TrainedPassage, TrainingRow
from irassay.errors import InputError, cut, kind_of
from irassay.formats import text_fields
from irassay.formats.training.line_blocks import LONGEST_QUERY, check_query, count, is_text
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from irassay.formats.sources.lines import Problems
    from irassay.formats.training import Counts, TextBlock, TrainingFile

    # The number of the first, and the records; None in the place of what is no record and was noted.
    Block: TypeAlias = tuple[int, Sequence[dict[str, Any] | None]]
    Place: TypeAlias = Callable[[int], int | str]  # the number of a record -> where it stands, for messages

# Names under which a column is looked for, the first that is there.
IDS = ("query_id", "qid", "query-id", "_id", "id")
QUERIES = ("query", "anchor", "question", "sentence1", "query_text", "text")
# Names, and what names begin with: sentence-transformers numbers them, others add what a column holds.
POSITIVES = (("pos", "answer", "answers", "document"), ("positive",))
NEGATIVES = (("neg",), ("negative", "hard_negative"))
OF_IDS, OF_NUMBERS = (
    ("_id", "_ids"),
    ("_score", "_scores"),
)  # how the name of a column of a passage's ids or scores ends
PASSAGE_IDS = (*text_fields.IDS, "passage_id")


class Roles(Record):
    """The columns of a file; `id` is None where the number of the row is."""

    id: str | None
    query: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]


def roles(names: Sequence[str], file: TrainingFile) -> Roles:
    """The role of each column that has one: as named, else by its name. InputError where no column holds a query, or
    one that was named is not there; says which are."""
    for option, name in (("query", file.query), ("positive", file.positive), ("negative", file.negative)):
        if name is not None and name not in names:
            raise InputError(f"{file.source} has no column {cut(name)} (--train-{option}); it has {shown(names)}")
    by_name = {name.strip().lower(): name for name in reversed(names)}
    query = file.query or next((by_name[name] for name in QUERIES if name in by_name), None)
    if query is None:
        raise InputError(
            f"{file.source} has no column of queries, expected one of {', '.join(QUERIES)}; it has {shown(names)}: "
            "--train-query names one"
        )
    others = [name for name in names if name != query]
    return Roles(
        id=next((by_name[name] for name in IDS if name in by_name and by_name[name] != query), None),
        query=query,
        positives=_named(file.positive, others, *POSITIVES),
        negatives=_named(file.negative, others, *NEGATIVES),
    )


def _named(asked: str | None, names: Iterable[str], whole: tuple[str, ...], begin: tuple[str, ...]) -> tuple[str, ...]:
    if asked is not None:
        return (asked,)
    lower = {name: name.strip().lower() for name in names}
    return tuple(
        name for name, low in lower.items() if (low in whole or low.startswith(begin)) and not low.endswith(OF_NUMBERS)
    )


def shown(names: Sequence[str]) -> str:
    """Columns for a message."""
    return ", ".join(cut(name)[1:-1] for name in names[:20]) + (", ..." if len(names) > 20 else "") or "none"


def passages(record: Any, names: Iterable[str], where: int | str, problems: Problems) -> tuple[TrainedPassage, ...]:
    """The passages in these columns of a record; a problem where a value is no passage."""
    found: list[TrainedPassage] = []
    for name in names:
        value = record.get(name)
        for one in value if isinstance(value, list) else (value,):
            passage = _passage(one, name)
            if passage is None:
                problems.add(
                    where, f"{cut(name)} holds {kind_of(one)}, expected passages: texts, ids, or objects of both"
                )
            elif passage != NOTHING and is_text(passage.id + passage.text, where, problems):
                found.append(passage)
    return tuple(found)


NOTHING = TrainedPassage("", "")


def _passage(value: Any, name: str) -> TrainedPassage | None:
    """One passage; `NOTHING` where the value is empty, None where it is none."""
    if value is None:
        return NOTHING
    if isinstance(value, int) and not isinstance(value, bool):
        return TrainedPassage(str(value), "")
    if isinstance(value, str):
        return TrainedPassage(value, "") if name.strip().lower().endswith(OF_IDS) else TrainedPassage("", value)
    if isinstance(value, dict):
        key = next((value[one] for one in PASSAGE_IDS if isinstance(value.get(one), (str, int))), "")
        return TrainedPassage(str(key), text_fields.one_text(value, None) or "")
    return None


def query_of(value: Any, name: str, where: int | str, problems: Problems) -> str:
    """The text of a query, "" where there is none; a problem where the value is no text."""
    if isinstance(value, str):
        return "" if value.isspace() else value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is not None:
        problems.add(where, f"{cut(name)} holds {kind_of(value)}, expected the text of a query")
    return ""


def id_of(value: Any, name: str, where: int | str, problems: Problems) -> str:
    """The id of a row; a problem where the value is none."""
    if isinstance(value, (str, int)) and not isinstance(value, bool) and value != "":
        return str(value) if is_text(str(value), where, problems) else ""
    problems.add(where, f"{cut(name)} holds {kind_of(value) if value != '' else 'nothing'}, expected an id")
    return ""


def rows_of(
    blocks: Iterator[Block], of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[TrainingRow]:
    """A row a record."""
    for block in blocks:
        for number, key, query, record in _checked(block, of, place, problems, counts):
            where = place(number)
            positives = passages(record, of.positives, where, problems)
            yield TrainingRow(key, query, positives, passages(record, of.negatives, where, problems), number)


def texts_of(
    blocks: Iterator[Block], of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[TextBlock]:
    """Ids and texts of the records that have a text."""
    for block in blocks:
        plain = _plain(block, of)
        if plain is not None:
            counts[ROWS] += len(plain[0])
            yield plain
            continue
        with_text = [(key, query) for _, key, query, _ in _checked(block, of, place, problems, counts) if query]
        yield [key for key, _ in with_text], [query for _, query in with_text]


def _plain(block: Block, of: Roles) -> TextBlock | None:
    """Ids and texts of records of which none is unusual, checked all at once; None for others."""
    first, records = block
    if None in records:
        return None
    queries: list[Any] = [record.get(of.query) for record in records]  # type: ignore[union-attr]
    if set(map(type, queries)) != {str} or not all(map(str.strip, queries)) or max(map(len, queries)) > LONGEST_QUERY:
        return None
    keys: list[Any] = list(map(str, range(first, first + len(records))))
    if of.id is not None:
        keys = [record.get(of.id) for record in records]  # type: ignore[union-attr]
        if not set(map(type, keys)) <= {str, int} or "" in keys:
            return None
        keys = list(map(str, keys))
    try:
        whole = "".join((*keys, *queries)).encode()
    except UnicodeEncodeError:
        return None
    return None if b"\0" in whole else (keys, queries)


def _checked(
    block: Block, of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """Number, id, query and record of each row."""
    for number, record in enumerate(block[1], block[0]):
        if record is None:
            continue
        where = place(number)
        query = query_of(record.get(of.query), of.query, where, problems)
        key = str(number) if of.id is None else id_of(record.get(of.id), of.id, where, problems)
        if check_query(query, where, problems):
            counts[ROWS] += 1
            count(counts, EMPTY, not query)
            yield number, key, query, record
