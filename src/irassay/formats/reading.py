"""Files to nouns: tells the format, reads, collects what is wrong, names the systems."""

from __future__ import annotations

import os

from irassay.collection.reading import Reading, raise_problems
from irassay.errors import InputError, UsageError
from irassay.formats import detect, opening
from irassay.formats.parallel import run_each
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from typing_extensions import TypeIs

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.formats.opening import Path, Paths
    from irassay.formats.rows import LabelRows

    Labels = Path | Mapping[str, Mapping[str, int]]
    Rankings = Paths | Mapping[str, Mapping[str, Mapping[str, float]]]

KERNEL_FORMATS = ("trec", "msmarco")


def read_qrels(source: Labels, *, input_format: str | None = None, grade_scale: float | None = None) -> Qrels:
    """Relevance labels from a file, standard input (``"-"``) or a dict of dicts.

    Parameters
    ----------
    source : path or mapping
        A file in TREC, MS MARCO, BEIR, Quepid, Elasticsearch ``_rank_eval`` or JSON form, plain or compressed, or
        ``{query: {document: grade}}``.
    input_format : str, optional
        Overrules what the content says.
    grade_scale : float, optional
        Multiplies fractional grades before they are rounded.

    Returns
    -------
    Qrels

    Raises
    ------
    InputError
        With every problem of the file, located.

    Examples
    --------
    >>> read_qrels({"q1": {"d1": 1}}).n_labels
    1
    """
    qrels = load_qrels(source, input_format=input_format, grade_scale=grade_scale)
    raise_problems(qrels.readings)
    return qrels


def load_qrels(source: Labels, *, input_format: str | None = None, grade_scale: float | None = None) -> Qrels:
    """As `read_qrels`, but problems of single lines are left in ``qrels.readings``: `check` reports them."""
    from irassay.collection.qrels import Qrels

    if not isinstance(source, str | os.PathLike):
        return Qrels.from_dict(source)
    path = os.fspath(source)
    name = input_format
    if name is None:
        name = detect.label_format(opening.head_of(path), source=path)
    detect.checked(name, detect.LABEL_FORMATS)
    if name in KERNEL_FORMATS and grade_scale is None:
        from irassay.formats import trec

        return trec.read_qrels(path)
    rows = _label_rows(name, path, grade_scale)
    return Qrels.from_dict(rows.grades, [Reading(path, rows.lines, rows.used, rows.skipped)])


def _label_rows(name: str, path: str, scale: float | None) -> LabelRows:
    from importlib import import_module

    module = {"trec": "msmarco", "json": "dicts"}.get(name, name)
    rows: LabelRows = import_module(f"irassay.formats.{module}").read_labels(path, scale=scale)
    return rows


def read_runs(
    source: Rankings,
    *,
    input_format: str | None = None,
    keep: Literal["order", "scores"] = "order",
    threads: int = 0,
) -> Runs:
    """Runs from files, folders, globs, standard input (``"-"``) or a dict of dicts.

    Systems are named by their tags if all tags differ, else all by file.

    Parameters
    ----------
    source : path, sequence of paths, or mapping
        TREC or MS MARCO runs, plain or compressed, one system a file; JSON; or
        ``{system: {query: {document: score}}}``.
    input_format : str, optional
        Overrules what the content says, for all files.
    keep : {"order", "scores"}
        Whether scores are kept too (for fusion and export).
    threads : int
        0: one a processor.

    Returns
    -------
    Runs

    Raises
    ------
    InputError
        With every problem of all files, located, 20 shown.

    Examples
    --------
    >>> read_runs({"bm25": {"q1": {"d1": 1.5}}}).systems
    ('bm25',)
    """
    runs = load_runs(source, input_format=input_format, keep=keep, threads=threads)
    raise_problems(runs.readings)
    return runs


def load_runs(
    source: Rankings,
    *,
    input_format: str | None = None,
    keep: Literal["order", "scores"] = "order",
    by: Literal["score", "rank"] = "score",
    threads: int = 0,
) -> Runs:
    """As `read_runs`, but problems of single lines are left in ``runs.readings``: `check` reports them."""
    from irassay.collection.runs import Runs

    if keep not in ("order", "scores"):
        raise UsageError(f'expected keep to be "order" or "scores", got keep={keep!r}')
    if _is_mapping(source):
        return Runs.from_dict(source, keep=keep)
    paths = opening.list_paths(source)
    if not paths:
        raise InputError("no run given, expected at least one file")
    formats = [input_format or run_format(path) for path in paths]
    for name in formats:
        detect.checked(name, detect.RUN_FORMATS)
    formats = ["json" if name == "ranx" else name for name in formats]
    if "json" in formats:
        return _read_json(paths, formats, keep)
    reader = _core.RunsReader(len(paths), keep == "scores")
    readings: list[Reading | None] = [None] * len(paths)

    def work(number: int) -> None:
        from irassay.formats import trec

        readings[number] = trec.read_run_with(reader, number, paths[number], columns=formats[number], by=by)

    run_each(work, len(paths), threads=threads, title="Reading runs", stop=reader.stop)
    read = [reading for reading in readings if reading is not None]
    return Runs(reader.finish(names_of(read)), read)


def _is_mapping(source: Rankings) -> TypeIs[Mapping[str, Mapping[str, Mapping[str, float]]]]:
    return hasattr(source, "items")


def run_format(path: str) -> str:
    """The format of one run file, by content."""
    from irassay.formats.lines import refuse_binary

    head = opening.head_of(path)
    refuse_binary(path, head)
    return detect.run_format(head, source=path) if head else "trec"


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


def _read_json(paths: Sequence[str], formats: Sequence[str], keep: Literal["order", "scores"]) -> Runs:
    from irassay.collection.runs import Runs
    from irassay.formats import dicts

    if set(formats) != {"json"}:
        raise InputError("JSON runs and other runs together; expected one kind, or read them in two calls")
    systems: dict[str, Mapping[str, Mapping[str, float]]] = {}
    readings = []
    for path in paths:
        rows = dicts.read_lists(path, system=opening.stem(path))
        for system, lists in rows.lists.items():
            if system in systems:
                raise InputError(f"system {system} is in {path} and in an earlier file, expected each once")
            systems[system] = lists
            readings.append(Reading(path, rows.lines, rows.used, rows.skipped, tag=system))
    return Runs(Runs.from_dict(systems, keep=keep).core, readings)
