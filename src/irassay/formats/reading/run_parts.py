"""Runs out of the parts that files hold: which belong to one system, which names stand twice, which are left out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from irassay.collection.reading import MSMARCO_COLUMNS, RUN_COLUMNS, SCORED_COLUMNS, Reading
from irassay.collection.runs import Runs
from irassay.errors import InputError, UnknownSystem, Unreadable, UsageError, cut
from irassay.formats import registry
from irassay.formats.row_checks import SystemLists
from irassay.formats.sources import opening
from irassay.kernel import _core
from irassay.messages import alike, did_you_mean, listed
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from irassay.collection.metadata import Metadata
    from irassay.formats.run_header import BadHeader

    List: TypeAlias = tuple[int, str, Sequence[str], Sequence[float]]
    Header: TypeAlias = tuple[Mapping[str, str], int] | BadHeader

NEAR = 3  # names that are offered for one that is no run's


class OfKernel(SystemLists):
    """A file whose lists the kernel has read; it has one system and no other lists."""


class Joined(Record):
    """Parts as systems."""

    systems: Sequence[str]  # in the order of the parts
    lists: Sequence[List]  # system's number, query, documents, scores; none of files the kernel reads
    readings: Sequence[Reading]
    without_hits: Mapping[str, Sequence[str]]  # as in `Runs`


def join(parts: Sequence[SystemLists], whole: Sequence[SystemLists]) -> Joined:
    """The systems of the parts; those in `whole` are systems that no other part goes on with."""
    if len(whole) == len(parts):
        return _each_alone(parts)
    for one in whole:
        for other in parts:
            if other is not one and other.system == one.system:
                raise _in_two(one, other)
    return _of_pieces(parts)


def runs_of(parts: Sequence[SystemLists], keep: Literal["order", "scores"]) -> Runs:
    """Runs of parts that are a system each."""
    of = join(parts, parts)
    core = _core.runs_from_lists(of.systems, of.lists, keep == "scores")
    return Runs(core, of.readings, without_hits=of.without_hits)


def without(parts: list[SystemLists], leave_out: Sequence[str]) -> list[SystemLists]:
    """The parts of the systems that stay."""
    if not leave_out:
        return parts
    systems = list(dict.fromkeys(part.system for part in parts))
    stay = {systems[place] for place in places_without(systems, leave_out)}
    return [part for part in parts if part.system in stay]


def _each_alone(parts: Sequence[SystemLists]) -> Joined:
    first: dict[str, SystemLists] = {}
    for part in parts:
        if (other := first.setdefault(part.system, part)) is not part:
            raise _in_two(part, other)
    lists = [(i, query, docs, scores) for i, part in enumerate(parts) for query, docs, scores in part.lists]
    readings = [part.reading for part in parts]
    return Joined(systems=list(first), lists=lists, readings=readings, without_hits=_without_hits(parts))


def _in_two(one: SystemLists, other: SystemLists) -> InputError:
    """A system that two files, frames or dicts have."""
    here, there = (part.reading.source or "memory" for part in (one, other))
    return InputError(f"system {one.system} is in {here} and in {there}, expected each once")


def _two_folders(system: str, *sources: str) -> str:
    """What to do where two folders have one name, which is the system's; "" where that is not why."""
    folders = {os.path.dirname(os.path.abspath(source)) for source in sources}
    if len(folders) < 2 or {os.path.basename(folder) for folder in folders} != {system}:
        return ""
    return ": two folders have that name, which names the system; rename one, or copy it under another name"


def _of_pieces(pieces: Sequence[SystemLists]) -> Joined:
    """Systems of which each file may hold some queries."""
    systems = list(dict.fromkeys(piece.system for piece in pieces))
    lists: list[List] = []
    first: dict[tuple[str, str], str] = {}
    for piece in pieces:
        for query, docs, scores in piece.lists:
            source = first.setdefault((piece.system, query), piece.reading.source)
            if source != piece.reading.source:
                both = f"{piece.reading.source} and in {source}"
                raise InputError(
                    f"query {query} of system {piece.system} is in {both}, expected each once"
                    f"{_two_folders(piece.system, piece.reading.source, source)}"
                )
            lists.append((systems.index(piece.system), query, docs, scores))
    empty = [piece for piece in pieces if not piece.lists and not isinstance(piece, OfKernel)]
    readings = [piece.reading for piece in pieces if piece not in empty]
    if not readings:
        raise InputError(f"{pieces[0].reading.source} has no document in any response, expected at least one hit")
    for other in (piece.reading for piece in empty):  # what is said of files without a document counts with the first
        for what, n in other.skipped.items():
            readings[0].skipped[what] = readings[0].skipped.get(what, 0) + n
            readings[0].lines += n
        for what, n in other.left_out.items():
            readings[0].left_out[what] = readings[0].left_out.get(what, 0) + n
            readings[0].first.setdefault(what, other.first[what])
    return Joined(systems=systems, lists=lists, readings=readings, without_hits=_without_hits(pieces))


def _without_hits(parts: Iterable[SystemLists]) -> dict[str, list[str]]:
    """System -> queries that its files answer with no document."""
    queries: dict[str, list[str]] = {}
    for part in parts:
        if part.without_hits:
            queries.setdefault(part.system, []).extend(part.without_hits)
    return queries


def places_without(systems: Sequence[str], leave_out: Sequence[str]) -> list[int]:
    """The places of the systems that stay; UsageError for a name that no system has, or where no system stays."""
    names = [leave_out] if isinstance(leave_out, str) else list(leave_out)
    for name in names:
        if name not in systems:
            near, there = alike(name, systems, NEAR), f"expected {listed(systems, 5, last='or')}"
            raise UnknownSystem(f"no run {cut(name)} to leave out; {did_you_mean(near, instead=there)}", name)
    stay = [place for place, system in enumerate(systems) if system not in names]
    if not stay:
        raise UsageError("every run is left out, expected one that stays")
    return stay


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
    """The names of files as systems, beside names of others; by path where files of several folders share one."""
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
            skipped = {**reading.skipped, "comment": reading.skipped.get("comment", 0) - n_lines, "header": n_lines}
            reading.skipped = {rule: n for rule, n in skipped.items() if n}
        for column, value in known.items():
            columns.setdefault(column, {})[name] = value
    return Metadata(columns) if columns else None
