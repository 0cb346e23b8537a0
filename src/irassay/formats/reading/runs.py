"""Files to runs: tells the format, reads, collects what is wrong, names the systems."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial

from irassay.arguments import check_choice
from irassay.collection.reading import Reading, raise_problems
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut, is_halved
from irassay.formats import detection, loss_warnings, registry
from irassay.formats.format import PARQUET
from irassay.formats.reading import run_parts
from irassay.formats.row_checks import SystemLists
from irassay.formats.sources import opening
from irassay.formats.sources.lines import refuse_binary
from irassay.formats.sources.opening import Paths
from irassay.kernel import _core
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeGuard

    Rankings = Paths | Mapping[str, Mapping[str, Mapping[str, float]]]

ONCE = "{path} can be read only once, and runs are left out of files that can be read again"


def read_runs(
    source: Rankings,
    *,
    input_format: str | None = None,
    keep: Literal["order", "scores"] = "order",
    leave_out: Sequence[str] = (),
    threads: int = 0,
) -> Runs:
    """Runs from files, folders, globs, standard input (``"-"``) or a dict of dicts.

    Each file is read by its own format. Systems are named by their tags if all tags differ, else all by file, without
    its ending where that tells them apart; a file with several systems names them itself.

    Parameters
    ----------
    source : path, sequence of paths, or mapping
        Files, or folders of them without the folders below, where the first Reading counts files. Any format of the
        documentation's table, plain or compressed; ``{system: {query: {document: score}}}``, or one run without the
        outer level; a frame of pandas, polars or Arrow with columns ``query_id, doc_id, score`` or ``qid, docno,
        score``, and perhaps ``run`` or ``name``; records with such fields; Run of ranx; or several of these, of Runs
        and of paths, in a list or by their systems' names.
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
        from irassay.formats.reading import in_memory

        read = in_memory.runs(source, keep, read=partial(load_runs, keep="scores"))
        return run_parts.runs_of(read, keep) if isinstance(read, list) else read
    paths = opening.list_paths(source)
    if not paths:
        raise InputError("no run given, expected at least one file")
    runs = _of_paths(paths, input_format=input_format, keep=keep, by=by, leave_out=leave_out, threads=threads)
    runs.left_out = (leave_out,) if isinstance(leave_out, str) else tuple(leave_out)
    if runs.readings and (below := opening.folders_below(source)):  # counted with the first file: they were not read
        runs.readings[0].left_out[loss_warnings.BELOW] = sum(below.values())
        runs.readings[0].first[loss_warnings.BELOW] = next(iter(below))
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
    """Runs of files of which some may have several systems, named by what the files say if all say it and all differ,
    else by file."""
    if any(map(opening.is_dataset, paths)):
        return _of_datasets(paths, keep, leave_out)
    files = _files_of(paths, input_format)
    headers = {
        one.path: run_parts.header_of(one.path) for one in files if one.columns
    }  # before a pipe is read to its end
    reader, readings = _kernel_files(files, keep, by, threads)
    names = _names_beside(readings, files)
    if leave_out:
        files, names = _files_without(files, names, leave_out)
        reader, readings = _kernel_files(files, keep, by, threads)
    of_kernel = iter(zip(names, readings))
    parts: list[SystemLists] = []
    whole: list[SystemLists] = []  # runs that no other file goes on with
    for one in files:
        mine = one.parts
        if one.columns:
            name, reading = next(of_kernel)
            mine = [run_parts.OfKernel(system=name, lists=(), without_hits=(), reading=reading)]
        parts += mine
        whole += [] if one.goes_on else mine
    of = run_parts.join(parts, whole)
    for number, query, docs, scores in of.lists:
        if is_halved(query) or is_halved("".join(docs)):
            odd = next(one for one in (query, *docs) if is_halved(one))
            raise InputError(f"the id {cut(odd)} has half a character (a lone surrogate), expected text")
        reader.add_list(number, query, docs, scores)
    metadata = run_parts.metadata_of(names, readings, [headers[one.path] for one in files if one.columns])
    return Runs(reader.finish(of.systems), of.readings, metadata=metadata, without_hits=of.without_hits)


def _is_place(source: object) -> TypeGuard[Paths]:
    several = source if isinstance(source, list | tuple | set | frozenset) else [source]
    return all(isinstance(one, str | os.PathLike) for one in several)


def run_format(path: str) -> str:
    """The format of one run file, by content; "ir_datasets" where it is no file."""
    if opening.is_dataset(path):
        return "ir_datasets"
    head = opening.head_of(path)
    if not head.startswith(PARQUET):
        refuse_binary(path, head)
    return detection.run_format(head, source=path)


