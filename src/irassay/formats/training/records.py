"""Training rows whose columns have names, as JSON lines, a JSON list or Parquet: which columns hold what."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from irassay.collection.training import BLOCK, EMPTY, ROWS, TrainedPassage, TrainingRow
from irassay.errors import InputError, cut, kind_of
from irassay.formats import text_fields
from irassay.formats.format import LIKELY, NO, Head
from irassay.formats.sources.lines import Problems
from irassay.formats.tables import parquet_file
from irassay.formats.training import Counts, Roles, TextBlock, TrainingFile, TrainingFormat
from irassay.formats.training.lines import BLANK, LONGEST_QUERY, check_query, count, is_text, line_blocks
from irassay.formats.trees.json_tree import is_list, object_in, records_of

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


def roles(names: Sequence[str], file: TrainingFile) -> Roles:
    """The role of each column that has one: as named, else by its name."""
    for option, name in file.named.items():
        if name not in names:
            raise InputError(f"{file.source} has no column {cut(name)} (--train-{option}); it has {shown(names)}")
    by_name = {name.strip().lower(): name for name in reversed(names)}
    query = file.named.get("query") or next((by_name[name] for name in QUERIES if name in by_name), None)
    if query is None:
        raise InputError(
            f"{file.source} has no column of queries, expected one of {', '.join(QUERIES)}; it has {shown(names)}: "
            "--train-query names one"
        )
    others = [name for name in names if name != query]
    return Roles(
        id=next((by_name[name] for name in IDS if name in by_name and by_name[name] != query), None),
        query=query,
        positives=_named(file.named.get("positive"), others, *POSITIVES),
        negatives=_named(file.named.get("negative"), others, *NEGATIVES),
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


SCAN = json.JSONDecoder().raw_decode  # the value at the beginning of a line, and where it ends
SAMPLE = 100  # records whose keys are the columns of the file


def looks_like(head: Head) -> int:
    """A brace at the beginning, or one in a bracket."""
    return LIKELY if head.is_json else NO


def roles_of_json(file: TrainingFile) -> Roles:
    """By the keys of the first objects."""
    problems = Problems(file.source)
    walk = (record for _, records in _blocks_of_json(file, problems, {}) for record in records if record is not None)
    keys = dict.fromkeys(key for record in islice(walk, SAMPLE) for key in record)
    if not keys:
        problems.raise_if_any()
        raise InputError(f"{file.source} has no object with columns, expected one a row")
    return roles(list(keys), file)


def _blocks_of_json(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[Block]:
    if is_list(file.path):
        yield from ((int(str(place).strip("[]")) + 1, [record]) for place, record in records_of(file.path, problems))
        return
    for first, lines in line_blocks(file.path, problems):
        records = _all_at_once(lines)
        if records is not None:
            yield first, records
        else:
            yield from ((number, [_record(line, number, problems, counts)]) for number, line in enumerate(lines, first))


def _place_in_json(file: TrainingFile) -> Place:
    return (lambda number: f"[{number - 1}]") if is_list(file.path) else lambda number: number


def _all_at_once(lines: list[str]) -> list[dict[str, Any]] | None:
    """The objects of some lines where every line is plainly one; None elsewhere."""
    try:
        values = [SCAN(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    if any(end != len(line) for (_, end), line in zip(values, lines)) or {type(one) for one, _ in values} != {dict}:
        return None
    return [one for one, _ in values]


def _record(line: str, number: int, problems: Problems, counts: Counts) -> dict[str, Any] | None:
    """The object of one line; None where it has none, which is counted or a problem."""
    if not line.strip():
        count(counts, BLANK)
        return None
    return object_in(line, number, problems)


def read_json(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row an object."""
    return rows_of(_blocks_of_json(file, problems, counts), roles_of_json(file), _place_in_json(file), problems, counts)


def texts_of_json(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and texts of the objects that have a text."""
    return texts_of(
        _blocks_of_json(file, problems, counts), roles_of_json(file), _place_in_json(file), problems, counts
    )


JSONL = TrainingFormat(
    name="jsonl",
    line='`{"query": ..., "positive": ..., "negative": ...}` a line; or a list of such objects',
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="a brace at the beginning, or one in a bracket",
    looks_like=looks_like,
    roles=roles_of_json,
    read=read_json,
    texts=texts_of_json,
)


def roles_of_parquet(file: TrainingFile) -> Roles:
    """By the columns of the schema."""
    return roles(parquet_file.keys_of(file.path), file)


def _blocks_of_parquet(file: TrainingFile, names: Sequence[str], problems: Problems) -> Iterator[Block]:
    """The rows of these columns, some at a time, and the number of the first of them."""
    opened = parquet_file.open_file(file.path)
    number = 1
    rows: list[dict[str, Any] | None]
    batches = opened.iter_batches(batch_size=BLOCK, columns=list(dict.fromkeys(names)))
    while True:
        try:
            batch = next(batches, None)
        except Exception as error:  # pyarrow's errors share no parent but this one
            raise parquet_file.broken(file.source, error) from None
        if batch is None:
            return
        try:
            rows = batch.to_pylist()
        except UnicodeDecodeError:
            rows = [_row_of(batch.slice(i, 1), number + i, problems) for i in range(batch.num_rows)]
        yield number, rows
        number += batch.num_rows


def _row_of(one: Any, number: int, problems: Problems) -> dict[str, Any] | None:
    try:
        row: dict[str, Any] = one.to_pylist()[0]
    except UnicodeDecodeError as error:
        problems.add(_row_number(number), f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected UTF-8 text")
        return None
    return row


def _row_number(number: int) -> str:
    return f"row {number:,}"


def read_parquet(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a row."""
    of = roles_of_parquet(file)
    blocks = _blocks_of_parquet(file, (*_texts(of), *of.positives, *of.negatives), problems)
    return rows_of(blocks, of, _row_number, problems, counts)


def texts_of_parquet(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and queries of the rows that have one."""
    of = roles_of_parquet(file)
    return texts_of(_blocks_of_parquet(file, _texts(of), problems), of, _row_number, problems, counts)


def _texts(of: Roles) -> tuple[str, ...]:
    return (of.query,) if of.id is None else (of.id, of.query)


PARQUET = TrainingFormat(
    name="parquet",
    line="columns as those of JSON lines",
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="the format's own mark",
    looks_like=parquet_file.looks_like,
    suffixes=(".parquet",),
    content="bytes",
    roles=roles_of_parquet,
    read=read_parquet,
    texts=texts_of_parquet,
)
BY_NAME = {one.name: one for one in (JSONL, PARQUET)}
