"""Files to preferences: tells the format, reads, collects what is wrong."""

from __future__ import annotations

import os
from typing import TypeAlias

from irassay.collection.preferences import Preferences
from irassay.formats import detection, registry
from irassay.formats.sources.opening import list_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Source: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def read_preferences(source: Source, *, input_format: str | None = None) -> Preferences:
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
    paths = list_paths(source)
    if input_format is not None:
        registry.checked(input_format, registry.readable("preferences"))
    parts = [_read(path, input_format) for path in paths]
    if len(parts) == 1:
        return parts[0]
    from irassay.collection.preference_arrays import joined

    arrays = joined([part.arrays for part in parts], [os.path.basename(path) for path in paths])
    return Preferences.of_arrays(arrays, [reading for part in parts for reading in part.readings])


def _read(path: str, input_format: str | None) -> Preferences:
    name = input_format or detection.preference_format(path)
    return registry.reader(registry.preferences(name).read, name)(path)
