"""Labels, runs and texts of the datasets that ir_datasets knows, named ``ir_datasets:NAME``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError, cut
from irassay.formats.row_checks import Scale, SystemLists
from irassay.formats.sources.opening import DATASET
from irassay.formats.tables import from_columns

DOCS = "#docs"


def read_labels(source: str, *, scale: Scale | None = None) -> Qrels:
    """The dataset's labels."""
    dataset = load(source, "qrels")
    names = {"query": "query_id", "doc": "doc_id", "grade": "relevance", "iteration": "iteration"}
    return from_columns.labels(_columns(source, dataset.qrels_iter(), names), source=source, where=_row, scale=scale)


def read_lists(source: str) -> list[SystemLists]:
    """The dataset's scored documents, as one run that has the dataset's name."""
    dataset = load(source, "scoreddocs")
    columns = _columns(source, dataset.scoreddocs_iter(), {"query": "query_id", "doc": "doc_id", "score": "score"})
    return from_columns.runs(columns, source=source, system=source.removeprefix(DATASET), where=_row)


def kinds(source: str) -> tuple[str, ...]:
    """What a dataset holds."""
    if source.endswith(DOCS):
        return ("texts",)
    dataset = load(source, "")
    parts = (("labels", "qrels"), ("runs", "scoreddocs"), ("texts", "queries"))
    return tuple(kind for kind, has in parts if getattr(dataset, f"has_{has}")())


def records(source: str) -> Iterator[tuple[int | str, str, dict[str, Any]]]:
    """Place, id and fields of every query, or with ``#docs`` of every document."""
    what = "docs" if source.endswith(DOCS) else "queries"
    dataset = load(source, what)
    for i, record in enumerate(dataset.docs_iter() if what == "docs" else dataset.queries_iter()):
        fields = dict(zip(record._fields, record))
        yield _row(i), str(fields.pop("doc_id" if what == "docs" else "query_id")), fields


def texts(source: str, field: str | None) -> Iterator[tuple[str, str]]:
    """Id and text of every query or document."""
    from irassay.formats.text_fields import one_text

    for place, key, fields in records(source):
        text = one_text(fields, field)
        if text is None:
            raise InputError(f"{source}: {place} has no {field or 'text'}; it has {', '.join(fields)}")
        yield key, text


def _row(row: int) -> str:
    return f"entry {row + 1:,}"


def _columns(source: str, entries: Iterable[Any], names: Mapping[str, str]) -> dict[str, list[Any]]:
    """Role -> its values, by the names that roles have in the entries."""
    columns: dict[str, list[Any]] = {role: [] for role in names}
    try:
        for entry in entries:
            for role, name in names.items():
                columns[role].append(getattr(entry, name, None))
    except (OSError, RuntimeError) as error:
        raise InputError(f"{source} can't be read: {error}") from None
    return columns


def load(source: str, what: str) -> Any:
    """A dataset as ir_datasets has it; raises where it does not have `what`, such as "qrels"."""
    name = source.removeprefix(DATASET).removesuffix(DOCS)
    try:
        import ir_datasets
    except ImportError:
        raise UsageError(f"{source} needs ir_datasets: pip install ir_datasets") from None
    try:
        dataset = ir_datasets.load(name)
    except KeyError:
        raise UsageError(f"ir_datasets knows no dataset {cut(name)}") from None
    if what and not getattr(dataset, f"has_{what}")():
        raise InputError(f"{source} has no {what}")
    return dataset
