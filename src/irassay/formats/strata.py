"""Labels of a stratified sample: TREC's columns with the stratum before the grade, as sample_eval reads them."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats import bulk
from irassay.formats.lines import cells_of, lines
from irassay.formats.problems import Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

COLUMNS = 5
NO_ITERATION = ("0", "Q0")


def looks_like(line: str) -> bool:
    """Five columns, the last a whole number."""
    cells = cells_of(line)
    return len(cells) == COLUMNS and cells[4].removeprefix("-").isdecimal()


def is_below_0(stratum: str) -> bool:
    """Whether a stratum is a number below 0: only a grade is, so that two columns are turned around."""
    return stratum.startswith("-") and stratum[1:].isdecimal()


def read_labels(path: str, *, scale: float | None = None) -> Qrels:
    """Labels from lines of query, iteration, document, stratum, grade."""
    problems = Problems(path)
    numbers: list[int] = []
    rows: list[list[str]] = []
    skipped = {"blank": 0, "comment": 0}
    for number, line in lines(path, problems):
        cells = cells_of(line)
        if not cells or line.startswith("#"):
            skipped["comment" if cells else "blank"] += 1
        elif len(cells) != COLUMNS:
            problems.add(number, f"{len(cells)} columns, expected 5: query iteration doc stratum grade")
        elif is_below_0(cells[3]):
            problems.add(number, f"stratum is {cut(cells[3])}, expected a stratum, then the grade")
        else:
            numbers.append(number)
            rows.append(cells)
    problems.raise_if_any()
    queries, iterations, docs, strata, grades = zip(*rows) if rows else ((),) * COLUMNS
    found = bulk.labels(
        {"query": queries, "doc": docs, "grade": _whole(grades), "stratum": strata},
        source=path,
        where=numbers.__getitem__,
        scale=scale,
        skipped=skipped,
    )
    other = sum(1 for iteration in iterations if iteration not in NO_ITERATION)
    if other:
        found.readings[0].left_out["iteration other than 0"] = other
    return found


def _whole(grades: tuple[str, ...]) -> tuple[int, ...] | tuple[str, ...]:
    """The grades as numbers where all are; else as they are, for the reader to name those that are not."""
    if all(grade.isascii() and grade.removeprefix("-").isdecimal() for grade in grades):
        return tuple(map(int, grades))
    return grades
