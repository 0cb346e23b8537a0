"""Files to runs: tells the format, reads, collects what is wrong, names the systems."""

from __future__ import annotations

import os

from irassay.arguments import check_choice
from irassay.collection.reading import MSMARCO_COLUMNS, RUN_COLUMNS, SCORED_COLUMNS, Reading, raise_problems
from irassay.errors import InputError, Unreadable, UsageError
from irassay.formats import detection, loss_warnings, registry
from irassay.formats.format import PARQUET
from irassay.formats.reading.left_out_runs import places_without
from irassay.formats.sources import opening
from irassay.formats.sources.lines import refuse_binary
from irassay.formats.sources.parallel import run_each
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal, TypeGuard

    from irassay.collection.metadata import Metadata
    from irassay.collection.runs import Runs
    from irassay.formats.row_checks import Part
    from irassay.formats.run_header import BadHeader
    from irassay.formats.sources.opening import Paths

    Rankings = Paths | Mapping[str, Mapping[str, Mapping[str, float]]]

EXPECTED = {"trec": RUN_COLUMNS, "scored": SCORED_COLUMNS}  # by what the kernel calls them; others are MS MARCO's


def read_runs(
    source: Rankings,
    *,
    input_format: str | None = None,
    keep: Literal["order", "scores"] = "order",
    leave_out: Sequence[str] = (),
    threads: int = 0,
) -> Runs:
    """Runs from files, folders, globs, standard input (``"-"``) or a dict of dicts.

    Systems are named by their tags if all tags differ, else all by file.

    Parameters
    ----------
    source : path, sequence of paths, or mapping
        Files, or folders of them without the folders below, where the first Reading counts files. Any format of the
        documentation's table, plain or compressed; ``{system: {query: {document: score}}}``, or one run without the
        outer level; a frame of pandas, polars or Arrow with columns ``query_id, doc_id, score`` or ``qid, docno,
        score``, and perhaps ``run`` or ``name``; records with such fields; Run of ranx; or several of these in a list,
        or by their systems' names.
    input_format : str, optional
        Overrules what the content says, for all files.
    keep : {"order", "scores"}
        Whether scores are kept too (for fusion and export).
    leave_out : sequence of str
        Names of runs that are read as if their files were not there, also where these have problems. Files only.
    threads : int
        0: one a processor.

    Returns
    -------
    Runs

    Raises
    ------
    InputError
        With every problem of all files, located, 20 shown.
    UsageError
        A name to leave out that no run has.

    Examples
    --------
    >>> read_runs({"bm25": {"q1": {"d1": 1.5}}}).systems
    ('bm25',)
    """
    runs = load_runs(source, input_format=input_format, keep=keep, leave_out=leave_out, threads=threads)
    raise_problems(runs.readings)
    return runs


def load_runs(
    source: Rankings,
    *,
    input_format: str | None = None,
    keep: Literal["order", "scores"] = "order",
    by: Literal["score", "rank"] = "score",
    leave_out: Sequence[str] = (),
    threads: int = 0,
) -> Runs:
    """As `read_runs`, but problems of single lines are left in ``runs.readings``: `check` reports them."""
    check_choice("keep", keep, ("order", "scores"))
    if hasattr(source, "__next__"):
        source = list(source)  # type: ignore[arg-type]
    if not _is_place(source):
        if leave_out:
            raise UsageError("leave_out is for files; leave runs in memory out before they are read")
        return _runs_in_memory(source, keep)
    paths = opening.list_paths(source)
    if not paths:
        raise InputError("no run given, expected at least one file")
    runs = _of_paths(paths, input_format=input_format, keep=keep, by=by, leave_out=leave_out, threads=threads)
    _count_files_below(runs.readings, source)
    return runs


def _of_paths(
    paths: Sequence[str],
    *,
    input_format: str | None,
    keep: Literal["order", "scores"],
    by: Literal["score", "rank"],
    leave_out: Sequence[str],
    threads: int,
) -> Runs:
    from irassay.collection.runs import Runs

    if any(map(opening.is_dataset, paths)):
        return _of_datasets(paths, keep, leave_out)
    formats = [input_format or run_format(path) for path in paths]
    for name in formats:
        registry.checked(name, registry.names("runs"))
    if not all(map(kernel_columns, formats)):
        return _read_parts(paths, formats, keep, leave_out)
    columns = [kernel_columns(name, is_named=input_format is not None) for name in formats]
    headers = [_header(path) for path in paths]  # before a pipe is read to its end
    read, readings = _by_kernel(paths, columns, keep, by, threads)
    names = names_of(readings)
    if leave_out:
        stay = places_without(names, leave_out)
        once = next((paths[place] for place in stay if not os.path.isfile(paths[place])), "")
        if once:
            raise UsageError(f"{once} can be read only once, and runs are left out of files that can be read again")
        paths, names = [paths[place] for place in stay], [names[place] for place in stay]
        headers = [headers[place] for place in stay]
        read, readings = _by_kernel(paths, [columns[place] for place in stay], keep, by, threads)
    return Runs(read.finish(names), readings, metadata=_metadata(names, readings, headers))


