"""TREC's labels in columns: qrels, over the kernel's reader; MS MARCO's, which have tabs; with strata; and by subtopic.

In a stratified sample the stratum stands before the grade, as sample_eval reads it. By subtopic, as TREC's diversity
tasks and ndeval have it, a document may have a label for each subtopic; its own grade is the largest of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from irassay.collection.qrels import Qrels
from irassay.collection.reading import QRELS_COLUMNS, Reading
from irassay.errors import InputError, cut
from irassay.formats import id_rules as ids
from irassay.formats.format import CERTAIN, LIKELY, NO, POSSIBLE, WEAK, Head, is_number
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.row_checks import LabelRows, Scale, parse_grade
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems, refuse_binary, rows
from irassay.kernel import _core
from irassay.messages import plural

COLUMNS = 4


def looks_like(head: Head) -> int:
    """Four columns, the last a number."""
    if len(head.cells) != COLUMNS or not is_number(head.cells[3]):
        return NO
    if not head.cells[3].removeprefix("-").replace(".", "", 1).isdecimal():
        return WEAK
    if not float(head.cells[3]).is_integer():
        return LIKELY if head.is_bare else POSSIBLE  # a fractional rating, or a score
    return CERTAIN if head.is_bare or head.cells[1] in ("0", "Q0") else POSSIBLE


def read(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of query, iteration, document, grade; the kernel reads all but grades to be scaled."""
    return read_with_kernel(path) if scale is None else read_labels(path, scale=scale)


def read_with_kernel(path: str) -> Qrels:
    """Qrels as the kernel reads them; of two lines for one document the first is used and the second counted."""
    data = opening.first_lines(path)
    core, read = _core.read_qrels(data, COLUMNS)
    reading = Reading.of(path, read, QRELS_COLUMNS)
    if reading.n_errors:
        reading.hint = opening.NOT_READ
    else:
        data = opening.read_bytes(path)
        refuse_binary(path, data)
        core, read = _core.read_qrels(data, COLUMNS)
        reading = Reading.of(path, read, QRELS_COLUMNS)
    if any(kind in reading.counts for kind in ("conflict", "duplicate")) and other_iterations(data):
        reading.hint = "the second column is not 0 throughout: --input-format subtopics reads labels by subtopic"
    return Qrels(core, [reading])


def other_iterations(data: bytes) -> int:
    """Lines whose second column says something."""
    import re

    return len(re.findall(rb"^[ \t]*[^\s#]\S*[ \t]+(?!Q?0[ \t])\S+[ \t]", data, re.MULTILINE))


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels line by line."""
    labels = LabelRows(path, scale=scale)
    for number, (query, _, doc, grade) in rows(path, labels.problems, labels.skipped, columns="query 0 doc grade"):
        labels.add(number, query, doc, grade)
    return labels.finish()


FORMAT = LabelFormat(
    name="trec",
    line="`query iteration document grade`, separated by spaces or tabs",
    holds="ids without white space; the iteration is not kept",
    detected_by="four columns, the last a number",
    looks_like=looks_like,
    misplaced="looks like labels (4 columns: query 0 doc grade), expected a run (6 columns)",
    ids="words",
    read=read,
    write=lambda labels: (f"{query} 0 {doc} {grade}\n" for query, doc, grade in labels.rows()),
)


MSMARCO = LabelFormat(
    name="msmarco",
    line="the same with tabs, as MS MARCO distributes it",
    holds="as `trec`",
    detected_by="read as `trec`",
    ids="words",
    read=read,
    write=lambda labels: (f"{query}\t0\t{doc}\t{grade}\n" for query, doc, grade in labels.rows()),
)


STRATA_COLUMNS = 5


def looks_like_strata(head: Head) -> int:
    """Five columns, the second 0 or Q0, the last a whole number: others may be preferences, passages or anything."""
    cells = head.cells
    is_sample = len(cells) == STRATA_COLUMNS and cells[1] in ("0", "Q0") and cells[4].removeprefix("-").isdecimal()
    return LIKELY if is_sample else NO


def is_below_0(stratum: str) -> bool:
    """Whether a stratum is a number below 0: only a grade is, so that two columns are turned around."""
    return stratum.startswith("-") and stratum[1:].isdecimal()


def read_strata(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of query, iteration, document, stratum, grade."""
    from irassay.formats.tables import from_columns

    problems = Problems(path)
    numbers: list[int] = []
    table: list[list[str]] = []
    skipped: dict[str, int] = {}
    for number, cells in rows(path, problems, skipped, columns="query iteration doc stratum grade"):
        if is_below_0(cells[3]):
            problems.add(number, f"stratum is {cut(cells[3])}, expected a stratum, then the grade")
        numbers.append(number)
        table.append(cells)
    problems.raise_if_any()
    queries, iterations, docs, strata, grades = zip(*table) if table else ((),) * STRATA_COLUMNS
    return from_columns.labels(
        {"query": queries, "iteration": iterations, "doc": docs, "grade": _whole(grades), "stratum": strata},
        source=path,
        where=numbers.__getitem__,
        scale=scale,
        skipped=skipped,
    )


