"""Labels of a stratified sample: TREC's columns with the stratum before the grade, as sample_eval reads them."""

from __future__ import annotations

from irassay.errors import InputError, cut
from irassay.formats import id_rules as ids
from irassay.formats.format import LIKELY, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.sources.lines import Problems, rows
from irassay.formats.tables import from_columns
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

COLUMNS = 5


def looks_like(head: Head) -> int:
    """Five columns, the second 0 or Q0, the last a whole number: others may be preferences, passages or anything."""
    cells = head.cells
    is_sample = len(cells) == COLUMNS and cells[1] in ("0", "Q0") and cells[4].removeprefix("-").isdecimal()
    return LIKELY if is_sample else NO


def is_below_0(stratum: str) -> bool:
    """Whether a stratum is a number below 0: only a grade is, so that two columns are turned around."""
    return stratum.startswith("-") and stratum[1:].isdecimal()


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of query, iteration, document, stratum, grade."""
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
    queries, iterations, docs, strata, grades = zip(*table) if table else ((),) * COLUMNS
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


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    _check(labels)
    for query, docs in labels.tree.items():
        of = labels.strata.get(query, {})
        for doc, grade in docs.items():
            yield f"{query} 0 {doc} {of[doc]} {grade}\n"


def _check(labels: LabelSheet) -> None:
    strata, path = labels.strata, labels.path
    without = [(query, doc) for query, docs in labels.tree.items() for doc in docs if doc not in strata.get(query, {})]
    if without:
        raise InputError(
            f"{path} was not written: {plural(len(without), 'label')} without a stratum; write trec instead",
            tuple(f"document {cut(doc)} of query {cut(query)}" for query, doc in without),
            consequence="",
        )
    names = {stratum for docs in strata.values() for stratum in docs.values()}
    ids.check_names(names, path)
    if below := sorted(filter(is_below_0, names)):
        raise InputError(
            f"{path} was not written: {plural(len(below), 'stratum', 'strata')} would be read as grades; write jsonl",
            tuple(f"stratum {cut(stratum)}" for stratum in below),
            consequence="",
        )


FORMAT = LabelFormat(
    name="strata",
    line="`query iteration document stratum grade`: a stratified sample, as sample_eval reads it",
    holds="ids without white space, a stratum for every label",
    detected_by="five columns, the second 0 or Q0, the last a whole number",
    looks_like=looks_like,
    ids="words",
    keeps=("strata",),
    read=read_labels,
    write=write,
)
