"""Files to labels: tells the format, reads, collects what is wrong."""

from __future__ import annotations

import os

from irassay.arguments import grade_scale_given
from irassay.collection.reading import raise_problems
from irassay.errors import InputError, UsageError
from irassay.formats import detection, registry
from irassay.formats.format import PARQUET
from irassay.formats.sources import opening
from irassay.formats.sources.lines import refuse_binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels
    from irassay.formats.sources.opening import Path

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