def _whole(grades: tuple[str, ...]) -> tuple[int, ...] | tuple[str, ...]:
    """The grades as numbers where all are; else as they are, for the reader to name those that are not."""
    if all(grade.isascii() and grade.removeprefix("-").isdecimal() for grade in grades):
        return tuple(map(int, grades))
    return grades


def write_strata(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    _check(labels)
    for query, doc, grade in labels.rows():
        yield f"{query} 0 {doc} {labels.strata[query][doc]} {grade}\n"


def _check(labels: LabelSheet) -> None:
    strata, path = labels.strata, labels.path
    without = [(query, doc) for query, docs in labels.tree.items() for doc in docs if doc not in strata.get(query, {})]
    if without:
        why = f"{plural(len(without), 'label')} without a stratum; write trec instead"
        raise ids.not_written(path, why, ids.documents(without))
    names = {stratum for docs in strata.values() for stratum in docs.values()}
    ids.check_names(names, path)
    if below := sorted(filter(is_below_0, names)):
        why = f"{plural(len(below), 'stratum', 'strata')} would be read as grades; write jsonl"
        raise ids.not_written(path, why, [f"stratum {cut(stratum)}" for stratum in below])


STRATA = LabelFormat(
    name="strata",
    line="`query iteration document stratum grade`: a stratified sample, as sample_eval reads it",
    holds="ids without white space, a stratum for every label",
    detected_by="five columns, the second 0 or Q0, the last a whole number",
    looks_like=looks_like_strata,
    ids="words",
    keeps=("strata",),
    read=read_strata,
    write=write_strata,
)


class SubtopicRows(LabelRows):
    """Labels by subtopic in the order read."""

    def __init__(self, source: str, *, scale: Scale | None = None) -> None:
        super().__init__(source, scale=scale)
        self.subtopics: dict[str, dict[str, dict[str, int]]] = {}

    @property
    def used(self) -> int:
        """Labels without a problem."""
        return sum(len(docs) for query in self.subtopics.values() for docs in query.values())

    def add_for(self, where: int, query: str, subtopic: str, doc: str, grade: str) -> None:
        """Take the label of one document for one subtopic, or note what is wrong with it."""
        value = parse_grade(grade, self.scale)
        if isinstance(value, str):
            self.problems.add(where, value)
            return
        docs = self.subtopics.setdefault(query, {}).setdefault(subtopic, {})
        if doc in docs:
            self.problems.add(
                where,
                f"document {cut(doc)} twice for subtopic {cut(subtopic)} of query {cut(query)}; expected one label",
            )
            return
        docs[doc] = value

    def finish(self) -> Qrels:
        """The labels as a noun, or an InputError with every problem."""
        return Qrels.from_subtopics(self.subtopics, [self.reading()])


def read_subtopics(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of four columns: query, subtopic, document, grade."""
    labels = SubtopicRows(path, scale=scale)
    for number, cells in rows(path, labels.problems, labels.skipped, columns="query subtopic document grade"):
        labels.add_for(number, *cells)
    return labels.finish()


def write_subtopics(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    if not labels.subtopics:
        raise InputError(f"{labels.path} was not written: these labels have no subtopics; write trec instead")
    ids.check_names({subtopic for of in labels.subtopics.values() for subtopic in of}, labels.path)
    for query, of in labels.subtopics.items():
        for subtopic, docs in of.items():
            for doc, grade in docs.items():
                yield f"{query} {subtopic} {doc} {grade}\n"


SUBTOPICS = LabelFormat(
    name="subtopics",
    line="`query subtopic document grade`: labels by subtopic, as TREC's diversity tasks have them",
    holds="ids without white space; a document's own grade is the largest that it has for a subtopic",
    ids="words",
    keeps=("subtopics",),
    read=read_subtopics,
    write=write_subtopics,
)
BY_NAME = {one.name: one for one in (FORMAT, MSMARCO, STRATA, SUBTOPICS)}
