"""Which columns of a table of training rows hold queries, positives and negatives, and the passages in a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from irassay.collection.training import TrainedPassage
from irassay.errors import InputError, cut, kind_of
from irassay.formats import text_fields
from irassay.formats.training.line_blocks import is_text
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.sources.problems import Problems
    from irassay.formats.training import TrainingFile

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
