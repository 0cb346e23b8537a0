"""Which format and which kind a file has, told by its first bytes: the formats are asked, and the surest is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator

from irassay.errors import InputError, cut
from irassay.formats import failed_search, registry
from irassay.formats.format import CERTAIN, NO, WEAK, Format, Head, is_number
from irassay.formats.labels import LabelFormat
from irassay.formats.runs import RunFormat
from irassay.formats.sources import opening

# TREC's Dynamic Domain track: a topic is DD16-3, its subtopic DD16-3.1.
_TOPIC = re.compile(r"dd\d\d-\d+", re.ASCII | re.IGNORECASE)
SUBTOPICS, FIVE = 4, 5  # columns
METHODS = ("0", "1", "2", "3")  # which of two ways of sampling drew the document, both or none
NO_ITERATION = ("0", "Q0")
LEAST_COLUMNS = 3  # of a table of labels or runs: a query, a document, and a grade or score
DETECTED = ("labels", "runs", "preferences", "texts")  # kinds that are told apart by one file's content


def surest(kind: str, head: Head) -> tuple[str, int]:
    """The format of a kind that claims such a file most surely, and how sure it is; "" where none does."""
    name, most = "", NO
    for one in registry.entries(kind):
        claim = _claim(one, head)
        if claim == CERTAIN:
            return one.name, claim
        if claim > NO and claim >= most:
            name, most = one.name, claim
    return name, most


def _claim(one: Format, head: Head) -> int:
    return NO if one.looks_like is None else one.looks_like(head)


def label_format(data: bytes, *, source: str) -> str:
    """The format of a label file, by its first decompressed bytes; InputError where the first line is that of labels
    that no format here has, or has five columns that could be several things."""
    head = Head(data)
    cells = head.cells
    if what := not_read(cells):
        raise InputError(f"{source} starts with {cut(head.line)}: {what}")
    is_graded = len(cells) == FIVE and head.is_bare and cells[4].removeprefix("-").isdecimal()
    if is_graded and cells[1] not in NO_ITERATION:
        raise InputError(
            f"{source} starts with {cut(head.line)}: 5 columns, expected 4 (query 0 doc grade), or 5 with 0 or Q0 in "
            "the second (query 0 doc stratum grade); --input-format strata reads any second column"
        )
    return _in_its_place("labels", "runs", head, source)


def run_format(data: bytes, *, source: str) -> str:
    """The format of a run file, by its first decompressed bytes."""
    return _in_its_place("runs", "labels", Head(data), source)


_SEVERAL = " (several collections: irassay eval or compare with --collection for each; irassay convert joins labels)"


def _in_its_place(kind: str, other: str, head: Head, source: str) -> str:
    name, claim = surest(kind, head)
    failed_search.refuse(head, source, is_claimed=bool(name))
    if claim < CERTAIN:
        others: Iterator[LabelFormat | RunFormat] = registry.entries(other)  # type: ignore[assignment]
        for one in others:
            if one.misplaced and _claim(one, head) > claim:
                what = one.misplaced.replace("{line}", cut(head.line))
                raise InputError(f"{source} {what}; give the qrels first, then the runs{_SEVERAL * (kind == 'runs')}")
    if not name and kind == "labels":
        _refuse_book(head, source)
    if not name and (names := _names_of_table(head)):  # the headings that would do say more than TREC's columns
        from irassay.formats.tables import columns

        columns.places(names, kind, source=source)
    return name or registry.names(kind)[0]


def _refuse_book(head: Head, source: str) -> None:
    """Raise where the columns are those of a book of Quepid, and the ratings are not."""
    from irassay.formats.labels.quepid import unlike

    if why := unlike(head):
        raise InputError(f"{source} starts with {cut(head.line)}: {why}")


def _names_of_table(head: Head) -> tuple[str, ...]:
    """The columns of what may be the heading of a table; none where the first line is none."""
    from irassay.formats.tables.separated import name_of, separator

    names = tuple(name_of(cell) for cell in head.line.split(separator(head.line)))
    return names if len(names) >= LEAST_COLUMNS and all(names) and not any(map(is_number, names)) else ()


def text_format(source: str, input_format: str | None = None) -> str:
    """The format of a file of texts: as named, else by content."""
    if input_format is not None:
        return registry.checked(input_format, registry.readable("texts"))
    head = Head(opening.head_of(source))
    if not head.text:
        raise InputError(f"{source} is empty; expected texts")
    name, _ = surest("texts", head)
    if not name:
        raise InputError(
            f"{source} starts with {cut(head.text.split(chr(10), 1)[0])}; "
            "expected id TAB text, JSON lines, TREC topics or TREC documents"
        )
    return name


def kinds_in(path: str, *, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The kinds that the content of a file allows; InputError where nothing claims it."""
    head = Head(opening.head_of(path))
    if not head.text.strip():
        raise InputError(f"{path} is empty, expected data")
    if head.is_parquet:
        from irassay.formats.tables import parquet_file

        return _kinds_of_columns(path, parquet_file.keys_of(path))
    if head.keys:
        return _kinds_of_columns(path, head.keys)
    if other := not_read(head.cells):
        raise InputError(f"{path} starts with {cut(head.line)}: {other}")
    claims = {kind: surest(kind, head)[1] for kind in DETECTED}
    most = max(claims.values())
    if most <= WEAK and wanted == ("texts",) and claims["texts"]:
        return wanted
    if most <= WEAK:
        _refuse_book(head, path)
        texts = ", --kind texts reads it as texts" if claims["texts"] else ""
        headings = ""
        if _names_of_table(head):
            from irassay.formats.tables import columns

            headings = f"; a table of labels or runs has a column for each of {columns.expected()}"
        raise InputError(
            f"{path} starts with {cut(head.line)}, which is no format known here; --input-format names one{texts}"
            f"{headings}"
        )
    return tuple(kind for kind, claim in claims.items() if claim == most)


