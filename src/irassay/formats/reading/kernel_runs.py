"""Run files that the kernel reads, one system a file: what they say of themselves, and their names."""

from __future__ import annotations

from irassay.collection.reading import MSMARCO_COLUMNS, RUN_COLUMNS, SCORED_COLUMNS, Reading
from irassay.errors import InputError, Unreadable
from irassay.formats import registry
from irassay.formats.sources import opening
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from irassay.collection.metadata import Metadata
    from irassay.formats.run_header import BadHeader

    Header: TypeAlias = tuple[Mapping[str, str], int] | BadHeader

EXPECTED = {"trec": RUN_COLUMNS, "scored": SCORED_COLUMNS}  # by what the kernel calls them; others are MS MARCO's


def kernel_columns(name: str, *, is_named: bool = False) -> str:
    """What the kernel calls the columns of a format, "" where it doesn't read it; MS MARCO's ranks may be scores unless
    the user named the format."""
    columns = registry.runs(name).kernel_columns if name in registry.names("runs") else ""
    return "msmarco_or_scored" if columns == "msmarco" and not is_named else columns


def read_run_with(
    reader: _core.RunsReader | _core.FileScorer, number: int, path: str, *, columns: str, by: str = "score"
) -> Reading:
    """One run file, read as file `number` of what keeps or scores it, plain files by the kernel itself; `columns` is
    "trec", "msmarco", "scored" or "msmarco_or_scored"; `by` orders a list."""
    kind = getattr(_core.RunColumns, columns)
    order = getattr(_core.OrderBy, by)
    is_enough = False  # what the first lines of a pipe show
    if opening.is_plain(path):
        try:
            read = reader.read_path(number, path, kind, order)
        except RuntimeError as error:
            raise Unreadable(f"can't read {path}: {str(error).lower()}") from None
        content = None
    else:
        content = opening.first_lines(path)
        tried = _core.RunsReader(1, False).read(0, content, kind, order)
        is_enough = Reading.of("", tried, RUN_COLUMNS).n_errors > 0
        if not is_enough:
            content = opening.read_bytes(path, stopped=lambda: reader.stopped)
        read = reader.read(number, content, kind, order)
    reading = Reading.of(path, read, EXPECTED.get(columns, MSMARCO_COLUMNS))
    if is_enough:
        reading.hint = opening.NOT_READ
    reading.tag_is_cut(lambda: opening.last_byte(path) != b"\n" if content is None else not content.endswith(b"\n"))
    return reading


def names_of(readings: Sequence[Reading]) -> list[str]:
    """What the systems are called: by tag if each file has one tag and all differ, else all by file."""
    tags = [reading.tag for reading in readings]
    if all(tags) and len(set(tags)) == len(tags) and not any("tag" in r.counts for r in readings):
        return tags
    return names_by_file(readings)


def names_by_file(readings: Sequence[Reading], others: Sequence[str] = ()) -> list[str]:
    """The names of files as systems, beside the names of others; files of one name in several folders are called by
    path."""
    stems = [opening.stem(reading.source) for reading in readings]
    if len(set(stems)) == len(stems):
        return opening.without_endings([*stems, *others])[: len(stems)]
    sources = [reading.source for reading in readings]
    repeated = sorted({source for source in sources if sources.count(source) > 1})
    if repeated:
        raise InputError(f"{repeated[0]} is given twice, expected each run once")
    return sources


def header_of(path: str) -> Header:
    """What the run says of itself and in how many lines, or why that can't be read."""
    head = opening.head_of(path)
    if b"ir_metadata" not in head:
        return {}, 0
    from irassay.formats import run_header

    try:
        return run_header.read_header(path, head)
    except run_header.BadHeader as bad:
        return bad


def metadata_of(names: Sequence[str], readings: Sequence[Reading], headers: Sequence[Header]) -> Metadata | None:
    """What the headers say, by column and system; what is wrong with one is counted with its file."""
    from irassay.collection.metadata import Metadata

    columns: dict[str, dict[str, str]] = {}
    for name, reading, header in zip(names, readings, headers):
        if isinstance(header, InputError):
            reading.counts["value"] = reading.counts.get("value", 0) + 1
            reading.raw = (*reading.raw, ("value", header.line, 0, header.what.encode(), b""))
            continue
        known, n_lines = header
        if n_lines:
            comments = reading.skipped.get("comment", 0) - n_lines
            skipped = {**reading.skipped, "comment": comments, "header": n_lines}
            reading.skipped = {rule: n for rule, n in skipped.items() if n}
        for column, value in known.items():
            columns.setdefault(column, {})[name] = value
    return Metadata(columns) if columns else None
