"""Which format is written: as named, else by the ending of the file."""

from __future__ import annotations

import os

from irassay.formats import registry


def format_name(kind: str, path: str, output_format: str | None) -> str:
    """The name of a format of a kind: what is asked for, else the one of that suffix, else the first. UsageError where
    `output_format` is none that is written."""
    if output_format is not None:
        return registry.checked(output_format, registry.writable(kind), option="output_format")
    suffix = os.path.splitext(path)[1]
    of_suffix = (one.name for one in registry.entries(kind) if suffix and suffix in one.suffixes and one.writes)
    return next(of_suffix, registry.names(kind)[0])
