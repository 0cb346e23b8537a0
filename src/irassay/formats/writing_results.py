"""Scores to files: a table, or what MTEB, BEIR and pytrec_eval leave behind. Written whole or not at all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from irassay.errors import InputError, UsageError, cut
from irassay.files import STDOUT, WholeFiles
from irassay.formats import losses
from irassay.formats.results import MAIN
from irassay.wording import plural

Row = tuple[str, str, str, float]  # system, query or task, measure, value
Grouped = dict[str, dict[str, dict[str, float]]]  # system -> query or task -> measure -> value

TABLE = "score-table"
FOLDERS = ("mteb", "beir-results", "pytrec_eval")

_AT = re.compile(r"(nDCG|AP|R|P|RR|Success)@(\d+)")
_MTEB = {"nDCG": "ndcg", "AP": "map", "R": "recall", "P": "precision", "RR": "mrr"}
_BEIR = {
    "nDCG": ("ndcg", "NDCG"),
    "AP": ("map", "MAP"),
    "R": ("recall", "Recall"),
    "P": ("precision", "P"),
    "RR": ("mrr", "MRR"),
}
_TREC = {"nDCG": "ndcg_cut", "AP": "map_cut", "R": "recall", "P": "P", "Success": "success"}
_TREC_WHOLE = {"nDCG": "ndcg", "AP": "map", "RR": "recip_rank", "Bpref": "bpref"}
_SUBSET = re.compile(r"(?P<task>[^/]+?)(?:/(?P<subset>.+?))?(?: \((?P<split>[^()]+)\))?")


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str = TABLE) -> None:
    """Write scores to a table, or to a folder with a file for each system or task.

    Parameters
    ----------
    rows : iterable of (system, query, measure, value)
        For MTEB and BEIR the task stands where the query does; ``Task/subset (split)`` is one part of a task.
    to : path
        A file, or ``-``, for a table; a folder for the others, which is made where it isn't there:
        ``SYSTEM/TASK.json`` of ``mteb`` and ``beir-results``, ``SYSTEM.json`` of ``pytrec_eval``.
    output_format : str
        ``score-table``, ``mteb``, ``beir-results`` or ``pytrec_eval``.

    Raises
    ------
    InputError
        There is no score; a score is given twice; two systems or tasks would share a file.
    UsageError
        An unknown format; a folder's format for standard output.

    Warns
    -----
    LossWarning
        For measures that BEIR's groups have no place for.

    Examples
    --------
    >>> write_results([("new", "q1", "nDCG@10", 0.5)], "-")  # doctest: +NORMALIZE_WHITESPACE
    system	query	measure	value
    new	q1	nDCG@10	0.5
    """
    path = os.fspath(to)
    with WholeFiles() as files:
        if output_format == TABLE:
            files.write(path, _table(rows))
            return
        if output_format not in FOLDERS:
            raise UsageError(f"output_format={output_format!r}: expected one of {', '.join((TABLE, *FOLDERS))}")
        if path == STDOUT:
            raise UsageError(f"{output_format} is a folder of files: name one with -o")
        grouped = _grouped(rows, path)
        files.folder(path)
        if output_format == "pytrec_eval":
            for system, name in zip(grouped, _file_names(list(grouped), "run")):
                files.write(os.path.join(path, f"{name}.json"), _one_file(_trec_eval(grouped[system])))
            return
        write_task = _mteb if output_format == "mteb" else _beir
        for system, folder in zip(grouped, _file_names([s.replace("/", "__") for s in grouped], "system")):
            files.folder(os.path.join(path, folder))
            for task, tree in write_task(grouped[system]):
                (name,) = _file_names([task], "task")
                files.write(os.path.join(path, folder, f"{name}.json"), _one_file(tree))


def _table(rows: Iterable[Row]) -> Iterator[str]:
    """What ``irassay compare --scores`` reads."""
    yield "system\tquery\tmeasure\tvalue\n"
    for system, query, measure, value in rows:
        cells = [re.sub(r"[\t\n\r]", " ", cell) for cell in (system, query, measure)]
        yield "\t".join([*cells, repr(value)]) + "\n"


def _grouped(rows: Iterable[Row], path: str) -> Grouped:
    grouped: Grouped = {}
    for system, query, measure, value in rows:
        values = grouped.setdefault(system, {}).setdefault(query, {})
        if measure in values:
            raise InputError(f"{path} was not written: {cut(measure)} of {cut(system)} on {cut(query)} is there twice")
        values[measure] = value
    if not grouped:
        raise InputError(f"{path} was not written: there is no score")
    return grouped


def _file_names(names: Sequence[str], otherwise: str) -> list[str]:
    """Names that no folder is left by; two that only capitals part would be one file on some disks."""
    made = [name.replace(os.sep, "_").replace("\0", "_").lstrip(".") or otherwise for name in names]
    folded = [name.casefold() for name in made]
    for name, fold in zip(made, folded):
        if folded.count(fold) > 1:
            raise InputError(f"two would be written to {cut(name)}; rename one of them")
    return made


def _one_file(tree: object) -> Iterator[str]:
    yield json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def _trec_eval(queries: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {query: {_trec_name(name): v for name, v in values.items()} for query, values in queries.items()}


def _trec_name(measure: str) -> str:
    at = _AT.fullmatch(measure)
    if at and at[1] in _TREC:
        return f"{_TREC[at[1]]}_{at[2]}"
    return _TREC_WHOLE.get(measure, measure)


def _mteb(tasks: Mapping[str, Mapping[str, float]]) -> Iterator[tuple[str, object]]:
    whole: dict[str, dict[str, list[dict[str, object]]]] = {}
    for name, values in tasks.items():
        part = _SUBSET.fullmatch(name)
        task, subset, split = (part["task"], part["subset"], part["split"]) if part else (name, None, None)
        entry: dict[str, object] = {"hf_subset": subset or "default"}
        # MTEB has one main score in every entry; the first measure is it where none is named.
        entry |= {MAIN: values.get(MAIN, next(iter(values.values())))}
        entry |= {_mteb_name(measure): value for measure, value in values.items()}
        whole.setdefault(task, {}).setdefault(split or "test", []).append(entry)
    for task, scores in whole.items():
        yield task, {"task_name": task, "scores": scores}


def _mteb_name(measure: str) -> str:
    at = _AT.fullmatch(measure)
    return f"{_MTEB[at[1]]}_at_{at[2]}" if at and at[1] in _MTEB else measure


def _beir(tasks: Mapping[str, Mapping[str, float]]) -> Iterator[tuple[str, object]]:
    lost: dict[str, None] = {}
    for task, values in tasks.items():
        groups: dict[str, dict[str, float]] = {}
        for measure, value in values.items():
            at = _AT.fullmatch(measure)
            if at and at[1] in _BEIR:
                group, name = _BEIR[at[1]]
                groups.setdefault(group, {})[f"{name}@{at[2]}"] = value
            else:
                lost[measure] = None
        if groups:
            yield task, groups
    if lost:
        named = ", ".join(cut(name) for name in list(lost)[:3]) + (" ..." if len(lost) > 3 else "")
        losses.say(f"{plural(len(lost), 'measure')} left out ({named}): beir-results has no group for it")
