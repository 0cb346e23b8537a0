"""Files to labels and preferences: tells the format, reads, collects what is wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping

from irassay.arguments import grade_scale_given
from irassay.collection.qrels import Qrels
from irassay.collection.reading import ERRORS, QRELS_COLUMNS, Reading, raise_problems
from irassay.errors import InputError, UsageError
from irassay.formats import detection, registry
from irassay.formats.format import PARQUET, Head
from irassay.formats.sources import opening
from irassay.formats.sources.lines import refuse_binary
from irassay.formats.sources.opening import Path, Paths
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

    Labels = Path | Mapping[str, Mapping[str, int]]


def read_qrels(
    source: Labels,
    *,
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
) -> Qrels:
    """Relevance labels from a file, standard input (``"-"``) or a dict of dicts.

    Parameters
    ----------
    source : path or mapping
        A file in any format of the documentation's table, plain or compressed; ``{query: {document: grade}}``; a
        frame of pandas, polars or Arrow with columns ``query_id, doc_id, relevance`` or ``qid, docno, label``; records,
        which are dicts or named tuples with such fields, as ir_measures and ir_datasets have them; or Qrels of ranx.
        ``ir_datasets:NAME`` are the labels of a dataset of ir_datasets.
    input_format : str, optional
        Overrules what the content says.
    grade_scale : float, optional
        Multiplies fractional grades before they are rounded.
    label_map : mapping of str to int, optional
        The grade of each word that the file has for grades.

    Returns
    -------
    Qrels

    Raises
    ------
    InputError
        With every problem of the file, located.
    UsageError
        Both `grade_scale` and `label_map`.

    Examples
    --------
    >>> read_qrels({"q1": {"d1": 1}}).n_labels
    1
    """
    qrels = load_qrels(source, input_format=input_format, grade_scale=grade_scale, label_map=label_map)
    raise_problems(qrels.readings)
    return qrels


def load_qrels(
    source: Labels,
    *,
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
) -> Qrels:
    """As `read_qrels`, but problems of single lines are left in ``qrels.readings``: `check` reports them."""
    grade_scale_given(grade_scale)
    if grade_scale is not None and label_map is not None:
        raise UsageError("grade_scale and label_map both say what grades are; expected one of them")
    scale = grade_scale if label_map is None else label_map
    if not isinstance(source, str | os.PathLike):
        from irassay.formats.reading import in_memory

        return in_memory.labels(source, scale=scale)
    path = os.fspath(source)
    if opening.is_dataset(path):
        from irassay.formats.reading import datasets

        return datasets.read_labels(path, scale=scale)
    if os.path.isdir(path):
        raise InputError(f"{path} is a directory, expected the file of the labels, which stands before the runs")
    if input_format is None:
        head = opening.head_of(path)
        if not head.startswith(PARQUET):
            refuse_binary(path, head)
        name = detection.label_format(head, source=path)
    else:
        name = registry.checked(input_format, registry.names("labels"))
    return registry.reader(registry.labels(name).read, name)(path, scale=scale)


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
    labels = load_qrels(source, grade_scale=grade_scale, label_map=label_map)
    wrong = {kind for reading in labels.readings for kind in ERRORS if reading.counts.get(kind)}
    if isinstance(source, str | os.PathLike) and wrong and wrong <= REPEATED:
        passes = read_passes(source)
        if len({one.n_labels for one in passes}) == 1:
            return passes
    raise_problems(labels.readings)
    return [labels]


def read_preferences(source: Paths, *, input_format: str | None = None) -> Preferences:
    """Preferences from a file, or from several, each of which is a round.

    Parameters
    ----------
    source : path, or sequence of paths
        ``query docA docB preferred``, where the last is one of the two or ``=`` for a tie; ``query better worse``;
        ``@ query a b !``, where a wins, with ``=`` for a tie and ``?`` for a pair that was not judged; or trec_eval's
        five columns ``query assessor group document level``. May be compressed; ``-`` is standard input. The files of a
        folder, and those of a pattern, are rounds in the order of their names.
    input_format : {"pairs", "prefs", "winners", "verdicts"}, optional
        Overrules the content.

    Raises
    ------
    InputError
        With every problem of the file, located.
    """
    paths = opening.list_paths(source)
    if input_format is not None:
        registry.checked(input_format, registry.readable("preferences"))
    parts = []
    for path in paths:
        name = input_format or detection.surest("preferences", Head(opening.head_of(path)))[0] or "pairs"
        parts.append(registry.reader(registry.preferences(name).read, name)(path))
    if len(parts) == 1:
        return parts[0]
    from irassay.collection.preference_arrays import joined
    from irassay.collection.preferences import Preferences

    arrays = joined([part.arrays for part in parts], [os.path.basename(path) for path in paths])
    return Preferences.of_arrays(arrays, [reading for part in parts for reading in part.readings])
