"""Labels by subtopic, as TREC's diversity tasks and ndeval have them: query, subtopic, document, grade.

A document may have a label for each subtopic of a query; its own grade is the largest of them.
"""

from __future__ import annotations

from irassay.errors import InputError, cut
from irassay.formats import id_rules as ids
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows, parse_grade
from irassay.formats.sources.lines import rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale


class SubtopicRows(LabelRows):
    """Labels by subtopic in the order read."""

    __slots__ = ("subtopics",)

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
        from irassay.collection.qrels import Qrels

        return Qrels.from_subtopics(self.subtopics, [self.reading()])


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from lines of four columns: query, subtopic, document, grade."""
    labels = SubtopicRows(path, scale=scale)
    for number, cells in rows(path, labels.problems, labels.skipped, columns="query subtopic document grade"):
        labels.add_for(number, *cells)
    return labels.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    if not labels.subtopics:
        raise InputError(f"{labels.path} was not written: these labels have no subtopics; write trec instead")
    ids.check_names({subtopic for of in labels.subtopics.values() for subtopic in of}, labels.path)
    for query, of in labels.subtopics.items():
        for subtopic, docs in of.items():
            for doc, grade in docs.items():
                yield f"{query} {subtopic} {doc} {grade}\n"


FORMAT = LabelFormat(
    name="subtopics",
    line="`query subtopic document grade`: labels by subtopic, as TREC's diversity tasks have them",
    holds="ids without white space; a document's own grade is the largest that it has for a subtopic",
    ids="words",
    keeps=("subtopics",),
    read=read_labels,
    write=write,
)
