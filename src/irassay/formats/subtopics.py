"""Labels by subtopic, as TREC's diversity tasks and ndeval have them: query, subtopic, document, grade.

A document may have a label for each subtopic of a query; its own grade is the largest of them.
"""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.lines import cells_of, lines
from irassay.formats.rows import LabelRows, parse_grade

COLUMNS = 4


class SubtopicRows(LabelRows):
    """Labels by subtopic in the order read."""

    __slots__ = ("subtopics",)

    def __init__(self, source: str, *, scale: float | None = None) -> None:
        super().__init__(source, scale=scale)
        self.subtopics: dict[str, dict[str, dict[str, int]]] = {}

    @property
    def used(self) -> int:
        """Labels kept."""
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

    def finish(self) -> LabelRows:
        """Itself, or an InputError with every problem; no data at all is a problem too."""
        if not self.subtopics and not self.problems.total:
            self.problems.add("", "no label in the file, expected at least one line of data")
        self.problems.raise_if_any()
        return self


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from lines of four columns: query, subtopic, document, grade."""
    rows = SubtopicRows(path, scale=scale)
    for number, text in lines(path, rows.problems):
        rows.lines += 1
        cells = cells_of(text)
        if not cells:
            rows.skip("blank")
        elif len(cells) != COLUMNS:
            rows.problems.add(number, f"{len(cells)} columns, expected 4: query subtopic document grade")
        else:
            rows.add_for(number, *cells)
    return rows.finish()
