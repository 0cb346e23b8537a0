"""Labels that were given more than once: an assessor who saw the same documents again, all in one file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irassay.collection.reading import ERRORS, QRELS_COLUMNS, Reading, raise_problems
from irassay.formats.sources import opening
from irassay.formats.sources.lines import refuse_binary
from irassay.kernel import _core

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels
    from irassay.formats.reading.qrels import Labels
    from irassay.formats.sources.opening import Path

REPEATED = {"duplicate", "conflict"}  # problems of a line whose document has a label already


def read_passes(source: Path) -> list[Qrels]:
    """Each pass of an assessor over the same documents, from one file of TREC's four columns.

    The first line of a document of a query is the first pass, its second line the second pass, and so on.

    Parameters
    ----------
    source : path
        Plain or compressed.

    Returns
    -------
    list of Qrels
        One where no document is labelled twice.

    Raises
    ------
    InputError
        With every problem of the file, located; labels that are there more than once are none.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "qrels")
    >>> _ = path.write_text("q 0 a 1\\nq 0 b 0\\nq 0 a 0\\n")
    >>> [labels.n_labels for labels in read_passes(path)]
    [2, 1]
    """
    from irassay.collection.qrels import Qrels

    path = os.fspath(source)
    data = opening.read_bytes(path)
    refuse_binary(path, data)
    lines = data.splitlines(keepends=True) if b"\n" not in data else [line + b"\n" for line in data.split(b"\n")]
    times: dict[tuple[bytes, ...], int] = {}
    # A line of another pass is blank in this one, so that problems keep their line's number.
    passes: list[list[bytes]] = [[]]
    for number, line in enumerate(lines):
        fields = line.split()
        key = (fields[0], fields[2]) if len(fields) == 4 else ()
        before = times.get(key, 0) if key else 0
        times[key] = before + 1
        if before == len(passes):
            passes.append([b"\n"] * number)
        for i, of in enumerate(passes):
            of.append(line if i == before else b"\n")
    sets = []
    for of in passes:
        core, read = _core.read_qrels(b"".join(of), 4)
        sets.append(Qrels(core, [Reading.of(path, read, QRELS_COLUMNS)]))
    raise_problems([reading for labels in sets for reading in labels.readings])
    return sets


def read_label_sets(
    source: Labels, *, grade_scale: float | None = None, label_map: Mapping[str, int] | None = None
) -> list[Qrels]:
    """One label set; or each pass of an assessor, where a file has every document of a query equally often.

    A file that repeats only some of its documents has no passes: it can be read in two ways, and is refused as
    `read_qrels` refuses it.

    Parameters
    ----------
    source : path or mapping
    grade_scale, label_map
        As for `read_qrels`.

    Returns
    -------
    list of Qrels

    Raises
    ------
    InputError
        With every problem of the file, located.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "qrels")
    >>> _ = path.write_text("q 0 a 1\\nq 0 b 0\\nq 0 a 0\\nq 0 b 0\\n")
    >>> [dict(labels.grades("q")) for labels in read_label_sets(path)]
    [{'a': 1, 'b': 0}, {'a': 0, 'b': 0}]
    """
    from irassay.formats.reading.qrels import load_qrels

    labels = load_qrels(source, grade_scale=grade_scale, label_map=label_map)
    wrong = {kind for reading in labels.readings for kind in ERRORS if reading.counts.get(kind)}
    if isinstance(source, str | os.PathLike) and wrong and wrong <= REPEATED:
        passes = read_passes(source)
        if len({one.n_labels for one in passes}) == 1:
            return passes
    raise_problems(labels.readings)
    return [labels]
