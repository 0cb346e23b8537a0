"""Labels as lines of text with signs of their own: BEIR's tabs, and judgments for learning to rank, Solr's among them.

BEIR reads its files by Python's csv module, which takes the quotes off a quoted cell: so do we. Relevance in Solr's is
from 0 to 1, so ``--grade-scale`` makes grades of it; the source is a word such as CLICK_LOGS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from irassay.collection.qrels import Qrels
from irassay.errors import cut
from irassay.formats.format import CERTAIN, LIKELY, NO, Head, is_number
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.sources.lines import lines
from irassay.formats.tables.separated import cells_of

HEADER = ("query-id", "corpus-id", "score")


def looks_like_beir(head: Head) -> int:
    """The header that every BEIR file starts with."""
    return CERTAIN if _is_header(head.line) else NO


def _is_header(line: str) -> bool:
    return tuple(cell.strip().strip('"').lower() for cell in line.split("\t")) == HEADER


def read_beir(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a BEIR file; the header may be missing."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        if not line.strip():
            rows.skip("blank")
            continue
        if not rows.grades and _is_header(line):
            rows.skip("header")
            continue
        cells = cells_of(line, "\t") if '"' in line else line.split("\t")
        if len(cells) != len(HEADER):
            rows.problems.add(number, f"{len(cells)} columns, expected 3: query-id corpus-id score, separated by tabs")
            continue
        rows.add(number, cells[0], cells[1], cells[2].strip())
    return rows.finish()


def write_beir(labels: LabelSheet) -> Iterator[str]:
    """The header and a line a label."""
    yield "query-id\tcorpus-id\tscore\n"
    for query, doc, grade in labels.rows():
        yield "\t".join((_written(query), _written(doc), str(grade))) + "\n"


def _written(name: str) -> str:
    """An id as a cell: quotes in it are doubled, and stand in quotes."""
    return '"' + name.replace('"', '""') + '"' if '"' in name else name


BEIR = LabelFormat(
    name="beir",
    line="`query-id  corpus-id  score` with that heading, tab-separated",
    holds="ids without tabs",
    detected_by="the heading",
    looks_like=looks_like_beir,
    suffixes=(".tsv",),
    misplaced="looks like labels (heading {line}), expected a run",
    ids="cells",
    read=read_beir,
    write=write_beir,
)


_LINE = re.compile(r"\s*(\S+)\s+qid:(\S+)((?:\s+[^\s#][^\s:]*:\S+)*)\s+#\s*(\S+)\s*(.*\S|)\s*", re.ASCII)
_QUERY = re.compile(r"# ?qid:\d+: ", re.ASCII)  # "# qid:1: rambo*1": as many lines as there are queries
_NAMED = re.compile(r"docid\s*=\s*(\S+)\s*(.*?)", re.ASCII)  # LETOR's comments: #docid = GX001-02-03 inc = 1 prob = 0.5
COLUMNS = 4


def read_ltr(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from such lines. Features, and the query's text behind the document, are counted and left out."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        if not line.strip() or line.startswith("#"):
            rows.skip("comment" if line.strip() else "blank")
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


LTR = LabelFormat(
    name="ltr",
    line="`grade qid:query # document text`: Quepid's, hello-ltr's and the Elasticsearch plugin's for learning to rank",
    holds="ids without white space; LETOR's `#docid = ID` is read as ID; features and texts of queries are counted and "
    "left out",
    detected_by="such a line",
    looks_like=lambda head: CERTAIN if _LINE.fullmatch(head.line) or _QUERY.match(head.text) else NO,
    ids="words",
    read=read_ltr,
    write=lambda labels: (f"{grade} qid:{query} # {doc}\n" for query, doc, grade in labels.rows()),
)


def looks_like_solr(head: Head) -> int:
    """Four cells between bars, the third a number."""
    cells = head.line.split("|")
    return LIKELY if len(cells) == COLUMNS and all(map(str.strip, cells)) and is_number(cells[2]) else NO


def read_solr(path: str, *, scale: Scale | None = None) -> Qrels:
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
    read=read_solr,
)
BY_NAME = {one.name: one for one in (BEIR, LTR, SOLR)}
