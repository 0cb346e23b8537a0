"""Labels in a table with a heading, separated by commas, tabs or semicolons: columns are called as in frames."""

from __future__ import annotations

from typing import Any

from irassay.errors import InputError
from irassay.formats.format import LIKELY, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.sources.problems import Problems
from irassay.formats.tables import columns, from_columns
from irassay.formats.tables.separated import name_of, records, separator, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale


def looks_like(head: Head) -> int:
    """A heading with a query, a document and a grade."""
    sign = separator(head.line)
    return LIKELY if sign in head.line and "labels" in columns.holds(map(name_of, head.line.split(sign))) else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a table. Rows without a grade are counted and left out."""
    problems = Problems(path)
    rows = records(path, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    if heading is None:
        raise InputError(f"{path} has no line of data, expected a heading and labels")
    names = [name_of(cell) for cell in heading[1]]
    place = columns.places(names, "labels", source=path)
    at = {role: names.index(name) for role, name in place.items()}
    by_role: dict[str, list[Any]] = {role: [] for role in at}
    numbers: list[int] = []
    skipped = {"header": 1}
    for number, cells in rows:
        if len(cells) != len(names):
            problems.add(number, f"{len(cells)} cells, expected {len(names)} as in the heading")
            continue
        if not cells[at["grade"]].strip():
            skipped["document without a grade"] = skipped.get("document without a grade", 0) + 1
            continue
        numbers.append(number)
        for role, i in at.items():
            by_role[role].append(cells[i].strip())
    problems.raise_if_any()
    return from_columns.labels(
        by_role,
        source=path,
        where=numbers.__getitem__,
        scale=scale,
        skipped=skipped,
        left_out=columns.others(names, place),
    )


def write(labels: LabelSheet) -> Iterator[str]:
    """A heading and a row a label."""
    yield "query_id,doc_id,relevance\n"
    for query, docs in labels.tree.items():
        yield text_of((query, doc, grade) for doc, grade in docs.items())


FORMAT = LabelFormat(
    name="csv",
    line="a table with a heading such as `query_id,doc_id,relevance`: columns as in frames, or `query_id`, "
    "`product_id` and `label` as WANDS has them",
    holds="ids without line ends",
    detected_by="the heading",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="quoted",
    keeps=(),
    read=read_labels,
    write=write,
)