def _by_kernel(
    paths: Sequence[str],
    columns: Sequence[str],
    keep: Literal["order", "scores"],
    by: Literal["score", "rank"],
    threads: int,
) -> tuple[_core.RunsReader, list[Reading]]:
    """A reader that has read all these files, and what it read."""
    reader = _core.RunsReader(len(paths), keep == "scores")
    readings: list[Reading | None] = [None] * len(paths)

    def work(number: int) -> None:
        readings[number] = read_run_with(reader, number, paths[number], columns=columns[number], by=by)

    run_each(work, len(paths), threads=threads, title="Reading runs", stop=reader.stop)
    return reader, [reading for reading in readings if reading is not None]


def _count_files_below(readings: Sequence[Reading], source: Paths) -> None:
    """Count with the first file those in folders below the ones given, which were not read."""
    below = opening.folders_below(source)
    if below and readings:
        readings[0].left_out[loss_warnings.BELOW] = sum(below.values())
        readings[0].first[loss_warnings.BELOW] = next(iter(below))


def _is_place(source: object) -> TypeGuard[Paths]:
    several = source if isinstance(source, list | tuple | set | frozenset) else [source]
    return all(isinstance(one, str | os.PathLike) for one in several)


def _header(path: str) -> tuple[Mapping[str, str], int] | BadHeader:
    """What the run says of itself and in how many lines, or why that can't be read."""
    head = opening.head_of(path)
    if b"ir_metadata" not in head:
        return {}, 0
    from irassay.formats import run_header

    try:
        return run_header.read_header(path, head)
    except run_header.BadHeader as bad:
        return bad


def _metadata(
    names: Sequence[str], readings: Sequence[Reading], headers: Sequence[tuple[Mapping[str, str], int] | BadHeader]
) -> Metadata | None:
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


def _runs_in_memory(source: object, keep: Literal["order", "scores"]) -> Runs:
    from irassay.formats.reading import in_memory

    read = in_memory.runs(source, keep)
    return _of_parts(read, keep) if isinstance(read, list) else read


def run_format(path: str) -> str:
    """The format of one run file, by content; "ir_datasets" where it is no file."""
    if opening.is_dataset(path):
        return "ir_datasets"
    head = opening.head_of(path)
    if not head.startswith(PARQUET):
        refuse_binary(path, head)
    return detection.run_format(head, source=path)


def kernel_columns(name: str, *, is_named: bool = False) -> str:
    """What the kernel calls the columns of a format; "" where it doesn't read it.

    MS MARCO's ranks may be scores where the user did not name the format.
    """
    columns = registry.runs(name).kernel_columns if name in registry.names("runs") else ""
    return "msmarco_or_scored" if columns == "msmarco" and not is_named else columns


def read_run_with(
    reader: _core.RunsReader | _core.FileScorer, number: int, path: str, *, columns: str, by: str = "score"
) -> Reading:
    """Read one run file as file `number` of what keeps or scores it; plain files are read by the kernel itself.

    Parameters
    ----------
    columns : {"trec", "msmarco", "scored", "msmarco_or_scored"}
    by : {"score", "rank"}
        What orders a list. "rank" shows what the rank column would say.
    """
    kind = getattr(_core.RunColumns, columns)
    order = getattr(_core.OrderBy, by)
    if opening.is_plain(path):
        try:
            read = reader.read_path(number, path, kind, order)
        except RuntimeError as error:
            raise Unreadable(f"can't read {path}: {str(error).lower()}") from None
        content = None
    else:
        content = opening.read_bytes(path, stopped=lambda: reader.stopped)
        read = reader.read(number, content, kind, order)
    reading = Reading.of(path, read, EXPECTED.get(columns, MSMARCO_COLUMNS))
    reading.tag_is_cut(lambda: opening.last_byte(path) != b"\n" if content is None else not content.endswith(b"\n"))
    return reading


def names_of(readings: Sequence[Reading]) -> list[str]:
    """What the systems are called: by tag if each file has one tag and all differ, else all by file.

    Files of the same name in different folders are called by path.
    """
    tags = [reading.tag for reading in readings]
    if all(tags) and len(set(tags)) == len(tags) and not any("tag" in r.counts for r in readings):
        return tags
    stems = [opening.stem(reading.source) for reading in readings]
    if len(set(stems)) == len(stems):
        return stems
    sources = [reading.source for reading in readings]
    repeated = sorted({source for source in sources if sources.count(source) > 1})
    if repeated:
        raise InputError(f"{repeated[0]} is given twice, expected each run once")
    return sources


