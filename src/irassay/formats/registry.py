"""All formats by kind and name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module

from irassay.errors import UsageError
from irassay.formats.format import Format
from irassay.formats.labels import LabelFormat
from irassay.formats.runs import RunFormat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from irassay.formats.preferences import PreferenceFormat
    from irassay.formats.scores import ScoreFormat
    from irassay.formats.texts import TextFormat

    Read = TypeVar("Read")

KINDS = {
    "labels": "relevance labels of one collection",
    "runs": "rankings of one or more systems",
    "preferences": "which of two or more documents somebody would rather have",
    "texts": "texts of queries or documents",
    "scores": "scores that another program computed, for `irassay compare --scores`",
}


def names(kind: str) -> tuple[str, ...]:
    """Names of the formats of a kind, in the order of the documentation; no format is loaded."""
    return tuple(import_module(f"irassay.formats.{kind}").FORMATS)


def entry(kind: str, name: str) -> Format:
    """One format of a kind."""
    room = f"irassay.formats.{kind}"
    module = import_module(room).FORMATS[name]
    return import_module(f"{room}.{module}").BY_NAME[name]  # type: ignore[no-any-return]


def entries(kind: str) -> Iterator[Format]:
    """The formats of a kind, each loaded as the walk comes to it."""
    return (entry(kind, name) for name in names(kind))


def labels(name: str) -> LabelFormat:
    """A format of labels."""
    return entry("labels", name)  # type: ignore[return-value]


def runs(name: str) -> RunFormat:
    """A format of runs."""
    return entry("runs", name)  # type: ignore[return-value]


def preferences(name: str) -> PreferenceFormat:
    """A format of preferences."""
    return entry("preferences", name)  # type: ignore[return-value]


def texts(name: str) -> TextFormat:
    """A format of texts."""
    return entry("texts", name)  # type: ignore[return-value]


def scores(name: str) -> ScoreFormat:
    """A format of scores."""
    return entry("scores", name)  # type: ignore[return-value]


def reader(read: Read | None, name: str) -> Read:
    """What reads the format of that name; a UsageError where nothing does."""
    if read is None:
        raise UsageError(f"{name} is written, not read")
    return read


def readable(kind: str) -> tuple[str, ...]:
    """Names of the formats of a kind that are read."""
    return tuple(one.name for one in entries(kind) if one.reads)


def writable(kind: str) -> tuple[str, ...]:
    """Names of the formats of a kind that are written."""
    return tuple(one.name for one in entries(kind) if one.writes)


def checked(name: str, names: tuple[str, ...], *, option: str = "input_format") -> str:
    """`name`, if it is one of these; otherwise a UsageError that lists them."""
    if name not in names:
        raise UsageError(f"{option}={name!r}: expected one of {', '.join(names)}")
    return name


def format_name(kind: str, path: str, output_format: str | None) -> str:
    """The name of a format of a kind: what is asked for, else the one of that suffix, else the first."""
    if output_format is not None:
        return checked(output_format, writable(kind), option="output_format")
    suffix = os.path.splitext(path)[1]
    of_suffix = (one.name for one in entries(kind) if suffix and suffix in one.suffixes and one.writes)
    return next(of_suffix, names(kind)[0])
