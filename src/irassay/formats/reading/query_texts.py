"""The texts of test queries from any file of texts: their fields one by one, and variants from a file of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.collection.texts import TITLE, VARIANT, WITHOUT_TEXT, TestText, TestTexts
from irassay.errors import InputError, cut
from irassay.formats import detection, text_fields
from irassay.formats.reading import datasets, texts
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems
from irassay.formats.texts.topics import FIELDS
from irassay.formats.training.line_blocks import count
from irassay.formats.trees.json_tree import records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.sources.opening import Paths
    from irassay.formats.texts import Record

MAY_LACK = ("title", "description")  # fields that no query need have


def read_test_texts(
    source: str | os.PathLike[str], fields: Sequence[str] = MAY_LACK, *, variants: str | os.PathLike[str] | None = None
) -> TestTexts:
    """The texts of test queries, each query's of the `fields` (title, description, narrative, a tag or a key), its
    title where it has none. `source` holds TREC topics, id TAB text or JSON lines, or is ``ir_datasets:NAME``;
    `variants` has other wordings by id. InputError where the file can't be read, has no query or one twice, or fields
    or variants are of no query."""
    path = os.fspath(source)
    problems = Problems(path)
    seen: dict[str, int | str] = {}
    there: dict[str, None] = {}
    out: list[TestText] = []
    counts: dict[str, int] = {}
    lacking = set(fields) - set(MAY_LACK)
    for place, key, record in _records(path, problems):
        if seen.setdefault(key, place) != place:
            problems.add(place, f"query {cut(key)} twice (first: {seen[key]}), expected once")
        of_query = _texts_of(record, fields)
        lacking -= set(of_query)
        there.update(dict.fromkeys(name or TITLE for name in record))
        out += [TestText(key, field, text) for field, text in of_query.items() if text.strip()]
        n_empty = sum(not text.strip() for text in of_query.values())
        is_empty = n_empty == len(of_query)
        count(counts, WITHOUT_TEXT if is_empty else "empty texts", is_empty or n_empty)
    problems.raise_if_any()
    if not seen:
        raise InputError(f"{path} has no query, expected their texts")
    if lacking:
        raise InputError(f"{path} has no {' and no '.join(sorted(lacking))}; its queries have {', '.join(there)}")
    if variants is not None:
        out += _variants(os.fspath(variants), set(seen), counts)
    return TestTexts(out, queries=seen, counts=counts)


def _records(path: str, problems: Problems) -> Iterator[Record]:
    if opening.is_dataset(path):
        return datasets.records(path)
    return texts.records(path, detection.text_format(path), problems)


def _texts_of(record: Mapping[str, Any], fields: Sequence[str]) -> dict[str, str]:
    """Field -> text, of those that a record has; without any that is asked for, its text is the title."""
    of_query = {}
    for field in fields:
        names = (name for name in (field, *FIELDS.get(field, ())) if isinstance(record.get(name), (str, int)))
        if (name := next(names, None)) is not None:
            of_query[field] = str(record[name])
    if not of_query and TITLE in fields:
        of_query[TITLE] = text_fields.one_text(record, None) or str(record.get("", ""))
    return of_query


def _variants(path: str, queries: set[str], counts: dict[str, int]) -> list[TestText]:
    problems = Problems(path)
    out: dict[TestText, None] = {}
    others = 0
    for place, key, record in _records(path, problems):
        value = record.get(VARIANT)
        text = str(value) if isinstance(value, (str, int)) else text_fields.one_text(record, None)
        if text is None:
            problems.add(place, "no variant, expected an id and a text")
        elif key not in queries:
            others += 1
        elif not text.strip():
            count(counts, "empty texts", 1)
        elif (one := TestText(key, VARIANT, text)) in out:
            count(counts, "variants given twice", 1)
        else:
            out[one] = None
    problems.raise_if_any()
    if others and not out:
        raise InputError(f"{path} has no variant of a test query; are its ids those of the test queries?")
    count(counts, "variants of other queries", others)
    return list(out)


def read_result_texts(source: Paths) -> tuple[dict[str, str], dict[str, str]]:
    """Query -> text and document -> text of all result lists among the files; the first text of each counts."""
    queries: dict[str, str] = {}
    docs: dict[str, str] = {}
    for path in opening.list_paths(source):
        if detection.run_format(opening.head_of(path), source=path) != "result-lists":
            continue
        problems = Problems(path)
        for _, record in records_of(path, problems):
            _keep(queries, record.get("query_id"), record.get("query"))
            for hit in record.get("results") or ():
                if isinstance(hit, dict):
                    _keep(docs, hit.get("doc_id"), hit.get("text"))
        problems.raise_if_any()
    return queries, docs


def _keep(texts: dict[str, str], name: Any, text: Any) -> None:
    if isinstance(name, str | int) and isinstance(text, str):
        texts.setdefault(str(name), text)
