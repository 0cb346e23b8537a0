"""Nouns where a function takes them: what a reader knows in memory is read, anything else says what to call."""

from __future__ import annotations

import os
from collections.abc import Mapping

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import UsageError
from irassay.formats.reading.qrels import read_qrels
from irassay.formats.reading.runs import read_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from irassay.collection.metadata import Metadata
    from irassay.collection.texts import Texts


def qrels_given(value: Any, name: str = "qrels") -> Qrels:
    """`value` as labels: Qrels, or what `read_qrels` reads in memory; UsageError for anything else, such as a path."""
    if isinstance(value, Qrels):
        return value
    _check_noun(value, name, "Qrels", "irassay.read_qrels")
    return read_qrels(value)


def runs_given(value: Any, *, keep: Literal["order", "scores"] = "order") -> Runs:
    """`value` as runs: Runs, or what `read_runs` reads in memory, with their scores or not; errors as `qrels_given`."""
    if isinstance(value, Runs):
        return value
    _check_noun(value, "runs", "Runs", "irassay.read_runs")
    return read_runs(value, keep=keep)


def texts_given(value: Any, name: str) -> Texts:
    """`value` as texts: Texts, the path of a file, or ``{id: text}``."""
    from irassay.collection.texts import Texts
    from irassay.formats.reading.texts import read_texts

    if isinstance(value, Texts):
        return value
    if isinstance(value, str | os.PathLike):
        return read_texts(value)
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for pair in value.items() for text in pair):
        raise UsageError(f"expected {name} as Texts, {{id: text}} or a path, but got {type(value).__name__}")
    return Texts(lambda: iter(value.items()), source=name)


def metadata_given(value: Any) -> Metadata:
    """`value` as metadata: Metadata, the path of a file, ``{system: {column: value}}`` as in one, or a frame."""
    from irassay.collection.metadata import Metadata
    from irassay.formats.reading import metadata

    if isinstance(value, Metadata):
        return value
    if isinstance(value, str | os.PathLike):
        return metadata.read_metadata(value)
    return metadata.from_memory(value)


def _check_noun(value: object, name: str, noun: str, reader: str) -> None:
    from irassay.formats.reading import in_memory

    if not in_memory.is_noun(value):
        what = f"the path {os.fspath(value)!r}" if isinstance(value, str | os.PathLike) else type(value).__name__
        raise UsageError(f"expected {name} as {noun}, but got {what}; {reader} reads files, dicts and frames")
