"""Files of labels that look like TREC's and are something else: refused by name, since no reader would notice."""

from __future__ import annotations

import re

from irassay.errors import InputError, cut
from irassay.formats.format import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

# TREC's Dynamic Domain track: a topic is DD16-3, its subtopic DD16-3.1.
_TOPIC = re.compile(r"dd\d\d-\d+", re.ASCII | re.IGNORECASE)
SUBTOPICS, FIVE = 4, 5  # columns
METHODS = ("0", "1", "2", "3")  # which of two ways of sampling drew the document, both or none
NO_ITERATION = ("0", "Q0")


def refuse(head: Head, source: str) -> None:
    """Raise InputError where the first line is that of such a file, or has five columns that could be several things.
    It says what the file looks like, and what reads it where something does."""
    cells = head.cells
    if what := name_of(cells):
        raise InputError(f"{source} starts with {cut(head.line)}: {what}")
    is_graded = len(cells) == FIVE and head.is_bare and cells[4].removeprefix("-").isdecimal()
    if is_graded and cells[1] not in NO_ITERATION:
        raise InputError(
            f"{source} starts with {cut(head.line)}: 5 columns, expected 4 (query 0 doc grade), or 5 with 0 or Q0 in "
            "the second (query 0 doc stratum grade); --input-format strata reads any second column"
        )


def name_of(cells: list[str]) -> str:
    """What a line of these columns is where it is no label as read here, and what to do; "" for all others."""
    if len(cells) in (SUBTOPICS, FIVE) and _TOPIC.fullmatch(cells[0]) and cells[1].startswith(f"{cells[0]}."):
        if len(cells) == FIVE:
            return (
                "TREC Dynamic Domain's labels of passages (topic subtopic document passage grade), "
                "which have no format here; write topic, subtopic, document and the document's grade, "
                "and read that by --input-format subtopics"
            )
        return "labels by subtopic (topic subtopic document grade); --input-format subtopics reads them"
    if len(cells) == FIVE and cells[1] not in NO_ITERATION and _is_prel(*cells[2:]):
        return (
            "prels (query document judgment method probability), a sample with chances that have no format here; "
            "query 0 document judgment are the labels alone"
        )
    return ""


def _is_prel(judgment: str, method: str, probability: str) -> bool:
    """A judgment, the number of a method of sampling, and the chance of having been drawn."""
    return (
        judgment.removeprefix("-").isdecimal()
        and method in METHODS
        and is_number(probability)
        and 0 <= float(probability) <= 1
    )
