"""Labels in tables, a label a row: CSV with a heading, JSON lines and Parquet; columns are called as in frames."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from json.encoder import encode_basestring as quoted

from irassay.collection.qrels import Qrels
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.row_checks import UNRATED, Scale
from irassay.formats.sources.lines import Problems
from irassay.formats.tables import frames, from_columns, json_lines, parquet_file, separated
from irassay.formats.tables.separated import read_table, text_of

IDS = ("query", "doc")  # roles whose cells are taken as they stand


def read_csv(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a table. Rows without a grade are counted and left out."""
    problems = Problems(path)
    table = read_table(path, "labels", problems)
    problems.raise_if_any()
    graded = [i for i, grade in enumerate(table.roles["grade"]) if grade.strip()]
    skipped = {"header": 1, UNRATED: len(table.lines) - len(graded)}
    qrels = from_columns.labels(
        {role: [cells[i] if role in IDS else cells[i].strip() for i in graded] for role, cells in table.roles.items()},
        source=path,
        where=lambda row: table.lines[graded[row]],
        scale=scale,
        skipped={rule: n for rule, n in skipped.items() if n},
        left_out=table.left_out,
    )
    qrels.readings[0].unrated_queries = sorted({*table.roles["query"]}.difference(qrels.queries))
    return qrels


def write_csv(labels: LabelSheet) -> Iterator[str]:
    """A heading and a row a label."""
    yield "query_id,doc_id,relevance\n"
    for query, docs in labels.tree.items():
        yield text_of((query, doc, grade) for doc, grade in docs.items())


CSV = LabelFormat(
    name="csv",
    line="a table with a heading such as `query_id,doc_id,relevance`: columns as in frames, or `query_id`, "
    "`product_id` and `label` as WANDS has them",
    holds="one-line ids",
    detected_by="the heading",
    looks_like=partial(separated.looks_like, kind="labels"),
    ids="quoted",
    read=read_csv,
    write=write_csv,
)


def write_jsonl(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for query, docs in labels.tree.items():
        start, of = f'{{"query_id": {quoted(query)}, "doc_id": ', labels.strata.get(query, {})
        for doc, grade in docs.items():
            stratum = f', "stratum": {quoted(of[doc])}' if doc in of else ""
            yield f'{start}{quoted(doc)}, "relevance": {grade}{stratum}}}\n'


JSONL = LabelFormat(
    name="jsonl",
    line='`{"query_id": ..., "doc_id": ..., "relevance": ...}` a line, or a list of them, or '
    "the other spellings of columns",
    holds="any id, strata (`stratum`)",
    detected_by="a flat object on the first line, or first in a list",
    looks_like=json_lines.looks_like,
    suffixes=(".jsonl",),
    ids="any",
    keeps=("strata",),
    read=json_lines.read_labels,
    write=write_jsonl,
)


def write_parquet(labels: LabelSheet, *, spelling: str = "query_id") -> Iterator[bytes]:
    """One file in one piece."""
    yield parquet_file.bytes_of(frames.columns_of_labels(labels.tree, labels.strata, spelling=spelling))


PARQUET = LabelFormat(
    name="parquet",
    line="the same columns in Parquet; needs `irassay[data]`",
    holds="any id, strata",
    detected_by="the bytes `PAR1`",
    looks_like=parquet_file.looks_like,
    suffixes=(".parquet",),
    content="bytes",
    ids="any",
    keeps=("strata",),
    read=parquet_file.read_labels,
    write=write_parquet,
)
RANX_PARQUET = LabelFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them",
    holds="any id",
    detected_by="read as `parquet`",
    content="bytes",
    ids="any",
    read=PARQUET.read,
    write=partial(write_parquet, spelling="q_id"),
)
BY_NAME = {one.name: one for one in (CSV, JSONL, PARQUET, RANX_PARQUET)}