def has_fractions(path: str) -> bool:
    """Whether the column of scores, in the beginning of a table or of JSON lines, has a fraction: labels have none
    without ``--grade-scale``."""
    from irassay.formats.tables import columns, separated

    if opening.is_dataset(path):
        return False
    head = Head(opening.head_of(path))
    if head.keys:
        records = map(_object, head.text.split("\n"))
        return any(_is_fraction(str(of.get(name))) for of in records for name in columns.NAMES["score"])
    rows = separated.whole_rows(head.text, opening.HEAD)
    names = [separated.name_of(cell) for cell in rows[0]] if rows else []
    places = [place for place, name in enumerate(names) if name in columns.NAMES["score"]]
    return any(_is_fraction(cell) for row in rows[1:] for cell in (row[at] for at in places if at < len(row)))


def _object(line: str) -> dict[str, object]:
    """The object on a line; none where it is cut off."""
    import json

    try:
        of = json.loads(line)
    except ValueError:
        return {}
    return of if isinstance(of, dict) else {}


def _is_fraction(text: str) -> bool:
    return is_number(text) and float(text) % 1 != 0


def _kinds_of_columns(path: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that have names say more than any format."""
    from irassay.formats.tables import columns
    from irassay.formats.text_fields import IDS

    kinds = columns.holds(names)
    if not kinds and any(name in names for name in IDS):
        return ("texts",)
    if not kinds:
        raise columns.unknown(path, names, columns.expected())
    return kinds


def split(name: str | None, *, option: str = "input_format") -> tuple[str | None, str | None]:
    """What one ``--input-format`` means for the labels and for the runs; None where the content shall tell."""
    if name is None:
        return None, None
    of_labels, of_runs = registry.names("labels"), registry.names("runs")
    registry.checked(name, tuple(dict.fromkeys((*of_labels, *of_runs))), option=option)
    return (name if name in of_labels else None, name if name in of_runs else None)


def not_read(cells: list[str]) -> str:
    """What a line of these columns is where it is no label as read here, and what to do; "" for all others."""
    if len(cells) in (SUBTOPICS, FIVE) and _TOPIC.fullmatch(cells[0]) and cells[1].startswith(f"{cells[0]}."):
        if len(cells) == FIVE:
            return (
                "TREC Dynamic Domain's labels of passages (topic subtopic document passage grade), "
                "which have no format here; write topic, subtopic, document and the document's grade, "
                "and read that by --input-format subtopics"
            )
        return "labels by subtopic (topic subtopic document grade); --input-format subtopics reads them"
    is_sample = len(cells) == FIVE and cells[1] not in NO_ITERATION and cells[3] in METHODS
    if is_sample and cells[2].removeprefix("-").isdecimal() and is_number(cells[4]) and 0 <= float(cells[4]) <= 1:
        return (
            "prels (query document judgment method probability), a sample with chances that have no format here; "
            "query 0 document judgment are the labels alone"
        )
    return ""
