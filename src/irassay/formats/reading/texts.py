"""Texts of queries and documents, from any file of texts: all of them, those of some ids, or with their addresses."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from irassay.collection.texts import TITLE, VARIANT, WITHOUT_TEXT, TestText, TestTexts, Texts
from irassay.errors import InputError, cut
from irassay.formats import detection, registry, text_fields
from irassay.formats.reading import datasets
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems, lines_of, matches
from irassay.formats.sources.opening import Paths
from irassay.formats.texts import Record, lines
from irassay.formats.texts.tagged import FIELDS
from irassay.formats.training.lines import count
from irassay.formats.trees.json_tree import is_list, object_in, records_of

_IDS = "|".join(map(re.escape, text_fields.IDS))
# A line, with the key and the id that it begins with.
_JSON = re.compile(rb'^(?:\{[ \t]*+"(%s)"[ \t]*+:[ \t]*+"([^"\\\n]++)")?.*+' % _IDS.encode(), re.M)
_TSV = re.compile(rb"^(?:()([^\t\n]++)\t)?.*+", re.M)
# Keys that are the id before this one, wherever they stand in a line.
_BEFORE = {
    name.encode(): [b'"%s"' % other.encode() for other in text_fields.IDS[:i]] for i, name in enumerate(text_fields.IDS)
}
ADDRESSES = ("url", "uri", "link", "address")  # keys of a JSON line and tags of a document, as they are looked for
EXPECTED = "expected an id, an address (url) and a text"


def read_texts(source: str | os.PathLike[str], *, input_format: str | None = None, field: str | None = None) -> Texts:
    """Texts by id, streamed.

    Parameters
    ----------
    source : path
        A file; may be compressed. ``ir_datasets:NAME`` are the queries of a dataset of ir_datasets, and
        ``ir_datasets:NAME#docs`` its documents.
    input_format : {"tsv", "jsonl", "topics", "topics-xml", "docs"}, optional
        Default: told by content.
    field : str, optional
        Which field: of topics "title" (default), "description", "narrative" or a tag; of documents a tag, of JSON lines
        a key (default: title, if there is one, and text).

    Returns
    -------
    Texts
        Reading errors are raised while it is walked.

    Raises
    ------
    UsageError
        `input_format` is not one of these.
    InputError
        The file can't be opened, or looks like none of these.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "queries.tsv"
    >>> _ = file.write_text("q1\\tred shoes\\nq2\\tblue shoes\\n")
    >>> read_texts(file).pick(["q2"])
    {'q2': 'blue shoes'}
    """
    path = os.fspath(source)
    if opening.is_dataset(path):
        return Texts(partial(datasets.texts, path, field), source=path)
    walk = partial(_walk, path, detection.text_format(path, input_format), field)
    return Texts(walk, source=path, some=walk)


def records(path: str, name: str, problems: Problems) -> Iterator[Record]:
    """Every record of a file in the format of that name; what is wrong is added to `problems`, for the caller."""
    return registry.reader(registry.texts(name).read, name)(path, problems)


def _walk(path: str, name: str, field: str | None, ids: Container[str] | None = None) -> Iterator[tuple[str, str]]:
    """The texts of a file; with `ids` at least theirs, where lines that begin with another id are not parsed."""
    of_format, problems = registry.texts(name), Problems(path)
    walk, empty = records(path, name, problems), True
    if ids is not None and can_skip(path, name):
        walk, empty = records_of_some(path, name, ids, problems), False
    for place, key, fields in walk:
        text = of_format.one_text(fields, field)
        empty = False
        if text is None:
            problems.add(place, of_format.missing(key, fields, field))
        else:
            yield key, text
    problems.raise_if_any()
    if empty and of_format.no_record:
        raise InputError(f"{path} has no {of_format.no_record}")


def can_skip(path: str, name: str) -> bool:
    """Whether a file of that format has its ids where lines begin."""
    if not os.path.isfile(path):
        return False
    if name == lines.JSONL.name:
        return not is_list(path)
    first = opening.head_of(path).decode("utf-8", "replace").lstrip().split("\n", 1)[0]
    return name == lines.TSV.name and not text_fields.heading(first)


def records_of_some(path: str, name: str, ids: Container[str], problems: Problems) -> Iterator[Record]:
    """The records of these ids, and of lines that do not begin with one."""
    is_json = name == lines.JSONL.name
    for number, line in enumerate(matches(path, _JSON if is_json else _TSV), 1):
        key = line[2]
        if key is not None and key.decode("utf-8", "replace") not in ids and number > 1:
            before = _BEFORE.get(line[1])
            if not before or not any(name in line[0] for name in before):
                continue
        for place, text in lines_of(line[0].removesuffix(b"\r"), number, problems):
            if not text.strip():
                continue
            if is_json:
                if (record := object_in(text, place, problems)) is not None:
                    yield from lines.entry_of_json(place, record, problems)
            else:
                yield from lines.entry_of_line(place, text, problems)


def read_addressed(source: str | os.PathLike[str]) -> Iterator[tuple[str, str, str]]:
    """Id, address and text of every document of a corpus that was crawled.

    Parameters
    ----------
    source : path
        JSON lines or TREC documents with a field ``url`` (or uri, link, address) beside id and text, or lines of id,
        address and text separated by tabs; where there are more columns, as in MS MARCO's (id, url, title, body), the
        text is all that follow. May be compressed.

    Yields
    ------
    (id, address, text)

    Raises
    ------
    InputError
        After the last document: what is wrong with any of them, located.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "docs.tsv"
    >>> _ = path.write_text("D1\\thttp://a.org/x\\tShoes\\tall about red shoes\\n")
    >>> list(read_addressed(path))
    [('D1', 'http://a.org/x', 'Shoes all about red shoes')]
    """
    path = os.fspath(source)
    problems = Problems(path)
    family = detection.text_format(path)
    for place, key, fields in records(path, family, problems):
        address, text = _parts(fields, family)
        if address is None or text is None:
            problems.add(place, f"{cut(key)} has no {'address' if address is None else 'text'}, {EXPECTED}")
        else:
            yield key, address, text
    problems.raise_if_any()


def _parts(fields: Any, family: str) -> tuple[str | None, str | None]:
    if family == "tsv" and len(fields) == 1:
        address, tab, text = fields["text"].partition("\t")
        return address.strip() or None, text.replace("\t", " ") if tab else None
    address = next((str(fields[name]).strip() for name in ADDRESSES if fields.get(name)), None)
    return address, registry.texts(family).one_text(fields, None)


MAY_LACK = ("title", "description")  # fields that no query need have


def read_test_texts(
    source: str | os.PathLike[str], fields: Sequence[str] = MAY_LACK, *, variants: str | os.PathLike[str] | None = None
) -> TestTexts:
    """The texts of test queries, each query's of the `fields` (title, description, narrative, a tag or a key), its
    title where it has none. `source` holds TREC topics, id TAB text or JSON lines, or is ``ir_datasets:NAME``;
    `variants` has other wordings by id."""
    path = os.fspath(source)
    problems = Problems(path)
    seen: dict[str, int | str] = {}
    there: dict[str, None] = {}
    out: list[TestText] = []
    counts: dict[str, int] = {}
    lacking = set(fields) - set(MAY_LACK)
    for place, key, record in _test_records(path, problems):
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


def _test_records(path: str, problems: Problems) -> Iterator[Record]:
    if opening.is_dataset(path):
        return datasets.records(path)
    return records(path, detection.text_format(path), problems)


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
    for place, key, record in _test_records(path, problems):
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