class _File(Record):
    """A file among others of several formats: its columns where the kernel reads it, else its parts."""

    path: str
    name: str  # what its system is called by file
    columns: str
    parts: Sequence[SystemLists]
    goes_on: bool  # whether other files may go on with its systems


def _files_of(paths: Sequence[str], input_format: str | None) -> list[_File]:
    """The files, those read that the kernel doesn't read; each by its own format."""
    formats = [input_format or run_format(path) for path in paths]
    for name in formats:
        registry.checked(name, registry.names("runs"))
    columns = [run_parts.kernel_columns(name, is_named=input_format is not None) for name in formats]
    of_kernel = [path for path, kind in zip(paths, columns) if kind]
    empty = next((path for path in of_kernel if not opening.head_of(path).strip()), "")
    if empty and not all(columns):
        raise InputError(f"{empty} is empty, expected a run: search again, or leave it out")
    piece = next((name for name in formats if registry.runs(name).runs_a_file == "part"), "")
    if piece and of_kernel:  # one more query of that run, or another run?
        other = of_kernel[0]
        raise InputError(
            f"{other} is a run by itself ({formats[paths.index(other)]}), beside files of {piece}, which are one run "
            f"together: put these into a folder of their own, and irassay convert FOLDER --to trec makes one run of it"
        )
    files = []
    by_file = opening.without_endings([opening.stem(path) for path in paths])
    for path, name, kind, system in zip(paths, formats, columns, by_file):
        parts = [] if kind else registry.reader(registry.runs(name).read, name)(path, system=system)
        goes_on = registry.runs(name).runs_a_file == "part"
        files.append(_File(path=path, name=system, columns=kind, parts=parts, goes_on=goes_on))
    return files


def _kernel_files(
    files: Sequence[_File], keep: Literal["order", "scores"], by: Literal["score", "rank"], threads: int
) -> tuple[_core.RunsReader, list[Reading]]:
    """A reader with a place for each system of the files, in their order, that has read those of the kernel."""
    places: dict[str, int] = {}  # of systems of parts
    numbers: list[int] = []
    for one in files:
        if one.columns:
            numbers.append(len(places) + len(numbers))
        for part in one.parts:
            places.setdefault(part.system, len(places) + len(numbers))
    here = [one for one in files if one.columns]
    reader = _core.RunsReader(len(places) + len(numbers), keep == "scores")
    readings: dict[int, Reading] = {}

    def work(i: int) -> None:
        readings[i] = run_parts.read_run_with(reader, numbers[i], here[i].path, columns=here[i].columns, by=by)

    opening.run_each(work, len(here), threads=threads, title="Reading runs", stop=reader.stop)
    return reader, [readings[i] for i in range(len(here))]


def _names_beside(readings: Sequence[Reading], files: Sequence[_File]) -> list[str]:
    """What the systems of the kernel's files are called beside those of other files."""
    others = [part.system for one in files for part in one.parts]
    tags = run_parts.names_of(readings) if readings else []
    by_tag = tags == [reading.tag for reading in readings] and not set(tags).intersection(others)
    if by_tag and all(part.system != one.name for one in files for part in one.parts):
        return tags
    return run_parts.names_by_file(readings, others)


def _files_without(
    files: Sequence[_File], names: Sequence[str], leave_out: Sequence[str]
) -> tuple[list[_File], list[str]]:
    """The files, and the names of the kernel's, without the systems that are left out."""
    systems = list(dict.fromkeys([*names, *(part.system for one in files for part in one.parts)]))
    stay = {systems[place] for place in run_parts.places_without(systems, leave_out)}
    of_kernel = iter(names)
    here: list[_File] = []
    for one in files:
        parts = [part for part in one.parts if part.system in stay]
        if parts or (one.columns and next(of_kernel) in stay):
            here.append(one.but(parts=parts))
    once = next((one.path for one in here if one.columns and not os.path.isfile(one.path)), "")
    if once:
        raise UsageError(ONCE.format(path=once))
    return here, [name for name in names if name in stay]


def _of_datasets(paths: Sequence[str], keep: Literal["order", "scores"], leave_out: Sequence[str]) -> Runs:
    from irassay.formats.reading import datasets

    files = [path for path in paths if not opening.is_dataset(path)]
    if files:
        raise InputError(f"{files[0]} and a dataset of ir_datasets together; expected one kind, or two calls")
    return run_parts.runs_of(
        run_parts.without([part for path in paths for part in datasets.read_lists(path)], leave_out), keep
    )
