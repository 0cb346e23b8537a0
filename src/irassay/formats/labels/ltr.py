"""Judgments for learning to rank: as Quepid and the Elasticsearch plugin write them, and Solr's.

Relevance in Solr's is from 0 to 1, so ``--grade-scale`` makes grades of it; the source is a word such as CLICK_LOGS.
"""

from __future__ import annotations

import re

from irassay.errors import cut
from irassay.formats.format import CERTAIN, LIKELY, NO, is_number
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.sources.lines import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

_LINE = re.compile(r"\s*(\S+)\s+qid:(\S+)((?:\s+[^\s#][^\s:]*:\S+)*)\s+#\s*(\S+)\s*(.*\S|)\s*", re.ASCII)
_QUERY = re.compile(r"# ?qid:\d+: ", re.ASCII)  # "# qid:1: rambo*1": as many lines as there are queries
_NAMED = re.compile(r"docid\s*=\s*(\S+)\s*(.*?)", re.ASCII)  # LETOR's comments: #docid = GX001-02-03 inc = 1 prob = 0.5
COLUMNS = 4


def looks_like(head: Head) -> int:
    """A grade, a query and a document behind the #, or comments with the queries' texts, as hello-ltr begins."""
    return CERTAIN if _LINE.fullmatch(head.line) or _QUERY.match(head.text) else NO


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from such lines. Features, and the query's text behind the document, are counted and left out."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        if not line.strip():
            rows.skip("blank")
            continue
        if line.startswith("#"):
            rows.skip("comment")
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            rows.problems.add(number, f"{cut(line)}, expected grade qid:query # document")
            continue
        grade, query, features, doc, text = match.groups()
        if named := _NAMED.fullmatch(f"{doc} {text}".strip()):
            doc, values = named.groups()
            rows.leave_out("value beside the document", values.count("="))
            text = ""
        rows.leave_out("feature", len(features.split()))
        rows.leave_out("query text", 1 if text else 0)
        rows.add(number, query, doc, grade)
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for query, docs in labels.tree.items():
        for doc, grade in docs.items():
            yield f"{grade} qid:{query} # {doc}\n"


FORMAT = LabelFormat(
    name="ltr",
    line="`grade qid:query # document text`: Quepid's, hello-ltr's and the Elasticsearch plugin's for learning to rank",
    holds="ids without white space; LETOR's `#docid = ID` is read as ID; features and texts of queries are counted and "
    "left out",
    detected_by="such a line",
    looks_like=looks_like,
    ids="words",
    read=read_labels,
    write=write,
)


def looks_like_solr(head: Head) -> int:
    """Four cells between bars, the third a number."""
    cells = head.line.split("|")
    return LIKELY if len(cells) == COLUMNS and all(map(str.strip, cells)) and is_number(cells[2]) else NO


def read_labels_solr(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from such lines; the query's text is its id, the source is counted and left out."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.strip() or line.startswith("#"):
            rows.skip("comment" if line.strip() else "blank")
        elif len(cells) != COLUMNS:
            rows.problems.add(number, f"{cut(line)}, expected query|document|relevance|source")
        else:
            rows.leave_out("source of a label", 1)
            rows.add(number, cells[0], cells[1], cells[2])
    return rows.finish()


SOLR = LabelFormat(
    name="solr",
    line="`query|document|relevance|source`, as Solr's example of learning to rank has it",
    holds="ids without `|`; the source of a label is not kept",
    detected_by="four cells between bars, the third a number",
    looks_like=looks_like_solr,
    misplaced="looks like labels (query|document|relevance|source), expected a run",
    ids="any",
    read=read_labels_solr,
)
BY_NAME = {"solr": SOLR}