def _read_parts(
    paths: Sequence[str], formats: Sequence[str], keep: Literal["order", "scores"], leave_out: Sequence[str]
) -> Runs:
    """Runs of formats that can have several systems in a file."""
    if any(map(kernel_columns, formats)):
        empty = next((path for path in paths if not opening.head_of(path).strip()), "")
        if empty:
            raise InputError(f"{empty} is empty, expected a run: search again, or leave it out")
        of = {name: path for path, name in zip(reversed(paths), reversed(formats))}
        named = " and ".join(f"{name} ({of[name]})" for name in sorted(of))
        raise InputError(f"files of {named} together; expected one kind, or read them in two calls")
    parts: list[Part] = []
    whole: list[Part] = []  # runs that no other file goes on with
    for path, name in zip(paths, formats):
        of_file = registry.reader(registry.runs(name).read, name)(path, system=opening.plain_stem(path))
        parts += of_file
        whole += of_file if registry.runs(name).runs_a_file != "part" else []
    parts = _without(parts, leave_out)
    stay = set(map(id, parts))
    whole = [one for one in whole if id(one) in stay]
    if len(whole) == len(parts):
        return _of_parts(parts, keep)
    for one in whole:
        _check_alone(one, parts)
    return _of_pieces(parts, keep)


def _check_alone(one: Part, parts: Sequence[Part]) -> None:
    """Raise where another file has a system of the same name."""
    for other in parts:
        if other is not one and other.system == one.system:
            both = f"{one.reading.source} and in {other.reading.source}"
            raise InputError(f"system {one.system} is in {both}, expected each once")


def _without(parts: list[Part], leave_out: Sequence[str]) -> list[Part]:
    """The parts of the systems that stay."""
    if not leave_out:
        return parts
    systems = list(dict.fromkeys(part.system for part in parts))
    stay = {systems[place] for place in places_without(systems, leave_out)}
    return [part for part in parts if part.system in stay]


def _of_pieces(pieces: Sequence[Part], keep: Literal["order", "scores"]) -> Runs:
    """Runs of which each file may hold some queries."""
    from irassay.collection.runs import Runs

    systems = list(dict.fromkeys(piece.system for piece in pieces))
    lists: list[tuple[int, str, Sequence[str], Sequence[float]]] = []
    first: dict[tuple[str, str], str] = {}
    for piece in pieces:
        for query, docs, scores in piece.lists:
            source = first.setdefault((piece.system, query), piece.reading.source)
            if source != piece.reading.source:
                both = f"{piece.reading.source} and in {source}"
                raise InputError(f"query {query} of system {piece.system} is in {both}, expected each once")
            lists.append((systems.index(piece.system), query, docs, scores))
    if not lists:
        raise InputError(f"{pieces[0].reading.source} has no document in any response, expected at least one hit")
    readings = [piece.reading for piece in pieces if piece.lists]
    for piece in pieces:
        if not piece.lists:
            _count_without_hits(readings[0], piece.reading)
    return Runs(_core.runs_from_lists(systems, lists, keep == "scores"), readings, without_hits=_without_hits(pieces))


def _without_hits(parts: Sequence[Part]) -> dict[str, list[str]]:
    """System -> queries that its files answer with no document."""
    queries: dict[str, list[str]] = {}
    for part in parts:
        if part.without_hits:
            queries.setdefault(part.system, []).extend(part.without_hits)
    return queries


def _count_without_hits(reading: Reading, other: Reading) -> None:
    """Count with a file what is said of another, which has no document."""
    for what, n in other.skipped.items():
        reading.skipped[what] = reading.skipped.get(what, 0) + n
        reading.lines += n
    for what, n in other.left_out.items():
        reading.left_out[what] = reading.left_out.get(what, 0) + n
        reading.first.setdefault(what, other.first[what])


def _of_datasets(paths: Sequence[str], keep: Literal["order", "scores"], leave_out: Sequence[str]) -> Runs:
    from irassay.formats.reading import datasets

    files = [path for path in paths if not opening.is_dataset(path)]
    if files:
        raise InputError(f"{files[0]} and a dataset of ir_datasets together; expected one kind, or two calls")
    parts = [part for path in paths for part in datasets.read_lists(path)]
    return _of_parts(_without(parts, leave_out), keep)


def _of_parts(parts: Sequence[Part], keep: Literal["order", "scores"]) -> Runs:
    from irassay.collection.runs import Runs

    systems = [part.system for part in parts]
    for i, system in enumerate(systems):
        if system in systems[:i]:
            earlier = parts[systems.index(system)].reading.source
            raise InputError(f"system {system} is in {parts[i].reading.source} and in {earlier}, expected each once")
    lists = [(i, query, docs, scores) for i, part in enumerate(parts) for query, docs, scores in part.lists]
    readings = [part.reading for part in parts]
    return Runs(_core.runs_from_lists(systems, lists, keep == "scores"), readings, without_hits=_without_hits(parts))
