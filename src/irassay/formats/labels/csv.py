"""Labels in a table with a heading, separated by commas, tabs or semicolons: columns are called as in frames."""

from __future__ import annotations

from irassay.formats.format import LIKELY, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.sources.lines import Problems
from irassay.formats.tables import columns, from_columns
from irassay.formats.tables.separated import names_of, read_table, separator, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale
IDS = ("query", "doc")  # roles whose cells are taken as they stand


def looks_like(head: Head) -> int:
    """A heading with a query, a document and a grade."""
    sign = separator(head.line)
    return LIKELY if sign in head.line and "labels" in columns.holds(names_of(head.line.split(sign))) else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a table. Rows without a grade are counted and left out."""
    problems = Problems(path)
    table = read_table(path, "labels", problems)
    problems.raise_if_any()
    graded = [i for i, grade in enumerate(table.roles["grade"]) if grade.strip()]
    skipped = {"header": 1, "document without a grade": len(table.lines) - len(graded)}
    return from_columns.labels(
        {role: [cells[i] if role in IDS else cells[i].strip() for i in graded] for role, cells in table.roles.items()},
        source=path,
        where=lambda row: table.lines[graded[row]],
        scale=scale,
        skipped={rule: n for rule, n in skipped.items() if n},
        left_out=table.left_out,
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
    ids="quoted",
    read=read_labels,
    write=write,
)
